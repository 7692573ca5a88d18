//! `sidle schema`, and the agreement of the schema and the loader.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sidle::level::{Diagnostic, Disk, load_level};
use toml::de::{DeTable, DeValue};

use super::run::{at_root, sidle};

fn schema() -> Value {
    super::run::json(&sidle(&["schema"]).fine())
}

fn levels_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(at_root(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

#[test]
fn the_committed_schema_is_what_the_command_prints() {
    let committed = fs::read_to_string(at_root("levels/level.schema.json")).unwrap();
    assert!(
        committed == sidle(&["schema"]).fine(),
        "write it again: sidle schema > levels/level.schema.json"
    );
}

#[test]
fn every_shipped_level_names_the_schema_and_conforms_to_it() {
    for path in levels_in("levels") {
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("#:schema level.schema.json\n"),
            "{}",
            path.display()
        );
        assert_eq!(refusals(&text), Some(vec![]), "{}", path.display());
    }
}

/// Whether a problem is about keys, types or ranges, which a schema can express.
fn is_about_form(problem: &Diagnostic) -> bool {
    let words = [
        "unknown key",
        "is missing",
        "out of range",
        "unknown controller",
        "unknown mode",
        "unknown body",
        "unknown on_end",
        "unknown on_hit",
        "unknown eye",
        "of the whole file in",
        "has format",
        "fewer than two points",
        "`scale` is 0",
        " is a list",
        " is a string",
        " is a single number",
        " is `true` or `false`",
        " is a table",
        " is a datetime",
        " value",
        " is an inline table",
        " is no colour",
    ];
    words.iter().any(|word| problem.message.contains(word))
}

#[test]
fn the_schema_rejects_exactly_what_the_loader_rejects_for_its_form() {
    let (mut refused, mut accepted) = (0, 0);
    for path in levels_in("tests/fixtures/bad/levels")
        .into_iter()
        .chain(levels_in("tests/fixtures/bad/meshes"))
    {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let text = text.trim_start_matches('\u{feff}');
        // Invalid TOML cannot be validated.
        let Some(found) = refusals(text) else {
            continue;
        };
        let loaded = load_level(&path, &Disk);
        let name = path.display().to_string();
        let own = |problem: &&Diagnostic| problem.is_error() && problem.file == name;
        let own: Vec<_> = loaded.diagnostics.iter().filter(own).collect();
        let of_form = own.iter().any(|problem| is_about_form(problem));
        assert_eq!(
            of_form,
            !found.is_empty(),
            "{name}\nloader: {own:#?}\nschema: {found:?}"
        );
        if found.is_empty() {
            accepted += 1
        } else {
            refused += 1
        }
    }
    assert!(
        refused > 10 && accepted > 10,
        "{refused} refused, {accepted} accepted"
    );
}

#[test]
fn every_key_of_the_schema_is_known_to_the_loader() {
    let schema = schema();
    let mut keys = 0;
    for (part, of_part) in schema["properties"].as_object().unwrap() {
        let (table, header) = match of_part {
            list if list["type"] == "array" => (&list["items"], format!("[[{part}]]")),
            map if map["additionalProperties"].is_object() => {
                (&map["additionalProperties"], format!("[{part}.one]"))
            }
            table => (table, format!("[{part}]")),
        };
        let Some(properties) = table["properties"].as_object() else {
            continue;
        };
        for key in properties.keys() {
            let text = format!("format = 1\nname = \"\"\n{header}\n{key} = 2020-01-01\n");
            let problems = load_level(Path::new("a.toml"), &Text(text)).diagnostics;
            let unknown = problems
                .iter()
                .any(|problem| problem.message.contains("unknown key"));
            assert!(!unknown, "{header} {key}");
            keys += 1;
        }
    }
    assert!(keys > 40, "{keys}");
}

struct Text(String);

impl sidle::level::Files for Text {
    fn read(&self, _: &Path) -> std::io::Result<Vec<u8>> {
        Ok(self.0.clone().into_bytes())
    }
}

/// The violations of the schema in a level's text; `None` if the text is no TOML.
fn refusals(text: &str) -> Option<Vec<String>> {
    let document = DeTable::parse(text).ok()?;
    let mut found = Vec::new();
    let table = DeValue::Table(document.into_inner());
    validate(&schema(), &table, "level", &mut found);
    Some(found)
}

/// Validates a value against the subset of JSON Schema that ours uses. An unknown keyword fails.
fn validate(schema: &Value, value: &DeValue<'_>, place: &str, found: &mut Vec<String>) {
    let number = match value {
        DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
        DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .map(|number| number as f64),
        _ => None,
    };
    let is = |wanted: &Value| match wanted {
        Value::Number(wanted) => number == wanted.as_f64(),
        wanted => value.as_str().is_some() && value.as_str() == wanted.as_str(),
    };
    let array = value.as_array();
    for (keyword, rule) in schema.as_object().unwrap() {
        let length = rule.as_u64().unwrap_or_default() as usize;
        let bound = rule.as_f64().unwrap_or(f64::NAN);
        let good = match keyword.as_str() {
            "$schema" | "title" | "description" | "default" | "examples" => true,
            "pattern" => value.as_str().is_none_or(|text| {
                assert_eq!(rule, "^#[0-9A-Fa-f]{6}$");
                let digits = text.strip_prefix('#').unwrap_or_default();
                digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            }),
            "type" => match rule.as_str().unwrap() {
                "object" => value.is_table(),
                "array" => array.is_some(),
                "string" => value.as_str().is_some(),
                "boolean" => value.as_bool().is_some(),
                "number" => matches!(value, DeValue::Float(_) | DeValue::Integer(_)),
                other => panic!("type {other}"),
            },
            "const" => is(rule),
            "enum" => rule.as_array().unwrap().iter().any(is),
            "not" => !is(&rule["const"]),
            "minimum" => number.is_none_or(|number| number >= bound),
            "maximum" => number.is_none_or(|number| number <= bound),
            "exclusiveMinimum" => number.is_none_or(|number| number > bound),
            "minItems" => array.is_none_or(|array| array.len() >= length),
            "maxItems" => array.is_none_or(|array| array.len() <= length),
            "items" => {
                for entry in array.into_iter().flat_map(|array| array.iter()) {
                    validate(rule, entry.get_ref(), place, found);
                }
                true
            }
            "anyOf" => rule.as_array().unwrap().iter().any(|choice| {
                let mut inner = Vec::new();
                validate(choice, value, place, &mut inner);
                inner.is_empty()
            }),
            "required" => {
                let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
                !value.is_table() || rule.as_array().unwrap().iter().all(has)
            }
            "properties" | "additionalProperties" => {
                for (key, inner) in value.as_table().into_iter().flat_map(|table| table.iter()) {
                    let key = key.get_ref().as_ref();
                    let known = schema
                        .get("properties")
                        .and_then(|properties| properties.get(key));
                    match known.filter(|_| keyword == "properties") {
                        Some(known) => validate(known, inner.get_ref(), key, found),
                        None if keyword == "properties" || known_key(schema, key) => {}
                        None if rule.is_object() => validate(rule, inner.get_ref(), key, found),
                        None => found.push(format!("{place}: unknown {key}")),
                    }
                }
                true
            }
            other => panic!("the schema uses `{other}`, which this test does not know"),
        };
        if !good {
            found.push(format!("{place}: {keyword} {rule}"));
        }
    }
}

fn known_key(schema: &Value, key: &str) -> bool {
    schema
        .get("properties")
        .is_some_and(|properties| properties.get(key).is_some())
}
