//! The lesson on separating axes: 15 for two boxes, 13 for a box and a triangle.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996.

use sidle::geometry::{Obb, Solid, Triangle};
use sidle::glam::DVec3;
use sidle::query::{
    AxisGap, ObbAxis, ObbOverlap, ObbTriangleAxis, overlap_obb_obb, overlap_obb_obb_axes,
    overlap_obb_triangle, overlap_obb_triangle_axes,
};

use crate::draw::debug_draw::{DebugDraw, Label, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, InfoRow, NumberLine, millimetres, share_span};
use crate::view::palette::{GUIDE, MOVED, MUTED, NEUTRAL, RESULT, STANDING};

/// How far next to the shapes the number line of the deciding axis lies, and the length of the strokes at its ends;
/// metres.
const BESIDE: f64 = 0.12;
const STROKE: f64 = 0.04;

/// The line lies next to the shapes if that way leads to the side of the picture by this share, and else below them.
const MIN_ASIDE: f64 = 0.3;

pub fn show_boxes(debug: &mut DebugDraw, panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    let gaps = overlap_obb_obb_axes(first, second);
    let (ObbOverlap::Apart(deciding) | ObbOverlap::Overlapping(deciding)) =
        overlap_obb_obb(first, second);
    panel.text(
        "Both shapes cast a shadow on each of 15 axes. A gap on one is enough: they are apart.",
    );
    let shadows = |gap: &AxisGap| [first, second].map(|obb| obb.project(gap.direction));
    for (axis, gap) in ObbAxis::ALL.into_iter().zip(&gaps) {
        let gap = gap.as_ref().map(|gap| (gap, shadows(gap)));
        panel
            .rows
            .push(number_line(name_of(axis), gap, deciding.axis));
    }
    share_span(&mut panel.rows);
    let name = name_of(deciding.axis);
    show_deciding_axis(
        debug,
        panel,
        name,
        &deciding,
        shadows(&deciding),
        corners(second),
    );
}

pub fn show_box_triangle(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    first: &Obb,
    triangle: &Triangle,
) {
    let gaps = overlap_obb_triangle_axes(first, triangle);
    let (ObbOverlap::Apart(deciding) | ObbOverlap::Overlapping(deciding)) =
        overlap_obb_triangle(first, triangle);
    panel.text("13 axes: three of the box, n square to the triangle, and nine square to an edge of both (e0 e1 e2: the triangle's).");
    let shadows = |gap: &AxisGap<ObbTriangleAxis>| {
        let heights = triangle.vertices().map(|corner| corner.dot(gap.direction));
        let low = heights.into_iter().fold(f64::INFINITY, f64::min);
        let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        [first.project(gap.direction), [low, high]]
    };
    for (axis, gap) in ObbTriangleAxis::ALL.into_iter().zip(&gaps) {
        let gap = gap.as_ref().map(|gap| (gap, shadows(gap)));
        panel
            .rows
            .push(number_line(triangle_axis_name(axis), gap, deciding.axis));
    }
    share_span(&mut panel.rows);
    let name = triangle_axis_name(deciding.axis);
    let corners = triangle.vertices();
    show_deciding_axis(debug, panel, name, &deciding, shadows(&deciding), corners);
}

fn corners(obb: &Obb) -> impl IntoIterator<Item = DVec3> {
    (0..obb.vertex_count()).map(|number| obb.vertex(number))
}

fn triangle_axis_name(axis: ObbTriangleAxis) -> String {
    match axis {
        ObbTriangleAxis::ObbFace(i) => format!("A{i}"),
        ObbTriangleAxis::TriangleFace => "n".to_owned(),
        ObbTriangleAxis::Edges(i, edge) => format!("A{i} × e{edge}"),
    }
}

/// The shadows of both shapes on an axis, and the gap between them. The deciding axis and separating axes have a colour. Parallel
/// edges have no axis.
fn number_line<A: PartialEq>(
    label: String,
    gap: Option<(&AxisGap<A>, [[f64; 2]; 2])>,
    deciding: A,
) -> InfoRow {
    let Some((gap, intervals)) = gap else {
        return InfoRow::Value(label, "parallel".to_owned(), MUTED);
    };
    let color = if gap.axis == deciding {
        GUIDE
    } else if gap.separation > 0.0 {
        RESULT
    } else {
        NEUTRAL
    };
    InfoRow::NumberLine(NumberLine {
        label,
        value: millimetres(gap.separation),
        color,
        intervals,
        colors: [MOVED, STANDING],
        span: 1.0,
    })
}

/// Shows the deciding axis in the info panel, and as a number line next to the shapes. `points`: those of the second
/// shape.
fn show_deciding_axis<A>(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    name: String,
    gap: &AxisGap<A>,
    [first, second]: [[f64; 2]; 2],
    points: impl IntoIterator<Item = DVec3>,
) {
    let (verdict, words) = if gap.separation > 0.0 {
        ("apart along", "gap")
    } else {
        ("least overlap along", "overlap")
    };
    let length = millimetres(gap.separation.abs());
    panel.tinted(format!("{verdict} {name}"), length.clone(), GUIDE);

    // The board is mostly at the right, so the line is at the left.
    let direction = gap.direction;
    let left = -debug.right();
    let beside = (left - direction * direction.dot(left)).normalize_or(DVec3::Y);
    let beside = if beside.dot(left) < MIN_ASIDE {
        // The axis runs across the picture: the line lies below.
        (direction * direction.dot(debug.up()) - debug.up()).normalize_or(DVec3::Y)
    } else {
        beside
    };
    let points = points.into_iter();
    let side = points.max_by(|a, b| a.dot(beside).total_cmp(&b.dot(beside)));
    let side = side.unwrap_or_default() + beside * BESIDE;
    let at = |height: f64| side + direction * (height - side.dot(direction));
    for ([low, high], color) in [(second, STANDING), (first, MOVED)] {
        debug.segment(Pen::new(color, 6.0), at(low), at(high));
        for end in [low, high] {
            let stroke = beside * STROKE;
            debug.segment(Pen::new(color, 2.0), at(end) - stroke, at(end) + stroke);
        }
    }
    let between = [second[1], first[0]].map(at);
    debug.segment(Pen::new(GUIDE, 3.0), between[0], between[1]);
    let text = format!("{name}: {words} {length}");
    debug.labels.push(Label {
        point: between[0].midpoint(between[1]),
        side: LabelSide::Left,
        text,
        color: GUIDE,
        pinned: true,
    });
}

/// The name of an axis, such as `A0`, `B2` or `A0 × B2`.
pub fn name_of(axis: ObbAxis) -> String {
    match axis {
        ObbAxis::FirstFace(i) => format!("A{i}"),
        ObbAxis::SecondFace(j) => format!("B{j}"),
        ObbAxis::Edges(i, j) => format!("A{i} × B{j}"),
    }
}
