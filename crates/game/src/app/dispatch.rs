//! What each action does.

use std::ops::ControlFlow;
use std::path::Path;

use sidle::world::BoxFit;

use crate::app::Game;
use crate::options::action::{Action, LabAction, Seek};
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::options::press::Press;
use crate::options::ranges::{RATES, SENSITIVITIES};
use crate::platform;
use crate::platform::terminal;
use crate::session::editor::confirmation::DiscardCause;
use crate::session::eye::viewpoint::{FreeCamera, Viewpoint};
use crate::session::guide::level_list::LevelList;
use crate::session::history::ghosts::Ghost;
use crate::session::lab::state::Lab;
use crate::session::play::recording;
use crate::session::words::controller_words::purpose;
use crate::ui::screens::keys::page::{KeyPage, KeyPageOutcome};
use crate::ui::screens::menu::Menu;

impl Game {
    /// Does all `actions`, until one of them quits the game.
    pub(super) fn dispatch_all(&mut self, actions: Vec<Action>) -> ControlFlow<()> {
        for action in actions {
            if !matches!(action, Action::Edit(_)) {
                self.drop_question(&action);
            }
            self.guidance.note_action(&action);
            match action {
                Action::Quit if !platform::CAN_QUIT => {}
                Action::Quit if self.may_lose_edits(DiscardCause::Quit) => {
                    return ControlFlow::Break(());
                }
                other => self.dispatch(other),
            }
        }
        ControlFlow::Continue(())
    }

