//! Finds the surfaces that the player touches, and the ground among them.

use glam::DVec3;

use super::trace::Tracer;
use super::{Controller, Event, Ground, PlayerState, Scratch, Tuning, boxed, classic};
use crate::geometry::Sphere;
use crate::geometry::float::min;
use crate::query::closest_cone_point;
use crate::tolerance::{REST_SPEED, TOUCH, WALL_COS};
use crate::world::{FilteredWorld, SlopeLimit, Surface, floor_cos};

/// How many surfaces a walker may slide down on its way back to the ground. Smaller: it takes off in
/// rough gullies; larger: a landing costs more.
const MAX_SLIDES: usize = 4;

/// Fills the contacts with all surfaces that the player of the classic or the boxed controller touches.
pub(super) fn find_touching(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    scratch: &mut Scratch,
) {
    if state.controller == Controller::Boxed {
        return boxed::find_touching(world, tuning, state, scratch);
    }
    let Some(sphere) = Sphere::new(state.position, tuning.radius) else {
        return;
    };
    let Scratch { near, contacts, .. } = scratch;
    let touching = contacts.touching_mut();
    world.surfaces_near(sphere, TOUCH, touching);
    classic::find_touching_beyond_edges(world, &sphere, near, touching);
}

/// Finds the ground under a walker, whose ground at the start of the tick was `before`. Where the ground
/// falls away a little, the walker follows it down.
pub(super) fn find_ground(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    before: Ground,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let slope = SlopeLimit::of_walker(world.world(), floor_cos(tuning.max_slope_deg));
    // A jump has set the ground to none before this tick's motion, so a jumper is never pulled back.
    let walked = before.is_floor();
    find_touching(world, tuning, state, scratch);
    state.ground = contact_ground(world, scratch, state.velocity, slope, walked);

    if walked && !state.ground.is_floor() {
        let landing = match state.controller {
            Controller::Boxed => boxed::follow_ground_down(world, tuning, state, slope, scratch),
            Controller::Classic | Controller::Swept | Controller::Outer(_) => {
                follow_ground_down(world, tuning, state, slope)
            }
        };
        let Some(landing) = landing else {
            return;
        };
        let drop = state.position.y - landing.y;
        state.position = landing;
        tracer.push(Event::Snap { drop });
        scratch.contacts.add_drop(drop);
        find_touching(world, tuning, state, scratch);
        state.ground = contact_ground(world, scratch, state.velocity, slope, walked);
        stop_at_steep_surfaces(world, state, scratch.contacts.touching(), slope);
    }
}

/// Lets surfaces too steep to climb act as walls for a walker on the ground. The velocity loses the level
/// part that points into them, and the part off the ground's plane.
fn stop_at_steep_surfaces(
    world: FilteredWorld<'_>,
    state: &mut PlayerState,
    touching: &[Surface],
    slope: SlopeLimit,
) {
    let Ground::Floor { normal } = state.ground else {
        return;
    };
    let steep = touching.iter().filter(|surface| {
        let least = slope.cos_of(world.world(), surface.collider);
        surface.normal.y > WALL_COS && surface.normal.y < least
    });
    for Surface { normal, .. } in steep {
        if let Some(level) = DVec3::new(normal.x, 0.0, normal.z).try_normalize() {
            state.velocity -= level * min(state.velocity.dot(level), 0.0);
        }
    }
    state.velocity -= normal * state.velocity.dot(normal);
}

/// The ground among the touched surfaces. The flattest floor counts first. Without one, steep slopes and
/// walls together form a floor if the player can only sink between them at a small enough slope. Otherwise
/// the flattest steep slope counts, and without one there is no ground.
///
/// This is the ground of the classic and the boxed controller. Contact normals count.
fn contact_ground(
    world: FilteredWorld<'_>,
    scratch: &mut Scratch,
    velocity: DVec3,
    slope: SlopeLimit,
    walked: bool,
) -> Ground {
    let (touching, normals) = (scratch.contacts.touching(), &mut scratch.normals);
    let world = world.world();
    // A walker stays on a floor even when it moves away from it. Any other player is rising.
    let stays = |surface: &&Surface| walked || velocity.dot(surface.normal) <= REST_SPEED;
    let touched = || touching.iter().filter(stays);
    let below = || touched().filter(|surface| surface.normal.y > WALL_COS);
    let is_floor = |surface: &&Surface| surface.normal.y >= slope.cos_of(world, surface.collider);
    let flatter = |a: &DVec3, b: &DVec3| a.y.total_cmp(&b.y);
    let floors = below().filter(is_floor).map(|surface| surface.normal);
    if let Some(normal) = floors.max_by(flatter) {
        return Ground::Floor { normal };
    }
    let slopes = below().map(|surface| surface.normal);
    let Some(flattest) = slopes.max_by(flatter) else {
        return Ground::None;
    };
    normals.clear();
    normals.extend(touched().map(|surface| surface.normal));
    match level_between(normals, slope.strictest(world, touched())) {
        Some(normal) => Ground::Floor { normal },
        None => Ground::Steep { normal: flattest },
    }
}

/// The unit normal of the ground that surfaces with these `normals` form together, if a body between them
/// can only sink at a slope small enough to stand on.
pub(super) fn level_between(normals: &[DVec3], floor_cos: f64) -> Option<DVec3> {
    let sinking = closest_cone_point(normals, DVec3::NEG_Y);
    // The length of `sinking` is the sine of its slope.
    if sinking.length_squared() > 1.0 - floor_cos * floor_cos {
        return None;
    }
    // The plane through the sinking direction and a level line across it.
    let way = sinking.normalize_or_zero();
    let normal = DVec3::Y - way * way.y;
    Some(normal.normalize())
}

/// Where a walker that left the ground by less than the snap distance lands, on the first floor straight
/// down, or down along surfaces too steep to stand on. `None` if there is no floor.
///
/// Every part of the motion is swept against all colliders, so the body enters none.
fn follow_ground_down(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    slope: SlopeLimit,
) -> Option<DVec3> {
    let start = Sphere::new(state.position, tuning.radius)?;
    let mut position = state.position;
    let mut motion = DVec3::NEG_Y * tuning.snap_distance;
    for _ in 0..MAX_SLIDES {
        let (collider, hit) = world.sweep_sphere(&start.at(position), motion)?;
        position = hit.center;
        if hit.normal.y >= slope.cos_of(world.world(), collider) {
            return Some(position);
        }
        // Down along the surface, never up, and no farther down than the snap distance.
        let left = tuning.snap_distance - (state.position.y - position.y);
        let along = DVec3::NEG_Y + hit.normal * hit.normal.y;
        motion = along.try_normalize()? * left;
        if hit.normal.y < WALL_COS || left <= 0.0 {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests;
