//! Players of sidle as components of Bevy.
//!
//! The plugin advances every [`Player`] in `FixedUpdate`, by its [`PlayerInput`], in the [`CollisionWorld`]. After the fixed
//! ticks of a frame it places the player's `Transform` between the last two of them, and writes the [`PlayerPose`], from which a
//! camera takes its eye and its view. With the feature `gizmos`, the module `gizmos` draws what happened in the last tick.
//!
//! ```
//! use bevy_app::App;
//! use bevy_math::{DMat3, DVec3};
//! use bevy_sidle::{CollisionWorld, Player, SidlePlugin};
//! use bevy_time::TimePlugin;
//! use sidle::{geometry::Obb, world::World};
//! let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
//! let mut app = App::new();
//! app.add_plugins((TimePlugin, SidlePlugin));
//! app.insert_resource(CollisionWorld(World::new(vec![], vec![floor])));
//! app.world_mut().spawn(Player::default());
//! app.update();
//! ```

#[cfg(feature = "gizmos")]
pub mod gizmos;

use bevy_app::{App, FixedUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use sidle::player::{Command, DrawPose, PlayerState, Scratch, Trace, Tuning, advance};
use sidle::world::{Filter, World};

/// What all players collide with. Change it in `FixedUpdate`, before [`SidleSystems::Advance`].
#[derive(Resource, Default)]
pub struct CollisionWorld(pub World);

/// The point of the world that is drawn at zero; metres. A game in a large world keeps it near its camera.
#[derive(Resource, Clone, Copy, Default)]
pub struct DrawOrigin(pub DVec3);

/// A player: its numbers, its state after the last tick, and which colliders it meets.
#[derive(Component, Clone, Debug, Default)]
#[require(PlayerInput, PlayerPose, Transform, LastTick, Memory)]
pub struct Player {
    /// The numbers of its walk.
    pub tuning: Tuning,
    /// Its state after the last tick. A change of the position is a teleport: set [`Player::teleported`], too.
    pub state: PlayerState,
    /// Which colliders it meets.
    pub filter: Filter,
    /// Whether the next picture shows the player where it is now, and not between two ticks.
    pub teleported: bool,
}

/// What a player does in the next ticks. A press of jump counts for one tick; then the plugin takes it away.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct PlayerInput(pub Command);

/// Where a player is drawn: its position, its eye and its view.
#[derive(Component, Clone, Copy, Debug)]
pub struct PlayerPose(pub DrawPose);

impl Default for PlayerPose {
    fn default() -> Self {
        let state = PlayerState::default();
        let (tuning, origin) = (Tuning::default(), DVec3::ZERO);
        Self(DrawPose::between(&state, &state, 1.0, &tuning, origin))
    }
}

/// What happened to a player in the last tick. Only a player with this component is traced.
#[derive(Component, Clone, Debug, Default)]
pub struct PlayerTrace(pub Trace);

/// The state before the last tick; `None`: there was none.
#[derive(Component, Default)]
struct LastTick(Option<PlayerState>);

/// Memory for a player's moves.
#[derive(Component, Default)]
struct Memory(Scratch);

/// When the plugin works.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SidleSystems {
    /// In `FixedUpdate`: advances all players by a tick.
    Advance,
    /// After the fixed ticks of a frame: places all players between the last two.
    Interpolate,
}

/// Advances and draws all players. Needs Bevy's `TimePlugin`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SidlePlugin;

impl Plugin for SidlePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CollisionWorld>()
            .init_resource::<DrawOrigin>()
            .add_systems(FixedUpdate, advance_players.in_set(SidleSystems::Advance))
            .add_systems(
                RunFixedMainLoop,
                interpolate
                    .in_set(SidleSystems::Interpolate)
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            );
    }
}

type Advanced<'a> = (
    &'a mut Player,
    &'a mut PlayerInput,
    &'a mut LastTick,
    &'a mut Memory,
    Option<&'a mut PlayerTrace>,
);

fn advance_players(
    world: Res<CollisionWorld>,
    time: Res<Time<Fixed>>,
    mut players: Query<Advanced<'_>>,
) {
    let dt = time.delta_secs_f64();
    for (mut player, mut input, mut last, mut memory, trace) in &mut players {
        let Player {
            tuning,
            state,
            filter,
            teleported,
        } = &mut *player;
        last.0 = (!*teleported).then_some(*state);
        *teleported = false;
        let seen = world.0.filtered(*filter);
        let trace = trace.map(|trace| &mut trace.into_inner().0);
        advance(seen, tuning, state, &input.0, dt, &mut memory.0, trace);
        input.0.jump = false;
    }
}

fn interpolate(
    time: Res<Time<Fixed>>,
    origin: Res<DrawOrigin>,
    mut players: Query<(&Player, &LastTick, &mut PlayerPose, &mut Transform)>,
) {
    let fraction = time.overstep_fraction_f64();
    for (player, last, mut pose, mut transform) in &mut players {
        let state = &player.state;
        let before = last.0.as_ref().filter(|_| !player.teleported);
        let before = before.unwrap_or(state);
        pose.0 = DrawPose::between(before, state, fraction, &player.tuning, origin.0);
        transform.translation = pose.0.position;
        transform.rotation = Quat::from_rotation_y(pose.0.yaw);
    }
}
