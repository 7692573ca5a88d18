//! Warnings about valid contents that are probably mistakes, lost props, flipped faces, unused kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::DVec3;

use crate::geometry::float::max;
use crate::geometry::{Aabb, Obb, Triangle};
use crate::level::document::{KindEntry, MeshEntry, PropEntry};
use crate::level::loaded::{CollidedMesh, Level, TriangleOwner, kind_of};
use crate::level::meshes::EdgeDefects;
use crate::level::text::{Problems, count};
use crate::order::set_of;
use crate::parallel::Workers;

/// A prop is lost when its distance is more than this many times the size of the rest.
///
/// Smaller: a lonely tower is reported; larger: a wrong digit passes.
const LOST_FACTOR: f64 = 10.0;

/// A prop nearer than this is never lost, however small the rest is; metres.
const NEVER_LOST: f64 = 100.0;

/// Warns of props far from everything else; `entries` hold their places.
pub fn check_lost_props(level: &Level, entries: &[PropEntry], problems: &mut Problems<'_>) {
    let scene = &level.scene;
    let props = (0..scene.props().len()).filter_map(|number| scene.prop_bounds(number));
    let movers = level.movers.iter().map(|driven| driven.obb(0.0));
    let props: Vec<Aabb> = props
        .chain(movers)
        .filter_map(|obb| bounds_of(&obb))
        .collect();
    if props.is_empty() {
        return;
    }
    let of_props = |mesh: &&CollidedMesh| matches!(mesh.owner, TriangleOwner::Prop(_));
    let first = scene.collided.iter().find(of_props);
    let all = level.world.triangles();
    let of_meshes = first.and_then(|mesh| all.get(..mesh.first.0 as usize));
    let bounds = Workers::All.map_pieces(of_meshes.unwrap_or(all), |_, piece| {
        Aabb::from_points(piece.iter().flat_map(Triangle::vertices))
    });
    let bounds = bounds.into_iter().flatten();
    let corners = bounds.flat_map(|bounds| [bounds.min(), bounds.max()]);
    let rest = corners.chain([level.rules.spawn.position]);
    let Some(rest) = Aabb::from_points(rest) else {
        return;
    };
    // The props before and behind each prop are all the others.
    let join = |all: &mut Aabb, next: &Aabb| {
        let before = *all;
        *all = Aabb::from_points([all.min(), all.max(), next.min(), next.max()])?;
        Some(before)
    };
    let before: Vec<_> = props.iter().scan(rest, join).collect();
    let mut behind: Vec<_> = props.iter().rev().scan(rest, join).collect();
    behind.reverse();
    let others = before.iter().zip(&behind);
    for ((prop, others), entry) in props.iter().zip(others).zip(entries) {
        let (before, behind) = others;
        let ends = [before.min(), before.max(), behind.min(), behind.max()];
        let Some(others) = Aabb::from_points(ends) else {
            continue;
        };
        let gap = (prop.min() - others.max()).max(others.min() - prop.max());
        let away = gap.max(DVec3::ZERO).length();
        let size = 2.0 * others.half_extents().length();
        if away > max(LOST_FACTOR * size, NEVER_LOST) {
            let name = &entry.kind;
            let message = format!("this `{name}` is {away:.0} m away from everything else");
            let label =
                format!("the rest of the level is {size:.0} m large: is the position right?");
            problems.warning(entry.span.clone(), message, label, None);
        }
    }
}

fn bounds_of(obb: &Obb) -> Option<Aabb> {
    let reach = obb.aligned().half_extents();
    Aabb::from_points([obb.center() - reach, obb.center() + reach])
}

/// Warns of unused kinds.
pub fn check_kinds(
    level: &Level,
    kinds: &BTreeMap<String, KindEntry>,
    problems: &mut Problems<'_>,
) {
    let models = level.scene.props().iter().chain(&level.scene.mover_models);
    let used: BTreeSet<&str> = set_of(models.map(kind_of));
    for (
        name,
        KindEntry {
            span, in_prefab, ..
        },
    ) in kinds
    {
        if !in_prefab && !used.contains(name.as_str()) {
            let label = "expected a `[[prop]]` or `[[mover]]` of this kind";
            problems.warning(
                span.clone(),
                format!("the kind `{name}` is never used"),
                label,
                None,
            );
        }
    }
}

/// Under one-sided collision, warns of meshes whose neighbouring faces look to opposite sides; `entries`
/// hold their places.
pub fn check_facing(level: &Level, entries: &[MeshEntry], problems: &mut Problems<'_>) {
    if !level.tuning.one_sided {
        return;
    }
    let mut known = BTreeSet::new();
    for mesh in &level.scene.collided {
        let Some(entry) = mesh.owner.entry(entries) else {
            continue;
        };
        // A mesh in several places is reported once.
        if !known.insert(Arc::as_ptr(&mesh.mesh)) {
            continue;
        }
        let defects = EdgeDefects::of(&mesh.mesh);
        let Some(place) = defects.first_flipped else {
            continue;
        };
        let pairs = count(
            defects.flipped,
            "pair of faces looks",
            "pairs of faces look",
        );
        let message = format!("in `{}`, {pairs} to opposite sides", mesh.name);
        let [x, y, z] = place.to_array();
        let label = format!(
            "with `one_sided`, one of them pushes inwards: first at ({x}, {y}, {z}) of the mesh"
        );
        let help = "let the modelling program recalculate the normals outside, or turn the fewer faces by `sidle mend IN OUT`";
        let help = help.to_owned();
        problems.warning(entry.span.clone(), message, label, Some(help));
    }
}

#[cfg(test)]
mod tests;
