//! Warnings about surfaces that nothing has.

use crate::level::document::SurfaceEntry;
use crate::level::loaded::{Scene, kind_of};
use crate::level::text::{Problems, did_you_mean};

/// Warns of names in `surfaces` that no collider has.
pub fn check_surfaces(scene: &Scene, surfaces: &[SurfaceEntry], problems: &mut Problems<'_>) {
    if surfaces.is_empty() {
        return;
    }
    for SurfaceEntry { name, span, .. } in surfaces
        .iter()
        .filter(|entry| entry.matches.is_empty() && !entry.is_named)
    {
        let message = format!("nothing has the surface `{name}`");
        let label = "expected a `match`, or an entry with this name as its `surface`";
        problems.warning(span.clone(), message, label, None);
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
