//! The meshes that every level may use without naming a file: those of the built-in kinds and of signs.

use std::io;
use std::path::{Component, Path};

use super::disk::Files;

/// Files that are compiled into a program, each with its path, relative, with `/`.
///
/// # Example
/// ```
/// use sidle::level::{EmbeddedFiles, Files};
/// let files = EmbeddedFiles(&[("levels/hall.toml", b"format = 1")]);
/// assert_eq!(files.read("levels/../levels/hall.toml".as_ref()).unwrap(), b"format = 1");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFiles(pub &'static [(&'static str, &'static [u8])]);

impl Files for EmbeddedFiles {
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
        let found = self.0.iter().find(|(name, _)| *name == path);
        found
            .map(|(_, bytes)| bytes.to_vec())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not among the built-in files"))
    }
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_bytes!(concat!("../../../", $path)) as &[u8])),*]
    };
}

/// The meshes and materials of the built-in kinds and of signs, so that `kind = "crate"` works in any folder.
pub const BUILT_IN_MESHES: EmbeddedFiles = EmbeddedFiles(&files![
    "assets/car.mtl",
    "assets/car.obj",
    "assets/crate.mtl",
    "assets/crate.obj",
    "assets/fence.mtl",
    "assets/fence.obj",
    "assets/sign.mtl",
    "assets/sign.obj",
]);

/// The built-in kinds of props and movers that have a file, with the paths of their meshes in [`BUILT_IN_MESHES`].
pub const BUILT_IN_FILES: [(&str, &str); 3] = [
    ("fence", "assets/fence.obj"),
    ("crate", "assets/crate.obj"),
    ("car", "assets/car.obj"),
];

/// The names of all built-in kinds of props and movers, the plain shapes first.
pub const BUILT_IN_KINDS: [&str; 7] = [
    "block", "ramp", "stairs", "cylinder", "crate", "fence", "car",
];

/// The mesh of every sign.
pub const SIGN_MESH: &str = "assets/sign.obj";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_every_sign_has_its_mesh() {
        for (kind, path) in BUILT_IN_FILES {
            assert!(BUILT_IN_MESHES.read(Path::new(path)).is_ok(), "{kind}");
        }
        assert!(BUILT_IN_MESHES.read(Path::new(SIGN_MESH)).is_ok());
    }
}
