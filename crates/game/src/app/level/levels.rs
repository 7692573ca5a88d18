//! The level that is played: reloaded when its file changes, or replaced by another one.

use std::path::Path;
use std::time::Duration;

use macroquad::input::get_dropped_files;

use sidle::level::{Level, Severity};

use crate::app::Game;
use crate::app::level::level_slot::Entering;
use crate::app::pace::Pace;
use crate::app::records::playback::Playback;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::options::action::{Action, LabGesture, Seek, Starter};
use crate::options::overlay_set::Overlay;
use crate::platform;
use crate::platform::event::{HostEvent, InputDevice};
use crate::platform::terminal;
use crate::session::Session;
use crate::session::editor::DiscardCause;
use crate::session::eye::Viewpoint;
use crate::session::load::{LevelSource, Loaded, load_report};
use crate::session::recordings::CommandSource;

/// How long one frame uploads vertices. Smaller: a large level takes more frames; larger: frames are late.
const UPLOAD_TIME: Duration = Duration::from_millis(4);

/// The message if the player does not fit after a reload.
const NO_ROOM: &str =
    "the level was reloaded: the player's new size did not fit, so you are back at the spawn";

/// The head of the list of problems.
const PROBLEMS_HEAD: &str =
    "The level has problems, so the last valid one stays. {problems} hides this list.";

impl Game {
    /// Handles the events of the host and dropped files; returns the actions that the host asks for.
    pub(in crate::app) fn poll_host(&mut self) -> Vec<Action> {
        let dropped = get_dropped_files().into_iter();
        if let Some(path) = dropped.filter_map(|file| file.path).next() {
            self.open_file(&path);
        }
        let mut actions = Vec::new();
        for event in platform::poll_events() {
            match event {
                HostEvent::Open(path) => self.open_file(&path),
                HostEvent::NewLevel => actions.push(Action::NewLevel(Starter::Room)),
                HostEvent::Press(name) => actions.extend(self.input.press_row(&name)),
                HostEvent::MouseReleased => self.input.mouse.set(false),
                HostEvent::Time(time) => self.window.time = time,
                HostEvent::TextShown(shown) => self.window.text_is_shown = shown,
                HostEvent::Embedded => {
                    self.window.is_embedded = true;
                    self.views.hud.shows_readings = false;
                }
                HostEvent::Seek(tick) => self.show_tick(tick),
                HostEvent::Vary(name, value) => actions.extend(self.watch_with(&name, &value)),
                HostEvent::CancelLoading => self.cancel_loading(),
                HostEvent::Answer(answer) => actions.push(Action::AnswerQuestion(answer)),
                HostEvent::AcceptTour => actions.push(self.tour_input().accept()),
                HostEvent::BackInTour => actions.push(Action::NextTourStep(-1)),
                HostEvent::LeaveTour => actions.push(Action::LeaveTour),
                HostEvent::SeekTicks(ticks) => actions.push(Action::Seek(Seek::Ticks(ticks))),
                HostEvent::SeekShare(share) => actions.push(Action::Seek(Seek::Share(share))),
                HostEvent::Mark(entry) => self.views.marked = entry,
                HostEvent::DragLabShape(shares) => self.handle_lab(LabGesture::Drag(shares)),
                HostEvent::TurnLabShape(angles) => self.handle_lab(LabGesture::Turn(angles)),
                HostEvent::OrbitLab(shares) => self.handle_lab(LabGesture::Orbit(shares)),
                HostEvent::Suspend => self.suspend(),
                HostEvent::SettingsSaved => {
                    let adopted = self.settings.adopt_saved();
                    self.show_failure(adopted);
                }
                HostEvent::BestTimeKept => self.reload_best_race(),
                HostEvent::SaveSettings => {
                    let saved = self.settings.save_if_changed();
                    self.show_failure(saved);
                }
                HostEvent::Device(device) => {
                    // What was said until now names keys.
                    if self.window.device != device {
                        self.views.hud.hide_message();
                    }
                    self.window.device = device;
                    self.views.hud.shows_readings &= device == InputDevice::Keyboard;
                }
            }
        }
        actions
    }

    /// Continues loading in the background, and reloads changed files.
    pub(in crate::app) fn poll_loading(&mut self, seconds: f64) {
        self.poll_recording();
        if let Some(loaded) = self.slot.reloader.poll(seconds) {
            // Parts of a level that was given up.
            self.views.renderer.drop_parts();
            self.slot.drop_entering();
            let parts = 0;
            self.slot.entering = Some(Entering { loaded, parts });
        }
        self.upload_entering();
        self.slot.check_again();
        let is_loading = self.slot.is_loading();
        if is_loading {
            self.views.renderer.occlusion().postpone();
        }
        let seconds = self.slot.loading_seconds + seconds;
        self.slot.loading_seconds = if is_loading { seconds } else { 0.0 };
        self.report_loading();
    }

