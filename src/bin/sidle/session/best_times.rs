//! The best race of each level, controller and mode: a file beside the settings with its recording, as text.
//!
//! The page stores texts only, so the recording is in base64. Of a file that is no recording, nothing is taken.

use std::path::{Path, PathBuf};

use data_encoding::BASE64;

use sidle::replay::Recording;

use crate::platform;
use crate::platform::save_outcome::SaveOutcome;
use crate::session::race::{RaceClass, recorded_time};

/// The most characters that a file's name has of the level's file, and of the level's name. Larger: some systems refuse the
/// name.
const MOST_OF_NAME: usize = 40;

/// How often to try to write a file that another window writes, too.
const MAX_ATTEMPTS: u32 = 8;

/// The file of the best race in the level called `name`, whose file is `level`; `None`: the system has no folder for it.
pub fn path_of(level: &Path, name: &str, class: RaceClass) -> Option<PathBuf> {
    let stem = level.file_stem().unwrap_or_default().to_string_lossy();
    let [stem, name] = [&*stem, name].map(plain);
    let RaceClass { controller, mode } = class;
    let (controller, mode) = (controller.name(), mode.name());
    let file = format!("best-{stem}-{name}-{controller}-{mode}.txt");
    Some(platform::settings_path()?.with_file_name(file))
}

/// `text` in letters that every system and the page take in a file's name.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    letters.take(MOST_OF_NAME).collect()
}

/// The recording in the file at `path`; `None`: there is none.
pub fn load(path: &Path) -> Option<Recording> {
    decode(&read(path)?)
}

fn read(path: &Path) -> Option<Vec<u8>> {
    // The page would ask its server for a file that it does not have.
    platform::exists_locally(path).then(|| platform::read(path).ok())?
}

fn decode(text: &[u8]) -> Option<Recording> {
    let bytes = BASE64.decode(text.trim_ascii()).ok()?;
    Recording::decode(&bytes).ok()
}

/// Keeps `recording` in the file at `path`, unless the best race of the same level there is better: another window may have
/// written it.
///
/// # Errors
/// When the file cannot be written.
pub fn keep(path: &Path, recording: &Recording) -> Result<(), String> {
    let mut kept = recording.clone();
    kept.checks.clear();
    let text = BASE64.encode(&kept.encode());
    let folder = path.parent().unwrap_or(Path::new(""));
    let failed = |why: String| format!("the best time is not kept: {why}");
    platform::create_folder(folder).map_err(|error| failed(error.to_string()))?;
    for _ in 0..MAX_ATTEMPTS {
        let before = read(path);
        let theirs = before.as_deref().and_then(decode);
        let theirs = theirs.filter(|it| it.header.level_hash == kept.header.level_hash);
        let theirs = theirs.as_ref().and_then(recorded_time);
        if let (Some(theirs), Some(own)) = (theirs, recorded_time(&kept))
            && !own.beats(theirs)
        {
            return Ok(());
        }
        let saved = platform::save(path, &text, before.as_deref()).map_err(failed)?;
        if saved == SaveOutcome::Written {
            return Ok(());
        }
    }
    Err(failed("other windows write it, too".to_owned()))
}

#[cfg(test)]
mod tests {
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
}
