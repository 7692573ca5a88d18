//! Who walks: a simulation whose player one of our controllers moves, or one from outside of the library.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sidle::player::{Command, TickInput};
use sidle::sim::{OuterController, Sim, Snapshot};

/// A controller outside of the library that walks through a level.
pub trait OuterWalker: OuterController + Send {
    /// The state of its body, of which [`Self::load`] makes it go on. `None` if it cannot save it.
    fn save(&mut self) -> Option<String>;

    /// Returns to a state that it, or another one of its kind, has saved where the player is as in `state`.
    fn load(&mut self, saved: &str, state: &Snapshot);

    /// Begins the next tick with the place and the speed of the player in `state`, and nothing else.
    fn reset(&mut self, state: &Snapshot);
}

/// Makes an [`OuterWalker`], for each walk that is made at the same time. `None`: it has ended, and nobody walks any longer.
pub type MakeWalker = Box<dyn Fn() -> Option<Box<dyn OuterWalker>> + Send + Sync>;

/// A state to go on from.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    snapshot: Snapshot,
    /// What the simulation does not know. `None`: nothing.
    outer: Option<Arc<OuterState>>,
}

/// The state of a controller outside of the library.
#[derive(Debug, PartialEq)]
enum OuterState {
    Saved(String),
    /// It cannot be saved, only walked to: first to the state before, and then by these commands.
    Way(Option<Arc<Self>>, Vec<Command>),
}

impl Kept {
    /// The same state of the simulation, in which something was changed by `change`. A controller outside of the library begins
    /// anew there.
    pub fn changed(mut self, change: impl FnOnce(&mut Snapshot)) -> Self {
        change(&mut self.snapshot);
        Self::from(self.snapshot)
    }

    /// How much more memory than a snapshot it takes; bytes.
    pub fn more_memory(&self) -> usize {
        match self.outer.as_deref() {
            None => 0,
            Some(OuterState::Saved(text)) => text.len() + 64,
            Some(OuterState::Way(_, commands)) => size_of_val(commands.as_slice()) + 64,
        }
    }
}

impl From<Snapshot> for Kept {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            outer: None,
        }
    }
}

impl Deref for Kept {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.snapshot
    }
}

/// A simulation, and who moves its player.
pub struct Walker {
    sim: Sim,
    outer: Option<Outer>,
}

/// A controller outside of the library.
struct Outer {
    controller: Box<dyn OuterWalker>,
    /// The first state of the level, where every way begins.
    first: Snapshot,
    /// The last state that was kept or returned to, and the commands since then.
    last: Option<Arc<OuterState>>,
    since: Vec<Command>,
    /// How many ticks were walked once more since this was asked, because it cannot save.
    again: u64,
}

impl Walker {
    /// Walks in `sim`, which is in its first state, with one of our controllers, or with `outer`.
    pub fn new(sim: Sim, outer: Option<Box<dyn OuterWalker>>) -> Self {
        let outer = outer.map(|controller| Outer {
            controller,
            first: sim.snapshot(),
            last: None,
            since: Vec::new(),
            again: 0,
        });
        Self { sim, outer }
    }

    /// [`Sim::tick`], with its controller.
    pub fn tick(&mut self, command: &Command) {
        match &mut self.outer {
            None => self.sim.tick(command),
            Some(outer) => {
                outer.since.push(*command);
                outer.play(&mut self.sim, command);
            }
        }
    }

    /// [`Sim::snapshot`], with the state of its controller.
    pub fn snapshot(&mut self) -> Kept {
        let snapshot = self.sim.snapshot();
        let outer = self.outer.as_mut().map(|outer| {
            let state = match outer.controller.save() {
                Some(text) => OuterState::Saved(text),
                None => OuterState::Way(outer.last.take(), std::mem::take(&mut outer.since)),
            };
            outer.since.clear();
            let state = Arc::new(state);
            outer.last = Some(Arc::clone(&state));
            state
        });
        Kept { snapshot, outer }
    }

    /// [`Sim::restore`], with the state of its controller.
    pub fn restore(&mut self, kept: &Kept) {
        let Self { sim, outer } = self;
        sim.restore(&kept.snapshot);
        let Some(outer) = outer else {
            return;
        };
        outer.last.clone_from(&kept.outer);
        outer.since.clear();
        match kept.outer.as_deref() {
            None => outer.controller.reset(&kept.snapshot),
            Some(OuterState::Saved(text)) => outer.controller.load(text, &kept.snapshot),
            Some(way) => outer.walk_again(sim, way, &kept.snapshot),
        }
    }

    /// How many ticks were walked once more since this was asked the last time, because the controller cannot save its state.
    pub fn take_again(&mut self) -> u64 {
        let outer = self.outer.as_mut();
        outer.map_or(0, |outer| std::mem::take(&mut outer.again))
    }
}

impl Outer {
    fn play(&mut self, sim: &mut Sim, command: &Command) {
        let input = TickInput {
            command: *command,
            box_fit: sim.box_fit(),
        };
        sim.play_with(&input, &mut *self.controller);
    }

    /// Walks from the first state along `way`, which led to `end`. If it leads elsewhere now, goes on from the place and speed
    /// of that.
    fn walk_again(&mut self, sim: &mut Sim, way: &OuterState, end: &Snapshot) {
        let mut parts = Vec::new();
        let mut part = Some(way);
        while let Some(OuterState::Way(before, commands)) = part {
            parts.push(commands);
            part = before.as_deref();
        }
        sim.restore(&self.first);
        self.controller.reset(&self.first);
        for command in parts.into_iter().rev().flatten() {
            self.play(sim, command);
            self.again += 1;
        }
        if sim.snapshot() != *end {
            sim.restore(end);
            self.controller.reset(end);
        }
    }
}

impl Deref for Walker {
    type Target = Sim;

    fn deref(&self) -> &Sim {
        &self.sim
    }
}

impl DerefMut for Walker {
    fn deref_mut(&mut self) -> &mut Sim {
        &mut self.sim
    }
}
