//! Overlay `axes`: the separating axes between a mover's box and the box that it meets next.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, whose picture this is. It shows two boxes and their
//! projections onto an axis `L`. The projections have a gap if `|L·D| > a + b`, where `D` is the vector between the
//! centers, and `a` and `b` are half the lengths of the projections. We draw the widest gap as they do, and as a slab
//! of free space between the boxes. The other gaps start at the front of the mover's box.

pub mod box_pair;

use macroquad::color::Color;

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::query::{AxisGap, ObbAxis, closest_obb_point};
use sidle::world::{BoxId, ColliderId};

use crate::draw::debug_draw::{DebugDraw, Label, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, InfoRow, NumberLine, share_span};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::overlays::axes::box_pair::{
    BoxPair, Separation, projected_half_length, second_axis,
};
use crate::view::palette::{FIRST, MUTED, NEUTRAL, SECOND};

pub const LEGEND: [LegendRow; 3] = [
    (FIRST, "A: the mover"),
    (SECOND, "B: the obstacle ahead"),
    (NEUTRAL, "gap along an axis"),
];

/// Height of the line with the projections above the box; metres.
const PROJECTION_HEIGHT: f64 = 0.5;

/// Boxes that overlap by less are said to touch; metres. A smaller overlap would be written as 0.
const TOUCHING: f64 = 5e-3;

/// Length of the arrows along a box's own axes; metres.
const AXIS_LENGTH: f64 = 1.1;

/// A direction whose component along an axis is smaller than this is perpendicular to that axis.
const PERPENDICULAR: f64 = 1e-6;

/// Draws the boxes of a mover and of the box that it meets next, and the gaps between them. Returns the two boxes.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) -> Option<[BoxId; 2]> {
    let pair = BoxPair::find(view)?;
    debug.solid(Pen::new(FIRST, 3.2), &pair.first);
    debug.solid(Pen::new(SECOND, 3.2), &pair.second);
    let separations = pair.separations();
    match separations.split_first() {
        Some((widest, others)) => {
            draw_projections(debug, &pair, widest);
            for other in others {
                draw_gap(debug, &pair, other);
            }
        }
        None => draw_contact(debug, &pair),
    }
    own_axes(debug, &pair.first, FIRST, |axis| pair.first_axis(axis));
    own_axes(debug, &pair.second, SECOND, second_axis);
    debug.panels.push(info_panel(&pair, view));
    debug.subject = Some(pair.meeting_point());
    Some(pair.ids)
}

fn own_axes(debug: &mut DebugDraw, obb: &Obb, color: Color, name: impl Fn(usize) -> &'static str) {
    for axis in 0..3 {
        // The arrow leaves the box, so that it is visible from outside.
        let length = obb.half_extents()[axis] + AXIS_LENGTH * 0.5;
        let end = obb.center() + obb.axes().col(axis) * length;
        debug.arrow(
            Pen::new(color, 2.0),
            end - obb.axes().col(axis) * AXIS_LENGTH,
            end,
        );
        label_box(debug, end, LabelSide::Right, color, name(axis).to_owned());
    }
}

