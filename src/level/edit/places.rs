//! The places of the editable numbers in a level's text.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::finder::{Finder, KeyPlace};
use super::line::{line_start, shifted};
use super::number::{Rounding, written};
use super::numbers::{EditError, PropNumbers, PropText};
use super::player_table::PlayerTable;
use crate::level::toml::to_number;

/// All places that can be edited.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    pub spawn: Entry,
    pub props: Vec<Entry>,
    pub player: Option<PlayerTable>,
    /// Whether the props are written as `prop = [{…}]`.
    pub in_one_list: bool,
}

/// A table: a `[[prop]]`, or the spawn. All its places but `start` are relative to it, so that a change of the text
/// before it moves one number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    start: usize,
    /// Its header, or the whole table when it is inline.
    span: Range<usize>,
    /// The end of its last value.
    end: usize,
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

/// A value, which is one number or a list of three, each with its place and whether it is an integer.
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

    /// Moves what begins at `from` or behind it.
    pub fn shift(&mut self, from: usize, by: isize) {
        let first = self.props.partition_point(|prop| prop.start < from);
        let entries = self.props[first..].iter_mut();
        for entry in entries.chain((self.spawn.start >= from).then_some(&mut self.spawn)) {
            entry.shift(by);
        }
        if let Some(player) = self
            .player
            .as_mut()
            .filter(|place| place.span.start >= from)
        {
            player.shift(by);
        }
    }
}

/// The prop in `text`, if it is the only thing there.
pub(super) fn only_prop(text: &str) -> Option<Entry> {
    let parsed = DeTable::parse(text).ok()?;
    let (name, list) = parsed.get_ref().iter().next()?;
    let list = list.get_ref().as_array()?;
    let only = name.get_ref() == "prop" && parsed.get_ref().len() == 1 && list.len() == 1;
    let entry = only.then(|| Finder::new(text).entry(&list[0]))?.ok()?;
    (!entry.inline && entry.place_of("position").is_some()).then_some(entry)
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
        // The keys of a dotted table are not behind its header.
        let firsts = keys.iter().map(|key| key.place.key().start);
        let start = firsts.fold(span.start, usize::min);
        for key in &mut keys {
            key.shift(-(start as isize));
        }
        Ok(Entry {
            start,
            span: span.start - start..span.end - start,
            end: end - start,
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

impl Key {
    fn shift(&mut self, by: isize) {
        self.place = self.place.shifted(by);
        self.numbers.span = shifted(&self.numbers.span, by);
        for (span, ..) in &mut self.numbers.numbers {
            *span = shifted(span, by);
        }
    }
}

impl Entry {
    /// Moves it with all its places.
    pub fn shift(&mut self, by: isize) {
        self.start = self.start.saturating_add_signed(by);
    }

    /// The start of its header, or of the table when it is inline.
    pub fn header(&self) -> usize {
        self.start + self.span.start
    }

    /// The end of its last value.
    pub fn end(&self) -> usize {
        self.start + self.end
    }

    fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The numbers of a key, if it is there.
    pub fn numbers(&self, name: &str) -> Option<&Numbers> {
        self.key(name).map(|key| &key.numbers)
    }

    /// The place of a key with numbers, if it is there.
    pub fn place_of(&self, name: &str) -> Option<KeyPlace> {
        let start = self.start as isize;
        self.key(name).map(|key| key.place.shifted(start))
    }

    pub fn position(&self) -> DVec3 {
        self.vector("position").unwrap_or_default()
    }

    fn vector(&self, name: &str) -> Option<DVec3> {
        self.numbers(name).map(|numbers| numbers.vector().into())
    }

    /// Calls `edit` for each place that must change for the key `name` to be `value`. Returns whether the key is there.
    pub fn replace(
        &self,
        name: &str,
        value: [f64; 3],
        rounding: Rounding,
        mut edit: impl FnMut(Range<usize>, String),
    ) -> bool {
        let numbers = self.numbers(name);
        if let Some(numbers) = numbers {
            let start = self.start as isize;
            numbers.replace(value, rounding, |span, by| edit(shifted(&span, start), by));
        }
        numbers.is_some()
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
        let header = self.header();
        let position = self.place_of("position");
        let key = position.map_or(header, |place| place.key().start);
        [header, key].map(|at| &text[line_start(text, at)..at])
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

    /// Calls `edit` for each place that must change for this to be `value`. The places are relative to the entry.
    fn replace(
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
