//! Which level is played: what was changed is loaded again, and another one opened.

use std::path::Path;

use macroquad::input::get_dropped_files;

use sidle::level::Level;

use crate::platform;
use crate::app::Game;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::options::action::Action;
use crate::platform::terminal;
use crate::platform::event::{HostEvent, InputDevice};
use crate::session::Session;
use crate::session::editor::Loss;
use crate::session::level_list::LevelList;
use crate::session::loader::{LevelSource, Loaded};
use crate::session::run::CommandSource;
use crate::session::viewpoint::Viewpoint;
use crate::view::overlays::Overlays;

/// Above the problems of a level.
const PROBLEMS_HEAD: &str = "The level cannot be used like this: you are still in the last one that \
                             could. {problems} hides this.";

impl Game {
    /// Takes what was loaded in the background, and begins to load what was changed.
    pub(super) fn poll_reload(&mut self, seconds: f64) {
        if let Some(loaded) = self.reloader.poll(seconds) {
            self.take(loaded);
        }
    }

    /// Goes on in the level that was loaded, where the player is if it is the same, or tells its problems.
    pub(super) fn take(&mut self, mut loaded: Loaded<LevelMesh>) {
        if self.keeps_edits_from(&loaded) {
            return;
        }
        terminal::diagnostics(&loaded.diagnostics);
        let Some((mut level, drawing)) = loaded.level.take() else {
            if self.opening.take().is_some() {
                self.hud
                    .show_message("the recording is not played: its level has problems");
            }
            let problems = loaded.diagnostics.iter();
            let head = self.input.fill(PROBLEMS_HEAD);
            self.hud
                .show_problems(head, problems.map(ToString::to_string).collect());
            return;
        };
        self.session.end_recording();
        self.save_ended_recording();
        let opened = self.take_opened(loaded.path());
        let same = opened.is_none() && self.document.file() == Some(loaded.path());
        let lifts_props = same && self.edits();
        self.draw_from_now_on(if drawing.dynamic_props == lifts_props {
            drawing
        } else {
            LevelMesh::build(&level, &level.movers, lifts_props)
        });
        self.hud.set_level(&level);
        if same {
            // What does not fit any more is as the level says.
            let _ = self.start.apply(&mut level.rules, &level.tuning);
            let hz = self.session.sim.hz();
            self.session = Session::new(level, None, hz).continued_from(&mut self.session);
            let body = self.session.sim.tuning().body;
            self.input.fit(&self.session.level, body);
            if !loaded.source.is_edited() {
                self.hud.show_message("the level was loaded again");
            }
        } else {
            self.begin_in(level, loaded.path(), opened);
        }
        if let Err(error) = self.document.replace_with(&loaded) {
            self.hud.show_message(error.to_string());
        }
        self.show_edits();
    }

    /// Begins in another level, or anew in this one, as a recording says if one was `opened`.
    fn begin_in(&mut self, mut level: Level, path: &Path, opened: Option<CommandSource>) {
        self.see_from(match self.viewpoint {
            Viewpoint::Free(_) => Viewpoint::Eyes,
            other => other,
        });
        let opened = opened.unwrap_or(CommandSource::Live);
        opened.apply_to(&mut level);
        let hz = opened.hz().unwrap_or(self.session.sim.hz());
        self.script = opened.commands(&level.rules.spawn, hz);
        self.input.enter(&level);
        self.adaptive_quality.reset();
        self.show_numbers(&level);
        let charted = self.session.chart.is_some();
        let session = Session::new(level, None, hz);
        if let Some(difference) = opened.difference(path, &session.level.name, &session.sim) {
            self.hud.show_message(difference);
        }
        self.session = session.begun_in(opened.state().as_ref());
        if charted {
            self.session.toggle_chart();
        }
    }

