//! The `[surfaces.NAME]`s of a level's text, and the colliders that they name.

use core::ops::Range;
use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use super::keys::SURFACES;
use super::loaded::{CollidedMesh, Scene, kind_of};
use super::problems::Problems;
use super::reader::Reader;
use super::table::Table;
use super::words::did_you_mean;
use crate::world::{BoxId, ColliderId, SurfaceRules, TriangleId, World};

/// A `[surfaces.NAME]`.
#[derive(Clone, Debug)]
pub(super) struct SurfaceEntry {
    pub name: String,
    /// The materials and kinds that it names, with their places.
    matches: Vec<(String, Range<usize>)>,
    rules: SurfaceRules,
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

/// Gives `world` the rules of `surfaces`, and the colliders of `scene` that they name the tags. A triangle has the surface
/// of its material, or else of its prop's kind; a box has that of its kind.
pub(super) fn apply_surfaces(world: &mut World, scene: &Scene, surfaces: &[SurfaceEntry]) {
    world.clear_tags();
    let mut tags: BTreeMap<&str, u32> = BTreeMap::new();
    for (tag, entry) in (1..).zip(surfaces) {
        world.set_surface_rules(tag, entry.rules);
        tags.extend(entry.matches.iter().map(|(name, _)| (&**name, tag)));
    }
    if tags.is_empty() {
        return;
    }
    for id in (0..world.boxes().len() as u32).map(BoxId) {
        let kind = scene.model_of(id).map(kind_of);
        if let Some(tag) = kind.and_then(|kind| tags.get(kind)) {
            world.set_tag(ColliderId::Box(id), *tag);
        }
    }
    for collided in scene.collided_meshes() {
        let of_kind = collided.kind().and_then(|kind| tags.get(kind)).copied();
        let materials = collided.mesh.materials.iter();
        let of_materials: Vec<_> = materials.map(|it| tags.get(&*it.name).copied()).collect();
        if of_kind.is_none() && of_materials.iter().all(Option::is_none) {
            continue;
        }
        let parts = collided.mesh.parts.iter();
        let of_triangles = parts.flat_map(|part| {
            let material = part
                .material
                .and_then(|material| of_materials.get(material));
            let tag = material.copied().flatten().or(of_kind);
            part.triangles.iter().map(move |_| tag)
        });
        // Some triangles have no area once they are placed, and are not in the world.
        let placed = collided.mesh.placed(&collided.placement);
        let there = placed
            .zip(of_triangles)
            .filter(|(placed, _)| placed.is_some());
        for (number, (_, tag)) in (collided.first.0..).zip(there) {
            if let Some(tag) = tag {
                world.set_tag(ColliderId::Triangle(TriangleId(number)), tag);
            }
        }
    }
}

/// Warns of names in `surfaces` that no collider has.
pub(super) fn check_surfaces(
    scene: &Scene,
    surfaces: &[SurfaceEntry],
    problems: &mut Problems<'_>,
) {
    if surfaces.is_empty() {
        return;
    }
    let meshes = scene.collided_meshes().iter();
    let materials = meshes.clone().flat_map(|collided| &collided.mesh.materials);
    let materials = materials.map(|material| &*material.name);
    let kinds = scene.props().iter().chain(&scene.mover_models).map(kind_of);
    let known = materials.chain(kinds);
    for (name, span) in surfaces.iter().flat_map(|entry| &entry.matches) {
        if !known.clone().any(|known| known == name) {
            problems.warning(
                span.clone(),
                format!("nothing solid has the material or the kind `{name}`"),
                "expected the name of a material of a `[[mesh]]`, or the kind of a `[[prop]]` or `[[mover]]`",
                did_you_mean(name, known.clone()),
            );
        }
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

impl CollidedMesh {
    /// The kind of the prop that it is of.
    fn kind(&self) -> Option<&str> {
        let name: &Arc<str> = &self.name;
        match self.owner {
            super::TriangleOwner::Prop(_) => Some(name),
            super::TriangleOwner::Mesh(_) => None,
        }
    }
}
