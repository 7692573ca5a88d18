//! The text of the level being played, its file, and its editor.

use std::path::{Path, PathBuf};

use sidle::level::{EditError, MeshGuess, is_mesh};

use crate::platform;
use crate::platform::built_in::{BuiltIn, TEST_LEVEL};
use crate::session::editor::Editor;
use crate::session::editor::confirmation::DiscardCause;
use crate::session::editor::saving::Saved;
use crate::session::load::{LevelSource, Loaded};
use crate::session::recordings::path_in_link;

/// The text of a level, and the editor that changes it.
pub struct LevelDocument {
    /// The level's path, or that of the bare mesh.
    path: PathBuf,
    /// Whether there is a file. A built-in level has none.
    has_file: bool,
    /// Whether the game comes with a level of this path.
    is_shipped: bool,
    /// The text as last loaded or saved.
    text: String,
    /// How a bare mesh is taken.
    guess: Option<MeshGuess>,
    /// Whether the level only stands in for the first one.
    stands_in: bool,
    /// Whether the level came with a link.
    is_linked: bool,
    /// `None` until the player first opens the editor in this level.
    editor: Option<Editor>,
}

/// Why a level cannot be edited.
pub enum NotEditable {
    BuiltIn,
    /// The level is a bare mesh without a level file.
    BareMesh,
    /// The editor cannot parse the level's text.
    Text(EditError),
}

impl LevelDocument {
    /// The document of a loaded level.
    pub fn new<P>(loaded: &Loaded<P>) -> Self {
        let (path, has_file) = match &loaded.source {
            LevelSource::BuiltIn(path) => (path.as_path(), false),
            LevelSource::StandIn => (TEST_LEVEL.as_ref(), false),
            source => (source.path(), true),
        };
        Self {
            path: path.to_owned(),
            has_file,
            is_shipped: BuiltIn.has(path),
            text: loaded.text.clone(),
            guess: loaded.guess,
            stands_in: loaded.source == LevelSource::StandIn,
            is_linked: matches!(loaded.source, LevelSource::Link { .. }),
            editor: None,
        }
    }

    /// The level's file, or the bare mesh; `None` if the level is built in.
    pub fn file(&self) -> Option<&Path> {
        self.has_file.then_some(&self.path)
    }

    /// Whether the level is the player's own: it has a file that can be edited, and was edited, or is none of those that the game
    /// comes with.
    pub fn is_own(&self) -> bool {
        let can_be_edited = self.has_file && !self.is_linked && self.guess.is_none();
        can_be_edited && (self.editor.is_some() || !self.is_shipped)
    }

    /// Whether `loaded` is the same level, of the same file, and of the same size if it is a bare mesh.
    pub fn is_same<P>(&self, loaded: &Loaded<P>) -> bool {
        let size = |guess: MeshGuess| (guess.space, guess.scale);
        self.file() == Some(loaded.path()) && self.guess.map(size) == loaded.guess.map(size)
    }

    /// Whether the level only stands in for the first one, which has not come yet.
    pub fn stands_in(&self) -> bool {
        self.stands_in
    }

    /// The path of the level; for a built-in level, that in the source tree.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the best times of the level are kept, since a level of a link leaves nothing behind.
    pub fn keeps_times(&self) -> bool {
        !self.is_linked && platform::check_start_level(self.path()).is_ok()
    }

    /// The level's text with unsaved edits.
    pub fn text(&self) -> &str {
        self.editor.as_ref().map_or(&self.text, Editor::text)
    }

    /// For a bare mesh: its path, and the text of the level that was made around it and has no file yet.
    pub fn unsaved_mesh_level(&self) -> Option<(&Path, &str)> {
        let mesh = self.file().filter(|path| is_mesh(path))?;
        Some((mesh, &self.text))
    }

    /// Where the level that is played comes from, with unsaved edits.
    pub fn source(&self) -> LevelSource {
        let path = self.path.clone();
        match (&self.guess, self.editor()) {
            _ if self.is_linked => LevelSource::Link {
                path,
                text: self.text().to_owned(),
            },
            (Some(guess), _) => LevelSource::Mesh {
                path,
                space: guess.space,
            },
            _ if !self.has_file => LevelSource::BuiltIn(path),
            (None, Some(editor)) if editor.is_dirty() => LevelSource::Edited {
                path,
                text: editor.text().to_owned(),
            },
            (None, _) => LevelSource::File(path),
        }
    }

    /// The level's path in a link.
    pub fn link_path(&self) -> String {
        match self.unsaved_mesh_level() {
            Some((mesh, _)) => path_in_link(&mesh.with_extension("toml")),
            None => path_in_link(&self.path),
        }
    }

    /// Sets the level's file, after the text was saved there. What was a bare mesh is that level from now on.
    pub fn set_path(&mut self, path: &Path) {
        self.path = path.to_owned();
        self.guess = None;
        self.is_shipped = BuiltIn.has(path);
        self.has_file = true;
    }

    /// Replaces the text by that of a loaded level. Keeps the editor if the level's file is the same.
    ///
    /// # Errors
    /// When the editor cannot parse the text; it is then closed.
    pub fn reload<P>(&mut self, loaded: &Loaded<P>) -> Result<(), EditError> {
        let editor = self.editor.take();
        *self = Self::new(loaded);
        let Some(mut editor) = editor.filter(|editor| editor.path() == loaded.path()) else {
            return Ok(());
        };
        if loaded.source.is_edited() {
            editor.mark_played(&self.text);
        } else {
            editor.reload_from_disk(&self.text)?;
        }
        self.editor = Some(editor);
        Ok(())
    }

    /// The editor, if it was opened in this level.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The editor, to change it.
    pub fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.editor.as_mut()
    }

    /// The editor, if it is on.
    pub fn active_editor(&self) -> Option<&Editor> {
        self.editor().filter(|editor| editor.on)
    }

    /// Opens the editor, unless it is open already.
    ///
    /// # Errors
    /// When the level has no file to save edits to, or the editor cannot parse its text.
    pub fn open_editor(&mut self) -> Result<&mut Editor, NotEditable> {
        let editor = match self.editor.take() {
            Some(editor) => editor,
            None if !self.has_file => return Err(NotEditable::BuiltIn),
            None if is_mesh(&self.path) => return Err(NotEditable::BareMesh),
            None => Editor::new(&self.path, &self.text).map_err(NotEditable::Text)?,
        };
        Ok(self.editor.insert(editor))
    }

    /// Saves the edits, if the editor was opened.
    ///
    /// # Errors
    /// A message, when the file cannot be written.
    pub fn save(&mut self) -> Result<Option<Saved>, String> {
        let Some(editor) = &mut self.editor else {
            return Ok(None);
        };
        let saved = editor.save()?;
        if saved != Saved::Asks {
            editor.text().clone_into(&mut self.text);
        }
        Ok(Some(saved))
    }

    /// Discards unsaved edits once the player has confirmed it. Returns whether no unsaved edits are left.
    pub fn confirm_discarding_edits(&mut self, cause: DiscardCause) -> bool {
        let Some(editor) = &mut self.editor else {
            return true;
        };
        let confirmed = editor.confirm_discard(cause);
        if confirmed {
            editor.discard_edits();
        }
        confirmed
    }
}

#[cfg(test)]
mod tests;
