//! Lessons on a single box: its projection on an axis, its matrix and its quaternion; and on the 144 tests of edges
//! against faces that the 15 axes save, with the table of the axes.
//!
//! Source: a course page on oriented boxes (Seoul National University). Its table has `R0`, `R1` and `R` for each axis.

use sidle::geometry::{Obb, Segment, Solid, Sphere, float};
use sidle::glam::DVec3;
use sidle::query::{
    ObbAxis, ObbOverlap, overlap_obb_obb, overlap_obb_obb_axes, overlap_obb_obb_edges,
};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::view::lab::axes::name_of;
use crate::view::palette::{AXES, GUIDE, MOVED, MUTED, NEUTRAL, RESULT, STANDING, THROWN};

/// Shows the interval that `obb` covers along `axis`.
pub fn show_projection(debug: &mut DebugDraw, panel: &mut InfoPanel, obb: &Obb, axis: &Segment) {
    let Some(direction) = (axis.end - axis.start).try_normalize() else {
        return;
    };
    let height = |point: DVec3| (point - axis.start).dot(direction);
    let start = axis.start.dot(direction);
    let [low, high] = obb.project(direction).map(|end| end - start);
    let at = |height: f64| axis.start + direction * height;
    panel.text(
        "The shadow of the box on the axis: its centre's height, and a radius to both sides.",
    );
    let mut radius = 0.0;
    for (number, color) in AXES.into_iter().enumerate() {
        let half = obb.half_extents()[number];
        let part = half * obb.axes().col(number).dot(direction).abs();
        radius += part;
        panel.tinted(
            format!("a{number} · |A{number}·L|"),
            millimetres(part),
            color,
        );
        let tip = obb.center() + obb.axes().col(number) * half;
        debug.arrow(Pen::new(color, 2.0), obb.center(), tip);
    }
    panel.value("radius: their sum", millimetres(radius));
    panel.value("centre c·L", millimetres(height(obb.center())));
    panel.tinted("from", millimetres(low), RESULT);
    panel.tinted("to", millimetres(high), RESULT);
    debug.segment(Pen::new(RESULT, 5.0), at(low), at(high));
    for (height, name) in [(low, "from"), (high, "to")] {
        debug.dot(Pen::new(RESULT, 9.0), at(height));
        debug.label(at(height), LabelSide::Right, RESULT, name);
    }
    debug.dashed_segment(Pen::new(GUIDE, 1.4), obb.center(), at(height(obb.center())));
}

/// Shows the matrix and the quaternion of `obb`, and a ball's centre as the box sees it.
pub fn show_transform(debug: &mut DebugDraw, panel: &mut InfoPanel, obb: &Obb, ball: &Sphere) {
    panel.text("Three columns are the box's axes, the fourth is its centre. Scale stays in the half extents.");
    let matrix = obb.to_matrix();
    for number in 0..3 {
        let row = matrix
            .row(number)
            .to_array()
            .map(|cell| format!("{cell:+.2}"));
        panel.value(format!("matrix, row {number}"), row.join(" "));
    }
    let quaternion = obb.to_quaternion().to_array();
    let [x, y, z, w] = quaternion.map(|part| format!("{part:+.3}"));
    panel.value("quaternion x y z", format!("{x} {y} {z}"));
    panel.value("quaternion w", w);
    // The way back: the same box, up to rounding.
    let half = obb.half_extents();
    let from_matrix = Obb::from_matrix(&matrix, half);
    let from_quaternion = Obb::from_quaternion(obb.center(), obb.to_quaternion(), half);
    for (name, back) in [
        ("back from the matrix", from_matrix),
        ("back from the quaternion", from_quaternion),
    ] {
        let text = back.map_or("refused".to_owned(), |back| {
            let off = (0..back.vertex_count())
                .map(|number| back.vertex(number).distance(obb.vertex(number)))
                .fold(0.0, float::max);
            format!("{} off", millimetres(off))
        });
        panel.value(name, text);
    }
    let local = obb.to_local(ball.center());
    let [x, y, z] = local
        .to_array()
        .map(|part| format!("{:+.1}", part * 1000.0));
    panel.tinted("ball in box space, mm", format!("{x} {y} {z}"), GUIDE);
    let mut corner = obb.center();
    for (number, color) in AXES.into_iter().enumerate() {
        let axis = obb.axes().col(number);
        debug.arrow(
            Pen::new(color, 2.4),
            obb.center(),
            obb.center() + axis * 0.6,
        );
        let next = corner + axis * local[number];
        debug.dashed_segment(Pen::new(color, 2.0), corner, next);
        corner = next;
    }
    debug.dot(Pen::new(GUIDE, 10.0), corner);
}

