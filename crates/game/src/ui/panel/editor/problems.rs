//! The problems of the level in the palette: how many there are, and on request which. A press on one selects its entry.

use egui::{RichText, SelectableLabel, TextWrapMode, Ui};

use crate::options::edit_action::EditAction;
use crate::session::editor::entry_at_line;
use crate::ui::panel::model::EditorModel;
use crate::ui::panel::style;

/// The most that are listed. A broken level may have thousands.
const MOST: usize = 20;

/// A button with their number, if there are some. It shows and hides the list.
pub fn count(ui: &mut Ui, model: &EditorModel, shows: &mut bool) {
    let count = model.problems.warnings().count();
    if count == 0 {
        *shows = false;
        return;
    }
    let text = words(&format!("! {count}"), *shows);
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
    for problem in model.problems.warnings().take(MOST) {
        let line = problem.place.as_ref().map(|place| place.line);
        let entry = line.and_then(|line| entry_at_line(model.editor.text(), line));
        let chosen = entry.is_some() && model.editor.selected() == entry;
        let text = words(&problem.message, chosen).small();
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

/// The words of a warning. On the ground of what is chosen, they have the usual colour.
fn words(text: &str, is_chosen: bool) -> RichText {
    let text = RichText::new(text);
    match is_chosen {
        true => text,
        false => text.color(style::accent()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::editor::Editor;
    use crate::session::load::ReportedProblems;
    use crate::test_support::loaded;
    use egui::{CentralPanel, Context, Event, Modifiers, PointerButton, RawInput, Shape};
    use sidle::level::EntryId;

    #[test]
    fn a_press_on_a_problem_selects_the_entry_of_its_line() {
        let text = "format = 1\nname = \"Test\"\nspawn.position = [0, 1, 0]\n[[prop]]\nkind = \"crate\"\nposition = [0, -0.5, 0]\n\
                    [[zone]]\nposition = [0, 1, 5]\nsize = [1, 1, 1]\non_enter = \"finish\"\n";
        let problems = ReportedProblems(loaded(text).diagnostics);
        let editor = Editor::new("level.toml".as_ref(), text).expect("a level's text");
        let model = EditorModel {
            editor: &editor,
            problems: &problems,
            numbers: None,
            changes: Vec::new(),
        };
        assert_eq!(model.problems.warnings().count(), 1, "{problems:?}");
        let context = Context::default();
        let pass = |events, shows: &mut bool| {
            let mut acts = Vec::new();
            let input = RawInput {
                events,
                ..RawInput::default()
            };
            let output = context.run(input, |context| {
                CentralPanel::default().show(context, |ui| {
                    count(ui, &model, shows);
                    if *shows {
                        list(ui, &model, &mut acts);
                    }
                });
            });
            let texts = output.shapes.into_iter();
            let texts = texts.filter_map(|clipped| match clipped.shape {
                Shape::Text(text) => Some((text.galley.text().to_owned(), text.pos)),
                _ => None,
            });
            (texts.collect::<Vec<_>>(), acts)
        };
        let press = |pos| {
            let mut events = vec![Event::PointerMoved(pos)];
            events.extend([true, false].map(|pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            }));
            events
        };
        let mut shows = false;
        let (texts, _) = pass(Vec::new(), &mut shows);
        assert_eq!(texts.len(), 1, "they are quiet until they are asked for");
        assert_eq!(texts[0].0, "! 1");
        pass(press(texts[0].1 + egui::Vec2::splat(2.0)), &mut shows);
        let (texts, _) = pass(Vec::new(), &mut shows);
        assert!(texts[1].0.contains("`finish`"), "{texts:?}");
        let (_, acts) = pass(press(texts[1].1 + egui::Vec2::splat(2.0)), &mut shows);
        let zone: Option<EntryId> = "zone 0".parse().ok();
        let entry = zone.expect("a zone");
        assert_eq!(acts, [EditAction::SelectEntry { entry, adds: false }]);
    }
}
