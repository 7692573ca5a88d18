//! Tests of `best_times.rs`.

use super::*;
use crate::test_support::Folder;
use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Controller, Mode};
use sidle::replay::Recorder;
use sidle::sim::{Race, Sim};
use sidle::world::{World, Zone, ZoneAction};

/// The recording of a race of `ticks` ticks behind the start.
fn race(ticks: u32) -> Recording {
    let obb = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(0.1)).expect("a box");
    let action = ZoneAction::Start;
    let sim = Sim::new(World::default(), Default::default(), Default::default(), 60);
    let mut sim = sim.with_zones(vec![Zone { obb, action }]);
    while !matches!(sim.race(), Race::Running { .. }) {
        sim.tick(&sim.idle_command());
    }
    let mut recorder = Recorder::new("Void", "", &sim);
    for _ in 0..ticks {
        let command = sim.idle_command();
        sim.tick(&command);
        recorder.add(&command, &sim);
    }
    recorder.recording()
}

#[test]
fn the_better_race_is_kept_and_loaded_again() {
    let folder = Folder::new("best");
    let path = folder.0.join("deep").join("best-a-b-swept-walk.txt");
    assert_eq!(load(&path), None);
    let ticks = |path: &Path| recorded_time(&load(path)?).map(|time| time.ticks);
    for (own, kept) in [(50, 51), (60, 51), (40, 41), (40, 41)] {
        assert_eq!(keep(&path, &race(own)), Ok(()));
        assert_eq!(ticks(&path), Some(kept));
    }
    // A damaged file, and a race of another level, are replaced.
    std::fs::write(&path, "AAAA").expect("a file");
    assert_eq!(load(&path), None);
    assert_eq!(keep(&path, &race(70)), Ok(()));
    assert_eq!(ticks(&path), Some(71));
    let mut other = race(99);
    other.header.level_hash = sidle::replay::LevelHash::from_bits(5);
    assert_eq!(keep(&path, &other), Ok(()));
    assert_eq!(ticks(&path), Some(100));
}

#[test]
fn every_class_has_a_file_of_its_own_whose_name_every_system_takes() {
    let name = |level: &str, name: &str, controller| {
        let mode = Mode::Walk;
        let path = path_of(Path::new(level), name, RaceClass { controller, mode });
        path.and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
    };
    let Some(swept) = name("a/Über.toml", "My \"level\"/..", Controller::Swept) else {
        return; // A system without a folder for settings.
    };
    assert_eq!(swept, "best--ber-my--level-----swept-walk.txt");
    let classic = name("a/Über.toml", "My \"level\"/..", Controller::Classic);
    assert_ne!(classic.as_deref(), Some(&*swept));
    let long = name(&"x".repeat(300), &"y".repeat(300), Controller::Boxed);
    assert!(long.is_some_and(|name| name.len() < 120));
}
