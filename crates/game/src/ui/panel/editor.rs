//! The palette of the editor: what can be added, the selected entry, and the list of all entries.

use egui::{
    Align2, Color32, DragValue, FontId, LayerId, Order, Rect, Response, RichText, ScrollArea,
    Sense, Stroke, StrokeKind, TextEdit, TextWrapMode, Ui, Vec2, pos2, vec2,
};

use sidle::glam::DVec3;
use sidle::level::{EntryTable, TableId};

use crate::options::action::Action;
use crate::options::edit_action::{EditAction, Own, SurfaceChoice, Tool};
use crate::session::editor::{
    Drag, ITEMS, Item, SURFACES, found, has_surface, name_of, name_of_selected,
};
use crate::ui::key_labels::KeyLabels;
use crate::ui::panel::model::{EditorModel, key_button};
use crate::ui::panel::{fields, icons, style};

/// Height of the list of entries; points.
const LIST: f32 = 150.0;

/// The buttons of what can be added: how many in a row, their height and the gap between two; points.
const COLUMNS: f32 = 3.0;
const TILE: f32 = 44.0;
const GAP: f32 = 3.0;

/// The letters of a name that such a button has room for.
const LETTERS: usize = 10;

/// The margin of the palette; points.
const MARGIN: f32 = 10.0;

/// The colours of blocks, and the side of their buttons; points.
const COLORS: [[u8; 3]; 8] = [
    [0xE4, 0xDE, 0xD0],
    [0xB4, 0xBA, 0xBE],
    [0x4A, 0x50, 0x58],
    [0xC2, 0x6A, 0x45],
    [0xE2, 0xB1, 0x3C],
    [0x8A, 0xA3, 0x7B],
    [0x5F, 0x80, 0x90],
    [0x7C, 0x5E, 0x86],
];
const SWATCH: f32 = 18.0;

