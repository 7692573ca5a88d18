//! Surfaces with a separate slope limit.

use crate::random::Random;
use crate::surfaces::*;
use sidle::geometry::angle::{BinaryAngle, cos_deg, sin_cos_deg};
use sidle::geometry::rotation_from_degrees;
use sidle::player::{Body, Ground, MoveSettings, move_and_slide};

/// A surface that can be walked on up to this slope.
pub(crate) const fn slope(deg: f64) -> SurfaceRules {
    SurfaceRules {
        max_slope_deg: Some(deg),
        ..USUAL
    }
}

/// A box whose upper face rises by `deg` from z = 0 towards -Z.
fn ramp_box(deg: f64) -> Obb {
    let rotation = rotation_from_degrees(DVec3::X * deg);
    let half = DVec3::new(20.0, 1.0, 20.0);
    Obb::new(rotation * DVec3::NEG_Y, rotation, half).expect("a box")
}

/// Two triangles from one height z to another, in the plane that rises by `deg` from z = 0 towards -Z.
fn ramp_mesh(deg: f64, [from, to]: [f64; 2]) -> Vec<Triangle> {
    let (sin, cos) = sin_cos_deg(deg);
    let corner = |x: f64, z: f64| DVec3::new(x, -z * sin / cos, z).as_vec3();
    let (a, b, c, d) = (
        corner(-20.0, from),
        corner(20.0, from),
        corner(20.0, to),
        corner(-20.0, to),
    );
    let triangles = [[a, b, c], [a, c, d]].into_iter();
    triangles.filter_map(Triangle::new).collect()
}

/// A floor and a ramp with `rules`: a box, and a mesh.
fn ramps(deg: f64, rules: SurfaceRules) -> [World; 2] {
    let of_boxes = world(vec![], vec![floor(), ramp_box(deg)], 1, rules);
    let mut of_triangles = World::new(ramp_mesh(deg, [0.0, -20.0]), vec![floor()]);
    for id in [0, 1] {
        of_triangles.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
    }
    assert!(of_triangles.set_surface_rules(TAG, rules));
    [of_boxes, of_triangles]
}

/// How high a walker who runs up the ramp gets in a second and a half.
fn height(world: &World, tuning: Tuning, controller: Controller, hz: u32) -> f64 {
    let start = DVec3::new(0.0, tuning.radius, 2.0);
    let mut walk = Walk::new(world, tuning, controller, hz, start);
    let mut highest = 0.0_f64;
    for _ in 0..hz * 3 / 2 {
        walk.tick(ahead());
        highest = highest.max(walk.state.position.y - tuning.radius);
    }
    highest
}

#[test]
fn a_slope_is_climbed_by_its_own_limit_with_every_controller() {
    // The player's limit is 50 degrees.
    for (deg, rules, climbs) in [
        (30.0, USUAL, true),
        (30.0, slope(20.0), false),
        (30.0, slope(40.0), true),
        (60.0, USUAL, false),
        (60.0, slope(70.0), true),
    ] {
        for (controller, tuning, name) in walkers() {
            for (hz, world) in [30, 120].into_iter().zip(ramps(deg, rules)) {
                let height = height(&world, tuning, controller, hz);
                let case = format!("{name}, {hz} Hz, {deg} with {rules:?}: {height} m");
                assert_eq!(height > 2.0, climbs, "{case}");
            }
        }
    }
}

#[test]
fn the_same_limit_of_all_surfaces_is_the_players_limit_in_every_bit() {
    let mut random = Random::new(SEED);
    for (controller, tuning, name) in walkers() {
        let mut boxes = vec![floor(), ramp_box(30.0)];
        for _ in 0..25 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(1.0).abs() + 0.1;
            boxes.extend(Obb::new(random.vec3(6.0), rotation, half));
        }
        let mesh = ramp_mesh(30.0, [0.0, -20.0]);
        // One limit is exactly the slope of the ramp.
        for deg in [15.0, 30.0, 65.0] {
            let plain = World::new(mesh.clone(), boxes.clone());
            let count = mesh.len() + boxes.len();
            let ruled = world(mesh.clone(), boxes.clone(), count, slope(deg));
            let of_player = Tuning {
                max_slope_deg: deg,
                ..tuning
            };
            let start = DVec3::new(0.0, tuning.radius + 3.0, 3.0);
            let mut one = Walk::new(&plain, of_player, controller, 60, start);
            let mut two = Walk::new(&ruled, tuning, controller, 60, start);
            for tick in 0..360_u32 {
                let command = Command {
                    yaw: BinaryAngle::from_degrees(f64::from(tick / 60) * 100.0),
                    jump: tick % 90 == 0,
                    ..ahead()
                };
                one.tick(command);
                // A restored player meets the same limits.
                two.scratch = Scratch::new();
                two.tick(command);
                assert_eq!(one.state, two.state, "seed {SEED}, {name}, {deg}, {tick}");
            }
        }
    }
}

