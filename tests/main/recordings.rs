//! Each shipped recording replays to the recorded end, on every machine and in every build.
//!
//! A recording changes if the simulation, its level or its script changes. After an intended change,
//! record all of them again with
//!
//! ```sh
//! RECORDINGS_WRITE=1 cargo test --test main recordings
//! ```

use std::sync::Once;

use sidle::level::{Level, WithLevel, load_level, load_script, named_meshes};
use sidle::player::{Command, Controller};
use sidle::replay::{LevelHash, Moment, Recorder, Recording, verify};
use sidle::sim::Sim;
use sidle::world::BoxFit;

use Controller::{Boxed, Classic, Swept};

use crate::support::fs::{self, Disk};

/// Name, level, script, controller.
const RECORDINGS: [(&str, &str, &str, Controller); 5] = [
    ("tour-classic", "courtyard", "tour", Classic),
    ("tour-swept", "courtyard", "tour", Swept),
    ("tour-boxed", "courtyard", "tour", Boxed),
    ("walk", "courtyard", "walk", Swept),
    ("ride", "car-crash", "ride", Swept),
];

fn load(level: &str) -> Level {
    let loaded = load_level(format!("levels/{level}.toml").as_ref(), &Disk);
    loaded.level.expect("shipped levels are good")
}

/// The recording of the script in the level.
fn record(level: &str, script: &str, controller: Controller) -> Recording {
    let file = format!("{level}.toml");
    let mut level = load(level);
    level.rules.spawn.controller = controller;
    let script = load_script(format!("recordings/{script}.toml").as_ref(), &Disk);
    let script = script.script.expect("a good script");
    let inputs = script.inputs(&level.rules.spawn, Sim::DEFAULT_HZ);
    let (sim, scene) = Sim::of_level(level, Sim::DEFAULT_HZ);
    let mut sim = sim.without_trace();
    let mut recorder = Recorder::new(&scene.name, &file, &sim);
    for input in inputs {
        sim.play(&input);
        recorder.add(&input.command, &sim);
    }
    recorder.recording()
}

