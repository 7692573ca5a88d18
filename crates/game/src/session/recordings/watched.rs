//! The recording that is watched, whose inputs begin after any of its ticks, also for another controller.

use sidle::player::{Controller, TickInput};
use sidle::replay::Recording;

/// The recording that is watched.
pub struct Watched {
    pub recording: Recording,
    /// The tick before its first.
    pub begins: u64,
    /// The controller that moves the player in place of the recorded ones.
    pub controller: Option<Controller>,
}

impl Watched {
    /// `recording`, whose first input is that of the tick after `begins`.
    pub fn new(recording: &Recording, begins: u64) -> Self {
        Self {
            recording: recording.clone(),
            begins,
            controller: None,
        }
    }

    /// The last tick of the recording.
    pub fn ends(&self) -> u64 {
        self.begins + self.recording.inputs.ticks()
    }

    /// The inputs after `tick`; `None` outside of the recording and at its end.
    pub fn inputs_after(&self, tick: u64) -> Option<Box<dyn Iterator<Item = TickInput>>> {
        let passed = tick.checked_sub(self.begins)?;
        let controller = self.controller;
        let inputs = self.recording.inputs.iter().skip(passed as usize);
        let inputs = inputs.map(move |mut input| {
            input.command.controller = controller.unwrap_or(input.command.controller);
            input
        });
        (tick < self.ends()).then(|| Box::new(inputs) as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::lab::LabInput;
    use crate::test_support::{courtyard, walking};

    /// A recording of three ticks, which begins after `before` ticks.
    fn recorded(before: u32) -> (Recording, u64) {
        let mut session = Session::new(courtyard(), None, 120);
        let tick = |session: &mut Session| {
            let input = walking(&session.sim, 1.0, 0.0).into();
            session.tick(&input, &LabInput::default(), None);
        };
        (0..before).for_each(|_| tick(&mut session));
        session.start_recording("levels/courtyard.toml");
        let begins = session.sim.ticks();
        (0..3).for_each(|_| tick(&mut session));
        (session.recording_so_far().unwrap().recording(), begins)
    }

    #[test]
    fn a_recording_goes_on_after_any_of_its_ticks() {
        let (recording, begins) = recorded(5);
        let watched = Watched::new(&recording, begins);
        assert_eq!((begins, watched.ends()), (5, 8));
        let left = |tick| watched.inputs_after(tick).map(Iterator::count);
        assert_eq!(
            [4, 5, 7, 8, 9].map(left),
            [None, Some(3), Some(1), None, None]
        );
    }

    #[test]
    fn another_controller_gets_the_same_input_otherwise() {
        let (recording, begins) = recorded(0);
        let mut watched = Watched::new(&recording, begins);
        let recorded: Vec<_> = watched.inputs_after(0).unwrap().collect();
        watched.controller = Some(Controller::Boxed);
        let inputs: Vec<_> = watched.inputs_after(0).unwrap().collect();
        for (mut one, other) in recorded.into_iter().zip(inputs) {
            assert_ne!(one.command.controller, Controller::Boxed);
            one.command.controller = Controller::Boxed;
            assert_eq!(one, other);
        }
    }
}