    /// The numbers in the corner are there in the beginning; but in a lab the board has those that matter, and
    /// between thumbs there is no room.
    fn show_numbers(&mut self, level: &Level) {
        self.hud.shows_readings = level.lab.is_none() && self.input.device == InputDevice::Keyboard;
    }

    /// Draws something else than before, with all that lies around its origin.
    pub(super) fn draw_from_now_on(&mut self, drawing: LevelMesh) {
        self.renderer.set_level(drawing);
        let origin = self.renderer.origin();
        self.overlays = Overlays::new(self.overlays.shown, origin);
        self.map.set_level(origin);
    }

    /// Opens the level, or the mesh, at `path`, once it is loaded.
    pub(super) fn open_level(&mut self, path: &Path) {
        let again = self.document.file() == Some(path);
        if !self.may_lose_edits(if again { Loss::Reload } else { Loss::Open }) {
            return;
        }
        self.opening = None;
        self.load_level(path);
    }

    /// Begins to load the level at `path`.
    pub(super) fn load_level(&mut self, path: &Path) {
        self.screens.levels = None;
        self.reloader.begin(LevelSource::File(path.to_owned()));
    }

    /// What the page around the game asks for; what of it is done as if by a key is returned.
    pub(super) fn poll_host(&mut self) -> Vec<Action> {
        let mut asked = Vec::new();
        for event in platform::events() {
            match event {
                HostEvent::Open(path) => self.open_file(&path),
                HostEvent::Press(name) => asked.extend(self.input.press_row(&name)),
                HostEvent::MouseReleased => self.input.grab(false),
                HostEvent::Time(time) => self.time = time,
                HostEvent::Device(device) => {
                    self.input.device = device;
                    self.hud.shows_readings &= device == InputDevice::Keyboard;
                }
            }
        }
        asked
    }

    /// Opens the level, the mesh or the recording at `path`, once it is loaded.
    fn open_file(&mut self, path: &Path) {
        let end = path.extension().unwrap_or_default();
        if end.eq_ignore_ascii_case("sidle") {
            self.open_recording(path);
        } else {
            self.open_level(path);
        }
    }

    /// What is dropped onto the window is opened.
    pub(super) fn open_dropped_files(&mut self) {
        let dropped = get_dropped_files().into_iter();
        if let Some(path) = dropped.filter_map(|file| file.path).next() {
            self.open_file(&path);
        }
    }

    /// The levels beside the one that is played.
    pub(super) fn levels_around(&self) -> LevelList {
        LevelList::around(self.document.path())
    }

    /// From now on the game begins with the chosen level; with the test level again, if it does so already.
    pub(super) fn start_here(&mut self) {
        let chosen = self.screens.levels.as_ref().and_then(LevelList::chosen);
        let Some(entry) = chosen else { return };
        let path = std::path::absolute(&entry.path).unwrap_or_else(|_| entry.path.clone());
        let settings = &mut self.settings.values;
        let words = if settings.start_level.as_ref() == Some(&path) {
            settings.start_level = None;
            "the game begins with the courtyard again".to_owned()
        } else {
            settings.start_level = Some(path);
            format!("the game begins with \"{}\" from now on", entry.name)
        };
        let saved = self.settings.save_if_changed();
        self.hud.show_message(saved.err().unwrap_or(words));
    }

    /// Saves the level that was made around a bare mesh beside that, and goes on in it.
    pub(super) fn save_level(&mut self) {
        let Some((mesh, text)) = self.document.around_mesh() else {
            self.show_message_with_keys(
                "{save_level} saves the level around a bare mesh: this one has its file",
            );
            return;
        };
        let path = mesh.with_extension("toml");
        match platform::write_new(&path, text.as_bytes()) {
            Ok(()) => {
                self.hud.show_message(format!("wrote {}", path.display()));
                // The same level: the player stays.
                self.document.moved_to(&path);
                self.open_level(&path);
            }
            Err(error) => self
                .hud
                .show_message(format!("cannot write {}: {error}", path.display())),
        }
    }
}
