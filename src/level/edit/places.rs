//! The places of the editable numbers in a level's text.

use core::ops::Range;
use std::borrow::Cow;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::entry::EntryTable;
use super::finder::{Finder, KeyPlace};
use super::line::{line_start, shifted};
use super::number::{Rounding, written};
use super::numbers::{EditError, EntryNumbers, EntryText};
use super::player_table::PlayerTable;
use super::value::EditValue;
use crate::level::toml::keys::HEAD;
use crate::level::toml::to_number;
use crate::order::sort_by;

/// All places that can be edited.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    tables: [Table; EntryTable::ALL.len()],
    pub player: Option<PlayerTable>,
    /// The keys above all headers.
    pub head: Entry,
    /// Its surfaces, in the order of their names.
    pub surfaces: Vec<(String, Entry)>,
    /// The names of its prefabs and of its kinds, sorted.
    pub prefabs: Vec<String>,
    pub kinds: Vec<String>,
}

/// The entries of a table. The spawn is the only one of its table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    pub entries: Vec<Entry>,
    /// Whether they are written as one list, such as `prop = [{…}]`.
    pub in_one_list: bool,
}

/// A table such as a `[[prop]]`, or the spawn. All its places but `start` are relative to it, so that a change of the text
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
    keys: Vec<Key>,
}

/// A key with a value that can be edited.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    name: String,
    place: KeyPlace,
    value: KeyValue,
}

