//! The editor's drawing: the zones and the spawn, the selected entry with its handles, and an info panel with its numbers.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Aabb, Obb};
use sidle::glam::DVec3;
use sidle::level::{EntryId, EntryNumbers, EntryTable, Shape};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::session::editor::{
    Drag, Editor, Gizmo, Handle, Item, Ray, name_of_selected, outline_of, pick, way_up,
};
use crate::view::context::ViewContext;
use crate::view::overlays::zones;
use crate::view::palette::{AXES, GUIDE, MUTED, NEUTRAL, TARGET};

const OUTLINE: Pen = Pen::new(NEUTRAL, 3.0);
const OTHER: Pen = Pen::new(NEUTRAL, 1.8);
const POINTED_AT: Pen = Pen::new(TARGET, 1.2);
const PATH: Pen = Pen::new(GUIDE, 2.0);
const SPAWN: Pen = Pen::new(GUIDE, 2.0);
const WAY_UP: Pen = Pen::new(GUIDE, 5.0).occluded_opacity(1.0);

/// The height of the arrow up a slope over it; metres.
const WAY_UP_ABOVE: f64 = 0.12;

/// Opacity of the squares that move an entry on a plane.
const SQUARE_OPACITY: f32 = 0.45;

/// The lines of the grid on which a drag goes, and half its size and its height over the floor; metres.
const STEPS: Pen = Pen::new(MUTED, 1.0).occluded_opacity(0.2);
const GRID: f64 = 4.0;
const GRID_ABOVE: f64 = 0.01;

/// Smaller steps are not drawn: their lines would be one surface; metres and degrees.
const LEAST_GRID: f64 = 0.05;
const LEAST_MARK: f64 = 5.0;

/// The spawn is not drawn to an eye that is nearer; metres.
const SPAWN_DISTANCE: f64 = 1.2;

/// Length of the spawn's arrow; metres.
const SPAWN_ARROW: f64 = 1.2;

