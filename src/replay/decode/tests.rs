//! Tests of the reader of recordings: round trips, older files, damage and huge counts.

use super::*;
use crate::player::{AirControl, Controller, Mode};
use crate::replay::encode::ALWAYS_WRITTEN;
use crate::replay::input_log::tests::random_inputs;
use crate::test_support::Random;
use glam::DVec3;

/// A recording in which every value differs from its default. Add each new field of the tuning here and
/// to the format.
fn recording() -> Recording {
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.25,
        height: 1.5,
        eye_height: 1.25,
        walk_speed: 4.0,
        fly_speed: 7.0,
        fast_factor: 3.0,
        ground_accel: f64::INFINITY,
        air_accel: 9.0,
        gravity: 21.0,
        jump_speed: 8.0,
        coyote_time: 0.25,
        jump_buffer: 0.5,
        max_slope_deg: 44.0,
        step_height: 0.25,
        snap_distance: 0.125,
        edge_radius_factor: 1.0,
        one_sided: true,
        box_half_extents: Some(DVec3::new(0.25, 0.75, 0.5)),
        box_turns: false,
        crouch_height: 0.75,
        crouch_factor: 0.25,
        launch_speed: 3.0,
        crouch_lifts_feet: true,
        wall_jump_speed: 4.0,
        ground_gain: 10.0,
        ground_friction: 5.0,
        stop_speed: 1.5,
        air_gain: 1.0,
        air_speed_cap: 0.75,
        mantle_height: 1.25,
    };
    let inputs = random_inputs(&mut Random::new(5), 40);
    Recording {
        header: Header {
            program: "9.8.7".to_owned(),
            level: "Höhle & <Hof>".to_owned(),
            file: "cave.toml".to_owned(),
            level_hash: LevelHash::from_bits(0x0123_4567_89AB_CDEF),
            tuning,
            spawn: Spawn {
                position: DVec3::new(1.5, -2.5, 3.5),
                yaw: BinaryAngle::from_degrees(33.0),
                pitch: BinaryAngle::from_degrees(-12.0),
                mode: Mode::Fly,
                controller: Controller::Boxed,
            },
            hz: 240,
            state: None,
        },
        inputs: inputs.into_iter().collect(),
        outer: Default::default(),
        checks: (0..40).map(|tick| tick * 1001).collect(),
        end: StateHash::from_bits(0xFEDC_BA98_7654_3210),
    }
}

/// The same recording with a start in the middle of a run.
fn late() -> Recording {
    let mut recording = recording();
    recording.header.state = Some(crate::replay::state::tests::state());
    recording
}

/// `bytes` with the right length and checksum, so that the decoder reads the rest.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let (length, body) = (bytes.len() as u64, bytes.len() - 8);
    bytes[PREFIX - 8..PREFIX].copy_from_slice(&length.to_le_bytes());
    let mut sum = Fnv::NEW;
    sum.bytes(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.0.to_le_bytes());
    bytes
}

#[test]
fn every_part_survives_a_round_trip() {
    let whole = recording();
    assert_eq!(Recording::decode(&whole.encode()), Ok(whole.clone()));
    let bare = Recording {
        checks: vec![],
        ..whole
    };
    assert_eq!(Recording::decode(&bare.encode()), Ok(bare));
    assert_eq!(Recording::decode(&late().encode()), Ok(late()));
}

#[test]
fn a_few_bytes_cannot_stand_for_ticks_without_end() {
    for (ticks, fits) in [
        (0, true),
        (Recording::MAX_TICKS, true),
        (Recording::MAX_TICKS + 1, false),
        (u64::MAX, false),
    ] {
        let idle = Recording {
            inputs: InputLog::from_bytes(&[], ticks).unwrap(),
            checks: vec![],
            ..recording()
        };
        let bytes = idle.encode();
        assert!(bytes.len() < 1000);
        let decoded = Recording::decode(&bytes);
        let wrong = Err(RecordingError::Impossible("number of ticks"));
        assert_eq!(decoded, if fits { Ok(idle) } else { wrong }, "{ticks}");
    }
}

#[test]
fn numbers_that_an_older_file_lacks_have_their_defaults() {
    let bytes = recording().encode();
    // program 1 + 5, level 1 + 14 (the ö has two bytes), file 1 + 9, hash 8, hz 2, body 1.
    let count = PREFIX + 6 + 15 + 10 + 8 + 2 + 1;
    assert_eq!(bytes[count], 26);
    let mut older = bytes.clone();
    older[count] = 15;
    older.drain(count + 1 + 15 * 8..count + 1 + 26 * 8);
    let tuning = Recording::decode(&with_checksum(older))
        .unwrap()
        .header
        .tuning;
    let usual = Tuning::default();
    assert_eq!(
        (tuning.snap_distance, tuning.edge_radius_factor),
        (0.125, usual.edge_radius_factor)
    );
    assert_eq!(
        (tuning.crouch_height, tuning.crouch_factor),
        (usual.crouch_height, usual.crouch_factor)
    );
    assert_eq!(tuning.launch_speed, usual.launch_speed);
    assert_eq!(
        (tuning.mantle_height, tuning.stop_speed),
        (0.0, usual.stop_speed)
    );
    // Its default was this one until steps of every height were followed down.
    let mut first = bytes.clone();
    first[count] = 14;
    first.drain(count + 1 + 14 * 8..count + 1 + 26 * 8);
    let first = Recording::decode(&with_checksum(first)).unwrap();
    assert_eq!(first.header.tuning.snap_distance, 0.2);
    let mut newer = bytes;
    newer[count] = 27;
    newer.splice(count + 1..count + 1, 1.0_f64.to_le_bytes());
    let wrong = Err(RecordingError::Impossible("tuning"));
    assert_eq!(Recording::decode(&with_checksum(newer)), wrong);
}

