//! Measurements of a run: the player's motion, the requested velocity, and distances to the world.

use glam::DVec3;

use super::Sim;
use crate::geometry::Sphere;
use crate::geometry::float::{max, min};
use crate::player::{Command, Controller, Mode, PlayerState, Tuning};
use crate::query::{AxisGap, overlap_obb_obb_axes, overlap_obb_triangle_axes};
use crate::world::{ColliderId, SlopeLimit, Surface, floor_cos};

/// The velocity that a command requests; m/s.
#[must_use]
pub fn wish_velocity(tuning: &Tuning, command: &Command) -> DVec3 {
    let wish = match command.mode {
        Mode::Walk => command.walk_wish() * tuning.walk_speed,
        Mode::Fly => command.fly_wish() * tuning.fly_speed,
    };
    wish * if command.fast {
        tuning.fast_factor
    } else {
        1.0
    }
}

/// The player's own motion in a tick of `dt` seconds that began at `before`, without the motion of a box
/// that carried it; metres.
#[must_use]
pub fn own_motion(before: DVec3, player: &PlayerState, dt: f64) -> DVec3 {
    let carried = player.ride.map_or(DVec3::ZERO, |ride| ride.velocity * dt);
    player.position - before - carried
}

/// The part of a motion that counts as progress, the level part for a walker, all of it for a flyer.
#[must_use]
pub fn counted_motion(motion: DVec3, mode: Mode) -> DVec3 {
    match mode {
        Mode::Walk => motion * DVec3::new(1.0, 0.0, 1.0),
        Mode::Fly => motion,
    }
}

/// The greatest depth of the body of the player of `sim` in any collider; metres; 0 when it is clear.
/// `near` is reused memory.
#[must_use]
pub fn overlap(sim: &Sim, near: &mut Vec<Surface>) -> f64 {
    surfaces(sim, 0.0, near);
    let depths = near.iter().map(|surface| -surface.separation);
    depths.fold(0.0, max)
}

/// The gap between the body of the player of `sim` and the nearest wall; metres; negative where they
/// overlap. `None` if no wall is within `reach`. A floor counts as a wall for a flying player, and where
/// the body is more than `slop` deep in it. `near` is reused memory.
#[must_use]
pub fn gap(sim: &Sim, reach: f64, slop: f64, near: &mut Vec<Surface>) -> Option<f64> {
    surfaces(sim, reach, near);
    let walks = sim.player().mode == Mode::Walk;
    let slope = SlopeLimit::of_walker(sim.world(), floor_cos(sim.tuning().max_slope_deg));
    // The nearest point of a floor triangle may lie next to the body. The triangle is still floor.
    let rise = |surface: &&Surface| match surface.collider {
        ColliderId::Triangle(id) => {
            let triangle = sim.world().triangle(id);
            triangle.map_or(0.0, |triangle| triangle.plane().normal().y.abs())
        }
        ColliderId::Box(_) => surface.normal.y,
    };
    let floor =
        |surface: &&Surface| walks && rise(surface) >= slope.cos_of(sim.world(), surface.collider);
    let walls = near
        .iter()
        .filter(|surface| surface.separation < -slop || !floor(surface));
    walls.map(|surface| surface.separation).reduce(min)
}

/// Fills `near` with all surfaces that may be within `reach` of the body of the player of `sim`, each with
/// its separation from that body.
fn surfaces(sim: &Sim, reach: f64, near: &mut Vec<Surface>) {
    let (player, tuning, world) = (sim.player(), sim.tuning(), sim.world());
    near.clear();
    if player.controller != Controller::Boxed {
        let body = tuning.for_player(player).body();
        body.and_then(|body| body.at(player.position))
            .into_iter()
            .for_each(|body| world.surfaces_near(body, reach, near));
        return;
    }
    let obb = tuning.obb(player.position, player.yaw);
    let around = obb.and_then(|obb| Sphere::new(obb.center(), obb.half_extents().length()));
    let (Some(obb), Some(around)) = (obb, around) else {
        return;
    };
    world.surfaces_near(around, reach, near);
    for surface in near {
        // The widest gap along any axis is the separation.
        let best = match surface.collider {
            ColliderId::Triangle(id) => {
                let triangle = world.triangle(id);
                triangle.and_then(|triangle| widest(overlap_obb_triangle_axes(&obb, triangle)))
            }
            ColliderId::Box(id) => {
                let other = world.obb(id);
                other.and_then(|other| widest(overlap_obb_obb_axes(&obb, other)))
            }
        };
        if let Some((direction, separation)) = best {
            (surface.normal, surface.separation) = (direction, separation);
        }
    }
}

/// The direction and the width of the widest of `gaps`.
fn widest<Axis>(gaps: impl IntoIterator<Item = Option<AxisGap<Axis>>>) -> Option<(DVec3, f64)> {
    let gaps = gaps.into_iter().flatten();
    gaps.map(|gap| (gap.direction, gap.separation))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
}

#[cfg(test)]
mod tests;
