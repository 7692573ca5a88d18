//! The state that the panel shows and changes, and the widgets that its parts share.

use egui::{Align, Layout, Response, RichText, Ui, UiBuilder, vec2};

use sidle::level::EntryNumbers;
use sidle::player::{Controller, Mode, Tuning};

use crate::options::action::Action;
use crate::options::edit_action::ValueChange;
use crate::options::heat::Heat;
use crate::options::overlay_set::OverlaySet;
use crate::options::settings::values::Values;
use crate::platform::event::InputDevice;
use crate::session::audit::LevelAudit;
use crate::session::editor::Editor;
use crate::session::guide::LevelList;
use crate::session::load::ReportedProblems;
use crate::session::play::Clock;
use crate::ui::key_labels::KeyLabels;
use crate::ui::panel::style;

/// The state of the editor for its palette. The fields marked so are changed in it.
pub struct EditorModel<'g> {
    pub editor: &'g Editor,
    /// Those of the level as it was loaded last.
    pub problems: &'g ReportedProblems,
    /// Changed: the numbers of the selected entry.
    pub numbers: Option<EntryNumbers>,
    /// Changed: what the player has changed in other fields.
    pub changes: Vec<ValueChange>,
}

/// The game's state for the panel. The fields marked so are changed in it.
pub struct PanelModel<'g> {
    /// `None` while the editor is off.
    pub editor: Option<EditorModel<'g>>,
    /// Changed.
    pub tuning: Tuning,
    /// The level's own tuning.
    pub level: Tuning,
    pub controller: Controller,
    pub mode: Mode,
    pub clock: Clock,
    /// Whether a recording runs.
    pub records: bool,
    /// Whether keys have changed settings until the game ends.
    pub has_session_values: bool,
    /// Changed: the settings.
    pub values: &'g mut Values,
    pub shown: OverlaySet,
    /// The keys that do the same as the buttons.
    pub labels: KeyLabels<'g>,
    /// The audit of the level; `None` if there was none.
    pub audit: Option<&'g LevelAudit>,
    pub heat: Heat,
    /// The finding that the player looks at, and whether there is a way back.
    pub finding: (Option<usize>, bool),
    /// The levels in the folder of this one.
    pub levels: &'g LevelList,
}

/// A button with the key that does the same. `key` is a row in braces, or the name of a key that cannot be bound.
pub fn key_button(ui: &mut Ui, labels: &KeyLabels, text: &str, key: &str) -> Response {
    // A touch screen has no keys, and its labels name the buttons of the page.
    if labels.device == InputDevice::Touch || key.is_empty() {
        return ui.button(text);
    }
    let key = RichText::new(labels.fill_plain(key))
        .small()
        .color(style::FAINT);
    ui.add(egui::Button::new(text).shortcut_text(key))
}

/// Buttons in a row: each has a text, the key that does the same, an action, and a tooltip.
pub fn key_buttons(
    ui: &mut Ui,
    model: &PanelModel,
    buttons: &[(&str, &str, Action, &str)],
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        for (text, key, action, about) in buttons {
            let button = key_button(ui, &model.labels, text, key);
            if button.on_hover_text(*about).clicked() {
                actions.push(*action);
            }
        }
    });
}

/// Width of the column of names; points.
const NAMES: f32 = 118.0;

/// The name at the beginning of a row, highlighted if the value is not the level's.
pub fn name(ui: &mut Ui, text: &str, changed: bool) -> Response {
    let color = if changed { style::accent() } else { style::INK };
    let label = egui::Label::new(RichText::new(text).color(color)).truncate();
    let size = vec2(NAMES, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let mut cell = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    cell.add(label.sense(egui::Sense::hover()))
}
