//! Golden hashes: the same walk through the same level gives the same bits on every machine.
//!
//! A hash changes if the simulation, a shipped level or the tour changes. After an intended change, rewrite
//! the table `tests/golden.txt` with
//!
//! ```sh
//! GOLDEN_WRITE=1 cargo test --test main golden
//! ```

use std::thread;

use sidle::glam::{DVec2, Vec3Swizzles};
use sidle::level::{Level, load_level, load_script};
use sidle::player::{BodyShape, Controller, TickInput, Tuning};
use sidle::replay::StateHash;
use sidle::sim::Sim;

use crate::support::fs::{self, Disk};

/// Each row: level, controller, ticks per second, hash of the tour.
const TABLE: &str = "tests/golden.txt";

/// The level whose tour also runs at other tick rates.
const AT_ALL_RATES: &str = "courtyard";

/// All shipped levels, by name.
fn levels() -> Vec<String> {
    let files = fs::read_dir("levels").expect("a folder of levels");
    let names = files.map(|file| file.expect("a file").file_name());
    let mut levels: Vec<String> = names
        .filter_map(|name| Some(name.to_str()?.strip_suffix(".toml")?.to_owned()))
        .collect();
    levels.sort();
    levels
}

fn loaded(level: &str) -> Level {
    let path = format!("levels/{level}.toml");
    let level = load_level(path.as_ref(), &Disk).level;
    level.expect("shipped levels are good")
}

/// The tours in the order of the table: level, controller, ticks per second. No controller moves a body that does not suit it.
fn tours() -> Vec<(String, &'static str, u32)> {
    let mut tours = Vec::new();
    for level in levels() {
        let body = loaded(&level).tuning.body;
        let controllers = Controller::NAMES.into_iter();
        for (controller, _) in controllers.filter(|(_, controller)| controller.suits(body)) {
            let rates: &[u32] = if level == AT_ALL_RATES {
                &[60, 120, 240]
            } else {
                &[Sim::DEFAULT_HZ]
            };
            tours.extend(rates.iter().map(|hz| (level.clone(), controller, *hz)));
        }
    }
    tours
}

/// A simulation of the level at its start, and the inputs of the tour.
fn start_of_tour(level: &str, controller: &str, hz: u32) -> (Sim, Vec<TickInput>) {
    let mut level = loaded(level);
    let named = Controller::NAMES
        .into_iter()
        .find(|(name, _)| *name == controller);
    level.rules.spawn.controller = named.expect("a controller of that name").1;
    let script = load_script("recordings/tour.toml".as_ref(), &Disk)
        .script
        .expect("a good script");
    let inputs = script.inputs(&level.rules.spawn, hz).collect();
    (Sim::of_level(level, hz).0, inputs)
}

fn hash_of_tour(level: &str, controller: &str, hz: u32) -> String {
    let (sim, inputs) = start_of_tour(level, controller, hz);
    let mut sim = sim.without_trace();
    let mut hash = StateHash::new();
    for input in inputs {
        sim.play(&input);
        hash.add(&sim);
    }
    hash.to_string()
}

#[test]
fn every_tour_has_its_golden_hash() {
    let table = fs::read_to_string(TABLE).expect("the table");
    let (head, known): (Vec<_>, Vec<_>) = table.lines().partition(|line| line.starts_with('#'));
    let found: Vec<String> = thread::scope(|scope| {
        let walks = tours().into_iter().map(|(level, controller, hz)| {
            scope.spawn(move || {
                let hash = hash_of_tour(&level, controller, hz);
                format!("{level} {controller} {hz} {hash}")
            })
        });
        let walks: Vec<_> = walks.collect();
        let rows = walks.into_iter().map(|walk| walk.join());
        rows.map(|row| row.expect("a walk to its end")).collect()
    });
    if std::env::var_os("GOLDEN_WRITE").is_some() {
        let lines = head.iter().copied().chain(found.iter().map(String::as_str));
        let table: String = lines.map(|line| format!("{line}\n")).collect();
        fs::write(TABLE, table).expect("a place to write to");
        return;
    }
    let is_new = |row: &&String| !known.contains(&row.as_str());
    let wrong: Vec<_> = found.iter().filter(is_new).map(String::as_str).collect();
    assert!(wrong.is_empty(), "found:\n{}", wrong.join("\n"));
    assert_eq!(
        found, known,
        "the rows have a different order, or the table has an extra row"
    );
}

/// The hash of the tour through [`AT_ALL_RATES`] by an upright box, which is the body of no shipped level.
const UPRIGHT_BOX: &str = "5e0144a182ee5bc0";

#[test]
fn the_tour_of_an_upright_box_has_its_golden_hash() {
    let (sim, inputs) = start_of_tour(AT_ALL_RATES, "swept", Sim::DEFAULT_HZ);
    let (mut sim, mut hash) = (sim.without_trace(), StateHash::new());
    let tuning = Tuning {
        body: BodyShape::Box,
        radius: 0.3,
        ..*sim.tuning()
    };
    assert_eq!(sim.retune(tuning), Ok(()));
    for input in inputs {
        sim.play(&input);
        hash.add(&sim);
    }
    assert_eq!(hash.to_string(), UPRIGHT_BOX);
}

/// The stations of the tour: name, and position on the level's map, x and z; metres.
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
    // The script was written for this tick rate. At other rates, small differences grow along the tour.
    let (mut nearest, mut falls) = ([f64::INFINITY; STATIONS.len()], 0);
    let (mut sim, inputs) = start_of_tour("courtyard", "classic", Sim::DEFAULT_HZ);
    for input in inputs {
        sim.play(&input);
        falls += u32::from(sim.respawned());
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
fn tracing_changes_no_bit_of_a_tour() {
    let (mut traced, inputs) = start_of_tour("courtyard", "classic", 120);
    let mut untraced = traced.clone().without_trace();
    for input in inputs.into_iter().take(1500) {
        traced.play(&input);
        untraced.play(&input);
        assert_eq!(traced.player(), untraced.player());
    }
}