pub fn show(
    ui: &mut Ui,
    model: &mut EditorModel,
    labels: &KeyLabels,
    search: &mut String,
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
    row(
        ui,
        &[
            (save, EditAction::Save, "Write the level's file (Ctrl+S)."),
            ("Undo", EditAction::Undo, "Ctrl+Z"),
            ("Redo", EditAction::Redo, "Ctrl+Y"),
        ],
        &mut acts,
    );
    if let Some(Drag::Box { corners, .. }) = model.editor.drag() {
        let size = ui.ctx().screen_rect().size();
        let [a, b] = corners.map(|(x, y)| pos2(x * size.x, y * size.y));
        let painter = ui.ctx().layer_painter(LayerId::background());
        let (edge, side) = (Stroke::new(1.5, style::INK), StrokeKind::Middle);
        painter.rect_stroke(Rect::from_two_pos(a, b), 0.0, edge, side);
    }
    ui.separator();
    let edge = ui.max_rect().right() + MARGIN;
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show(ui, |ui| {
        heading(ui, "Drag into the level, or click");
        items(ui, edge, model, &mut acts);
        // A number that is still typed when a press selects something else is not that one's.
        let of_selected = model
            .editor
            .selected()
            .map(|id| (id.table as usize, id.number));
        ui.push_id((of_selected, model.editor.selected_point()), |ui| {
            selected(ui, model, &mut acts);
        });
        list(ui, model, search, &mut acts);
    });
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

/// The selected entry: its handles, its numbers and its text.
fn selected(ui: &mut Ui, model: &mut EditorModel, acts: &mut Vec<EditAction>) {
    let editor = model.editor;
    let Some(id) = editor.selected() else {
        heading(ui, "Nothing is selected");
        ui.label("Click an object. Drag it, or its arrows.");
        heading(ui, "Level");
        return fields::show(ui, editor, TableId::Head, &mut model.changes);
    };
    let count = editor.all_selected().count();
    match count {
        1 => heading(ui, &name_of_selected(editor).unwrap_or_default()),
        _ => heading(ui, &format!("{count} objects")),
    }
    let is_point = editor.selected_point().is_some();
    ui.horizontal_wrapped(|ui| {
        for (name, tool) in Tool::NAMES {
            let fits =
                (tool != Tool::Size || id.table.has_size()) && (tool == Tool::Move || !is_point);
            let button = egui::SelectableLabel::new(editor.tool == tool, name);
            if ui.add_enabled(fits, button).clicked() {
                acts.push(EditAction::SetTool(tool));
            }
        }
        let step = ui
            .button(format!("step {}", editor.step().name()))
            .on_hover_text("The steps of handles and keys (M). Shift: a tenth of them.");
        if step.clicked() {
            acts.push(EditAction::NextStep);
        }
    });
    row(
        ui,
        &[
            ("Duplicate", EditAction::Copy, "A copy next to it (Ctrl+D)."),
            ("Delete", EditAction::Delete, "X"),
        ],
        acts,
    );
    row(
        ui,
        &[
            ("Copy", EditAction::KeepCopy, "Ctrl+C"),
            ("Paste", EditAction::Paste, "At the crosshair (Ctrl+V)."),
        ],
        acts,
    );
    let about = "A group that can be placed many times.";
    row(ui, &[("Make prefab", EditAction::Group, about)], acts);
    row(
        ui,
        &[
            (
                "Turn 90°",
                EditAction::QuarterTurn,
                "A right angle to the left, as seen from above.",
            ),
            (
                "To floor",
                EditAction::Lower,
                "Down, or up, to what is below its middle.",
            ),
        ],
        acts,
    );
    let table = TableId::Entry(id);
    if let Some(numbers) = &mut model.numbers {
        let (of_size, size) = match id.table {
            EntryTable::Zone | EntryTable::Terrain => ("size", "size, m"),
            _ => ("scale", "scale"),
        };
        let of_position = match id.table {
            EntryTable::Mover => "path",
            _ => "position",
        };
        let of_rotation = match id.table {
            EntryTable::Sign | EntryTable::Spawn => "yaw_deg",
            _ => "rotation_deg",
        };
        let tip = fields::tip(table, of_position);
        vector(
            ui,
            ("position, m", &tip),
            &mut numbers.position,
            [true; 3],
            0.02,
        );
        // A point of a path has its place only.
        if !is_point {
            let tip = fields::tip(table, of_rotation);
            let turns = id.table.turns();
            vector(
                ui,
                ("rotation, °", &tip),
                &mut numbers.rotation_deg,
                turns,
                0.5,
            );
        }
        if id.table.has_size() && !is_point {
            let evenly = id.table.grows_evenly();
            let axes = [true, !evenly, !evenly];
            let tip = fields::tip(table, of_size);
            vector(ui, (size, &tip), &mut numbers.scale, axes, 0.02);
            if evenly {
                numbers.scale = DVec3::splat(numbers.scale.x);
            }
            let least = if id.table == EntryTable::Mesh {
                -1e6
            } else {
                0.001
            };
            numbers.scale = numbers.scale.max(DVec3::splat(least));
        }
    }
    if editor.has_color() {
        colors(ui, acts);
    }
    if count == 1 {
        fields::show(ui, editor, table, &mut model.changes);
    }
    if has_surface(id) {
        surfaces(ui, model, acts);
    }
    if count > 1 {
        align(ui, acts);
    } else {
        ui.label(
            RichText::new("Shift and click, or drag a box: several")
                .small()
                .color(style::FAINT),
        );
    }
    if id.table == EntryTable::Mover {
        let about = "Goes on along the path. Click a point of the path to move or delete it.";
        row(ui, &[("Add a point", EditAction::AddPoint, about)], acts);
    }
}

/// Buttons that line the selected entries up with the first one, or spread them.
fn align(ui: &mut Ui, acts: &mut Vec<EditAction>) {
    ui.label(
        RichText::new("align with the first, spread")
            .small()
            .color(style::FAINT),
    );
    for (axis, name) in ["X", "Y", "Z"].into_iter().enumerate() {
        let to = |side| EditAction::Align { axis, side };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.spacing_mut().button_padding.x = GAP;
            ui.label(name);
            let buttons = [
                ("min", to(-1), "The lower faces in one plane."),
                ("mid", to(0), "The middles in one plane."),
                ("max", to(1), "The upper faces in one plane."),
                ("gaps", EditAction::Distribute(axis), "All gaps the same."),
            ];
            row(ui, &buttons, acts);
        });
    }
}

