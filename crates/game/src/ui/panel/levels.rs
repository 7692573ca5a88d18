//! The panel's section "Level": the levels in the folder of this one, and actions for this one.

use egui::{RichText, Ui};

use crate::options::action::Action;
use crate::ui::panel::model::{PanelModel, key_button};
use crate::ui::panel::style;

pub fn show(ui: &mut Ui, model: &PanelModel, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (number, entry) in model.levels.entries.iter().enumerate() {
            let chosen = number == model.levels.selected;
            let button = ui.selectable_label(chosen, &entry.name);
            let button = button.on_hover_ui(|ui| {
                let path = entry.path.display().to_string();
                ui.label(RichText::new(path).monospace().color(style::FAINT));
                ui.label(&entry.about);
            });
            if button.clicked() && !chosen {
                actions.push(Action::OpenLevelAt(number));
            }
        }
    });
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        for (text, key, action, about) in [
            (
                "Load again",
                "{reload}",
                Action::Reload,
                "Saving the file also reloads the level.",
            ),
            (
                "Edit",
                "{editor}",
                Action::ToggleEditor,
                "Build with a palette, and handles to drag.",
            ),
            (
                "Start here",
                "",
                Action::SetStartLevel,
                "The game begins with this level from now on. Again: with the courtyard.",
            ),
            (
                "Seen from outside",
                "{outside}",
                Action::ToggleThirdPerson,
                "Shows you and your surroundings.",
            ),
            (
                "Numbers",
                "{numbers}",
                Action::ToggleReadings,
                "Place, speed, ground and contacts.",
            ),
            (
                "Copy place",
                "Ctrl+C",
                Action::CopySpawnOption,
                "For a report, as the place to start.",
            ),
            (
                "Full screen",
                "{full_screen}",
                Action::ToggleFullscreen,
                "Between full screen and a window.",
            ),
            ("Picture", "{screenshot}", Action::Screenshot, "A PNG file."),
            ("Help", "{help}", Action::ToggleHelp, "All keys."),
        ] {
            if key_button(ui, &model.labels, text, key)
                .on_hover_text(about)
                .clicked()
            {
                actions.push(action);
            }
        }
    });
}
