//! An app without a window: players walk, are drawn between two ticks, and meet what their filter lets through.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_math::{DMat3, DVec3, Vec3};
use bevy_sidle::{
    CollisionWorld, DrawOrigin, Player, PlayerInput, PlayerPose, PlayerTrace, SidlePlugin,
};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Axis, Command, PlayerState, Scratch, Tuning, advance};
use sidle::world::{BoxId, ColliderId, Filter, World};

/// A floor whose top is at y = 0, and a wall whose near side is at z = -3.
fn world() -> World {
    let slab = |center, half| Obb::new(center, DMat3::IDENTITY, half).expect("a box");
    let floor = slab(DVec3::NEG_Y, DVec3::new(50.0, 1.0, 50.0));
    let wall = slab(DVec3::new(0.0, 1.0, -3.5), DVec3::new(50.0, 1.0, 0.5));
    World::new(vec![], vec![floor, wall])
}

fn ahead() -> Command {
    Command {
        forward: Axis::new(1.0),
        ..Command::default()
    }
}

fn player() -> Player {
    let state = PlayerState {
        position: DVec3::Y * 0.5,
        ..PlayerState::default()
    };
    Player {
        state,
        ..Player::default()
    }
}

/// An app with so many ticks and pictures a second, after its first update, which takes no time.
fn app(
    ticks: f64,
    pictures: u32,
    players: impl IntoIterator<Item = (Player, Command)>,
) -> (App, Vec<Entity>) {
    let mut app = App::new();
    app.add_plugins((TimePlugin, SidlePlugin));
    app.insert_resource(CollisionWorld(world()));
    app.insert_resource(Time::<Fixed>::from_hz(ticks));
    let frame = Duration::from_secs(1) / pictures;
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    let spawn = |(player, command)| app.world_mut().spawn((player, PlayerInput(command))).id();
    let ids = players.into_iter().map(spawn).collect();
    (app, ids)
}

fn state(app: &App, id: Entity) -> PlayerState {
    app.world().get::<Player>(id).expect("a player").state
}

#[test]
fn ticks_give_the_same_bits_at_every_rate_of_pictures() {
    let (tuning, world, mut scratch) = (Tuning::default(), world(), Scratch::new());
    let back = Command {
        forward: Axis::new(-1.0),
        ..Command::default()
    };
    let mut expected = vec![player().state];
    for _ in 0..256 {
        let mut state = expected[expected.len() - 1];
        advance(
            &world,
            &tuning,
            &mut state,
            &back,
            1.0 / 64.0,
            &mut scratch,
            None,
        );
        expected.push(state);
    }
    for pictures in [8, 32, 64, 100, 500] {
        let (mut app, ids) = app(64.0, pictures, [(player(), back)]);
        for _ in 0..pictures * 3 {
            app.update();
        }
        let found = state(&app, ids[0]);
        let tick = expected.iter().position(|state| *state == found);
        assert!(
            tick.is_some_and(|tick| tick > 150),
            "{pictures} pictures: {tick:?}"
        );
    }
}

#[test]
fn a_picture_is_between_the_last_two_ticks_and_moves_evenly() {
    let (mut app, ids) = app(32.0, 256, [(player(), ahead())]);
    let mut before = 0.0;
    for picture in 0..200 {
        app.update();
        let drawn = app
            .world()
            .get::<Transform>(ids[0])
            .expect("a transform")
            .translation;
        let (way, most) = (before - drawn.z, 5.0 / 256.0 * 1.01);
        assert!((-1e-6..=most).contains(&way), "picture {picture}: {way}");
        before = drawn.z;
    }
    // It stands at its radius before the wall.
    for _ in 0..200 {
        app.update();
    }
    let pose = app.world().get::<PlayerPose>(ids[0]).expect("a pose").0;
    assert!((pose.eye.z + 2.5).abs() < 1e-3 && (pose.eye.y - 0.5).abs() < 1e-3);
}

#[test]
fn a_press_of_jump_counts_once_even_without_a_tick_in_its_frame() {
    let (mut app, ids) = app(30.0, 300, [(player(), Command::default())]);
    for _ in 0..60 {
        app.update();
    }
    assert!(state(&app, ids[0]).ground.stands());
    app.world_mut()
        .get_mut::<PlayerInput>(ids[0])
        .expect("an input")
        .0
        .jump = true;
    let mut takeoffs = 0;
    for _ in 0..600 {
        let stood = state(&app, ids[0]).ground.stands();
        app.update();
        takeoffs += u32::from(stood && !state(&app, ids[0]).ground.stands());
    }
    assert_eq!(takeoffs, 1);
}

#[test]
fn filters_traces_and_teleports_reach_the_library() {
    let ghost = Player {
        filter: Filter::except(ColliderId::Box(BoxId(1))),
        ..player()
    };
    let (mut app, ids) = app(64.0, 64, [(player(), ahead()), (ghost, ahead())]);
    app.world_mut()
        .entity_mut(ids[0])
        .insert(PlayerTrace::default());
    for _ in 0..128 {
        app.update();
    }
    assert!(state(&app, ids[0]).position.z > -3.0 && state(&app, ids[1]).position.z < -4.0);
    assert!(
        !app.world()
            .get::<PlayerTrace>(ids[0])
            .expect("a trace")
            .0
            .events()
            .is_empty()
    );
    assert!(app.world().get::<PlayerTrace>(ids[1]).is_none());

    // Far away, and seen from there: the picture does not show the way between.
    let far = DVec3::new(40.0, 0.5, 40.0);
    app.insert_resource(DrawOrigin(far));
    let mut moved = app.world_mut().get_mut::<Player>(ids[0]).expect("a player");
    (moved.state.position, moved.teleported) = (far, true);
    app.world_mut()
        .get_mut::<PlayerInput>(ids[0])
        .expect("an input")
        .0 = Command {
        yaw: BinaryAngle::from_degrees(90.0),
        ..Command::default()
    };
    app.update();
    let drawn = app.world().get::<Transform>(ids[0]).expect("a transform");
    assert!(drawn.translation.length() < 0.1, "{}", drawn.translation);
    assert!((drawn.forward().as_vec3() - Vec3::NEG_X).length() < 1e-5);
}
