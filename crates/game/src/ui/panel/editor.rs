//! The palette of the editor: what can be added, the selected entry, and the list of all entries. [`selected`] shows the entry that
//! is selected, and [`problems`] what the level's file is warned of.

mod problems;
mod selected;

use egui::{
    Align2, FontId, LayerId, Order, Rect, Response, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextEdit, TextWrapMode, Ui, Vec2, pos2, vec2,
};

use crate::options::action::Action;
use crate::options::edit_action::{EditAction, Own};
use crate::session::editor::{Drag, ITEMS, Item, found, name_of};
use crate::ui::key_labels::KeyLabels;
use crate::ui::panel::model::{EditorModel, key_button};
use crate::ui::panel::{icons, style};

/// The least height of the list of entries, as a share of the palette's, and that of its heading and its search; points.
const LIST: f32 = 0.4;
const LIST_HEAD: f32 = 56.0;

/// The buttons of what can be added: how many in a row, their height and the gap between two; points.
const COLUMNS: f32 = 3.0;
const TILE: f32 = 44.0;
const GAP: f32 = 3.0;

/// The letters of a name that such a button has room for.
const LETTERS: usize = 10;

/// The margin of the palette; points.
const MARGIN: f32 = 10.0;

/// What the palette keeps between frames.
#[derive(Default)]
pub struct Palette {
    /// What its list is searched for.
    search: String,
    /// Whether it lists the problems of the level.
    shows_problems: bool,
    /// How far it was scrolled when something was selected last; points.
    scrolled: f32,
    /// Whether something was selected in the last frame.
    was_selected: bool,
}

pub fn show(
    ui: &mut Ui,
    model: &mut EditorModel,
    labels: &KeyLabels,
    palette: &mut Palette,
    actions: &mut Vec<Action>,
) {
    let mut acts = Vec::new();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Editor").heading().color(style::accent()));
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(layout, |ui| {
            if key_button(ui, labels, "Done", "{editor}").clicked() {
                actions.push(Action::ToggleEditor);
            }
            let play = ui.button("Play").on_hover_text("From the start, on foot.");
            if play.clicked() {
                actions.push(Action::PlayFromStart);
            }
        });
    });
    let save = if model.editor.is_dirty() {
        "Save *"
    } else {
        "Save"
    };
    ui.horizontal(|ui| {
        let [undoes, redoes] = model.editor.has_steps();
        for (text, action, about, has_use) in [
            (
                save,
                EditAction::Save,
                "Write the level's file (Ctrl+S).",
                true,
            ),
            ("Undo", EditAction::Undo, "Ctrl+Z", undoes),
            ("Redo", EditAction::Redo, "Ctrl+Y", redoes),
        ] {
            let button = ui.add_enabled(has_use, egui::Button::new(text));
            if button.on_hover_text(about).clicked() {
                acts.push(action);
            }
        }
        problems::count(ui, model, &mut palette.shows_problems);
    });
    if let Some(Drag::Box { corners, .. }) = model.editor.drag() {
        let size = ui.ctx().screen_rect().size();
        let [a, b] = corners.map(|(x, y)| pos2(x * size.x, y * size.y));
        let painter = ui.ctx().layer_painter(LayerId::background());
        let (edge, side) = (Stroke::new(1.5, style::INK), StrokeKind::Middle);
        painter.rect_stroke(Rect::from_two_pos(a, b), 0.0, edge, side);
    }
    ui.separator();
    if palette.shows_problems {
        problems::list(ui, model, &mut acts);
    }
    let edge = ui.max_rect().right() + MARGIN;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    // Without a selection there is less to scroll. The fields of the next one come where those of the last one were, unless a press
    // in the palette selects it, which would move everything under the mouse.
    let is_selected = model.editor.selected().is_some();
    let is_over_level = ui.input(|input| input.pointer.latest_pos().is_none_or(|at| at.x > edge));
    if is_selected && !palette.was_selected && is_over_level {
        area = area.vertical_scroll_offset(palette.scrolled);
    }
    palette.was_selected = is_selected;
    let room = ui.available_height();
    let shown = area.show(ui, |ui| {
        let top = ui.cursor().top();
        heading(ui, "Drag into the level, or click");
        items(ui, edge, model, &mut acts);
        // A number that is still typed when a press selects something else is not that one's.
        let of_selected = model
            .editor
            .selected()
            .map(|id| (id.table as usize, id.number));
        ui.push_id((of_selected, model.editor.selected_point()), |ui| {
            selected::show(ui, model, &mut acts);
        });
        let above = ui.cursor().top() - top;
        list(ui, model, (&mut palette.search, room, above), &mut acts);
    });
    if is_selected {
        palette.scrolled = shown.state.offset.y;
    }
    actions.extend(acts.into_iter().map(Action::Edit));
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).color(style::accent()));
}

