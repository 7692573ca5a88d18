//! The lesson on separating axes: 15 for two boxes, 13 for a box and a triangle.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996.

use macroquad::color::Color;

use sidle::geometry::{Obb, Triangle};
use sidle::glam::DVec3;
use sidle::query::{
    AxisGap, ObbAxis, ObbOverlap, ObbTriangleAxis, overlap_obb_obb, overlap_obb_obb_axes,
    overlap_obb_triangle, overlap_obb_triangle_axes,
};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, InfoRow, millimetres};
use crate::view::palette::{GUIDE, MUTED, NEUTRAL, RESULT};

/// A smaller gap is shown as 0; metres.
const ZERO_GAP: f64 = 5e-4;

pub fn show_boxes(debug: &mut DebugDraw, panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    let gaps = overlap_obb_obb_axes(first, second);
    let (apart, deciding) = match overlap_obb_obb(first, second) {
        ObbOverlap::Apart(gap) => (true, gap),
        ObbOverlap::Overlapping(gap) => (false, gap),
    };
    panel.text("Gaps along the 15 axes, cm. Above 0: apart.");
    let labels = ["A0 A1 A2", "B0 B1 B2", "A0 × B", "A1 × B", "A2 × B"];
    for (label, gaps) in labels.into_iter().zip(gaps.chunks(3)) {
        let cell = |at: usize| cell(gaps.get(at).copied().flatten(), deciding.axis);
        panel
            .rows
            .push(InfoRow::Columns(label, [0, 1, 2].map(cell)));
    }
    let from = second.center();
    show_deciding_axis(debug, panel, apart, name_of(deciding.axis), &deciding, from);
}

pub fn show_box_triangle(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    first: &Obb,
    triangle: &Triangle,
) {
    let gaps = overlap_obb_triangle_axes(first, triangle);
    let (apart, deciding) = match overlap_obb_triangle(first, triangle) {
        ObbOverlap::Apart(gap) => (true, gap),
        ObbOverlap::Overlapping(gap) => (false, gap),
    };
    panel.text("Gaps along the 13 axes, cm. Above 0: apart.");
    let (of_box, rest) = gaps.split_at(3);
    let (of_triangle, edges) = rest.split_at(1);
    let labels = [
        "A0 A1 A2",
        "triangle",
        "A0 × edges",
        "A1 × edges",
        "A2 × edges",
    ];
    let rows = [of_box, of_triangle].into_iter().chain(edges.chunks(3));
    for (label, gaps) in labels.into_iter().zip(rows) {
        let cell = |at: usize| match gaps.get(at) {
            Some(gap) => cell(*gap, deciding.axis),
            None => (String::new(), NEUTRAL),
        };
        panel
            .rows
            .push(InfoRow::Columns(label, [0, 1, 2].map(cell)));
    }
    let name = match deciding.axis {
        ObbTriangleAxis::ObbFace(i) => format!("A{i}"),
        ObbTriangleAxis::TriangleFace => "triangle's normal".to_owned(),
        ObbTriangleAxis::Edges(i, edge) => format!("A{i} × edge {edge}"),
    };
    let middle = triangle.vertices().into_iter().sum::<DVec3>() / 3.0;
    show_deciding_axis(debug, panel, apart, name, &deciding, middle);
}

/// Formats a gap in centimetres. The deciding gap and separating gaps have a colour. Parallel edges have a dash.
fn cell<A: PartialEq>(gap: Option<AxisGap<A>>, deciding: A) -> (String, Color) {
    let Some(gap) = gap else {
        return ("--".to_owned(), MUTED);
    };
    let color = if gap.axis == deciding {
        GUIDE
    } else if gap.separation > 0.0 {
        RESULT
    } else {
        NEUTRAL
    };
    (
        format!("{:.1}", without_tiny(gap.separation) * 100.0),
        color,
    )
}

/// Shows the deciding axis in the info panel, and as an arrow from `from`.
fn show_deciding_axis<A>(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    apart: bool,
    name: String,
    gap: &AxisGap<A>,
    from: DVec3,
) {
    let verdict = if apart {
        "apart along"
    } else {
        "least overlap along"
    };
    let length = millimetres(without_tiny(gap.separation.abs()));
    panel.tinted(format!("{verdict} {name}"), length, GUIDE);
    let tip = from + gap.direction * 0.9;
    debug.arrow(Pen::new(GUIDE, 1.6), from, tip);
    debug.label(tip, LabelSide::Above, GUIDE, name);
}

/// Rounds a tiny gap to 0, which has no sign.
fn without_tiny(gap: f64) -> f64 {
    if gap.abs() < ZERO_GAP { 0.0 } else { gap }
}

/// The name of an axis: `A0`, `B2` or `A0 × B2`.
pub fn name_of(axis: ObbAxis) -> String {
    match axis {
        ObbAxis::FirstFace(i) => format!("A{i}"),
        ObbAxis::SecondFace(j) => format!("B{j}"),
        ObbAxis::Edges(i, j) => format!("A{i} × B{j}"),
    }
}
