//! What the player touches, and whether it can stand there.

use glam::DVec3;

use super::{Event, Ground, PlayerState, Trace, Tuning};
use crate::geometry::Sphere;
use crate::geometry::angle::cos_deg;
use crate::tolerance::{REST_SPEED, TOUCH, WALL_COS};
use crate::world::{Surface, World};

/// How many times a drop to the ground is refined. Each step lands on the tangent plane of the
/// nearest floor below; over an edge a few are needed.
const DROP_STEPS: usize = 8;

/// Fills the trace with all that the player touches.
pub(super) fn find_touching(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    trace: &mut Trace,
) {
    if let Some(sphere) = Sphere::new(state.position, tuning.radius) {
        world.surfaces_near(&sphere, TOUCH, trace.touching_mut());
    }
}

/// Finds the ground under a walker who was on `before` when the tick began, and follows it down a
/// little where it falls away.
pub(super) fn find_ground(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    before: Ground,
    trace: &mut Trace,
) {
    let floor_cos = cos_deg(tuning.max_slope_deg);
    // A jump has set the ground to none before this tick's motion, so it is never pulled back.
    let walked = matches!(before, Ground::Floor { .. });
    find_touching(world, tuning, state, trace);
    state.ground = classify_ground(trace.touching(), state.velocity, floor_cos, walked);

    if walked && !matches!(state.ground, Ground::Floor { .. }) {
        if let Some(drop) = drop_to_floor(world, tuning, state, floor_cos, trace) {
            state.position.y -= drop;
            trace.push(Event::Snap { drop });
        }
        find_touching(world, tuning, state, trace);
        state.ground = classify_ground(trace.touching(), state.velocity, floor_cos, walked);
    }
}

/// The best ground among `touching`: the flattest floor, else the flattest slope, else none.
fn classify_ground(touching: &[Surface], velocity: DVec3, floor_cos: f64, walked: bool) -> Ground {
    let flattest = touching
        .iter()
        .map(|surface| surface.normal)
        .filter(|normal| normal.y > WALL_COS)
        // Only a walker stays on a floor that it moves away from: others are on their way up.
        .filter(|normal| walked || velocity.dot(*normal) <= REST_SPEED)
        .max_by(|a, b| a.y.total_cmp(&b.y));
    match flattest {
        Some(normal) if normal.y >= floor_cos => Ground::Floor { normal },
        Some(normal) => Ground::Steep { normal },
        None => Ground::None,
    }
}

/// How far straight down the nearest floor is, if the walker can reach it within the snap
/// distance; metres.
///
/// Each step drops to the tangent plane of a floor's nearest point. What is solid lies behind that
/// plane, so no floor is entered on the way.
fn drop_to_floor(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    floor_cos: f64,
    trace: &mut Trace,
) -> Option<f64> {
    let start = Sphere::new(state.position, tuning.radius)?;
    let mut dropped = 0.0;
    for _ in 0..DROP_STEPS {
        let sphere = start.at(state.position - DVec3::Y * dropped);
        let found = trace.touching_mut();
        world.surfaces_near(&sphere, tuning.snap_distance - dropped, found);
        let step = found
            .iter()
            .filter(|surface| surface.normal.y >= floor_cos)
            .map(|surface| surface.separation.max(0.0) / surface.normal.y)
            .min_by(f64::total_cmp)?;
        dropped += step;
        if dropped > tuning.snap_distance {
            return None;
        }
        if step <= TOUCH * 0.5 {
            break;
        }
    }
    Some(dropped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, rotation_from_degrees};
    use crate::world::{BoxId, ColliderId};

    fn touch(normal: DVec3) -> Surface {
        let collider = ColliderId::Box(BoxId(0));
        Surface {
            collider,
            point: DVec3::ZERO,
            normal,
            separation: 0.0,
        }
    }

    #[test]
    fn floor_beats_slope_beats_wall() {
        let floor_cos = cos_deg(50.0);
        let slope = DVec3::new(0.9, 0.3, 0.0).normalize();
        let classify = |normals: &[DVec3]| {
            let touching: Vec<_> = normals.iter().copied().map(touch).collect();
            classify_ground(&touching, DVec3::ZERO, floor_cos, false)
        };
        assert_eq!(classify(&[DVec3::X]), Ground::None);
        assert_eq!(classify(&[DVec3::NEG_Y]), Ground::None);
        assert_eq!(
            classify(&[DVec3::X, slope]),
            Ground::Steep { normal: slope }
        );
        assert_eq!(
            classify(&[slope, DVec3::Y, DVec3::X]),
            Ground::Floor { normal: DVec3::Y }
        );
    }

    #[test]
    fn a_floor_left_on_the_way_up_is_no_ground_but_for_a_walker() {
        let classify = |walked| classify_ground(&[touch(DVec3::Y)], DVec3::Y, 0.6, walked);
        assert_eq!(classify(false), Ground::None);
        assert_eq!(classify(true), Ground::Floor { normal: DVec3::Y });
    }

    #[test]
    fn a_drop_onto_a_slope_ends_touching_it() {
        let mut world = World::default();
        let rotation = rotation_from_degrees(DVec3::new(0.0, 0.0, 30.0));
        world.add_box(Obb::new(DVec3::ZERO, rotation, DVec3::new(9.0, 1.0, 9.0)).unwrap());
        let tuning = Tuning::default();
        // Over the middle of the upper face: touching at y = (1 + 0.5) / cos 30.
        let touching_y = 1.5 / cos_deg(30.0);
        for lift in [0.05, 0.19, 0.21] {
            let position = DVec3::Y * (touching_y + lift);
            let state = PlayerState {
                position,
                ..Default::default()
            };
            let drop = drop_to_floor(&world, &tuning, &state, cos_deg(50.0), &mut Trace::off());
            match drop {
                Some(drop) => assert!((drop - lift).abs() < 1e-9, "{lift}: dropped {drop}"),
                None => assert!(lift > tuning.snap_distance, "{lift}: no drop"),
            }
        }
    }
}
