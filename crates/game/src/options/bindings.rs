//! Key bindings: the keys of each row of the table, with the player's overrides.

use std::rc::Rc;

use macroquad::input::{KeyCode, is_key_pressed};

use crate::options::action::Action;
use crate::options::controls::{BindingTarget, KeyRow, TABLE};
use crate::options::key_names::{self, CAP};

/// How the help's line of the four arrow keys would begin.
const ARROWS: &str = "⟦Left⟧ ⟦Right⟧ ⟦Up⟧ ⟦Down⟧";

/// The keys of each row of the table. A clone shares them until one of the two changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    keys: Rc<Vec<Vec<KeyCode>>>,
}

impl Default for Bindings {
    fn default() -> Self {
        let keys = TABLE.iter().map(|row| row.keys.to_vec());
        Self {
            keys: Rc::new(keys.collect()),
        }
    }
}

/// The key bindings of a settings file.
#[derive(Debug, Default)]
pub struct KeyOverrides(Vec<(usize, Vec<KeyCode>)>);

impl KeyOverrides {
    /// Binds `keys` to the row `name`. Ignores an unknown row, which a later version may have.
    ///
    /// # Errors
    /// A message, when a key is unknown, reserved or bound already.
    pub fn add(&mut self, name: &str, keys: &[&str]) -> Result<(), String> {
        let Some(number) = TABLE.iter().position(|row| row.name == name) else {
            return Ok(());
        };
        let mut codes = Vec::new();
        for key in keys {
            let code = key_names::key(key)
                .ok_or_else(|| format!("cannot be bound: there is no key `{key}`"))?;
            if code == KeyCode::Escape {
                return Err("cannot be bound: Esc always leaves".to_owned());
            }
            if let Some((other, _)) = self.0.iter().find(|(_, keys)| keys.contains(&code)) {
                let (key, other) = (key_names::name(code), TABLE[*other].name);
                return Err(format!("cannot be bound: `{key}` does `{other}` already"));
            }
            codes.push(code);
        }
        self.0.push((number, codes));
        Ok(())
    }
}

impl Bindings {
    /// The default bindings with `overrides`. A default key that an override uses is removed from its row.
    pub fn with_overrides(overrides: KeyOverrides) -> Self {
        let mut bindings = Self::default();
        let rows = Rc::make_mut(&mut bindings.keys);
        let taken: Vec<_> = overrides.0.iter().flat_map(|(_, keys)| keys).collect();
        for keys in rows.iter_mut() {
            keys.retain(|key| !taken.contains(&key));
        }
        for (number, keys) in overrides.0 {
            rows[number] = keys;
        }
        bindings
    }

    /// Binds exactly `keys` to the row `number`. A row that loses a key to it gets the keys that row `number` gives up.
    /// Returns the other rows that changed.
    pub fn bind(&mut self, number: usize, keys: Vec<KeyCode>) -> Vec<usize> {
        let rows = Rc::make_mut(&mut self.keys);
        let mut freed = std::mem::replace(&mut rows[number], keys.clone());
        freed.retain(|key| !keys.contains(key));
        let mut others = Vec::new();
        for (other, its) in rows.iter_mut().enumerate() {
            let before = its.len();
            if other != number {
                its.retain(|key| !keys.contains(key));
            }
            if its.len() < before {
                its.append(&mut freed);
                others.push(other);
            }
        }
        others
    }

    /// The name of each row, with the names of its keys if these are not the default.
    pub fn overrides(&self) -> impl Iterator<Item = (&'static str, Option<Vec<&'static str>>)> {
        self.rows().map(|(row, keys)| {
            let names = || keys.iter().map(|key| key_names::name(*key)).collect();
            (row.name, (keys != row.keys).then(names))
        })
    }

