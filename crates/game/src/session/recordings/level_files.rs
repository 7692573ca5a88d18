//! Finds the level file of a recording.

use std::path::{Path, PathBuf};

use crate::platform;
use crate::platform::built_in::gallery;
use crate::platform::foreign_path::check_foreign;

/// The path of the level `file`, searched next to the recording, in `../levels` seen from there, or in `levels` of
/// the current folder; for a shipped level, else the built-in one.
///
/// # Errors
/// A message with the searched paths, when the level is nowhere. A message, when a recording may not name `file`.
pub fn find_level(file: &str, recording: &Path) -> Result<PathBuf, String> {
    check_foreign(file.as_ref()).map_err(|why| {
        let shown = file.escape_debug();
        format!(
            "the recording names the level `{shown}`, and {why}\nname the level with --level PATH"
        )
    })?;
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
    if let Some(built_in) =
        gallery().find(|path| Path::new(path).file_name() == Some(file.as_ref()))
    {
        return Ok(built_in.into());
    }
    let [beside, _, current] = candidates.map(|path| path.display().to_string());
    Err(format!(
        "there is no level `{file}` at `{beside}` or `{current}`\nname it with --level PATH"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::enter_root;

    #[test]
    fn a_recording_names_a_level_beside_it_or_in_levels_and_no_other() {
        enter_root();
        let recording = Path::new("recordings/ride.sidle");
        let found = find_level("speed.toml", recording).unwrap();
        assert_eq!(found, Path::new("recordings/../levels/speed.toml"));
        for file in [
            "../Cargo.toml",
            "/etc/passwd",
            "C:\\a.toml",
            "data:text/plain,a",
            "http://example.org/a.toml",
            "kept/settings.toml",
            "..",
            "",
        ] {
            let message = find_level(file, recording).unwrap_err();
            assert!(message.starts_with("the recording names"), "{message}");
        }
        let message = find_level("nowhere.toml", recording).unwrap_err();
        assert!(message.contains("there is no level"), "{message}");
    }
}
