//! Words and round numbers in which the game speaks of things, without knowledge of a session.

mod controller_words;
pub mod plural;
mod question_text;
mod scale;
mod surface_words;

pub use self::controller_words::{best_at, purpose};
pub use self::plural::{count, grouped};
pub use self::question_text::QuestionText;
pub use self::scale::round_below;
pub use self::surface_words::words_of;
