//! Gizmos of the walk: what happened to the player in the last tick. G switches them on and off.

use bevy_app::{App, Plugin, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_input::prelude::*;
use bevy_sidle::gizmos::{TraceGizmos, TraceGizmosPlugin};
use bevy_sidle::{Player, PlayerTrace};

/// Traces the players, and draws the traces. Needs `WalkPlugin`, and the assets of Bevy's gizmos.
pub struct WalkGizmosPlugin;

impl Plugin for WalkGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TraceGizmosPlugin)
            .add_systems(Startup, (trace_players, show_in_front))
            .add_systems(Update, switch_gizmos);
    }
}

fn trace_players(mut commands: Commands, players: Query<Entity, With<Player>>) {
    for player in &players {
        commands.entity(player).insert(PlayerTrace::default());
    }
}

/// Gizmos lie on walls and floors, which must not hide them.
fn show_in_front(mut store: ResMut<GizmoConfigStore>) {
    store.config_mut::<TraceGizmos>().0.depth_bias = -1.0;
}

fn switch_gizmos(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let (config, _) = store.config_mut::<TraceGizmos>();
        config.enabled = !config.enabled;
    }
}