    fn dispatch(&mut self, action: Action) {
        match action {
            Action::ToggleHelp => {
                let screens = &mut self.screens;
                // Only one of them covers the picture.
                screens.menu = None;
                screens.help = match screens.help {
                    Some(page) => screens.help_layout.next_page(page),
                    None => Some(0),
                };
            }
            Action::CloseHelp => self.screens.help = None,
            Action::ToggleReadings => {
                self.views.hud.shows_readings = !self.views.hud.shows_readings;
            }
            Action::ToggleMenu => {
                self.screens.menu = match self.screens.menu {
                    Some(_) => None,
                    None => Some(Menu::default()),
                };
                self.screens.help = None;
                self.input.mouse.set(false);
            }
            Action::Resume => {
                self.screens.menu = None;
                self.input.mouse.set(self.window.has_keyboard());
            }
            Action::SelectInMenu(by) => {
                if let Some(menu) = &mut self.screens.menu {
                    menu.select_by(by);
                }
            }
            Action::SelectInMenuAt(number) => {
                if let Some(menu) = &mut self.screens.menu {
                    menu.select(number);
                }
            }
            Action::StartTour => self.start_tour(),
            Action::LeaveTour => self.leave_tour(),
            Action::TogglePanel => self.toggle_panel(),
            Action::Respawn => self.input.player.respawn(),
            Action::ToggleOverlays(key) => self.change_overlays(|shown| shown.toggle(key)),
            Action::ShowOverlay(overlay, on) => {
                self.change_overlays(|shown| shown.set(overlay, on));
            }
            Action::EnlargeSideView => self.enlarge_side_view(),
            Action::PrintSpawnOption => self.print_place(),
            Action::ToggleFullscreen => {
                self.input.mouse.expect_resize();
                self.window.toggle_fullscreen();
            }
            Action::ModeChanged(mode) => {
                self.input.player.set_mode(mode);
                self.show_message(format!("{} mode", mode.name()));
            }
            Action::BoxFitChanged(boxes) => {
                let name = match boxes {
                    BoxFit::Oriented => "oriented boxes (OBB)",
                    BoxFit::Aligned => "axis-aligned boxes (AABB)",
                };
                self.show_message(format!("the movers restart, with {name}"));
            }
            Action::ControllerChanged(controller) => {
                self.input.player.set_controller(controller);
                let (name, purpose) = (controller.name(), purpose(controller));
                self.suit_body(controller);
                self.show_message(format!("{name}: {purpose}"));
            }
            Action::ScaleSensitivity(factor) => self.scale_sensitivity(factor),
            Action::Lab(action) => self.dispatch_lab(action),
            Action::HandleLab(gesture) => self.handle_lab(gesture),
            Action::ToggleThirdPerson => {
                self.set_viewpoint(match self.views.viewpoint {
                    Viewpoint::ThirdPerson => Viewpoint::FirstPerson,
                    Viewpoint::FirstPerson | Viewpoint::Free(_) => Viewpoint::ThirdPerson,
                });
            }
            Action::ChangeStature => self.change_stature(),
            Action::ToggleFreeCamera => {
                self.set_viewpoint(match self.views.viewpoint {
                    Viewpoint::Free(_) => Viewpoint::FirstPerson,
                    Viewpoint::FirstPerson | Viewpoint::ThirdPerson => {
                        let (eye, _) = self.views.eye(&self.session, &self.axes());
                        Viewpoint::Free(FreeCamera { eye })
                    }
                });
            }
            Action::ToggleSound => {
                let sound = &mut self.settings.values.sound;
                *sound = !*sound;
                let message = if *sound { "sound on" } else { "sound off" };
                self.show_message(message);
            }
            Action::NextSurfaceStyle => {
                let surfaces = self.settings.values.surfaces.next();
                self.settings.values.surfaces = surfaces;
                self.show_message(surfaces.message());
            }
            Action::NextMap => self.views.map.size = self.views.map.size.next(),
            Action::ZoomMap(factor) if self.sees_lab() => self.approach_lab(factor),
            Action::ZoomMap(factor) => self.views.map.zoom(factor),
            Action::Pause => self.toggle_pause(),
            Action::ToggleKeyPage => {
                self.screens.help = None;
                self.screens.key_page = Some(KeyPage::default());
            }
            Action::PressOnKeyPage(press) => self.press_on_key_page(press),
            Action::SlowDown => self.session.slow_down(),
            Action::SetSlowness(slowness) => self.session.slowness = slowness,
            Action::NextHz => {
                let next = RATES.into_iter().find(|rate| *rate > self.session.sim.hz());
                self.set_hz(next.unwrap_or(RATES[0]));
            }
            Action::SetHz(hz) => self.set_hz(hz),
            Action::ToggleRecording => self.toggle_recording(),
            Action::SavePast => self.save_past(),
            Action::CopyLink => self.copy_link(),
            Action::ToggleChart => self.session.toggle_chart(),
            Action::ToggleAudit => self.toggle_audit(),
            Action::NextFinding(by) => self.next_finding(by),
            Action::ShowFinding(number) => self.show_finding(number),
            Action::LeaveFinding => self.leave_finding(),
            Action::NextHeat => self.set_heat(self.audit.heat.next()),
            Action::SetHeat(heat) => self.set_heat(heat),
            Action::ResyncGhosts => {
                let message = if self.session.resync_ghosts() {
                    "the ghosts start where you are"
                } else {
                    "there are no ghosts: {overlay_8} shows them"
                };
                self.show_message_with_keys(message);
            }
            Action::Seek(seek) => self.step(seek),
            Action::ToggleEditor => self.toggle_editor(),
            Action::Edit(action) => self.edit(action),
            Action::CopySpawnOption => self.copy_place(),
            Action::CopyTuning => self.copy_tuning(),
            Action::SaveTuning => self.save_tuning(),
            Action::ToggleLevels => {
                if self.screens.levels.is_some() {
                    self.close_levels();
                } else {
                    let reached = &self.settings.values.goals;
                    let levels = self.slot.levels_around().with_goals(reached);
                    self.screens.levels = Some(levels);
                    // The mouse chooses.
                    self.screens.levels_took_mouse = self.input.mouse.is_grabbed();
                    self.input.mouse.set(false);
                }
            }
            Action::SelectLevelAt(number) => {
                if let Some(levels) = &mut self.screens.levels {
                    levels.selected = number;
                }
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
            Action::OpenLevelAt(number) => {
                if let Some(entry) = self.slot.levels_around().entries.get(number) {
                    self.open_level(&entry.path);
                }
            }
            Action::CancelLoading => self.cancel_loading(),
            Action::AnswerQuestion(loads) => self.answer_question(loads),
            Action::ToggleMeshChooser => self.toggle_mesh_chooser(),
            Action::ChooseUnits(number) => self.choose_units(number),
            Action::ChooseOtherAxis => self.choose_other_axis(),
            Action::SetStartLevel => self.set_start_level(),
            Action::NextLevel(by) => {
                let mut levels = self.slot.levels_around();
                levels.select_by(by);
                if let Some(entry) = levels.selected() {
                    self.open_level(&entry.path);
                }
            }
            Action::Reload => match self.slot.document.file().map(Path::to_owned) {
                Some(path) => self.open_level(&path),
                None => self.show_message("this level is built in: there is no file to reload"),
            },
            Action::ToggleProblems => {
                self.views.hud.shows_problems = !self.views.hud.shows_problems;
            }
            Action::SaveLevel => self.save_level(),
            Action::Screenshot => self.window.screenshot_due = true,
            // Edits would be lost: the editor asks first.
            Action::Quit => {}
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
            LabAction::ToggleSettling => self.show_message_with_keys(
                "this exhibit cannot settle: press {lab_next} until one has contacts",
            ),
        }
    }

    /// Prints the place and what is there, and shows the place.
    fn print_place(&mut self) {
        let place = self.session.spawn_option();
        let mut lines = vec![recording::state_line(&self.session.sim)];
        lines.extend(self.session.ghosts.iter().map(Ghost::line));
        lines.extend(self.session.lab.as_ref().map(Lab::line));
        lines.push(place.clone());
        let printed = terminal::line(&lines.join("\n"));
        self.show_message(printed.err().unwrap_or(place));
    }

    fn scale_sensitivity(&mut self, factor: f64) {
        let degrees = &mut self.settings.values.sensitivity;
        *degrees = (*degrees * factor).clamp(*SENSITIVITIES.start(), *SENSITIVITIES.end());
        let message = format!("mouse: {degrees:.3} degrees per pixel");
        self.show_message(message);
    }

    /// Pauses, or continues from the tick that is shown. Pauses at the contact that is seen from the side, if it is recent.
    fn toggle_pause(&mut self) {
        let watches = self.views.overlays.shown.moves() && !self.session.paused;
        let contact = self.recent_contact_tick().filter(|_| watches);
        if let Some(tick) = contact {
            let ticks = self.session.sim.ticks() as isize - tick as isize;
            self.seek(Seek::Ticks(-ticks));
        } else if let Some(input) = self.session.toggle_pause() {
            self.input.player.resume_from(input);
        }
    }

    /// Fills the window with the view from the side, or makes it small again.
    fn enlarge_side_view(&mut self) {
        let is_shown = self.views.overlays.shown.moves();
        self.views.side.is_large = !(is_shown && self.views.side.is_large);
        if !is_shown {
            self.change_overlays(|shown| shown.set(Overlay::Moves, true));
        }
    }

    fn press_on_key_page(&mut self, press: Press) {
        let bindings = &mut self.settings.values.bindings;
        let page = self.screens.key_page.as_mut();
        let outcome = page.map(|page| page.press(press, bindings));
        if outcome == Some(KeyPageOutcome::Closed) {
            self.screens.key_page = None;
        }
    }

    /// Sees the level from `viewpoint`.
    pub(super) fn set_viewpoint(&mut self, viewpoint: Viewpoint) {
        self.views.viewpoint = viewpoint;
        match viewpoint {
            Viewpoint::Free(_) => self.input.view.detach(),
            Viewpoint::FirstPerson | Viewpoint::ThirdPerson => self.input.view.attach(),
        }
    }

    fn set_hz(&mut self, hz: u32) {
        self.session.set_hz(hz);
        self.show_message(format!(
            "{hz} ticks per second: earlier ticks are discarded"
        ));
    }

    /// Changes which overlays are shown.
    pub(super) fn change_overlays(&mut self, change: impl FnOnce(&mut OverlaySet)) {
        let watched = self.views.overlays.shown.moves();
        change(&mut self.views.overlays.shown);
        // There is one second picture: the view from the side, or the panes.
        let all = &mut self.views.overlays.shown;
        if all.moves() && all.has(Overlay::Panes) {
            all.set(
                if watched {
                    Overlay::Moves
                } else {
                    Overlay::Panes
                },
                false,
            );
        }
        let shown = self.views.overlays.shown;
        self.session.set_tracing(shown.needs_trace());
        if !shown.moves() {
            self.views.side.is_large = false;
        } else if !watched {
            // It may have told to look.
            self.views.hud.hide_message();
        }
    }
}
