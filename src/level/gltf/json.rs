//! The JSON of a glTF file. The crate gltf reads and validates it; this part says where a problem is.

use core::fmt;
use std::collections::BTreeMap;

use ::gltf::json::validation::{Checked, Error, Validate};
use ::gltf::json::{Path, Root};
use ::gltf::mesh::Semantic;
use serde_json::Value;

use super::container::{Container, other_version};
use crate::level::text::{Diagnostic, Severity, Source, brief};

/// Roughly how much memory an object of JSON takes at most, and any other value; bytes.
const OBJECT_MEMORY: u64 = 1500;
const VALUE_MEMORY: u64 = 80;

/// Extensions that are not read and change only pictures, with the format of these.
pub(super) const PICTURES: [(&str, &str); 3] = [
    ("KHR_texture_basisu", "Basis"),
    ("EXT_texture_webp", "WebP"),
    ("EXT_texture_avif", "AVIF"),
];

/// The repair of a text that no exporter writes.
fn repair(error: &serde_json::Error) -> &'static str {
    match error.is_eof() {
        true => "export it again: the file is cut off",
        false => "export it again, or mend the text here",
    }
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GltfError {
    pub message: String,
    pub help: Option<String>,
}

impl GltfError {
    pub fn new(message: impl Into<String>) -> Self {
        let (message, help) = (brief(message.into()), None);
        Self { message, help }
    }

    /// A problem of the value at `path`, such as `meshes[2].primitives[0].mode`.
    pub fn at(path: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self::new(format!("`{path}`: {message}"))
    }

    /// A problem of the value at `path` in a file that contradicts itself.
    pub fn damaged(path: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self::at(path, message).with_help("export the file again: it is damaged")
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
    // A text is kept as a value, as its text, and by the crate.
    let (mut memory, mut in_string, mut is_escaped) = (3 * text.len() as u64, false, false);
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
    let message = format!("this is no JSON: {}", words(&error));
    if container.is_glb {
        let (line, column) = (error.line(), error.column());
        let message = format!("line {line}, column {column} of its JSON: {message}");
        let problem = Diagnostic::of_file(name, message);
        return Err(Box::new(problem.with_help(repair(&error))));
    }
    // Columns are counted in bytes.
    let source = Source::of_mesh(name, container.json.to_vec())?;
    let starts = source.text().split_inclusive('\n').map(str::len);
    let start: usize = starts.take(error.line().saturating_sub(1)).sum();
    let at = start + error.column().saturating_sub(1);
    let label = "expected the next part of a JSON text";
    let problem = source.diagnostic(Severity::Error, at..at + 1, message, label);
    Err(Box::new(problem.with_help(repair(&error))))
}

/// What is wrong, without its place.
fn words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let end = words.rfind(" at line ").unwrap_or(words.len());
    words.get(..end).unwrap_or_default().to_owned()
}

/// One step of a path.
enum Step {
    Key(String),
    Index(usize),
}

/// The path of the value in which a JSON `text` without spaces is, when its first `read` bytes are read.
fn path_at(text: &[u8], read: usize) -> String {
    let mut steps = Vec::new();
    let (mut string, mut is_escaped) = (None, false);
    for (at, byte) in text.iter().enumerate().take(read) {
        match (string, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(start), b'"') => {
                let is_key = text.get(at + 1) == Some(&b':');
                if let (true, Some(Step::Key(key))) = (is_key, steps.last_mut()) {
                    let name = text.get(start..at).unwrap_or_default();
                    *key = String::from_utf8_lossy(name).into_owned();
                }
                string = None;
            }
            (Some(_), _) => {}
            (None, b'"') => string = Some(at + 1),
            (None, b'{') => steps.push(Step::Key(String::new())),
            (None, b'[') => steps.push(Step::Index(0)),
            (None, b',') => {
                if let Some(Step::Index(index)) = steps.last_mut() {
                    *index += 1;
                }
            }
            (None, b'}' | b']') => drop(steps.pop()),
            (None, _) => {}
        }
    }
    let steps = steps.iter().map(|step| match step {
        Step::Key(key) => format!(".{key}"),
        Step::Index(index) => format!("[{index}]"),
    });
    let path: String = steps.collect();
    path.trim_start_matches('.').to_owned()
}

