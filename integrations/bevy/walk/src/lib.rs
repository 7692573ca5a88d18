//! A first-person walk: keys and mouse become commands, and an eye follows the player. It needs no window.

#[cfg(feature = "gizmos")]
pub mod gizmos;

use bevy_app::{App, Plugin, PreUpdate, Update};
use bevy_ecs::prelude::*;
use bevy_input::InputSystems;
use bevy_input::mouse::AccumulatedMouseMotion;
use bevy_input::prelude::*;
use bevy_math::{DMat3, DVec3, EulerRot, Quat};
use bevy_sidle::{CollisionWorld, Player, PlayerInput, PlayerPose, SidlePlugin};
use bevy_transform::components::Transform;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::tessellate::{CylinderFit, TessellationError, cylinder};
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::player::{Axis, BodyShape, PlayerState, Tuning};
use sidle::world::World;

/// Radians of the view for a pixel of the mouse.
const SENSITIVITY: f64 = 0.002;

/// A view that looks farther up or down than this would turn over; radians.
const MAX_PITCH: f64 = 1.55;

/// The rate of the ticks; Hz.
pub const TICKS_PER_SECOND: f64 = 64.0;

/// What an eye of the player is put on: a camera, in a window.
#[derive(Component)]
#[require(Transform)]
pub struct Eye;

/// The shapes of the room.
pub struct Room {
    /// A floor, walls, a ramp, stairs, and crates that stand askew.
    pub boxes: Vec<Obb>,
    /// A column.
    pub triangles: Vec<Triangle>,
}

impl Room {
    /// The room.
    ///
    /// # Errors
    /// Never: the numbers are good.
    pub fn new() -> Result<Self, TessellationError> {
        let mut boxes = Vec::new();
        let mut add = |center: [f64; 3], half: [f64; 3], turn: DMat3| {
            boxes.extend(Obb::new(center.into(), turn, half.into()));
        };
        let straight = DMat3::IDENTITY;
        add([0.0, -0.5, 0.0], [12.0, 0.5, 12.0], straight);
        for side in [-12.25, 12.25] {
            add([side, 1.5, 0.0], [0.25, 1.5, 12.5], straight);
            add([0.0, 1.5, side], [12.0, 1.5, 0.25], straight);
        }
        for step in 0..5 {
            let height = 0.15 * f64::from(step + 1);
            add(
                [-5.0, height, -4.0 - 0.6 * f64::from(step)],
                [1.5, height, 0.3],
                straight,
            );
        }
        add(
            [5.0, 0.4, -5.0],
            [1.5, 0.1, 3.0],
            rotation_from_degrees(DVec3::X * 18.0),
        );
        for (x, turn) in [(0.0, 20.0), (2.2, 65.0)] {
            add(
                [x, 0.5, -5.0],
                [0.8, 0.5, 0.8],
                rotation_from_degrees(DVec3::Y * turn),
            );
        }
        let triangles = cylinder(
            DVec3::new(-1.5, 1.5, -8.0),
            0.8,
            1.5,
            24,
            CylinderFit::Inside,
        )?;
        Ok(Self { boxes, triangles })
    }
}

/// The player at the start: a person, in front of the crates.
#[must_use]
pub fn start() -> Player {
    Player {
        tuning: Tuning {
            body: BodyShape::Capsule,
            radius: 0.35,
            ..Tuning::default()
        },
        state: PlayerState {
            position: DVec3::new(0.0, 0.4, 4.0),
            ..PlayerState::default()
        },
        ..Player::default()
    }
}

/// The player, the eye and the keys: WASD or arrows, Space to jump, Shift to crouch. Needs Bevy's `TimePlugin` and `InputPlugin`.
pub struct WalkPlugin;

impl Plugin for WalkPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(SidlePlugin);
        if let Ok(Room { boxes, triangles }) = Room::new() {
            app.insert_resource(CollisionWorld(World::new(triangles, boxes)));
        }
        app.world_mut().spawn(start());
        app.add_systems(PreUpdate, command_players.after(InputSystems))
            .add_systems(Update, place_eyes);
    }
}

/// Keys and mouse become the next command.
fn command_players(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<AccumulatedMouseMotion>,
    mut inputs: Query<&mut PlayerInput>,
) {
    let held = |choices: [KeyCode; 2]| f64::from(u8::from(keys.any_pressed(choices)));
    let forward =
        held([KeyCode::KeyW, KeyCode::ArrowUp]) - held([KeyCode::KeyS, KeyCode::ArrowDown]);
    let right =
        held([KeyCode::KeyD, KeyCode::ArrowRight]) - held([KeyCode::KeyA, KeyCode::ArrowLeft]);
    let turn = mouse.delta.as_dvec2() * SENSITIVITY;
    for mut input in &mut inputs {
        let command = &mut input.0;
        (command.forward, command.right) = (Axis::new(forward), Axis::new(right));
        command.up = Axis::new(-held([KeyCode::ShiftLeft, KeyCode::ShiftRight]));
        // The plugin takes a press away when a tick has used it.
        command.jump |= keys.just_pressed(KeyCode::Space);
        command.yaw = BinaryAngle::from_radians(command.yaw.radians() - turn.x);
        let pitch = (command.pitch.radians() - turn.y).clamp(-MAX_PITCH, MAX_PITCH);
        command.pitch = BinaryAngle::from_radians(pitch);
    }
}

fn place_eyes(
    players: Query<(&PlayerPose, &PlayerInput)>,
    mut eyes: Query<&mut Transform, With<Eye>>,
) {
    for (PlayerPose(pose), input) in &players {
        for mut eye in &mut eyes {
            eye.translation = pose.eye;
            // The view is that of the mouse now, and does not wait for a tick.
            let (yaw, pitch) = (input.0.yaw.radians() as f32, input.0.pitch.radians() as f32);
            eye.rotation = Quat::from_euler(EulerRot::YXZ, yaw, pitch, 0.0);
        }
    }
}
