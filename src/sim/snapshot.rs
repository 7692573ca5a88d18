//! Saving, restoring and changing the state of a simulation between two ticks.

use super::{Sim, ZoneState};
use crate::player::{PlayerState, take_off};
use crate::world::{BoxFit, BoxId, DrivenMover, MoverState, Obstacle};

/// Everything that a tick changes: the player, the movers, the zones and the number of ticks. Small enough to keep one
/// for each tick of several minutes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// How many ticks had passed.
    pub tick: u64,
    /// The player.
    pub player: PlayerState,
    /// Which boxes the movers have.
    pub box_fit: BoxFit,
    /// Each mover's state, and its distance along its path a tick before; metres.
    pub movers: Box<[(MoverState, f64)]>,
    /// Which zones the body is in, and the race.
    pub zones: ZoneState,
}

impl Snapshot {
    /// Whether the snapshot can be a state of `sim`. See [`Self::misfit`].
    #[must_use]
    pub fn fits(&self, sim: &Sim) -> bool {
        self.misfit(sim).is_none()
    }

    /// The first part of the snapshot that cannot be a state of `sim`: a number out of range, a different
    /// number of movers or zones, a mover off its path, or a box that does not exist. A snapshot from a file may belong to
    /// another level.
    #[must_use]
    pub fn misfit(&self, sim: &Sim) -> Option<&'static str> {
        if let Some(part) = self.player.out_of_range() {
            return Some(part);
        }
        let known = |id: BoxId| sim.world.obb(id).is_some();
        let on_path = |(driven, (state, previous)): (&DrivenMover, &(MoverState, f64))| {
            let length = driven.mover.desc().path.length();
            let hit = match state.blocked_by {
                Some(Obstacle::Box(id)) => known(id),
                Some(Obstacle::Player) | None => true,
            };
            // The distance a tick ago is negative after the seam of a loop.
            (0.0..=length).contains(&state.distance) && (-length..=length).contains(previous) && hit
        };
        if self.movers.len() != sim.movers.len() {
            Some("number of movers")
        } else if !sim.movers.iter().zip(&self.movers).all(on_path) {
            Some("movers")
        } else if !self.player.ride.is_none_or(|ride| known(ride.platform)) {
            Some("ride")
        } else if !sim.zones.fits(&self.zones) {
            Some("zones")
        } else {
            None
        }
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
    /// assert_eq!(sim.player().position.y, fallen); // the same bits
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let movers = self.movers.iter();
        Snapshot {
            tick: self.tick,
            player: self.player,
            box_fit: self.box_fit,
            movers: movers.map(|mover| (mover.state, mover.previous)).collect(),
            zones: self.zones.state().clone(),
        }
    }

    /// Replaces the player between two ticks, as a game does for a knock-back or a teleport.
    ///
    /// The next tick goes on from there. A player that overlaps a collider is then pushed out, and one with a number out of
    /// range returns to the spawn. Heading, view, mode and controller are those of the next command. Contacts and trace
    /// remain those of the last tick. A recording of the commands does not contain the change.
    ///
    /// # Example
    /// An explosion throws the player up and to the right. See [`PlayerState::launch`] for a push that always does.
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, player::{Ground, PlayerState}, sim::Sim, world::World};
    /// let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
    /// let mut sim = Sim::new(World::new(vec![], vec![floor]), Default::default(), Default::default(), 120);
    /// sim.tick(&Default::default());
    /// let player = *sim.player();
    /// let velocity = player.velocity + DVec3::new(3.0, 6.0, 0.0);
    /// sim.set_player(PlayerState { velocity, ..player });
    /// sim.tick(&Default::default());
    /// assert_eq!((sim.player().ground, sim.player().velocity.x), (Ground::None, 3.0));
    /// ```
    #[doc(alias = "teleport")]
    pub fn set_player(&mut self, player: PlayerState) {
        self.player = player;
        // Here, so that a snapshot and a recording that begin before the next tick know of it.
        take_off(&self.tuning, &mut self.player);
    }

    /// Returns to a state of this simulation, from which the same commands give the same bits. The contacts
    /// and the trace are empty until the next tick.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.tick = snapshot.tick;
        self.player = snapshot.player;
        self.box_fit = snapshot.box_fit;
        for (mover, (state, previous)) in self.movers.iter_mut().zip(&snapshot.movers) {
            (mover.state, mover.previous) = (*state, *previous);
            self.world.move_box(mover.id, mover.obb(state.distance));
        }
        self.zones.restore(&snapshot.zones);
        self.respawned = false;
        self.driver.clear();
        self.scratch.clear();
        self.trace.clear();
    }
}