const AXIS_NAMES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the outlines and handles, and adds the info panel.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, editor: &Editor) {
    let outline = |entry| outline_of(view.level, view.sim, editor, entry);
    zones::draw(debug, view);
    // Around the eye or near it, its lines would frame the picture.
    let is_outside = |obb: &Obb| {
        let from = obb.to_local(view.eye).abs() - obb.half_extents();
        from.max_element() > SPAWN_DISTANCE
    };
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
    let props = view.level.placed.first().map(|placed| placed.props.start);
    let is_loaded = props.unwrap_or(view.level.props().len()) == count;
    let is_drawn = |entry: &EntryId| entry.table != EntryTable::Prop || is_loaded;
    for other in editor.all_selected().skip(1).filter(is_drawn) {
        if let Some(obb) = outline(other) {
            debug.solid(OTHER, &obb);
        }
    }
    let selected = selected.filter(is_drawn);
    if let Some(obb) = selected.and_then(outline) {
        draw_selected(debug, &ray, editor, &obb);
    }
    if let Some((item, numbers)) = editor.preview {
        draw_preview(debug, item, &numbers);
    }
    // The palette has the same numbers.
    if view.pointed.is_none() {
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

/// Draws where an item of the palette would go. Others than plain shapes and boxes are seen once they are there.
fn draw_preview(debug: &mut DebugDraw, item: &Item, numbers: &EntryNumbers) {
    let kind = item.kind().unwrap_or_default();
    if Shape::of_kind(kind).is_none() && item.table != EntryTable::Zone {
        return;
    }
    let cube = Aabb::from_points([DVec3::splat(-0.5), DVec3::splat(0.5)]);
    if let Some(obb) = cube.and_then(|cube| Obb::from_bounds(&cube, &numbers.placement())) {
        debug.solid(POINTED_AT, &obb);
    }
    draw_way_up(debug, kind, numbers);
}

/// Draws an arrow up a ramp or stairs.
fn draw_way_up(debug: &mut DebugDraw, kind: &str, numbers: &EntryNumbers) {
    if let Some(ends) = way_up(kind, numbers) {
        let [from, to] = ends.map(|end| end + DVec3::Y * WAY_UP_ABOVE);
        debug.arrow(WAY_UP, from, to);
        debug.label(to, LabelSide::Above, GUIDE, "up");
    }
}

/// Draws the box of the selected entry, its points and its handles.
fn draw_selected(debug: &mut DebugDraw, ray: &Ray, editor: &Editor, obb: &Obb) {
    debug.solid(OUTLINE, obb);
    if let Some(entry) = editor.selected_entry() {
        draw_way_up(debug, &entry.kind, &entry.numbers);
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
    let (held, moving) = match editor.drag() {
        Some(Drag::Handle { handle, moving, .. }) => (Some(*handle), *moving),
        Some(Drag::Body { moving, .. }) => (None, *moving),
        Some(Drag::Box { .. }) | None => (gizmo.handle_at(ray), false),
    };
    if moving {
        draw_number(debug, editor, &gizmo, held);
        draw_steps(debug, editor, &gizmo, held);
    }
    // The other handles would cover what is dragged.
    let drawn = gizmo.handles().iter();
    for handle in drawn.filter(|handle| !moving || held == Some(**handle)) {
        let width = if held == Some(*handle) { 6.0 } else { 3.5 };
        let pen = |axis: usize| Pen::new(AXES[axis], width).occluded_opacity(1.0);
        match *handle {
            Handle::Axis(axis) => {
                debug.arrow(pen(axis), gizmo.center, gizmo.arrow(axis));
            }
            Handle::Plane(axis) => {
                let square = gizmo.square(axis);
                debug.face(AXES[axis].with_alpha(SQUARE_OPACITY), &square);
                let around = square.into_iter().chain([square[0]]);
                debug.polyline(pen(axis), around);
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

/// Draws the number that a drag changes, at the handle that is held.
fn draw_number(debug: &mut DebugDraw, editor: &Editor, gizmo: &Gizmo, held: Option<Handle>) {
    let (Some(position), Some(entry)) = (editor.position(), editor.selected_entry()) else {
        return;
    };
    let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
    let along = |axis: usize| format!("{} {} m", AXIS_NAMES[axis], rounded(position[axis]));
    let (place, color, text) = match held {
        Some(Handle::Axis(axis)) => (gizmo.arrow(axis), AXES[axis], along(axis)),
        Some(Handle::Ring(axis)) => {
            let degrees = rounded(entry.numbers.rotation_deg[axis]);
            let text = format!("{} {degrees}°", AXIS_NAMES[axis]);
            (gizmo.center, AXES[axis], text)
        }
        Some(Handle::Face(axis, side)) => {
            let metres = rounded(gizmo.obb.half_extents()[axis] * 2.0);
            (gizmo.face(axis, side), AXES[axis], format!("{metres} m"))
        }
        Some(Handle::Plane(across)) => {
            let axes = (0..3).filter(|axis| *axis != across).map(along);
            let text = axes.collect::<Vec<_>>().join("   ");
            (gizmo.square(across)[0], AXES[across], text)
        }
        None => (gizmo.center, NEUTRAL, [0, 2].map(along).join("   ")),
    };
    debug.label(place, LabelSide::Above, color, text);
}

/// Draws the steps of a drag: a grid on the plane of the move, or marks around the ring.
fn draw_steps(debug: &mut DebugDraw, editor: &Editor, gizmo: &Gizmo, held: Option<Handle>) {
    let step = editor.step();
    match held {
        None | Some(Handle::Plane(_)) if step.metres >= LEAST_GRID => {
            let across = match held {
                Some(Handle::Plane(across)) => across,
                _ => 1,
            };
            let mut middle = gizmo.center;
            if across == 1 {
                middle.y -= gizmo.obb.aligned().half_extents().y - GRID_ABOVE;
            }
            let count = (GRID / step.metres).round().clamp(4.0, 12.0);
            let [u, v] = [1, 2].map(|next| DVec3::AXES[(across + next) % 3] * step.metres);
            for (along, aside) in [(u, v), (v, u)] {
                for line in -count as i32..=count as i32 {
                    let start = middle + aside * f64::from(line);
                    debug.segment(STEPS, start - along * count, start + along * count);
                }
            }
        }
        Some(Handle::Ring(axis)) if step.degrees >= LEAST_MARK => {
            let about = gizmo.rings[axis];
            let arm = gizmo.obb.axes().col((axis + 1) % 3);
            let arm = (arm - about * arm.dot(about)).normalize_or_zero() * gizmo.length;
            let aside = about.cross(arm);
            for mark in 0..(360.0 / step.degrees) as u32 {
                let (sin, cos) = sin_cos_deg(f64::from(mark) * step.degrees);
                let out = arm * cos + aside * sin;
                let long = if mark == 0 { -1.0 } else { 0.07 };
                debug.segment(
                    Pen::new(AXES[axis], 2.0).occluded_opacity(1.0),
                    gizmo.center + out,
                    gizmo.center + out * (1.0 + long),
                );
            }
        }
        _ => {}
    }
}

/// The numbers of the selected entry as in its file, and whether everything is saved.
fn info_panel(editor: &Editor) -> InfoPanel {
    let selected = editor.selected_entry();
    let title = name_of_selected(editor).unwrap_or_else(|| "editor".to_owned());
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
