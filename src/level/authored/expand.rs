//! What a level gets from its maps besides their meshes: movers and zones, as if its text named them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::DVec3;

use super::{Map, MapAction, MapMover, MapZone};
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
    pub map: Option<Arc<Map>>,
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
        let tuning = &document.tuning;
        zones.extend(
            map.zones
                .iter()
                .filter_map(|zone| placed_zone(zone, entry, tuning)),
        );
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

fn placed_mover(mover: &MapMover, entry: &MeshEntry) -> Option<MoverEntry> {
    let placement = &entry.placement;
    let length = Polyline::new(mover.path.iter().copied())?.length();
    let path = Polyline::new(mover.path.iter().map(|offset| placement.apply(*offset)))?;
    Some(MoverEntry {
        kind: mover.class.clone(),
        speed: mover.speed * (path.length() / length),
        path,
        rotation: placement.rotation,
        scale: placement.scale,
        turn: false,
        on_end: mover.on_end,
        // In Quake, only players and monsters block what moves.
        on_hit: OnHit::Pass,
        span: entry.span.clone(),
        mesh: Some(mover.mesh.clone()),
    })
}

fn placed_zone(zone: &MapZone, entry: &MeshEntry, tuning: &Tuning) -> Option<ZoneEntry> {
    let placement = &entry.placement;
    let half = zone.half * placement.scale.abs();
    let obb = Obb::new(placement.apply(zone.center), placement.rotation, half)?;
    let action = match zone.action {
        MapAction::Start => ZoneAction::Start,
        MapAction::Checkpoint => ZoneAction::Checkpoint,
        MapAction::Finish => ZoneAction::Finish,
        MapAction::Message => ZoneAction::Message,
        MapAction::Teleport { feet } => ZoneAction::Teleport {
            to: placement.apply(feet) + DVec3::Y * tuning.radius,
        },
        MapAction::Launch { velocity } => ZoneAction::Launch {
            velocity: turned_by(placement, velocity),
        },
        MapAction::Jump { to } => ZoneAction::Launch {
            velocity: jump(placement.apply(to) - obb.center(), tuning.gravity),
        },
    };
    Some(ZoneEntry {
        zone: Zone { obb, action },
        text: zone.text.clone(),
        to_span: entry.span.clone(),
        span: entry.span.clone(),
    })
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
