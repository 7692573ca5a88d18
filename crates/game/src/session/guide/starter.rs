//! The levels from which a new one starts: a small room to change, and an empty floor.

use sidle::level::toml_string;

use crate::options::action::Starter;

/// The text of a new level of this `name`.
pub fn starter_level(starter: Starter, name: &str) -> String {
    let text = match starter {
        Starter::Room => include_str!("starter.toml"),
        Starter::Empty => include_str!("empty.toml"),
    };
    text.replace("\"NAME\"", &toml_string(name))
}
