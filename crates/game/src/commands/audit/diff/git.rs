//! The files of a revision of a git repository, as the system's `git` checks them out.

use std::io;
use std::path::{Component, Path};
use std::process::{Command, Stdio};

use sidle::level::Files;

/// The files of a revision. Paths are those of git: from the root of the repository, or, after `./`, from the current folder.
#[derive(Clone, Debug)]
pub struct Revision(String);

impl Revision {
    /// The revision and the path of `text`, if it is `REVISION:PATH`. A drive of Windows is no revision.
    pub fn parse(text: &str) -> Option<(Self, &str)> {
        let (revision, path) = text.split_once(':')?;
        let is_drive = revision.len() == 1 && path.starts_with(['/', '\\']);
        // A revision that begins with `-` would be an option of git.
        let is_revision = !revision.is_empty() && !revision.starts_with('-') && !path.is_empty();
        (is_revision && !is_drive).then(|| (Self(revision.to_owned()), path))
    }
}

impl Files for Revision {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = format!("{}:{}", self.0, name_of(path));
        // With the filters of the repository, which fetch large files that it only points to.
        let output = Command::new("git")
            .args(["cat-file", "--filters", &name])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| io::Error::new(error.kind(), format!("cannot run `git`: {error}")))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let message = String::from_utf8_lossy(&output.stderr);
        let message = message.lines().next().unwrap_or("no reason given");
        let message = message.strip_prefix("fatal: ").unwrap_or(message);
        Err(io::Error::other(format!("git says: {message}")))
    }
}

/// The name of a file as git writes it: with `/`, and without a way up where there is another one.
pub fn name_of(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for component in path.components() {
        match component {
            Component::CurDir => parts.push("."),
            Component::ParentDir if !matches!(parts.last(), None | Some(&"." | &"..")) => {
                parts.pop();
            }
            Component::ParentDir => parts.push(".."),
            Component::Normal(part) => parts.extend(part.to_str()),
            Component::RootDir | Component::Prefix(_) => {}
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_told_from_a_drive_and_from_an_option() {
        let parsed = |text| Revision::parse(text).map(|(revision, path)| (revision.0, path));
        assert_eq!(
            parsed("HEAD~1:levels/a.toml"),
            Some(("HEAD~1".to_owned(), "levels/a.toml"))
        );
        assert_eq!(
            parsed("main:./a.toml"),
            Some(("main".to_owned(), "./a.toml"))
        );
        for text in [
            "levels/a.toml",
            "C:\\a.toml",
            "C:/a.toml",
            "--help:a",
            ":a",
            "HEAD:",
            "",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn names_have_no_way_up_that_git_would_refuse() {
        for (path, name) in [
            ("levels/../assets/a.obj", "assets/a.obj"),
            ("./levels/../a.obj", "./a.obj"),
            ("../a.obj", "../a.obj"),
            ("./../a.obj", "./../a.obj"),
            ("a/b/../../c", "c"),
        ] {
            assert_eq!(name_of(path.as_ref()), name);
        }
    }
}
