//! The `[surfaces.NAME]`s of a level's text.

use core::ops::Range;
use std::collections::BTreeMap;

use toml::Spanned;

use crate::level::toml::keys::SURFACES;
use crate::level::toml::{Reader, Table};
use crate::world::SurfaceRules;

/// A `[surfaces.NAME]`.
#[derive(Clone, Debug)]
pub struct SurfaceEntry {
    pub name: String,
    /// The materials and kinds that it names, with their places.
    pub matches: Vec<(String, Range<usize>)>,
    pub rules: SurfaceRules,
}

/// Reads the surfaces below `top`, in the order of their names.
pub(super) fn read_surfaces(reader: &mut Reader<'_>, top: &Table<'_, '_>) -> Vec<SurfaceEntry> {
    let mut surfaces: Vec<SurfaceEntry> = Vec::new();
    let Some(value) = top.get("surfaces") else {
        return surfaces;
    };
    let Some(tables) = reader.any_table("surfaces", value) else {
        return surfaces;
    };
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for (key, value) in tables {
        let name = key.get_ref().to_string();
        let Some(table) = reader.table(&format!("surfaces.{name}"), value, &SURFACES) else {
            continue;
        };
        let matches = table.names(reader, "match").unwrap_or_default();
        let usual = SurfaceRules::default();
        let rules = SurfaceRules {
            friction: table.number(reader, "friction").unwrap_or(usual.friction),
            one_way: table.boolean(reader, "one_way").unwrap_or_default(),
            sensor: table.boolean(reader, "sensor").unwrap_or_default(),
            conveyor: table.vector(reader, "conveyor").unwrap_or_default(),
            max_slope_deg: table.number(reader, "max_slope_deg"),
            step_height: table.number(reader, "step_height"),
            ladder: table.boolean(reader, "ladder").unwrap_or_default(),
        };
        table.report_unknown_keys(reader);
        for (matched, span) in &matches {
            if let Some(other) = owners.insert(matched.clone(), name.clone()) {
                let message = if other == name {
                    format!("`{matched}` is twice in the surface `{name}`")
                } else {
                    format!("`{matched}` is in two surfaces: `{other}` and `{name}`")
                };
                reader.error(span.clone(), message, "expected each name once");
            }
        }
        surfaces.push(SurfaceEntry {
            name,
            matches,
            rules,
        });
    }
    surfaces
}

impl Table<'_, '_> {
    /// A string, or a list of strings, each with its place.
    fn names(&self, reader: &mut Reader<'_>, key: &str) -> Option<Vec<(String, Range<usize>)>> {
        let (_, value) = self.value(reader, key)?;
        let Some(list) = value.get_ref().as_array() else {
            return Some(vec![(reader.string(key, value)?, value.span())]);
        };
        if list.is_empty() {
            let message = format!("`{key}` is an empty list");
            reader.error(value.span(), message, "expected at least one name");
        }
        let name = |value: &Spanned<_>| Some((reader.string(key, value)?, value.span()));
        list.iter().map(name).collect()
    }
}
