//! The walk without a window: the key W is held, and time goes on by a sixtieth of a second in each frame.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::prelude::With;
use bevy_input::InputPlugin;
use bevy_input::prelude::*;
use bevy_sidle::Player;
use bevy_sidle_walk::{Eye, TICKS_PER_SECOND, WalkPlugin};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Runs so many frames, and prints where the player and its eye are.
pub fn run(app: &mut App, frames: u32) {
    app.add_plugins((TimePlugin, InputPlugin, WalkPlugin));
    #[cfg(feature = "gizmos")]
    add_gizmos(app);
    app.insert_resource(Time::<Fixed>::from_hz(TICKS_PER_SECOND));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(
        Duration::from_secs(1) / 60,
    ));
    app.world_mut().spawn(Eye);
    app.finish();
    app.cleanup();
    app.world_mut()
        .resource_mut::<ButtonInput<KeyCode>>()
        .press(KeyCode::KeyW);
    for _ in 0..frames {
        app.update();
    }
    let world = app.world_mut();
    for player in world.query::<&Player>().iter(world) {
        println!("player {}", player.state.position);
    }
    for eye in world.query_filtered::<&Transform, With<Eye>>().iter(world) {
        println!("eye {}", eye.translation);
    }
}

/// The gizmos are made as in a window, but nothing draws them.
#[cfg(feature = "gizmos")]
fn add_gizmos(app: &mut App) {
    use bevy_app::TaskPoolPlugin;
    use bevy_asset::{AssetApp, AssetPlugin};
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
        .init_asset::<bevy_gizmos::GizmoAsset>()
        .add_plugins(bevy_sidle_walk::gizmos::WalkGizmosPlugin);
}
