//! Every state of a player is in range: that of a recording or link is checked, and a player that leaves the
//! range returns to the spawn.

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, Command, Ground, MAX_COORDINATE, MAX_SPEED, Mode, Ride, Rules, Spawn, Tuning,
};
use sidle::replay::{Moment, MomentError, Recorder, Recording, RecordingError};
use sidle::sim::{Sim, Snapshot};
use sidle::world::{BoxId, World};

/// Numbers that no state has.
const BEYOND: [f64; 8] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    -1e300,
    3e240,
    1.0001e9,
    -1e30,
];

/// A player that falls next to a box.
fn start() -> Sim {
    let solid = Obb::new(DVec3::X * 5.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![solid]);
    Sim::new(world, Tuning::default(), Rules::default(), 120)
}

/// A recording that begins after 30 ticks, with its state changed.
fn recording(change: impl FnOnce(&mut Snapshot)) -> Recording {
    let mut sim = start();
    for _ in 0..30 {
        sim.tick(&Command::default());
    }
    let mut recorder = Recorder::new("Void", "void.toml", &sim);
    sim.tick(&Command::default());
    recorder.add(&Command::default(), &sim);
    let mut recording = recorder.recording();
    change(recording.header.state.as_mut().unwrap());
    recording
}

fn refused(part: &'static str) -> RecordingError {
    RecordingError::State { tick: 30, part }
}

#[test]
fn a_recording_whose_state_is_out_of_range_is_refused_with_its_tick() {
    for number in BEYOND {
        let vectors = [DVec3::X, DVec3::Y, DVec3::NEG_Z].map(|axis| axis * number);
        for vector in vectors.map(|vector| if number.is_nan() { DVec3::NAN } else { vector }) {
            let ride = Ride {
                platform: BoxId(0),
                velocity: vector,
            };
            let decode = |change: &dyn Fn(&mut Snapshot)| {
                Recording::decode(&recording(change).encode()).unwrap_err()
            };
            assert_eq!(
                decode(&|snapshot| snapshot.player.position = vector),
                refused("position")
            );
            assert_eq!(
                decode(&|snapshot| snapshot.player.velocity = vector),
                refused("velocity")
            );
            assert_eq!(
                decode(&|snapshot| snapshot.player.ride = Some(ride)),
                refused("ride")
            );
            let steep = Ground::Steep { normal: vector };
            assert_eq!(
                decode(&|snapshot| snapshot.player.ground = steep),
                refused("ground")
            );
            assert_eq!(
                decode(&|snapshot| snapshot.player.coyote = number),
                refused("coyote time")
            );
            assert_eq!(
                decode(&|snapshot| snapshot.player.jump_wanted = number),
                refused("jump buffer")
            );
            let movers = |distance, previous| {
                let state = sidle::world::MoverState {
                    distance,
                    ..Default::default()
                };
                decode(&move |snapshot| snapshot.movers = Box::new([(state, previous)]))
            };
            if number.abs() > 1e16 || number.is_nan() {
                assert_eq!(movers(number, 0.0), refused("movers"));
                assert_eq!(movers(0.0, number), refused("movers"));
            }
        }
    }
    let message = refused("velocity").to_string();
    assert!(
        message.contains("at tick 30, the velocity is out of range"),
        "{message}"
    );
}

#[test]
fn a_state_at_the_limits_is_accepted() {
    let decoded = |recording: &Recording| Recording::decode(&recording.encode());
    for sign in [1.0, -1.0] {
        let edge = recording(|state| {
            state.player.position = DVec3::splat(MAX_COORDINATE * sign);
            state.player.velocity = DVec3::splat(MAX_SPEED * sign);
        });
        assert_eq!(decoded(&edge).as_ref(), Ok(&edge));
    }
}

#[test]
fn a_start_out_of_range_is_refused() {
    for number in BEYOND {
        let mut recording = recording(|_| ());
        recording.header.state = None;
        recording.header.spawn = Spawn {
            position: DVec3::splat(number),
            ..Spawn::default()
        };
        let error = RecordingError::State {
            tick: 0,
            part: "position",
        };
        assert_eq!(
            Recording::decode(&recording.encode()),
            Err(error),
            "{number}"
        );
    }
}

#[test]
fn a_link_whose_state_is_out_of_range_is_refused_with_its_tick() {
    let bad = recording(|state| state.player.velocity.x = 1e30);
    let link = Moment::new(bad, "a.toml", "").encode().unwrap();
    let error = MomentError::Recording(refused("velocity"));
    assert_eq!(Moment::decode(&link), Err(error));
    // This one made the broad phase panic.
    let link = include_str!("../fixtures/hostile/panic.txt");
    let error = Moment::decode(link).unwrap_err();
    assert!(
        matches!(error, MomentError::Recording(RecordingError::State { .. })),
        "{error:?}"
    );
}

#[test]
fn a_state_that_the_level_cannot_have_is_refused_with_its_tick() {
    let ride = |id| {
        Some(Ride {
            platform: BoxId(id),
            velocity: DVec3::ZERO,
        })
    };
    let mut sim = start();
    let good = recording(|state| state.player.ride = ride(0));
    assert_eq!(good.header.begin(&mut sim), Ok(()));
    for id in [1, 2, u32::MAX] {
        let bad = recording(|state| state.player.ride = ride(id));
        let mut sim = start();
        assert_eq!(bad.header.begin(&mut sim), Err(refused("ride")));
        assert_eq!(sim.snapshot(), start().snapshot());
    }
    let bad = recording(|state| state.movers = Box::new([Default::default()]));
    assert_eq!(bad.header.check_fit(&sim), Err(refused("number of movers")));
}

#[test]
fn a_player_that_leaves_the_range_returns_to_the_spawn() {
    let ahead = Command {
        mode: Mode::Fly,
        forward: Axis::new(1.0),
        ..Command::default()
    };
    for hz in [1, 30, 120, 360] {
        let rules = Rules {
            spawn: Spawn {
                position: DVec3::NEG_Z * (MAX_COORDINATE - 3e5),
                mode: Mode::Fly,
                ..Spawn::default()
            },
            ..Rules::default()
        };
        let tuning = Tuning {
            fly_speed: 1e5,
            ..Tuning::default()
        };
        let mut sim = Sim::new(World::default(), tuning, rules, hz);
        let mut farthest: f64 = 0.0;
        while !sim.respawned() {
            assert!(sim.ticks() < 5 * u64::from(hz), "{:?}", sim.player());
            sim.tick(&ahead);
            farthest = farthest.max(-sim.player().position.z);
        }
        assert!(farthest > MAX_COORDINATE - 1.1e5, "{farthest}");
        assert_eq!(sim.player().position, rules.spawn.position);
        assert_eq!(sim.player().out_of_range(), None);
    }
}

#[test]
fn a_restored_state_out_of_range_lasts_one_tick() {
    let commands = [Mode::Walk, Mode::Fly].map(|mode| Command {
        mode,
        ..Command::default()
    });
    for number in BEYOND.into_iter().chain([1e9, -1e9, 1e12, 1e18]) {
        for command in commands {
            for vector in [DVec3::X, DVec3::Y, DVec3::ONE].map(|axis| axis * number) {
                let mut sim = start();
                let mut state = sim.snapshot();
                state.player.velocity = vector;
                // The caller promises finite positions; recordings are checked.
                if number.is_finite() {
                    state.player.position = -vector;
                }
                sim.restore(&state);
                for _ in 0..3 {
                    sim.tick(&command);
                    assert_eq!(sim.player().out_of_range(), None, "{vector}");
                }
            }
        }
    }
}
