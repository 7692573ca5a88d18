//! The best race of each level, controller and mode: a file next to the settings with its recording, as text.
//!
//! The page stores texts only, so the recording is in base64. A file that is not a recording is ignored.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use sidle::replay::Recording;

use crate::options::controllers;
use crate::platform;
use crate::platform::save_outcome::SaveOutcome;
use crate::session::play::race::{RaceClass, recorded_time};

/// The name of the file has at most this many characters of the level's file, and of the level's name. Larger: some systems
/// refuse the name.
const MAX_OF_NAME: usize = 40;

/// How often to try to write a file that another window also writes.
const MAX_ATTEMPTS: u32 = 8;

/// The file of the best race in the level called `name`, whose file is `level`; `None` if the system has no folder for
/// it.
pub fn path_of(level: &Path, name: &str, class: RaceClass) -> Option<PathBuf> {
    let stem = level.file_stem().unwrap_or_default().to_string_lossy();
    let [stem, name] = [&*stem, name].map(plain);
    let RaceClass { controller, mode } = class;
    let (controller, mode) = (controllers::name(controller), mode.name());
    let file = format!("best-{stem}-{name}-{controller}-{mode}.txt");
    Some(platform::settings_path()?.with_file_name(file))
}

/// `text` in letters that every system and the page take in a file's name.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    letters.take(MAX_OF_NAME).collect()
}

/// The recording in the file at `path`; `None` if there is none.
pub fn load(path: &Path) -> Option<Recording> {
    decode(&read(path)?)
}

fn read(path: &Path) -> Option<Vec<u8>> {
    // The page would ask its server for a file that it does not have.
    platform::exists_locally(path).then(|| platform::read(path).ok())?
}

fn decode(text: &[u8]) -> Option<Recording> {
    let bytes = BASE64_STANDARD.decode(text.trim_ascii()).ok()?;
    Recording::decode(&bytes).ok()
}

/// Keeps `recording` in the file at `path`, unless the best race of the same level there is better, since another
/// window may have written it.
///
/// # Errors
/// When the file cannot be written.
pub fn keep(path: &Path, recording: &Recording) -> Result<(), String> {
    let mut kept = recording.clone();
    kept.checks.clear();
    let text = BASE64_STANDARD.encode(kept.encode());
    let folder = path.parent().unwrap_or(Path::new(""));
    let failed = |why: String| format!("the best time is not kept: {why}");
    platform::create_folder(folder).map_err(|error| failed(error.to_string()))?;
    for _ in 0..MAX_ATTEMPTS {
        let before = read(path);
        let theirs = before.as_deref().and_then(decode);
        let theirs = theirs.filter(|best| best.header.level_hash == kept.header.level_hash);
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
mod tests;
