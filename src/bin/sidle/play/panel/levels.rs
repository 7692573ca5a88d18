//! The panel's part about levels: the list beside the one that is played, and what to do with it.

use egui::{RichText, Ui};

use super::{Sheet, key_button, style};
use crate::play::action::Action;

pub fn show(ui: &mut Ui, sheet: &Sheet, asked: &mut Vec<Action>) {
    for (number, entry) in sheet.levels.entries.iter().enumerate() {
        let chosen = number == sheet.levels.chosen;
        let button = ui.selectable_label(chosen, &entry.name);
        let button = button.on_hover_ui(|ui| {
            let path = entry.path.display().to_string();
            ui.label(RichText::new(path).monospace().color(style::FAINT));
            ui.label(&entry.about);
        });
        if button.clicked() && !chosen {
            asked.push(Action::OpenLevelAt(number));
        }
    }
    if sheet.levels.entries.is_empty() {
        ui.label(RichText::new("no level files beside this one").color(style::FAINT));
    }
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        for (text, key, action, about) in [
            (
                "Load again",
                "F5",
                Action::Reload,
                "Saving the file does so too.",
            ),
            (
                "Edit",
                "E",
                Action::ToggleEditor,
                "Place props by hand; F1 then tells how.",
            ),
            (
                "Seen from outside",
                "Z",
                Action::ToggleOutside,
                "You, and what is around you.",
            ),
            (
                "Numbers",
                "F2",
                Action::ToggleReadings,
                "Place, speed, ground and what you touch.",
            ),
            (
                "Copy place",
                "Ctrl+C",
                Action::CopyPlace,
                "As a --spawn option, for a report.",
            ),
            ("Full screen", "F11", Action::ToggleFullscreen, "And back."),
            (
                "Picture",
                "F12",
                Action::Screenshot,
                "A PNG file in the current folder.",
            ),
            ("Help", "F1", Action::ToggleHelp, "All keys."),
        ] {
            if key_button(ui, text, key).on_hover_text(about).clicked() {
                asked.push(action);
            }
        }
    });
}
