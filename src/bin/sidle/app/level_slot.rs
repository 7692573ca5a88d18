//! The level that is played, as a file: its text, its reloads, and what is opened next.

use std::path::Path;

use crate::app::opening::RecordingOpening;
use crate::app::setup::FirstLevel;
use crate::draw::renderer::Renderer;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::options::arguments::StartArguments;
use crate::session::document::LevelDocument;
use crate::session::editor::Editor;
use crate::session::level_list::{LevelList, LevelListCache};
use crate::session::loader::{LevelSource, Loaded};
use crate::session::loading::LoadStatus;
use crate::session::reloader::Reloader;
use crate::ui::input::context::EditorState;

/// The text of the level, and what loads it again or loads another one.
pub struct LevelSlot {
    pub document: LevelDocument,
    pub reloader: Reloader<LevelMesh>,
    /// The first level, until it is played.
    pub first: Option<FirstLevel>,
    /// A broken first level, until the test level is played in its place.
    pub broken: Option<LevelSource>,
    /// A loaded level whose vertices are being uploaded.
    pub entering: Option<Entering>,
    /// What the page knows about loading.
    pub reported: Option<LoadStatus>,
    /// The start that the command line sets instead of the level's.
    pub start: StartArguments,
    /// A recording that is being opened.
    pub opening: RecordingOpening,
    /// The levels that the panel lists.
    pub list: LevelListCache,
}

/// A loaded level whose vertices are being uploaded, a part in each frame.
pub struct Entering {
    pub loaded: Loaded<LevelMesh>,
    pub parts: usize,
}

impl Entering {
    /// The number of parts of its vertices.
    pub fn all_parts(&self) -> usize {
        let level = self.loaded.level.as_ref();
        level.map_or(0, |(_, mesh)| Renderer::parts(mesh))
    }
}

impl LevelSlot {
    /// The slot of a level that was just `loaded`.
    pub fn new(loaded: &Loaded<LevelMesh>, start: StartArguments) -> Self {
        Self {
            document: LevelDocument::new(loaded),
            reloader: Reloader::new(loaded, LevelMesh::of_level),
            first: None,
            broken: None,
            entering: None,
            reported: None,
            start,
            opening: RecordingOpening::default(),
            list: LevelListCache::default(),
        }
    }

    /// The path of the level's file, as a recording stores it.
    pub fn file(&self) -> String {
        self.document.path().to_string_lossy().into_owned()
    }

    /// The levels in the folder of this one.
    pub fn levels_around(&self) -> LevelList {
        LevelList::beside(self.document.path())
    }

    /// Whether the editor is on.
    pub fn edits(&self) -> bool {
        self.document.active_editor().is_some()
    }

    pub fn editor_state(&self) -> EditorState {
        match self.document.active_editor().map(Editor::selected) {
            None => EditorState::Off,
            Some(None) => EditorState::NothingSelected,
            Some(Some(_)) => EditorState::PropSelected,
        }
    }

    /// Whether something is being loaded.
    pub fn is_loading(&self) -> bool {
        self.load_status().is_some()
    }

    /// How far the loading of a level is.
    pub fn load_status(&self) -> Option<LoadStatus> {
        let entering = self.entering.as_ref();
        let upload = entering.map(|it| LoadStatus::upload(it.parts, it.all_parts()));
        upload.or_else(|| self.reloader.loading())
    }

    /// Gives up what is being loaded. Returns whether there was something.
    pub fn cancel_loading(&mut self) -> bool {
        let was_loading = self.is_loading();
        self.reloader.cancel();
        self.entering = None;
        self.opening.cancel() || was_loading
    }

    /// Begins to load the level at `path`.
    pub fn load(&mut self, path: &Path) {
        self.entering = None;
        self.reloader.forget_refusal(path);
        self.reloader.begin(LevelSource::File(path.to_owned()));
    }

    /// Begins to load the edited text.
    pub fn load_edited(&mut self) {
        if let Some(editor) = self.document.editor() {
            self.reloader.begin(LevelSource::Edited {
                path: editor.path().to_owned(),
                text: editor.text().to_owned(),
            });
        }
    }
}
