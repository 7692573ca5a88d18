//! Holes in a floor that lead to another floor of the level.
//!
//! A hole through which a walker falls out of the level is an escape, whose incident reports it.

use sidle::glam::DVec3;

use super::explored::Explored;
use super::unreached::Seen;
use crate::floor::{FloorPoint, highest_climb};
use crate::report::{Finding, FindingKind, rounded};
use sidle::geometry::Segment;
use sidle::geometry::float::max;
use sidle::player::{PlayerState, Water};

/// How wide a hole may be; metres. A wider opening is a room or a shaft, and nobody overlooks it.
const MAX_WIDTH: f64 = 3.0;

/// How exactly its sides are measured; metres. Smaller: it takes longer; larger: one that a body just fits is missed.
const STEP: f64 = 0.02;

/// How far above the floor it is looked for; metres.
const ABOVE: f64 = 0.1;

/// The holes next to floor that was reached.
pub(super) fn findings(audit: &Explored, seen: &Seen) -> Vec<Finding> {
    let points = audit.floor.points.iter().zip(&seen.reached);
    let rim = points.filter(|(point, reached)| **reached && point.is_rim());
    let rim: Vec<FloorPoint> = rim.map(|(point, _)| *point).collect();
    let found = audit.pool.map(&rim, |_, point| {
        let directions = [DVec3::X, DVec3::Z];
        directions.map(|direction| beside(audit, point, direction))
    });
    found.into_iter().flatten().flatten().collect()
}

/// The hole that begins next to `point` in a direction along an axis.
fn beside(audit: &Explored, point: &FloorPoint, direction: DVec3) -> Option<Finding> {
    let (world, floor) = (audit.sim().world(), &audit.floor);
    let tuning = audit.sim().tuning();
    let climb = highest_climb(audit.sim());
    let ground = point.contact.y;
    let is_floor = |at: DVec3| {
        let mut column = floor.of_column(floor.column(at));
        column.any(|near| (floor.points[near].contact.y - ground).abs() <= tuning.step_height)
    };
    // Whoever falls here lands deeper than a walker climbs.
    let is_open = |at: DVec3| {
        let way = Segment::new(at + DVec3::Y * ABOVE, at - DVec3::Y * climb);
        world.intersect_segment(&way).is_none()
    };
    // How far it is to the side of the hole, beyond which the floor goes on.
    let side = |from: DVec3, direction: DVec3| {
        let mut steps = (1..=(MAX_WIDTH / STEP) as u32).map(|step| f64::from(step) * STEP);
        let end = steps.find(|off| !is_open(from + direction * *off))?;
        is_floor(from + direction * (end + floor.side)).then_some(end)
    };
    let beyond = point.contact + direction * floor.side;
    if is_floor(beyond) || !is_open(beyond) {
        return None;
    }
    let mut middle = beyond;
    let mut widths = [0.0; 2];
    let across = DVec3::new(direction.z, 0.0, direction.x);
    for (width, direction) in widths.iter_mut().zip([direction, across]) {
        let (ahead, back) = (side(middle, direction)?, side(middle, -direction)?);
        // Each side is half a step nearer on average.
        *width = ahead + back - STEP;
        middle += direction * ((ahead - back) * 0.5);
    }
    let fits = widths
        .iter()
        .all(|width| (tuning.radius * 2.0..=MAX_WIDTH).contains(width));
    let sight = Segment::new(point.position, middle.with_y(point.position.y));
    if !fits || world.intersect_segment(&sight).is_some() {
        return None;
    }
    // Whoever falls into water swims out.
    let deep = PlayerState {
        position: middle - DVec3::Y * (climb - tuning.radius),
        ..PlayerState::default()
    };
    if Water::around(audit.sim().zones(), tuning, &deep).is_some() {
        return None;
    }
    let fall = Segment::new(middle, middle.with_y(audit.surroundings.bottom));
    let (_, landing) = world.intersect_segment(&fall)?;
    let depth = landing.fraction * (middle.y - audit.surroundings.bottom);
    let [wide, long] = widths;
    let mut finding = Finding::new(
        FindingKind::Hole,
        middle,
        format!(
            "a hole of {wide:.2} by {long:.2} m in the floor leads {depth:.1} m down to another floor"
        ),
        "close it, or ignore it if players are meant to drop there".to_owned(),
    );
    finding.size = rounded(max(wide, long));
    Some(finding)
}
