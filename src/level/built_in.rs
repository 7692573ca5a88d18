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

/// The meshes that lie in `assets` wherever all of the game is: in its sources, and on its page.
const SHIPPED_MESHES: [&str; 20] = [
    "block",
    "building",
    "car",
    "columns",
    "corners",
    "course",
    "courtyard",
    "crate",
    "fence",
    "funnels",
    "office",
    "pillars",
    "seams",
    "sign",
    "spiral",
    "stairs",
    "street",
    "terrain",
    "thin_wall",
    "tower",
];

/// Whether the mesh at `path`, relative to the project or to its page, comes with the game.
///
/// # Example
/// ```
/// use sidle::level::is_shipped_mesh;
/// assert!(is_shipped_mesh("assets/stairs.obj") && !is_shipped_mesh("assets/my.obj"));
/// ```
pub fn is_shipped_mesh(path: &str) -> bool {
    let name = path
        .strip_prefix("assets/")
        .and_then(|name| name.strip_suffix(".obj"));
    name.is_some_and(|name| SHIPPED_MESHES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_meshes_are_those_of_the_folder() {
        let files = std::fs::read_dir("assets").unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut meshes: Vec<_> = names.filter(|name| name.ends_with(".obj")).collect();
        meshes.sort();
        let shipped = SHIPPED_MESHES.map(|name| format!("{name}.obj"));
        assert_eq!(meshes, shipped);
    }

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
