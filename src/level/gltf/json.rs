//! The JSON of a glTF file. The crate gltf reads it; this part says where a problem is, and what the crate relies upon.

use core::fmt;

use ::gltf::json::mesh::Primitive;
use ::gltf::json::validation::{Checked, Error, Validate};
use ::gltf::json::{Path, Root};
use serde_json::{Map, Value};

use super::container::Container;
use crate::level::source::Source;
use crate::level::{Diagnostic, Severity};

/// Roughly how much memory an object of JSON takes at most, and any other value; bytes.
const OBJECT_MEMORY: u64 = 1500;
const VALUE_MEMORY: u64 = 80;

/// What to do about a file that contradicts itself.
pub(super) const DAMAGED: &str = "export the file again: it is damaged";

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

    /// A problem of the value at `path`, such as `meshes[2].primitives[0].mode`.
    pub fn at(path: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self::new(format!("`{path}`: {message}"))
    }

    /// The same of a file that contradicts itself.
    pub fn damaged(path: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self::at(path, message).with_help(DAMAGED)
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
    // A text is kept as a value, and by the crate.
    let (mut memory, mut in_string, mut is_escaped) = (2 * text.len() as u64, false, false);
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

/// The values of the JSON of the file `name`.
pub(super) fn parse(name: &str, container: &Container<'_>) -> Result<Value, Box<Diagnostic>> {
    let error = match serde_json::from_slice(&container.json) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // The words without their place.
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    let message = format!("this is no JSON: {words}");
    if container.is_glb {
        let (line, column) = (error.line(), error.column());
        let message = format!("line {line}, column {column} of its JSON: {message}");
        return Err(Box::new(
            Diagnostic::of_file(name, message).with_help("export it again"),
        ));
    }
    // Columns are counted in bytes.
    let source = Source::of_mesh(name, container.json.to_vec())?;
    let starts = source.text().split_inclusive('\n').map(str::len);
    let start: usize = starts.take(error.line().saturating_sub(1)).sum();
    let at = start + error.column().saturating_sub(1);
    let label = "expected the next part of a JSON text";
    Err(Box::new(source.diagnostic(
        Severity::Error,
        at..at + 1,
        message,
        label,
    )))
}

/// A file whose numbers of entries name entries that are there, as the crate expects.
pub(super) struct Document {
    pub gltf: ::gltf::Document,
    value: Value,
    /// How many animations, cameras and lights it has, which are not shown.
    pub animations: usize,
    pub cameras: usize,
    pub lights: usize,
}

impl Document {
    pub fn new(mut value: Value) -> Read<Self> {
        tidy(&mut value);
        let (mut animations, mut cameras) = (0, 0);
        if let Some(lists) = value.as_object_mut() {
            let mut take = |key: &str| lists.remove(key).map_or(0, |it| length(&it));
            (animations, cameras) = (take("animations"), take("cameras"));
        }
        let root: Root = serde_path_to_error::deserialize(&value).map_err(|error| {
            let path = error.path().to_string();
            refused(&value, &path, &error.into_inner().to_string())
        })?;
        check_references(&value, &value, &mut String::new(), None)?;
        check_kinds(&root, &value)?;
        check_read(&root)?;
        let lights = value.pointer("/extensions/KHR_lights_punctual/lights");
        let lights = lights.map_or(0, length);
        Ok(Self {
            gltf: ::gltf::Document::from_json_without_validation(root),
            animations,
            cameras,
            lights,
            value,
        })
    }

    /// The numbers `key` of `nodes[node]`, if it has them. The crate rounds them, so that nodes would be placed elsewhere.
    pub fn node_numbers<const N: usize>(&self, node: usize, key: &str) -> Option<[f64; N]> {
        let list = self.value.get("nodes")?.get(node)?.get(key)?.as_array()?;
        let numbers = list.iter().map(|number| number.as_f64());
        numbers.collect::<Option<Vec<_>>>()?.try_into().ok()
    }

    /// The file as it is written, with values that the crate's own functions would panic at.
    pub fn root(&self) -> &Root {
        self.gltf.as_json()
    }
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

/// Takes away what is never read, and brings other programs' ways to write a value to that of the crate.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.retain(|key, value| key != "extras" && !value.is_null());
            entries.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        // Some programs write `3.0` for a number of an entry.
        Value::Number(number) => {
            let whole = number.as_f64().filter(|it| it.fract() == 0.0);
            let whole = whole.filter(|it| it.is_sign_positive() && *it < 1e15);
            if let Some(whole) = whole.filter(|_| number.is_f64()) {
                *value = Value::from(whole as u64);
            }
        }
        _ => {}
    }
}

/// Keys whose values are numbers of entries of a list.
const REFERENCES: [(&str, &str); 15] = [
    ("attributes", "accessors"),
    ("buffer", "buffers"),
    ("bufferView", "bufferViews"),
    ("children", "nodes"),
    ("index", "textures"),
    ("indices", "accessors"),
    ("inverseBindMatrices", "accessors"),
    ("joints", "nodes"),
    ("material", "materials"),
    ("mesh", "meshes"),
    ("nodes", "nodes"),
    ("sampler", "samplers"),
    ("scene", "scenes"),
    ("skin", "skins"),
    ("source", "images"),
];

/// The only extension that names entries and is read.
const WITH_REFERENCES: &str = "extensions.KHR_materials_pbrSpecularGlossiness";

