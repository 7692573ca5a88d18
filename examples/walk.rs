//! A first-person walk in macroquad: a fixed tick, a picture between two ticks, the mouse and six keys.
//!
//! ```sh
//! cargo run --release --example walk
//! ```

use macroquad::prelude::*;
use sidle::geometry::{Obb, angle::BinaryAngle};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, Body, BodyShape, Command, DrawPose, PlayerState, Scratch, Tuning, advance,
};
use sidle::world::World;

const TICK: f64 = 1.0 / 120.0;

#[macroquad::main("walk")]
async fn main() {
    // Boxes: centre and half extents. A floor, a wall, a step and a crate.
    let boxes = [
        (DVec3::new(0.0, -0.5, 0.0), DVec3::new(20.0, 0.5, 20.0)),
        (DVec3::new(0.0, 1.0, -8.0), DVec3::new(6.0, 1.0, 0.2)),
        (DVec3::new(3.0, 0.15, -3.0), DVec3::new(1.0, 0.15, 1.0)),
        (DVec3::new(-2.0, 0.5, -4.0), DVec3::splat(0.5)),
    ];
    let obb = |(center, half)| Obb::new(center, DMat3::IDENTITY, half);
    let world = World::new(vec![], boxes.into_iter().filter_map(obb).collect());
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    };
    let height = tuning.body().as_ref().map_or(0.0, Body::radius);
    let mut player = PlayerState {
        position: DVec3::Y * height,
        ..PlayerState::default()
    };
    let (mut before, mut scratch) = (player, Scratch::new());
    let (mut yaw, mut pitch, mut due, mut jump) = (0.0_f32, 0.0_f32, 0.0, false);
    set_cursor_grab(true);
    while !is_key_down(KeyCode::Escape) {
        // The view turns at once, by the way of the mouse and never by the time.
        let turn = mouse_delta_position() * 1.5;
        (yaw, pitch) = (yaw + turn.x, (pitch + turn.y).clamp(-1.5, 1.5));
        // A press counts even if no tick is due in this frame.
        jump |= is_key_pressed(KeyCode::Space);
        let axis =
            |plus, minus| Axis::new(f64::from(is_key_down(plus)) - f64::from(is_key_down(minus)));
        due += f64::from(get_frame_time()).min(0.1);
        while due >= TICK {
            let command = Command {
                forward: axis(KeyCode::W, KeyCode::S),
                right: axis(KeyCode::D, KeyCode::A),
                yaw: BinaryAngle::from_radians(f64::from(yaw)),
                jump: std::mem::take(&mut jump),
                ..Command::default()
            };
            before = player;
            advance(
                &world,
                &tuning,
                &mut player,
                &command,
                TICK,
                &mut scratch,
                None,
            );
            due -= TICK;
        }
        let eye = DrawPose::between(&before, &player, due / TICK, &tuning, DVec3::ZERO).eye;
        let position = Vec3::from_array(eye.to_array());
        let look = vec3(
            -yaw.sin() * pitch.cos(),
            pitch.sin(),
            -yaw.cos() * pitch.cos(),
        );
        set_camera(&Camera3D {
            position,
            target: position + look,
            ..Default::default()
        });
        clear_background(SKYBLUE);
        for (center, half) in boxes {
            let [center, half] = [center, half].map(|it| Vec3::from_array(it.as_vec3().to_array()));
            draw_cube(center, half * 2.0, None, LIGHTGRAY);
            draw_cube_wires(center, half * 2.0, DARKGRAY);
        }
        next_frame().await;
    }
}
