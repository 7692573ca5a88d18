//! Tags and rules by themselves.

use crate::random::Random;
use crate::surfaces::slopes::slope;
use crate::surfaces::steps::step;
use crate::surfaces::*;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Sphere, rotation_from_degrees};
use sidle::world::Filter;

#[test]
fn tags_and_usual_rules_change_nothing() {
    let mut random = Random::new(SEED);
    for (controller, tuning, name) in walkers() {
        let mut boxes = vec![floor()];
        for _ in 0..30 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(0.6).abs() + 0.1;
            boxes.extend(Obb::new(random.vec3(6.0), rotation, half));
        }
        let plain = World::new(vec![], boxes.clone());
        let count = boxes.len();
        let mut tagged = world(vec![], boxes, count, ONE_WAY);
        assert_ne!(tagged, plain);
        assert!(tagged.set_surface_rules(TAG, USUAL));
        assert_ne!(tagged, plain, "their tags differ");
        let start = DVec3::new(0.0, tuning.radius + 3.0, 0.0);
        let mut one = Walk::new(&plain, tuning, controller, 60, start);
        let mut two = Walk::new(&tagged, tuning, controller, 60, start);
        for tick in 0..600_u32 {
            let command = Command {
                yaw: BinaryAngle::from_degrees(f64::from(tick / 60) * 100.0),
                jump: tick % 90 == 0,
                ..ahead()
            };
            let contacts = one.tick(command).clone();
            assert_eq!(two.tick(command), &contacts, "seed {SEED}, {name}, {tick}");
            assert_eq!(one.state, two.state, "seed {SEED}, {name}, {tick}");
        }
    }
}

#[test]
fn rules_out_of_range_are_refused_and_unknown_colliders_have_no_tag() {
    let mut world = World::new(vec![], vec![floor()]);
    let before = world.clone();
    let wrong = [
        SurfaceRules {
            friction: f64::NAN,
            ..USUAL
        },
        SurfaceRules {
            friction: -0.1,
            ..USUAL
        },
        SurfaceRules {
            friction: f64::INFINITY,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::NAN,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::Y * 1000.1,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::X * f64::INFINITY,
            ..USUAL
        },
        slope(-0.1),
        slope(89.1),
        slope(f64::NAN),
        step(-0.1),
        step(1000.1),
        step(f64::NAN),
    ];
    for rules in wrong {
        assert!(!world.set_surface_rules(0, rules), "{rules:?}");
    }
    assert!(!world.set_tag(ColliderId::Box(BoxId(1)), 1));
    assert!(!world.set_tag(ColliderId::Triangle(TriangleId(0)), 1));
    assert_eq!(world.tag(ColliderId::Box(BoxId(u32::MAX))), 0);
    assert_eq!(world, before);
    let all = SurfaceRules {
        conveyor: DVec3::splat(1000.0),
        max_slope_deg: Some(89.0),
        step_height: Some(1000.0),
        ..USUAL
    };
    assert!(world.set_surface_rules(u32::MAX, all));
    assert_eq!(world.surface_rules(u32::MAX), all);
    assert_eq!(world.surface_rules(3), USUAL);
    assert_eq!(SurfaceRules::default(), USUAL);
}

#[test]
fn rules_of_the_tag_zero_hold_for_all_untagged_colliders() {
    let mut world = World::new(vec![], vec![floor()]);
    let ball = Sphere::new(DVec3::ZERO, 0.5).expect("a sphere");
    assert!(world.fits(ball).is_err());
    assert!(world.set_surface_rules(0, SENSOR));
    assert!(world.fits(ball).is_ok());
    assert!(world.filtered(Filter::ALL).sensors().fits(ball).is_err());
    assert!(world.set_tag(ColliderId::Box(BoxId(0)), 1));
    assert!(world.fits(ball).is_err());
}
