//! Wall jumps: a jump in the air, away from a wall that the body touches.
//!
//! Only the swept controller jumps off walls, and only if [`wall_jump_speed`](super::Tuning::wall_jump_speed) is above 0. The
//! jump gives the velocity at least that speed away from the wall, and at least the speed of a jump upwards. The speed
//! along the wall stays. The wall off which the player has jumped last gives no second jump, and neither do others that
//! face nearly the same way, until the player stands, climbs a ladder, or has jumped off another wall. So two walls that face
//! each other are climbed in turns, and one wall alone is not.

use glam::DVec3;

use super::footing::{Footing, flatter};
use super::motion::level;
use super::trace::Tracer;
use super::{Command, Controller, Event, PlayerState, Scratch, Tuning};
use crate::geometry::float::{max, min};
use crate::world::{FilteredWorld, Surface};

/// How far from a wall a body touches it for a jump, in radii. Smaller: presses while the body leaves the wall are lost; larger:
/// it jumps off walls from afar.
const REACH: f64 = 0.25;

/// The least and the greatest `normal.y` of a wall, which also is too steep to stand on. Smaller: ceilings are walls; larger: so
/// are slopes.
const WALLS: core::ops::RangeInclusive<f64> = -0.5..=0.5;

/// Walls are the same if the cosine of the angle between their normals is at least this. Smaller: neighbouring walls of a round
/// tower are one; larger: a dent in a wall is another wall.
const SAME_WALL_COS: f64 = 0.9;

/// Jumps off a wall, if `command` asks for a jump in the air next to one. Returns whether it did. `wish` is the direction along the
/// ground that the command requests.
#[cold]
#[inline(never)]
pub(super) fn jump_off(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, wish): (&Command, DVec3),
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> bool {
    let wanted = command.jump || state.jump_wanted > 0.0;
    // A player who has just left the ground jumps off that.
    let flies = !state.ground.stands() && state.coyote <= 0.0;
    if !wanted || !flies || state.controller != Controller::Swept {
        return false;
    }
    let Some(wall) = wall(world, tuning, state, wish, scratch) else {
        return false;
    };
    let outward = level(wall.normal).normalize_or_zero();
    let away = state.velocity.dot(outward);
    state.velocity += outward * (max(away, tuning.wall_jump_speed) - away);
    state.velocity.y = max(state.velocity.y, tuning.jump_speed);
    state.leave_ground();
    (state.last_wall, state.jump_wanted) = (Some(outward), 0.0);
    tracer.push(Event::WallJump {
        collider: wall.collider,
        normal: wall.normal,
    });
    true
}

/// The wall that gives a jump: the one that the keys lead into most, and of several the nearest. The order of the colliders
/// decides nothing.
fn wall(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    wish: DVec3,
    scratch: &mut Scratch,
) -> Option<Surface> {
    let body = tuning.body()?;
    let (placed, reach) = (body.at(state.position)?, body.radius() * REACH);
    let floor_cos = scratch.floor_cos(tuning.max_slope_deg);
    let footing = Footing::new(world, body, tuning.step_height, floor_cos);
    let is_wall = |surface: &&Surface| {
        let (normal, outward) = (surface.normal, level(surface.normal).normalize_or_zero());
        let is_last = |last: DVec3| last.dot(outward) >= SAME_WALL_COS;
        WALLS.contains(&normal.y)
            && normal.y < footing.floor_cos(surface)
            && state.velocity.dot(outward) < tuning.wall_jump_speed
            && !state.last_wall.is_some_and(is_last)
    };
    scratch.begin_try();
    let near = scratch.contacts.touching_mut();
    world.surfaces_near(placed, reach, near);
    // Next to a seam, the neighbouring triangle is touched at a slant, which is no other wall.
    let nearest = near.iter().map(|surface| surface.separation);
    let nearest = nearest.fold(f64::INFINITY, min);
    let is_own = |surface: &&Surface| {
        surface.separation <= nearest || footing.is_over_face(surface, state.position)
    };
    let walls = near.iter().filter(is_wall).filter(is_own);
    let best = walls.max_by(|one, other| {
        let into = |surface: &Surface| -wish.dot(surface.normal);
        into(one)
            .total_cmp(&into(other))
            .then_with(|| other.separation.total_cmp(&one.separation))
            .then_with(|| flatter(&one.normal, &other.normal))
    });
    let best = best.copied();
    scratch.undo_try();
    best
}

#[cfg(test)]
mod tests;
