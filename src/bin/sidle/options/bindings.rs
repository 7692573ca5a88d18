//! Which keys are bound to what: the table's own, until the player binds others.

use macroquad::input::{KeyCode, is_key_pressed};

use crate::options::action::Action;
use crate::options::controls::{BindingTarget, KeyRow, TABLE};
use crate::options::key_names;

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

/// The keys that a settings file wants.
#[derive(Debug, Default)]
pub struct WantedKeys(Vec<(usize, Vec<KeyCode>)>);

impl WantedKeys {
    /// Wants the keys of these names for the row `name`; one that is not known is passed over, since
    /// later versions may know it.
    ///
    /// # Errors
    /// Says why they cannot be had.
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
    /// The `wanted` keys, and the usual ones for everything else, but for those that are wanted.
    pub fn of(wanted: WantedKeys) -> Self {
        let mut bindings = Self::default();
        let taken: Vec<_> = wanted.0.iter().flat_map(|(_, keys)| keys).collect();
        for keys in &mut bindings.keys {
            keys.retain(|key| !taken.contains(&key));
        }
        for (number, keys) in wanted.0 {
            bindings.keys[number] = keys;
        }
        bindings
    }

    /// Binds `keys`, and no others, to the row `number`. Another row that has one of them gets those in
    /// their place which this one had, if it does not keep them; tells which rows that are.
    pub fn bind(&mut self, number: usize, keys: Vec<KeyCode>) -> Vec<usize> {
        let mut freed = std::mem::replace(&mut self.keys[number], keys.clone());
        freed.retain(|key| !keys.contains(key));
        let mut others = Vec::new();
        for (other, its) in self.keys.iter_mut().enumerate() {
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

    /// The names of all rows, and of their keys where these are not the usual ones.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, Option<Vec<&'static str>>)> {
        self.rows().map(|(row, keys)| {
            let names = || keys.iter().map(|key| key_names::name(*key)).collect();
            (row.name, (keys != row.keys).then(names))
        })
    }

    /// All that keys can do, and the keys that do it.
    pub fn rows(&self) -> impl Iterator<Item = (&'static KeyRow, &[KeyCode])> {
        TABLE.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The keys of the row `number`.
    pub fn keys(&self, number: usize) -> &[KeyCode] {
        &self.keys[number]
    }

    /// Whether a key that asks for `action` was pressed in this frame.
    pub fn asks_for(&self, action: Action) -> bool {
        let mut rows = self
            .rows()
            .filter(|(row, _)| row.target == BindingTarget::Ask(action));
        rows.any(|(_, keys)| keys.iter().any(|key| is_key_pressed(*key)))
    }

    /// `text` with the keys of the row `walk_forward` for `{walk_forward}`, and of several for their
    /// names in one brace: `WASD`.
    pub fn fill(&self, text: &str) -> String {
        self.fill_with(text, |_| None)
    }

    /// The same, with other words for the rows that have some.
    pub fn fill_with(&self, text: &str, other: impl Fn(&str) -> Option<String>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, (names, after))) = rest
            .split_once('{')
            .and_then(|(before, names)| Some((before, names.split_once('}')?)))
        {
            let labels: Vec<_> = names
                .split(' ')
                .map(|name| other(name).unwrap_or_else(|| self.label(name)))
                .collect();
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
        debug_assert!(row.is_some(), "no row is called {name}");
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
    pub fn help(&self, wanted: impl Fn(&KeyRow) -> bool) -> Vec<(String, String)> {
        let mut lines: Vec<(Vec<String>, &str)> = Vec::new();
        let mut last = None;
        for (row, keys) in self.rows().filter(|(row, _)| wanted(row)) {
            let label = key_names::label(keys);
            match lines
                .last_mut()
                .filter(|_| row.together.is_some() && row.together == last)
            {
                Some((labels, _)) => labels.push(label),
                None => lines.push((vec![label], row.together.unwrap_or(row.words))),
            }
            last = row.together;
        }
        let lines = lines.into_iter().map(|(labels, words)| {
            let keys = match labels.join(" ") {
                arrows if arrows == "Left Right Up Down" => "arrow keys".to_owned(),
                _ if labels.len() == 2 => labels.join(" and "),
                keys => keys,
            };
            (keys, words.to_owned())
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::controls::Group;

    #[test]
    fn keys_that_are_taken_are_swapped() {
        let row = |name| TABLE.iter().position(|row| row.name == name).unwrap();
        let [jump, down, fly] = ["jump", "down", "fly"].map(row);
        let mut bindings = Bindings::default();
        assert_eq!(bindings.bind(jump, vec![KeyCode::C]), [down]);
        assert_eq!(bindings.fill("{jump}, {down}"), "C, Ctrl or Space");
        assert_eq!(bindings.bind(fly, vec![KeyCode::F25]), [0; 0]);
        // One key more frees none.
        assert_eq!(bindings.bind(fly, vec![KeyCode::F25, KeyCode::C]), [jump]);
        assert_eq!(bindings.fill("{jump}, {fly}"), "no key, F25 or C");
        for (number, row) in TABLE.iter().enumerate() {
            bindings.bind(number, row.keys.to_vec());
        }
        assert_eq!(bindings, Bindings::default());
    }

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
        assert_eq!(line("[ and ]"), Some("the level before, and the next"));
        assert_eq!(line("I K J L U O"), None, "there is no lab");
    }
}
