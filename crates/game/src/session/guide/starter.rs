//! The level from which a new one starts: a small room to change.

use sidle::level::toml_string;

/// The text, with a place for the name.
const STARTER: &str = include_str!("starter.toml");

/// The text of a new level of this `name`.
pub fn starter_level(name: &str) -> String {
    STARTER.replace("\"NAME\"", &toml_string(name))
}
