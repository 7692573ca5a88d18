//! Whether two points of a floor have air between them, or else the farther one is in a closed room. The outside of a map is no floor to
//! which a player expects a way.

use sidle::glam::DVec3;

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::float::max;
use sidle::geometry::{Segment, Sphere};
use sidle::sim::Sim;
use sidle::world::{ColliderId, Filter, PlacedBody, World, Zone};

/// How far above the floor a gap is looked for that is too low for a body; metres.
const LOW: f64 = 0.1;

/// In how many directions along the ground, and slanting upwards, one looks for the outside.
const DIRECTIONS: u32 = 8;

/// How far one looks; metres.
const FAR: f64 = 1e4;

/// Whether something is around and above `position` in every direction.
pub(super) fn is_inside(world: &World, position: DVec3) -> bool {
    let ends = |direction: DVec3| {
        let sight = Segment::new(position, position + direction * FAR);
        world.intersect_segment(&sight).is_some()
    };
    let around = (0..DIRECTIONS).all(|number| {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(DIRECTIONS) * f64::from(number));
        let ahead = DVec3::new(sin, 0.0, cos);
        ends(ahead) && ends(ahead + DVec3::Y)
    });
    around && ends(DVec3::Y)
}

/// Whether air leads from one body to another: straight, along the ground, or over something that is up to `limit` high. Each is a
/// body's position, and the floor below it.
pub(super) fn is_open(sim: &Sim, bodies: [[DVec3; 2]; 2], limit: f64) -> bool {
    let [[from, from_floor], [to, to_floor]] = bodies;
    let low = |floor: DVec3| floor + DVec3::Y * LOW;
    let over = |height: f64| {
        let top = max(from.y, to.y) + height;
        let (up, down) = (from.with_y(top), to.with_y(top));
        is_free(sim, from, up) && is_free(sim, up, down) && is_free(sim, down, to)
    };
    // A jump without a highest point leads over everything.
    let is_endless = !limit.is_finite();
    is_endless
        || is_free(sim, from, to)
        || is_free(sim, low(from_floor), low(to_floor))
        || [0.0, limit * 0.5, limit].into_iter().any(over)
}

/// Whether a body of this `radius` meets one of `zones`, which lead elsewhere, before it stands on `to`, at the latest on the way down
/// from the height of `from`. Where a map kills in a pit, nobody reaches the bottom.
pub(super) fn is_led_away<'z>(
    mut zones: impl Iterator<Item = &'z Zone>,
    radius: f64,
    from: DVec3,
    to: DVec3,
) -> bool {
    let body = |at: DVec3| Sphere::new(at, radius).map(PlacedBody::from);
    let (Some(above), Some(body)) = (body(to.with_y(max(from.y, to.y))), body(to)) else {
        return false;
    };
    zones.any(|zone| zone.is_passed_by(&above, &body))
}

/// Whether nothing that stands still is between two places.
pub fn is_free(sim: &Sim, from: DVec3, to: DVec3) -> bool {
    if from == to {
        return true;
    }
    let sight = Segment::new(from, to);
    sim.world()
        .intersect_segment(&sight)
        .is_none_or(|(first, _)| {
            // A wall may be behind a door.
            let stands_still = |collider| !is_mover(sim, collider);
            let world = sim.world().filtered(Filter::ALL).only(&stands_still);
            is_mover(sim, first) && world.intersect_segment(&sight).is_none()
        })
}

/// Whether a ball of this `radius` gets from one place to another past everything that stands still.
pub fn is_free_for_ball(sim: &Sim, radius: f64, from: DVec3, to: DVec3) -> bool {
    // The line takes less time, and is met most often.
    is_free(sim, from, to)
        && Sphere::new(from, radius).is_none_or(|ball| {
            let stands_still = |collider| !is_mover(sim, collider);
            let world = sim.world().filtered(Filter::ALL).only(&stands_still);
            world.sweep_sphere(&ball, to - from).is_none()
        })
}

fn is_mover(sim: &Sim, collider: ColliderId) -> bool {
    let mut movers = sim.movers().iter();
    movers.any(|driven| collider == ColliderId::Box(driven.id))
}
