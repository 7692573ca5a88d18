//! The hints of the first game: what there is to try, one thing after the other, until each was done.

use sidle::player::Command;

use crate::options::action::Action;

/// Something to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Look,
    Walk,
    SeeWhy,
    Shapes,
    Outside,
    Pause,
    StepBack,
    Ghosts,
    Panel,
    Map,
}

/// All of them in their order, in words with the names of rows of keys in braces.
const HINTS: [(Hint, &str); 10] = [
    (Hint::Look, "click, and look around with the mouse"),
    (
        Hint::Walk,
        "{walk_forward walk_left walk_back walk_right} walk",
    ),
    (Hint::SeeWhy, "walk into something: {overlay_5} see why"),
    (Hint::Shapes, "{overlay_1} see what you collide with"),
    (Hint::Outside, "{outside} see yourself from outside"),
    (Hint::Pause, "{pause} pause"),
    (Hint::StepBack, "{step_back} a tick back"),
    (
        Hint::Ghosts,
        "{overlay_8} let the other controllers go along",
    ),
    (Hint::Panel, "{panel} the panel: try other values"),
    (Hint::Map, "{map} map"),
];

/// So many are told at a time.
const AT_ONCE: usize = 2;

/// Who has done all that the keys offer has seen the hints; so has who played for so long; seconds.
const LONGEST: f64 = 600.0;

/// Whoever has turned by so much has looked around; degrees.
const LOOKED: f64 = 8.0;

/// What of it was done.
#[derive(Clone, Debug)]
pub struct FirstHints {
    left: Vec<(Hint, &'static str)>,
    /// Where the view looked at first: yaw and pitch; degrees.
    first_view: Option<[f64; 2]>,
    seconds: f64,
}

impl FirstHints {
    /// Nothing was done yet.
    pub fn new() -> Self {
        Self {
            left: HINTS.to_vec(),
            first_view: None,
            seconds: 0.0,
        }
    }

    /// Lets `seconds` pass; whether the first_hints are over.
    pub fn update(&mut self, seconds: f64) -> bool {
        self.seconds += seconds;
        self.left.is_empty() || self.seconds > LONGEST
    }

    /// Sees what the player's hands do.
    pub fn see_command(&mut self, command: &Command) {
        if [command.forward, command.right]
            .iter()
            .any(|axis| axis.value() != 0.0)
        {
            self.done(Hint::Walk);
        }
        let view = [command.yaw.degrees(), command.pitch.degrees()];
        let first = *self.first_view.get_or_insert(view);
        if (0..2).any(|axis| (view[axis] - first[axis]).abs() > LOOKED) {
            self.done(Hint::Look);
        }
    }

    /// Sees what the window is asked to do.
    pub fn see_action(&mut self, action: &Action) {
        match action {
            Action::ToggleOverlays(5) => self.done(Hint::SeeWhy),
            Action::ToggleOverlays(1) => self.done(Hint::Shapes),
            Action::ToggleOverlays(8) => self.done(Hint::Ghosts),
            Action::ToggleThirdPerson => self.done(Hint::Outside),
            Action::Pause => self.done(Hint::Pause),
            Action::Seek(_) => self.done(Hint::StepBack),
            Action::TogglePanel => self.done(Hint::Panel),
            Action::NextMap => self.done(Hint::Map),
            _ => {}
        }
    }

    fn done(&mut self, done: Hint) {
        self.left.retain(|(lesson, _)| *lesson != done);
    }

    /// What to try next.
    pub fn hints(&self) -> impl Iterator<Item = &'static str> {
        self.left.iter().take(AT_ONCE).map(|(_, words)| *words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::bindings::Bindings;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::Axis;

    fn first(first_hints: &FirstHints) -> &'static str {
        first_hints.hints().next().unwrap_or_default()
    }

    #[test]
    fn every_row_that_a_lesson_names_is_there() {
        for (_, words) in HINTS {
            assert_eq!(Bindings::default().unknown(words), None, "{words}");
        }
    }

    #[test]
    fn a_hint_goes_when_it_was_done_in_whatever_order() {
        let mut first_hints = FirstHints::new();
        let still = Command::default();
        first_hints.see_command(&still);
        assert!(first(&first_hints).contains("mouse"));
        first_hints.see_command(&Command {
            yaw: BinaryAngle::from_degrees(20.0),
            ..still
        });
        assert!(first(&first_hints).contains("walk_forward"));
        // Known already: it is never told.
        first_hints.see_action(&Action::ToggleOverlays(5));
        first_hints.see_command(&Command {
            forward: Axis::new(1.0),
            ..still
        });
        assert!(first(&first_hints).contains("overlay_1"));
    }

    #[test]
    fn who_did_everything_or_played_for_long_is_told_nothing_more() {
        let mut first_hints = FirstHints::new();
        assert!(!first_hints.update(1.0));
        for (lesson, _) in HINTS {
            assert!(!first_hints.update(1.0));
            first_hints.done(lesson);
        }
        assert!(first_hints.update(1.0));
        assert_eq!(first_hints.hints().count(), 0);
        assert!(FirstHints::new().update(LONGEST + 1.0));
    }
}
