//! The recording that is watched: where it ends, how it goes on after a look back, and how another controller would have moved.

use sidle::player::{Controller, TickInput};
use sidle::replay::Recording;

use crate::app::Game;
use crate::app::records::playback::Playback;
use crate::options::action::{Action, Seek};

/// The recording that is watched.
pub struct Watched {
    recording: Recording,
    /// The tick before its first.
    begins: u64,
    /// The controller that moves the player in place of the recorded ones.
    controller: Option<Controller>,
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
    fn inputs_after(&self, tick: u64) -> Option<Box<dyn Iterator<Item = TickInput>>> {
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

impl Game {
    /// Watches `recording`, which starts now, and pauses at the tick that the command line names.
    pub(in crate::app) fn watch(&mut self, recording: &Recording) {
        let now = self.session.sim.ticks();
        let watched = Watched::new(recording, now);
        if let Some(tick) = self.slot.first_tick.take() {
            let ticks = tick.min(watched.ends()).saturating_sub(now);
            self.seek(Seek::Ticks(ticks as isize));
        }
        self.watched = Some(watched);
    }

    /// Goes on with the recording that is watched, after the shown tick, which may lie before the last one. In a frame of
    /// another page, that also holds after its end.
    pub(in crate::app) fn go_on_watching(&mut self) {
        let Some(watched) = &self.watched else { return };
        if !self.playback.is_active() && !self.window.is_embedded {
            return;
        }
        if let Some(inputs) = watched.inputs_after(self.session.sim.ticks()) {
            self.playback = Playback::new(Some(inputs));
        }
    }

    /// Lets `controller` move the player. A recording that is watched starts again with it, up to the shown tick if that is
    /// shown in a pause.
    pub(in crate::app) fn watch_with(&mut self, controller: Controller) -> Option<Action> {
        let Some(mut watched) = self.watched.take() else {
            self.input.player.set_controller(controller);
            return Some(Action::ControllerChanged(controller));
        };
        let (shown, paused) = (self.session.sim.ticks(), self.session.paused);
        if let Err(why) = self.session.visit(&watched.recording.header) {
            self.show_message(why);
            self.watched = Some(watched);
            return None;
        }
        watched.begins = self.session.sim.ticks();
        watched.controller = Some(controller);
        self.playback = Playback::new(watched.inputs_after(watched.begins));
        if paused {
            let ticks = shown.min(watched.ends()).saturating_sub(watched.begins);
            self.seek(Seek::Ticks(ticks as isize));
        }
        self.watched = Some(watched);
        None
    }

    /// The first tick that can be shown, the shown one, and the last.
    pub(in crate::app) fn watched_ticks(&self) -> [u64; 3] {
        let clock = self.session.clock();
        let last = clock.tick + clock.ahead as u64;
        let watched = self.watched.as_ref();
        let ends = watched.map_or(last, |watched| watched.ends().max(last));
        [
            clock.tick.saturating_sub(clock.behind as u64),
            clock.tick,
            ends,
        ]
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
            session.tick(&input, &LabInput::default());
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
