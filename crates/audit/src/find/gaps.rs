//! Gaps that the body just misses, or just passes.

use sidle::glam::DVec3;

use super::explored::Explored;
use super::thin::WALL;
use super::unreached::Seen;
use crate::report::{Finding, FindingKind, rounded};
use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Capsule, Segment};
use sidle::world::{ColliderId, Filter, World};

/// By how much a body may miss a gap, and pass it, for the gap to be worth a look; metres.
const MISSES: f64 = 0.05;
const PASSES: f64 = 0.01;

/// In how many directions a gap is looked for.
const DIRECTIONS: u32 = 16;

/// How far ahead a gap is looked for, and how deep it has to be open behind, in radii.
const AHEAD: f64 = 2.5;
const BEHIND: f64 = 2.5;

/// How far to the side its walls may be, in radii.
const ASIDE: f64 = 2.0;

/// How many places along a way are measured.
const STEPS: u32 = 10;

/// How far from where a body stood the walls of a gap may be, in radii.
const REACH: f64 = 3.3;
const _: () = assert!(REACH * REACH > AHEAD * AHEAD + ASIDE * ASIDE);

/// The gaps next to floor that was reached.
pub(super) fn findings(audit: &Explored, seen: &Seen) -> Vec<Finding> {
    let points = audit.floor.points.iter().zip(&seen.reached);
    let rim = points.filter(|(point, reached)| **reached && point.is_rim());
    let places: Vec<DVec3> = rim.map(|(point, _)| point.position).collect();
    let found = audit.pool.map(&places, |_, place| around(audit, *place));
    found.into_iter().flatten().collect()
}

/// The gaps that can be seen from `place`, where a body stood.
fn around(audit: &Explored, place: DVec3) -> Vec<Finding> {
    let world = audit.sim().world();
    let radius = audit.sim().tuning().radius;
    let next = |from: DVec3, direction: DVec3, length: f64| {
        let hit = world.intersect_segment(&Segment::new(from, from + direction * length));
        hit.map(|(_, hit)| (hit.fraction * length, hit.normal))
    };
    let is_free =
        |from: DVec3, direction: DVec3, length: f64| next(from, direction, length).is_none();
    // How far it is to the next wall. Between slopes, no width is that of the gap.
    let to_wall = |from: DVec3, direction: DVec3| {
        let wall =
            next(from, direction, radius * ASIDE).filter(|(_, normal)| normal.y.abs() < WALL);
        wall.map(|(distance, _)| distance)
    };
    let mut found = Vec::new();
    if !has_walls(world, place, radius * REACH) {
        return found;
    }
    for direction in 0..DIRECTIONS {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(DIRECTIONS) * f64::from(direction));
        let ahead = DVec3::new(sin, 0.0, -cos);
        let right = DVec3::new(cos, 0.0, sin);
        if !is_free(place, ahead, radius * 2.0) {
            continue;
        }
        // The narrowest place on the way.
        let mut narrowest: Option<(f64, DVec3)> = None;
        for step in 0..=STEPS {
            let at = place + ahead * (radius * AHEAD / f64::from(STEPS) * f64::from(step));
            let Some(to_right) = to_wall(at, right) else {
                continue;
            };
            let Some(to_left) = to_wall(at, -right) else {
                continue;
            };
            let width = to_right + to_left;
            if narrowest.is_none_or(|(least, _)| width < least) {
                narrowest = Some((width, at + right * ((to_right - to_left) * 0.5)));
            }
        }
        let Some((width, middle)) = narrowest else {
            continue;
        };
        let missing = radius * 2.0 - width;
        let is_open = || is_free(middle, ahead, radius * BEHIND) && is_free(middle, -ahead, radius);
        if (-PASSES..=MISSES).contains(&missing) && is_open() {
            found.push(finding_of(width, missing, middle));
        }
    }
    found
}

/// Whether there may be a wall within `reach` of `place`: a box, or a triangle that is steep enough.
fn has_walls(world: &World, place: DVec3, reach: f64) -> bool {
    let mut near = Vec::new();
    if let Some(ball) = Capsule::new(place, reach, 0.0) {
        world
            .filtered(Filter::ALL)
            .colliders_near(ball, 0.0, &mut near);
    }
    near.into_iter().any(|collider| match collider {
        ColliderId::Triangle(id) => world
            .triangle(id)
            .is_some_and(|triangle| triangle.plane().normal().y.abs() <= WALL),
        ColliderId::Box(_) => true,
    })
}

fn finding_of(width: f64, missing: f64, middle: DVec3) -> Finding {
    let millimetres = (missing.abs() * 1000.0).round();
    let (message, repair) = if missing > 0.0 {
        (
            format!("a gap of {width:.3} m: the body misses it by {millimetres} mm"),
            format!("widen it by more than {millimetres} mm, or close it"),
        )
    } else {
        (
            format!("a gap of {width:.3} m: the body passes with {millimetres} mm to spare"),
            "widen it, so that a player need not aim".to_owned(),
        )
    };
    let mut finding = Finding::new(FindingKind::Narrow, middle, message, repair);
    finding.size = rounded(width);
    finding
}
