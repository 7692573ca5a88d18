//! `sidle schema` prints the level format as a JSON schema, for editors that complete and check keys.
//!
//! It is made from the library's table of keys, as the key tables of `levels/format.md` are. Tests prove
//! that the schema and the loader accept and refuse the same levels (`crates/game/tests/cli/schema.rs`).

use serde_json::{Map, Value, json};

use sidle::level::keys::{Key, KeyTable, LEVEL, NumberRange, TableForm, ValueType};
use sidle::world::ZoneAction;

use crate::exit::Exit;
use crate::platform::terminal;

pub fn run() -> Result<Exit, String> {
    terminal::line(&terminal::json_of(&schema())?)?;
    Ok(Exit::Fine)
}

/// The schema of a level.
fn schema() -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for table in LEVEL {
        if table.form == TableForm::Head {
            add_keys(table.keys, &mut properties, &mut required);
            continue;
        }
        let of_table = object_schema(table);
        let of_name = match table.form {
            TableForm::Named => json!({"type": "object", "additionalProperties": of_table}),
            TableForm::List => json!({"type": "array", "items": of_table}),
            TableForm::Head | TableForm::Single => of_table,
        };
        if table.is_required {
            required.push(table.name.into());
        }
        properties.insert(table.name.into(), described(of_name, table.doc));
    }
    let mut schema = object(properties, required);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "A level of sidle".into();
    schema["description"] = "The format is explained in levels/format.md.".into();
    schema
}

/// The schema of a table.
fn object_schema(table: &KeyTable) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    add_keys(table.keys, &mut properties, &mut required);
    let has_substitute = properties.contains_key("triangles");
    let mut schema = object(properties, required);
    if has_substitute {
        schema["anyOf"] = json!([{"required": ["file"]}, {"required": ["triangles"]}]);
    }
    schema
}

fn object(properties: Map<String, Value>, required: Vec<Value>) -> Value {
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

fn add_keys(keys: &[Key], properties: &mut Map<String, Value>, required: &mut Vec<Value>) {
    for key in keys {
        let mut schema = value_schema(&key.value);
        // `triangles` stands for the file of a mesh.
        let has_substitute =
            key.name == "file" && keys.iter().any(|other| other.name == "triangles");
        if key.is_required() && !has_substitute {
            required.push(key.name.into());
        }
        // The defaults of a table are also JSON.
        let default = key.default_value();
        if let Some(default) = default.and_then(|text| serde_json::from_str(&text).ok()) {
            schema["default"] = default;
        }
        let text = format!("{} ({})", key.doc(), key.written());
        properties.insert(key.name.into(), described(schema, &text));
    }
}

/// The allowed values.
fn value_schema(value: &ValueType) -> Value {
    match value {
        ValueType::Version(version) => json!({"const": version}),
        ValueType::String(_) | ValueType::Path => json!({"type": "string"}),
        ValueType::Color => {
            json!({"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$", "examples": ["#d98c4a"]})
        }
        ValueType::Boolean => json!({"type": "boolean"}),
        ValueType::Choice(names) => json!({"enum": names}),
        ValueType::Number(range) => number_schema(range),
        ValueType::Vector(range) => vector(number_schema(range)),
        ValueType::Scale(range) => {
            let mut number = number_schema(range);
            if range.min < 0.0 {
                number["not"] = json!({"const": 0.0});
            }
            json!({"anyOf": [number, vector(number.clone())]})
        }
        ValueType::Names => {
            let name = json!({"type": "string"});
            json!({"anyOf": [name, {"type": "array", "items": name, "minItems": 1}]})
        }
        ValueType::Points(range) => {
            json!({"type": "array", "items": vector(number_schema(range)), "minItems": 2})
        }
        ValueType::PlacesOrZones(range) => list_with_zones(vector(number_schema(range))),
        ValueType::Tables(table) => json!({"type": "array", "items": object_schema(table)}),
        ValueType::TablesOrZones(table) => list_with_zones(object_schema(table)),
    }
}

/// A list of these, or names of zones.
fn list_with_zones(of: Value) -> Value {
    let names: Vec<_> = ZoneAction::NAMES.iter().map(|(name, _)| *name).collect();
    let zone = json!({"type": "string", "examples": names});
    json!({"type": "array", "items": {"anyOf": [of, zone]}})
}

fn vector(of: Value) -> Value {
    json!({"type": "array", "items": of, "minItems": 3, "maxItems": 3})
}

fn number_schema(range: &NumberRange) -> Value {
    let minimum = if range.above_min {
        "exclusiveMinimum"
    } else {
        "minimum"
    };
    let mut schema = json!({"type": "number", minimum: range.min});
    if range.max.is_finite() {
        schema["maximum"] = range.max.into();
    }
    schema
}

/// The schema with a description: `text` without its Markdown.
fn described(mut schema: Value, text: &str) -> Value {
    if !text.is_empty() {
        let text = text.replace("[placement](#placement)", "levels/format.md");
        let text = text.replace("[zones](#zones)", "levels/format.md");
        schema["description"] = text.replace(['`', '*'], "").into();
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The schema of a key, without its description.
    fn of(table: &str, key: &str) -> Value {
        let schema = schema();
        let mut table = &schema["properties"][table];
        if table["type"] == "array" {
            table = &table["items"];
        }
        let mut key = table["properties"][key].clone();
        assert!(key["description"].is_string(), "{key}");
        key.as_object_mut().unwrap().remove("description");
        key
    }

    #[test]
    fn types_and_ranges_become_schemas() {
        assert_eq!(
            of("player", "box_turns"),
            json!({"type": "boolean", "default": true})
        );
        assert_eq!(
            of("spawn", "mode"),
            json!({"enum": ["walk", "fly"], "default": "walk"})
        );
        assert_eq!(schema()["properties"]["format"]["const"], 1);
        assert_eq!(
            of("spawn", "pitch_deg"),
            json!({"type": "number", "minimum": -90.0, "maximum": 90.0, "default": 0.0})
        );
        assert_eq!(
            of("player", "air_accel"),
            json!({"type": "number", "minimum": 0.0, "default": 12.0})
        );
        assert_eq!(of("player", "box_half_extents")["items"]["maximum"], 1000.0);
        assert_eq!(
            of("prop", "scale")["anyOf"][1]["items"]["exclusiveMinimum"],
            0.0
        );
        assert_eq!(
            of("mesh", "scale")["anyOf"][0]["not"],
            json!({"const": 0.0})
        );
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
