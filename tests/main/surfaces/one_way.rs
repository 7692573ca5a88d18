//! Platforms that stop bodies from above only.

use crate::random::Random;
use crate::surfaces::*;
use sidle::player::{Body, MoveSettings, move_and_slide};

#[test]
fn every_controller_jumps_up_through_a_one_way_platform_and_then_stands_on_it() {
    for (controller, tuning, name) in walkers() {
        let tuning = Tuning {
            jump_speed: 12.0,
            ..tuning
        };
        let top = 2.3;
        let low = [-20.0, 2.1, -20.0];
        let platforms = [
            (vec![], vec![floor(), slab(low, [20.0, top, 20.0])], 1),
            (sheet(top as f32, true), vec![floor()], 0),
            (sheet(top as f32, false), vec![floor()], 0),
        ];
        for (kind, (triangles, boxes, tagged)) in platforms.into_iter().enumerate() {
            let mut platform = world(triangles.clone(), boxes.clone(), tagged, ONE_WAY);
            for id in 0..triangles.len() as u32 {
                assert!(platform.set_tag(ColliderId::Triangle(TriangleId(id)), TAG));
            }
            let open = world(vec![], vec![floor()], 0, USUAL);
            for hz in RATES {
                let label = format!("{name}, platform {kind}, {hz} Hz");
                let start = DVec3::new(0.3, tuning.radius + 5e-5, 0.4);
                let mut walk = Walk::new(&platform, tuning, controller, hz, start);
                let mut free = Walk::new(&open, tuning, controller, hz, start);
                walk.run(0.1, Command::default());
                free.run(0.1, Command::default());
                let jump = Command {
                    jump: true,
                    ..Command::default()
                };
                walk.tick(jump);
                free.tick(jump);
                // Up, the platform does nothing.
                while free.state.velocity.y > 0.0 {
                    walk.tick(Command::default());
                    free.tick(Command::default());
                    assert_eq!(walk.state.position, free.state.position, "{label}");
                    assert_eq!(walk.state.velocity, free.state.velocity, "{label}");
                }
                walk.run(1.5, Command::default());
                let expected = f64::from(top as f32) + tuning.radius;
                assert!(walk.state.ground.stands(), "{label}: {:?}", walk.state);
                let height = walk.state.position.y;
                assert!((height - expected).abs() < 1e-3, "{label}: {height}");
                // And it carries a walker, for as long as it likes.
                walk.run(2.0, ahead());
                assert!(walk.state.ground.stands(), "{label}: {:?}", walk.state);
                let height = walk.state.position.y;
                assert!((height - expected).abs() < 1e-3, "{label}: {height}");
                let distance = 0.4 - walk.state.position.z;
                assert!((9.0..10.1).contains(&distance), "{label}: {distance}");
            }
        }
    }
}

#[test]
fn a_one_way_platform_is_no_wall_from_the_side_and_no_ceiling() {
    for (controller, tuning, name) in walkers() {
        // Its top is above the centre of every body, so no body is above it.
        let block = slab([-3.0, 0.3, -6.0], [3.0, 2.0, -4.0]);
        let one_way = world(vec![], vec![floor(), block], 1, ONE_WAY);
        let solid = world(vec![], vec![floor(), block], 1, USUAL);
        for hz in RATES {
            let label = format!("{name}, {hz} Hz");
            let start = DVec3::Y * (tuning.radius + 5e-5);
            let mut walk = Walk::new(&one_way, tuning, controller, hz, start);
            walk.run(2.0, ahead());
            assert!(walk.state.position.z < -9.0, "{label}: {:?}", walk.state);
            assert!(
                (walk.state.position.y - tuning.radius).abs() < 1e-3,
                "{label}"
            );
            let mut stopped = Walk::new(&solid, tuning, controller, hz, start);
            stopped.run(2.0, ahead());
            assert!(stopped.state.position.z > -4.0, "{label}");
        }
    }
}

#[test]
fn a_swept_body_lands_on_a_one_way_sheet_at_any_speed_and_flies_through_from_below() {
    let mut random = Random::new(SEED);
    let up_only = world(sheet(0.0, true), vec![], 2, ONE_WAY);
    let bodies = [Body::sphere(0.3), Body::capsule(0.3, 1.8)];
    let mut scratch = Scratch::new();
    let settings = MoveSettings::FLIGHT;
    for case in 0..2000 {
        let body = bodies[case % 2].expect("a body");
        let height = body.height() - body.radius();
        let speed = [0.01, 1.0, 50.0, 1e4][case % 4];
        let level = DVec3::new(random.signed(), 0.0, random.signed()) * 5.0;
        let above = level + DVec3::Y * (body.radius() + 0.001 + random.vec3(1.0).y.abs() * speed);
        let label = format!("seed {SEED}, case {case}");
        let down = DVec3::NEG_Y * (above.y + 0.5);
        let end = move_and_slide(&up_only, body, above, down, &settings, &mut scratch, None);
        let at = end.position;
        assert!((at.y - body.radius()).abs() < 1e-3, "{label}: {at}");
        assert!(!end.contacts.touching().is_empty(), "{label}");
        let below = level - DVec3::Y * (height + 0.001 + random.vec3(1.0).y.abs() * speed);
        let up = DVec3::Y * (body.radius() + 2.0 - below.y);
        let end = move_and_slide(&up_only, body, below, up, &settings, &mut scratch, None);
        assert_eq!(end.position, below + up, "{label}");
        // One that is half way through is free both ways, and fits.
        let inside = level - DVec3::Y * random.vec3(0.29).y;
        for way in [DVec3::Y * 0.5, DVec3::NEG_Y * 0.5, DVec3::X * 0.2] {
            let end = move_and_slide(&up_only, body, inside, way, &settings, &mut scratch, None);
            assert_eq!(end.position, inside + way, "{label}");
        }
        let placed = body.at(inside).expect("a place");
        assert_eq!(up_only.fits(placed), Ok(()), "{label}");
        assert_eq!(up_only.worst_overlap(placed), 0.0, "{label}");
    }
}

#[test]
fn many_one_way_tiles_are_one_platform() {
    let mut random = Random::new(SEED);
    // Boxes and triangles of all sizes, whose tops are in one plane.
    let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let at = (random.vec3(4.0) * DVec3::new(1.0, 0.0, 1.0)).as_vec3();
        let corners =
            [0; 3].map(|_: i32| at + (random.vec3(2.0) * DVec3::new(1.0, 0.0, 1.0)).as_vec3());
        triangles.extend(Triangle::new(corners));
        let half = random.vec3(0.7).abs() + 0.05;
        let center = random.vec3(4.0).with_y(-half.y);
        boxes.extend(Obb::new(center, DMat3::IDENTITY, half));
    }
    let count = triangles.len() + boxes.len();
    let tiles = world(triangles, boxes, count, ONE_WAY);
    let bodies = [Body::sphere(0.3), Body::capsule(0.3, 1.8)];
    let mut scratch = Scratch::new();
    for case in 0..3000 {
        let body = bodies[case % 2].expect("a body");
        let mut inside = random.vec3(4.0);
        inside.y =
            -body.height() + body.radius() + random.vec3(1.0).y.abs() * (body.height() - 1e-3);
        let motion = random.vec3(1.0);
        // As long as it does not come out and back in.
        let label = format!("seed {SEED}, case {case}: from {inside} by {motion}");
        let settings = MoveSettings::FLIGHT;
        let end = move_and_slide(&tiles, body, inside, motion, &settings, &mut scratch, None);
        assert_eq!(end.position, inside + motion, "{label}");
    }
}
