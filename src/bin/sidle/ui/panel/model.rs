//! What the panel shows, and the buttons that its parts share.

use egui::{Align, Layout, Response, RichText, Ui, UiBuilder, vec2};

use sidle::player::{Controller, Mode, Tuning};

use crate::options::action::Action;
use crate::options::overlay_set::OverlaySet;
use crate::session::clock::Clock;
use crate::session::level_list::LevelList;
use crate::ui::input::Input;
use crate::ui::panel::style;

/// What the panel shows of the game, some of it to be changed.
pub struct PanelModel<'g> {
    /// To be changed.
    pub tuning: Tuning,
    /// As the level has it.
    pub level: Tuning,
    pub controller: Controller,
    pub mode: Mode,
    pub clock: Clock,
    /// Whether something is recorded.
    pub records: bool,
    /// To be changed: degrees per pixel.
    pub sensitivity: f64,
    /// To be changed.
    pub invert_mouse: bool,
    /// To be changed.
    pub field_of_view_deg: f64,
    pub shown: OverlaySet,
    /// Which keys do the same.
    pub input: &'g Input,
    /// The levels beside this one.
    pub levels: &'g LevelList,
}

/// A button, with the key that does the same: of the row `key` in braces, or one that cannot be bound.
pub fn key_button(ui: &mut Ui, input: &Input, text: &str, key: &str) -> egui::Response {
    let key = RichText::new(input.fill(key)).small().color(style::FAINT);
    ui.add(egui::Button::new(text).shortcut_text(key))
}

/// Buttons beside one another: each with its text, the key that does the same, and what it is for.
pub fn key_buttons(
    ui: &mut Ui,
    model: &PanelModel,
    buttons: &[(&str, &str, Action, &str)],
    asked: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        for (text, key, action, about) in buttons {
            let button = key_button(ui, model.input, text, key);
            if button.on_hover_text(*about).clicked() {
                asked.push(*action);
            }
        }
    });
}

/// Width of the column of names; points.
const NAMES: f32 = 118.0;

/// The name at the beginning of a row, marked when the value is not the level's.
pub fn name(ui: &mut Ui, text: &str, changed: bool) -> Response {
    let color = if changed { style::accent() } else { style::INK };
    let label = egui::Label::new(RichText::new(text).color(color)).truncate();
    let size = vec2(NAMES, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let mut cell = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    cell.add(label.sense(egui::Sense::hover()))
}
