//! Tests of links to a moment: round trips, damage, limits, and the data that they must not store.

use super::*;
use crate::player::{Axis, Command, TickInput};
use crate::replay::input_log::tests::random_inputs;
use crate::replay::{Recorder, verify};
use crate::sim::Sim;
use crate::test_support::Random;
use crate::world::World;

const LEVEL: &str = include_str!("../../../levels/columns.toml");

fn start() -> Sim {
    let (tuning, rules) = Default::default();
    Sim::new(World::default(), tuning, rules, 120)
}

/// The recording of `inputs` from tick `from` on.
fn recording(inputs: &[TickInput], from: usize) -> Recording {
    let mut sim = start();
    for input in &inputs[..from] {
        sim.play(input);
    }
    let mut recorder = Recorder::new("Void", "void.toml", &sim);
    for input in &inputs[from..] {
        sim.play(input);
        recorder.add(&input.command, &sim);
    }
    recorder.recording()
}

fn moment() -> Moment {
    let inputs = random_inputs(&mut Random::new(1), 60);
    Moment::new(recording(&inputs, 0), "levels/columns.toml", LEVEL)
}

#[test]
fn a_moment_survives_a_round_trip_and_replays_the_same_run() {
    let inputs = random_inputs(&mut Random::new(2), 90);
    for from in [0, 30] {
        let recording = recording(&inputs, from);
        let moment = Moment::new(recording.clone(), "a/b.toml", "# Grüße\n");
        let again = Moment::decode(&moment.encode().unwrap()).unwrap();
        assert_eq!((again.path(), again.text()), ("a/b.toml", "# Grüße\n"));
        assert_eq!(again, moment);
        let verified = verify(again.recording(), start()).unwrap();
        assert_eq!(verified.hash, recording.end);
        assert_eq!(verified.ticks, 90 - from as u64);
    }
}

#[test]
fn a_moment_is_found_with_any_text_around_it() {
    let (moment, text) = (moment(), moment().encode().unwrap());
    for link in [
        text.clone(),
        format!("#moment={text}"),
        format!("https://example.org/sidle/?overlays=all#moment={text}"),
        format!("  #moment= {text}\r\n"),
        format!("Look: <https://example.org/#moment={text}>, it snags there"),
        format!("_https://example.org/#moment={text}_."),
        format!("sidle replay '#moment={text}'"),
        format!("#moment={text}&overlays=all"),
    ] {
        assert_eq!(Moment::decode(&link).as_ref(), Ok(&moment), "{link}");
    }
}

