//! The files that a link's level may read.

use std::io::{self, ErrorKind};
use std::path::Path;

use sidle::level::Files;

use crate::platform::built_in::BuiltIn;
use crate::platform::foreign_path::{LINKED, check_foreign};

/// Files inside the current folder, with the built-in files as a fallback. All other paths are refused.
///
/// A link is opened before anybody has read its text, so its level is untrusted.
pub struct SandboxedFiles<'f> {
    pub files: &'f dyn Files,
    /// The level itself. In the page, it lies in a separate folder, and the files that it names do not.
    pub level: &'f Path,
}

impl Files for SandboxedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.level {
            return self.files.read(path);
        }
        let is_linked = self.level.starts_with(LINKED);
        let plain = path.strip_prefix(LINKED).ok().filter(|_| is_linked);
        let path = plain.unwrap_or(path);
        check_foreign(path).map_err(|why| {
            let message = format!("a link may not name this file: {why}");
            io::Error::new(ErrorKind::PermissionDenied, message)
        })?;
        let read = self.files.read(path);
        read.or_else(|error| BuiltIn.read(path).map_err(|_| error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::HostFiles;
    use crate::test_support::enter_root;

    fn kind(path: &str, level: &str) -> Option<ErrorKind> {
        let files = SandboxedFiles {
            files: &HostFiles,
            level: level.as_ref(),
        };
        files.read(path.as_ref()).err().map(|error| error.kind())
    }

    #[test]
    fn paths_outside_the_current_folder_are_refused() {
        enter_root();
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        for (folder, level) in [("", "levels/a.toml"), ("linked/", "linked/levels/a.toml")] {
            for path in ["levels/../assets/crate.obj", "assets/stairs.obj"] {
                assert_eq!(kind(&format!("{folder}{path}"), level), None, "{path}");
            }
            for path in ["levels/../../Cargo.toml", "../Cargo.toml", "kept/a.obj"] {
                let refused = kind(&format!("{folder}{path}"), level);
                assert_eq!(refused, Some(ErrorKind::PermissionDenied), "{path}");
            }
        }
        for path in [manifest, "http://example.org/a.obj", "linked/levels/b.obj"] {
            let refused = kind(path, "levels/a.toml");
            assert_eq!(refused, Some(ErrorKind::PermissionDenied), "{path}");
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
        let files = SandboxedFiles {
            files: &Nothing,
            level: "linked/levels/a.toml".as_ref(),
        };
        for path in ["assets/courtyard.obj", "linked/assets/courtyard.obj"] {
            assert!(files.read(path.as_ref()).is_ok(), "{path}");
        }
        let error = files.read("assets/mine.obj".as_ref()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
