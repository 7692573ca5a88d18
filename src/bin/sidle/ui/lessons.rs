//! The hints of the first game: what there is to try, one thing after the other, until each was done.

use sidle::player::Command;

use crate::options::action::Action;

/// Something to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lesson {
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
const LESSONS: [(Lesson, &str); 10] = [
    (Lesson::Look, "click, and look around with the mouse"),
    (
        Lesson::Walk,
        "{walk_forward walk_left walk_back walk_right} walk",
    ),
    (Lesson::SeeWhy, "walk into something: {overlay_5} see why"),
    (Lesson::Shapes, "{overlay_1} see what you collide with"),
    (Lesson::Outside, "{outside} see yourself from outside"),
    (Lesson::Pause, "{pause} pause"),
    (Lesson::StepBack, "{step_back} a tick back"),
    (
        Lesson::Ghosts,
        "{overlay_8} let the other controllers go along",
    ),
    (Lesson::Panel, "{panel} the panel: try other values"),
    (Lesson::Map, "{map} map"),
];

/// So many are told at a time.
const AT_ONCE: usize = 2;

/// Who has done all that the keys offer has seen the hints; so has who played for so long; seconds.
const LONGEST: f64 = 600.0;

/// Whoever has turned by so much has looked around; degrees.
const LOOKED: f64 = 8.0;

/// What of it was done.
#[derive(Clone, Debug)]
pub struct Lessons {
    left: Vec<(Lesson, &'static str)>,
    /// Where the view looked at first: yaw and pitch; degrees.
    first_view: Option<[f64; 2]>,
    seconds: f64,
}

impl Lessons {
    /// Nothing was done yet.
    pub fn new() -> Self {
        Self {
            left: LESSONS.to_vec(),
            first_view: None,
            seconds: 0.0,
        }
    }

    /// Lets `seconds` pass; whether the lessons are over.
    pub fn pass_time(&mut self, seconds: f64) -> bool {
        self.seconds += seconds;
        self.left.is_empty() || self.seconds > LONGEST
    }

    /// Sees what the player's hands do.
    pub fn see(&mut self, command: &Command) {
        if [command.forward, command.right]
            .iter()
            .any(|axis| axis.value() != 0.0)
        {
            self.done(Lesson::Walk);
        }
        let view = [command.yaw.degrees(), command.pitch.degrees()];
        let first = *self.first_view.get_or_insert(view);
        if (0..2).any(|axis| (view[axis] - first[axis]).abs() > LOOKED) {
            self.done(Lesson::Look);
        }
    }

    /// Sees what the window is asked to do.
    pub fn hear(&mut self, action: &Action) {
        match action {
            Action::ToggleOverlays(5) => self.done(Lesson::SeeWhy),
            Action::ToggleOverlays(1) => self.done(Lesson::Shapes),
            Action::ToggleOverlays(8) => self.done(Lesson::Ghosts),
            Action::ToggleOutside => self.done(Lesson::Outside),
            Action::Pause => self.done(Lesson::Pause),
            Action::Look(_) => self.done(Lesson::StepBack),
            Action::TogglePanel => self.done(Lesson::Panel),
            Action::NextMap => self.done(Lesson::Map),
            _ => {}
        }
    }

    fn done(&mut self, done: Lesson) {
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

    fn first(lessons: &Lessons) -> &'static str {
        lessons.hints().next().unwrap_or_default()
    }

    #[test]
    fn every_row_that_a_lesson_names_is_there() {
        for (_, words) in LESSONS {
            assert_eq!(Bindings::default().unknown(words), None, "{words}");
        }
    }

    #[test]
    fn a_hint_goes_when_it_was_done_in_whatever_order() {
        let mut lessons = Lessons::new();
        let still = Command::default();
        lessons.see(&still);
        assert!(first(&lessons).contains("mouse"));
        lessons.see(&Command {
            yaw: BinaryAngle::from_degrees(20.0),
            ..still
        });
        assert!(first(&lessons).contains("walk_forward"));
        // Known already: it is never told.
        lessons.hear(&Action::ToggleOverlays(5));
        lessons.see(&Command {
            forward: Axis::new(1.0),
            ..still
        });
        assert!(first(&lessons).contains("overlay_1"));
    }

    #[test]
    fn who_did_everything_or_played_for_long_is_told_nothing_more() {
        let mut lessons = Lessons::new();
        assert!(!lessons.pass_time(1.0));
        for (lesson, _) in LESSONS {
            assert!(!lessons.pass_time(1.0));
            lessons.done(lesson);
        }
        assert!(lessons.pass_time(1.0));
        assert_eq!(lessons.hints().count(), 0);
        assert!(Lessons::new().pass_time(LONGEST + 1.0));
    }
}
