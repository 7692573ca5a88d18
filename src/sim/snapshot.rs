//! The state of a simulation between two ticks, to return to.

use super::Sim;
use crate::player::PlayerState;
use crate::world::{BoxFit, MoverState};

/// Everything that a tick changes: player, movers and the number of ticks. Small, so that minutes of
/// it can be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    tick: u64,
    player: PlayerState,
    boxes: BoxFit,
    /// Each mover's state, and how far along its path it was a tick before.
    movers: Box<[(MoverState, f64)]>,
}

impl Snapshot {
    /// How many ticks had passed.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// The player as it was.
    pub fn player(&self) -> &PlayerState {
        &self.player
    }
}

impl Sim {
    /// The state after the last tick.
    ///
    /// # Example
    /// ```
    /// use sidle::{sim::Sim, world::World};
    /// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// let start = sim.snapshot();
    /// sim.tick(&Default::default());
    /// let fallen = sim.player().position.y;
    /// sim.restore(&start);
    /// assert_eq!((sim.ticks(), sim.player().position.y), (0, 0.0));
    /// sim.tick(&Default::default());
    /// assert_eq!(sim.player().position.y, fallen); // to the bit
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        let movers = self.movers.iter();
        Snapshot {
            tick: self.tick,
            player: self.player,
            boxes: self.boxes,
            movers: movers.map(|it| (it.state, it.previous)).collect(),
        }
    }

    /// Returns to a state of this simulation: from there the same commands give the same bits. The trace
    /// is that of no tick.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.tick = snapshot.tick;
        self.player = snapshot.player;
        self.boxes = snapshot.boxes;
        for (mover, (state, previous)) in self.movers.iter_mut().zip(&snapshot.movers) {
            (mover.state, mover.previous) = (*state, *previous);
            self.world.move_box(mover.id, mover.obb(state.distance));
        }
        self.trace.clear();
    }
}
