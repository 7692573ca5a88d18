//! The level that is played, as a file: its text, its reloads, and the next level to open.

use std::path::{Path, PathBuf};

use crate::app::level::arrival::Arrival;
use crate::app::level::opening::RecordingOpening;
use crate::app::setup::FirstLevel;
use crate::draw::renderer::Renderer;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::options::arguments::StartArguments;
use crate::platform;
use crate::session::editor::{Editor, LevelDocument};
use crate::session::guide::{LevelList, LevelListCache};
use crate::session::load::{
    LevelSource, LoadStatus, Loaded, MeshChooser, Reloader, ReportedProblems,
};
use crate::ui::input::context::EditorState;
use crate::ui::screens::loading::LoadingView;

/// A bar appears when loading takes longer than this, so that small levels do not make it flash; seconds. The page waits as
/// long (`web/loading.js`).
const BAR_DELAY: f64 = 0.3;

/// The text of the level, and the loaders of it and of another one.
pub struct LevelSlot {
    pub document: LevelDocument,
    pub reloader: Reloader<LevelMesh>,
    /// The first level, until it is played.
    pub first: Option<FirstLevel>,
    /// A broken first level, until the test level is played in its place.
    pub broken: Option<LevelSource>,
    /// A loaded level whose vertices are being uploaded.
    pub entering: Option<Entering>,
    /// How long a level has been loading; seconds.
    pub loading_seconds: f64,
    /// The page's knowledge about loading.
    pub reported: Option<LoadStatus>,
    /// The start that the command line sets instead of the level's.
    pub start: StartArguments,
    /// The tick at which the first recording pauses, until it is watched.
    pub first_tick: Option<u64>,
    /// The choice of the bare mesh that is played, shown or not.
    pub mesh_chooser: Option<MeshChooser>,
    /// A recording that is being opened.
    pub opening: RecordingOpening,
    /// The problems that the terminal shows.
    pub reported_problems: ReportedProblems,
    /// Whether the file on the disk has problems that keep it from being played.
    pub file_is_broken: bool,
    /// Whether props were moved since the problems were looked for, which there are some of.
    pub is_unchecked: bool,
    /// A level that was just written, or is opened to be edited, until it is played.
    pub arrival: Option<(PathBuf, Arrival)>,
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
    pub fn new(loaded: &Loaded<LevelMesh>, start: StartArguments, first_tick: Option<u64>) -> Self {
        Self {
            document: LevelDocument::new(loaded),
            reported_problems: ReportedProblems(loaded.diagnostics.clone()),
            reloader: Reloader::new(loaded, LevelMesh::of_level),
            first: None,
            broken: None,
            entering: None,
            loading_seconds: 0.0,
            reported: None,
            start,
            first_tick,
            mesh_chooser: None,
            opening: RecordingOpening::default(),
            file_is_broken: false,
            is_unchecked: false,
            arrival: None,
            list: LevelListCache::default(),
        }
    }

    /// The path of the level's file, as a recording stores it.
    pub fn file(&self) -> String {
        self.document.path().to_string_lossy().into_owned()
    }

    /// The levels in the folder of this one, and the shipped ones.
    pub fn levels_around(&self) -> LevelList {
        LevelList::around(self.document.path())
    }

    /// Whether the editor is on.
    pub fn edits(&self) -> bool {
        self.document.active_editor().is_some()
    }

    pub fn editor_state(&self) -> EditorState {
        match self.document.active_editor().map(Editor::selected) {
            None => EditorState::Off,
            Some(None) => EditorState::NothingSelected,
            Some(Some(_)) => EditorState::EntrySelected,
        }
    }

    /// Whether something is being loaded.
    pub fn is_loading(&self) -> bool {
        self.load_status().is_some()
    }

    /// The progress of loading a level.
    pub fn load_status(&self) -> Option<LoadStatus> {
        let entering = self.entering.as_ref();
        let upload = entering.map(|upload| LoadStatus::upload(upload.parts, upload.all_parts()));
        upload.or_else(|| self.reloader.loading())
    }

    /// Whether the window shows the bar of the first level, and nothing else, because the level has not come yet.
    pub fn shows_loading_screen(&self) -> bool {
        self.document.stands_in() && !platform::SHOWS_LOADING
    }

    /// The bar of the level that is loading, unless the page shows it.
    pub fn loading_view(&self) -> Option<LoadingView<'_>> {
        let waits = self.shows_loading_screen();
        let is_shown = waits || self.loading_seconds >= BAR_DELAY;
        let status = self.load_status().filter(|_| is_shown)?;
        let name = || self.first_name().unwrap_or_default();
        (!platform::SHOWS_LOADING).then(|| LoadingView {
            cover: waits.then(name),
            status,
            seconds: self.loading_seconds,
        })
    }

    /// The name of the first level's file.
    fn first_name(&self) -> Option<&str> {
        self.first.as_ref()?.source.path().file_name()?.to_str()
    }

    /// Gives up the current loading. Returns whether there was something.
    pub fn cancel_loading(&mut self) -> bool {
        let was_loading = self.is_loading();
        self.reloader.cancel();
        self.drop_entering();
        self.opening.cancel() || was_loading
    }

    /// Drops a loaded level that is not entered.
    pub fn drop_entering(&mut self) {
        if let Some(entering) = self.entering.take() {
            platform::discard(entering.loaded);
        }
    }

    /// Begins to load the level at `path`.
    pub fn load(&mut self, path: &Path) {
        self.drop_entering();
        self.reloader.forget_refusal(path);
        self.reloader.begin(LevelSource::at(path));
    }

    /// Looks for problems again, once nothing is dragged, after props were moved in a level that has some. They may be gone.
    pub fn check_again(&mut self) {
        let rests = self
            .document
            .editor()
            .is_some_and(|editor| editor.drag().is_none());
        if self.is_unchecked && rests && !self.is_loading() {
            self.is_unchecked = false;
            self.load_edited();
        }
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
