//! The program without its window: it walks as the library alone does, and refuses arguments that it does not know.

use std::process::{Command, Output};

use bevy_sidle_walk::{Room, TICKS_PER_SECOND, start};
use sidle::player::{Axis, Scratch, advance};
use sidle::world::World;

fn run(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_bevy_sidle_walk");
    Command::new(program)
        .args(arguments)
        .output()
        .expect("the program")
}

/// Where the program says that the player is after so many frames, and its eye.
fn places(frames: u32) -> [String; 2] {
    let output = run(&["--headless", "--frames", &frames.to_string()]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let place = |name: &str| {
        let mut places = text.lines().filter_map(|line| line.strip_prefix(name));
        let place = places.next().unwrap_or_else(|| panic!("{name}: {text}"));
        assert!(places.next().is_none(), "{text}");
        place.trim().to_owned()
    };
    [place("player"), place("eye")]
}

#[test]
fn a_walk_in_bevy_has_the_bits_of_a_walk_in_the_library() {
    let Room { boxes, triangles } = Room::new().expect("a room");
    let world = World::new(triangles, boxes);
    let (mut player, mut scratch) = (start(), Scratch::new());
    let ahead = sidle::player::Command {
        forward: Axis::new(1.0),
        ..sidle::player::Command::default()
    };
    let mut expected = vec![player.state.position.to_string()];
    for _ in 0..400 {
        let (tuning, state) = (&player.tuning, &mut player.state);
        let dt = 1.0 / TICKS_PER_SECOND;
        advance(&world, tuning, state, &ahead, dt, &mut scratch, None);
        expected.push(state.position.to_string());
    }
    // The first frame takes no time, and the others a sixtieth of a second each.
    for (frames, ticks) in [(1, 0), (32, 33), (101, 106), (302, 321)] {
        assert_eq!(places(frames)[0], expected[ticks], "{frames} frames");
    }
}

#[test]
fn the_walk_ends_before_the_crates_and_the_eye_above_the_feet() {
    let numbers = |text: &str| -> [f64; 3] {
        let mut numbers = text.trim_matches(['[', ']']).split(", ");
        std::array::from_fn(|_| numbers.next().expect("three").parse().expect("a number"))
    };
    let [player, eye] = places(301);
    let [x, feet, z] = numbers(&player);
    assert!(z < -3.0 && (feet - 0.35).abs() < 1e-3, "{player}");
    let eye = numbers(&eye);
    assert!((eye[1] - feet - 1.3).abs() < 0.01, "{eye:?}");
    let way = (eye[0] - x).hypot(eye[2] - z);
    assert!(way < 5.0 / TICKS_PER_SECOND, "{way}");
}

#[test]
fn unknown_arguments_are_refused_with_the_usage() {
    for arguments in [
        &["--frames"][..],
        &["--frames", "-1"],
        &["--frames", "many"],
        &["--size"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8(output.stderr).expect("text");
        assert!(text.starts_with("usage: "), "{arguments:?}: {text}");
    }
}