    /// Each row of the table with its keys.
    pub fn rows(&self) -> impl Iterator<Item = (&'static KeyRow, &[KeyCode])> {
        TABLE.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The keys of the row `number`.
    pub fn keys(&self, number: usize) -> &[KeyCode] {
        &self.keys[number]
    }

    /// Whether a key bound to `action` was pressed in this frame.
    pub fn is_pressed(&self, action: Action) -> bool {
        let mut rows = self
            .rows()
            .filter(|(row, _)| row.target == BindingTarget::Action(action));
        rows.any(|(_, keys)| keys.iter().any(|key| is_key_pressed(*key)))
    }

    /// Replaces names of rows in braces by their keys. `{walk_forward}` becomes `W`, and several names in one brace
    /// become `WASD`.
    #[cfg(test)]
    pub fn expand_keys(&self, text: &str) -> String {
        self.expand_keys_with(text, |name| self.label(name, key_names::label))
    }

    /// Replaces names of rows in braces by their key caps.
    pub fn expand_caps(&self, text: &str) -> String {
        self.expand_keys_with(text, |name| self.label(name, key_names::caps))
    }

    /// Replaces names of rows in braces by their `label`. Other braces stay, since a level's text may contain any.
    pub fn expand_keys_with(&self, text: &str, label: impl Fn(&str) -> String) -> String {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some((before, (names, after))) = rest
            .split_once('{')
            .and_then(|(before, names)| Some((before, names.split_once('}')?)))
        {
            expanded += before;
            if !names.split(' ').all(|name| self.has_row(name)) {
                expanded.push('{');
                rest = &rest[before.len() + 1..];
                continue;
            }
            let labels: Vec<_> = names.split(' ').map(&label).collect();
            let letters = labels
                .iter()
                .all(|label| label.trim_matches(CAP).chars().count() == 1);
            expanded += &labels.join(if letters { "" } else { " " });
            rest = after;
        }
        expanded + rest
    }

    fn has_row(&self, name: &str) -> bool {
        self.rows().any(|(row, _)| row.name == name)
    }

    /// The keys of the row `name`, for display.
    fn label(&self, name: &str, words: fn(&[KeyCode]) -> String) -> String {
        let row = self.rows().find(|(row, _)| row.name == name);
        row.map_or(String::new(), |(_, keys)| words(keys))
    }

    /// The first name in braces in `text` that is not the name of a row.
    #[cfg(test)]
    pub fn unknown<'t>(&self, text: &'t str) -> Option<&'t str> {
        let named = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let mut names = named.flat_map(|(names, _)| names.split(' '));
        names.find(|name| !self.has_row(name))
    }

    /// The lines of the help for the rows that pass `filter`: keys and description.
    pub fn help(&self, filter: impl Fn(&KeyRow) -> bool) -> Vec<(String, String)> {
        let mut lines: Vec<(Vec<String>, &str)> = Vec::new();
        let mut last = None;
        for (row, keys) in self.rows().filter(|(row, _)| filter(row)) {
            let label = key_names::caps(keys);
            match lines
                .last_mut()
                .filter(|_| row.shared_help.is_some() && row.shared_help == last)
            {
                Some((labels, _)) => labels.push(label),
                None => lines.push((vec![label], row.shared_help.unwrap_or(row.description))),
            }
            last = row.shared_help;
        }
        let lines = lines.into_iter().map(|(labels, description)| {
            let keys = match labels.join(" ") {
                arrows if arrows == ARROWS => "arrow keys".to_owned(),
                _ if labels.len() == 2 => labels.join(" and "),
                keys => keys,
            };
            (keys, description.to_owned())
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::controls::KeyGroup;

    #[test]
    fn binding_a_taken_key_swaps_the_keys_of_both_rows() {
        let row = |name| TABLE.iter().position(|row| row.name == name).unwrap();
        let [jump, down, fly] = ["jump", "down", "fly"].map(row);
        let mut bindings = Bindings::default();
        assert_eq!(bindings.bind(jump, vec![KeyCode::C]), [down]);
        assert_eq!(bindings.expand_keys("{jump}, {down}"), "C, Ctrl or Space");
        assert_eq!(bindings.bind(fly, vec![KeyCode::F25]), [0; 0]);
        // A row that keeps its keys gives none away.
        assert_eq!(bindings.bind(fly, vec![KeyCode::F25, KeyCode::C]), [jump]);
        assert_eq!(bindings.expand_keys("{jump}, {fly}"), "no key, F25 or C");
        for (number, row) in TABLE.iter().enumerate() {
            bindings.bind(number, row.keys.to_vec());
        }
        assert_eq!(bindings, Bindings::default());
    }

    #[test]
    fn names_in_braces_are_replaced_by_their_keys() {
        let bindings = Bindings::default();
        let walk = "{walk_forward walk_left walk_back walk_right} walk";
        assert_eq!(bindings.expand_keys(walk), "WASD walk");
        assert_eq!(
            bindings.expand_keys("{jump fly}: {down}"),
            "Space V: C or Ctrl"
        );
        for other in ["no key, {open", "{no_row}", "{}", "{ {jump", "}{"] {
            assert_eq!(bindings.expand_keys(other), other);
        }
        assert_eq!(bindings.expand_keys("{a {jump}}"), "{a Space}");
        assert_eq!(bindings.expand_caps(walk), "⟦W⟧⟦A⟧⟦S⟧⟦D⟧ walk");
        assert_eq!(bindings.expand_caps("{down}: down"), "⟦C⟧ or ⟦Ctrl⟧: down");
    }

    #[test]
    fn the_help_joins_rows_that_share_a_line() {
        let help = Bindings::default().help(|row| row.group != KeyGroup::Lab);
        let line = |keys: &str| {
            let line = help.iter().find(|(known, _)| known == keys);
            line.map(|(_, description)| description.as_str())
        };
        assert_eq!(line("⟦W⟧ ⟦A⟧ ⟦S⟧ ⟦D⟧"), Some("walk, or fly"));
        assert_eq!(line("arrow keys"), Some("turn the view"));
        assert_eq!(
            line("⟦C⟧ or ⟦Ctrl⟧"),
            Some("crouch, as a person or capsule; when flying: down")
        );
        assert_eq!(
            line("⟦[⟧ and ⟦]⟧"),
            Some("the level before, and the next, in the order in which they teach")
        );
        assert_eq!(line("⟦I⟧ ⟦K⟧ ⟦J⟧ ⟦L⟧ ⟦U⟧ ⟦O⟧"), None, "there is no lab");
    }
}
