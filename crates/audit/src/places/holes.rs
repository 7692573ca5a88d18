//! Holes in the floor. A walker that stops in the middle of one falls, and a walker that goes on may not.

use sidle::glam::DVec3;

use crate::floor::Floor;
use crate::walk::Surroundings;
use sidle::geometry::Segment;
use sidle::geometry::float::max;
use sidle::sim::Sim;

/// How wide a hole may be; metres. Into a wider one, every walker falls that walks over its edge.
const MAX_WIDTH: f64 = 3.0;

/// How exactly its sides are measured; metres. Smaller: it takes longer; larger: a walker misses a hole that it just fits.
const STEP: f64 = 0.01;

/// How far next to a point of the floor a fall begins; metres.
const ABOVE: f64 = 0.1;

/// The middles of the holes next to a point of the floor.
pub(super) fn next_to(
    sim: &Sim,
    floor: &Floor,
    surroundings: &Surroundings,
    point: usize,
) -> Vec<DVec3> {
    let world = sim.world();
    let bottom = max(surroundings.bottom, sim.rules().kill_y);
    let point = &floor.points[point];
    let falls = |at: DVec3| {
        let fall = Segment::new(at + DVec3::Y * ABOVE, at.with_y(bottom));
        bottom < at.y && world.intersect_segment(&fall).is_none()
    };
    let directions = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
    let found = directions.into_iter().filter_map(|direction| {
        let beyond = point.contact + direction * surroundings.grid.side;
        let mut column = floor.of_column(floor.column(beyond));
        let is_floor =
            column.any(|point| (floor.points[point].contact.y - beyond.y).abs() < MAX_WIDTH);
        if is_floor || !falls(beyond) {
            return None;
        }
        let across = DVec3::new(direction.z, 0.0, direction.x);
        let middle = middle(middle(beyond, direction, &falls)?, across, &falls)?;
        let sight = Segment::new(point.position, middle.with_y(point.position.y));
        world.intersect_segment(&sight).is_none().then_some(middle)
    });
    found.collect()
}

/// The middle of the hole at `from` along `way`. `None` if it is wide.
fn middle(from: DVec3, direction: DVec3, falls: &impl Fn(DVec3) -> bool) -> Option<DVec3> {
    let end = |direction: DVec3| {
        let steps = 1..=(MAX_WIDTH / STEP) as u32;
        let mut steps = steps.map(|step| f64::from(step) * STEP);
        steps.find(|off| !falls(from + direction * *off))
    };
    let (ahead, back) = (end(direction)?, end(-direction)?);
    (ahead + back <= MAX_WIDTH).then(|| from + direction * ((ahead - back) * 0.5))
}
