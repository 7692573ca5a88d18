//! Where the level of a recording is.

use std::path::{Path, PathBuf};

use crate::platform;
use crate::platform::built_in::TEST_LEVEL;

/// Where the level `file` is: beside the recording, or in the folder of levels beside that or here.
pub fn find_level(file: &str, recording: &Path) -> Result<PathBuf, String> {
    let beside = recording.parent().unwrap_or(Path::new(""));
    let here = Path::new("levels").join(file);
    let candidates = [beside.join(file), beside.join("../levels").join(file), here];
    // A page asks its server only for what it does not have.
    let there = candidates.iter().find(|path| platform::is_local(path));
    if let Some(path) = there.or_else(|| candidates.iter().find(|path| platform::exists(path))) {
        return Ok(path.clone());
    }
    if Path::new(TEST_LEVEL).file_name() == Some(file.as_ref()) {
        return Ok(TEST_LEVEL.into());
    }
    let [beside, _, here] = candidates.map(|path| path.display().to_string());
    Err(format!(
        "there is no level `{file}` at `{beside}` or `{here}`\nname it with --level PATH"
    ))
}
