//! The files that every copy of the game carries: the shipped levels and all that they name.

use std::io;
use std::path::Path;

use sidle::level::{BUILT_IN_MESHES, EmbeddedFiles, Files};

/// The path of the test level, in the source tree and among the built-in files.
pub const TEST_LEVEL: &str = "levels/courtyard.toml";

/// The paths of all levels, in the order in which they teach.
const LEVELS: &[&str] = &[
    "levels/courtyard.toml",
    "levels/corners.toml",
    "levels/speed.toml",
    "levels/one-sided.toml",
    "levels/edge-radius.toml",
    "levels/ghost-edges.toml",
    "levels/stairs-and-ramps.toml",
    "levels/columns.toml",
    "levels/boxed.toml",
    "levels/box-turns.toml",
    "levels/blocks.toml",
    "levels/contact-lab.toml",
    "levels/car-crash.toml",
    "levels/obstacle-course.toml",
    "levels/spiral-tower.toml",
    "levels/terrain.toml",
    "levels/garden.toml",
    "levels/surfaces.toml",
    "levels/moves.toml",
    "levels/challenges.toml",
];

/// The paths of the files that they name.
const ASSETS: &[&str] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// All of them with their bytes. A page has these files anyway.
#[cfg(not(target_arch = "wasm32"))]
const FILES: EmbeddedFiles = EmbeddedFiles(include!(concat!(env!("OUT_DIR"), "/shipped.rs")));
#[cfg(target_arch = "wasm32")]
const FILES: EmbeddedFiles = EmbeddedFiles(&[]);

/// The name that a shipped level at `path` would have. Those lie in a folder `levels`.
pub fn shipped_name(path: &Path) -> Option<&str> {
    let folder = path.parent().and_then(Path::file_name)?;
    path.file_stem()?.to_str().filter(|_| folder == "levels")
}

/// The paths of the shipped levels, in the order in which they teach.
pub fn gallery() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().copied()
}

/// The files compiled into the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl BuiltIn {
    /// Whether the file at `path` is compiled into the game.
    pub fn has(self, path: &Path) -> bool {
        FILES.0.iter().any(|(name, _)| Path::new(name) == path)
    }
}

impl Files for BuiltIn {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        FILES.read(path).or_else(|_| BUILT_IN_MESHES.read(path))
    }
}

/// Whether the mesh at `path`, relative to the project or to its page, comes with the game.
pub fn is_shipped_mesh(path: &str) -> bool {
    let is_mesh = [".obj", ".glb"].iter().any(|end| path.ends_with(end));
    is_mesh && ASSETS.contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::enter_root;
    use sidle::level::{Disk, load_level};

    #[test]
    fn the_shipped_levels_need_no_file() {
        enter_root();
        for path in gallery() {
            let loaded = load_level(path.as_ref(), &BuiltIn);
            let on_disk = load_level(path.as_ref(), &Disk);
            assert!(loaded.level.is_some(), "{path}: {:?}", loaded.diagnostics);
            assert_eq!(loaded.diagnostics, on_disk.diagnostics, "{path}");
            assert!(loaded.level == on_disk.level, "{path}");
        }
        assert_eq!(gallery().next(), Some(TEST_LEVEL));
    }

    #[test]
    fn all_files_of_the_folders_are_shipped() {
        enter_root();
        let mut found = Vec::new();
        for (folder, ends) in [
            ("levels", &["toml"][..]),
            ("assets", &["obj", "mtl", "glb", "png"]),
        ] {
            for file in std::fs::read_dir(folder).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                if ends.iter().any(|end| name.ends_with(end)) {
                    found.push(format!("{folder}/{name}"));
                }
            }
        }
        found.sort();
        let mut shipped = [LEVELS, ASSETS].concat();
        shipped.sort_unstable();
        assert_eq!(found, shipped);
        assert!(is_shipped_mesh("assets/stairs.obj") && is_shipped_mesh("assets/tree.glb"));
        for other in [
            "assets/my.obj",
            "stairs.obj",
            "assets/stairs.mtl",
            "levels/speed.toml",
        ] {
            assert!(!is_shipped_mesh(other), "{other}");
        }
    }

    #[test]
    fn built_in_files_are_found_by_any_spelling_of_their_path() {
        for path in ["levels/../assets/crate.obj", "./levels/courtyard.toml"] {
            assert!(BuiltIn.read(Path::new(path)).is_ok(), "{path}");
        }
        assert!(BuiltIn.read(Path::new("assets/none.obj")).is_err());
    }
}
