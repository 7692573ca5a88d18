//! The places of the editable numbers in a level's text.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::finder::{Finder, KeyPlace};
use super::line::line_start;
use super::number::{Rounding, written};
use super::numbers::{EditError, PropNumbers, PropText};
use super::player_table::PlayerTable;
use crate::level::reader::to_number;

/// All places that can be edited.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    pub spawn: Entry,
    pub props: Vec<Entry>,
    pub player: Option<PlayerTable>,
    /// Whether the props are written as `prop = [{…}]`.
    pub in_one_list: bool,
}

/// A table: a `[[prop]]`, or the spawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// Its header, or the whole table when it is inline.
    pub span: Range<usize>,
    /// The end of its last value.
    pub end: usize,
    /// Whether it is an inline table.
    pub inline: bool,
    kind: String,
    keys: Vec<Key>,
}

/// A key with one number or three.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    name: String,
    place: KeyPlace,
    numbers: Numbers,
}

/// A value: one number or a list of three, each with its place and whether it is an integer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Numbers {
    span: Range<usize>,
    list: bool,
    numbers: Vec<(Range<usize>, f64, bool)>,
}

impl Places {
    /// Finds them in `text`.
    pub fn find(text: &str) -> Result<Self, EditError> {
        let unreadable = |why: &str| EditError::Unreadable(why.to_owned());
        let finder = Finder::new(text);
        let parsed = DeTable::parse(finder.body()).map_err(|error| unreadable(error.message()))?;
        let root = parsed.get_ref();
        let spawn = root
            .get("spawn")
            .ok_or_else(|| unreadable("no `[spawn]`"))?;
        let spawn = finder.entry(spawn)?;
        if spawn.place_of("position").is_none() {
            return Err(unreadable("the spawn has no position"));
        }
        let list = root.get("prop");
        let list = list.map(|value| value.get_ref().as_array());
        let (mut props, mut in_one_list) = (Vec::new(), false);
        if let Some(list) = list {
            let list = list.ok_or_else(|| unreadable("`prop` is no list"))?;
            for entry in list.iter() {
                props.push(finder.entry(entry)?);
            }
            in_one_list = props.iter().any(|entry| entry.inline) || props.is_empty();
        }
        if props.iter().any(|prop| prop.place_of("position").is_none()) {
            return Err(unreadable("a prop has no position"));
        }
        let player = root.get("player");
        Ok(Self {
            spawn,
            props,
            player: player.and_then(|value| PlayerTable::find(&finder, value)),
            in_one_list,
        })
    }
}

impl Finder<'_> {
    fn entry(&self, value: &Spanned<DeValue<'_>>) -> Result<Entry, EditError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| EditError::Unreadable("no table".to_owned()))?;
        let span = self.span(value.span());
        let mut end = span.end;
        let (mut kind, mut keys) = (String::new(), Vec::new());
        for (name, value) in table.iter() {
            let place = self.key_place(name.span(), value.span());
            end = end.max(place.value().end);
            if let DeValue::String(text) = value.get_ref()
                && name.get_ref() == "kind"
            {
                kind = text.to_string();
            }
            if let Some(numbers) = self.numbers(value) {
                let name = name.get_ref().to_string();
                keys.push(Key {
                    name,
                    place,
                    numbers,
                });
            }
        }
        let inline = self.text(span.clone()).starts_with('{');
        Ok(Entry {
            span,
            end,
            inline,
            kind,
            keys,
        })
    }

    /// A value of one number or of three.
    fn numbers(&self, value: &Spanned<DeValue<'_>>) -> Option<Numbers> {
        let list = value.get_ref().as_array();
        let number = |value: &Spanned<DeValue<'_>>| {
            let whole = matches!(value.get_ref(), DeValue::Integer(_));
            Some((self.span(value.span()), to_number(value.get_ref())?, whole))
        };
        let numbers: Option<Vec<_>> = match list {
            Some(list) => list.iter().map(number).collect(),
            None => number(value).map(|number| vec![number]),
        };
        let numbers = numbers?;
        let many = if list.is_some() { 3 } else { 1 };
        (numbers.len() == many).then(|| Numbers {
            span: self.span(value.span()),
            list: list.is_some(),
            numbers,
        })
    }
}

impl Entry {
    fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The numbers of a key, if it is there.
    pub fn numbers(&self, name: &str) -> Option<&Numbers> {
        self.key(name).map(|key| &key.numbers)
    }

    /// The place of a key with numbers, if it is there.
    pub fn place_of(&self, name: &str) -> Option<&KeyPlace> {
        self.key(name).map(|key| &key.place)
    }

    pub fn position(&self) -> DVec3 {
        self.vector("position").unwrap_or_default()
    }

    fn vector(&self, name: &str) -> Option<DVec3> {
        self.numbers(name).map(|numbers| numbers.vector().into())
    }

    /// Its kind and numbers.
    pub fn prop(&self) -> PropText {
        let rest = PropNumbers::at(self.position());
        PropText {
            kind: self.kind.clone(),
            numbers: PropNumbers {
                rotation_deg: self.vector("rotation_deg").unwrap_or(rest.rotation_deg),
                scale: self.vector("scale").unwrap_or(rest.scale),
                ..rest
            },
        }
    }

    /// The indents of its header and its keys.
    pub fn indents<'t>(&self, text: &'t str) -> [&'t str; 2] {
        let key = self
            .place_of("position")
            .map_or(self.span.start, |place| place.key().start);
        [self.span.start, key].map(|at| &text[line_start(text, at)..at])
    }
}

impl Numbers {
    /// The only number, or the first one.
    pub fn first(&self) -> f64 {
        self.vector()[0]
    }

    /// Three numbers; a single one counts for all.
    pub fn vector(&self) -> [f64; 3] {
        let number = |at: usize| self.numbers.get(at).or(self.numbers.first());
        [0, 1, 2].map(|at| number(at).map_or(0.0, |(_, number, _)| *number))
    }

    /// Calls `edit` for each place that must change for this to be `value`.
    pub fn replace(
        &self,
        value: [f64; 3],
        rounding: Rounding,
        mut edit: impl FnMut(Range<usize>, String),
    ) {
        let [x, y, z] = value;
        if !self.list && !rounding.single && (x != y || y != z) {
            edit(self.span.clone(), written(value, rounding));
            return;
        }
        for ((span, before, whole), now) in self.numbers.iter().zip(value) {
            if *before != now {
                edit(span.clone(), rounding.write(now, *whole));
            }
        }
    }
}