#[derive(Clone, Debug, PartialEq)]
enum KeyValue {
    Numbers(Numbers),
    /// Points of three numbers.
    Points(Vec<Numbers>),
    Text(String),
    Switch(bool),
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
        let unreadable = EditError::Unreadable;
        let finder = Finder::new(text);
        let parsed = DeTable::parse(finder.body());
        let parsed = parsed.map_err(|error| unreadable(error.message().to_owned()))?;
        let root = parsed.get_ref();
        let mut tables: [Table; EntryTable::ALL.len()] = Default::default();
        for (table, places) in EntryTable::ALL.into_iter().zip(&mut tables) {
            let name = table.name();
            let Some(value) = root.get(name) else {
                if table == EntryTable::Spawn {
                    return Err(unreadable("no `[spawn]`".to_owned()));
                }
                continue;
            };
            let Table {
                entries,
                in_one_list,
            } = places;
            if table == EntryTable::Spawn {
                entries.push(finder.entry(value)?);
            } else {
                let list = value.get_ref().as_array();
                let list = list.ok_or_else(|| unreadable(format!("`{name}` is no list")))?;
                for entry in list.iter() {
                    entries.push(finder.entry(entry)?);
                }
                *in_one_list = entries.iter().any(|entry| entry.inline) || entries.is_empty();
            }
            if !entries.iter().all(|entry| entry.is_placed(table)) {
                let key = table.position_key();
                return Err(unreadable(format!("a {name} has no {key}")));
            }
        }
        let named = root.get("surfaces");
        let named = named.and_then(|value| value.get_ref().as_table());
        let mut surfaces = Vec::new();
        for (name, value) in named.into_iter().flatten() {
            surfaces.push((name.get_ref().to_string(), finder.entry(value)?));
        }
        sort_by(&mut surfaces, |(a, _), (b, _)| a.cmp(b));
        let head = root
            .iter()
            .filter(|(name, _)| HEAD.key(name.get_ref()).is_some());
        let player = root.get("player");
        let names = |table: &str| {
            let table = root.get(table).and_then(|value| value.get_ref().as_table());
            let keys = table.into_iter().flat_map(|table| table.keys());
            let mut names: Vec<_> = keys.map(|name| name.get_ref().to_string()).collect();
            sort_by(&mut names, String::cmp);
            names
        };
        Ok(Self {
            prefabs: names("prefabs"),
            kinds: names("kinds"),
            head: finder.entry_of(head, finder.span(0..0)),
            surfaces,
            tables,
            player: player.and_then(|value| PlayerTable::find(&finder, value)),
        })
    }

    pub fn of(&self, table: EntryTable) -> &Table {
        &self.tables[table as usize]
    }

    pub fn of_mut(&mut self, table: EntryTable) -> &mut Table {
        &mut self.tables[table as usize]
    }

    /// Moves what begins at `from` or behind it.
    pub fn shift(&mut self, from: usize, by: isize) {
        for Table { entries, .. } in &mut self.tables {
            let first = entries.partition_point(|entry| entry.start < from);
            for entry in &mut entries[first..] {
                entry.shift(by);
            }
        }
        for (_, surface) in &mut self.surfaces {
            if surface.start >= from {
                surface.shift(by);
            }
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

/// The entry of `table` in `text`, if it is the only thing there.
pub(super) fn only_entry(text: &str, table: EntryTable) -> Option<Entry> {
    let parsed = DeTable::parse(text).ok()?;
    let (name, list) = parsed.get_ref().iter().next()?;
    let list = list.get_ref().as_array()?;
    let only = name.get_ref() == table.name() && parsed.get_ref().len() == 1 && list.len() == 1;
    let entry = only.then(|| Finder::new(text).entry(&list[0]))?.ok()?;
    (!entry.inline && entry.is_placed(table)).then_some(entry)
}

impl Finder<'_> {
    fn entry(&self, value: &Spanned<DeValue<'_>>) -> Result<Entry, EditError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| EditError::Unreadable("no table".to_owned()))?;
        Ok(self.entry_of(table.iter(), self.span(value.span())))
    }

    /// An entry of these keys, whose header is at `span`.
    fn entry_of<'k, 'v: 'k>(
        &self,
        table: impl Iterator<Item = (&'k Spanned<Cow<'v, str>>, &'k Spanned<DeValue<'v>>)>,
        span: Range<usize>,
    ) -> Entry {
        let mut end = span.end;
        let mut keys = Vec::new();
        for (name, value) in table {
            let place = self.key_place(name.span(), value.span());
            end = end.max(place.value().end);
            if let Some(value) = self.value(value) {
                let name = name.get_ref().to_string();
                keys.push(Key { name, place, value });
            }
        }
        let inline = self.text(span.clone()).starts_with('{');
        // The keys of a dotted table are not behind its header.
        let firsts = keys.iter().map(|key| key.place.key().start);
        let start = firsts.fold(span.start, usize::min);
        for key in &mut keys {
            key.shift(-(start as isize));
        }
        Entry {
            start,
            span: span.start - start..span.end - start,
            end: end - start,
            inline,
            keys,
        }
    }

    fn value(&self, value: &Spanned<DeValue<'_>>) -> Option<KeyValue> {
        match value.get_ref() {
            DeValue::String(text) => return Some(KeyValue::Text(text.to_string())),
            DeValue::Boolean(on) => return Some(KeyValue::Switch(*on)),
            _ => {}
        }
        if let Some(numbers) = self.numbers(value) {
            return Some(KeyValue::Numbers(numbers));
        }
        let list = value.get_ref().as_array()?;
        let point = |value| self.numbers(value).filter(|point| point.list);
        let points: Option<Vec<_>> = list.iter().map(point).collect();
        let points = points.filter(|points| !points.is_empty())?;
        Some(KeyValue::Points(points))
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
        let numbers = match &mut self.value {
            KeyValue::Numbers(numbers) => core::slice::from_mut(numbers),
            KeyValue::Points(points) => points,
            KeyValue::Text(_) | KeyValue::Switch(_) => &mut [],
        };
        for numbers in numbers {
            numbers.span = shifted(&numbers.span, by);
            for (span, ..) in &mut numbers.numbers {
                *span = shifted(span, by);
            }
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
    fn numbers(&self, name: &str) -> Option<&Numbers> {
        match &self.key(name)?.value {
            KeyValue::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// The value of a key, unless it is a list of points or of something else.
    pub fn value(&self, name: &str) -> Option<EditValue> {
        Some(match &self.key(name)?.value {
            KeyValue::Numbers(numbers) if numbers.list => {
                EditValue::Vector(numbers.vector().into())
            }
            KeyValue::Numbers(numbers) => EditValue::Number(numbers.vector()[0]),
            KeyValue::Text(text) => EditValue::Text(text.clone()),
            KeyValue::Switch(on) => EditValue::Switch(*on),
            KeyValue::Points(_) => return None,
        })
    }

    /// The points of its path.
    pub fn path(&self) -> &[Numbers] {
        match self.key("path").map(|key| &key.value) {
            Some(KeyValue::Points(points)) => points,
            _ => &[],
        }
    }

    /// The points of its path, or the target of a teleport.
    pub fn points(&self, table: EntryTable) -> impl Iterator<Item = &Numbers> {
        let target = match table {
            EntryTable::Zone => self.numbers("to"),
            _ => None,
        };
        self.path().iter().chain(target)
    }

    fn text(&self, name: &str) -> Option<&String> {
        match &self.key(name)?.value {
            KeyValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it stands somewhere. A mesh or a terrain without a position stands at the origin.
    fn is_placed(&self, table: EntryTable) -> bool {
        match table {
            EntryTable::Mover => !self.path().is_empty(),
            EntryTable::Mesh | EntryTable::Terrain => !self.keys.is_empty(),
            _ => self.numbers("position").is_some_and(|place| place.list),
        }
    }

    /// The place of a key, if it is there.
    pub fn place_of(&self, name: &str) -> Option<KeyPlace> {
        let start = self.start as isize;
        self.key(name).map(|key| key.place.shifted(start))
    }

    /// The place of the key behind which a missing one goes, if `last` is not there: the first.
    pub fn first_place(&self) -> Option<KeyPlace> {
        let places = self.keys.iter().map(|key| &key.place);
        let first = places.min_by_key(|place| place.key().start)?;
        Some(first.shifted(self.start as isize))
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
        edit: impl FnMut(Range<usize>, String),
    ) -> bool {
        let numbers = self.numbers(name);
        if let Some(numbers) = numbers {
            self.replace_numbers(numbers, value, rounding, edit);
        }
        numbers.is_some()
    }

    /// Calls `edit` for each place that must change for `numbers` of this entry to be `value`.
    pub fn replace_numbers(
        &self,
        numbers: &Numbers,
        value: [f64; 3],
        rounding: Rounding,
        mut edit: impl FnMut(Range<usize>, String),
    ) {
        let start = self.start as isize;
        numbers.replace(value, rounding, |span, by| edit(shifted(&span, start), by));
    }

    /// The place of `numbers` of this entry.
    pub fn span_of(&self, numbers: &Numbers) -> Range<usize> {
        shifted(&numbers.span, self.start as isize)
    }

    /// The places of the values in which an entry is placed.
    pub fn placing_spans(&self) -> impl Iterator<Item = Range<usize>> {
        let names = ["position", "rotation_deg", "scale"].into_iter();
        names.filter_map(|name| Some(self.span_of(self.numbers(name)?)))
    }

    /// What it says.
    pub fn content(&self, table: EntryTable) -> EntryText {
        let points = self.points(table).map(|point| point.vector().into());
        let points: Vec<DVec3> = points.collect();
        let position = match table {
            EntryTable::Mover => points.first().copied(),
            _ => self.vector("position"),
        };
        let about = |key| self.vector(key).map_or(0.0, |angle| angle.x);
        let turned = DVec3::new(about("pitch_deg"), about("yaw_deg"), 0.0);
        let size = table.size_key().and_then(|(key, _)| self.vector(key));
        let kind = ["kind", "on_enter", "file", "prefab"].map(|key| self.text(key));
        EntryText {
            kind: kind
                .into_iter()
                .flatten()
                .next()
                .cloned()
                .unwrap_or_default(),
            text: self.text("text").cloned(),
            speed: (table == EntryTable::Mover)
                .then(|| self.vector("speed"))
                .flatten()
                .map(|speed| speed.x),
            numbers: EntryNumbers {
                position: position.unwrap_or_default(),
                rotation_deg: self.vector("rotation_deg").unwrap_or(turned),
                scale: size.unwrap_or(DVec3::ONE),
            },
            points,
        }
    }

    /// The indents of its header and its keys.
    pub fn indents<'t>(&self, text: &'t str) -> [&'t str; 2] {
        let header = self.header();
        let first = self.first_place();
        let key = first.map_or(header, |place| place.key().start);
        [header, key].map(|at| &text[line_start(text, at)..at])
    }
}

impl Numbers {
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
