//! The panel's section "Settings", which are saved for the next game.

use std::ops::RangeInclusive;

use egui::{DragValue, Slider, SliderClamping, Ui};

use crate::options::action::Action;
use crate::options::ranges::{FIELDS_OF_VIEW, SENSITIVITIES, VOLUMES};
use crate::options::surface_style::SurfaceStyle;
use crate::ui::panel::model::{PanelModel, key_button, name};
use crate::ui::panel::number;

/// The slider's range; other sensitivities are typed; degrees per pixel.
const USUAL: RangeInclusive<f64> = 0.01..=1.0;

pub fn show(ui: &mut Ui, model: &mut PanelModel, actions: &mut Vec<Action>) {
    ui.spacing_mut().slider_width = 96.0;
    ui.horizontal(|ui| {
        name(ui, "mouse", false);
        let slider = Slider::new(&mut model.values.sensitivity, USUAL).logarithmic(true);
        let slider = slider.clamping(SliderClamping::Never);
        ui.add(slider.show_value(false));
        let field = DragValue::new(&mut model.values.sensitivity).range(SENSITIVITIES);
        let field = field.custom_formatter(|value, _| number::written(value));
        let field = field.custom_parser(number::read).speed(0.001);
        ui.add(field.update_while_editing(false).suffix(" °/px"));
    });
    ui.horizontal(|ui| {
        name(ui, "field of view", false);
        let slider = Slider::new(&mut model.values.field_of_view_deg, FIELDS_OF_VIEW);
        ui.add(slider.integer().suffix(" °"));
    });
    ui.horizontal(|ui| {
        name(ui, "inverted mouse", false);
        ui.checkbox(&mut model.values.invert_mouse, "");
    });
    ui.horizontal_wrapped(|ui| {
        name(ui, "surfaces", false).on_hover_text(model.labels.fill_plain("{surfaces}: the next"));
        for (style, words, _) in SurfaceStyle::ALL {
            ui.selectable_value(&mut model.values.surfaces, style, words);
        }
    });
    ui.horizontal(|ui| {
        name(ui, "ambient occlusion", false).on_hover_text("corners are darker than walls");
        ui.checkbox(&mut model.values.ambient_occlusion, "");
    });
    ui.horizontal(|ui| {
        let about = "dust, sparks and scratches, soft shadows, knees that bend, and glossy ice";
        name(ui, "effects", false).on_hover_text(about);
        ui.checkbox(&mut model.values.effects, "");
    });
    ui.horizontal(|ui| {
        let name = name(ui, "sound", false);
        name.on_hover_text(model.labels.fill_plain("{sound}: on or off"));
        ui.checkbox(&mut model.values.sound, "");
        let slider = Slider::new(&mut model.values.volume, VOLUMES);
        ui.add_enabled(model.values.sound, slider.show_value(false));
    });
    if model.has_session_values {
        let about = "Keys change sensitivity, surfaces and sound until you quit. This keeps them as they are now.";
        let keep = ui.button("Keep for the next game");
        if keep.on_hover_text(about).clicked() {
            actions.push(Action::KeepSettings);
        }
    }
    if key_button(ui, &model.labels, "Keys", "{key_page}").clicked() {
        actions.push(Action::ToggleKeyPage);
    }
}