#[test]
fn each_kind_of_invalid_text_has_its_own_error() {
    let text = moment().encode().unwrap();
    let error = |text: &str| Moment::decode(text).unwrap_err();
    for foreign in [
        "",
        "z",
        "  ",
        "levels/columns.toml",
        "https://example.org/#help",
    ] {
        let found = error(foreign);
        let expected = [MomentError::Foreign, MomentError::Damaged];
        assert!(expected.contains(&found), "{foreign}: {found}");
    }
    assert_eq!(error("#moment="), MomentError::CutOff);
    let half = format!("#moment={}", &text[..text.len() / 2]);
    assert!([MomentError::CutOff, MomentError::Damaged].contains(&error(&half)));
    assert_eq!(error(&text.replace("Q", "R")), MomentError::Damaged);
    // The version is in the first byte: 0, 1 and 2 differ in the second letter.
    for (letters, found, words) in [
        ("AA", 0, "no sidle has written"),
        ("Ag", 2, "newer version"),
    ] {
        let error = error(&format!("{letters}{}", &text[2..]));
        assert_eq!(error, MomentError::Version { found });
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn an_invalid_body_with_a_valid_checksum_is_refused() {
    let decode_with_checksum = |body: &[u8]| {
        let whole = [&sum(body)[..], body].concat();
        let bytes = [&[VERSION][..], &packed::pack(&whole)].concat();
        Moment::decode(&format!("{}{END}", BASE64_URL_SAFE_NO_PAD.encode(&bytes)))
    };
    let body = moment().body();
    assert_eq!(decode_with_checksum(&body[4..]), Ok(moment()));
    for (body, error) in [
        (&b""[..], MomentError::Impossible("level's path")),
        (b"\x04/etc\0", MomentError::Impossible("level's path")),
        (b"\x05../a", MomentError::Impossible("level's path")),
        (b"\x01a\x02\xff\xff", MomentError::Impossible("level")),
        (
            b"\x01a\x00",
            MomentError::Recording(crate::replay::RecordingError::Foreign),
        ),
    ] {
        assert_eq!(decode_with_checksum(body), Err(error), "{body:?}");
    }
}

#[test]
fn random_changes_to_a_link_never_panic() {
    let (seed, mut random) = (8, Random::new(8));
    let good = moment().encode().unwrap();
    let letters: Vec<char> = ('!'..='~').collect();
    let mut refused = 0;
    for case in 0..2000 {
        let mut text: Vec<char> = good.chars().collect();
        if case % 4 == 0 {
            let length = random.below(200);
            text = (0..length)
                .map(|_| letters[random.below(letters.len())])
                .collect();
        }
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.truncate(at),
                1 => text.insert(at, letters[random.below(letters.len())]),
                _ => text.extend_from_within(at..),
            }
        }
        let text: String = text.into_iter().collect();
        match Moment::decode(&text) {
            Ok(read) => assert_eq!(read, moment(), "seed {seed}, case {case}: {text}"),
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(refused > 1900, "{refused}");
}

#[test]
fn the_error_for_a_long_moment_states_the_limit() {
    let noise = |ticks: usize| {
        let inputs = random_inputs(&mut Random::new(3), ticks);
        Moment::new(recording(&inputs, 0), "a.toml", "")
    };
    assert!(noise(200).encode().is_ok());
    let error = noise(5000).encode().unwrap_err();
    assert_eq!(error.limit, MomentLimit::Characters);
    assert!(error.found > Moment::ENCODED_LIMIT as u64, "{error}");
    assert!(
        error
            .to_string()
            .contains("may have 8000\nrecord a shorter part"),
        "{error}"
    );
    // This text compresses to a short link, but its body is too long to be read.
    let endless = Moment {
        text: "\n".repeat(packed::MAX_BODY),
        ..noise(1)
    };
    assert!(endless.encode().is_err());
}

#[test]
fn a_link_that_holds_too_much_is_neither_written_nor_read() {
    let idle = |ticks: u64| Recording {
        inputs: crate::replay::InputLog::from_bytes(&[], ticks).unwrap(),
        ..recording(&[], 0)
    };
    let distinct = |count: u32| (0..count).filter_map(|number| char::from_u32(0x4E00 + number));
    let (most, glyphs) = (Moment::MAX_TICKS, Moment::MAX_DISTINCT_CHARACTERS as u32);
    for (ticks, characters, over) in [
        (most, glyphs, None),
        (most + 1, glyphs, Some((MomentLimit::Ticks, most + 1))),
        (
            most,
            glyphs + 1,
            Some((MomentLimit::DistinctCharacters, u64::from(glyphs) + 1)),
        ),
    ] {
        let text: String = distinct(characters).collect();
        let moment = Moment::new(idle(ticks), "a.toml", &text);
        let over = over.map(|(limit, found)| TooLong { limit, found });
        assert_eq!(moment.check_limits().err(), over);
        assert_eq!(
            Moment::read(&moment.body()).err(),
            over.map(MomentError::TooLong)
        );
        assert_eq!(moment.encode().err(), over);
    }
    let link = format!("{}{}z", Moment::KEY, "A".repeat(Moment::ENCODED_LIMIT));
    let error = Moment::decode(&link).unwrap_err();
    let words = "it has 8001 characters, and may have 8000\nask for the recording";
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn half_a_minute_of_keys_in_a_shipped_level_fits_into_a_message() {
    let ahead = |right: i32| {
        TickInput::from(Command {
            forward: Axis::new(1.0),
            right: Axis::new(f64::from(right)),
            ..Command::default()
        })
    };
    let inputs: Vec<_> = (0..30 * 120).map(|tick| ahead(tick / 40 % 3 - 1)).collect();
    let moment = Moment::new(recording(&inputs, 0), "levels/columns.toml", LEVEL);
    let length = moment.encode().unwrap().len();
    assert!(length < 700, "{length}");
}

#[test]
fn a_moment_stores_no_private_part_of_a_path() {
    for (path, kept) in [
        ("levels/stairs.toml", "levels/stairs.toml"),
        ("./mine//hall.toml", "mine/hall.toml"),
        ("levels/../mine/hall.toml", "mine/hall.toml"),
        ("/home/me/sidle/levels/hall.toml", "levels/hall.toml"),
        ("../hall.toml", "levels/hall.toml"),
        ("C:\\me\\hall.toml", "levels/hall.toml"),
        ("levels\\hall.toml", "levels/hall.toml"),
        ("C:hall.toml", "levels/C hall.toml"),
        ("", "levels/level.toml"),
        ("a\nb.toml", "a b.toml"),
    ] {
        assert_eq!(portable(path), kept, "{path}");
        assert_eq!(portable(kept), kept);
    }
}
