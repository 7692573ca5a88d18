//! `sidle schema`: prints the level format as a JSON schema, for editors that complete and check keys.
//!
//! The format reference, `levels/README.md`, has a table of keys for each part of a level; the
//! schema is read from these tables, so that a key explained there is a key in the schema. Tests
//! prove that the reference and the loader know the same keys (`tests/format_reference.rs`), and that
//! the schema and the loader accept and refuse the same levels (`tests/cli/schema.rs`).

use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::platform::terminal;

const REFERENCE: &str = include_str!("../../../../levels/README.md");

/// The largest coordinate, angle or factor of a level.
const LARGEST: f64 = 1e9;

pub fn run() -> Result<Exit, String> {
    let text = serde_json::to_string_pretty(&schema()).map_err(|error| error.to_string())?;
    terminal::line(&text)?;
    Ok(Exit::Fine)
}

/// The schema of a level.
fn schema() -> Value {
    let file = between(REFERENCE, "\n## The file\n", "\n## ");
    let mut level = Object::default();
    for section in file.split("\n### ").skip(1) {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        let keys = Object::of_section(text);
        let Some(name) = heading.split('`').nth(1) else {
            // The head has no table of its own.
            level.append(keys);
            continue;
        };
        let about = between(text, "\n", "\n\n").trim().replace('\n', " ");
        let about = if about.starts_with('|') { "" } else { &about };
        let bare = name.trim_matches(['[', ']']);
        // Of all tables, only this one must be there.
        if bare == "spawn" {
            level.required.push(bare.into());
        }
        let of_table = keys.into_schema();
        let of_name = match name {
            "[kinds]" => json!({"type": "object", "additionalProperties": of_table}),
            list if list.starts_with("[[") => json!({"type": "array", "items": of_table}),
            _ => of_table,
        };
        level
            .properties
            .insert(bare.into(), described(of_name, about));
    }
    let mut schema = level.into_schema();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "A level of sidle".into();
    schema["description"] = "The format is explained in levels/README.md.".into();
    schema
}

/// The keys of a table.
#[derive(Default)]
struct Object {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Object {
    /// The keys that the table of a section explains.
    fn of_section(text: &str) -> Self {
        let mut object = Self::default();
        // Some sections have other tables too.
        let lines = text.lines().skip_while(|line| !line.starts_with("| Key |"));
        let mut rows = lines.take_while(|line| line.starts_with('|'));
        let cells = |row: &str| -> Vec<String> {
            let row = row.trim_matches('|');
            row.split(" |").map(|cell| cell.trim().to_owned()).collect()
        };
        let columns = rows.next().map(cells).unwrap_or_default();
        for row in rows.skip(1).map(cells) {
            let cell = |name: &str| {
                let at = columns.iter().position(|column| column == name);
                at.and_then(|at| row.get(at)).map_or("", String::as_str)
            };
            let key = cell("Key").trim_matches('`');
            let values = [cell("Value"), cell("Unit"), cell("Range")];
            let values = values
                .map(str::trim)
                .into_iter()
                .filter(|it| !it.is_empty());
            let values = values.collect::<Vec<_>>().join(", ");
            let mut value = value_schema(&values, cell("Meaning"));
            if cell("Default") == "required" {
                object.required.push(key.into());
            } else if let Some(default) = default_of(key, cell("Default"), text) {
                value["default"] = default;
            }
            let meaning = format!("{} ({values})", cell("Meaning"));
            object
                .properties
                .insert(key.into(), described(value, &meaning));
        }
        object
    }

    fn append(&mut self, mut other: Self) {
        self.properties.append(&mut other.properties);
        self.required.append(&mut other.required);
    }

