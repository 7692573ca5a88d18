//! Golden hashes: the same walk through the same level gives the same bits, for ever and everywhere.
//!
//! A hash changes when the simulation, a shipped level or the tour changes. If that was meant, print
//! the new table with
//!
//! ```sh
//! GOLDEN_PRINT=1 cargo test --test golden -- --nocapture
//! ```

use sidle::level::{Disk, load_level, load_script};
use sidle::player::Controller;
use sidle::replay::StateHash;
use sidle::sim::Sim;

/// Level, controller, ticks per second, hash of the tour.
const GOLDEN: [(&str, &str, u32, &str); 3] = [
    ("courtyard", "classic", 60, "84f1f8e434c47bf8"),
    ("courtyard", "classic", 120, "32b79c6395da40bc"),
    ("courtyard", "classic", 240, "05132024f4a291a0"),
];

fn hash_of_tour(level: &str, controller: &str, hz: u32) -> String {
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
    let mut sim = Sim::new(level.world, level.tuning, level.rules, hz).without_trace();
    let mut hash = StateHash::new();
    for command in script.commands(&level.rules.spawn, hz) {
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
    let level = load_level("levels/courtyard.toml".as_ref(), &Disk)
        .level
        .expect("a good level");
    let script = load_script("tests/fixtures/tour.toml".as_ref(), &Disk)
        .script
        .expect("a good script");
    let mut loud = Sim::new(level.world, level.tuning, level.rules, 120);
    let mut silent = loud.clone().without_trace();
    for command in script.commands(&level.rules.spawn, 120).take(1500) {
        loud.tick(&command);
        silent.tick(&command);
        assert_eq!(loud.player(), silent.player());
    }
}
