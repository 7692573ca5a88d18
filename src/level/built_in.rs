//! What every copy of the game carries: the test level and the meshes of the built-in kinds.

use std::io;
use std::path::{Component, Path};

use super::Files;

/// Where the test level lies, in the source tree and among the built-in files.
pub const TEST_LEVEL: &str = "levels/courtyard.toml";

/// The built-in kinds of props, and their meshes among the built-in files.
pub(super) const BUILT_IN_KINDS: [(&str, &str); 3] = [
    ("fence", "assets/fence.obj"),
    ("crate", "assets/crate.obj"),
    ("car", "assets/car.obj"),
];

/// The mesh of every sign among the built-in files.
pub(super) const SIGN_MESH: &str = "assets/sign.obj";

macro_rules! built_in_files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_bytes!(concat!("../../", $path)) as &[u8])),*]
    };
}

const FILES: &[(&str, &[u8])] = &built_in_files![
    "levels/courtyard.toml",
    "assets/building.mtl",
    "assets/building.obj",
    "assets/car.mtl",
    "assets/car.obj",
    "assets/columns.mtl",
    "assets/columns.obj",
    "assets/corners.mtl",
    "assets/corners.obj",
    "assets/courtyard.mtl",
    "assets/courtyard.obj",
    "assets/crate.mtl",
    "assets/crate.obj",
    "assets/fence.mtl",
    "assets/fence.obj",
    "assets/sign.mtl",
    "assets/sign.obj",
    "assets/thin_wall.mtl",
    "assets/thin_wall.obj",
];

/// The files compiled into the program: the test level and all that it names.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl Files for BuiltIn {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut parts: Vec<&str> = Vec::new();
        for component in path.components() {
            match component {
                Component::ParentDir => drop(parts.pop()),
                Component::Normal(part) => parts.extend(part.to_str()),
                _ => {}
            }
        }
        let path = parts.join("/");
        FILES
            .iter()
            .find(|(name, _)| *name == path)
            .map(|(_, bytes)| bytes.to_vec())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not among the built-in files"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_however_they_are_written() {
        assert!(
            BuiltIn
                .read(Path::new("levels/../assets/crate.obj"))
                .is_ok()
        );
        assert!(BuiltIn.read(Path::new("./levels/courtyard.toml")).is_ok());
        assert!(BuiltIn.read(Path::new("assets/none.obj")).is_err());
    }

    #[test]
    fn every_kind_and_every_sign_has_its_mesh() {
        for (kind, path) in BUILT_IN_KINDS {
            assert!(BuiltIn.read(Path::new(path)).is_ok(), "{kind}");
        }
        assert!(BuiltIn.read(Path::new(SIGN_MESH)).is_ok());
    }
}
