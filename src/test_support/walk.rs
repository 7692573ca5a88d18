//! A player who is advanced tick by tick, with a trace.

use crate::player::{Command, Event, PlayerState, Scratch, Trace, Tuning, advance};
use crate::world::World;

/// A player in a world.
pub struct Walk<'w> {
    pub world: &'w World,
    pub tuning: Tuning,
    pub hz: u32,
    pub state: PlayerState,
    scratch: Scratch,
    trace: Trace,
}

impl<'w> Walk<'w> {
    pub fn new(world: &'w World, tuning: Tuning, hz: u32, state: PlayerState) -> Self {
        let (scratch, trace) = (Scratch::new(), Trace::new());
        Self {
            world,
            tuning,
            hz,
            state,
            scratch,
            trace,
        }
    }

    /// Advances by a tick. Returns its events.
    pub fn tick(&mut self, command: Command) -> &[Event] {
        let dt = 1.0 / f64::from(self.hz);
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        let trace = Some(&mut self.trace);
        advance(
            self.world,
            &self.tuning,
            state,
            &command,
            dt,
            scratch,
            trace,
        );
        self.trace.events()
    }
}
