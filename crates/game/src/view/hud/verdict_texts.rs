//! The verdict on the last contact as text: one line for each controller. It is laid out only when a verdict changes.

use macroquad::color::Color;

use sidle::player::Controller;

use crate::options::controllers;
use crate::session::observe::Verdict;
use crate::view::palette;

/// The line of one controller.
pub struct VerdictText {
    pub controller: Controller,
    pub name: String,
    pub words: String,
    pub color: Color,
}

/// The lines of the verdicts that were shown last.
#[derive(Default)]
pub struct VerdictTexts {
    verdicts: Vec<Verdict>,
    own: Option<Controller>,
    texts: Vec<VerdictText>,
}

impl VerdictTexts {
    /// The lines of `verdicts`. The player has the controller `own`, and may have had another one in the contact.
    pub fn of(&mut self, verdicts: &[Verdict], own: Controller) -> &[VerdictText] {
        if self.verdicts != verdicts || self.own != Some(own) {
            self.verdicts = verdicts.to_vec();
            self.own = Some(own);
            self.texts = verdicts.iter().map(|verdict| text(verdict, own)).collect();
        }
        &self.texts
    }
}

fn text(verdict: &Verdict, own: Controller) -> VerdictText {
    let controller = verdict.controller;
    VerdictText {
        controller,
        name: title(controller, controller == own),
        words: verdict.outcome.words(),
        color: palette::controller(controller),
    }
}

/// The name of `controller`, and whether it is the player's own.
pub fn title(controller: Controller, is_own: bool) -> String {
    let you = if is_own { " (you)" } else { "" };
    controllers::name(controller).to_owned() + you
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::observe::Outcome;

    #[test]
    fn the_line_of_the_controller_that_the_player_has_now_says_so() {
        let verdict = |controller| Verdict {
            controller,
            outcome: Outcome::Tunnelled,
        };
        let mut texts = VerdictTexts::default();
        let both = [verdict(Controller::Swept), verdict(Controller::Boxed)];
        let names = |texts: &[VerdictText]| -> Vec<String> {
            texts.iter().map(|line| line.name.clone()).collect()
        };
        let [swept, boxed] = both.map(|verdict| verdict.controller);
        assert_eq!(names(texts.of(&both, swept)), ["swept (you)", "boxed"]);
        assert_eq!(names(texts.of(&both, boxed)), ["swept", "boxed (you)"]);
        assert_eq!(names(texts.of(&both[1..], boxed)), ["boxed (you)"]);
        assert!(texts.of(&[], boxed).is_empty());
    }
}
