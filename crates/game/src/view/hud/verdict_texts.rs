//! The verdict on the last contact as text: one line for each controller. It is laid out only when a verdict changes.

use macroquad::color::Color;

use crate::options::controllers;
use crate::session::observe::Verdict;
use crate::view::palette;

/// The line of one controller.
pub struct VerdictText {
    pub name: String,
    pub words: String,
    pub color: Color,
}

/// The lines of the verdicts that were shown last.
#[derive(Default)]
pub struct VerdictTexts {
    verdicts: Vec<Verdict>,
    texts: Vec<VerdictText>,
}

impl VerdictTexts {
    /// The lines of `verdicts`, the player's first.
    pub fn of(&mut self, verdicts: &[Verdict]) -> &[VerdictText] {
        if self.verdicts != verdicts {
            self.verdicts = verdicts.to_vec();
            let lines = verdicts.iter().enumerate();
            self.texts = lines
                .map(|(number, verdict)| text(number == 0, verdict))
                .collect();
        }
        &self.texts
    }
}

fn text(is_own: bool, verdict: &Verdict) -> VerdictText {
    let name = controllers::name(verdict.controller);
    VerdictText {
        name: if is_own {
            format!("{name} (you)")
        } else {
            name.to_owned()
        },
        words: verdict.outcome.words(),
        color: palette::controller(verdict.controller),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::observe::Outcome;
    use sidle::player::Controller;

    #[test]
    fn the_first_line_is_that_of_the_player_and_lines_follow_their_verdicts() {
        let verdict = |controller| Verdict {
            controller,
            outcome: Outcome::Elsewhere,
        };
        let mut texts = VerdictTexts::default();
        let both = [verdict(Controller::Swept), verdict(Controller::Boxed)];
        let names = |texts: &[VerdictText]| -> Vec<String> {
            texts.iter().map(|line| line.name.clone()).collect()
        };
        assert_eq!(names(texts.of(&both)), ["swept (you)", "boxed"]);
        assert_eq!(names(texts.of(&both[1..])), ["boxed (you)"]);
        assert!(texts.of(&[]).is_empty());
    }
}
