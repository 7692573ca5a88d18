//! The panel's part about what is remembered from game to game.

use egui::{DragValue, Slider, Ui};

use crate::options::action::Action;
use crate::options::ranges::{FIELDS_OF_VIEW, SENSITIVITIES};
use crate::ui::panel::number;
use crate::ui::panel::model::{PanelModel, key_button};

/// A mouse that is less or more sensitive than this is set by typing; degrees per pixel.
const USUAL: std::ops::RangeInclusive<f64> = 0.01..=1.0;

pub fn show(ui: &mut Ui, model: &mut PanelModel, asked: &mut Vec<Action>) {
    ui.spacing_mut().slider_width = 96.0;
    ui.horizontal(|ui| {
        crate::ui::panel::model::name(ui, "mouse", false);
        let slider = Slider::new(&mut model.sensitivity, USUAL).logarithmic(true);
        let slider = slider.clamping(egui::SliderClamping::Never);
        ui.add(slider.show_value(false));
        let field = DragValue::new(&mut model.sensitivity).range(SENSITIVITIES);
        let field = field.custom_formatter(|value, _| number::written(value));
        let field = field.custom_parser(number::read).speed(0.001);
        ui.add(field.update_while_editing(false).suffix(" °/px"));
    });
    ui.horizontal(|ui| {
        crate::ui::panel::model::name(ui, "field of view", false);
        let slider = Slider::new(&mut model.field_of_view_deg, FIELDS_OF_VIEW);
        ui.add(slider.integer().suffix(" °"));
    });
    ui.horizontal(|ui| {
        crate::ui::panel::model::name(ui, "inverted mouse", false);
        ui.checkbox(&mut model.invert_mouse, "");
    });
    if key_button(ui, model.input, "Keys", "{key_page}").clicked() {
        asked.push(Action::ToggleKeyPage);
    }
}
