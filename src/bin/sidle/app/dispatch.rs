//! What is done for each thing that the window is asked to do.

use macroquad::window::set_fullscreen;

use std::path::Path;

use sidle::world::BoxFit;

use crate::app::Game;
use crate::options::action::{Action, LabAction};
use crate::options::key_page::{KeyPage, KeyPageOutcome};
use crate::options::overlay_set::OverlaySet;
use crate::options::ranges::{RATES, SENSITIVITIES};
use crate::platform::terminal;
use crate::session::recording;
use crate::session::ghosts::Ghost;
use crate::session::lab::state::Lab;
use crate::session::level_list::LevelList;
use crate::session::viewpoint::{FreeCamera, Viewpoint};

impl Game {
    pub(super) fn dispatch(&mut self, action: Action) {
        match action {
            Action::ToggleHelp => self.screens.help = !self.screens.help,
            Action::ToggleReadings => self.hud.shows_readings = !self.hud.shows_readings,
            Action::TogglePanel => self.toggle_panel(),
            Action::Respawn => self.input.respawn(),
            Action::ToggleOverlays(key) => self.show_overlays(|shown| shown.toggle(key)),
            Action::ShowOverlay(overlay, on) => self.show_overlays(|shown| shown.set(overlay, on)),
            Action::PrintSpawnOption => {
                let place = self.session.spawn_option();
                let mut lines = vec![recording::state_line(&self.session.sim)];
                lines.extend(self.session.ghosts.iter().map(Ghost::line));
                lines.extend(self.session.lab.as_ref().map(Lab::line));
                lines.push(place.clone());
                let printed = terminal::line(&lines.join("\n"));
                self.hud.show_message(printed.err().unwrap_or(place));
            }
            Action::ToggleFullscreen => {
                self.fullscreen = !self.fullscreen;
                self.input.expect_resize();
                set_fullscreen(self.fullscreen);
            }
            Action::ModeChanged(mode) => {
                self.input.set_mode(mode);
                self.hud.show_message(format!("{} mode", mode.name()));
            }
            Action::BoxFitChanged(boxes) => {
                let name = match boxes {
                    BoxFit::Oriented => "oriented boxes (OBB)",
                    BoxFit::Aligned => "axis-aligned boxes (AABB)",
                };
                self.hud.show_message(format!("movers begin again, with {name}"));
            }
            Action::ControllerChanged(controller) => {
                self.input.set_controller(controller);
                self.hud.show_message(format!("{} controller", controller.name()));
            }
            Action::ScaleSensitivity(factor) => {
                let degrees = &mut self.settings.values.sensitivity;
                *degrees = (*degrees * factor).clamp(*SENSITIVITIES.start(), *SENSITIVITIES.end());
                self.hud
                    .show_message(format!("mouse: {degrees:.3} degrees per pixel"));
            }
            Action::Lab(action) => self.dispatch_lab(action),
            Action::ToggleThirdPerson => {
                self.see_from(match self.viewpoint {
                    Viewpoint::ThirdPerson => Viewpoint::FirstPerson,
                    Viewpoint::FirstPerson | Viewpoint::Free(_) => Viewpoint::ThirdPerson,
                });
            }
            Action::ToggleFreeCamera => {
                self.see_from(match self.viewpoint {
                    Viewpoint::Free(_) => Viewpoint::FirstPerson,
                    Viewpoint::FirstPerson | Viewpoint::ThirdPerson => {
                        let (eye, _) = self.eye();
                        Viewpoint::Free(FreeCamera { eye })
                    }
                });
            }
            Action::NextMap => self.map.size = self.map.size.next(),
            Action::ZoomMap(times) => self.map.zoom(times),
            Action::Pause if self.can_show_anomaly() => self.show_anomaly(),
            Action::Pause => {
                if let Some(command) = self.session.toggle_pause() {
                    self.input.go_on(command);
                }
            }
            Action::ToggleKeyPage => {
                self.screens.help = false;
                self.screens.key_page = Some(KeyPage::default());
            }
            Action::PressOnKeyPage(press) => {
                let bindings = &mut self.settings.values.bindings;
                let after = self
                    .screens
                    .key_page
                    .as_mut()
                    .map(|page| page.press(press, bindings));
                if after == Some(KeyPageOutcome::Closed) {
                    self.screens.key_page = None;
                }
            }
            Action::SlowDown => self.session.slow_down(),
            Action::SetSlowness(slowness) => self.session.slowness = slowness,
            Action::NextHz => {
                let usual = RATES.into_iter().find(|rate| *rate > self.session.sim.hz());
                self.set_hz(usual.unwrap_or(RATES[0]));
            }
            Action::SetHz(hz) => self.set_hz(hz),
            Action::ToggleRecording => self.toggle_recording(),
            Action::SavePast => self.save_past(),
            Action::CopyLink => self.copy_link(),
            Action::ToggleChart => self.session.toggle_chart(),
            Action::ResyncGhosts => {
                let words = if self.session.resync_ghosts() {
                    "the ghosts begin where you are"
                } else {
                    "there are no ghosts: {overlay_8} calls them"
                };
                self.show_message_with_keys(words);
            }
            Action::Seek(seek) => self.seek(seek),
            Action::ToggleEditor => self.toggle_editor(),
            Action::Edit(action) => self.edit(action),
            Action::CopySpawnOption => self.copy_place(),
            Action::CopyTuning => self.copy_tuning(),
            Action::SaveTuning => self.save_tuning(),
            Action::ToggleLevels => {
                self.screens.levels = match self.screens.levels {
                    Some(_) => None,
                    None => Some(self.levels_around()),
                };
            }
            Action::SelectLevel(by) => {
                if let Some(levels) = &mut self.screens.levels {
                    levels.select_by(by);
                }
            }
            Action::OpenLevel => {
                let chosen = self.screens.levels.as_ref().and_then(LevelList::selected);
                if let Some(path) = chosen.map(|entry| entry.path.clone()) {
                    self.open_level(&path);
                }
            }
            Action::OpenLevelAt(place) => {
                if let Some(entry) = self.levels_around().entries.get(place) {
                    self.open_level(&entry.path);
                }
            }
            Action::SetStartLevel => self.start_here(),
            Action::NextLevel(by) => {
                let mut levels = self.levels_around();
                levels.select_by(by);
                if let Some(entry) = levels.selected() {
                    self.open_level(&entry.path);
                }
            }
            Action::Reload => match self.document.file().map(Path::to_owned) {
                Some(path) => self.open_level(&path),
                None => self
                    .hud
                    .show_message("this level is built in: there is no file to load again"),
            },
            Action::ToggleProblems => self.hud.shows_problems = !self.hud.shows_problems,
            Action::SaveLevel => self.save_level(),
            Action::Quit | Action::Screenshot => {}
        }
    }

