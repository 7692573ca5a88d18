//! What a level gets from its meshes besides triangles: movers and zones, as if its text named them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};

use super::{Authored, AuthoredAction, AuthoredMover, AuthoredZone};
use crate::geometry::float::max;
use crate::geometry::{Obb, Placement, Polyline};
use crate::level::budget::Budget;
use crate::level::document::{Document, MeshEntry, MoverEntry, ZoneEntry};
use crate::level::text::Problems;
use crate::player::Tuning;
use crate::world::{OnHit, Zone, ZoneAction};

/// The least rise of a jump, and the least gravity that it is computed with; metres and m/s².
const MIN_RISE: f64 = 0.1;
const MIN_GRAVITY: f64 = 0.1;

/// What is known of a map's file.
pub(crate) struct CachedMap {
    /// The length of its text.
    pub bytes: usize,
    /// An upper bound of what reading it takes, besides its text and its triangles; bytes.
    pub memory: u64,
    /// An upper bound.
    pub triangles: u64,
    /// `None` if it cannot be used, which is reported, or is over the budget.
    pub map: Option<Arc<Authored>>,
}

/// Adds the movers and zones of all maps that `document` places, from the files in `folder`. Once they are more than `budget`
/// allows, no more are added, because the level is refused anyway.
pub(crate) fn expand_maps(
    document: &mut Document,
    maps: &BTreeMap<PathBuf, CachedMap>,
    folder: &Path,
    budget: &Budget,
    problems: &mut Problems<'_>,
) {
    let (mut movers, mut zones) = (Vec::new(), Vec::new());
    let mut path_points = 0;
    for entry in document.meshes.iter().filter(|entry| entry.collide) {
        let cached = maps.get(&folder.join(&entry.file.path));
        let Some(map) = cached.and_then(|cached| cached.map.as_deref()) else {
            continue;
        };
        if entry.placement.scale.min_element() > 0.0 {
            movers.extend(
                map.movers
                    .iter()
                    .filter_map(|mover| placed_mover(mover, entry)),
            );
        } else if !map.movers.is_empty() {
            let message = "what moves in a mirrored map stands still: left out";
            let label = "expected a `scale` above 0";
            problems.warning(entry.span.clone(), message, label, None);
        }
        zones.extend(placed_zones(map, entry, &document.tuning));
        let points = map.movers.iter().map(|mover| mover.path.len() as u64);
        path_points += points.sum::<u64>();
        let (mover_count, zone_count) = (movers.len() as u64, zones.len() as u64);
        if mover_count > budget.movers
            || zone_count > budget.zones
            || path_points > budget.path_points
        {
            break;
        }
    }
    document.movers.extend(movers);
    document.zones.extend(zones);
}

fn placed_mover(mover: &AuthoredMover, entry: &MeshEntry) -> Option<MoverEntry> {
    let placement = &entry.placement;
    let length = Polyline::new(mover.path.iter().copied())?.length();
    let path = Polyline::new(mover.path.iter().map(|offset| placement.apply(*offset)))?;
    Some(MoverEntry {
        kind: mover.class.clone(),
        speed: mover.speed * (path.length() / length),
        path,
        rotation: placement.rotation,
        scale: placement.scale,
        frame: DMat3::IDENTITY,
        color: None,
        surface: entry.surface,
        turn: false,
        on_end: mover.on_end,
        // In Quake, only players and monsters block what moves.
        on_hit: OnHit::Pass,
        span: entry.span.clone(),
        of_map: Some((mover.mesh.clone(), mover.bounds)),
        turns_back: mover.turns_back,
    })
}

/// The zones of a file that `entry` places.
pub(crate) fn placed_zones<'a>(
    authored: &'a Authored,
    entry: &'a MeshEntry,
    tuning: &'a Tuning,
) -> impl Iterator<Item = ZoneEntry> + 'a {
    let zones = authored.zones.iter();
    zones.filter_map(move |zone| placed_zone(zone, entry, tuning))
}

fn placed_zone(zone: &AuthoredZone, entry: &MeshEntry, tuning: &Tuning) -> Option<ZoneEntry> {
    let placement = &entry.placement;
    let obb = placed_cube(&zone.cube, placement)?;
    let action = match zone.action {
        AuthoredAction::Start => ZoneAction::Start,
        AuthoredAction::Checkpoint => ZoneAction::Checkpoint,
        AuthoredAction::Finish => ZoneAction::Finish,
        AuthoredAction::Message => ZoneAction::Message,
        AuthoredAction::Teleport { feet } => ZoneAction::Teleport {
            to: placement.apply(feet) + DVec3::Y * tuning.radius,
        },
        AuthoredAction::Launch { velocity } => ZoneAction::Launch {
            velocity: turned_by(placement, velocity),
        },
        AuthoredAction::Jump { to } => ZoneAction::Launch {
            velocity: jump(placement.apply(to) - obb.center(), tuning.gravity),
        },
        AuthoredAction::Water => ZoneAction::Water {
            current: DVec3::ZERO,
        },
    };
    Some(ZoneEntry {
        zone: Zone { obb, action },
        text: zone.text.clone(),
        to_span: entry.span.clone(),
        span: entry.span.clone(),
    })
}

/// The box that `placement` makes of a cube from -1 to 1. Where it is slanted, its first side counts.
fn placed_cube(cube: &DAffine3, placement: &Placement) -> Option<Obb> {
    let side = |axis: usize| placement.rotation * (placement.scale * cube.matrix3.col(axis));
    let sides = [side(0), side(1), side(2)];
    let half = DVec3::from_array(sides.map(DVec3::length));
    let first = sides[0] / half.x;
    let second = sides[1] - first * first.dot(sides[1]);
    let second = second / second.length();
    // Which way the third one looks does not matter to a box.
    let rotation = DMat3::from_cols(first, second, first.cross(second));
    Obb::new(placement.apply(cube.translation), rotation, half)
}

fn turned_by(placement: &Placement, velocity: DVec3) -> DVec3 {
    placement.rotation * (placement.scale * velocity)
}

/// The velocity of a jump along `way`, which is the highest point that it reaches.
fn jump(way: DVec3, gravity: f64) -> DVec3 {
    let gravity = max(gravity, MIN_GRAVITY);
    // v = g t and h = g t² / 2.
    let seconds = (2.0 * max(way.y, MIN_RISE) / gravity).sqrt();
    DVec3::new(way.x / seconds, gravity * seconds, way.z / seconds)
}

#[cfg(test)]
mod tests;
