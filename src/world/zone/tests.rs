//! Tests of zones: which bodies are in them, and that none is jumped over.

use super::*;
use crate::geometry::{Capsule, Sphere, rotation_from_degrees};
use crate::test_support::Random;
use glam::DMat3;

fn zone(center: DVec3, rotation: DMat3, half_extents: DVec3) -> Zone {
    Zone {
        obb: Obb::new(center, rotation, half_extents).unwrap(),
        action: ZoneAction::Message,
    }
}

/// A ball, a person and a box at `place`.
fn bodies(place: DVec3) -> [PlacedBody; 3] {
    [
        Sphere::new(place, 0.5).unwrap().into(),
        Capsule::new(place, 0.25, 1.25).unwrap().into(),
        Obb::new(place, DMat3::IDENTITY, DVec3::splat(0.5))
            .unwrap()
            .into(),
    ]
}

#[test]
fn every_action_has_its_name() {
    for (name, action) in ZoneAction::NAMES {
        assert_eq!(action.name(), name);
    }
}

#[test]
fn a_body_is_in_a_zone_from_a_touch_on() {
    let unit = zone(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE);
    // The ball's radius is 0.5 and the person's 0.25; half the box is 0.5.
    for (at, reach) in [0.5, 0.25, 0.5].into_iter().enumerate() {
        for (x, expected) in [(1.0 + reach, true), (1.0 + reach + 1e-9, false)] {
            for side in [-x, x] {
                let body = &bodies(DVec3::X * side)[at];
                assert_eq!(unit.contains(body), expected, "{body:?}");
            }
        }
    }
    // A person's head, 1.5 m above its reference point, touches from below.
    assert!(unit.contains(&bodies(DVec3::Y * -2.5)[1]));
    assert!(!unit.contains(&bodies(DVec3::Y * -2.51)[1]));
}

#[test]
fn no_zone_is_jumped_over() {
    for thickness in [0.0, 5e-324, 1e-9, 1e-3, 0.1] {
        for degrees in [0.0, 30.0, 89.0] {
            let turned = rotation_from_degrees(DVec3::new(0.0, degrees, degrees * 0.5));
            let gate = zone(DVec3::ZERO, turned, DVec3::new(40.0, 40.0, thickness));
            for way in [1.0, 20.0, 1e4, 1e6] {
                let motion = turned * DVec3::new(0.3, 0.2, -1.0) * way;
                // Half of the way lies behind the gate.
                for body in bodies(motion * 0.5) {
                    let start = body.moved(-motion);
                    assert!(gate.is_passed_by(&start, &body), "{thickness} {way}");
                    assert!(gate.is_passed_by(&body, &start), "{thickness} {way}");
                }
            }
        }
    }
}

#[test]
fn passing_agrees_with_many_small_steps() {
    let mut random = Random::new(8);
    let (mut passed, mut missed) = (0, 0);
    for case in 0..3000 {
        let turned = rotation_from_degrees(random.vec3(180.0));
        let half = random.vec3(1.0).abs();
        let gate = zone(random.vec3(3.0), turned, half);
        let (place, motion) = (random.vec3(3.0), random.vec3(6.0));
        let grown = |by: f64| zone(gate.obb.center(), turned, half + DVec3::splat(by));
        for body in bodies(place) {
            let steps = |gate: &Zone| {
                let share = |step: i32| motion * (f64::from(step) / 400.0);
                (0..=400).any(|step| gate.contains(&body.moved(-share(step))))
            };
            let found = gate.is_passed_by(&body.moved(-motion), &body);
            // The steps are at most 0.03 m apart.
            assert!(found || !steps(&gate), "seed 8, case {case}: missed");
            assert!(!found || steps(&grown(0.03)), "seed 8, case {case}: far");
            *(if found { &mut passed } else { &mut missed }) += 1;
        }
    }
    assert!(passed > 500 && missed > 500, "{passed}, {missed}");
}

#[test]
fn a_body_arrives_on_a_rounded_floor_and_in_no_wall() {
    let slab = |y: f64, half: DVec3| Obb::new(DVec3::Y * y, DMat3::IDENTITY, half).unwrap();
    let floor = slab(-1.0, DVec3::new(9.0, 1.0, 9.0));
    let world = World::new(vec![], vec![floor]);
    for (depth, arrives) in [
        (-1.0, true),
        (0.0, true),
        (1e-6, true),
        (1e-4, true),
        (0.01, false),
        (0.4, false),
    ] {
        let body: PlacedBody = Sphere::new(DVec3::Y * (0.5 - depth), 0.5).unwrap().into();
        let arrival = world.arrival(&body);
        assert_eq!(arrival.is_ok(), arrives, "{depth}");
        if let Ok(offset) = arrival {
            assert!(world.fits(body.moved(offset)).is_ok());
            assert!(offset.length() <= CONTACT_GAP);
        }
    }
}