/// Draws the widest gap, as a slab between the boxes, and above it their projections onto a line.
fn draw_projections(debug: &mut DebugDraw, pair: &BoxPair, widest: &Separation) {
    let AxisGap {
        direction,
        separation,
        ..
    } = widest.gap;
    let (first, second) = (&pair.first, &pair.second);
    let [a, b] = [first, second].map(|obb| projected_half_length(obb, direction));
    // For a vertical gap, the line runs next to the box.
    let up = (DVec3::Y - direction * direction.y).normalize_or(DVec3::X);
    let across = direction.cross(up);
    let (up, across) = (
        up * projected_half_length(first, up),
        across * projected_half_length(first, across),
    );

    let near = first.center() - direction * a;
    let far = near - direction * separation;
    debug.rectangle(Pen::new(FIRST, 2.0), near, across, up);
    debug.rectangle(Pen::new(SECOND, 2.0), far, across, up);
    // The lower and upper sides of the free space.
    let half_way = direction * (separation * 0.5);
    for side in [-up, up] {
        debug.rectangle(
            Pen::new(NEUTRAL, 1.4),
            (near + far) * 0.5 + side,
            across,
            half_way,
        );
    }

    let lift = up + up.normalize_or_zero() * PROJECTION_HEIGHT;
    let on_line = |along: f64| first.center() + lift + direction * along;
    let spots = [a, -a, -a - separation, -a - separation - 2.0 * b].map(on_line);
    let [tail, nose, wall, back] = spots;
    for (end, line) in [(near, nose), (far, wall)] {
        debug.dashed_segment(Pen::new(NEUTRAL, 1.2), end + up, line);
    }
    debug.segment(Pen::new(FIRST, 6.0), tail, nose);
    debug.segment(Pen::new(SECOND, 6.0), wall, back);
    debug.segment(Pen::new(NEUTRAL, 4.0), nose, wall);
    for spot in spots {
        let tick = up.normalize_or_zero() * 0.14;
        debug.segment(Pen::new(NEUTRAL, 2.0), spot - tick, spot + tick);
    }
    let name = name_of(pair, widest);
    let text = format!("{name}  {separation:.2} m");
    label_gap(debug, (nose + wall) * 0.5, text);
    for (name, color, half, middle) in [
        ("2a", FIRST, a, (tail + nose) * 0.5),
        ("2b", SECOND, b, (wall + back) * 0.5),
    ] {
        let text = format!("{name} = {:.2} m", 2.0 * half);
        label_box(debug, middle, LabelSide::Above, color, text);
    }
}

/// Draws another gap, from the front of the mover's box to the plane in which the other box ends.
fn draw_gap(debug: &mut DebugDraw, pair: &BoxPair, separation: &Separation) {
    let AxisGap {
        direction,
        separation: gap,
        ..
    } = separation.gap;
    let start = front(&pair.first, -direction);
    let end = start - direction * gap;
    debug.segment(Pen::new(NEUTRAL, 2.4), start, end);
    debug.plane_patch(Pen::new(NEUTRAL, 1.2), end, direction, 0.3);
    let name = name_of(pair, separation);
    label_gap(debug, end, format!("{name}  {gap:.2} m"));
}

/// Draws the contact of boxes without a gap, and the axis of least overlap.
fn draw_contact(debug: &mut DebugDraw, pair: &BoxPair) {
    let Some(AxisGap {
        axis, direction, ..
    }) = pair.widest()
    else {
        return;
    };
    // They touch at the smaller of the two fronts: a corner rather than the wall that it hits.
    let (first, second) = (&pair.first, &pair.second);
    let size = |obb: &Obb| {
        let local = (obb.axes().transpose() * direction).to_array();
        local
            .into_iter()
            .filter(|part| part.abs() < PERPENDICULAR)
            .count()
    };
    let point = if size(first) <= size(second) {
        closest_obb_point(second, front(first, -direction))
    } else {
        closest_obb_point(first, front(second, direction))
    };
    debug.plane_patch(Pen::new(NEUTRAL, 2.0), point, direction, 0.8);
    debug.arrow(Pen::new(NEUTRAL, 4.0), point, point + direction * 1.4);
    for text in [
        "no axis separates them: they touch".to_owned(),
        format!("least overlap: along {}", pair.axis_name(axis)),
    ] {
        label_gap(debug, point + debug.up() * 0.9, text);
    }
}

/// The middle of the face, edge or corner of a box that is farthest along `direction`.
fn front(obb: &Obb, direction: DVec3) -> DVec3 {
    let local = obb.axes().transpose() * direction;
    let side = |part: f64| {
        if part.abs() < PERPENDICULAR {
            0.0
        } else {
            part.signum()
        }
    };
    let sides = DVec3::from_array(local.to_array().map(side));
    obb.to_world(sides * obb.half_extents())
}

/// The name of the axis, and the number of further axes with the same gap.
fn name_of(pair: &BoxPair, separation: &Separation) -> String {
    let name = pair.axis_name(separation.gap.axis);
    match separation.count {
        1 => name,
        count => format!("{name} and {} more", count - 1),
    }
}

/// Labels one of the boxes.
fn label_box(debug: &mut DebugDraw, point: DVec3, side: LabelSide, color: Color, text: String) {
    debug.labels.push(Label {
        point,
        side,
        text,
        color,
        pinned: false,
    });
}

/// Labels a gap. The label is pinned, so that it is left out only if there is no room at all.
fn label_gap(debug: &mut DebugDraw, point: DVec3, text: String) {
    debug.labels.push(Label {
        point,
        side: LabelSide::Above,
        text,
        color: NEUTRAL,
        pinned: true,
    });
}

