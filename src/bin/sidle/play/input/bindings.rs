//! Which keys are bound to what: the table's own, until the player binds others.

use macroquad::input::{KeyCode, is_key_down, is_key_pressed};

use super::key_names;
use super::table::{Control, Does, Row, TABLE};
use crate::play::action::Action;

/// The keys of each row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    keys: Vec<Vec<KeyCode>>,
}

impl Default for Bindings {
    fn default() -> Self {
        let keys = TABLE.iter().map(|row| row.keys.to_vec());
        Self {
            keys: keys.collect(),
        }
    }
}

impl Bindings {
    /// All that keys can do, and the keys that do it.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Row, &[KeyCode])> {
        TABLE.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// Whether a key of `control` is held.
    pub fn is_down(&self, control: Control) -> bool {
        self.keys_of(control).iter().any(|key| is_key_down(*key))
    }

    /// Whether a key of `control` was pressed in this frame.
    pub fn is_pressed(&self, control: Control) -> bool {
        self.keys_of(control).iter().any(|key| is_key_pressed(*key))
    }

    /// Whether a key that asks for `action` was pressed in this frame.
    pub fn asks_for(&self, action: Action) -> bool {
        let mut rows = self.rows().filter(|(row, _)| row.does == Does::Ask(action));
        rows.any(|(_, keys)| keys.iter().any(|key| is_key_pressed(*key)))
    }

    fn keys_of(&self, control: Control) -> &[KeyCode] {
        let mut rows = self.rows();
        let held = rows.find(|(row, _)| row.does == Does::Hold(control));
        held.map_or(&[], |(_, keys)| keys)
    }

    /// `text` with the keys of the row `walk_forward` for `{walk_forward}`, and of several for their
    /// names in one brace: `WASD`.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, (names, after))) = rest
            .split_once('{')
            .and_then(|(before, names)| Some((before, names.split_once('}')?)))
        {
            let labels: Vec<_> = names.split(' ').map(|name| self.label(name)).collect();
            let letters = labels.iter().all(|label| label.chars().count() == 1);
            filled += before;
            filled += &labels.join(if letters { "" } else { " " });
            rest = after;
        }
        filled + rest
    }

    /// The keys of the row `name`, in words.
    fn label(&self, name: &str) -> String {
        let row = self.rows().find(|(row, _)| row.name == name);
        row.map_or(String::new(), |(_, keys)| key_names::label(keys))
    }

    /// A name in braces in `text` that no row has.
    #[cfg(test)]
    pub fn unknown<'t>(&self, text: &'t str) -> Option<&'t str> {
        let named = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let mut names = named.flat_map(|(names, _)| names.split(' '));
        names.find(|name| self.rows().all(|(row, _)| row.name != *name))
    }

    /// What the help says of the rows that are `wanted`: keys, and what they do.
    pub fn help(&self, wanted: impl Fn(&Row) -> bool) -> Vec<(String, String)> {
        let mut help: Vec<(String, String)> = Vec::new();
        let mut last = None;
        for (row, keys) in self.rows().filter(|(row, _)| wanted(row)) {
            let label = key_names::label(keys);
            match help
                .last_mut()
                .filter(|_| row.together.is_some() && row.together == last)
            {
                Some((labels, _)) => *labels += &format!(" {label}"),
                None => help.push((label, row.together.unwrap_or(row.words).to_owned())),
            }
            last = row.together;
        }
        for (keys, _) in &mut help {
            if keys == "Left Right Up Down" {
                "arrow keys".clone_into(keys);
            }
        }
        help
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Group;
    use super::*;

    #[test]
    fn words_are_filled_with_the_keys_that_are_bound() {
        let bindings = Bindings::default();
        let walk = "{walk_forward walk_left walk_back walk_right} walk";
        assert_eq!(bindings.fill(walk), "WASD walk");
        assert_eq!(bindings.fill("{jump fly}: {down}"), "Space V: C or Ctrl");
        assert_eq!(bindings.fill("no key, {open"), "no key, {open");
    }

    #[test]
    fn the_help_tells_every_row_and_neighbours_in_one_line() {
        let help = Bindings::default().help(|row| row.group != Group::Lab);
        let line = |keys: &str| {
            let line = help.iter().find(|(known, _)| known == keys);
            line.map(|(_, words)| words.as_str())
        };
        assert_eq!(line("W A S D"), Some("walk, or fly"));
        assert_eq!(line("arrow keys"), Some("turn the view"));
        assert_eq!(line("C or Ctrl"), Some("when flying: down"));
        assert_eq!(line("[ ]"), Some("the level before, and the next"));
        assert_eq!(line("I K J L U O"), None, "there is no lab");
    }
}
