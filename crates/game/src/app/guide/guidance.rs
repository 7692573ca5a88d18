//! Explanations that the game offers unasked: the hints of a first game, and anomalies.

use sidle::player::Command;

use crate::options::action::Action;
use crate::options::settings::values::Values;
use crate::ui::first_hints::FirstHints;

/// The hints that are left, and which explanations were given.
pub struct Guidance {
    /// `None` once they are over.
    first_hints: Option<FirstHints>,
    /// Whether the player knows that an overlay explains anomalies.
    anomaly_announced: bool,
}

impl Guidance {
    pub fn new(settings: &Values) -> Self {
        Self {
            first_hints: (!settings.hints_seen).then(FirstHints::new),
            anomaly_announced: false,
        }
    }

    /// Shows no hints.
    pub fn disable_hints(&mut self) {
        self.first_hints = None;
    }

    /// Whether hints of a first game are left.
    pub fn is_first_game(&self) -> bool {
        self.first_hints.is_some()
    }

    /// The hints to show.
    pub fn hints(&self) -> Vec<&'static str> {
        self.first_hints
            .iter()
            .flat_map(FirstHints::hints)
            .collect()
    }

    /// Removes the hints that `action` has followed.
    pub fn note_action(&mut self, action: &Action) {
        if let Some(first_hints) = &mut self.first_hints {
            first_hints.note_action(action);
        }
    }

    /// Removes the hints that the live `command` has followed.
    pub fn note_command(&mut self, command: &Command) {
        if let Some(first_hints) = &mut self.first_hints {
            first_hints.note_command(command);
        }
    }

    /// Advances by `seconds`. Returns whether the hints have ended in this time.
    pub fn update(&mut self, seconds: f64) -> bool {
        let over = |first_hints: &mut FirstHints| first_hints.update(seconds);
        self.first_hints.take_if(over).is_some()
    }

    /// The words about the key that explains an anomaly. They are returned once, and not while the view from the side shows the
    /// anomaly anyway.
    pub fn explain_anomaly(&mut self, moves_shown: bool) -> Option<&'static str> {
        let knows = std::mem::replace(&mut self.anomaly_announced, true);
        (!moves_shown && !knows).then_some("press {overlay_5} to see why")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anomaly_is_explained_once_and_not_while_it_is_seen_from_the_side() {
        let mut guidance = Guidance::new(&Values::default());
        assert!(guidance.explain_anomaly(false).is_some());
        assert_eq!(guidance.explain_anomaly(false), None);
        let mut guidance = Guidance::new(&Values::default());
        assert_eq!(guidance.explain_anomaly(true), None);
        assert_eq!(guidance.explain_anomaly(false), None);
    }
}
