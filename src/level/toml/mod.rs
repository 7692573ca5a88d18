//! TOML with the place of every value, and what a level's text may say.
//!
//! Reading order: [`keys`] (tables and keys, as a table), `reader.rs` (reads values, and reports every problem),
//! `table.rs` (a table that is read key by key), `misplaced.rs` (where an unknown key belongs), `syntax.rs` (repairs for
//! what is not TOML), `range.rs` (ranges of numbers), `texts.rs` (texts that the game shows) and `toml_string.rs` (texts
//! as TOML).

pub mod keys;
mod misplaced;
mod range;
mod reader;
mod syntax;
mod table;
mod texts;
mod toml_string;

pub use range::{COORDINATES, FARTHEST, LARGEST};
pub use reader::{FileKind, Reader, to_number};
pub use table::Table;
pub use texts::{TextLabels, read_text};
pub use toml_string::{is_bare_key, toml_string};
