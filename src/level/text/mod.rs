//! A file's text: its places, and what is wrong with it.
//!
//! Reading order: `diagnostic.rs` (a problem, as users see it), `source.rs` (a text with a name, and the places in it),
//! `problems.rs` (the problems of one file, up to a limit), `foreign_format.rs` (files in other formats) and
//! `words.rs` (words of messages).

mod diagnostic;
mod foreign_format;
mod problems;
mod source;
mod words;

pub use diagnostic::{Diagnostic, Place, Severity, is_terminal_control, printable, sort_by_place};
#[cfg(test)]
pub use problems::MAX_PROBLEMS;
pub use problems::Problems;
pub use source::{Source, brief};
pub use words::{a, count, did_you_mean, did_you_mean_this, list, name_of};