#[test]
fn a_slope_goes_on_where_its_surface_changes_and_nobody_gets_far_onto_the_steep_part() {
    let deg = 30.0;
    let (low, high) = (ramp_mesh(deg, [0.0, -5.0]), ramp_mesh(deg, [-5.0, -20.0]));
    for steep_first in [false, true] {
        let (order, steep) = if steep_first {
            ([high.clone(), low.clone()].concat(), [0, 1])
        } else {
            ([low.clone(), high.clone()].concat(), [2, 3])
        };
        let mut ice = World::new(order, vec![floor()]);
        for id in steep {
            ice.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
        }
        assert!(ice.set_surface_rules(TAG, slope(20.0)));
        for (controller, tuning, name) in walkers() {
            for hz in [30, 360] {
                let start = DVec3::new(0.0, tuning.radius, 2.0);
                let mut walk = Walk::new(&ice, tuning, controller, hz, start);
                let mut farthest = 0.0_f64;
                for _ in 0..hz * 4 {
                    walk.tick(ahead());
                    farthest = farthest.min(walk.state.position.z);
                }
                // A swept body gets as far as a tick leads. The others have no walls in front of steep slopes:
                // their momentum carries them up, too.
                let far = if controller == Controller::Swept {
                    0.3 + 5.0 / f64::from(hz)
                } else {
                    1.5
                };
                assert!(farthest > -5.0 - far, "{name}, {hz} Hz: {farthest}");
                assert!(farthest < -3.8, "{name}, {hz} Hz: {farthest}");
            }
        }
    }
}

#[test]
fn the_foot_of_a_slippery_slope_is_a_wall_to_slide_along() {
    for world in ramps(30.0, slope(20.0)) {
        for hz in [30, 360] {
            for (controller, tuning, name) in walkers() {
                if controller != Controller::Swept {
                    continue;
                }
                let start = DVec3::new(0.0, tuning.radius, 0.5);
                let mut walk = Walk::new(&world, tuning, controller, hz, start);
                let slanted = Command {
                    yaw: BinaryAngle::from_degrees(45.0),
                    ..ahead()
                };
                walk.run(1.0, slanted);
                let from = walk.state.position;
                walk.run(1.0, slanted);
                let (to, case) = (walk.state.position, format!("{name}, {hz} Hz"));
                assert!(matches!(walk.state.ground, Ground::Floor { .. }), "{case}");
                assert!((to.y - tuning.radius).abs() < 1e-3, "{case}: {to}");
                // To the left, at the speed along the foot.
                let along = from.x - to.x;
                assert!((along - 5.0 * cos_deg(45.0)).abs() < 0.2, "{case}: {along}");
            }
        }
    }
}

#[test]
fn who_stands_on_a_slope_that_is_too_slippery_slides_down_even_if_it_is_one_way() {
    let one_way = SurfaceRules {
        one_way: true,
        ..slope(20.0)
    };
    for (rules, stays) in [(USUAL, true), (slope(20.0), false), (one_way, false)] {
        for world in ramps(30.0, rules) {
            for (controller, tuning, name) in walkers() {
                let start = DVec3::new(0.0, 7.0, -8.0);
                let mut walk = Walk::new(&world, tuning, controller, 60, start);
                walk.run(0.7, Command::default());
                let landed = walk.state.position;
                walk.run(0.5, Command::default());
                let sunk = landed.y - walk.state.position.y;
                assert_eq!(sunk < 0.1, stays, "{name}, {rules:?}: {sunk}");
                let stands = walk.state.ground.stands();
                assert_eq!(stands, stays, "{name}, {rules:?}");
            }
        }
    }
}

#[test]
fn a_move_follows_the_limits_of_surfaces_and_a_flight_does_not() {
    let body = Body::sphere(0.5).expect("a body");
    let mut scratch = Scratch::new();
    for (settings, climbs) in [
        (MoveSettings::default(), false),
        (MoveSettings::FLIGHT, true),
    ] {
        for world in ramps(30.0, slope(20.0)) {
            let (start, motion) = (DVec3::new(0.0, 0.6, 1.0), DVec3::NEG_Z * 2.0);
            let end = move_and_slide(&world, body, start, motion, &settings, &mut scratch, None);
            let rise = end.position.y - start.y;
            assert_eq!(rise > 0.3, climbs, "{settings:?}: {rise}");
        }
    }
}
