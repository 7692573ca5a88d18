//! The JSON of a glTF file: its values, each with its path for messages, such as `meshes[2].primitives[0].mode`.

use core::fmt;

use serde_json::Value;
use smallvec::SmallVec;

/// Roughly how much memory an object of JSON takes at most, and any other value; bytes.
const OBJECT_MEMORY: u64 = 700;
const VALUE_MEMORY: u64 = 80;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GltfError {
    pub message: String,
    pub help: Option<String>,
}

impl GltfError {
    pub fn new(message: impl Into<String>) -> Self {
        let (message, help) = (message.into(), None);
        Self { message, help }
    }

    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// What is read, or why it cannot be.
pub(super) type Read<T> = Result<T, GltfError>;

/// Roughly how much memory the values of a JSON text take, without reading them; bytes.
pub(super) fn json_memory(text: &[u8]) -> u64 {
    let (mut memory, mut in_string, mut is_escaped) = (text.len() as u64, false, false);
    for byte in text {
        if in_string {
            in_string = is_escaped || *byte != b'"';
            is_escaped = !is_escaped && *byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' => memory += OBJECT_MEMORY,
            b'[' | b',' | b':' => memory += VALUE_MEMORY,
            _ => {}
        }
    }
    memory
}

/// A step on the way to a value.
#[derive(Clone, Copy, Debug)]
enum Step<'j> {
    Key(&'j str),
    Index(usize),
}

/// A value, and the way to it.
#[derive(Clone, Debug)]
pub(super) struct Item<'j> {
    value: &'j Value,
    path: SmallVec<[Step<'j>; 8]>,
}

impl<'j> Item<'j> {
    /// The whole file.
    pub fn root(value: &'j Value) -> Self {
        let path = SmallVec::new();
        Self { value, path }
    }

    fn below(&self, value: &'j Value, step: Step<'j>) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Self { value, path }
    }

    /// Its path.
    fn path(&self) -> impl fmt::Display {
        fmt::from_fn(|formatter| {
            for (number, step) in self.path.iter().enumerate() {
                match step {
                    Step::Key(key) if number == 0 => write!(formatter, "{key}")?,
                    Step::Key(key) => write!(formatter, ".{key}")?,
                    Step::Index(index) => write!(formatter, "[{index}]")?,
                }
            }
            Ok(())
        })
    }

    /// A problem of this value.
    pub fn error(&self, message: impl fmt::Display) -> GltfError {
        if self.path.is_empty() {
            return GltfError::new(message.to_string());
        }
        GltfError::new(format!("`{}`: {message}", self.path()))
    }

    /// The entry of an object, if it has one.
    pub fn get(&self, key: &'j str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(self.below(value, Step::Key(key)))
    }

    /// The entry of an object that has to be there.
    pub fn require(&self, key: &'j str) -> Read<Self> {
        self.get(key)
            .ok_or_else(|| self.error(format!("`{key}` is missing")))
    }

    /// The number of entries of a list; 0 for anything else.
    pub fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    /// An entry of a list.
    pub fn at(&self, index: usize) -> Option<Self> {
        let value = self.value.as_array()?.get(index)?;
        Some(self.below(value, Step::Index(index)))
    }

    /// All entries of a list.
    pub fn items(&self) -> Read<impl Iterator<Item = Self>> {
        if !self.value.is_array() {
            return Err(self.unexpected("a list"));
        }
        Ok((0..self.len()).filter_map(|index| self.at(index)))
    }

    /// The entries of the list `key`; none if there is no such list.
    pub fn list(&self, key: &'j str) -> Read<Vec<Self>> {
        match self.get(key) {
            Some(list) => Ok(list.items()?.collect()),
            None => Ok(Vec::new()),
        }
    }

    /// A whole number that is not negative.
    pub fn index(&self) -> Read<usize> {
        // Some programs write `3.0`.
        let whole = |number: f64| {
            ((0.0..1e15).contains(&number) && number.fract() == 0.0).then_some(number as u64)
        };
        let number = self.value.as_u64().or_else(|| whole(self.value.as_f64()?));
        number
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(|| self.unexpected("a whole number from 0"))
    }

    /// The whole number `key`, or a default.
    pub fn index_or(&self, key: &'j str, default: usize) -> Read<usize> {
        self.get(key).map_or(Ok(default), |item| item.index())
    }

    /// A number; JSON has only finite ones, but may write one that is beyond them.
    pub fn number(&self) -> Read<f64> {
        let number = self.value.as_f64().filter(|number| number.is_finite());
        number.ok_or_else(|| self.unexpected("a number"))
    }

    /// A list of `N` numbers.
    pub fn numbers<const N: usize>(&self) -> Read<[f64; N]> {
        if self.len() != N {
            return Err(self.unexpected(&format!("a list of {N} numbers")));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(self.items()?) {
            *number = item.number()?;
        }
        Ok(numbers)
    }

    /// The numbers `key`, or a default.
    pub fn numbers_or<const N: usize>(&self, key: &'j str, default: [f64; N]) -> Read<[f64; N]> {
        self.get(key).map_or(Ok(default), |item| item.numbers())
    }

    pub fn text(&self) -> Read<&'j str> {
        self.value.as_str().ok_or_else(|| self.unexpected("a text"))
    }

    /// Whether the entry `key` is `true`.
    pub fn is_true(&self, key: &str) -> bool {
        self.value.get(key) == Some(&Value::Bool(true))
    }

    /// The entries of an object.
    pub fn keys(&self) -> impl Iterator<Item = &'j str> {
        let object = self.value.as_object().into_iter();
        object.flat_map(|object| object.keys().map(String::as_str))
    }

    fn unexpected(&self, expected: &str) -> GltfError {
        let found = match self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(value) => format!("`{value}`"),
            Value::Number(number) => format!("`{number}`"),
            Value::String(_) => "a text".to_owned(),
            Value::Array(list) => format!("a list of {}", list.len()),
            Value::Object(_) => "an object".to_owned(),
        };
        self.error(format!("expected {expected}, found {found}"))
    }
}

/// The lists of a file, which name the entries of one another by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Document<'j> {
    pub root: Item<'j>,
}

impl<'j> Document<'j> {
    /// The entry of the file's list `list` with the number that `index` names.
    pub fn entry(&self, list: &'static str, index: &Item<'_>) -> Read<(usize, Item<'j>)> {
        let number = index.index()?;
        let all = self.root.get(list);
        let entry = all.as_ref().and_then(|all| all.at(number));
        let entry = entry.ok_or_else(|| {
            let count = all.map_or(0, |all| all.len());
            index.error(format!(
                "there is no `{list}[{number}]`: the file has {count}"
            ))
        })?;
        Ok((number, entry))
    }
}
