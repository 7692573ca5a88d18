//! The hints of a first game: things to try, until the player has done each.

use sidle::player::Command;

use crate::options::action::Action;

/// Something that a new player can try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Look,
    Walk,
    SeeWhy,
    Ghosts,
    Shapes,
    Outside,
    Pause,
    StepBack,
    Panel,
    Map,
}

/// All hints in their order; names of rows of keys are in braces.
const HINTS: [(Hint, &str); 10] = [
    (Hint::Look, "click, and look around with the mouse"),
    (
        Hint::Walk,
        "{walk_forward walk_left walk_back walk_right} walk",
    ),
    (Hint::SeeWhy, "walk into something: {overlay_5} see why"),
    (
        Hint::Ghosts,
        "{overlay_8} compare with the other controllers",
    ),
    (Hint::Shapes, "{overlay_1} show collision shapes"),
    (Hint::Outside, "{outside} see yourself from outside"),
    (Hint::Pause, "{pause} pause"),
    (Hint::StepBack, "{step_back} a tick back"),
    (Hint::Panel, "{panel} the panel: try other values"),
    (Hint::Map, "{map} map"),
];

/// How many hints are shown at a time.
const AT_ONCE: usize = 2;

/// The hints end after this time, even if some are left; seconds.
const MAX_SECONDS: f64 = 600.0;

/// A turn by more than this counts as looking around; degrees.
const LOOKED_DEG: f64 = 8.0;

/// The hints that are left.
#[derive(Clone, Debug)]
pub struct FirstHints {
    left: Vec<(Hint, &'static str)>,
    /// The view of the first command: yaw and pitch; degrees.
    first_view: Option<[f64; 2]>,
    seconds: f64,
}

impl FirstHints {
    pub fn new() -> Self {
        Self {
            left: HINTS.to_vec(),
            first_view: None,
            seconds: 0.0,
        }
    }

    /// Advances by `seconds`; returns whether the hints are over.
    pub fn update(&mut self, seconds: f64) -> bool {
        self.seconds += seconds;
        self.left.is_empty() || self.seconds > MAX_SECONDS
    }

    /// Removes the hints that `command` has followed.
    pub fn note_command(&mut self, command: &Command) {
        if [command.forward, command.right]
            .iter()
            .any(|axis| axis.value() != 0.0)
        {
            self.done(Hint::Walk);
        }
        let view = [command.yaw.degrees(), command.pitch.degrees()];
        let first = *self.first_view.get_or_insert(view);
        if (0..2).any(|axis| (view[axis] - first[axis]).abs() > LOOKED_DEG) {
            self.done(Hint::Look);
        }
    }

    /// Removes the hint that `action` has followed.
    pub fn note_action(&mut self, action: &Action) {
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
        self.left.retain(|(hint, _)| *hint != done);
    }

    /// The hints to show.
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
    fn first_hints_name_known_rows_only() {
        for (_, words) in HINTS {
            assert_eq!(Bindings::default().unknown(words), None, "{words}");
        }
    }

    #[test]
    fn a_hint_disappears_once_followed_in_any_order() {
        let mut first_hints = FirstHints::new();
        let still = Command::default();
        first_hints.note_command(&still);
        assert!(first(&first_hints).contains("mouse"));
        first_hints.note_command(&Command {
            yaw: BinaryAngle::from_degrees(20.0),
            ..still
        });
        assert!(first(&first_hints).contains("walk_forward"));
        // Followed before it is shown: it is never shown.
        first_hints.note_action(&Action::ToggleOverlays(5));
        first_hints.note_command(&Command {
            forward: Axis::new(1.0),
            ..still
        });
        assert!(first(&first_hints).contains("overlay_8"));
    }

    #[test]
    fn the_hints_end_when_all_are_followed_or_time_is_up() {
        let mut first_hints = FirstHints::new();
        assert!(!first_hints.update(1.0));
        for (hint, _) in HINTS {
            assert!(!first_hints.update(1.0));
            first_hints.done(hint);
        }
        assert!(first_hints.update(1.0));
        assert_eq!(first_hints.hints().count(), 0);
        assert!(FirstHints::new().update(MAX_SECONDS + 1.0));
    }
}