#[test]
fn the_order_of_the_numbers_is_part_of_the_format() {
    let names: Vec<_> = Tuning::number_names().take(26).collect();
    assert_eq!(
        names.join(" "),
        "radius height eye_height walk_speed fly_speed fast_factor ground_accel air_accel gravity \
             jump_speed coyote_time jump_buffer max_slope_deg step_height snap_distance \
             edge_radius_factor crouch_height crouch_factor launch_speed \
             wall_jump_speed ground_gain ground_friction stop_speed air_gain air_speed_cap mantle_height"
    );
}

#[test]
fn numbers_with_their_shipped_values_are_left_out_so_that_older_programs_read_the_recording() {
    let mut plain = recording();
    let usual = Tuning::default();
    plain.header.tuning.crouch_height = usual.crouch_height;
    plain.header.tuning.crouch_factor = usual.crouch_factor;
    plain.header.tuning.launch_speed = usual.launch_speed;
    AirControl::Usual.apply(&mut plain.header.tuning);
    (
        plain.header.tuning.wall_jump_speed,
        plain.header.tuning.mantle_height,
    ) = (0.0, 0.0);
    let bytes = plain.encode();
    assert_eq!(bytes.len() + 80, recording().encode().len());
    assert_eq!(Recording::decode(&bytes), Ok(plain));
    // The numbers that may be left out: their shipped values are part of the format.
    let later: Vec<_> = usual.numbers().skip(ALWAYS_WRITTEN).collect();
    assert_eq!(
        later,
        [
            ("crouch_height", 1.0),
            ("crouch_factor", 0.5),
            ("launch_speed", 2.0),
            ("wall_jump_speed", 0.0),
            ("ground_gain", 0.0),
            ("ground_friction", 6.0),
            ("stop_speed", 2.54),
            ("air_gain", 0.0),
            ("air_speed_cap", 0.0),
            ("mantle_height", 0.0)
        ]
    );
    // One that is left out between two that are written is written too.
    let mut slow = recording();
    slow.header.tuning.crouch_height = usual.crouch_height;
    assert_eq!(Recording::decode(&slow.encode()), Ok(slow));
}

#[test]
fn other_files_are_rejected_with_a_reason() {
    let bytes = recording().encode();
    let error = |bytes: &[u8]| Recording::decode(bytes).unwrap_err();
    assert_eq!(error(b""), RecordingError::Foreign);
    assert_eq!(
        error(b"format = 1\nname = \"Hof\"\n"),
        RecordingError::Foreign
    );
    let as_text = String::from_utf8_lossy(&bytes).into_owned().into_bytes();
    assert_eq!(error(&as_text), RecordingError::Foreign);

    for (format, word) in [(0_u16, "old format 0"), (5, "newer version")] {
        let mut other = bytes.clone();
        other[8..10].copy_from_slice(&format.to_le_bytes());
        let error = error(&other);
        assert_eq!(
            error,
            RecordingError::Format {
                found: format,
                expected: 4
            }
        );
        assert!(error.to_string().contains(word), "{error}");
    }
    let (whole, cut) = (bytes.len() as u64, bytes.len() as u64 - 1);
    let length = |found| RecordingError::Length {
        found,
        expected: whole,
    };
    assert_eq!(error(&bytes[..cut as usize]), length(cut));
    assert!(length(cut).to_string().contains("cut off"));
    let longer = [&bytes[..], b"\n"].concat();
    assert_eq!(error(&longer), length(whole + 1));
}

#[test]
fn damage_to_any_byte_is_detected() {
    let bytes = late().encode();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(
                Recording::decode(&damaged).is_err(),
                "bit {bit} of byte {at}"
            );
        }
        assert!(Recording::decode(&bytes[..at]).is_err(), "{at} bytes of it");
    }
}

#[test]
fn random_bytes_with_a_valid_checksum_never_panic() {
    let (seed, bytes) = (6, late().encode());
    let mut random = Random::new(seed);
    let (mut good, mut bad) = (0, 0);
    for case in 0..20_000 {
        let mut nonsense = bytes.clone();
        for _ in 0..1 + random.below(6) {
            let at = PREFIX + random.below(nonsense.len() - PREFIX - 8);
            match random.below(4) {
                0 => nonsense[at] = 0xFF,
                1 => drop(nonsense.remove(at)),
                2 => nonsense.insert(at, random.below(256) as u8),
                _ => nonsense[at] = random.below(256) as u8,
            }
        }
        match Recording::decode(&with_checksum(nonsense)) {
            Err(RecordingError::Impossible(_) | RecordingError::State { .. }) => bad += 1,
            Err(other) => panic!("seed {seed}, case {case}: {other:?}"),
            Ok(read) => {
                good += 1;
                let again = Recording::decode(&read.encode());
                assert_eq!(again.as_ref(), Ok(&read), "seed {seed}, case {case}");
                assert!(read.header.tuning.body().is_some());
                assert!(read.inputs.iter().take(1000).count() <= 1000);
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} good, {bad} bad");
}

#[test]
fn a_small_file_with_huge_counts_takes_no_memory() {
    // Texts, commands and checks of 2^63 bytes, the largest possible count.
    for at in PREFIX..late().encode().len() - 8 {
        let mut greedy = late().encode();
        greedy.splice(at..=at, [[0xFF; 8].as_slice(), &[0x7F]].concat());
        assert!(Recording::decode(&with_checksum(greedy)).is_err(), "{at}");
    }
}