/// What can be added: by a click at the crosshair, or dragged to its place beyond the `edge` of the palette.
fn items(ui: &mut Ui, edge: f32, model: &EditorModel, acts: &mut Vec<EditAction>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        let spacing = GAP * (COLUMNS - 1.0);
        let wide = ((ui.available_width() - spacing) / COLUMNS).floor();
        let editor = model.editor;
        let items = ITEMS
            .iter()
            .map(|Item { name, about, .. }| (*name, *about, Tile::Item(name)));
        let about = "Where you stand (Ctrl+P), or where you drag it.";
        let spawn = [("spawn here", about, Tile::Spawn)];
        let own = Own::ALL.into_iter().flat_map(|(own, about)| {
            let names = editor.own(own).iter().enumerate();
            names.map(move |(number, name)| (&**name, about, Tile::Own(own, number)))
        });
        for (name, about, adds) in items.chain(spawn).chain(own) {
            let response = tile(ui, wide, name).on_hover_text(about);
            let pointer = ui.ctx().pointer_interact_pos().unwrap_or_default();
            if response.dragged() {
                let layer = LayerId::new(Order::Tooltip, response.id);
                icons::draw(&ui.ctx().layer_painter(layer), pointer, name);
            }
            let is_dropped = response.drag_stopped();
            let size = ui.ctx().screen_rect().size();
            let over_level = (pointer.x > edge).then(|| (pointer.x / size.x, pointer.y / size.y));
            if let Tile::Item(name) = adds
                && response.dragged()
            {
                acts.push(EditAction::Preview {
                    name,
                    place: over_level,
                });
            }
            let place = over_level.filter(|_| is_dropped);
            if place.is_some()
                || response.clicked()
                || is_dropped && response.rect.contains(pointer)
            {
                acts.push(match adds {
                    Tile::Item(name) => EditAction::Add { name, place },
                    Tile::Own(own, number) => EditAction::AddOwn { own, number, place },
                    Tile::Spawn => EditAction::SetSpawn { place },
                });
            }
        }
    });
}

/// What a button of the palette adds.
enum Tile {
    Item(&'static str),
    /// By its number.
    Own(Own, usize),
    Spawn,
}

/// A button with a picture over its name.
fn tile(ui: &mut Ui, wide: f32, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(wide, TILE), Sense::click_and_drag());
    let look = ui.style().interact(&response);
    // A prefab may have a long name.
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, look.corner_radius, look.weak_bg_fill);
    icons::draw(&painter, rect.center_top() + vec2(0.0, 16.0), name);
    let place = rect.center_bottom() - vec2(0.0, 1.0);
    let font = FontId::proportional(11.0);
    let color = look.text_color();
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => {
            let short = format!("{}…", &name[..end]);
            painter.text(place, Align2::CENTER_BOTTOM, short, font, color)
        }
        None => painter.text(place, Align2::CENTER_BOTTOM, name, font, color),
    };
    response
}

/// Buttons, each with its action and a tooltip.
fn row(ui: &mut Ui, buttons: &[(&str, EditAction, &str)], acts: &mut Vec<EditAction>) {
    ui.horizontal_wrapped(|ui| {
        for (text, action, about) in buttons {
            if ui.button(*text).on_hover_text(*about).clicked() {
                acts.push(*action);
            }
        }
    });
}

/// The list of all entries, or of those that are searched for.
/// It takes what is left of the `room` of the palette below what is `above` it, and at least a share of all.
fn list(
    ui: &mut Ui,
    model: &EditorModel,
    (search, room, above): (&mut String, f32, f32),
    acts: &mut Vec<EditAction>,
) {
    heading(ui, "All objects");
    ui.add(
        TextEdit::singleline(search)
            .hint_text("search")
            .desired_width(f32::INFINITY),
    );
    // A level may have thousands. Without a search, only those that the list shows need a name.
    let found: Vec<_> = match search.is_empty() {
        true => model.editor.all().map(|(id, _)| id).collect(),
        false => found(model.editor, search),
    };
    let height = ui.spacing().interact_size.y;
    let area = ScrollArea::vertical()
        .id_salt("entries")
        .max_height((room - above - LIST_HEAD).max(room * LIST))
        .auto_shrink(false);
    area.show_rows(ui, height, found.len(), |ui, rows| {
        // All rows are of one height.
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        for id in &found[rows] {
            let chosen = model.editor.all_selected().any(|selected| selected == *id);
            let name = name_of(model.editor, *id).unwrap_or_default();
            if ui.selectable_label(chosen, name).clicked() {
                acts.push(EditAction::SelectEntry {
                    entry: *id,
                    adds: ui.input(|input| input.modifiers.shift),
                });
            }
        }
    });
}