/// The recording of that name. With `RECORDINGS_WRITE`, first records all of them again.
fn read(name: &str) -> Recording {
    static WRITTEN: Once = Once::new();
    WRITTEN.call_once(|| {
        if std::env::var_os("RECORDINGS_WRITE").is_some() {
            for (name, level, script, controller) in RECORDINGS {
                let bytes = record(level, script, controller).encode();
                fs::write(format!("recordings/{name}.sidle"), bytes).expect("a folder to write to");
            }
        }
    });
    let path = format!("recordings/{name}.sidle");
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Recording::decode(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_shipped_recording_replays_as_recorded() {
    let mut wrong = Vec::new();
    for (name, level, ..) in RECORDINGS {
        let recording = read(name);
        let mut level = load(level);
        recording.header.apply_to(&mut level);
        let sim = Sim::of_level(level, recording.header.hz).0;
        if LevelHash::of(&sim) != recording.header.level_hash {
            wrong.push(format!("{name}: the level was changed"));
        } else if let Err(divergence) = verify(&recording, sim) {
            wrong.push(format!("{name}: {divergence:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_shipped_recording_fits_into_a_link_and_replays_from_it() {
    for (name, level, ..) in RECORDINGS {
        let recording = read(name);
        let path = format!("levels/{level}.toml");
        let text = fs::read_to_string(&path).expect("a level");
        let moment = Moment::new(recording.clone(), &path, &text);
        let link = moment
            .encode()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        println!(
            "{name:12} {:3} s, {} characters",
            recording.inputs.ticks() / 120,
            link.len()
        );
        let moment = Moment::decode(&link).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The moment's sources contain all meshes of the level.
        let meshes = named_meshes(moment.path().as_ref(), moment.text());
        assert!(meshes.iter().all(fs::exists), "{meshes:?}");
        // The level's text comes from the link, not from its file.
        let files = WithLevel {
            path: moment.path().as_ref(),
            text: moment.text(),
            files: &Disk,
        };
        let mut level = load_level(files.path, &files).level.expect("a good level");
        let header = &moment.recording().header;
        header.apply_to(&mut level);
        let sim = Sim::of_level(level, header.hz).0;
        assert_eq!(LevelHash::of(&sim), header.level_hash, "{name}");
        let verified = verify(moment.recording(), sim).expect("the same run");
        assert_eq!(verified.hash, recording.end, "{name}");
    }
}

#[test]
fn every_file_of_the_folder_is_in_the_table_and_small() {
    for entry in fs::read_dir("recordings").expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let known = RECORDINGS.iter().any(|(recording, _, script, _)| {
            [format!("{recording}.sidle"), format!("{script}.toml")]
                .iter()
                .any(|known| name == Some(known))
        });
        assert!(known, "{path:?}");
        assert!(fs::read(&path).expect("a file").len() < 32_000, "{path:?}");
    }
}

#[test]
fn the_level_hash_changes_with_the_level_and_not_with_its_tuning() {
    let recording = read("walk");
    let hash = |change: fn(&mut Level)| {
        let mut level = load("courtyard");
        change(&mut level);
        LevelHash::of(&Sim::of_level(level, 120).0)
    };
    assert_eq!(hash(|_| {}), recording.header.level_hash);
    assert_eq!(
        hash(|level| level.tuning.walk_speed = 1.0),
        recording.header.level_hash
    );
    assert_ne!(
        hash(|level| level.rules.kill_y = -1.0),
        recording.header.level_hash
    );
    assert_ne!(
        hash(|level| level.world = load("speed").world),
        recording.header.level_hash
    );
}

#[test]
fn a_replay_uses_the_tuning_of_the_recording_and_not_of_the_level() {
    let mut level = load("courtyard");
    level.tuning.walk_speed = 2.5;
    level.rules.spawn.position.x = 1.0;
    let ahead = Command {
        forward: sidle::player::Axis::new(1.0),
        ..Command::default()
    };
    let mut sim = Sim::of_level(level, 60).0;
    let mut recorder = Recorder::new("Courtyard", "levels/courtyard.toml", &sim);
    for _ in 0..200 {
        sim.tick(&ahead);
        recorder.add(&ahead, &sim);
    }
    let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
    let mut again = load("courtyard");
    let without = Sim::of_level(again.clone(), 60).0;
    assert!(verify(&recording, without).is_err());
    recording.header.apply_to(&mut again);
    assert!(verify(&recording, Sim::of_level(again, 60).0).is_ok());
}

/// Checks the documented size of `replay::encode` for an hour of constant mouse motion.
#[test]
fn an_hour_of_play_has_the_documented_size() {
    let mut log = sidle::replay::InputLog::default();
    let mut random = crate::random::Random::new(8);
    let (mut yaw, mut pitch, mut command) = (0.0, 0.0, Command::default());
    for tick in 0..3600 * 120 {
        // 60 frames a second, each with some steps of the mouse of a tenth of a degree.
        if tick % 2 == 0 {
            yaw += (random.signed() * 40.0).round() * 0.1;
            pitch = f64::clamp(pitch + (random.signed() * 15.0).round() * 0.1, -89.0, 89.0);
            command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(yaw);
            command.pitch = sidle::geometry::angle::BinaryAngle::from_degrees(pitch);
        }
        log.push(&command.into());
    }
    let bytes = log.bytes().len();
    assert!(
        (1_500_000..2_000_000).contains(&bytes),
        "seed 8: {bytes} bytes"
    );
    assert_eq!(log.iter().last(), Some(command.into()));
}

#[test]
fn a_short_recording_without_checks_fits_into_a_url() {
    for (name, most) in [("ride", 310), ("walk", 1250)] {
        let mut recording = read(name);
        recording.checks.clear();
        let bytes = recording.encode().len();
        assert!(bytes < most, "{name}: {bytes} bytes");
    }
}

/// The run has driving movers, some of them blocked by others, and a player that rides and respawns.
#[test]
fn a_recording_from_the_middle_of_a_run_replays_the_same() {
    let script = load_script("recordings/tour.toml".as_ref(), &Disk).script;
    let script = script.expect("a good script");
    for (name, controller) in Controller::NAMES {
        let mut level = load("car-crash");
        level.rules.spawn.controller = controller;
        let inputs = script.inputs(&level.rules.spawn, 120).take(2400);
        let mut sim = Sim::of_level(level, 120).0.without_trace();
        let mut recorders = Vec::new();
        for (tick, mut input) in inputs.enumerate() {
            if tick % 400 == 250 {
                recorders.push(Recorder::new("Crash", "car-crash.toml", &sim));
            }
            input.command.respawn = tick == 1100;
            if tick > 1700 {
                input.box_fit = BoxFit::Aligned;
            }
            sim.play(&input);
            for recorder in &mut recorders {
                recorder.add(&input.command, &sim);
            }
        }
        for recorder in recorders {
            let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
            let mut again = load("car-crash");
            recording.header.apply_to(&mut again);
            let verified = verify(&recording, Sim::of_level(again, 120).0);
            let began = recording.header.state.map(|state| state.tick);
            let hash = verified.map(|verified| verified.hash);
            assert_eq!(hash, Ok(recorder.hash()), "{name} from {began:?}");
        }
    }
}

/// A level may have changed after the recording, so that the recorded state no longer fits.
#[test]
fn a_state_of_another_level_leaves_the_player_at_the_spawn() {
    let level = load("car-crash");
    let mut sim = Sim::of_level(level, 120).0;
    for _ in 0..300 {
        sim.tick(&sim.idle_command());
    }
    let header = Recorder::new("Crash", "car-crash.toml", &sim)
        .header()
        .clone();
    let mut other = Sim::of_level(load("courtyard"), 120).0;
    let start = other.snapshot();
    assert!(header.begin(&mut other).is_err());
    assert_eq!(other.snapshot(), start);
    let mut same = Sim::of_level(load("car-crash"), 120).0;
    assert_eq!(header.begin(&mut same), Ok(()));
    assert_eq!(same.snapshot(), sim.snapshot());
}
