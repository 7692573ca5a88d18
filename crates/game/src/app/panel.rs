//! The panel's part of a frame, in which changes in the panel take effect.

use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed};
use sidle::level::player_table;

use crate::app::Game;
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::controllers;
use crate::platform;
use crate::ui::panel::SETTINGS;
use crate::ui::panel::model::{EditorModel, PanelModel};

impl Game {
    /// Opens or closes the panel. An open panel has the mouse.
    pub(super) fn toggle_panel(&mut self) {
        match self.panel.toggle(self.input.mouse.is_grabbed()) {
            Ok(grab) => self.input.mouse.set(grab),
            Err(message) => self.show_message(message),
        }
    }

    /// Opens the panel at the settings.
    pub(super) fn open_settings(&mut self) {
        if let Some(editor) = self.slot.document.editor_mut() {
            editor.on = false;
        }
        if !self.panel.is_open() {
            self.toggle_panel();
        }
        self.panel.scroll_to(SETTINGS);
    }

    /// Lays out the panel and applies its changes; returns the actions of its buttons.
    pub(super) fn run_panel(&mut self) -> Vec<Action> {
        let pointer = !self.input.mouse.is_grabbed();
        // Over the help, it would cover a column.
        if !self.panel.is_open() || self.screens.shows_help() {
            return self.panel.run(&Viewport::current(), pointer, None);
        }
        // Shared, since the panel changes the other settings.
        let bindings = self.settings.values.bindings.clone();
        if is_mouse_button_pressed(MouseButton::Left)
            && let Some(editor) = self.slot.document.editor_mut()
        {
            editor.end_step();
        }
        if !is_mouse_button_down(MouseButton::Left)
            && let Some(editor) = self.slot.document.editor_mut()
        {
            editor.preview = None;
        }
        let editor = self
            .slot
            .document
            .active_editor()
            .map(|editor| EditorModel {
                editor,
                problems: &self.slot.reported_problems,
                numbers: editor.shown_numbers(),
                changes: Vec::new(),
            });
        let mut model = PanelModel {
            editor,
            tuning: *self.session.sim.tuning(),
            level: self.session.tuning,
            controller: self.input.player.controller(),
            mode: self.input.player.mode(),
            clock: self.session.clock(),
            records: self.session.recorded_seconds().is_some(),
            has_session_values: self.settings.has_session_values(),
            values: &mut self.settings.values,
            shown: self.views.overlays.shown,
            labels: self.window.key_labels(&bindings),
            audit: self.audit.audit.as_ref(),
            heat: self.audit.heat,
            finding: (self.audit.selected(), self.audit.visits()),
            levels: self.slot.list.get(self.slot.document.path()),
        };
        let page = Viewport::current();
        let actions = self.panel.run(&page, pointer, Some(&mut model));
        let tuning = model.tuning;
        let edited = model.editor.map(|model| (model.numbers, model.changes));
        if let Some((numbers, changes)) = edited {
            self.edit_values(numbers, &changes);
        }
        if tuning != *self.session.sim.tuning() {
            match self.session.retune(tuning) {
                Ok(()) => {
                    self.show_message("the tuning has changed: earlier ticks are discarded");
                    self.input.player.set_body(tuning.body);
                }
                Err(error) => self.show_message(format!("not changed: {error}")),
            }
        }
        actions
    }

    /// Copies the `[player]` table of the current tuning.
    pub(super) fn copy_tuning(&mut self) {
        let table = player_table(self.session.sim.tuning());
        platform::copy_to_clipboard(&table);
        self.show_message(match table.lines().count() - 1 {
            0 => "copied an empty [player]: nothing differs from the shipped feel".to_owned(),
            1 => format!("copied {}", table.trim_end().replace('\n', " ")),
            many => format!("copied [player] with {many} values"),
        });
    }

    /// Writes the current tuning into the level's file, as an edit of the editor.
    pub(super) fn save_tuning(&mut self) {
        let tuning = *self.session.sim.tuning();
        let controller = self.session.sim.rules().spawn.controller;
        if !controller.suits(tuning.body) {
            let (name, moves) = (controllers::name(controller), controller.moves());
            return self.show_message(format!(
                "not saved: the level starts with the {name} controller, which moves {moves}"
            ));
        }
        let Some(editor) = self.open_editor() else {
            return;
        };
        if let Err(error) = editor.set_tuning(&tuning) {
            return self.show_message(error.to_string());
        }
        self.save_edits();
        let editor = self.slot.document.editor();
        if editor.is_some_and(|editor| !editor.is_dirty()) {
            self.session.tuning = tuning;
        }
    }
}