    fn into_schema(self) -> Value {
        let Self {
            properties,
            required,
        } = self;
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        schema
    }
}

/// The default in its own column, or else in the section's example of all defaults.
fn default_of(key: &str, cell: &str, section: &str) -> Option<Value> {
    let written = match cell {
        "" => {
            let defaults = between(section, "These are the defaults:\n\n```toml\n", "```");
            let mut lines = defaults.lines().filter_map(|line| line.split_once(" = "));
            lines.find(|(name, _)| *name == key)?.1
        }
        "empty" => "\"\"",
        cell => cell.trim_matches('`'),
    };
    let written = written.split('#').next()?.trim();
    serde_json::from_str(written).ok()
}

/// What a value may be, from the words of the reference.
fn value_schema(values: &str, meaning: &str) -> Value {
    if values.contains("`[[x, y, z], …]`") {
        return json!({"type": "array", "items": vector(numbers(values, meaning)), "minItems": 2});
    }
    if values.contains("number or `[x, y, z]`") {
        let number = numbers(values, meaning);
        return json!({"anyOf": [number, vector(number.clone())]});
    }
    if values.contains("`[x, y, z]`") {
        return vector(numbers(values, meaning));
    }
    if values.contains("`true`") {
        return json!({"type": "boolean"});
    }
    let choices: Vec<_> = values.split("`\"").skip(1).collect();
    if !choices.is_empty() {
        let names = choices.iter().filter_map(|choice| choice.split('"').next());
        return json!({"enum": names.collect::<Vec<_>>()});
    }
    if values.starts_with("text") || values.starts_with("path") {
        return json!({"type": "string"});
    }
    if let Some(only) = values.strip_prefix('`') {
        let only = only.trim_end_matches('`');
        return json!({"const": serde_json::from_str(only).unwrap_or(Value::Null)});
    }
    numbers(values, meaning)
}

fn vector(of: Value) -> Value {
    json!({"type": "array", "items": of, "minItems": 3, "maxItems": 3})
}

/// A number within the range that `values` says: "-90 to 90", or "0 up, or `inf`".
fn numbers(values: &str, meaning: &str) -> Value {
    let words: Vec<_> = values
        .split([' ', ','])
        .filter(|it| !it.is_empty())
        .collect();
    let number = |at: usize| words.get(at)?.parse::<f64>().ok();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(number);
        match (*word, before, number(at + 1)) {
            ("to", Some(min), Some(max)) => {
                return json!({"type": "number", "minimum": min, "maximum": max});
            }
            ("up", Some(min), _) => return json!({"type": "number", "minimum": min}),
            _ => {}
        }
    }
    let mut schema = json!({"type": "number", "minimum": -LARGEST, "maximum": LARGEST});
    if meaning.starts_with("Above 0") {
        schema = json!({"type": "number", "exclusiveMinimum": 0.0, "maximum": LARGEST});
    } else if meaning.starts_with("Not 0") {
        schema["not"] = json!({"const": 0.0});
    }
    schema
}

fn described(mut schema: Value, text: &str) -> Value {
    if !text.is_empty() {
        let text = text.replace("[below](#how-things-are-placed)", "levels/README.md");
        schema["description"] = text.replace(['`', '*'], "").into();
    }
    schema
}

/// What stands in `text` behind the first `start`, up to the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let behind = text.split_once(start).map_or("", |(_, behind)| behind);
    behind.split_once(end).map_or(behind, |(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_reference_become_types_and_ranges() {
        let of = |values| value_schema(values, "");
        assert_eq!(of("`true` or `false`"), json!({"type": "boolean"}));
        assert_eq!(
            of("`\"walk\"` or `\"fly\"`"),
            json!({"enum": ["walk", "fly"]})
        );
        assert_eq!(of("`1`"), json!({"const": 1}));
        assert_eq!(
            of("degrees, -90 to 90"),
            json!({"type": "number", "minimum": -90.0, "maximum": 90.0})
        );
        assert_eq!(
            of("m/s², 0 up, or `inf`"),
            json!({"type": "number", "minimum": 0.0})
        );
        let sizes = of("`[x, y, z]`, m, each 0.001 to 1000");
        assert_eq!(sizes["items"]["maximum"], 1000.0);
        let scale = value_schema("number or `[x, y, z]`", "Above 0: along its edges.");
        assert_eq!(scale["anyOf"][1]["items"]["exclusiveMinimum"], 0.0);
    }

    #[test]
    fn every_part_of_a_level_is_there() {
        let schema = schema();
        assert_eq!(schema["required"], json!(["format", "name", "spawn"]));
        let parts = schema["properties"].as_object().unwrap();
        for part in [
            "about", "spawn", "limits", "player", "mesh", "kinds", "prop", "mover",
        ] {
            assert!(parts.contains_key(part), "{part}");
        }
        assert_eq!(parts["player"]["properties"]["radius"]["default"], 0.5);
        assert_eq!(parts["spawn"]["properties"]["mode"]["default"], "walk");
    }
}
