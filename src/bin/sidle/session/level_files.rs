//! Finds the level file of a recording.

use std::path::{Path, PathBuf};

use crate::platform;
use crate::platform::built_in::TEST_LEVEL;

/// The path of the level `file`: beside the recording, in `../levels` seen from there, or in `levels` of the current
/// folder; for the test level, else the built-in one.
///
/// # Errors
/// A message with the searched paths, when the level is nowhere.
pub fn find_level(file: &str, recording: &Path) -> Result<PathBuf, String> {
    let beside = recording.parent().unwrap_or(Path::new(""));
    let current = Path::new("levels").join(file);
    let candidates = [
        beside.join(file),
        beside.join("../levels").join(file),
        current,
    ];
    // A page requests a file from its server only if it has none of them.
    let local = candidates
        .iter()
        .find(|path| platform::exists_locally(path));
    if let Some(path) = local.or_else(|| candidates.iter().find(|path| platform::exists(path))) {
        return Ok(path.clone());
    }
    if Path::new(TEST_LEVEL).file_name() == Some(file.as_ref()) {
        return Ok(TEST_LEVEL.into());
    }
    let [beside, _, current] = candidates.map(|path| path.display().to_string());
    Err(format!(
        "there is no level `{file}` at `{beside}` or `{current}`\nname it with --level PATH"
    ))
}
