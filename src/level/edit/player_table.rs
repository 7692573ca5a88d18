//! The `[player]` table of a level's text. It names only what differs from the default tuning.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::finder::{Finder, KeyPlace};
use super::line::{line_end, newline, shifted};
use crate::level::toml::to_number;
use crate::order::sort_by_key;
use crate::player::{AirControl, BodyShape, Tuning};

/// The value of a key in `[player]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Sizes(DVec3),
    Switch(bool),
    Word(String),
}

/// `[player]` in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerTable {
    /// Its header, or the whole table when it is inline.
    pub span: Range<usize>,
    /// Whether it is an inline table.
    pub inline: bool,
    /// In the order of the text.
    pub keys: Vec<PlayerKey>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerKey {
    pub name: String,
    pub place: KeyPlace,
    /// `None` for a value of another type.
    pub value: Option<Value>,
    /// Whether it is an integer.
    pub whole: bool,
}

/// The key of a preset.
pub(super) const PRESET: &str = "air_control";

/// All values of `tuning`, by key. A level leaves out the key of a `None`.
pub(super) fn values(tuning: &Tuning) -> Vec<(&'static str, Option<Value>)> {
    let shapes = BodyShape::NAMES.iter();
    let mut names = shapes.filter(|(_, shape)| *shape == tuning.body);
    let body = names
        .next()
        .map(|(name, _)| Value::Word((*name).to_owned()));
    let mut values = vec![("body", body)];
    let numbers = tuning.numbers();
    values.extend(numbers.map(|(name, number)| (name, Some(Value::Number(number)))));
    values.extend([
        ("one_sided", Some(Value::Switch(tuning.one_sided))),
        (
            "box_half_extents",
            tuning.box_half_extents.map(Value::Sizes),
        ),
        ("box_turns", Some(Value::Switch(tuning.box_turns))),
        (
            "crouch_lifts_feet",
            Some(Value::Switch(tuning.crouch_lifts_feet)),
        ),
    ]);
    values
}

impl Value {
    fn of(value: &DeValue<'_>) -> Option<Self> {
        match value {
            DeValue::Boolean(on) => Some(Self::Switch(*on)),
            DeValue::String(word) => Some(Self::Word(word.to_string())),
            DeValue::Array(list) => {
                let numbers = list.iter().map(|one| to_number(one.get_ref()));
                let numbers: Option<Vec<_>> = numbers.collect();
                let sizes = <[f64; 3]>::try_from(numbers?).ok()?;
                Some(Self::Sizes(sizes.into()))
            }
            number => to_number(number).map(Self::Number),
        }
    }

    /// Its text; an integral number has no point if `whole`.
    pub fn written(&self, whole: bool) -> String {
        match self {
            Self::Number(number) if whole && number.fract() == 0.0 => format!("{number:.0}"),
            // All digits, so the saved level plays the same.
            Self::Number(number) => format!("{number:?}"),
            Self::Sizes(DVec3 { x, y, z }) => format!("[{x:?}, {y:?}, {z:?}]"),
            Self::Switch(on) => on.to_string(),
            Self::Word(word) => format!("{word:?}"),
        }
    }
}

/// The tuning of a table that names only this preset.
pub(super) fn base(preset: AirControl) -> Tuning {
    let mut tuning = Tuning::default();
    preset.apply(&mut tuning);
    tuning
}

/// The value of the key of a preset. A level leaves out that of the usual one.
pub(super) fn preset_value(preset: AirControl) -> Option<Value> {
    (preset != AirControl::Usual).then(|| Value::Word(preset.name().to_owned()))
}

/// The text of a `[player]` table that turns the default tuning into `tuning`.
///
/// # Example
/// ```
/// use sidle::{level::player_table, player::Tuning};
/// let floaty = Tuning { gravity: 4.5, ground_accel: f64::INFINITY, ..Tuning::default() };
/// assert_eq!(player_table(&floaty), "[player]\nground_accel = inf\ngravity = 4.5\n");
/// ```
#[must_use]
pub fn player_table(tuning: &Tuning) -> String {
    let preset = AirControl::of(tuning).unwrap_or_default();
    let named = [(PRESET, preset_value(preset))]
        .into_iter()
        .zip([(PRESET, None)]);
    let numbers = values(tuning).into_iter().zip(values(&base(preset)));
    let differs = named.chain(numbers);
    let differs = differs.filter(|(own, shipped)| own != shipped);
    let lines = differs.filter_map(|((name, value), _)| {
        let value = value?.written(false);
        Some(format!("{name} = {value}\n"))
    });
    lines.fold("[player]\n".to_owned(), |table, line| table + &line)
}

impl PlayerTable {
    /// `value` as the table, if it is one.
    pub fn find(finder: &Finder<'_>, value: &Spanned<DeValue<'_>>) -> Option<Self> {
        let table = value.get_ref().as_table()?;
        let keys = table.iter().map(|(name, value)| PlayerKey {
            name: name.get_ref().to_string(),
            place: finder.key_place(name.span(), value.span()),
            value: Value::of(value.get_ref()),
            whole: matches!(value.get_ref(), DeValue::Integer(_)),
        });
        let mut keys: Vec<_> = keys.collect();
        sort_by_key(&mut keys, |key| key.place.key().start);
        let span = finder.span(value.span());
        let inline = finder.text(span.clone()).starts_with('{');
        Some(Self { span, inline, keys })
    }

    /// Moves it with all its keys.
    pub fn shift(&mut self, by: isize) {
        self.span = shifted(&self.span, by);
        for key in &mut self.keys {
            key.place = key.place.shifted(by);
        }
    }

    /// The keys and the text of their values.
    pub fn lines<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        let keys = self.keys.iter();
        keys.map(|key| (&*key.name, &text[key.place.value()]))
    }
}

impl PlayerTable {
    /// The place and the text of one more key behind the last.
    pub fn next_key(&self, text: &str, name: &str, value: &str) -> (usize, String) {
        if let Some(last) = self.keys.last() {
            return last.place.and_then_key(text, false, name, value);
        }
        let (at, newline) = (line_end(text, self.span.end), newline(text));
        let line = format!("{name} = {value}");
        if text[..at].ends_with('\n') {
            (at, line + newline)
        } else {
            (at, newline.to_owned() + &line)
        }
    }
}
