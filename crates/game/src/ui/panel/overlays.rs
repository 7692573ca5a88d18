//! The panel's section "Overlays": each overlay with its key and its colours.

use egui::{RichText, Sense, Ui, vec2};

use crate::options::action::Action;
use crate::options::overlay_set::Overlay;
use crate::ui::panel::model::{PanelModel, key_buttons};
use crate::ui::panel::style;
use crate::view::overlays::legend_of;

pub fn show(ui: &mut Ui, model: &PanelModel, actions: &mut Vec<Action>) {
    let columns = egui::Grid::new("overlays").num_columns(2);
    columns.spacing([14.0, 3.0]).show(ui, |ui| {
        for (number, entry) in Overlay::ALL.iter().enumerate() {
            let overlay = entry.overlay;
            ui.horizontal(|ui| {
                let mut on = model.shown.has(overlay);
                let row = ui.checkbox(&mut on, entry.name);
                let legend = legend_of(overlay, model.controller, model.heat);
                let row = row.on_hover_ui(|ui| {
                    for (color, text) in &legend {
                        ui.horizontal(|ui| {
                            swatch(ui, style::color(*color));
                            ui.label(*text);
                        });
                    }
                });
                if row.changed() {
                    actions.push(Action::ShowOverlay(overlay, on));
                }
                if let Some(key) = entry.key {
                    ui.label(RichText::new(key.to_string()).small().color(style::FAINT));
                }
                ui.spacing_mut().item_spacing.x = 2.0;
                for (color, _) in &legend {
                    swatch(ui, style::color(*color));
                }
            });
            if number % 2 == 1 {
                ui.end_row();
            }
        }
    });
    let chart = "Speed kept, gap to the wall, jitter and time per move, of you and each ghost.";
    let meet = "The ghosts start again where you are.";
    let buttons = [
        ("Strip chart", "{chart}", Action::ToggleChart, chart),
        (
            "Ghosts to me",
            "{resync_ghosts}",
            Action::ResyncGhosts,
            meet,
        ),
    ];
    key_buttons(ui, model, &buttons, actions);
}

/// A small square of `color`.
fn swatch(ui: &mut Ui, color: egui::Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, color);
}
