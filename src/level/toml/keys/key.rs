//! What a key of a file is: its name, its value, its default and what it does.

pub use crate::level::toml::range::NumberRange;
use crate::player::{Tuning, TuningNumber, TuningTexts};

/// A table of a file, with its keys.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KeyTable {
    /// Its name in the file; empty for the keys before all headers.
    pub name: &'static str,
    /// How a file writes it.
    pub form: TableForm,
    /// Whether every file has it.
    pub is_required: bool,
    /// What it is for; Markdown.
    pub doc: &'static str,
    /// Its keys, in the order of the reference.
    pub keys: &'static [Key],
}

/// How a file writes a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Keys before all headers.
    Head,
    /// `[name]`, once.
    Single,
    /// `[name.NAME]`, with a name that the author chooses.
    Named,
    /// `[[name]]`, once for each.
    List,
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Key {
    /// Its name in the file.
    pub name: &'static str,
    /// What its value may be.
    pub value: ValueType,
    /// The unit of its numbers, if they have one.
    pub unit: &'static str,
    /// What holds when it is left out.
    pub default: KeyDefault,
    pub(super) meaning: &'static str,
    /// The player's number that it sets.
    pub(super) number: Option<&'static TuningNumber>,
}

/// What the value of a key may be. A new shape is a breaking change: every schema made from it must learn it.
#[derive(Clone, Copy, Debug)]
pub enum ValueType {
    /// This number and no other.
    Version(u32),
    /// A string of at most this many characters.
    String(usize),
    /// The path of a file, relative to the level.
    Path,
    /// `true` or `false`.
    Boolean,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// One number.
    Number(NumberRange),
    /// `[x, y, z]`, each within the range.
    Vector(NumberRange),
    /// One factor for all axes, or `[x, y, z]`; within the range, and never 0.
    Scale(NumberRange),
    /// A colour, `"#rrggbb"`.
    Color,
    /// A string, or a list of one string or more.
    Names,
    /// A list of two `[x, y, z]` or more.
    Points(NumberRange),
    /// A list of any number of `[x, y, z]`, or names of zones.
    PlacesOrZones(NumberRange),
    /// A list of tables with these keys.
    Tables(&'static KeyTable),
    /// A list of tables with these keys, or names of zones.
    TablesOrZones(&'static KeyTable),
}

/// What holds when a key is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyDefault {
    /// Nothing, because the key is required. A value to start from, in TOML.
    Required(&'static str),
    /// This value, in TOML.
    Value(&'static str),
    /// The value of [`Tuning::default`].
    Shipped,
    /// What no value says; in words.
    Unset(&'static str),
}

impl KeyTable {
    /// The key of this name.
    ///
    /// # Example
    /// ```
    /// use sidle::level::keys::{KeyDefault, LEVEL};
    /// let limits = LEVEL.iter().find(|table| table.name == "limits").unwrap();
    /// let kill_y = limits.key("kill_y").unwrap();
    /// assert_eq!(kill_y.default, KeyDefault::Value("-20.0"));
    /// assert_eq!(kill_y.written(), "metres");
    /// ```
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// How a file writes its header: `[spawn]`, `[kinds.NAME]` or `[[mesh]]`; empty for the head.
    #[must_use]
    pub fn header(&self) -> String {
        let name = self.name;
        match self.form {
            TableForm::Head => String::new(),
            TableForm::Single => format!("[{name}]"),
            TableForm::Named => format!("[{name}.NAME]"),
            TableForm::List => format!("[[{name}]]"),
        }
    }
}

impl Key {
    /// What it does; Markdown.
    #[must_use]
    pub fn doc(&self) -> String {
        let Some(number) = self.number else {
            return self.meaning.to_owned();
        };
        let TuningTexts {
            meaning,
            smaller,
            larger,
            ..
        } = number.texts();
        let doc = format!(
            "{meaning} Smaller: {smaller} Larger: {larger} {}",
            self.meaning
        );
        doc.trim_end().to_owned()
    }

    /// Whether every such table has it.
    #[must_use]
    pub fn is_required(&self) -> bool {
        matches!(self.default, KeyDefault::Required(_))
    }

    /// The value that holds when it is left out, in TOML; `None` where no value says the same.
    ///
    /// # Example
    /// ```
    /// use sidle::level::keys::LEVEL;
    /// let player = LEVEL.iter().find(|table| table.name == "player").unwrap();
    /// assert_eq!(player.key("radius").unwrap().default_value().as_deref(), Some("0.5"));
    /// assert_eq!(player.key("box_half_extents").unwrap().default_value(), None);
    /// ```
    #[must_use]
    pub fn default_value(&self) -> Option<String> {
        match self.default {
            KeyDefault::Value(value) => Some(value.to_owned()),
            KeyDefault::Shipped => self
                .number
                .map(|number| format!("{:?}", number.of(&Tuning::default()))),
            KeyDefault::Required(_) | KeyDefault::Unset(_) => None,
        }
    }

    /// What a file may write for it: shape, unit and range; Markdown.
    #[must_use]
    pub fn written(&self) -> String {
        let quoted = |value: &str| format!("`{value}`");
        let (shape, range) = match self.value {
            ValueType::Version(version) => (quoted(&version.to_string()), None),
            ValueType::String(usize::MAX) => ("string".to_owned(), None),
            ValueType::String(most) => (format!("string, up to {most} characters"), None),
            ValueType::Path => ("path".to_owned(), None),
            ValueType::Color => (quoted("\"#rrggbb\""), None),
            ValueType::Names => ("string or `[\"NAME\", …]`".to_owned(), None),
            ValueType::Boolean => ("`true` or `false`".to_owned(), None),
            ValueType::Choice(names) => {
                let names: Vec<_> = names.iter().map(|name| format!("`\"{name}\"`")).collect();
                (names.join(", "), None)
            }
            ValueType::Number(range) => (String::new(), range.written()),
            ValueType::Vector(range) => {
                let each = range.written().map(|range| format!("each {range}"));
                (quoted("[x, y, z]"), each)
            }
            ValueType::Scale(range) => {
                let range = range.written().unwrap_or("not 0".to_owned());
                ("number or `[x, y, z]`".to_owned(), Some(range))
            }
            ValueType::Points(range) => (quoted("[[x, y, z], …]"), range.written()),
            ValueType::PlacesOrZones(range) => {
                (quoted("[[x, y, z], \"ZONE\", …]"), range.written())
            }
            ValueType::Tables(table) | ValueType::TablesOrZones(table) => {
                let keys: Vec<_> = table
                    .keys
                    .iter()
                    .map(|key| format!("{} = …", key.name))
                    .collect();
                let zone = match self.value {
                    ValueType::TablesOrZones(_) => "\"ZONE\", ",
                    _ => "",
                };
                let keys = keys.join(", ");
                (quoted(&format!("[{{ {keys} }}, {zone}…]")), None)
            }
        };
        let parts = [shape, self.unit.to_owned(), range.unwrap_or_default()];
        let parts = parts.iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    }

    pub(super) const fn required(
        name: &'static str,
        value: ValueType,
        example: &'static str,
    ) -> Self {
        Self::new(name, value, KeyDefault::Required(example))
    }

    pub(super) const fn optional(
        name: &'static str,
        value: ValueType,
        default: &'static str,
    ) -> Self {
        Self::new(name, value, KeyDefault::Value(default))
    }

    pub(super) const fn unset(name: &'static str, value: ValueType, words: &'static str) -> Self {
        Self::new(name, value, KeyDefault::Unset(words))
    }

    const fn new(name: &'static str, value: ValueType, default: KeyDefault) -> Self {
        Self {
            name,
            value,
            unit: "",
            default,
            meaning: "",
            number: None,
        }
    }

    pub(super) const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// This key with an explanation. If the key sets a number of the player, it follows the number's own explanation.
    pub(super) const fn means(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }

    /// The key that sets this number of the player. A name that no number has does not compile.
    pub(super) const fn tuning(name: &'static str) -> Self {
        let mut at = 0;
        while !equal(Tuning::NUMBERS[at].name, name) {
            at += 1;
        }
        let number = &Tuning::NUMBERS[at];
        let [min, max] = number.range;
        let value = ValueType::Number(NumberRange::new(min, max));
        Self {
            unit: number.unit,
            number: Some(number),
            ..Self::new(name, value, KeyDefault::Shipped)
        }
    }
}

/// Whether two texts are equal; `==` is not for constants.
const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The names of `choices`.
pub(super) const fn names<T: Copy, const N: usize>(
    choices: [(&'static str, T); N],
) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = choices[at].0;
        at += 1;
    }
    names
}
