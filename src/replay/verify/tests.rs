//! Tests of `verify.rs`.

use super::*;
use crate::geometry::angle::BinaryAngle;
use crate::player::{Rules, TickInput, Tuning};
use crate::replay::Recorder;
use crate::replay::input_log::tests::random_inputs;
use crate::test_support::Random;
use crate::world::World;

/// A player that falls through an empty world.
fn start() -> Sim {
    let rules = Rules {
        kill_y: -1e9,
        ..Rules::default()
    };
    Sim::new(World::default(), Tuning::default(), rules, 120)
}

fn recorder(inputs: &[TickInput]) -> Recorder {
    let mut sim = start();
    let mut recorder = Recorder::new("Vo\nid", "a/b\\void.toml", &sim);
    for input in inputs {
        sim.play(input);
        recorder.add(&input.command, &sim);
    }
    recorder
}

#[test]
fn a_recording_replays_as_recorded_and_stores_no_folder() {
    let inputs = random_inputs(&mut Random::new(1), 500);
    let recording = recorder(&inputs).recording();
    let header = &recording.header;
    assert_eq!((&*header.level, &*header.file), ("Vo id", "void.toml"));
    assert_eq!(
        Recording::decode(&recording.encode()).as_ref(),
        Ok(&recording)
    );
    let verified = verify(&recording, start()).unwrap();
    assert_eq!((verified.ticks, verified.hash), (500, recording.end));
}

#[test]
fn the_first_tick_that_differs_is_reported() {
    let inputs = random_inputs(&mut Random::new(2), 300);
    let recording = recorder(&inputs).recording();
    for changed in 0..300 {
        let mut other = recording.clone();
        let mut inputs = inputs.clone();
        let yaw = &mut inputs[changed].command.yaw;
        *yaw = BinaryAngle::from_bits(yaw.bits() ^ 1);
        other.inputs = inputs.into_iter().collect();
        let divergence = verify(&other, start()).unwrap_err();
        assert_eq!(divergence.tick, Some(changed as u64 + 1), "seed 2");
    }
}

#[test]
fn without_checks_only_the_end_is_compared() {
    let inputs = random_inputs(&mut Random::new(3), 100);
    let mut recording = recorder(&inputs).recording();
    recording.checks.clear();
    assert!(verify(&recording, start()).is_ok());
    recording.end = StateHash::new();
    assert_eq!(verify(&recording, start()).unwrap_err().tick, None);
}

#[test]
fn a_rewound_run_is_recorded_as_it_continued() {
    let inputs = random_inputs(&mut Random::new(4), 400);
    let mut rewound = recorder(&inputs);
    for ticks in [400, 399, 210] {
        rewound.rewind(ticks);
        assert_eq!(
            rewound.recording(),
            recorder(&inputs[..ticks as usize]).recording()
        );
    }
    let mut sim = start();
    for input in &inputs[..210] {
        sim.play(input);
    }
    for input in &inputs[300..] {
        sim.play(input);
        rewound.add(&input.command, &sim);
    }
    assert_eq!(verify(&rewound.recording(), start()).unwrap().ticks, 310);
}

#[test]
fn a_recording_can_begin_in_the_middle_of_a_run() {
    let inputs = random_inputs(&mut Random::new(5), 400);
    let mut sim = start();
    for input in &inputs[..250] {
        sim.play(input);
    }
    let mut recorder = Recorder::new("Void", "void.toml", &sim);
    for input in &inputs[250..] {
        sim.play(input);
        recorder.add(&input.command, &sim);
    }
    let recording = Recording::decode(&recorder.recording().encode()).unwrap();
    let verified = verify(&recording, start()).unwrap();
    assert_eq!((verified.ticks, verified.hash), (150, recorder.hash()));
    // Without the state the replay begins at the spawn, and its first tick differs.
    let mut stateless = recording;
    stateless.header.state = None;
    assert_eq!(verify(&stateless, start()).unwrap_err().tick, Some(1));
}
