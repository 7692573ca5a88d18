//! The files that every copy of the game carries: the test level and all that it names.

use std::io;
use std::path::Path;

use sidle::level::{BUILT_IN_MESHES, EmbeddedFiles, Files};

/// The path of the test level, in the source tree and among the built-in files.
pub const TEST_LEVEL: &str = "levels/courtyard.toml";

#[cfg(not(target_arch = "wasm32"))]
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_bytes!(concat!("../../../../", $path)) as &[u8])),*]
    };
}

/// What the test level needs beside the meshes of the library. A page has these files anyway.
#[cfg(target_arch = "wasm32")]
const FILES: EmbeddedFiles = EmbeddedFiles(&[]);

/// What the test level needs beside the meshes of the library.
#[cfg(not(target_arch = "wasm32"))]
const FILES: EmbeddedFiles = EmbeddedFiles(&files![
    "levels/courtyard.toml",
    "assets/building.mtl",
    "assets/building.obj",
    "assets/columns.mtl",
    "assets/columns.obj",
    "assets/corners.mtl",
    "assets/corners.obj",
    "assets/courtyard.mtl",
    "assets/courtyard.obj",
    "assets/thin_wall.mtl",
    "assets/thin_wall.obj",
]);

/// The files compiled into the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl Files for BuiltIn {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        FILES.read(path).or_else(|_| BUILT_IN_MESHES.read(path))
    }
}

/// The meshes of the folder `assets`. They come with the sources of the game and with its page.
const SHIPPED_MESHES: [&str; 23] = [
    "block.obj",
    "building.obj",
    "car.obj",
    "columns.obj",
    "corners.obj",
    "course.obj",
    "courtyard.obj",
    "crate.obj",
    "fence.obj",
    "funnels.obj",
    "garden.obj",
    "office.obj",
    "pillars.obj",
    "seams.obj",
    "sheet.obj",
    "sign.obj",
    "spiral.obj",
    "stairs.obj",
    "street.obj",
    "terrain.obj",
    "thin_wall.obj",
    "tower.obj",
    "tree.glb",
];

/// Whether the mesh at `path`, relative to the project or to its page, comes with the game.
pub fn is_shipped_mesh(path: &str) -> bool {
    let name = path.strip_prefix("assets/");
    name.is_some_and(|name| SHIPPED_MESHES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::level::load_level;

    #[test]
    fn the_test_level_needs_no_file() {
        let loaded = load_level(TEST_LEVEL.as_ref(), &BuiltIn);
        assert_eq!(loaded.diagnostics, []);
        assert_eq!(
            loaded.level.map(|level| level.scene.name).as_deref(),
            Some("Courtyard")
        );
    }

    #[test]
    fn the_shipped_meshes_are_those_of_the_folder() {
        let files = std::fs::read_dir("assets").unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let is_mesh = |name: &String| name.ends_with(".obj") || name.ends_with(".glb");
        let mut meshes: Vec<_> = names.filter(is_mesh).collect();
        meshes.sort();
        assert_eq!(meshes, SHIPPED_MESHES);
        assert!(is_shipped_mesh("assets/stairs.obj") && !is_shipped_mesh("assets/my.obj"));
    }

    #[test]
    fn built_in_files_are_found_by_any_spelling_of_their_path() {
        for path in ["levels/../assets/crate.obj", "./levels/courtyard.toml"] {
            assert!(BuiltIn.read(Path::new(path)).is_ok(), "{path}");
        }
        assert!(BuiltIn.read(Path::new("assets/none.obj")).is_err());
    }
}
