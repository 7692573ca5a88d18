//! Steps whose faces are triangles and boards.

use super::tuning;
use crate::support::{Shapes, add_quad, swept_sim};
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::{DMat3, DVec2, DVec3};
use sidle::player::{Axis, BodyShape, Command, Controller, Ground, PlayerState, Tuning};

/// The faces of a step on a floor, turned by `yaw_deg`: the outline's, and the tread. Each of those with a `true` is a board, and the
/// others are triangles, whose rounded corners lie a little beside the edges of the boards.
fn turned_step(outline: &[DVec2], are_boards: u32, yaw_deg: f64) -> Shapes {
    let (half_width, thickness) = (40.0, 0.04);
    let turn = rotation_from_degrees(DVec3::Y * yaw_deg);
    let at = |place: DVec2, side: f64| turn * DVec3::new(side * half_width, place.y, -place.x);
    let top = outline[outline.len() - 1];
    let floor = [DVec2::X * -40.0, DVec2::X * 40.0];
    let tread = [top, top + DVec2::X * 40.0];
    let mut shapes = Shapes::default();
    let faces = outline.windows(2).chain([&tread[..], &floor[..]]);
    for (number, face) in faces.enumerate() {
        let (a, b) = (face[0], face[1]);
        if (are_boards >> number) & 1 == 0 {
            let corners = [at(a, -1.0), at(a, 1.0), at(b, 1.0), at(b, -1.0)];
            let corners = corners.map(|corner| corner.as_vec3().to_array());
            add_quad(&mut shapes, corners);
            continue;
        }
        let along = (b - a).normalize();
        let normal = DVec2::new(-along.y, along.x);
        let axis = |direction: DVec2| turn * DVec3::new(0.0, direction.y, -direction.x);
        let axes = DMat3::from_cols(turn * DVec3::X, axis(normal), -axis(along));
        let middle = at((a + b) * 0.5 - normal * (thickness * 0.5), 0.0);
        let half = DVec3::new(half_width, thickness * 0.5, a.distance(b) * 0.5);
        shapes.boxes.extend(Obb::new(middle, axes, half));
    }
    shapes
}

#[test]
fn two_edges_that_differ_by_rounding_stop_nobody_on_the_way_down() {
    // The edge of the tread, of triangles, is 5e-10 m beside that of the board below.
    let (foot, height) = (
        DVec2::new(0.025_957_668_689_757_51, 0.350_229_625_613_671_94),
        0.442_609_012_292_608_63,
    );
    let outline = [DVec2::ZERO, foot, DVec2::new(foot.x, height)];
    let tuning = Tuning {
        step_height: 0.580_062_188_406_004_8,
        ..tuning((BodyShape::Sphere, 0.3, 0.580_062), 0.702_982_936_765_475_9)
    };
    let start = DVec3::new(
        -0.212_408_426_214_218_52,
        0.553_791_750_393_403_6,
        0.252_732_950_984_723_6,
    );
    let mut sim = swept_sim(
        turned_step(&outline, 0b1010, 0.0).world(),
        tuning,
        start,
        48,
    );
    let normal = DVec3::Y;
    let player = *sim.player();
    sim.set_player(PlayerState {
        ground: Ground::Floor { normal },
        ..player
    });
    let command = Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_bits(2_846_067_607),
        controller: Controller::Swept,
        ..Command::default()
    };
    for tick in 0..40 {
        sim.tick(&command);
        let player = sim.player();
        assert!(player.ground.stands(), "tick {tick}: {player:?}");
    }
    let feet = sim.player().position.y - tuning.radius;
    assert!(feet < 1e-3, "{feet}");
}
