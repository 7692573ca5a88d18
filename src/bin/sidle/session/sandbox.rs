//! The level of a link: what it says is in the link, and what it names is among the files here.

use std::io::{self, ErrorKind};
use std::path::{Component, Path};

use sidle::level::Files;

use crate::platform::built_in::BuiltIn;

/// What the level of a link may name: files below the folder that one is in, and where there are none, those
/// that the program carries.
///
/// Nobody has looked at the text of a link before it is opened, so no other file is touched for it.
pub struct SandboxedFiles<'f>(pub &'f dyn Files);

impl Files for SandboxedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if !is_below(path) {
            let why = "a link names no files outside of the folder that one is in";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        let read = self.0.read(path);
        read.or_else(|error| BuiltIn.read(path).map_err(|_| error))
    }
}

fn is_below(path: &Path) -> bool {
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

/// Whether a name is one in an address, too: there, these letters lead elsewhere.
fn is_plain(name: &str) -> bool {
    let special = |letter: char| letter.is_control() || ":\\%?#".contains(letter);
    !name.contains(special) && name.trim() == name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::HostFiles;

    #[test]
    fn a_link_reads_no_file_elsewhere() {
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
    fn what_is_not_here_is_built_in() {
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
