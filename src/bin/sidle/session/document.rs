//! The text of the level that is played: the only place that knows what it says and which file holds it.

use std::path::{Path, PathBuf};

use sidle::level::EditError;

use crate::platform::built_in::TEST_LEVEL;
use crate::session::editor::{Editor, Loss};
use crate::session::link::from_here;
use crate::session::loader::{LevelSource, Loaded, is_mesh};

/// The text of a level, and the editor that changes it.
pub struct LevelDocument {
    /// The level's file, or the bare mesh; `None`: the level is built in.
    path: Option<PathBuf>,
    /// As it was loaded or saved last.
    text: String,
    /// From when it is first switched on in this level.
    editor: Option<Editor>,
}

/// Why a level cannot be edited.
pub enum NotEditable {
    BuiltIn,
    /// No file holds the level around a bare mesh yet.
    BareMesh,
    Text(EditError),
}

impl LevelDocument {
    /// The document of a level that was just loaded.
    pub fn of<P>(loaded: &Loaded<P>) -> Self {
        let path = match &loaded.source {
            LevelSource::BuiltIn => None,
            source => Some(source.path().to_owned()),
        };
        Self {
            path,
            text: loaded.text.clone(),
            editor: None,
        }
    }

    /// The level's file, or the bare mesh; `None`: the level is built in.
    pub fn file(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The same, or where the built-in level lies in the source tree.
    pub fn path(&self) -> &Path {
        self.file().unwrap_or(TEST_LEVEL.as_ref())
    }

    /// What the level says now, with unsaved edits.
    pub fn text(&self) -> &str {
        self.editor.as_ref().map_or(&self.text, Editor::text)
    }

    /// The bare mesh and the text of the level around it, if no file holds that yet.
    pub fn around_mesh(&self) -> Option<(&Path, &str)> {
        let mesh = self.file().filter(|path| is_mesh(path))?;
        Some((mesh, &self.text))
    }

    /// The path of the level as a link names it: relative to the current folder where that is possible.
    pub fn link_path(&self) -> String {
        match (self.file(), self.around_mesh()) {
            (None, _) => TEST_LEVEL.to_owned(),
            (_, Some((mesh, _))) => from_here(&mesh.with_extension("toml")),
            (Some(path), None) => from_here(path),
        }
    }

    /// The text is in the file at `path` now.
    pub fn moved_to(&mut self, path: &Path) {
        self.path = Some(path.to_owned());
    }

    /// Takes what was loaded. The editor stays for the same level.
    ///
    /// # Errors
    /// When the editor cannot read the text; it is then closed.
    pub fn replace_with<P>(&mut self, loaded: &Loaded<P>) -> Result<(), EditError> {
        let editor = self.editor.take();
        *self = Self::of(loaded);
        let Some(mut editor) = editor.filter(|editor| editor.path() == loaded.path()) else {
            return Ok(());
        };
        if loaded.source.is_edited() {
            editor.is_shown(&self.text);
        } else {
            editor.read_again(&self.text)?;
        }
        self.editor = Some(editor);
        Ok(())
    }

    /// The editor, once it was opened.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The same, to be changed.
    pub fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.editor.as_mut()
    }

    /// The editor while it is on.
    pub fn active_editor(&self) -> Option<&Editor> {
        self.editor().filter(|editor| editor.on)
    }

    /// Opens the editor, unless it is open already.
    ///
    /// # Errors
    /// When the level has no file that edits could go into, or its text cannot be edited.
    pub fn open_editor(&mut self) -> Result<&mut Editor, NotEditable> {
        let editor = match (self.editor.take(), &self.path) {
            (Some(editor), _) => editor,
            (None, None) => return Err(NotEditable::BuiltIn),
            (None, Some(path)) if is_mesh(path) => return Err(NotEditable::BareMesh),
            (None, Some(path)) => Editor::new(path, &self.text).map_err(NotEditable::Text)?,
        };
        Ok(self.editor.insert(editor))
    }

    /// Saves the edits. `false`: a question has to be answered first.
    ///
    /// # Errors
    /// In words, when the file cannot be written.
    pub fn save(&mut self) -> Result<bool, String> {
        let Some(editor) = &mut self.editor else {
            return Ok(false);
        };
        let saved = editor.save()?;
        if saved {
            editor.text().clone_into(&mut self.text);
        }
        Ok(saved)
    }

    /// Asks before edits are lost; whether they may be.
    pub fn may_lose_edits(&mut self, loss: Loss) -> bool {
        let Some(editor) = &mut self.editor else {
            return true;
        };
        let may = editor.may_lose(loss);
        if may {
            editor.forget_edits();
        }
        may
    }
}