/// Shows how many tests each method needs for two boxes.
pub fn show_edges(panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    let by_edges = overlap_obb_obb_edges(first, second);
    panel.text("12 edges of each box against 6 faces of the other: 144 tests.");
    panel.tinted(
        "edges that cross a face",
        by_edges.crossings.to_string(),
        THROWN,
    );
    panel.tinted("tests until the first", by_edges.tests.to_string(), THROWN);
    let center = if by_edges.center_inside { "yes" } else { "no" };
    panel.value("a centre is in the other box", center);
    let verdict = |overlapping: bool| if overlapping { "overlapping" } else { "apart" };
    panel.tinted("verdict", verdict(by_edges.overlapping()), THROWN);
    panel.text("The separating axes: at most 15 tests.");
    let (overlapping, gap, tests) = match overlap_obb_obb(first, second) {
        ObbOverlap::Apart(gap) => {
            let number = ObbAxis::ALL.iter().position(|axis| *axis == gap.axis);
            (false, gap, number.map_or(15, |number| number + 1))
        }
        ObbOverlap::Overlapping(gap) => (true, gap, 15),
    };
    panel.tinted("tests until decided", tests.to_string(), RESULT);
    let name = if overlapping {
        "least overlap along"
    } else {
        "apart along"
    };
    panel.value(name, name_of(gap.axis));
    panel.value("gap", millimetres(gap.separation));
    panel.tinted("verdict", verdict(overlapping), RESULT);
    show_table(panel, first, second);
}

/// Shows the radius of each box and the distance of the centres along each axis, as the page's table has them.
fn show_table(panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    panel.text("R0 and R1 are the radii of both shadows, R is the distance of the centres. They are apart where R > R0 + R1.");
    let heads = [("R0", MOVED), ("R1", STANDING), ("R", NEUTRAL)];
    let heads = heads.map(|(head, color)| (head.to_owned(), color));
    panel.columns("axis, mm", heads);
    let gaps = overlap_obb_obb_axes(first, second);
    for (axis, gap) in ObbAxis::ALL.into_iter().zip(gaps) {
        let cells = gap.map(|gap| {
            let [[low, high], [other_low, other_high]] =
                [first, second].map(|obb| obb.project(gap.direction));
            let radii = [(high - low) / 2.0, (other_high - other_low) / 2.0];
            let between = ((low + high) / 2.0 - (other_low + other_high) / 2.0).abs();
            let apart = if gap.separation > 0.0 {
                RESULT
            } else {
                NEUTRAL
            };
            let cell = |length: f64, color| (format!("{:.1}", length * 1000.0), color);
            [
                cell(radii[0], MOVED),
                cell(radii[1], STANDING),
                cell(between, apart),
            ]
        });
        // Parallel edges have no axis.
        let none = || [0; 3].map(|_| ("–".to_owned(), MUTED));
        panel.columns(name_of(axis), cells.unwrap_or_else(none));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::info_panel::InfoRow;
    use crate::session::lab::{Lab, LabBody};
    use crate::view::lab::test_support::panel;

    #[test]
    fn the_table_has_the_radii_and_the_distance_for_each_of_the_15_axes() {
        let mut lab = Lab::new(DVec3::ZERO, Some("box-edges"));
        let (mut apart, mut overlapping) = (0, 0);
        for _ in 0..40 {
            let table = panel(&lab).rows.into_iter().filter_map(|row| match row {
                InfoRow::Columns(label, cells) => Some((label, cells.map(|(text, _)| text))),
                _ => None,
            });
            let table: Vec<_> = table.collect();
            assert_eq!(table.len(), 16, "the heads, and 15 axes");
            assert_eq!(table[0].1, ["R0", "R1", "R"].map(str::to_owned));
            let (LabBody::Obb(first), LabBody::Obb(second)) = (lab.first(), lab.second()) else {
                panic!("two boxes");
            };
            let gaps = overlap_obb_obb_axes(&first, &second);
            for ((axis, gap), (label, cells)) in ObbAxis::ALL.into_iter().zip(gaps).zip(&table[1..])
            {
                assert_eq!(*label, name_of(axis));
                let Some(gap) = gap else {
                    assert_eq!(cells[0], "–");
                    continue;
                };
                let [first, second, between] =
                    [0, 1, 2].map(|cell| cells[cell].parse::<f64>().expect("a number"));
                let off = between - (first + second) - gap.separation * 1000.0;
                assert!(off.abs() < 0.2, "{label}: {cells:?} {gap:?}");
                *(if gap.separation > 0.0 {
                    &mut apart
                } else {
                    &mut overlapping
                }) += 1;
            }
            lab.place_by_hand(DVec3::new(0.03, 0.02, 0.01), DVec3::ZERO);
        }
        assert!(apart > 50 && overlapping > 50, "{apart} {overlapping}");
    }
}
