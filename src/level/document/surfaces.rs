//! The `[surfaces.NAME]`s of a level's text.

use core::ops::Range;
use std::collections::BTreeMap;

use toml::Spanned;

use super::{Document, report_unknown};
use crate::level::toml::keys::SURFACES;
use crate::level::toml::{Reader, Table, is_bare_key};
use crate::world::SurfaceRules;

/// A `[surfaces.NAME]`.
#[derive(Clone, Debug)]
pub struct SurfaceEntry {
    pub name: String,
    /// The place of its name.
    pub span: Range<usize>,
    /// The materials and kinds that it names, with their places.
    pub matches: Vec<(String, Range<usize>)>,
    pub rules: SurfaceRules,
    /// Whether an entry names it, placed or not.
    pub is_named: bool,
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
            span: key.span(),
            matches,
            rules,
            is_named: false,
        });
    }
    surfaces
}

impl Document {
    /// The number of the surface that an entry names as its own.
    pub(super) fn read_surface(
        &mut self,
        reader: &mut Reader<'_>,
        table: &Table<'_, '_>,
    ) -> Option<usize> {
        let (_, value) = table.value(reader, "surface")?;
        let name = reader.string("surface", value)?;
        let mut surfaces = self.surfaces.iter_mut().enumerate();
        if let Some((number, surface)) = surfaces.find(|(_, surface)| surface.name == name) {
            surface.is_named = true;
            return Some(number);
        }
        let names = self.surfaces.iter().map(|surface| surface.name.as_str());
        report_unknown(reader, "surface", (&name, value.span()), names, || {
            let name = if is_bare_key(&name) { &name } else { "NAME" };
            format!(
                "to define a surface, write `[surfaces.{name}]` and its rules, such as `friction = 0.1`"
            )
        });
        None
    }
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
