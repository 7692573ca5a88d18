//! The effect of each action.

use std::ops::ControlFlow;
use std::path::Path;

use sidle::player::{Controller, Mode};
use sidle::world::BoxFit;

use crate::app::Game;
use crate::options::action::{Action, LabAction, Seek, SettingChange};
use crate::options::controllers;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::options::ranges::{RATES, SENSITIVITIES};
use crate::options::settings::Values;
use crate::platform;
use crate::platform::terminal;
use crate::session::editor::DiscardCause;
use crate::session::eye::{FreeCamera, Viewpoint};
use crate::session::guide::LevelList;
use crate::session::history::Ghost;
use crate::session::lab::Lab;
use crate::session::play::recording;
use crate::session::words::purpose;

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
            // Edits would be lost: the editor asks first.
            Action::Quit => {}
            Action::CloseScreen => self.close_screen(),
            Action::Selected => {}
            Action::ToggleHelp => self.toggle_help(),
            Action::ToggleMenu => self.toggle_menu(),
            Action::Resume => self.resume(),
            Action::ToggleKeyPage => self.open_key_page(),
            Action::TogglePanel => self.toggle_panel(),
            Action::OpenSettings => self.open_settings(),
            Action::StartTour => self.start_tour(),
            Action::LeaveTour => self.leave_tour(),
            Action::NextTourStep(by) => self.next_tour_step(by),
            Action::ToggleReadings => toggle(&mut self.views.hud.shows_readings),
            Action::ToggleProblems => toggle(&mut self.views.hud.shows_problems),
            Action::ToggleFullscreen => self.toggle_fullscreen(),
            Action::Screenshot => self.window.screenshot_due = true,

            Action::Respawn => self.input.player.respawn(),
            Action::ModeChanged(mode) => self.change_mode(mode),
            Action::ControllerChanged(controller) => self.change_controller(controller),
            Action::BoxFitChanged(boxes) => self.announce_boxes(boxes),
            Action::ChangeStature => self.change_stature(),
            Action::ChangeSetting(change) => {
                let message = change_setting(&mut self.settings.values, change);
                self.show_message(message);
            }
            Action::ChangeForSession(change) => self.change_for_session(change),
            Action::KeepSettings => self.settings.keep_session_values(),

            Action::ToggleOverlays(key) if self.inspector_covers(key) => {
                let how = if self.window.has_keyboard() {
                    "{side_large} makes"
                } else {
                    "a tap on its card makes"
                };
                let words = format!("{how} the inspector small: overlays show beside it");
                self.show_message_with_keys(&words);
            }
            Action::ToggleOverlays(key) => {
                let was_shown = self.views.overlays.shown.moves();
                // Behind a large map, nobody would see it.
                let uncovers = is_key_of_inspector(key) && self.views.map.leave_large();
                if !(uncovers && was_shown) {
                    self.change_overlays(|shown| shown.toggle(key));
                }
                self.follow_inspector(was_shown);
            }
            Action::ShowOverlay(overlay, on) => {
                self.change_overlays(|shown| shown.set(overlay, on));
            }
            Action::EnlargeSideView => self.enlarge_side_view(),
            Action::TryOtherValue => self.try_other_value(),
            Action::ResyncGhosts => self.resync_ghosts(),
            Action::ToggleChart => self.session.toggle_chart(),
            Action::ToggleThirdPerson => self.toggle_third_person(),
            Action::ToggleFreeCamera => self.toggle_free_camera(),
            Action::NextMap => self.views.map.size = self.views.map.size.next(),
            Action::ZoomMap(factor) if self.sees_lab() => self.approach_lab(factor),
            Action::ZoomMap(factor) => self.views.map.zoom(factor),
            Action::Lab(action) => self.dispatch_lab(action),
            Action::HandleLab(gesture) => self.handle_lab(gesture),

            Action::Pause => self.toggle_pause(),
            Action::SlowDown => self.session.slow_down(),
            Action::SetSlowness(slowness) => self.session.slowness = slowness,
            Action::NextHz => self.set_next_hz(),
            Action::SetHz(hz) => self.set_hz(hz),
            Action::Seek(seek) => {
                self.film = None;
                self.step(seek);
            }
            Action::ToggleRecording => self.toggle_recording(),
            Action::SavePast => self.save_past(),
            Action::CopyLink => self.copy_link(),
            Action::PrintSpawnOption => self.print_place(),
            Action::CopySpawnOption => self.copy_place(),

            Action::ToggleAudit => self.toggle_audit(),
            Action::NextFinding(by) => self.next_finding(by),
            Action::ShowFinding(number) => self.show_finding(number),
            Action::IgnoreFinding { number, by_box } => self.ignore_finding(number, by_box),
            Action::LeaveFinding => self.leave_finding(),
            Action::NextHeat => self.set_heat(self.audit.heat.next()),
            Action::SetHeat(heat) => self.set_heat(heat),

            Action::ToggleEditor => self.toggle_editor(),
            Action::OpenEditor if !self.slot.edits() => self.toggle_editor(),
            Action::OpenEditor if !self.panel.is_open() => self.toggle_panel(),
            Action::OpenEditor => {}
            Action::PlayFromStart => {
                self.toggle_editor();
                // The start of the level is not that of a race.
                self.session.forget_start();
                if self.session.paused {
                    self.toggle_pause();
                }
                let mode = self.session.sim.rules().spawn.mode;
                self.input.player.set_mode(mode);
                self.input.player.respawn();
            }
            Action::Edit(action) => self.edit(action),
            Action::CopyTuning => self.copy_tuning(),
            Action::SaveTuning => self.save_tuning(),

            Action::ToggleLevels => self.toggle_levels(),
            Action::OpenLevel => self.open_selected_level(),
            Action::OpenLevelAt(number) => self.open_listed(|levels| levels.selected = number),
            Action::NextLevel(by) => self.open_listed(|levels| levels.select_by(by)),
            Action::NewLevel(starter) => self.new_level(starter),
            Action::SetStartLevel => self.set_start_level(),
            Action::Reload => self.reload(),
            Action::SaveLevel => self.save_level(false),
            Action::CancelLoading => self.cancel_loading(),
            Action::AnswerQuestion(answer) => self.answer_question(answer),
            Action::ToggleMeshChooser => self.toggle_mesh_chooser(),
            Action::ChooseUnits(number) => self.choose_units(number),
            Action::ChooseOtherAxis => self.choose_other_axis(),
        }
    }

    fn toggle_fullscreen(&mut self) {
        self.input.mouse.expect_resize();
        self.window.toggle_fullscreen();
    }

    fn change_mode(&mut self, mode: Mode) {
        self.input.player.set_mode(mode);
        self.announce_switch(format!("{} mode", mode.name()));
    }

    fn change_controller(&mut self, controller: Controller) {
        self.input.player.set_controller(controller);
        let (name, purpose) = (controllers::name(controller), purpose(controller));
        self.suit_body(controller);
        self.announce_switch(format!("{name}: {purpose}"));
    }

    /// Shows `words` for a switch, and when it takes effect if that is not at once.
    fn announce_switch(&mut self, words: String) {
        if self.playback.is_active() {
            self.show_message_with_keys(
                "the recording moves you: {respawn} lets you play yourself, and then choose",
            );
        } else if self.session.paused {
            self.show_message(format!("once you go on, {words}"));
        } else {
            self.show_message(words);
        }
    }

    fn announce_boxes(&mut self, boxes: BoxFit) {
        let name = match boxes {
            BoxFit::Oriented => "oriented boxes (OBB)",
            BoxFit::Aligned => "axis-aligned boxes (AABB)",
        };
        self.announce_switch(format!("the movers restart, with {name}"));
    }

    fn toggle_third_person(&mut self) {
        self.set_viewpoint(match self.views.viewpoint {
            Viewpoint::ThirdPerson => Viewpoint::FirstPerson,
            Viewpoint::FirstPerson | Viewpoint::Free(_) => Viewpoint::ThirdPerson,
        });
    }

    fn toggle_free_camera(&mut self) {
        self.set_viewpoint(match self.views.viewpoint {
            Viewpoint::Free(_) => Viewpoint::FirstPerson,
            Viewpoint::FirstPerson | Viewpoint::ThirdPerson => {
                let (eye, _) = self.views.eye(&self.session, &self.axes());
                Viewpoint::Free(FreeCamera { eye })
            }
        });
    }

    /// Changes a setting until the game ends.
    fn change_for_session(&mut self, change: SettingChange) {
        // What was changed before is kept, also of the same setting.
        let saved = self.settings.save_if_changed();
        let mut values = self.settings.values.clone();
        let message = change_setting(&mut values, change);
        self.settings.override_for_session(|kept| {
            kept.sensitivity = values.sensitivity;
            kept.surfaces = values.surfaces;
            kept.sound = values.sound;
        });
        let is_said =
            change == SettingChange::NextSurfaceStyle || !self.settings.has_session_values();
        let until = if is_said { "" } else { ", until you quit" };
        self.show_message(saved.err().unwrap_or(message + until));
    }

    fn resync_ghosts(&mut self) {
        if !self.session.resync_ghosts() {
            self.show_message_with_keys("there are no ghosts: {overlay_8} shows them");
        } else if self.session.paused {
            self.show_message("once you go on, the ghosts start where you are");
        } else {
            self.show_message("the ghosts start where you are");
        }
    }

    /// Opens the level that `select` selects in the list of those around this one.
    fn open_listed(&mut self, select: impl FnOnce(&mut LevelList)) {
        let mut levels = self.slot.levels_around();
        select(&mut levels);
        if let Some(entry) = levels.selected() {
            self.open_level(&entry.path);
        }
    }

    fn reload(&mut self) {
        match self.slot.document.file().map(Path::to_owned) {
            Some(path) => self.open_level(&path),
            None => self.show_message("this level is built in: there is no file to reload"),
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

    /// Prints the place and the object there, and shows the place.
    fn print_place(&mut self) {
        let place = self.session.spawn_option();
        let mut lines = vec![
            recording::state_line(&self.session.sim),
            self.session.position_line(),
        ];
        lines.extend(self.session.ghosts.iter().map(Ghost::line));
        lines.extend(self.session.lab.as_ref().map(Lab::line));
        lines.push(place.clone());
        let printed = terminal::line(&lines.join("\n"));
        self.show_message(printed.err().unwrap_or(place));
    }

    /// Pauses, or continues from the tick that is shown, or that was shown before a race was shared. Pauses at the contact that is
    /// seen from the side, if it is recent.
    fn toggle_pause(&mut self) {
        if let Some([_, back]) = self.film.take().filter(|_| self.session.paused) {
            self.show_tick(back);
        }
        let watches = self.views.overlays.shown.moves() && !self.session.paused;
        let contact = self.recent_contact_tick().filter(|_| watches);
        if let Some(tick) = contact {
            let ticks = self.session.sim.ticks() as isize - tick as isize;
            self.seek(Seek::Ticks(-ticks));
        } else {
            if let Some(input) = self.session.toggle_pause() {
                self.input.player.follow(input);
                self.input.player.clear_presses();
            }
            if !self.session.paused {
                self.go_on_watching();
            }
        }
    }

    /// Goes on after a pause that the game made.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn go_on(&mut self) {
        if self.session.paused {
            self.toggle_pause();
        }
    }

    /// Fills the window with the view from the side, or makes it small again.
    fn enlarge_side_view(&mut self) {
        let is_shown = self.views.overlays.shown.moves();
        // Behind a large map, nobody would see it.
        self.views.map.leave_large();
        self.views.side.is_large = !(is_shown && self.views.side.is_large);
        if self.views.side.is_large {
            self.views.hud.hide_message();
        }
        if !is_shown {
            self.change_overlays(|shown| shown.set(Overlay::Moves, true));
        }
    }

    /// Whether the inspector fills the window, and thus covers what the overlay key `key` switches.
    fn inspector_covers(&self, key: u8) -> bool {
        let shown = self.views.overlays.shown;
        shown.moves() && self.views.side.is_large && !is_key_of_inspector(key)
    }

    /// Runs the contact that is seen again with the value that its cause offers, or forgets that run.
    fn try_other_value(&mut self) {
        if !self.views.overlays.shown.moves() {
            return self.change_overlays(|shown| shown.set(Overlay::Moves, true));
        }
        if self.session.trial_run().is_some() {
            return self.session.forget_trial();
        }
        let Some(trial) = self.views.side.trial() else {
            return self.show_message("no other value would change this tick");
        };
        if let Err(why) = self.session.try_value(trial) {
            let words = trial.words(self.session.sim.hz());
            self.show_message(format!("{words} was not tried: {why}"));
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

    fn set_next_hz(&mut self) {
        let next = RATES.into_iter().find(|rate| *rate > self.session.sim.hz());
        self.set_hz(next.unwrap_or(RATES[0]));
    }

    fn set_hz(&mut self, hz: u32) {
        self.session.set_hz(hz);
        self.show_message(format!(
            "{hz} ticks per second: earlier ticks are discarded"
        ));
    }

    /// Shows the event that the hint speaks of, if the contact inspector opens in a pause that shows another tick.
    fn follow_inspector(&mut self, was_shown: bool) {
        let is_shown = self.views.overlays.shown.moves();
        if was_shown && !is_shown {
            self.forget_closing_words();
        }
        let event = self.session.anomaly().map(|anomaly| anomaly.tick);
        if let Some(tick) = event.filter(|_| is_shown && !was_shown && self.session.paused) {
            self.film = None;
            self.show_tick(tick);
        }
    }

    /// Sees panes from outside when they come on, and the level as before when they go. The player may change it between.
    pub(super) fn see_panes_from_outside(&mut self) {
        let are_shown = self.views.overlays.shown.has(Overlay::Panes);
        match self.views.viewpoint_before {
            None if are_shown => {
                self.views.viewpoint_before = Some(self.views.viewpoint);
                self.set_viewpoint(Viewpoint::ThirdPerson);
            }
            Some(before) if !are_shown => {
                self.views.viewpoint_before = None;
                if self.views.viewpoint == Viewpoint::ThirdPerson {
                    self.set_viewpoint(before);
                }
            }
            _ => {}
        }
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
        self.see_panes_from_outside();
        if !shown.moves() {
            self.views.side.is_large = false;
        } else if !watched {
            // It may have asked the player to look.
            self.views.hud.hide_message();
        }
    }
}

/// Whether the overlay key `key` switches the contact inspector.
fn is_key_of_inspector(key: u8) -> bool {
    let mut entries = Overlay::ALL.iter();
    entries.any(|entry| entry.key == Some(key) && entry.overlay == Overlay::Moves)
}

/// Changes a setting; returns a message.
fn change_setting(values: &mut Values, change: SettingChange) -> String {
    match change {
        SettingChange::ScaleSensitivity(factor) => {
            let degrees = &mut values.sensitivity;
            *degrees = (*degrees * factor).clamp(*SENSITIVITIES.start(), *SENSITIVITIES.end());
            format!("mouse: {degrees:.3} degrees per pixel")
        }
        SettingChange::NextSurfaceStyle => {
            values.surfaces = values.surfaces.next();
            values.surfaces.message().to_owned()
        }
        SettingChange::ToggleSound => {
            toggle(&mut values.sound);
            if values.sound {
                "sound on"
            } else {
                "sound off"
            }
            .to_owned()
        }
    }
}

fn toggle(is_on: &mut bool) {
    *is_on = !*is_on;
}
