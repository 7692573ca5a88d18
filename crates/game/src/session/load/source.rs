//! Where a level comes from.

use std::path::{Path, PathBuf};

use sidle::level::{MeshSpace, is_mesh};
use sidle::replay::Moment;

use crate::platform;
use crate::platform::built_in::BuiltIn;
use crate::platform::foreign_path::{LINKED, check_foreign, is_in};

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// The shipped level of this path, without a file.
    BuiltIn(PathBuf),
    /// A level file, or a bare mesh.
    File(PathBuf),
    /// A bare mesh, in the unit and with the upward axis that the player has chosen.
    Mesh { path: PathBuf, space: MeshSpace },
    /// An editor's unsaved text in place of a level file.
    Edited { path: PathBuf, text: String },
    /// The text of a link, and the path of the level from which the link was made.
    Link { path: PathBuf, text: String },
    /// A crate to stand on, until the first level has come from a worker. The player does not see it.
    StandIn,
}

/// The path and the text of the stand-in.
const STAND_IN: (&str, &str) = (
    "stand-in.toml",
    "format = 1\nname = \"Loading\"\n[spawn]\nposition = [0, 0.5, 0]\n[[prop]]\nkind = \"crate\"\n\
     position = [0, -0.5, 0]\n",
);

impl LevelSource {
    /// The level at `path`: a file, or the shipped level of this path if there is no file.
    pub fn at(path: &Path) -> Self {
        if BuiltIn.has(path) && !platform::exists(path) {
            Self::BuiltIn(path.to_owned())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The level of a link.
    ///
    /// # Errors
    /// A message, when the link names a path that a link may not name.
    pub fn of_moment(moment: &Moment) -> Result<Self, String> {
        let path = Path::new(moment.path());
        check_linked(path)?;
        Ok(Self::Link {
            path: platform::linked_path(path),
            text: moment.text().to_owned(),
        })
    }

    /// The path of the level, or of the mesh.
    pub fn path(&self) -> &Path {
        match self {
            Self::BuiltIn(path)
            | Self::File(path)
            | Self::Mesh { path, .. }
            | Self::Edited { path, .. }
            | Self::Link { path, .. } => path,
            Self::StandIn => STAND_IN.0.as_ref(),
        }
    }

    /// The text in place of the level's file.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Edited { text, .. } | Self::Link { text, .. } => Some(text),
            Self::StandIn => Some(STAND_IN.1),
            Self::BuiltIn(_) | Self::File(_) | Self::Mesh { .. } => None,
        }
    }

    /// Whether the source is a link, or a text that replaces that of a link: such a level stays in the sandbox.
    pub fn is_linked(&self) -> bool {
        matches!(self, Self::Link { .. }) || is_in(LINKED, self.path())
    }

    /// Whether the source is a bare mesh. A missing file is not, so that it is reported as missing. Only the path of an
    /// own file is looked up: that of a link stays inside the sandbox.
    pub fn is_bare_mesh(&self) -> bool {
        let is_there = || !matches!(self, Self::File(_)) || platform::exists(self.path());
        is_mesh(self.path()) && is_there()
    }

    /// The unit and the upward axis that the player has chosen for a bare mesh.
    pub fn space(&self) -> Option<MeshSpace> {
        match self {
            Self::Mesh { space, .. } => Some(*space),
            _ => None,
        }
    }

    /// Whether the source is a level's file, and no bare mesh.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::File(path) if !is_mesh(path))
    }

    /// Whether the source is an editor's text.
    pub fn is_edited(&self) -> bool {
        matches!(self, Self::Edited { .. })
    }
}

/// Checks the path of a link's level.
fn check_linked(path: &Path) -> Result<(), String> {
    let is_level = is_mesh(path)
        || path
            .extension()
            .is_some_and(|extension| extension == "toml");
    let kind = || "a level's name ends in `.toml`, `.obj`, `.gltf` or `.glb`".to_owned();
    let checked = check_foreign(path).and_then(|()| is_level.then_some(()).ok_or_else(kind));
    checked.map_err(|why| {
        let shown = path.to_string_lossy();
        let shown = shown.escape_debug();
        format!("the link is not opened: its level is called `{shown}`, and {why}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_whose_level_has_a_path_of_the_player_is_not_opened() {
        for path in ["levels/hall.toml", "floor.OBJ", "a.glb", "a.gltf"] {
            assert_eq!(check_linked(path.as_ref()), Ok(()));
        }
        for path in [
            "kept/settings.toml",
            "levels/../kept/settings.toml",
            "dropped/a.toml",
            "../a.toml",
            "/home/me/a.toml",
            "http://example.org/a.toml",
            ".cargo/config.toml",
            "walk.sh",
        ] {
            let message = check_linked(path.as_ref()).unwrap_err();
            assert!(message.starts_with("the link is not opened"), "{message}");
        }
    }
}
