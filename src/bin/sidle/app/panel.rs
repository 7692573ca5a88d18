//! What the panel does to the game: what was filled in takes effect, is copied, and is saved.

use sidle::level::player_table;

use crate::platform;
use crate::app::Game;
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::ui::panel::model::PanelModel;

impl Game {
    /// Opens the panel and frees the mouse for it, returns to it, or closes it and takes the mouse again.
    pub fn toggle_panel(&mut self) {
        match self.panel.toggle(self.input.is_grabbed()) {
            Ok(grab) => self.input.grab(grab),
            Err(message) => self.hud.show_message(message),
        }
    }

    /// Lays out the panel, and lets what was changed in it take effect; tells what was asked for.
    pub fn run_panel(&mut self) -> Vec<Action> {
        let points = !self.input.is_grabbed();
        if !self.panel.is_open() {
            // It may have been closed with the mouse over it.
            self.input.taken = self.panel.taken();
            return self.panel.run(&Viewport::current(), points, None);
        }
        let levels = self.panel_levels.of(self.document.path());
        let values = &mut self.settings.values;
        let mut model = PanelModel {
            tuning: *self.session.sim.tuning(),
            level: self.session.level.tuning,
            controller: self.input.controller(),
            mode: self.input.mode(),
            clock: self.session.clock(),
            records: self.session.recorded_seconds().is_some(),
            sensitivity: values.sensitivity,
            invert_mouse: values.invert_mouse,
            field_of_view_deg: values.field_of_view_deg,
            shown: self.overlays.shown,
            input: &self.input,
            levels,
        };
        let asked = self.panel.run(&Viewport::current(), points, Some(&mut model));
        let tuning = model.tuning;
        values.sensitivity = model.sensitivity;
        values.invert_mouse = model.invert_mouse;
        values.field_of_view_deg = model.field_of_view_deg;
        if tuning != *self.session.sim.tuning() && self.session.retune(tuning) {
            self.hud
                .show_message("another feel from here on: the past begins anew");
            self.input.set_supported_controllers(tuning.body);
        }
        self.input.taken = self.panel.taken();
        asked
    }

    /// Puts the `[player]` table that makes the feel of now where one can paste it from.
    pub fn copy_tuning(&mut self) {
        let table = player_table(self.session.sim.tuning());
        platform::copy(&table);
        self.hud.show_message(match table.lines().count() - 1 {
            0 => "copied an empty [player]: nothing differs from the shipped feel".to_owned(),
            1 => format!("copied {}", table.trim_end().replace('\n', " ")),
            many => format!("copied [player] with {many} values"),
        });
    }

    /// Writes the feel of now into the level's file, as an edit like any other.
    pub fn save_tuning(&mut self) {
        let tuning = *self.session.sim.tuning();
        let controller = self.session.level.rules.spawn.controller;
        if !controller.suits(tuning.body) {
            let (name, moves) = (controller.name(), controller.moves());
            return self.hud.show_message(format!(
                "not saved: the level begins with the {name} controller, which moves {moves}"
            ));
        }
        let Some(editor) = self.open_editor() else {
            return;
        };
        if let Err(error) = editor.set_tuning(&tuning) {
            return self.hud.show_message(error.to_string());
        }
        self.save_edits();
        if self
            .document
            .editor()
            .is_some_and(|editor| !editor.is_dirty())
        {
            self.session.level.tuning = tuning;
        }
    }
}
