//! What the feature `serde` writes comes back with the same bits.
//!
//! The values are those of JSON, with numbers of 64 bits. The text of `serde_json` is exact with its feature `float_roundtrip`.

use serde_json::{from_value, json, to_value};
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{
    Axis, Command, Controller, Ground, PlayerState, Rules, Spawn, TickInput, Trace, Tuning,
};
use sidle::replay::StateHash;
use sidle::sim::{Sim, Snapshot};
use sidle::world::World;

/// A floor and a crate, and a player who runs against the crate.
fn sim(controller: Controller) -> Sim {
    let floor = [
        Vec3::new(-99.0, 0.0, -99.0),
        Vec3::new(0.0, 0.0, 99.0),
        Vec3::new(99.0, 0.0, -99.0),
    ];
    let floor = Triangle::new(floor).expect("a triangle with an area");
    let size = DVec3::new(0.7, 0.6, 0.3);
    let block = Obb::new(DVec3::new(0.1, 0.6, -2.0), DMat3::IDENTITY, size).expect("a box");
    let position = DVec3::new(0.1, 0.7, 0.3);
    let spawn = Spawn {
        position,
        controller,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    let world = World::new(vec![floor], vec![block]);
    Sim::new(world, Tuning::default(), rules, 120)
}

fn command(tick: u32) -> Command {
    Command {
        forward: Axis::new(1.0),
        right: Axis::new(f64::from(tick % 7) / 7.0),
        yaw: BinaryAngle::from_degrees(f64::from(tick) / 3.0),
        jump: tick.is_multiple_of(40),
        ..Command::default()
    }
}

#[test]
fn states_commands_and_traces_come_back_with_the_same_bits_in_every_tick() {
    for (_, controller) in Controller::NAMES {
        let mut sim = sim(controller);
        let mut copy = sim.clone();
        let (mut hash, mut hash_of_copy) = (StateHash::new(), StateHash::new());
        for tick in 0..240 {
            let command = Command {
                controller,
                ..command(tick)
            };
            sim.tick(&command);
            hash.add(&sim);

            let value = to_value(TickInput::from(command)).expect("a value");
            let read: TickInput = from_value(value).expect("an input");
            assert_eq!(read.command, command);
            copy.tick(&read.command);
            let value = to_value(copy.snapshot()).expect("a value");
            let read: Snapshot = from_value(value).expect("a snapshot");
            copy.restore(&read);
            hash_of_copy.add(&copy);

            let trace = sim.trace();
            let value = to_value(trace).expect("a value");
            let read: Trace = from_value(value).expect("a trace");
            assert_eq!(read.events(), trace.events());
            assert_eq!(read.candidates(), trace.candidates());
            assert_eq!(read.sides(), trace.sides());
        }
        assert_eq!(hash, hash_of_copy, "{controller:?}");
        assert!(sim.player().ground.stands() || sim.player().position.y > 0.5);
    }
}

#[test]
fn numbers_at_the_ends_of_their_range_keep_their_bits() {
    for number in [
        0.0,
        -0.0,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        0.1 + 0.2,
        1e5,
        f64::MAX,
        -f64::MAX,
        1.0 + f64::EPSILON,
    ] {
        let state = PlayerState {
            position: DVec3::new(number, -number, 1.0 / 3.0),
            ground: Ground::Steep {
                normal: DVec3::splat(number),
            },
            yaw: BinaryAngle::from_bits(u32::MAX),
            ..PlayerState::default()
        };
        let read: PlayerState = from_value(to_value(state).expect("a value")).expect("a state");
        let bits = |state: &PlayerState| state.position.to_array().map(f64::to_bits);
        assert_eq!(bits(&read), bits(&state), "{number:e}");
        assert_eq!(read, state);
    }
}

#[test]
fn a_tuning_may_be_infinite_and_needs_only_what_differs_from_the_default() {
    for accel in [0.5, 3.0, f64::INFINITY] {
        let tuning = Tuning {
            ground_accel: accel,
            air_accel: accel,
            radius: 1e-3,
            ..Tuning::default()
        };
        let read: Tuning = from_value(to_value(tuning).expect("a value")).expect("a tuning");
        assert_eq!(read, tuning);
    }
    let read: Tuning =
        from_value(json!({ "ground_accel": "inf", "gravity": 9 })).expect("a tuning");
    let expected = Tuning {
        ground_accel: f64::INFINITY,
        gravity: 9.0,
        ..Tuning::default()
    };
    assert_eq!(read, expected);
    assert!(from_value::<Tuning>(json!({ "gravitiy": 9 })).is_err());
    assert!(from_value::<Tuning>(json!({ "ground_accel": "fast" })).is_err());
    assert!(from_value::<Tuning>(json!({ "ground_accel": null })).is_err());
}

#[test]
fn the_names_are_those_of_level_files_and_no_axis_is_out_of_range() {
    for (name, controller) in Controller::NAMES {
        assert_eq!(to_value(controller).expect("a value"), json!(name));
    }
    assert_eq!(to_value(Ground::None).expect("a value"), json!("none"));
    let lowest: Axis = from_value(json!(-128)).expect("an axis");
    assert_eq!(lowest.value(), -1.0);
    for steps in -127..=127_i8 {
        let axis: Axis = from_value(json!(steps)).expect("an axis");
        assert_eq!(axis.steps(), steps);
        assert_eq!(to_value(axis).expect("a value"), json!(steps));
    }
    assert!(from_value::<Axis>(json!(128)).is_err());
}