/// Buttons that give the selected entry a colour.
fn colors(ui: &mut Ui, acts: &mut Vec<EditAction>) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for color in COLORS {
            let [red, green, blue] = color;
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(SWATCH), Sense::click());
            let fill = Color32::from_rgb(red, green, blue);
            ui.painter().rect_filled(rect, 3.0, fill);
            if response.hovered() || response.has_focus() {
                let edge = Stroke::new(1.5, style::INK);
                let side = StrokeKind::Inside;
                ui.painter().rect_stroke(rect, 3.0, edge, side);
            }
            if response.on_hover_text("Its colour.").clicked() {
                acts.push(EditAction::SetColor(color));
            }
        }
    });
}

/// Buttons that give the selected entries a surface, and the fields of that.
fn surfaces(ui: &mut Ui, model: &mut EditorModel, acts: &mut Vec<EditAction>) {
    let editor = model.editor;
    let own: Vec<_> = editor.surfaces().collect();
    let chosen = editor.surface();
    let is_free = |(name, ..): &&(&str, &str, &str)| !own.contains(name);
    let usual = SURFACES.iter().filter(is_free);
    let nothing = [(
        "none",
        SurfaceChoice::Nothing,
        "By its material and its kind.",
    )];
    let of_level = own.iter().enumerate();
    let of_level = of_level.map(|(number, name)| {
        (
            *name,
            SurfaceChoice::Own(number),
            "A surface of this level.",
        )
    });
    let usual = usual.map(|(name, _, about)| (*name, SurfaceChoice::Usual(name), *about));
    let new = [("new", SurfaceChoice::New, "Another surface of this level.")];
    fields::name(ui, "surface", "What it does to those who touch it.");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (name, choice, about) in nothing.into_iter().chain(of_level).chain(usual).chain(new) {
            let is_chosen = match choice {
                SurfaceChoice::Nothing => chosen.is_none(),
                _ => chosen.as_deref() == Some(name),
            };
            let label = ui.selectable_label(is_chosen, name).on_hover_text(about);
            if label.clicked() {
                acts.push(EditAction::SetSurface(choice));
            }
        }
    });
    let number = own.iter().position(|name| Some(*name) == chosen.as_deref());
    if let Some(number) = number {
        let text = format!("{}, wherever it is", own[number]);
        fields::name(ui, &text, "These numbers are those of the surface.");
        ui.indent("surface", |ui| {
            let table = TableId::Surface(number);
            fields::show(ui, editor, table, &mut model.changes);
        });
    }
}

/// Three numbers, of which those that `count` can be changed.
fn vector(ui: &mut Ui, (name, tip): (&str, &str), value: &mut DVec3, count: [bool; 3], speed: f64) {
    fields::name(ui, name, tip);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (axis, counts) in count.into_iter().enumerate() {
            let field = DragValue::new(&mut value[axis])
                .speed(speed)
                .max_decimals(3);
            ui.add_enabled_ui(counts, |ui| {
                fields::number(ui, field, Some(axis)).on_hover_text(tip);
            });
        }
    });
}

/// The list of all entries, or of those that are searched for.
fn list(ui: &mut Ui, model: &EditorModel, search: &mut String, acts: &mut Vec<EditAction>) {
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
        .max_height(LIST)
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
