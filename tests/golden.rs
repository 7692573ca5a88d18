//! Golden hashes: the same walk through the same level gives the same bits, for ever and everywhere.
//!
//! A hash changes when the simulation, a shipped level or the tour changes. If that was meant, print
//! the new table with
//!
//! ```sh
//! GOLDEN_PRINT=1 cargo test --test golden -- --nocapture
//! ```

use sidle::glam::{DVec2, Vec3Swizzles};
use sidle::level::{Disk, load_level, load_script};
use sidle::player::{Command, Controller};
use sidle::replay::StateHash;
use sidle::sim::Sim;

/// Level, controller, ticks per second, hash of the tour.
const GOLDEN: [(&str, &str, u32, &str); 39] = [
    ("courtyard", "classic", 60, "406e38a5089556b6"),
    ("courtyard", "classic", 120, "ef0faf918917ecaf"),
    ("courtyard", "classic", 240, "e45fccb0d2bc29a7"),
    ("courtyard", "swept", 60, "85e40f6e57354c6a"),
    ("courtyard", "swept", 120, "a8644dfbc8884397"),
    ("courtyard", "swept", 240, "8b98eddb120ca6be"),
    ("speed", "swept", 120, "ff327593f617aa96"),
    ("courtyard", "boxed", 60, "f9df210afdda56ca"),
    ("courtyard", "boxed", 120, "957863aecef4eea1"),
    ("courtyard", "boxed", 240, "337c0b49a2018e15"),
    ("speed", "boxed", 120, "c957a93394b2650a"),
    ("car-crash", "classic", 120, "23cdd27b86996f99"),
    ("car-crash", "swept", 120, "12454361a3dd3057"),
    ("car-crash", "boxed", 120, "2f7745663b0640c1"),
    ("contact-lab", "classic", 120, "4fabefdf49bcaf39"),
    ("contact-lab", "swept", 120, "5c4afd6da97a9b08"),
    ("contact-lab", "boxed", 120, "0f6ddbea71a3a96a"),
    ("speed", "classic", 120, "936a851f031465d0"),
    ("corners", "classic", 120, "e1c68b93c17648d9"),
    ("corners", "swept", 120, "61186a9c1c55fc37"),
    ("corners", "boxed", 120, "6a27d498741275e1"),
    ("ghost-edges", "classic", 120, "a08ac000881e25a3"),
    ("ghost-edges", "swept", 120, "9e0715ef8b1fd1fb"),
    ("ghost-edges", "boxed", 120, "cdc1ef296f016883"),
    ("stairs-and-ramps", "classic", 120, "8dd6fdaf1a21de8d"),
    ("stairs-and-ramps", "swept", 120, "fd525e291442b2f1"),
    ("stairs-and-ramps", "boxed", 120, "fa7f054eac18a9d0"),
    ("columns", "classic", 120, "967f4ea171f6413e"),
    ("columns", "swept", 120, "c8ff9879ac0f2edd"),
    ("columns", "boxed", 120, "bd98a6cf9efc16af"),
    ("spiral-tower", "classic", 120, "4ef60efe32da1ebe"),
    ("spiral-tower", "swept", 120, "8a3595d8d8c119f7"),
    ("spiral-tower", "boxed", 120, "6e3db7f12a195bae"),
    ("terrain", "classic", 120, "ae51d2f6156faa17"),
    ("terrain", "swept", 120, "222fa4c2069b6a4f"),
    ("terrain", "boxed", 120, "6eec6159a73de083"),
    ("obstacle-course", "classic", 120, "57db4155997c9307"),
    ("obstacle-course", "swept", 120, "ee7730df108a99ce"),
    ("obstacle-course", "boxed", 120, "07c869b906f75c9c"),
];

/// The level at its start, and what the player does in it.
fn start_of_tour(level: &str, controller: &str, hz: u32) -> (Sim, Vec<Command>) {
    let path = format!("levels/{level}.toml");
    let mut level = load_level(path.as_ref(), &Disk)
        .level
        .expect("shipped levels are good");
    let named = Controller::NAMES
        .into_iter()
        .find(|(name, _)| *name == controller);
    level.rules.spawn.controller = named.expect("a controller of that name").1;
    let script = load_script("tests/fixtures/tour.toml".as_ref(), &Disk)
        .script
        .expect("a good script");
    let commands = script.commands(&level.rules.spawn, hz).collect();
    (Sim::of_level(&mut level, hz), commands)
}

fn hash_of_tour(level: &str, controller: &str, hz: u32) -> String {
    let (sim, commands) = start_of_tour(level, controller, hz);
    let mut sim = sim.without_trace();
    let mut hash = StateHash::new();
    for command in commands {
        sim.tick(&command);
        hash.add(&sim);
    }
    hash.to_string()
}

#[test]
fn every_tour_has_its_golden_hash() {
    let print = std::env::var_os("GOLDEN_PRINT").is_some();
    let mut wrong = Vec::new();
    for (level, controller, hz, expected) in GOLDEN {
        let found = hash_of_tour(level, controller, hz);
        if print {
            println!("    ({level:?}, {controller:?}, {hz}, {found:?}),");
        }
        if found != expected {
            wrong.push(format!(
                "{level} {controller} {hz} Hz: expected {expected}, found {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the tour is to pass by: a name, and a place on the level's map, x and z; metres.
const STATIONS: [(&str, [f64; 2]); 11] = [
    ("the long fence", [8.4, 8.0]),
    ("the crates", [-12.0, 8.0]),
    ("the fence corner", [-6.6, 0.3]),
    ("the ramps", [-14.9, -15.0]),
    ("the steeper ramps", [-11.0, -16.7]),
    ("the doorway", [0.1, -13.0]),
    ("the corridor's end", [0.9, -19.8]),
    ("the columns", [16.0, -11.2]),
    ("the pen", [12.6, -20.0]),
    ("the thin wall", [15.4, -4.5]),
    ("the walled corners", [-19.2, 5.0]),
];

#[test]
fn the_tour_passes_every_station_and_falls_off_the_world_once() {
    // At the rate that it was steered for: from small differences, a tour drifts away.
    let (mut nearest, mut falls) = ([f64::INFINITY; STATIONS.len()], 0);
    let (mut sim, commands) = start_of_tour("courtyard", "classic", Sim::DEFAULT_HZ);
    for command in commands {
        sim.tick(&command);
        falls += u32::from(sim.trace().respawned());
        let at = sim.player().position;
        for (nearest, (_, [x, z])) in nearest.iter_mut().zip(STATIONS) {
            *nearest = nearest.min(DVec2::new(x, z).distance(at.xz()));
        }
    }
    for (nearest, (name, _)) in nearest.into_iter().zip(STATIONS) {
        assert!(nearest < 1.0, "{nearest} m from {name}");
    }
    assert_eq!(falls, 1);
}

#[test]
fn every_controller_has_a_golden_hash() {
    for (name, _) in Controller::NAMES {
        assert!(
            GOLDEN.iter().any(|(_, controller, ..)| *controller == name),
            "{name}"
        );
    }
}

#[test]
fn recording_the_trace_changes_no_bit() {
    let (mut loud, commands) = start_of_tour("courtyard", "classic", 120);
    let mut silent = loud.clone().without_trace();
    for command in commands.into_iter().take(1500) {
        loud.tick(&command);
        silent.tick(&command);
        assert_eq!(loud.player(), silent.player());
    }
}
