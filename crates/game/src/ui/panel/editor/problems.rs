//! The problems of the level in the palette: how many there are, and on request which. A press on one selects its entry.

use egui::{Color32, RichText, SelectableLabel, TextWrapMode, Ui};

use sidle::level::{Diagnostic, Severity};

use crate::options::edit_action::EditAction;
use crate::session::editor::entry_at_line;
use crate::ui::panel::model::EditorModel;
use crate::ui::panel::style;

/// The most that are listed. A broken level may have thousands.
const MOST: usize = 20;

/// What warns, and what is wrong.
fn all<'m>(model: &'m EditorModel) -> impl Iterator<Item = &'m Diagnostic> {
    let problems = model.problems.iter();
    problems.filter(|problem| problem.severity != Severity::Note)
}

/// A button with their number, if there are some. It shows and hides the list.
pub fn count(ui: &mut Ui, model: &EditorModel, shows: &mut bool) {
    let count = all(model).count();
    if count == 0 {
        *shows = false;
        return;
    }
    let text = RichText::new(format!("! {count}")).color(color());
    let about = match count {
        1 => "A problem of this level.",
        _ => "The problems of this level.",
    };
    let button = ui.add(SelectableLabel::new(*shows, text));
    if button.on_hover_text(about).clicked() {
        *shows = !*shows;
    }
}

/// The list.
pub fn list(ui: &mut Ui, model: &EditorModel, acts: &mut Vec<EditAction>) {
    ui.style_mut().wrap_mode = Some(TextWrapMode::Wrap);
    for problem in all(model).take(MOST) {
        let line = problem.place.as_ref().map(|place| place.line);
        let entry = line.and_then(|line| entry_at_line(model.editor.text(), line));
        let chosen = entry.is_some() && model.editor.selected() == entry;
        let text = RichText::new(&problem.message).small().color(color());
        let label = ui.selectable_label(chosen, text);
        let line = line.map_or(String::new(), |line| format!("Line {line}. "));
        let help = problem.help.as_deref().unwrap_or_default();
        let label = label.on_hover_text(format!("{line}{help}"));
        if let Some(entry) = entry.filter(|_| label.clicked()) {
            acts.push(EditAction::SelectEntry { entry, adds: false });
        }
    }
    ui.style_mut().wrap_mode = None;
    ui.separator();
}

/// That of a warning.
fn color() -> Color32 {
    style::accent()
}
