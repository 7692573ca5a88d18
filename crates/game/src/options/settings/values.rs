//! The settings, and how they are parsed and written.

use sidle::order::sort_by_key;
use std::borrow::Cow;
use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use std::ops::RangeInclusive;

use crate::options::bindings::{Bindings, KeyOverrides};
use crate::options::ranges::{
    FIELDS_OF_VIEW, MSAA, SENSITIVITIES, STICK_TURNS, TOUR_STEPS, VOLUMES,
};
use crate::options::settings::text::{Change, apply};
use crate::options::surface_style::SurfaceStyle;

/// The value of each setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The level to start with if the command line names none.
    pub start_level: Option<PathBuf>,
    /// How far the view turns per pixel of mouse motion; degrees.
    pub sensitivity: f64,
    /// Whether pulling the mouse back looks up.
    pub invert_mouse: bool,
    /// The vertical field of view; degrees. 60 is 91 degrees horizontally at 16:9.
    pub field_of_view_deg: f64,
    /// How surfaces are drawn.
    pub surfaces: SurfaceStyle,
    /// Whether corners get less light from the sky.
    pub ambient_occlusion: bool,
    /// Whether motion leaves dust, sparks and scratches, bodies cast soft shadows, landings bend the knees, and ice is glossy.
    pub effects: bool,
    /// Whether footsteps and contacts are heard.
    pub sound: bool,
    /// How loud they are, from 0 to 1.
    pub volume: f64,
    /// How fast a fully deflected stick turns the view; degrees per second.
    pub stick_turn_deg: f64,
    /// Samples per pixel; `None` means as many as the frame rate allows.
    pub msaa: Option<u8>,
    /// The address of the game's page, for links.
    pub page: Option<String>,
    /// Whether the player has seen the hints of the first start.
    pub hints_seen: bool,
    /// Whether the tour was offered.
    pub tour_offered: bool,
    /// How many steps of the tour have succeeded.
    pub tour_done: usize,
    /// The shipped levels whose goals were reached, their files' names without the ending, and the challenges that were met.
    pub goals: Vec<String>,
    pub bindings: Bindings,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            start_level: None,
            sensitivity: 0.1,
            invert_mouse: false,
            field_of_view_deg: 60.0,
            surfaces: SurfaceStyle::default(),
            ambient_occlusion: true,
            effects: true,
            sound: true,
            volume: 0.5,
            stick_turn_deg: 200.0,
            msaa: None,
            page: None,
            hints_seen: false,
            tour_offered: false,
            tour_done: 0,
            goals: Vec::new(),
            bindings: Bindings::default(),
        }
    }
}

/// The requirement that an invalid value misses.
type Expected = String;

