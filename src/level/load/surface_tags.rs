//! The tags of the colliders that the surfaces of a level name.

use std::collections::BTreeMap;

use crate::level::document::Document;
use crate::level::loaded::{Level, TriangleOwner, kind_of};
use crate::world::{BoxId, ColliderId, SurfaceRules, TriangleId};

/// Gives the world of `level` the rules of the surfaces of `document`, and their colliders the tags. The surface that an entry
/// names comes first. Otherwise, a triangle has the surface of its material, or else of its prop's kind, or else the rules that
/// `authored` has for its mesh; a box has that of its kind.
pub(super) fn apply_surfaces(
    level: &mut Level,
    document: &Document,
    authored: &[(usize, SurfaceRules)],
) {
    let surfaces = &document.surfaces;
    let (world, scene) = (&mut level.world, &mut level.scene);
    world.clear_tags();
    let mut tags: BTreeMap<&str, u32> = BTreeMap::new();
    for (tag, entry) in (1..).zip(surfaces) {
        world.set_surface_rules(tag, entry.rules);
        tags.extend(entry.matches.iter().map(|(name, _)| (&**name, tag)));
    }
    let mut of_files: Vec<(SurfaceRules, u32)> = Vec::new();
    let mut of_meshes: BTreeMap<usize, u32> = BTreeMap::new();
    for (number, rules) in authored {
        let known = of_files.iter().find(|(known, _)| known == rules);
        let tag = known.map_or(scene.surfaces.len() as u32 + 1, |(_, tag)| *tag);
        if known.is_none() {
            scene.surfaces.push(words(rules));
            world.set_surface_rules(tag, *rules);
            of_files.push((*rules, tag));
        }
        of_meshes.insert(*number, tag);
    }
    let is_named = surfaces.iter().any(|entry| entry.is_named);
    if tags.is_empty() && of_meshes.is_empty() && !is_named {
        return;
    }
    let own_tag = |number: Option<usize>| number.map(|number| number as u32 + 1);
    for id in (0..world.boxes().len() as u32).map(BoxId) {
        let own = match scene.mover_of(id) {
            Some(number) => document.movers.get(number).and_then(|mover| mover.surface),
            None => {
                let prop = scene.prop_of(ColliderId::Box(id));
                let prop = prop.and_then(|number| document.props.get(number));
                prop.and_then(|prop| prop.surface)
            }
        };
        let kind = scene.model_of(id).map(kind_of);
        let of_kind = || kind.and_then(|kind| tags.get(kind)).copied();
        if let Some(tag) = own_tag(own).or_else(of_kind) {
            world.set_tag(ColliderId::Box(id), tag);
        }
    }
    for (number, collided) in scene.collided_meshes().iter().enumerate() {
        let of_kind = collided.kind().and_then(|kind| tags.get(kind));
        let of_kind = of_kind.or(of_meshes.get(&number)).copied();
        let materials = collided.mesh.materials.iter();
        let of_materials: Vec<_> = materials
            .map(|material| tags.get(&*material.name).copied())
            .collect();
        let own = match collided.owner {
            TriangleOwner::Prop(number) => document.props.get(number).and_then(|prop| prop.surface),
            owner => {
                let entry = owner.entry(&document.meshes);
                entry.and_then(|entry| entry.surface)
            }
        };
        let own = own_tag(own);
        if own.or(of_kind).is_none() && of_materials.iter().all(Option::is_none) {
            continue;
        }
        let parts = collided.mesh.parts.iter();
        let of_triangles = parts.flat_map(|part| {
            let material = part
                .material
                .and_then(|material| of_materials.get(material));
            let tag = own.or(material.copied().flatten()).or(of_kind);
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

/// A name for a surface that has none.
fn words(rules: &SurfaceRules) -> String {
    let usual = SurfaceRules::default();
    let mut words = Vec::new();
    if rules.friction != usual.friction {
        words.push(format!("friction {}", rules.friction));
    }
    if rules.one_way {
        words.push("one-way".to_owned());
    }
    if rules.sensor {
        words.push("sensor".to_owned());
    }
    if rules.ladder {
        words.push("ladder".to_owned());
    }
    words.extend(rules.max_slope_deg.map(|slope| format!("slope {slope}°")));
    words.extend(rules.step_height.map(|step| format!("step {step} m")));
    words.join(", ")
}