    /// Sees the level from elsewhere from now on.
    pub(super) fn see_from(&mut self, viewpoint: Viewpoint) {
        self.viewpoint = viewpoint;
        match viewpoint {
            Viewpoint::Free(_) => self.input.leave_body(),
            Viewpoint::FirstPerson | Viewpoint::ThirdPerson => self.input.return_to_body(),
        }
    }

    /// Makes so many ticks a second from now on.
    fn set_hz(&mut self, hz: u32) {
        self.session.set_hz(hz);
        self.hud
            .show_message(format!("{hz} ticks a second; the past begins anew"));
    }

    /// Whether ticks are explained, time goes on, and one of the last is worth a look.
    fn can_show_anomaly(&self) -> bool {
        self.overlays.shown.moves() && !self.session.paused && self.session.anomaly().is_some()
    }

    fn show_overlays(&mut self, change: impl FnOnce(&mut OverlaySet)) {
        let before = self.overlays.shown;
        change(&mut self.overlays.shown);
        let shown = self.overlays.shown;
        self.session.set_tracing(shown.needs_trace());
        if shown.moves() && !before.moves() {
            self.show_anomaly();
        }
    }

    fn dispatch_lab(&mut self, action: LabAction) {
        let Some(lab) = &mut self.session.lab else {
            return;
        };
        match action {
            LabAction::Next => lab.show_next(false),
            LabAction::Previous => lab.show_next(true),
            LabAction::Restart => lab.restart(),
            LabAction::ToggleBoard => lab.shows_board = !lab.shows_board,
            LabAction::ToggleSettling if lab.can_settle() => lab.settles = !lab.settles,
            LabAction::ToggleSettling => {
                self.show_message_with_keys("nothing settles here: press {lab_next} for contacts")
            }
        }
    }
}
