//! Words and round numbers in which the game speaks of things, without knowledge of a session.

pub mod controller_words;
pub mod plural;
pub mod scale;
pub mod surface_words;
