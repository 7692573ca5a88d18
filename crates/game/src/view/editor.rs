//! The editor's drawing: the zones and the spawn, the selected entry with its handles, and an info panel with its numbers.

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::level::{EntryId, EntryNumbers, EntryTable};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::session::editor::{Editor, Gizmo, Handle, Ray, name_of, outline_of, pick};
use crate::view::context::ViewContext;
use crate::view::overlays::zones;
use crate::view::palette::{AXES, GUIDE, MUTED, NEUTRAL, TARGET};

const OUTLINE: Pen = Pen::new(NEUTRAL, 3.0);
const POINTED_AT: Pen = Pen::new(TARGET, 1.2);
const PATH: Pen = Pen::new(GUIDE, 2.0);
const SPAWN: Pen = Pen::new(GUIDE, 2.0);

/// Opacity of the selected entry's faces, and of the squares that move it on a plane.
const FACE_OPACITY: f32 = 0.14;
const SQUARE_OPACITY: f32 = 0.45;

/// Length of the spawn's arrow; metres.
const SPAWN_ARROW: f64 = 1.2;

const AXIS_NAMES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the outlines and handles, and adds the info panel.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, editor: &Editor) {
    let outline = |entry| outline_of(view.level, view.sim, editor, entry);
    zones::draw(debug, view);
    // Around the eye, its lines would frame the picture.
    let is_outside = |obb: &Obb| !obb.to_local(view.eye).abs().cmple(obb.half_extents()).all();
    draw_spawn(debug, editor, outline(EntryId::SPAWN).filter(is_outside));
    for mover in editor.entries(EntryTable::Mover) {
        debug.polyline(PATH, mover.points.iter().copied());
    }
    let selected = editor.selected();
    let ray = Ray {
        eye: view.eye,
        look: view.pointed.unwrap_or(view.axes.look),
        heading: view.axes.heading,
    };
    let points = view.pointed.is_some() || view.target.is_some();
    let target = points.then(|| pick(view.level, view.sim, editor, &ray));
    let pointed_at = target.flatten().filter(|entry| Some(*entry) != selected);
    if let Some(obb) = pointed_at.and_then(outline) {
        debug.solid(POINTED_AT, &obb);
    }
    // Until a copy is loaded, its number may belong to another prop.
    let count = editor.entries(EntryTable::Prop).len();
    let selected = selected
        .filter(|entry| entry.table != EntryTable::Prop || view.level.props().len() == count);
    if let Some(obb) = selected.and_then(outline) {
        draw_selected(debug, &ray, editor, &obb);
    }
    // The palette has the same numbers, but for those of a point.
    if view.pointed.is_none() || editor.selected_point().is_some() {
        debug.panels.push(info_panel(editor));
    }
}

/// Draws the box of the player at its start, and the direction of the view there.
fn draw_spawn(debug: &mut DebugDraw, editor: &Editor, obb: Option<Obb>) {
    let mut spawn = editor.entries(EntryTable::Spawn).iter();
    if let Some((obb, spawn)) = obb.zip(spawn.next()) {
        let ahead = EntryNumbers {
            position: DVec3::ZERO,
            ..spawn.numbers
        };
        let ahead = ahead.placement().apply(DVec3::NEG_Z * SPAWN_ARROW);
        debug.solid(SPAWN, &obb);
        debug.arrow(SPAWN, obb.center(), obb.center() + ahead);
        debug.label(obb.center(), LabelSide::Above, GUIDE, "spawn");
    }
}

/// Draws the box of the selected entry, its points and its handles.
fn draw_selected(debug: &mut DebugDraw, ray: &Ray, editor: &Editor, obb: &Obb) {
    debug.solid(OUTLINE, obb);
    for number in 0..6 {
        let side = if number % 2 == 0 { 1.0 } else { -1.0 };
        let corners = face(number / 2, side);
        let corners =
            corners.map(|corner| obb.center() + obb.axes() * (corner * obb.half_extents()));
        debug.face(NEUTRAL.with_alpha(FACE_OPACITY), &corners);
    }
    let points = editor.selected_entry().map(|entry| &*entry.points);
    for (number, point) in points.unwrap_or_default().iter().enumerate() {
        let chosen = editor.selected_point() == Some(number);
        let color = if chosen { NEUTRAL } else { GUIDE };
        debug.dot(Pen::new(color, 11.0).occluded_opacity(1.0), *point);
    }
    let Some(gizmo) = Gizmo::new(editor, obb, ray.eye) else {
        return;
    };
    let held = gizmo.handle_at(ray);
    for handle in gizmo.handles() {
        let width = if held == Some(*handle) { 6.0 } else { 3.5 };
        let pen = |axis: usize| Pen::new(AXES[axis], width).occluded_opacity(1.0);
        match *handle {
            Handle::Axis(axis) => {
                let end = gizmo.center + DVec3::AXES[axis] * gizmo.length;
                debug.arrow(pen(axis), gizmo.center, end);
            }
            Handle::Plane(axis) => {
                let opacity = if held == Some(*handle) {
                    1.0
                } else {
                    SQUARE_OPACITY
                };
                debug.face(AXES[axis].with_alpha(opacity), &gizmo.square(axis));
            }
            Handle::Ring(axis) => {
                debug.circle(pen(axis), gizmo.center, gizmo.rings[axis], gizmo.length);
            }
            Handle::Face(axis, side) => {
                let knob = if held == Some(*handle) { 16.0 } else { 12.0 };
                let place = gizmo.face(axis, side);
                debug.segment(pen(axis), gizmo.center, place);
                debug.dot(Pen::new(AXES[axis], knob).occluded_opacity(1.0), place);
            }
        }
    }
}

/// The corners of a box's face, as shares of its half extents.
fn face(axis: usize, side: f64) -> [DVec3; 4] {
    let [along, across] = [(axis + 1) % 3, (axis + 2) % 3];
    [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(|(a, b)| {
        let mut corner = DVec3::ZERO;
        corner[axis] = side;
        corner[along] = a;
        corner[across] = b;
        corner
    })
}

/// The numbers of the selected entry as in its file, and whether everything is saved.
fn info_panel(editor: &Editor) -> InfoPanel {
    let selected = editor.selected_entry();
    let name = editor.selected().and_then(|id| name_of(editor, id));
    let title = name.unwrap_or_else(|| "editor".to_owned());
    let mut panel = InfoPanel {
        title,
        rows: Vec::new(),
    };
    if let Some(entry) = selected {
        let numbers = &entry.numbers;
        for (label, value, digits) in [
            ("position, m", editor.position().unwrap_or_default(), 3),
            ("rotation, °", numbers.rotation_deg, 1),
            ("scale", numbers.scale, 3),
        ] {
            let cell = |axis: usize| (format!("{:.digits$}", value[axis] + 0.0), AXES[axis]);
            panel.columns(label, [0, 1, 2].map(cell));
        }
        let axis = editor
            .scaled_axis()
            .map_or("X Y Z together", |axis| AXIS_NAMES[axis]);
        panel.value("step (M)", editor.step().name());
        panel.value("Home, End scale", axis);
    } else {
        panel.text("A click selects an object, and so does ⟦Enter⟧ at the crosshair.");
    }
    let file = editor
        .path()
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let (saved, color) = match editor.is_dirty() {
        true => ("edits not saved", GUIDE),
        false => ("saved", MUTED),
    };
    panel.tinted(file, saved, color);
    panel
}