fn info_panel(pair: &BoxPair, view: &ViewContext) -> InfoPanel {
    let separating = pair.separating();
    let headline = match (separating, pair.crashed) {
        (0, true) => "no axis left: crash".to_owned(),
        (0, false) => "no axis separates them".to_owned(),
        (1, _) => "1 of 15 axes separates".to_owned(),
        (count, _) => format!("{count} of 15 axes separate"),
    };
    let formula = pair.widest().map(|gap| {
        let [a, b] =
            [&pair.first, &pair.second].map(|obb| projected_half_length(obb, gap.direction));
        let name = match gap.axis {
            ObbAxis::Edges(..) => format!("({})", pair.axis_name(gap.axis)),
            _ => pair.axis_name(gap.axis),
        };
        let sign = match pair.separates(&gap) {
            true => '>',
            // A blocked mover stops up to a millimetre before the contact.
            false if gap.separation > 0.0 => '≈',
            false => '≤',
        };
        let (distance, sum) = (gap.separation + a + b, a + b);
        format!("|{name}·D| = {distance:.2} {sign} a + b = {sum:.2}")
    });
    let [first, second] = pair
        .ids
        .map(|id| view.level.numbered_name_of(ColliderId::Box(id)));
    let mut panel = InfoPanel {
        title: headline,
        rows: Vec::new(),
    };
    panel.text(format!(
        "{}: axes of {first}. B0 B1 B2: axes of {second}. ×: at right angles to both.",
        [0, 1, 2].map(|axis| pair.first_axis(axis)).join(" ")
    ));
    panel.rows.extend(formula.map(InfoRow::Formula));
    panel.text("D: from centre to centre. a, b: half of each box's shadow on the axis.");
    panel.text(pair.shared_directions());
    let rows = ObbAxis::ALL.iter().zip(&pair.gaps);
    panel
        .rows
        .extend(rows.map(|(axis, gap)| number_line(pair, *axis, gap.as_ref())));
    share_span(&mut panel.rows);
    panel
}

/// The projections of both boxes onto an axis, and the gap between them.
fn number_line(pair: &BoxPair, axis: ObbAxis, gap: Option<&AxisGap>) -> InfoRow {
    let label = pair.axis_name(axis);
    let Some(gap) = gap else {
        return InfoRow::Value(label, "parallel".to_owned(), MUTED);
    };
    let separates = pair.separates(gap);
    InfoRow::NumberLine(NumberLine {
        label,
        value: if !separates && gap.separation > -TOUCHING {
            "touching".to_owned()
        } else {
            length(gap.separation)
        },
        color: if separates { NEUTRAL } else { MUTED },
        intervals: [&pair.first, &pair.second].map(|obb| obb.project(gap.direction)),
        colors: [FIRST, SECOND],
        span: 1.0,
    })
}

/// Formats a gap with its sign; metres.
fn length(metres: f64) -> String {
    // No `-0.00`.
    let metres = if metres.abs() < 5e-3 { 0.0 } else { metres };
    format!("{metres:+.2} m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::rotation_from_degrees;

    #[test]
    fn the_front_of_a_box_is_a_face_an_edge_or_a_corner() {
        let half = DVec3::new(1.0, 2.0, 3.0);
        let turned = rotation_from_degrees(DVec3::Y * 90.0);
        let obb = Obb::new(DVec3::X * 10.0, turned, half).unwrap();
        // The box's Z lies along X, and its X along -Z.
        let shown = |direction: DVec3| front(&obb, direction);
        assert!(shown(DVec3::X).abs_diff_eq(DVec3::X * 13.0, 1e-12));
        let edge = shown(DVec3::new(1.0, 1.0, 0.0).normalize());
        assert!(edge.abs_diff_eq(DVec3::new(13.0, 2.0, 0.0), 1e-12));
        let corner = shown(DVec3::new(-1.0, -1.0, -1.0).normalize());
        assert!(corner.abs_diff_eq(DVec3::new(7.0, -2.0, -1.0), 1e-12));
    }

    #[test]
    fn gaps_are_in_metres_and_zero_is_not_negative() {
        assert_eq!(length(1.234), "+1.23 m");
        assert_eq!(length(-0.01), "-0.01 m");
        assert_eq!(length(-0.000_44), "+0.00 m");
    }
}