    /// Uploads vertices of the loaded level for a while, and plays the level in the first frame that has nothing to upload.
    fn upload_entering(&mut self) {
        let Some(entering) = &mut self.slot.entering else {
            return;
        };
        if let Some((_, mesh)) = &entering.loaded.level {
            let start = platform::Instant::now();
            let before = entering.parts;
            while self.views.renderer.upload_part(mesh) {
                entering.parts += 1;
                // The next part takes about as long as each of those before it.
                let uploaded = (entering.parts - before) as u32;
                let elapsed = start.elapsed();
                if elapsed + elapsed / uploaded > UPLOAD_TIME {
                    return;
                }
            }
            if entering.parts > before {
                return;
            }
        }
        if let Some(entering) = self.slot.entering.take() {
            self.play_loaded(entering.loaded);
        }
    }

    /// Notifies the page of the progress of loading, when it changes.
    fn report_loading(&mut self) {
        let status = self.slot.load_status();
        if status == self.slot.reported {
            return;
        }
        self.slot.reported = status;
        platform::notify_page(&match status {
            None => "loading".to_owned(),
            Some(status) => {
                let percent = status.percent.map(|percent| percent.to_string());
                let percent = percent.unwrap_or_else(|| "?".to_owned());
                format!("loading {percent} {}", status.words())
            }
        });
    }

    /// Gives up the level that is being loaded; the one that is played stays.
    pub(in crate::app) fn cancel_loading(&mut self) {
        if self.slot.cancel_loading() {
            self.views.renderer.drop_parts();
            self.show_message("loading was cancelled");
            if self.slot.document.stands_in() {
                self.slot.first = None;
                self.fall_back();
            }
        }
    }

    /// Plays the level that was loaded, or shows its problems. In the same level the player stays in place.
    fn play_loaded(&mut self, mut loaded: Loaded<LevelMesh>) {
        if self.protects_edits_from(&loaded) {
            return platform::discard(loaded);
        }
        let asked = self.screens.question.as_ref();
        if asked.is_some_and(|question| question.is_about(loaded.path())) {
            self.withdraw_question();
        }
        if loaded.level.is_none() && self.slot.document.stands_in() {
            return self.fall_back_from(&loaded);
        }
        if self.asks_about(&loaded) {
            return;
        }
        platform::notify_page(&load_report(&loaded, loaded.level.is_some()));
        let is_edited = loaded.source.is_edited();
        let is_again = is_edited || self.slot.document.file() == Some(loaded.path());
        let reported = &mut self.slot.reported_problems;
        let printed = reported.take_printed(&loaded.diagnostics, !is_edited);
        terminal::diagnostics(if is_again {
            &printed
        } else {
            &loaded.diagnostics
        });
        let Some((mut level, drawing)) = loaded.level.take() else {
            return self.show_problems(&loaded);
        };
        let first = self.take_first_level(&loaded);
        self.session.end_recording();
        self.save_ended_recording();
        let recording = self.slot.opening.take_for(loaded.path());
        let same = recording.is_none() && self.slot.document.is_same(&loaded);
        if same {
            self.audit.note_change();
        } else {
            self.audit.clear();
        }
        self.views.set_drawing(drawing, same);
        self.views.hud.set_level(&level.scene);
        // An edit does not mend the file, which is still as broken as before.
        if !(loaded.source.is_edited() && self.slot.file_is_broken) {
            self.forget_problems();
        }
        if same {
            // If the start no longer fits the level, the level's own start counts.
            let _ = self.slot.start.apply(&mut level.rules, &level.tuning);
            let hz = self.session.sim.hz();
            let session = Session::new(level, None, hz).with_static_hash(loaded.static_hash);
            let session = session.continued_from(&mut self.session);
            self.replace_session(session);
            let body = self.session.sim.tuning().body;
            self.input.continue_level(&self.session.level, body);
            self.offer_controllers();
            if self.session.sim.respawned() {
                self.show_message(NO_ROOM);
            } else if !loaded.source.is_edited() {
                self.show_message("the level was reloaded");
            }
        } else if let Some(first) = &first {
            self.start_first_level(level, &loaded, first);
        } else {
            let source = recording.map_or(CommandSource::Live, CommandSource::Recording);
            if matches!(source, CommandSource::Live) {
                self.look_ahead();
            }
            self.start_level(level, &loaded, &source, None);
        }
        self.offer_mesh_choice(&loaded);
        if let Err(error) = self.slot.document.reload(&loaded) {
            self.show_message(error.to_string());
        }
        self.apply_edits();
        self.arrive();
        self.load_broken_level();
    }

    /// Hides the problems of a file that is as it is played now.
    pub(in crate::app) fn forget_problems(&mut self) {
        self.slot.file_is_broken = false;
        self.views.hud.forget_problems();
    }

