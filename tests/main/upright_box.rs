//! The upright box of the swept controller: it fits between blocks and stands on the least of a ledge, and no seam of a floor or a wall
//! stops it. The soak tries it in all families of walks.

use crate::support::{Shapes, Walk, add_block, add_sheet, floor};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Controller, PlayerState, Scratch, Tuning, advance};
use sidle::world::{ColliderId, Filter, World};

const HALF_WIDTH: f64 = 0.3;

fn tuning() -> Tuning {
    Tuning {
        body: BodyShape::Box,
        radius: HALF_WIDTH,
        ground_accel: f64::INFINITY,
        ..Tuning::default()
    }
}

fn walk(shapes: Shapes, x: f64, z: f64, height: f64, hz: u32) -> Walk {
    let start = DVec3::new(x, height + HALF_WIDTH + 1e-4, z);
    Walk::tuned(shapes, start, tuning(), hz).controller(Controller::Swept)
}

#[test]
fn it_slides_over_the_seams_of_a_floor_and_a_wall_of_many_triangles_without_a_wobble() {
    for hz in [30, 60, 240] {
        let mut shapes = Shapes::default();
        let ahead = DVec3::Z * -40.0;
        add_sheet(
            &mut shapes,
            DVec3::new(-5.0, 0.0, 5.0),
            DVec3::X * 10.0,
            ahead,
            19,
        );
        add_sheet(
            &mut shapes,
            DVec3::new(1.0, -1.0, 5.0),
            DVec3::Y * 4.0,
            ahead,
            29,
        );
        let walk = walk(shapes, 0.0, 0.0, 0.0, hz)
            .stand(0.2)
            .facing(-30.0)
            .forward(1.0);
        let pressed = walk.states.len();
        let walk = walk.forward(1.5);
        assert!(walk.worst_overlap < 1e-9, "{}", walk.worst_overlap);
        for pair in walk.states[pressed..].windows(2) {
            let (way, case) = (
                pair[1].position - pair[0].position,
                format!("{hz} Hz: {pair:?}"),
            );
            // Along the wall, the part of the motion that leads along it is left: 5 m/s · cos 30°.
            let speed = -way.z * f64::from(hz);
            assert!(
                (speed - 5.0 * 30_f64.to_radians().cos()).abs() < 1e-6,
                "{case}"
            );
            assert!(way.x.abs() < 1e-9 && way.y.abs() < 1e-9, "{case}");
        }
    }
}

#[test]
fn it_passes_a_gap_as_wide_as_itself_and_no_narrower_one() {
    for (spare, passes) in [(2e-3, true), (3e-4, true), (-1e-3, false)] {
        let mut shapes = floor();
        for side in [-1.0, 1.0] {
            let center = DVec3::new(side * (HALF_WIDTH + spare * 0.5 + 1.0), 1.5, -3.0);
            add_block(&mut shapes, center, DVec3::new(2.0, 3.0, 2.0));
        }
        let walk = walk(shapes, 0.0, 0.0, 0.0, 60).forward(2.0);
        let case = format!("{spare} m to spare: {}", walk.position());
        assert_eq!(walk.position().z < -5.0, passes, "{case}");
        // The rounding of its edges leads it a little way in.
        let entered = -2.0 + HALF_WIDTH - walk.position().z;
        assert!(passes || (-2e-4..0.01).contains(&entered), "{case}");
    }
}

#[test]
fn it_stands_on_two_millimetres_of_a_ledge_upright_and_at_rest() {
    for on_ledge in [2e-3, 0.02, 0.3] {
        let mut shapes = floor();
        add_block(
            &mut shapes,
            DVec3::new(0.0, 1.0, -2.0),
            DVec3::new(4.0, 2.0, 4.0),
        );
        // The ledge ends at z = 0.
        let z = HALF_WIDTH - 0.01 - on_ledge;
        let walk = walk(shapes, 0.0, z, 2.0, 60).stand(2.0);
        assert!(
            (walk.position().y - 2.0 - HALF_WIDTH).abs() < 2e-4,
            "{}",
            walk.position()
        );
        assert_eq!((walk.ground(), walk.velocity()), ("floor", DVec3::ZERO));
        assert!((walk.position().z - z).abs() < 1e-9);
    }
}

#[test]
fn it_climbs_a_block_of_the_height_of_a_step_and_no_higher_one() {
    for (height, climbs) in [(0.2, true), (0.349, true), (0.36, false)] {
        for hz in [30, 60, 120, 360] {
            let mut shapes = floor();
            add_block(
                &mut shapes,
                DVec3::new(0.0, height * 0.5, -3.0),
                DVec3::new(4.0, height, 4.0),
            );
            let walk = walk(shapes, 0.0, 0.0, 0.0, hz).forward(0.5);
            let feet = walk.position().y - HALF_WIDTH;
            let expected = if climbs { height } else { 0.0 };
            assert!(
                (feet - expected).abs() < 2e-4,
                "{height} m, {hz} Hz: {feet}"
            );
        }
    }
}

#[test]
fn two_of_them_meet_face_to_face() {
    let shapes = floor();
    let mut world: World = shapes.world();
    let (tuning, mut scratch) = (tuning(), Scratch::new());
    let at = |z: f64| PlayerState {
        position: DVec3::new(0.1, HALF_WIDTH, z),
        controller: Controller::Swept,
        ..PlayerState::default()
    };
    let mut players = [at(2.0), at(-2.0)];
    let bodies = players.map(|player| {
        let body = tuning.placed_body(&player).expect("a body");
        world.add_body(body).expect("an id")
    });
    for _ in 0..120 {
        for (player, body) in players.iter_mut().zip(bodies) {
            let towards = if player.position.z > 0.0 { 1.0 } else { -1.0 };
            let command = Command {
                forward: Axis::new(towards),
                controller: Controller::Swept,
                ..Command::default()
            };
            let others = world.filtered(Filter::except(ColliderId::Box(body)));
            advance(
                others,
                &tuning,
                player,
                &command,
                1.0 / 60.0,
                &mut scratch,
                None,
            );
            world.move_body(body, tuning.placed_body(player).expect("a body"));
        }
    }
    let apart = players[0].position.distance(players[1].position);
    assert!((apart - 2.0 * HALF_WIDTH).abs() < 1e-3, "{apart}");
}
