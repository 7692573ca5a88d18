//! The window: Bevy's renderer, a light, and a mesh for each shape of the room.

use bevy::asset::RenderAssetUsages;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::GlobalAmbientLight;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions};
use bevy_sidle_walk::gizmos::WalkGizmosPlugin;
use bevy_sidle_walk::{Eye, Room, TICKS_PER_SECOND, WalkPlugin};
use sidle::geometry::Triangle;

/// How many frames the program still draws.
#[derive(Resource)]
struct FramesLeft(u32);

/// Opens the window, and returns when it is closed, or after so many frames.
pub fn run(app: &mut App, frames: Option<u32>) -> AppExit {
    let window = Window {
        title: "Walk: WASD, Space, Shift, G for gizmos, click for the mouse, Esc to free it"
            .to_owned(),
        ..Window::default()
    };
    let plugin = WindowPlugin {
        primary_window: Some(window),
        ..WindowPlugin::default()
    };
    app.add_plugins((DefaultPlugins.set(plugin), WalkPlugin, WalkGizmosPlugin))
        .insert_resource(Time::<Fixed>::from_hz(TICKS_PER_SECOND))
        .insert_resource(ClearColor(Color::srgb(0.55, 0.68, 0.8)))
        .insert_resource(GlobalAmbientLight {
            brightness: 500.0,
            ..GlobalAmbientLight::default()
        })
        .add_systems(Startup, furnish)
        .add_systems(Update, grab_mouse);
    if let Some(frames) = frames {
        app.insert_resource(FramesLeft(frames))
            .add_systems(Last, count_frames);
    }
    app.run()
}

fn furnish(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) -> Result {
    let Room { boxes, triangles } = Room::new()?;
    let colors = [
        [0.62, 0.6, 0.55],
        [0.75, 0.7, 0.6],
        [0.5, 0.62, 0.55],
        [0.72, 0.5, 0.35],
    ];
    for (number, solid) in boxes.iter().enumerate() {
        let [red, green, blue] = colors[match number {
            0 => 0,
            1..=4 => 1,
            5..=10 => 2,
            _ => 3,
        }];
        let size = (solid.half_extents() * 2.0).as_vec3();
        commands.spawn((
            Mesh3d(meshes.add(Cuboid::from_size(size))),
            MeshMaterial3d(materials.add(Color::srgb(red, green, blue))),
            Transform {
                translation: solid.center().as_vec3(),
                rotation: Quat::from_mat3(&solid.axes().as_mat3()),
                ..Transform::default()
            },
        ));
    }
    commands.spawn((
        Mesh3d(meshes.add(mesh_of(&triangles))),
        MeshMaterial3d(materials.add(Color::srgb(0.6, 0.55, 0.7))),
    ));
    let light = DirectionalLight {
        shadow_maps_enabled: true,
        ..DirectionalLight::default()
    };
    commands.spawn((
        light,
        Transform::from_xyz(4.0, 9.0, 6.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    // This one needs no table of colours.
    commands.spawn((Camera3d::default(), Tonemapping::ReinhardLuminance, Eye));
    Ok(())
}

/// A mesh with flat faces.
fn mesh_of(triangles: &[Triangle]) -> Mesh {
    let corners = triangles.iter().flat_map(|triangle| triangle.vertices());
    let positions: Vec<[f32; 3]> = corners.map(|corner| corner.as_vec3().to_array()).collect();
    let count = positions.len() as u32;
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_indices(Indices::U32((0..count).collect()))
    .with_duplicated_vertices()
    .with_computed_flat_normals()
}

fn grab_mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut cursors: Query<&mut CursorOptions>,
) {
    for mut cursor in &mut cursors {
        if buttons.just_pressed(MouseButton::Left) {
            (cursor.grab_mode, cursor.visible) = (CursorGrabMode::Locked, false);
        }
        if keys.just_pressed(KeyCode::Escape) {
            (cursor.grab_mode, cursor.visible) = (CursorGrabMode::None, true);
        }
    }
}

fn count_frames(mut left: ResMut<FramesLeft>, mut exit: MessageWriter<AppExit>) {
    left.0 = left.0.saturating_sub(1);
    if left.0 == 0 {
        exit.write(AppExit::Success);
    }
}