/// A file that the crate can read without a panic, but for its bytes.
pub(super) struct Document {
    pub gltf: ::gltf::Document,
    nodes: Value,
    /// The textures whose only picture has a format that is not read, by their numbers: what it is, and the number of the picture.
    pub unread: BTreeMap<usize, (&'static str, usize)>,
    /// The custom properties of nodes, by their numbers.
    extras: BTreeMap<usize, Value>,
    /// The extensions of the whole file.
    extensions: Value,
    /// How many animations, cameras and lights it has, which are not shown.
    pub animations: usize,
    pub cameras: usize,
    pub lights: usize,
}

impl Document {
    pub fn new(mut value: Value) -> Read<Self> {
        check_version(&value)?;
        let extras = take_extras(&mut value);
        tidy(&mut value);
        let mut take = |key: &str| {
            let lists = value.as_object_mut();
            lists.map_or(0, |lists| length(lists.remove(key).as_ref()))
        };
        let (animations, cameras) = (take("animations"), take("cameras"));
        // From a text, since the page's program would be 20 kB larger (compressed) with a second reader of all values.
        let text = value.to_string().into_bytes();
        let root = Root::from_slice(&text)
            .map_err(|error| GltfError::damaged(path_at(&text, error.column()), words(&error)))?;
        check(&root, &value)?;
        Ok(Self {
            gltf: ::gltf::Document::from_json_without_validation(root),
            animations,
            cameras,
            lights: length(value.pointer("/extensions/KHR_lights_punctual/lights")),
            nodes: value.get_mut("nodes").map(Value::take).unwrap_or_default(),
            extensions: value
                .get_mut("extensions")
                .map(Value::take)
                .unwrap_or_default(),
            unread: unread_pictures(&value),
            extras,
        })
    }

    /// The custom properties of `nodes[node]`.
    pub fn extras(&self, node: usize) -> Option<&Value> {
        self.extras.get(&node)
    }

    /// The extensions of `nodes[node]`.
    pub fn extensions(&self, node: usize) -> Option<&Value> {
        self.nodes.get(node)?.get("extensions")
    }

    /// The shapes that the extension `name` lists.
    pub fn shapes(&self, name: &str) -> Option<&Vec<Value>> {
        self.extensions.get(name)?.get("shapes")?.as_array()
    }

    /// The numbers `key` of `nodes[node]`, if it has them. The crate rounds them, which would place nodes elsewhere.
    pub fn node_numbers<const N: usize>(&self, node: usize, key: &str) -> Option<[f64; N]> {
        let list = self.nodes.get(node)?.get(key)?.as_array()?;
        let numbers = list.iter().map(Value::as_f64);
        numbers.collect::<Option<Vec<_>>>()?.try_into().ok()
    }
}

/// Takes the custom properties of all nodes that have some.
fn take_extras(value: &mut Value) -> BTreeMap<usize, Value> {
    let nodes = value.get_mut("nodes").and_then(Value::as_array_mut);
    let nodes = nodes.into_iter().flatten().enumerate();
    let extras = nodes.filter_map(|(number, node)| {
        let extras = node.get_mut("extras").map(Value::take)?;
        extras.is_object().then_some((number, extras))
    });
    extras.collect()
}

/// The textures of `value` whose only picture has a format that is not read.
fn unread_pictures(value: &Value) -> BTreeMap<usize, (&'static str, usize)> {
    let textures = value.get("textures").and_then(Value::as_array);
    let textures = textures.into_iter().flatten().enumerate();
    let unread = textures.filter_map(|(number, texture)| {
        let extensions = texture.get("extensions")?;
        let unread = |(name, format): &(&str, &'static str)| {
            let image = extensions.get(name)?.get("source")?.as_u64()?;
            Some((number, (*format, image as usize)))
        };
        PICTURES.iter().find_map(unread)
    });
    unread.collect()
}

fn length(list: Option<&Value>) -> usize {
    list.and_then(Value::as_array).map_or(0, Vec::len)
}

/// Refuses other versions of the format before the crate stops at what they write otherwise.
fn check_version(value: &Value) -> Read<()> {
    if value.get("asset").is_none() {
        return Err(GltfError::new("this is no glTF: `asset` is missing")
            .with_help("expected `{\"asset\": {\"version\": \"2.0\"}, …}`"));
    }
    for key in ["/asset/version", "/asset/minVersion"] {
        let version = value.pointer(key).and_then(Value::as_str);
        let is_other = |version: &&str| *version != "2" && !version.starts_with("2.");
        if let Some(version) = version.filter(is_other) {
            return Err(other_version(version));
        }
    }
    Ok(())
}

/// Keys of values that are never read. The crate would refuse a file for a wrong one.
const UNREAD: [&str; 18] = [
    "camera",
    "copyright",
    "emissiveFactor",
    "emissiveTexture",
    "extras",
    "generator",
    "max",
    "metallicFactor",
    "metallicRoughnessTexture",
    "mimeType",
    "min",
    "minVersion",
    "normalTexture",
    "occlusionTexture",
    "roughnessFactor",
    "skeleton",
    "target",
    "weights",
];

/// Takes away what is never read, and brings other programs' ways to write a value to that of the crate.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.retain(|key, value| !UNREAD.contains(&key.as_str()) && !value.is_null());
            entries.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        // Some programs write `3.0` for a number of an entry.
        Value::Number(number) => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0);
            let whole = whole.filter(|number| number.is_sign_positive() && *number < 1e15);
            if let Some(whole) = whole.filter(|_| number.is_f64()) {
                *value = Value::from(whole as u64);
            }
        }
        _ => {}
    }
}

