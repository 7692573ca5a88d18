//! Overlay `axes`: the separating axes between a mover's box and the box that it is about to meet.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, whose picture this is: two boxes and
//! their shadows on a line. `|L·D| > a + b` says that a gap is left between the shadows, `D` being the
//! way between the middles, `a` and `b` half the shadows. We draw the widest gap as they do, and as a
//! slab of free room between the boxes; the other gaps fan out from the box's front.

pub mod encounter;

use macroquad::color::Color;

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::query::{AxisGap, ObbAxis, closest_obb_point};
use sidle::world::{BoxId, ColliderId};

use crate::draw::board::{Board, BoardRow};
use crate::draw::debug_draw::{DebugDraw, Label, Pen, Side};
use crate::draw::palette::{FIRST, INK, SECOND};
use crate::view::context::ViewContext;
use crate::view::overlays::axes::encounter::{Encounter, Separation, reach, second_axis};

/// The line with the shadows runs so far above the box; metres.
const ABOVE: f64 = 0.5;

/// Length of a box's own axes; metres.
const AXIS: f64 = 1.1;

/// A gap so wide has a bar of full length; metres.
const FULL_BAR: f64 = 5.0;

/// Components of a direction below this are none: it is square to that axis.
const SQUARE: f64 = 1e-6;

/// Draws the boxes of the mover that is watched and of what it is about to meet, and what is between.
/// Tells which boxes these are.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) -> Option<[BoxId; 2]> {
    let encounter = Encounter::find(view)?;
    debug.solid(Pen::new(FIRST, 3.2), &encounter.first);
    debug.solid(Pen::new(SECOND, 3.2), &encounter.second);
    let separations = encounter.separations();
    match separations.split_first() {
        Some((widest, others)) => {
            shadows(debug, &encounter, widest);
            for other in others {
                small_gap(debug, &encounter, other);
            }
        }
        None => touch(debug, &encounter),
    }
    own_axes(debug, &encounter.first, FIRST, |axis| {
        encounter.first_axis(axis)
    });
    own_axes(debug, &encounter.second, SECOND, second_axis);
    debug.boards.push(board(&encounter, view));
    Some(encounter.ids)
}

fn own_axes(debug: &mut DebugDraw, obb: &Obb, color: Color, name: impl Fn(usize) -> &'static str) {
    for axis in 0..3 {
        // Out of the box, so that it is seen from outside.
        let length = obb.half_extents()[axis] + AXIS * 0.5;
        let end = obb.center() + obb.axes().col(axis) * length;
        debug.arrow(Pen::new(color, 2.0), end - obb.axes().col(axis) * AXIS, end);
        label_own(debug, end, Side::Right, color, name(axis).to_owned());
    }
}

/// The widest gap: a slab between the boxes, and above it their shadows on a line.
fn shadows(debug: &mut DebugDraw, encounter: &Encounter, widest: &Separation) {
    let AxisGap {
        direction,
        separation,
        ..
    } = widest.gap;
    let (first, second) = (&encounter.first, &encounter.second);
    let [a, b] = [first, second].map(|obb| reach(obb, direction));
    // Where the gap is above or below, the line runs beside the box.
    let up = (DVec3::Y - direction * direction.y).normalize_or(DVec3::X);
    let across = direction.cross(up);
    let (up, across) = (up * reach(first, up), across * reach(first, across));

    let near = first.center() - direction * a;
    let far = near - direction * separation;
    debug.sheet(Pen::new(FIRST, 2.0), near, across, up);
    debug.sheet(Pen::new(SECOND, 2.0), far, across, up);
    // Below and above, the free room between.
    let half_way = direction * (separation * 0.5);
    for side in [-up, up] {
        debug.sheet(
            Pen::new(INK, 1.4),
            (near + far) * 0.5 + side,
            across,
            half_way,
        );
    }

    let lift = up + up.normalize_or_zero() * ABOVE;
    let on_line = |along: f64| first.center() + lift + direction * along;
    let spots = [a, -a, -a - separation, -a - separation - 2.0 * b].map(on_line);
    let [tail, nose, wall, back] = spots;
    for (end, line) in [(near, nose), (far, wall)] {
        debug.dashes(Pen::new(INK, 1.2), end + up, line);
    }
    debug.segment(Pen::new(FIRST, 6.0), tail, nose);
    debug.segment(Pen::new(SECOND, 6.0), wall, back);
    debug.segment(Pen::new(INK, 4.0), nose, wall);
    for spot in spots {
        let tick = up.normalize_or_zero() * 0.14;
        debug.segment(Pen::new(INK, 2.0), spot - tick, spot + tick);
    }
    let name = named(encounter, widest);
    let text = format!("{name}  {separation:.2} m");
    label_gap(debug, (nose + wall) * 0.5, text);
    for (name, color, half, middle) in [
        ("2a", FIRST, a, (tail + nose) * 0.5),
        ("2b", SECOND, b, (wall + back) * 0.5),
    ] {
        let text = format!("{name} = {:.2} m", 2.0 * half);
        label_own(debug, middle, Side::Above, color, text);
    }
}

/// Another gap: from the mover's front to the plane in which the other box ends.
fn small_gap(debug: &mut DebugDraw, encounter: &Encounter, separation: &Separation) {
    let AxisGap {
        direction,
        separation: gap,
        ..
    } = separation.gap;
    let start = front(&encounter.first, -direction);
    let end = start - direction * gap;
    debug.segment(Pen::new(INK, 2.4), start, end);
    debug.patch(Pen::new(INK, 1.2), end, direction, 0.3);
    let name = named(encounter, separation);
    label_gap(debug, end, format!("{name}  {gap:.2} m"));
}

