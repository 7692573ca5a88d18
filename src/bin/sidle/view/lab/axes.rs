//! The axes along which two shapes can be apart: 15 for two boxes, 13 for a box and a triangle.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996.

use macroquad::color::Color;

use sidle::geometry::{Obb, Triangle};
use sidle::glam::DVec3;
use sidle::query::{
    AxisGap, ObbAxis, ObbOverlap, ObbTriangleAxis, overlap_obb_obb, overlap_obb_obb_axes,
    overlap_obb_triangle, overlap_obb_triangle_axes,
};

use crate::draw::board::{Board, BoardRow, millimetres};
use crate::draw::debug_draw::{DebugDraw, Pen, Side};
use crate::draw::palette::{FAINT_INK, GUIDE, INK, RESULT};

/// A gap no larger than this is written as none; metres.
const NO_GAP: f64 = 5e-4;

pub fn show_boxes(debug: &mut DebugDraw, board: &mut Board, first: &Obb, second: &Obb) {
    let gaps = overlap_obb_obb_axes(first, second);
    let (apart, telling) = match overlap_obb_obb(first, second) {
        ObbOverlap::Apart(gap) => (true, gap),
        ObbOverlap::Overlapping(gap) => (false, gap),
    };
    board.words("Gaps along the 15 axes, cm. Above 0: apart.");
    let labels = ["A0 A1 A2", "B0 B1 B2", "A0 × B", "A1 × B", "A2 × B"];
    for (label, gaps) in labels.into_iter().zip(gaps.chunks(3)) {
        let cell = |at: usize| cell(gaps.get(at).copied().flatten(), telling.axis);
        board.rows.push(BoardRow::Cells(label, [0, 1, 2].map(cell)));
    }
    let from = second.center();
    tell(debug, board, apart, name_of(telling.axis), &telling, from);
}

pub fn show_box_triangle(
    debug: &mut DebugDraw,
    board: &mut Board,
    first: &Obb,
    triangle: &Triangle,
) {
    let gaps = overlap_obb_triangle_axes(first, triangle);
    let (apart, telling) = match overlap_obb_triangle(first, triangle) {
        ObbOverlap::Apart(gap) => (true, gap),
        ObbOverlap::Overlapping(gap) => (false, gap),
    };
    board.words("Gaps along the 13 axes, cm. Above 0: apart.");
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
            Some(gap) => cell(*gap, telling.axis),
            None => (String::new(), INK),
        };
        board.rows.push(BoardRow::Cells(label, [0, 1, 2].map(cell)));
    }
    let name = match telling.axis {
        ObbTriangleAxis::ObbFace(i) => format!("A{i}"),
        ObbTriangleAxis::TriangleFace => "triangle's normal".to_owned(),
        ObbTriangleAxis::Edges(i, edge) => format!("A{i} × edge {edge}"),
    };
    let middle = triangle.vertices().into_iter().sum::<DVec3>() / 3.0;
    tell(debug, board, apart, name, &telling, middle);
}

/// A gap in centimetres: the telling one and those that separate in colours, parallel edges as dashes.
fn cell<A: PartialEq>(gap: Option<AxisGap<A>>, telling: A) -> (String, Color) {
    let Some(gap) = gap else {
        return ("--".to_owned(), FAINT_INK);
    };
    let color = if gap.axis == telling {
        GUIDE
    } else if gap.separation > 0.0 {
        RESULT
    } else {
        INK
    };
    (format!("{:.1}", level(gap.separation) * 100.0), color)
}

/// The axis that decides, in words and as an arrow out of `from`.
fn tell<A>(
    debug: &mut DebugDraw,
    board: &mut Board,
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
    let length = millimetres(level(gap.separation.abs()));
    board.tinted(format!("{verdict} {name}"), length, GUIDE);
    let tip = from + gap.direction * 0.9;
    debug.arrow(Pen::new(GUIDE, 1.6), from, tip);
    debug.label(tip, Side::Above, GUIDE, name);
}

/// What is next to nothing has no sign.
fn level(gap: f64) -> f64 {
    if gap.abs() < NO_GAP { 0.0 } else { gap }
}

/// `A0`, `B2` or `A0 × B2`.
pub fn name_of(axis: ObbAxis) -> String {
    match axis {
        ObbAxis::FirstFace(i) => format!("A{i}"),
        ObbAxis::SecondFace(j) => format!("B{j}"),
        ObbAxis::Edges(i, j) => format!("A{i} × B{j}"),
    }
}
