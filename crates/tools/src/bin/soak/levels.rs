//! Family: random ticks in every shipped level, from its spawn and from random places.

use std::path::PathBuf;

use sidle::glam::DVec3;
use sidle::level::{Disk, Level, load_level};
use sidle::player::{Axis, BodyShape, Mode};
use sidle::sim::Sim;

use crate::family::{Case, Family};
use crate::walker::{RATES, Walker, random_keys, reach, segment_length};
use sidle_conformance::oracle::Oracle;
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "levels",
    figure: "mm of overlap",
    moves: 2_000,
    run,
};

/// The shipped levels with their names.
pub fn load() -> Result<Vec<(String, Level)>, String> {
    let entries = std::fs::read_dir("levels").map_err(|error| format!("levels: {error}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let named = |file: PathBuf| {
        let name = file
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let level = load_level(&file, &Disk).level;
        let level = level.ok_or_else(|| format!("{} has errors", file.display()))?;
        Ok((name.unwrap_or_default(), level))
    };
    files.into_iter().map(named).collect()
}

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let levels = &case.shared.levels;
    let (name, level) = &levels[(case.number % levels.len() as u64) as usize];
    let in_level = |violation: String| format!("{name}: {violation}");
    let hz = RATES[case.random.below(RATES.len())];
    let mut level = level.clone();
    if case.random.below(3) == 0 {
        level.tuning.body = BodyShape::Box;
        level.tuning.radius = level.tuning.radius.min(0.3);
    }
    let mut walker = Walker::of_sim(Sim::of_level(level, hz).0);
    if case.random.below(3) > 0 {
        start_anywhere(&mut case.random, &mut walker);
    }
    let mut left = FAMILY.moves;
    while left > 0 {
        let mut command = random_keys(&mut case.random);
        if case.random.below(10) == 0 {
            command.mode = Mode::Fly;
            command.up = Axis::new(case.random.signed());
        }
        for _ in 0..left.min(1 + case.random.below(hz as usize) as u64) {
            walker.tick(case, &command).map_err(in_level)?;
            left -= 1;
        }
    }
    case.measure(walker.deepest * 1e3);
    let walks = walker.player().mode == Mode::Walk;
    if walks && walker.is_locked(case).map_err(in_level)? {
        return Err(format!("{name}: locked at {hz} Hz: {:?}", walker.player()));
    }
    Ok(())
}

/// Puts the player at a random place of the level that is clear of everything, if it finds one soon.
fn start_anywhere(random: &mut Random, walker: &mut Walker) {
    let world = walker.sim.world();
    let oracle = Oracle::new(world.triangles(), world.boxes());
    let (low, high) = oracle.bounds();
    let tuning = *walker.sim.tuning();
    let place = |random: &mut Random| low + (high - low) * (random.vec3(0.5) + DVec3::splat(0.5));
    for _ in 0..20 {
        let place = place(random);
        if oracle.segment_distance(place, segment_length(&tuning)) > reach(&tuning) * 1.01 {
            let mut state = walker.sim.snapshot();
            state.player.position = place;
            walker.sim.restore(&state);
            return;
        }
    }
}