/// Parts of the paths of values that may be wrong.
const OPTIONAL: [&str; 3] = [
    ".targets[",
    // Some files have 0, or less than 4. Whether elements fit is checked where they are read.
    ".byteStride",
    "<invalid semantic name>",
];

/// Refuses entries that are not there, and values that glTF does not have: the crate panics at them.
///
/// What validation finds to be missing is not refused. Bounds of positions are not read, and an accessor without bytes
/// is one of zeros.
fn check(root: &Root, value: &Value) -> Read<()> {
    for (mesh, entry) in root.meshes.iter().enumerate() {
        for (primitive, entry) in entry.primitives.iter().enumerate() {
            // Here, validation itself panics.
            let positions = entry.attributes.get(&Checked::Valid(Semantic::Positions));
            let count = root.accessors.len();
            if let Some(number) = positions.filter(|index| index.value() >= count) {
                let path = format!("meshes[{mesh}].primitives[{primitive}].attributes.POSITION");
                let message = format!("there is no `accessors[{number}]`: the file has {count}");
                return Err(GltfError::damaged(path, message));
            }
        }
    }
    let mut first = None;
    let mut report = |path: &dyn Fn() -> Path, error| {
        let problem = match error {
            Error::IndexOutOfBounds => "the file has no such entry",
            Error::Invalid => "glTF has no such value",
            Error::Oversize => "this number is too large",
            Error::Missing | Error::Unsupported => return,
        };
        let path = path().0;
        if first.is_none() && !OPTIONAL.iter().any(|part| path.contains(part)) {
            // The crate has a name of its own for this extension.
            let path = path.replace("extensions.pbr", "extensions.KHR_materials_pbr");
            first = Some((path, problem));
        }
    };
    // Not pictures and samplers, which may be wrong: they are checked where they are read.
    let at = |list: &'static str| move || Path::new().field(list);
    root.accessors.validate(root, at("accessors"), &mut report);
    root.buffer_views
        .validate(root, at("bufferViews"), &mut report);
    root.buffers.validate(root, at("buffers"), &mut report);
    root.materials.validate(root, at("materials"), &mut report);
    root.meshes.validate(root, at("meshes"), &mut report);
    root.nodes.validate(root, at("nodes"), &mut report);
    root.scene.validate(root, at("scene"), &mut report);
    root.scenes.validate(root, at("scenes"), &mut report);
    root.skins.validate(root, at("skins"), &mut report);
    root.textures.validate(root, at("textures"), &mut report);
    let Some((path, problem)) = first else {
        return Ok(());
    };
    let pointer = path.replace(['.', '['], "/").replace([']', '"'], "");
    let found = value.pointer(&format!("/{pointer}"));
    let found = found.filter(|value| value.is_number() || value.is_string());
    let found = found.map_or_else(String::new, |found| format!("found `{found}`: "));
    Err(GltfError::damaged(path, found + problem))
}

#[cfg(test)]
mod tests;
