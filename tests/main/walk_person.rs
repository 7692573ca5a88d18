//! A person (an upright capsule) on steps, under doors and along walls.

use crate::support::{RATES, Walk, add_block, floor, ramp, stairs};
use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};

/// A person of 1.75 m, 0.5 m wide.
fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.25,
        ..Tuning::default()
    }
}

#[test]
fn a_person_climbs_steps_and_passes_under_a_door_that_is_high_enough() {
    for hz in RATES {
        let start = DVec3::Y * 0.25;
        let walk = Walk::tuned(stairs(0.2), start, person(), hz).controller(Controller::Swept);
        let walk = walk.stand(0.2).forward(3.0);
        let top = walk.position();
        assert!((top.y - 2.25).abs() < 1e-3, "{hz} Hz: at {top}");
        assert!(walk.worst_overlap < 1e-9, "{hz} Hz: {}", walk.worst_overlap);

        for (lintel, passes) in [(1.76, true), (1.74, false)] {
            let mut shapes = floor();
            let center = DVec3::new(0.0, lintel + 0.5, -3.0);
            add_block(&mut shapes, center, DVec3::new(4.0, 1.0, 0.4));
            let walk = Walk::tuned(shapes, start, person(), hz).controller(Controller::Swept);
            let at = walk.stand(0.2).forward(2.0).position();
            assert_eq!(at.z < -5.0, passes, "{hz} Hz, {lintel} m: at {at}");
        }
    }
}

#[test]
fn a_person_slides_along_a_wall_and_stands_on_a_ramp() {
    for hz in RATES {
        let mut shapes = ramp(40.0);
        add_block(
            &mut shapes,
            DVec3::new(3.0, 5.0, 0.0),
            DVec3::new(0.1, 10.0, 80.0),
        );
        let start = DVec3::new(2.0, 0.25, 20.0);
        let walk = Walk::tuned(shapes, start, person(), hz).controller(Controller::Swept);
        let walk = walk.facing(-45.0).stand(0.2).forward(2.0);
        let before = walk.position();
        let walk = walk.forward(1.0);
        let along = before.z - walk.position().z;
        assert!(
            (along - 5.0 * sin_cos_deg(45.0).0).abs() < 1e-4,
            "{hz} Hz: {along}"
        );
        let walk = walk.facing(0.0).forward(4.0).stand(0.5);
        let before = walk.position();
        let walk = walk.stand(3.0);
        assert_eq!(walk.ground(), "floor", "{hz} Hz");
        assert!(
            before.y > 2.0 && walk.position().distance(before) < 1e-9,
            "{hz} Hz: {before}"
        );
    }
}

#[test]
fn a_capsule_always_uses_the_swept_controller() {
    let walk = Walk::tuned(floor(), DVec3::Y * 0.25, person(), 120).controller(Controller::Classic);
    assert_eq!(walk.stand(0.1).sim.player().controller, Controller::Swept);
}
