//! The files that a link's level may read.

use std::io::{self, ErrorKind};
use std::path::{Component, Path};

use sidle::level::Files;

use crate::platform::built_in::BuiltIn;

/// Files inside the current folder, with the built-in files as a fallback. All other paths are refused.
///
/// A link is opened before anybody has read its text, so its level is untrusted.
pub struct SandboxedFiles<'f>(pub &'f dyn Files);

impl Files for SandboxedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if !is_inside(path) {
            let why = "a link may only name files inside the current folder";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        let read = self.0.read(path);
        read.or_else(|error| BuiltIn.read(path).map_err(|_| error))
    }
}

/// Whether `path` stays inside the current folder.
fn is_inside(path: &Path) -> bool {
    let mut depth = 0_usize;
    path.components().all(|component| match component {
        Component::Normal(name) => {
            depth += 1;
            is_plain(&name.to_string_lossy())
        }
        Component::ParentDir => {
            let inside = depth > 0;
            depth = depth.saturating_sub(1);
            inside
        }
        Component::CurDir => true,
        Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Whether `name` means the same file in a web address, where these characters have another meaning.
fn is_plain(name: &str) -> bool {
    let special = |letter: char| letter.is_control() || ":\\%?#".contains(letter);
    !name.contains(special) && name.trim() == name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::HostFiles;

    #[test]
    fn paths_outside_the_current_folder_are_refused() {
        let files = SandboxedFiles(&HostFiles);
        for path in ["levels/../assets/crate.obj", "./assets/stairs.obj"] {
            assert!(files.read(path.as_ref()).is_ok(), "{path}");
        }
        for path in [
            "http://example.org/a.obj",
            "\\\\example.org\\a.obj",
            " //example.org/a.obj",
            "%2e%2e/a.obj",
            "levels/..\\..\\a.obj",
        ] {
            let error = files.read(path.as_ref()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{path}");
        }
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        for path in [manifest, "levels/../../Cargo.toml", "../Cargo.toml", "/"] {
            let error = files.read(path.as_ref()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{path}");
        }
    }

    #[test]
    fn built_in_files_replace_missing_ones() {
        struct Nothing;
        impl Files for Nothing {
            fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
                Err(ErrorKind::NotFound.into())
            }
        }
        let files = SandboxedFiles(&Nothing);
        assert!(files.read("assets/courtyard.obj".as_ref()).is_ok());
        let error = files.read("assets/mine.obj".as_ref()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
