//! The palette's part for what is selected: its handles, its numbers, and the keys of its text.

use egui::{Color32, DragValue, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

use sidle::glam::DVec3;
use sidle::level::{EntryTable, TableId};

use crate::options::edit_action::{EditAction, SurfaceChoice, Tool};
use crate::session::editor::{Editor, SURFACES, has_surface, name_of_selected};
use crate::ui::panel::editor::{GAP, heading, row};
use crate::ui::panel::model::EditorModel;
use crate::ui::panel::{fields, style};

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

/// The selected entry: its handles, its numbers and its text.
pub fn show(ui: &mut Ui, model: &mut EditorModel, acts: &mut Vec<EditAction>) {
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
        // Of several, these are the numbers of the one with the handles.
        let whose = name_of_selected(editor).filter(|_| count > 1);
        let whose = whose.map_or(String::new(), |name| format!(" of {name}"));
        let position = format!("position{whose}, m");
        vector(
            ui,
            (&position, &tip),
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
    if !editor.path_points().is_empty() {
        points(ui, editor, acts);
    }
    if id.table == EntryTable::Mover {
        let about = "Goes on along the path. Click a point of the path to move or delete it.";
        row(ui, &[("Add a point", EditAction::AddPoint, about)], acts);
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
}

/// Buttons that select the points of the path, or the target of a teleport, also those out of sight.
fn points(ui: &mut Ui, editor: &Editor, acts: &mut Vec<EditAction>) {
    let points = editor.path_points();
    let (title, tip) = match points.len() {
        1 => ("target", "Where it leads."),
        _ => ("points of the path", "The first one is where it starts."),
    };
    fields::name(ui, title, tip);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (number, place) in points.iter().enumerate() {
            let is_chosen = editor.selected_point() == Some(number);
            let label = ui.selectable_label(is_chosen, (number + 1).to_string());
            let DVec3 { x, y, z } = place;
            let label = label.on_hover_text(format!("{x:.2}, {y:.2}, {z:.2}"));
            if label.clicked() {
                acts.push(EditAction::SelectPoint(number));
            }
        }
    });
}

/// Buttons that line the selected entries up with the first one, or spread them.
fn align(ui: &mut Ui, acts: &mut Vec<EditAction>) {
    ui.label(
        RichText::new("align with the first; even gaps")
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
                ("even", EditAction::Distribute(axis), "All gaps the same."),
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