impl Values {
    /// Parses `text`. Returns a message with the line for each invalid value. Ignores unknown settings, which a later
    /// version may have.
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let mut values = Self::default();
        let mut problems = Vec::new();
        let Ok(table) = DeTable::parse(text) else {
            return (values, problems);
        };
        let line = |key: &Spanned<Cow<str>>| text[..key.span().start].matches('\n').count() + 1;
        for (key, value) in in_order(table.get_ref()) {
            let name: &str = key.get_ref();
            if let ("keys", DeValue::Table(keys)) = (name, value.get_ref()) {
                let mut overrides = KeyOverrides::default();
                for (key, value) in in_order(keys) {
                    let name: &str = key.get_ref();
                    if let Err(expected) =
                        key_names(value).and_then(|keys| overrides.add(name, &keys))
                    {
                        problems.push(format!("{}: `{name}` {expected}", line(key)));
                    }
                }
                values.bindings = Bindings::with_overrides(overrides);
            } else if let Err(expected) = values.parse_value(name, value.get_ref()) {
                problems.push(format!("{}: `{name}` must be {expected}", line(key)));
            }
        }
        (values, problems)
    }

    fn parse_value(&mut self, name: &str, value: &DeValue) -> Result<(), Expected> {
        match name {
            "start_level" => {
                let path = value.as_str().ok_or("the path of a level, in quotes")?;
                self.start_level = Some(PathBuf::from(path));
            }
            "sensitivity" => self.sensitivity = number(value, SENSITIVITIES)?,
            "invert_mouse" => self.invert_mouse = switch(value)?,
            "field_of_view_deg" => self.field_of_view_deg = number(value, FIELDS_OF_VIEW)?,
            "surfaces" => {
                let style = value.as_str().and_then(SurfaceStyle::of_name);
                self.surfaces = style.ok_or_else(|| one_of(&SurfaceStyle::NAMES))?;
            }
            "ambient_occlusion" => self.ambient_occlusion = switch(value)?,
            "effects" => self.effects = switch(value)?,
            "sound" => self.sound = switch(value)?,
            "volume" => self.volume = number(value, VOLUMES)?,
            "stick_turn_deg" => self.stick_turn_deg = number(value, STICK_TURNS)?,
            "msaa" => {
                let (least, most) = (f64::from(*MSAA.start()), f64::from(*MSAA.end()));
                self.msaa = Some(number(value, least..=most)? as u8);
            }
            "page" => {
                let page = value.as_str().filter(|page| is_address(page));
                self.page = Some(page.ok_or("the address of a page, in quotes")?.to_owned());
            }
            "hints_seen" => self.hints_seen = switch(value)?,
            "tour_offered" => self.tour_offered = switch(value)?,
            "tour_done" => self.tour_done = number(value, TOUR_STEPS)? as usize,
            "goals" => {
                let name = |it: &Spanned<DeValue>| it.get_ref().as_str().map(str::to_owned);
                let names = value.as_array();
                let names = names.and_then(|names| names.iter().map(name).collect());
                self.goals = names.ok_or("a list of names in quotes")?;
            }
            "keys" => return Err("a table: `[keys]`".to_owned()),
            _ => {}
        }
        Ok(())
    }

    /// Each setting as TOML, without a text if it has its default; always in the same order.
    fn all_changes(&self) -> Vec<Change> {
        let usual = Self::default();
        let number = |name, value: f64, usual: f64| {
            Change::new(name, (value != usual).then(|| format!("{value:?}")))
        };
        let switch = |name, on: bool| Change::new(name, on.then(|| "true".to_owned()));
        // A JSON string is a TOML string.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let level = self.start_level.as_ref();
        let surfaces = (self.surfaces != usual.surfaces).then(|| quoted(self.surfaces.name()));
        let mut changes = vec![
            Change::new(
                "start_level",
                level.map(|path| quoted(&path.to_string_lossy())),
            ),
            number("sensitivity", self.sensitivity, usual.sensitivity),
            switch("invert_mouse", self.invert_mouse),
            number(
                "field_of_view_deg",
                self.field_of_view_deg,
                usual.field_of_view_deg,
            ),
            Change::new("surfaces", surfaces),
            Change::new(
                "ambient_occlusion",
                (!self.ambient_occlusion).then(|| "false".to_owned()),
            ),
            Change::new("effects", (!self.effects).then(|| "false".to_owned())),
            Change::new("sound", (!self.sound).then(|| "false".to_owned())),
            number("volume", self.volume, usual.volume),
            number("stick_turn_deg", self.stick_turn_deg, usual.stick_turn_deg),
            Change::new("msaa", self.msaa.map(|samples| samples.to_string())),
            Change::new("page", self.page.as_deref().map(quoted)),
            switch("hints_seen", self.hints_seen),
            switch("tour_offered", self.tour_offered),
            Change::new(
                "tour_done",
                (self.tour_done > 0).then(|| self.tour_done.to_string()),
            ),
            Change::new("goals", self.goals_as_toml()),
        ];
        changes.extend(self.bindings.overrides().map(|(name, keys)| Change {
            section: Some("keys"),
            name,
            text: keys.map(|keys| {
                let keys: Vec<_> = keys.into_iter().map(quoted).collect();
                match &keys[..] {
                    [key] => key.clone(),
                    keys => format!("[{}]", keys.join(", ")),
                }
            }),
        }));
        changes
    }

    /// The levels whose goals were reached, as a list of TOML; `None` if there are none.
    fn goals_as_toml(&self) -> Option<String> {
        let list = serde_json::Value::from(self.goals.clone());
        (!self.goals.is_empty()).then(|| list.to_string())
    }

    /// The changes that turn a file with the values `before` into one with these.
    pub fn changes_since(&self, before: &Self) -> Vec<Change> {
        let pairs = self.all_changes().into_iter().zip(before.all_changes());
        let changed = pairs.filter(|(now, before)| now != before);
        changed.map(|(now, _)| now).collect()
    }

    /// These values with `changes`.
    pub fn with(&self, changes: &[Change]) -> Self {
        if changes.is_empty() {
            return self.clone();
        }
        let own = self.changes_since(&Self::default());
        let all = own.iter().chain(changes);
        let text = all.fold(String::new(), |text, change| apply(&text, change));
        Self::parse(&text).0
    }

    /// Adds the levels of `goals`, which another window has noted: a goal that was reached stays so.
    pub fn add_goals(&mut self, goals: &[String]) {
        for goal in goals {
            if !self.goals.contains(goal) {
                self.goals.push(goal.clone());
            }
        }
    }
}

type Entry<'t, 'i> = (&'t Spanned<Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

/// The entries of `table` from first to last.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    sort_by_key(&mut entries, |(key, _)| key.span().start);
    entries
}

fn number(value: &DeValue, range: RangeInclusive<f64>) -> Result<f64, Expected> {
    let text = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Float(float) => float.as_str(),
        _ => "",
    };
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

/// Whether `text` is a web address, to which a link's fragment can be appended.
pub fn is_address(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

/// "`a`, `b` or `c`, in quotes".
fn one_of(names: &[&str]) -> Expected {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("`{}` or `{last}`, in quotes", others.join("`, `"))
}

fn switch(value: &DeValue) -> Result<bool, Expected> {
    value.as_bool().ok_or_else(|| "true or false".to_owned())
}

/// The name of a key, or a list of names.
fn key_names<'v>(value: &'v Spanned<DeValue>) -> Result<Vec<&'v str>, Expected> {
    let names = match value.get_ref() {
        DeValue::String(name) => Some(vec![&**name]),
        DeValue::Array(names) => names.iter().map(|name| name.get_ref().as_str()).collect(),
        _ => None,
    };
    names.ok_or_else(|| "must be the name of a key in quotes, or a list of some".to_owned())
}

#[cfg(test)]
mod tests;
