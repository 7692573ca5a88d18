//! The tags of the colliders that the surfaces of a level name.

use std::collections::BTreeMap;

use crate::level::document::SurfaceEntry;
use crate::level::loaded::{Scene, kind_of};
use crate::world::{BoxId, ColliderId, TriangleId, World};

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
        let of_materials: Vec<_> = materials
            .map(|material| tags.get(&*material.name).copied())
            .collect();
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
