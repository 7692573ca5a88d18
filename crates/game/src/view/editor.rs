//! The editor's drawing: the selected prop with its axes, and an info panel with its numbers.

use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::session::editor::Editor;
use crate::view::context::ViewContext;
use crate::view::palette::{AXES, GUIDE, MUTED, NEUTRAL, TARGET};

const OUTLINE: Pen = Pen::new(NEUTRAL, 3.0);
const POINTED_AT: Pen = Pen::new(TARGET, 1.2);

/// Opacity of the selected prop's faces.
const FACE_OPACITY: f32 = 0.14;

/// Length of the axes outside of the prop's box, as a share of the distance from the eye.
const AXIS_LENGTH: f64 = 0.06;

const AXIS_NAMES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the outlines, and adds the info panel.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, editor: &Editor) {
    let selected = editor.selected();
    let target = view
        .target
        .and_then(|target| view.level.prop_of(target.collider));
    let pointed_at = target.filter(|number| Some(*number) != selected);
    if let Some(obb) = pointed_at.and_then(|number| view.level.prop_bounds(number)) {
        debug.solid(POINTED_AT, &obb);
    }
    // Until a copy is loaded, its number may belong to another prop.
    let selected = selected.filter(|_| view.level.props().len() == editor.props().len());
    if let Some(obb) = &selected.and_then(|number| view.level.prop_bounds(number)) {
        debug.solid(OUTLINE, obb);
        for number in 0..6 {
            let side = if number % 2 == 0 { 1.0 } else { -1.0 };
            let corners = face(number / 2, side);
            let corners =
                corners.map(|corner| obb.center() + obb.axes() * (corner * obb.half_extents()));
            debug.face(NEUTRAL.with_alpha(FACE_OPACITY), &corners);
        }
        let beyond = obb.center().distance(view.eye) * AXIS_LENGTH;
        for (axis, color) in AXES.into_iter().enumerate() {
            let arrow = obb.axes().col(axis) * (obb.half_extents()[axis] + beyond);
            let width = if editor.scaled_axis() == Some(axis) {
                5.0
            } else {
                3.0
            };
            debug.arrow(Pen::new(color, width), obb.center(), obb.center() + arrow);
        }
    }
    let name = selected.map(|number| view.level.numbered_name_of_prop(number));
    debug.panels.push(info_panel(editor, name));
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

/// The numbers of the selected prop as in its file, and whether everything is saved.
fn info_panel(editor: &Editor, name: Option<String>) -> InfoPanel {
    let title = match (&name, editor.selected()) {
        (Some(name), _) => name.clone(),
        (None, Some(_)) => "…".to_owned(),
        (None, None) => "editor".to_owned(),
    };
    let mut panel = InfoPanel {
        title,
        rows: Vec::new(),
    };
    if let Some(prop) = editor.selected_prop() {
        let numbers = &prop.numbers;
        for (label, value, digits) in [
            ("position, m", numbers.position, 3),
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
        panel.text("⟦Enter⟧ or the right mouse button selects the prop under the crosshair.");
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