/// Checks that each number in `value` that names an entry, of `list` or by its key, names one that `file` has.
///
/// The crate panics at others, even where it validates a file.
fn check_references(
    file: &Value,
    value: &Value,
    path: &mut String,
    list: Option<&str>,
) -> Read<()> {
    let start = path.len();
    match value {
        Value::Number(number) => {
            let Some(list) = list else { return Ok(()) };
            let count = file.get(list).map_or(0, length);
            let number = number.as_u64();
            if number.is_none_or(|number| number >= count as u64) {
                let number = described(Some(value));
                let message = format!(
                    "there is no `{list}[{}]`: the file has {count}",
                    number.trim_matches('`')
                );
                return Err(GltfError::at(path, message));
            }
        }
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                path.push_str(&format!("[{index}]"));
                check_references(file, entry, path, list)?;
                path.truncate(start);
            }
        }
        Value::Object(entries) => {
            let inherited = list.filter(|_| path.ends_with("attributes"));
            for (key, entry) in searched(entries) {
                let named = REFERENCES.iter().find(|(it, _)| *it == key);
                let named = named.map(|(_, list)| *list).or(inherited);
                let dot = if start == 0 { "" } else { "." };
                path.push_str(&format!("{dot}{key}"));
                check_references(file, entry, path, named)?;
                path.truncate(start);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Where entries are named: not in pictures, since one that is not found is a warning only, nor in most extensions.
fn searched(entries: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    entries
        .iter()
        .filter_map(|(key, value)| match key.as_str() {
            "images" => None,
            "extensions" => {
                let key = WITH_REFERENCES.trim_start_matches("extensions.");
                Some((WITH_REFERENCES, value.get(key)?))
            }
            key => Some((key, value)),
        })
}

/// Checks the references once more as the crate has read them, since it takes a list of values for an object, too.
fn check_read(root: &Root) -> Read<()> {
    // The crate panics at those of attributes while it validates.
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut attributes = primitives.flat_map(|primitive| primitive.attributes.values());
    if attributes.any(|index| index.value() >= root.accessors.len()) {
        let message = "an attribute names an accessor that the file does not have";
        return Err(GltfError::damaged("meshes", message));
    }
    let mut first = None;
    root.validate(root, Path::new, &mut |path, error| {
        if error == Error::IndexOutOfBounds && first.is_none() {
            let path = path().0;
            // These are warnings only, or not read.
            let is_read = !(path.starts_with("images")
                || path.ends_with(".camera")
                || path.ends_with(".skeleton")
                || path.contains(".targets["));
            first = is_read.then_some(path);
        }
    });
    match first {
        Some(path) => {
            let message = "it names an entry that the file does not have";
            Err(GltfError::damaged(path, message))
        }
        None => Ok(()),
    }
}

/// Checks the kinds of numbers and of primitives. The crate panics at those that it does not know.
fn check_kinds(root: &Root, value: &Value) -> Read<()> {
    let unknown = |path: String, what: &str, help: &str| {
        let found = described(value_at(value, &path));
        let message = format!("there is no {what} {}", found.trim_matches('`'));
        Err(GltfError::at(path, message).with_help(help))
    };
    let components = "expected 5120, 5121, 5122, 5123, 5125 or 5126";
    for (number, accessor) in root.accessors.iter().enumerate() {
        let sparse = accessor.sparse.as_ref();
        let of_indices = sparse.map(|sparse| sparse.indices.component_type);
        for (is_unknown, part) in [
            (matches!(accessor.component_type, Checked::Invalid), ""),
            (
                matches!(of_indices, Some(Checked::Invalid)),
                ".sparse.indices",
            ),
        ] {
            if is_unknown {
                let path = format!("accessors[{number}]{part}.componentType");
                return unknown(path, "component type", components);
            }
        }
    }
    for (number, mesh) in root.meshes.iter().enumerate() {
        let is_unknown = |it: &Primitive| it.mode == Checked::Invalid;
        if let Some(at) = mesh.primitives.iter().position(is_unknown) {
            let path = format!("meshes[{number}].primitives[{at}].mode");
            let help = "expected 4 for triangles, 5 for a strip or 6 for a fan";
            return unknown(path, "mode", help);
        }
    }
    Ok(())
}

/// The value at a path such as `nodes[2].children[0]`.
fn value_at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let steps = path.split(['.', '[']).filter(|step| !step.is_empty());
    steps.into_iter().try_fold(value, |value, step| {
        match step.strip_suffix(']').and_then(|index| index.parse().ok()) {
            Some(index) => value.get::<usize>(index),
            None => value.get(step),
        }
    })
}

/// A value in words.
pub(super) fn described(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "nothing".to_owned(),
        Some(Value::String(_)) => "a text".to_owned(),
        Some(Value::Array(list)) => format!("a list of {}", list.len()),
        Some(Value::Object(_)) => "an object".to_owned(),
        Some(number) => format!("`{number}`"),
    }
}

/// A value at `path` that the crate refuses, for the reason `words`.
fn refused(value: &Value, path: &str, words: &str) -> GltfError {
    if let Some(missing) = words.strip_prefix("missing field ") {
        return GltfError::at(path, format!("{missing} is missing"));
    }
    let Some((_, expected)) = words.split_once(", expected ") else {
        return GltfError::at(path, words);
    };
    let count = expected.strip_prefix("an array of length ");
    let expected = match (expected, count) {
        (_, Some(count)) => format!("a list of {count} numbers"),
        ("a sequence", _) => "a list".to_owned(),
        ("a string", _) => "a text".to_owned(),
        ("f32", _) => "a number".to_owned(),
        ("u32" | "u64" | "usize" | "index into child of root", _) => {
            "a whole number from 0".to_owned()
        }
        (it, _) if it.starts_with("any of") => "a value that glTF has".to_owned(),
        (it, _) if it.starts_with("struct ") => "an object".to_owned(),
        (other, _) => other.to_owned(),
    };
    let found = described(value_at(value, path));
    GltfError::at(path, format!("expected {expected}, found {found}"))
}

#[cfg(test)]
mod tests;
