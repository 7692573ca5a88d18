//! The text of a question to the player, which the window or the page shows.

use serde::Serialize;

/// The text of a question, and of its answers. The page reads it as JSON (`web/question.js`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionText {
    /// The question itself.
    pub title: String,
    /// What the player should know, a sentence each.
    pub details: Vec<String>,
    /// What follows from that, or the cost.
    pub note: String,
    /// The words on the buttons: of yes, of no, and of leaving if there is that.
    pub answers: &'static [&'static str],
}
