//! The questions of the game, and their answers: whether to load a level over the limits of the player's files, and how to go
//! on where the ticks take longer than there is time.

use crate::app::Game;
use crate::platform;
use crate::platform::event::Answer;
use crate::session::load::{Loaded, OversizeQuestion};
use crate::ui::screens::question::{Question, Subject};

impl Game {
    /// Asks the player whether to load the level that was `loaded`, although it is over its limits. Returns `false` if there is
    /// nothing to ask, or the player has answered already.
    pub(in crate::app) fn asks_about<P>(&mut self, loaded: &Loaded<P>) -> bool {
        if self.slot.reloader.is_answered(loaded.path()) {
            return false;
        }
        let Some(question) = OversizeQuestion::of(loaded) else {
            return false;
        };
        self.ask(Subject::Oversize(question));
        true
    }

    /// Asks the player about `subject`, in the window or in the page.
    pub(in crate::app) fn ask(&mut self, subject: Subject) {
        // The mouse presses a button.
        self.input.mouse.set(false);
        // Text and numbers can always be written.
        let json = serde_json::to_string(subject.text()).unwrap_or_default();
        platform::notify_page(&format!("question {json}"));
        self.screens.question = Some(Question::new(subject));
    }

    /// Withdraws the question, since another level is played or opened.
    pub(in crate::app) fn withdraw_question(&mut self) -> Option<Subject> {
        let question = self.screens.question.take()?;
        platform::notify_page("question");
        Some(question.subject)
    }

    /// Does what the player has answered.
    pub(in crate::app) fn answer_question(&mut self, answer: Answer) {
        match self.withdraw_question() {
            Some(Subject::Oversize(question)) => {
                self.load_oversize(&question, answer == Answer::Yes);
            }
            Some(Subject::SlowTicks(_)) => self.go_on_slower(answer),
            None => {}
        }
    }

    /// Loads the level in question without limits, or keeps the one that is played.
    fn load_oversize(&mut self, question: &OversizeQuestion, loads: bool) {
        self.slot.reloader.answer(question.path(), loads);
        if loads {
            self.slot.drop_entering();
            self.slot.reloader.begin(question.source().clone());
        } else {
            self.slot.opening.cancel();
            // An edit of the level that is played: the page's editor marks what there is too much of.
            if self.slot.document.file() == Some(question.path()) {
                platform::notify_page(&question.report);
            }
            let name = question.path().display();
            self.show_message(format!("{name} is not loaded, since it is very large"));
        }
    }
}
