//! The recording that is watched, whose inputs begin after any of its ticks, also for another controller.

use sidle::player::{Controller, TickInput, Tuning};
use sidle::replay::{Header, Recording};

use crate::options::controllers;

/// The recording that is watched.
pub struct Watched {
    pub recording: Recording,
    /// The tick before its first.
    pub begins: u64,
    /// The controller that moves the player in place of the recorded ones.
    controller: Option<Controller>,
    /// Ticks per second, in place of the recorded ones.
    hz: u32,
}

/// What [`Watched::vary`] may replace.
pub struct Values {
    controller: Option<Controller>,
    hz: u32,
    tuning: Tuning,
}

impl Watched {
    /// The sizes of the body. The states of a recording fit the recorded ones only.
    const SIZES: [&'static str; 4] = ["radius", "height", "eye_height", "crouch_height"];

    /// `recording`, whose first input is that of the tick after `begins`.
    pub fn new(recording: &Recording, begins: u64) -> Self {
        Self {
            recording: recording.clone(),
            begins,
            controller: None,
            hz: recording.header.hz,
        }
    }

    /// Replaces what was recorded: the `controller`, the ticks per second `hz`, for which the same keys are held for the same time, or
    /// a number of the tuning but for sizes of the body. Returns whether there is such a value.
    pub fn vary(&mut self, name: &str, value: &str) -> bool {
        match name {
            "controller" => {
                let named = controllers::all().find(|known| known.name() == value);
                self.controller = named.or(self.controller);
                named.is_some()
            }
            "hz" => {
                let hz = value.parse().ok();
                let hz = hz.filter(|hz| (1..=Header::MAX_HZ).contains(hz));
                self.hz = hz.unwrap_or(self.hz);
                hz.is_some()
            }
            _ if Self::SIZES.contains(&name) => false,
            _ => {
                let tuning = &mut self.recording.header.tuning;
                let value = value.parse().ok();
                value.is_some_and(|value| tuning.set(name, value).is_ok())
            }
        }
    }

    /// The values as they are now.
    pub fn values(&self) -> Values {
        Values {
            controller: self.controller,
            hz: self.hz,
            tuning: self.recording.header.tuning,
        }
    }

    /// Puts back values from before.
    pub fn set_values(&mut self, values: Values) {
        self.controller = values.controller;
        self.hz = values.hz;
        self.recording.header.tuning = values.tuning;
    }

    /// The start of the run, as it is now.
    pub fn header(&self) -> Header {
        let mut header = self.recording.header.clone();
        header.hz = self.hz;
        header
    }

    /// The last tick of the recording.
    pub fn ends(&self) -> u64 {
        self.begins + self.ticks_now(self.recording.inputs.ticks())
    }

    /// How many ticks last as long as `recorded` ones.
    fn ticks_now(&self, recorded: u64) -> u64 {
        let ticks = recorded.saturating_mul(u64::from(self.hz));
        ticks / u64::from(self.recording.header.hz.max(1))
    }

    /// The inputs after `tick`; `None` outside of the recording and at its end.
    pub fn inputs_after(&self, tick: u64) -> Option<Box<dyn Iterator<Item = TickInput>>> {
        let mut passed = tick.checked_sub(self.begins)?;
        let controller = self.controller;
        let [now, recorded] = [self.hz, self.recording.header.hz.max(1)].map(u64::from);
        let mut inputs = self.recording.inputs.iter();
        let (mut left, mut made) = (0, 0);
        let mut input = TickInput::default();
        // Each recorded input counts until its time has passed, which may be for several ticks or for none.
        let mut next = move || {
            while left == 0 {
                input = inputs.next()?;
                input.command.controller = controller.unwrap_or(input.command.controller);
                made += now;
                (left, made) = (made / recorded, made % recorded);
            }
            left -= 1;
            Some(input)
        };
        while passed > 0 {
            next()?;
            passed -= 1;
        }
        (tick < self.ends()).then(|| Box::new(core::iter::from_fn(next)) as _)
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
        assert!(watched.vary("controller", "boxed"));
        let inputs: Vec<_> = watched.inputs_after(0).unwrap().collect();
        for (mut one, other) in recorded.into_iter().zip(inputs) {
            assert_ne!(one.command.controller, Controller::Boxed);
            one.command.controller = Controller::Boxed;
            assert_eq!(one, other);
        }
    }

    #[test]
    fn at_another_tick_rate_the_same_keys_are_held_for_the_same_time() {
        let (recording, begins) = recorded(0);
        let mut watched = Watched::new(&recording, begins);
        for (hz, ticks) in [("240", 6), ("60", 1), ("1", 0), ("100000", 2500)] {
            assert!(watched.vary("hz", hz));
            let inputs = watched.inputs_after(begins);
            let found = inputs.map_or(0, Iterator::count);
            assert_eq!((found, watched.ends() - begins), (ticks, ticks as u64));
        }
        assert_eq!(watched.header().hz, 100_000);
    }

    #[test]
    fn a_number_of_the_tuning_can_differ_and_a_wrong_one_changes_nothing() {
        let (recording, begins) = recorded(0);
        let mut watched = Watched::new(&recording, begins);
        assert!(watched.vary("walk_speed", "2.5"));
        assert_eq!(watched.header().tuning.walk_speed, 2.5);
        let wrong = [
            ("walk_speed", "-1"),
            ("walk_speed", "NaN"),
            ("walk_speed", "x"),
            ("speed", "1"),
            ("radius", "0.4"),
            ("height", "1.2"),
            ("eye_height", "1.1"),
            ("crouch_height", "0.9"),
            ("hz", "0"),
            ("hz", "100001"),
            ("controller", "none"),
        ];
        for (name, value) in wrong {
            assert!(!watched.vary(name, value), "{name} {value}");
        }
        assert_eq!(
            (watched.header().tuning.walk_speed, watched.header().hz),
            (2.5, 120)
        );
        let before = watched.values();
        let header = watched.header();
        for (name, value) in [("walk_speed", "3"), ("hz", "60"), ("controller", "classic")] {
            assert!(watched.vary(name, value));
        }
        watched.set_values(before);
        assert_eq!(watched.header(), header);
        assert_eq!(watched.controller, None);
    }
}
