//! A first-person walk in macroquad: a fixed tick, a picture between two ticks, the mouse and five keys.
//!
//! ```sh
//! cargo run --release --example walk
//! ```

use macroquad::prelude::*;
use sidle::geometry::{Obb, angle::BinaryAngle};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, Command, DrawPose, Rules, Tuning};
use sidle::{sim::Sim, world::World};

#[macroquad::main("walk")]
async fn main() {
    // Boxes: centre and half extents. A floor, a wall, a step and a crate.
    let boxes = [
        (DVec3::new(0.0, -1.0, 0.0), DVec3::new(20.0, 0.5, 20.0)),
        (DVec3::new(0.0, 0.5, -8.0), DVec3::new(6.0, 1.0, 0.2)),
        (DVec3::new(3.0, -0.35, -3.0), DVec3::new(1.0, 0.15, 1.0)),
        (DVec3::new(-2.0, 0.0, -4.0), DVec3::splat(0.5)),
    ];
    let obb = |(center, half)| Obb::new(center, DMat3::IDENTITY, half);
    let world = World::new(vec![], boxes.into_iter().filter_map(obb).collect());
    let mut sim = Sim::new(world, Tuning::default(), Rules::default(), 120);
    let (mut before, mut due, mut command) = (*sim.player(), 0.0, Command::default());
    let (mut yaw, mut pitch) = (0.0_f32, 0.0_f32);
    set_cursor_grab(true);
    while !is_key_down(KeyCode::Escape) {
        // The view turns at once, by the way of the mouse and never by the time.
        let turn = mouse_delta_position() * 1.5;
        (yaw, pitch) = (yaw + turn.x, (pitch + turn.y).clamp(-1.5, 1.5));
        let held = |key| f64::from(is_key_down(key));
        command.forward = Axis::new(held(KeyCode::W) - held(KeyCode::S));
        command.right = Axis::new(held(KeyCode::D) - held(KeyCode::A));
        command.yaw = BinaryAngle::from_radians(f64::from(yaw));
        // A press counts even if no tick is due in this frame, and for one tick only.
        command.jump |= is_key_pressed(KeyCode::Space);
        due += get_frame_time().min(0.1) * sim.hz() as f32;
        while due >= 1.0 {
            (before, due) = (*sim.player(), due - 1.0);
            sim.tick(&command);
            command.jump = false;
        }
        let pose = DrawPose::between(&before, sim.player(), due.into(), sim.tuning(), DVec3::ZERO);
        let position = Vec3::from_array(pose.eye.to_array());
        let ahead = Mat3::from_rotation_y(yaw) * Mat3::from_rotation_x(pitch) * Vec3::NEG_Z;
        set_camera(&Camera3D {
            position,
            target: position + ahead,
            ..Default::default()
        });
        clear_background(SKYBLUE);
        for sides in boxes {
            let [center, half] =
                <[DVec3; 2]>::from(sides).map(|vector| vector.as_vec3().to_array());
            draw_cube(center.into(), Vec3::from(half) * 2.0, None, LIGHTGRAY);
            draw_cube_wires(center.into(), Vec3::from(half) * 2.0, DARKGRAY);
        }
        next_frame().await;
    }
}
