//! The level `surfaces`: each surface does what its sign says.

use sidle::glam::DVec3;
use sidle::player::Controller;
use sidle::world::ColliderId;

use super::{BOXED, CLASSIC, SWEPT, walker};
use crate::support::{Walk, shipped_level};

/// A walker in the level, on the floor at these X and Z, who looks along -Z.
fn at(controller: Controller, x: f64, z: f64) -> Walk {
    walker(shipped_level("surfaces"), controller, [x, 0.5, z], 0.0)
}

/// How far a walker slides who lets go of the keys; metres.
fn slide(walk: Walk) -> f64 {
    let walk = walk.forward(1.0);
    assert!((walk.velocity().length() - 5.0).abs() < 1e-9);
    let before = walk.position();
    let end = walk.stand(4.5);
    assert_eq!(end.velocity(), DVec3::ZERO);
    before.z - end.position().z
}

#[test]
fn a_runner_slides_far_on_ice_less_on_the_floor_and_hardly_in_mud() {
    // The square of 5 m/s, divided by twice the deceleration of 15 m/s² times the friction; classic brakes a tick earlier.
    for controller in [SWEPT, CLASSIC, BOXED] {
        for (x, friction) in [(-7.1, 0.1), (-18.0, 1.0), (-13.6, 10.0)] {
            let way = slide(at(controller, x, 3.0));
            let expected = 25.0 / (2.0 * 15.0 * friction);
            assert!(
                (way - expected).abs() < 0.05,
                "{controller:?}, {friction}: {way} m"
            );
        }
    }
}

#[test]
fn a_belt_adds_its_speed_to_that_of_a_runner_or_takes_it_away() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        for (x, speed) in [(-1.8, 8.0), (1.8, 2.0)] {
            let walk = at(controller, x, 1.0).forward(0.6);
            let before = walk.position().z;
            let end = walk.forward(0.5).position().z;
            assert!(
                ((before - end) - speed * 0.5).abs() < 1e-3,
                "{controller:?}: from {before} to {end}"
            );
        }
    }
}

#[test]
fn who_stands_still_on_the_belt_of_the_ramp_is_carried_up() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        let end = at(controller, 6.9, -0.2).stand(4.0);
        assert!((end.position().y - 2.7).abs() < 0.01, "{}", end.position());
        assert_eq!(end.velocity(), DVec3::ZERO);
    }
}

#[test]
fn the_light_barrier_stops_nobody_and_is_reported_while_it_is_touched() {
    let level = shipped_level("surfaces");
    for controller in [SWEPT, CLASSIC, BOXED] {
        let mut walk = at(controller, 0.0, -13.0);
        let mut touched = Vec::new();
        for _ in 0..144 {
            walk = walk.forward(1.0 / 120.0);
            let sensors = walk.sim.contacts().sensors();
            if sensors.is_empty() {
                continue;
            }
            touched.push(walk.position().z);
            for sensor in sensors {
                assert!(matches!(sensor, ColliderId::Triangle(_)));
                let name = level.scene.surface_name(level.world.tag(*sensor));
                assert_eq!(name, Some("light"));
            }
        }
        // The body of 1 m meets the beams at -15 m.
        let (first, last) = (touched[0], touched[touched.len() - 1]);
        assert!((-14.55..-14.4).contains(&first), "{controller:?}: {first}");
        assert!((-15.55..-15.4).contains(&last), "{controller:?}: {last}");
        let [walker, other] = [0.0, 4.5].map(|x| at(controller, x, -13.0).forward(1.2).position());
        assert_eq!(walker.z, other.z, "{controller:?}");
    }
}

#[test]
fn a_jump_leads_up_through_each_shelf_and_ends_on_it() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        let mut walk = at(controller, 0.0, -21.0).stand(0.3);
        for top in [2.2, 4.4, 6.6] {
            walk = walk.jump(1.3);
            let y = walk.position().y;
            assert!((y - top - 0.5).abs() < 1e-3, "{controller:?}: {y}");
            assert_eq!(walk.ground(), "floor");
        }
    }
}

#[test]
fn steps_of_half_a_metre_and_slopes_of_sixty_degrees_are_climbed_where_the_surface_allows_it() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        for (x, climbs) in [
            // Only swept has steps.
            (11.4, controller == SWEPT),
            (13.2, false),
            (15.0, true),
            (16.8, false),
        ] {
            let end = at(controller, x, 0.5).forward(1.5).position();
            assert_eq!(end.y > 0.6, climbs, "{controller:?} at {x}: {end}");
        }
    }
}