    fn show_problems(&mut self, loaded: &Loaded<LevelMesh>) {
        self.slot.file_is_broken = !loaded.source.is_edited();
        if self.slot.opening.cancel() {
            self.show_message("the recording is not played: its level has problems");
        }
        let head = self.key_labels().fill(PROBLEMS_HEAD);
        // What is wrong comes first, and then what only warns.
        let (errors, others): (Vec<_>, Vec<_>) = loaded
            .diagnostics
            .iter()
            .partition(|problem| problem.severity == Severity::Error);
        let problems = errors.into_iter().chain(others).map(ToString::to_string);
        self.views.hud.show_problems(head, problems.collect());
    }

    /// Closes what covers the view ahead, or looks back at the level before: the large map, the contact inspector, the panes and the
    /// ghosts.
    fn look_ahead(&mut self) {
        self.views.map.leave_large();
        self.change_overlays(|shown| {
            shown.set(Overlay::Moves, false);
            shown.set(Overlay::Panes, false);
            shown.set(Overlay::Ghosts, false);
        });
    }

    /// Starts `level`, which was `loaded`, with the commands of `source`, and with this `exhibit` of a lab.
    pub(in crate::app) fn start_level(
        &mut self,
        mut level: Level,
        loaded: &Loaded<LevelMesh>,
        source: &CommandSource,
        exhibit: Option<&str>,
    ) {
        self.set_viewpoint(match self.views.viewpoint {
            Viewpoint::Free(_) => Viewpoint::FirstPerson,
            other => other,
        });
        source.apply_to(&mut level);
        self.drop_preview();
        self.pace = Pace::default();
        let hz = source.hz().unwrap_or(self.session.sim.hz());
        self.playback = Playback::new(source.playback(&level.rules.spawn, hz));
        let before = self.input.player.controller();
        self.input.start_level(&level);
        self.window.adaptive_quality.reset();
        // In a lab, the board shows the numbers that matter. A touch screen has no room for them.
        let has_room = self.window.has_keyboard() && !self.window.is_embedded;
        self.views.hud.shows_readings = level.scene.lab.is_none() && has_room;
        let charted = self.session.chart.is_some();
        let session = Session::new(level, exhibit, hz).with_static_hash(loaded.static_hash);
        // Only a recording has a hash to compare; that of a large level may take a while.
        if source.recording().is_some() {
            let (name, hash) = (&session.level.name, session.level_hash());
            let difference = source.level_difference(loaded.path(), name, hash);
            let problem = source.start_problem(&session.sim, hash);
            for message in [difference, problem].into_iter().flatten() {
                self.show_message(message);
            }
        }
        let session = session.starting_from(source.start_state().as_ref());
        self.replace_session(session.repeating(source.recording()));
        match source.recording() {
            Some(recording) => self.watch(recording),
            None => {
                self.announce_stature();
                self.announce_controller(before);
            }
        }
        if charted {
            self.session.toggle_chart();
        }
    }

    /// Plays `session` from now on.
    fn replace_session(&mut self, session: Session) {
        self.movers.forget_worlds();
        platform::discard(std::mem::replace(&mut self.session, session));
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

    /// Opens the level, or the mesh, at `path`, once it is loaded.
    pub(in crate::app) fn open_level(&mut self, path: &Path) {
        let again = self.slot.document.file() == Some(path);
        if !self.may_lose_edits(if again {
            DiscardCause::Reload
        } else {
            DiscardCause::Open
        }) {
            return;
        }
        self.slot.opening.cancel();
        self.load_level(path);
    }

    /// Begins to load the level at `path`.
    pub(in crate::app) fn load_level(&mut self, path: &Path) {
        self.close_levels();
        self.withdraw_question();
        self.slot.load(path);
    }

    /// Starts the game with the chosen level from now on; with the test level, if the chosen one is set already.
    pub(in crate::app) fn set_start_level(&mut self) {
        let levels = self.slot.levels_around();
        let Some(entry) = levels.selected() else {
            return;
        };
        let path = match LevelSource::at(&entry.path) {
            LevelSource::BuiltIn(path) => path,
            _ => std::path::absolute(&entry.path).unwrap_or_else(|_| entry.path.clone()),
        };
        if let Err(why) = platform::check_start_level(&path) {
            let name = &entry.name;
            let message = format!("the game cannot start with \"{name}\" next time: {why}");
            return self.show_message(message);
        }
        let settings = &mut self.settings.values;
        let message = if settings.start_level.as_ref() == Some(&path) {
            settings.start_level = None;
            "the game starts with the courtyard again".to_owned()
        } else {
            settings.start_level = Some(path);
            format!("the game starts with \"{}\" from now on", entry.name)
        };
        let saved = self.settings.save_if_changed();
        self.show_message(saved.err().unwrap_or(message));
    }
}
