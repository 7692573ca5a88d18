//! What is measured of a tick: how a player moved, what it wished, and how near it came to anything.

use sidle::geometry::Sphere;
use sidle::geometry::angle::cos_deg;
use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, PlayerState, Tuning};
use sidle::query::{AxisGap, overlap_obb_obb_axes, overlap_obb_triangle_axes};
use sidle::sim::Sim;
use sidle::world::{ColliderId, Surface};

/// The velocity that a command asks for; m/s.
pub fn wish(tuning: &Tuning, command: &Command) -> DVec3 {
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

/// How far `player` moved by itself in a tick of `dt` seconds that began at `before`: without what
/// carried it; metres.
pub fn own_motion(before: DVec3, player: &PlayerState, dt: f64) -> DVec3 {
    let carried = player.ride.map_or(DVec3::ZERO, |ride| ride.velocity * dt);
    player.position - before - carried
}

/// The part of a motion that counts: on foot the level part, else all of it.
pub fn counted(motion: DVec3, mode: Mode) -> DVec3 {
    match mode {
        Mode::Walk => motion * DVec3::new(1.0, 0.0, 1.0),
        Mode::Fly => motion,
    }
}

/// How deep the body of the player of `sim` is in anything; metres. `near` is memory to work with.
pub fn overlap(sim: &Sim, near: &mut Vec<Surface>) -> f64 {
    surfaces(sim, 0.0, near);
    let depths = near.iter().map(|surface| -surface.separation);
    depths.fold(0.0, max)
}

/// The gap between the body of the player of `sim` and the nearest wall; metres; negative where they
/// overlap. A floor is a wall to who flies, and to who is in it by more than `slop`. `None`: there is
/// none within `reach`.
pub fn gap(sim: &Sim, reach: f64, slop: f64, near: &mut Vec<Surface>) -> Option<f64> {
    surfaces(sim, reach, near);
    let walks = sim.player().mode == Mode::Walk;
    let floor_cos = cos_deg(sim.tuning().max_slope_deg);
    // Of a floor of triangles those beside the body are floor, too, though one sees them at a slant.
    let rise = |surface: &&Surface| match surface.collider {
        ColliderId::Triangle(id) => sim.world().triangles()[id.0 as usize]
            .plane()
            .normal()
            .y
            .abs(),
        ColliderId::Box(_) => surface.normal.y,
    };
    let floor = |surface: &&Surface| walks && rise(surface) >= floor_cos;
    let walls = near
        .iter()
        .filter(|surface| surface.separation < -slop || !floor(surface));
    walls.map(|surface| surface.separation).reduce(min)
}

/// Fills `near` with all surfaces that may be no farther than `reach` from the body of the player of
/// `sim`, each with its separation from that body.
fn surfaces(sim: &Sim, reach: f64, near: &mut Vec<Surface>) {
    let (player, tuning, world) = (sim.player(), sim.tuning(), sim.world());
    near.clear();
    if player.controller != Controller::Boxed {
        let body = tuning.body().and_then(|body| body.at(player.position));
        body.into_iter()
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
        // Along the axis that shows it best.
        let best = match surface.collider {
            ColliderId::Triangle(id) => {
                let triangle = &world.triangles()[id.0 as usize];
                widest(overlap_obb_triangle_axes(&obb, triangle))
            }
            ColliderId::Box(id) => {
                widest(overlap_obb_obb_axes(&obb, &world.boxes()[id.0 as usize]))
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
mod tests {
    use super::*;
    use crate::test_support::begun;
    use crate::test_support::slab;
    use sidle::geometry::Triangle;
    use sidle::glam::Vec3;
    use sidle::player::Spawn;
    use sidle::world::World;

    /// A floor, and a wall whose near side is at z = -2; who walks stands `z` in front of the origin.
    fn yard(controller: Controller, mode: Mode, z: f64) -> Sim {
        let floor = slab(DVec3::Y * -1.0, DVec3::new(9.0, 1.0, 9.0));
        let wall = slab(DVec3::new(0.0, 1.0, -2.5), DVec3::new(9.0, 2.0, 0.5));
        let spawn = Spawn {
            position: DVec3::new(0.0, 0.5, z),
            controller,
            mode,
            ..Spawn::default()
        };
        begun(
            World::new(vec![], vec![floor, wall]),
            Tuning::default(),
            spawn,
        )
    }

    #[test]
    fn the_gap_is_that_to_the_wall_and_a_floor_is_none_to_who_stands_on_it() {
        let mut near = Vec::new();
        for controller in [Controller::Swept, Controller::Boxed] {
            let mut gap_at = |mode, z| gap(&yard(controller, mode, z), 0.5, 1e-3, &mut near);
            // 1.7 m from the wall's face, less 0.5 m of the body; and then 0.1 m in it.
            assert_eq!(gap_at(Mode::Walk, 0.0), None, "{controller:?}");
            let close = gap_at(Mode::Walk, -1.3).unwrap();
            assert!((close - 0.2).abs() < 1e-9, "{controller:?}: {close}");
            let deep = gap_at(Mode::Walk, -1.6).unwrap();
            assert!((deep + 0.1).abs() < 1e-9, "{controller:?}: {deep}");
            let flies = gap_at(Mode::Fly, 0.0).unwrap();
            assert!(flies.abs() < 1e-9, "{controller:?}: {flies}");
        }
    }

    #[test]
    fn a_floor_of_triangles_is_no_wall_beside_the_body_either() {
        let [a, b, c, d] =
            [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
        let floor = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
        let mut near = Vec::new();
        for controller in [Controller::Swept, Controller::Boxed] {
            for step in 0..20 {
                let yard = yard(controller, Mode::Walk, f64::from(step) * 0.07);
                let world = World::new(floor.to_vec(), vec![]);
                let sim = Sim::new(world, Tuning::default(), *yard.rules(), 120);
                assert_eq!(gap(&sim, 0.5, 1e-3, &mut near), None, "{controller:?}");
            }
        }
    }

    #[test]
    fn the_overlap_is_the_deepest_of_all() {
        let mut near = Vec::new();
        for controller in [Controller::Swept, Controller::Boxed] {
            let depth = overlap(&yard(controller, Mode::Walk, -1.6), &mut near);
            assert!((depth - 0.1).abs() < 1e-9, "{controller:?}: {depth}");
            assert!(overlap(&yard(controller, Mode::Walk, 0.0), &mut near) < 1e-9);
        }
    }
}