/// No gap is left: where they touch, and the axis along which they overlap least.
fn touch(debug: &mut DebugDraw, encounter: &Encounter) {
    let Some(AxisGap {
        axis, direction, ..
    }) = encounter.widest()
    else {
        return;
    };
    // The smaller of the two fronts is where they touch: a corner rather than the wall that it meets.
    let (first, second) = (&encounter.first, &encounter.second);
    let size = |obb: &Obb| {
        let local = (obb.axes().transpose() * direction).to_array();
        local.into_iter().filter(|part| part.abs() < SQUARE).count()
    };
    let point = if size(first) <= size(second) {
        closest_obb_point(second, front(first, -direction))
    } else {
        closest_obb_point(first, front(second, direction))
    };
    debug.patch(Pen::new(INK, 2.0), point, direction, 0.8);
    debug.arrow(Pen::new(INK, 4.0), point, point + direction * 1.4);
    for text in [
        "no axis separates them: they touch".to_owned(),
        format!("least overlap: along {}", encounter.axis_name(axis)),
    ] {
        label_gap(debug, point + debug.up() * 0.9, text);
    }
}

/// The middle of what a box shows first along `direction`: a face, an edge or a corner.
fn front(obb: &Obb, direction: DVec3) -> DVec3 {
    let local = obb.axes().transpose() * direction;
    let side = |part: f64| {
        if part.abs() < SQUARE {
            0.0
        } else {
            part.signum()
        }
    };
    let sides = DVec3::from_array(local.to_array().map(side));
    obb.to_world(sides * obb.half_extents())
}

/// The name of its axis, and how many more there are.
fn named(encounter: &Encounter, separation: &Separation) -> String {
    let name = encounter.axis_name(separation.gap.axis);
    match separation.count {
        1 => name,
        count => format!("{name} and {} more", count - 1),
    }
}

/// Says something of one box.
fn label_own(debug: &mut DebugDraw, point: DVec3, side: Side, color: Color, text: String) {
    debug.labels.push(Label {
        point,
        side,
        text,
        color,
        pinned: false,
    });
}

/// Says what is between the boxes: never left out where there is any room.
fn label_gap(debug: &mut DebugDraw, point: DVec3, text: String) {
    debug.labels.push(Label {
        point,
        side: Side::Above,
        text,
        color: INK,
        pinned: true,
    });
}

fn board(encounter: &Encounter, view: &ViewContext) -> Board {
    let separating = encounter.separating();
    let headline = match (separating, encounter.crashed) {
        (0, true) => "no axis left: crash".to_owned(),
        (0, false) => "no axis separates them".to_owned(),
        (1, _) => "1 of 15 axes separates".to_owned(),
        (count, _) => format!("{count} of 15 axes separate"),
    };
    let formula = encounter.widest().map(|gap| {
        let [a, b] = [&encounter.first, &encounter.second].map(|obb| reach(obb, gap.direction));
        let name = match gap.axis {
            ObbAxis::Edges(..) => format!("({})", encounter.axis_name(gap.axis)),
            _ => encounter.axis_name(gap.axis),
        };
        let sign = match encounter.separates(&gap) {
            true => '>',
            // What a blocked mover was refused is the next millimetre.
            false if gap.separation > 0.0 => '≈',
            false => '≤',
        };
        let (distance, sum) = (gap.separation + a + b, a + b);
        format!("|{name}·D| = {distance:.2} {sign} a + b = {sum:.2}")
    });
    let rows = ObbAxis::ALL.iter().zip(&encounter.gaps);
    let rows = rows.map(|(axis, gap)| {
        let value = gap.map_or("parallel".to_owned(), |gap| length(gap.separation));
        let bar = gap.map_or(0.0, |gap| (gap.separation / FULL_BAR).clamp(-1.0, 1.0));
        let counts = gap.is_some_and(|gap| encounter.separates(&gap));
        BoardRow::Bar(encounter.axis_name(*axis), value, bar, counts)
    });
    let [first, second] = encounter
        .ids
        .map(|id| view.level.numbered_name_of(ColliderId::Box(id)));
    let mut board = Board {
        title: headline,
        rows: Vec::new(),
    };
    board.words(format!("A: {first} · B: {second}"));
    board.rows.extend(formula.map(BoardRow::Formula));
    board.rows.extend(rows);
    board
}

/// A length with its sign: in millimetres where centimetres would say nothing.
fn length(metres: f64) -> String {
    if metres.abs() < 0.01 {
        format!("{:+.1} mm", metres * 1000.0)
    } else {
        format!("{metres:+.2} m ")
    }
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
        // Its Z lies along X, and its X along -Z.
        let shown = |direction: DVec3| front(&obb, direction);
        assert!(shown(DVec3::X).abs_diff_eq(DVec3::X * 13.0, 1e-12));
        let edge = shown(DVec3::new(1.0, 1.0, 0.0).normalize());
        assert!(edge.abs_diff_eq(DVec3::new(13.0, 2.0, 0.0), 1e-12));
        let corner = shown(DVec3::new(-1.0, -1.0, -1.0).normalize());
        assert!(corner.abs_diff_eq(DVec3::new(7.0, -2.0, -1.0), 1e-12));
    }

    #[test]
    fn small_lengths_are_told_in_millimetres() {
        assert_eq!(length(1.234), "+1.23 m ");
        assert_eq!(length(-0.01), "-0.01 m ");
        assert_eq!(length(0.000_44), "+0.4 mm");
    }
}
