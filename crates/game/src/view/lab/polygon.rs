//! The lesson on the classic test of a sphere and a polygon, step by step with all numbers.

use core::f64::consts::TAU;

use sidle::geometry::angle::angle_between;
use sidle::geometry::{Plane, Sphere};
use sidle::glam::DVec3;
use sidle::query::{
    ANGLE_MATCH_FACTOR, PlaneSide, PolygonTouch, classify_sphere_plane, overlap_sphere_polygon,
    separate_sphere_plane, separate_sphere_plane_one_sided,
};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::view::palette::{GUIDE, MOVED, NEUTRAL, RESULT, STANDING};

/// Largest radius of the arcs of angles; metres.
const MAX_ARC_RADIUS: f64 = 0.8;

/// Lines per arc.
const ARC_LINES: u32 = 16;

/// How far the faces of angles are moved towards the eye, as a share of its distance. Smaller: stripes where the depth of the
/// polygon's face is rounded.
const LIFT: f64 = 0.002;

/// Replaces the result of a test that an earlier result made unnecessary.
const NOT_TESTED: &str = "not tested";

/// Tests `sphere` against the polygon with these `corners`; edges count within `factor` of the radius. If faces are `one_sided`, it
/// is pushed to the front, wherever it is.
pub fn show(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    sphere: &Sphere,
    corners: &[DVec3],
    (factor, one_sided): (f64, bool),
) {
    let Some(plane) = Plane::from_polygon(corners) else {
        return;
    };
    let (center, radius) = (sphere.center(), sphere.radius());
    let class = classify_sphere_plane(sphere, &plane);
    let overlap = overlap_sphere_polygon(sphere, &plane, corners, factor).ok();

    panel.text("1. Does it reach through the plane?");
    panel.value("distance = n·c + d", millimetres(class.distance));
    panel.value("radius r", millimetres(radius));
    let (side, color) = match class.side {
        PlaneSide::Front => ("Front", NEUTRAL),
        PlaneSide::Intersects => ("Intersects", RESULT),
        PlaneSide::Behind => ("Behind", NEUTRAL),
    };
    panel.tinted("|distance| < r, or which side", side, color);

    panel.text("2. Is its centre, projected, over the polygon?");
    let least = ANGLE_MATCH_FACTOR * TAU;
    let projection = overlap.map(|overlap| overlap.projection);
    let radians = |angle: f64| format!("{angle:.3} rad, {:.1} deg", angle.to_degrees());
    let sum = projection.map(|projection| radians(projection.angle_sum));
    panel.value("sum of the angles", sum.as_deref().unwrap_or(NOT_TESTED));
    panel.value(format!("needed: {ANGLE_MATCH_FACTOR} · 2π"), radians(least));
    let inside = projection.map(|projection| {
        if projection.inside {
            "inside"
        } else {
            "outside"
        }
    });
    panel.tinted("result", inside.unwrap_or(NOT_TESTED), GUIDE);

    let reach = edge_reach(factor);
    panel.text(format!("3. If not: is an edge nearer than {reach}?"));
    let touch = overlap.map(|overlap| overlap.touch);
    let edge = match touch {
        Some(PolygonTouch::Edge(edge)) => {
            format!("edge {}: {}", edge.edge, millimetres(edge.distance))
        }
        Some(PolygonTouch::Miss) => "none".to_owned(),
        Some(PolygonTouch::Face) | None => NOT_TESTED.to_owned(),
    };
    panel.value(
        format!("nearer than {}", millimetres(radius * factor)),
        edge,
    );

    panel.text("4. Then it is pushed out along n:");
    let touches = touch.is_some_and(|touch| touch != PolygonTouch::Miss);
    let push = touches.then(|| match one_sided {
        true => separate_sphere_plane_one_sided(sphere, &plane),
        false => separate_sphere_plane(sphere, &plane),
    });
    let formula = if one_sided || class.distance > 0.0 {
        "n · (r - distance)"
    } else {
        "-n · (r + distance)"
    };
    let length = push.map_or("no push".to_owned(), |push| millimetres(push.length()));
    panel.tinted(formula, length, RESULT);

    // The normal of the plane, in the middle of the polygon.
    let middle = corners.iter().copied().sum::<DVec3>() / corners.len() as f64;
    let tip = middle + plane.normal() * 0.45;
    debug.arrow(Pen::new(STANDING, 2.4), middle, tip);
    debug.label(tip, LabelSide::Above, STANDING, "n");
    draw_edge_zone(debug, &plane, corners, (radius, factor));

    // The distance from the centre to the plane.
    let foot = center - plane.normal() * class.distance;
    debug.segment(Pen::new(GUIDE, 2.4), center, foot);
    debug.dot(Pen::new(MOVED, 8.0), center);
    debug.dot(Pen::new(GUIDE, 8.0), foot);
    let text = format!("distance {}", millimetres(class.distance));
    debug.label(center, LabelSide::Right, GUIDE, text);
    if let Some(small) = Sphere::new(center, radius * factor) {
        debug.silhouette(Pen::new(MOVED, 1.2), &small);
    }
    if let Some(overlap) = overlap {
        draw_angles(debug, overlap.projected, corners);
        let sum = overlap.projection.angle_sum.to_degrees();
        let text = format!("sum {sum:.1}°, needed {:.1}°", least.to_degrees());
        debug.label(overlap.projected, LabelSide::Left, GUIDE, text);
    }
    if let Some(PolygonTouch::Edge(edge)) = touch {
        let ends = [edge.edge, (edge.edge + 1) % corners.len()].map(|at| corners[at]);
        debug.segment(Pen::new(RESULT, 5.0), ends[0], ends[1]);
        debug.segment(Pen::new(RESULT, 2.4), center, edge.point);
        debug.label(
            edge.point,
            LabelSide::Left,
            RESULT,
            millimetres(edge.distance),
        );
    }
    if let Some(push) = push {
        let pushed = sphere.at(center + push);
        debug.silhouette(Pen::new(RESULT, 2.0), &pushed);
        debug.arrow(Pen::new(RESULT, 3.0), center, pushed.center());
        let text = format!("push {}", millimetres(push.length()));
        let top = pushed.center() + debug.up() * radius;
        debug.label(top, LabelSide::Above, RESULT, text);
    }
}

/// Draws the angles of the sum, from corner to corner around the projected point.
fn draw_angles(debug: &mut DebugDraw, point: DVec3, corners: &[DVec3]) {
    let nearest = corners.iter().map(|corner| corner.distance(point));
    let reach = nearest.fold(MAX_ARC_RADIUS, f64::min);
    for (number, corner) in corners.iter().enumerate() {
        let next = corners[(number + 1) % corners.len()];
        debug.segment(Pen::new(GUIDE, 1.2), point, *corner);
        // Alternating opacities, so that the angles can be counted.
        let opacity = if number % 2 == 0 { 0.16 } else { 0.07 };
        // In front of the polygon's own face, which lies in the same plane.
        let lifted = [point, *corner, next].map(|corner| corner.lerp(debug.eye(), LIFT));
        debug.face(GUIDE.with_alpha(opacity), &lifted);
        let ways = [*corner, next].map(|end| (end - point).normalize_or_zero());
        let size = reach * (0.45 + 0.1 * number as f64);
        let arc = (0..=ARC_LINES).map(|step| {
            let share = f64::from(step) / f64::from(ARC_LINES);
            point + ways[0].lerp(ways[1], share).normalize_or_zero() * size
        });
        let middle = point + (ways[0] + ways[1]).normalize_or_zero() * size;
        debug.polyline(Pen::new(GUIDE, 2.6), arc);
        if let Some(angle) = angle_between(ways[0], ways[1]) {
            let text = format!("{:.1}°", angle.to_degrees());
            debug.label(middle, LabelSide::Above, GUIDE, text);
        }
    }
}

/// Within what an edge touches the sphere, for this `factor` of the radius.
fn edge_reach(factor: f64) -> String {
    match factor {
        0.5 => "r/2".to_owned(),
        1.0 => "r".to_owned(),
        other => format!("{other} · r"),
    }
}

/// Draws the zone around the polygon within which an edge touches the sphere, whose radius and `factor` these are.
fn draw_edge_zone(
    debug: &mut DebugDraw,
    plane: &Plane,
    corners: &[DVec3],
    (radius, factor): (f64, f64),
) {
    let reach = radius * factor;
    let pen = Pen::new(STANDING.with_alpha(0.8), 1.2);
    let outward = |from: DVec3, to: DVec3| (to - from).cross(plane.normal()).normalize_or_zero();
    let count = corners.len();
    let mut points = Vec::new();
    for at in 0..=count {
        let [before, corner, next] =
            [at + count - 1, at, at + 1].map(|number| corners[number % count]);
        let (last, first) = (outward(before, corner), outward(corner, next));
        // An arc around each corner, from the normal of one edge to that of the next.
        points.extend((0..=8).map(|step| {
            let direction = last.lerp(first, f64::from(step) / 8.0).normalize_or_zero();
            corner + direction * reach
        }));
    }
    if let Some(label) = points.get(count * 4) {
        debug.label(
            *label,
            LabelSide::Left,
            STANDING,
            format!("{} = {}", edge_reach(factor), millimetres(reach)),
        );
    }
    debug.polyline(pen, points);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::info_panel::InfoRow;
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};

    /// The rows of a sphere of 0.5 m whose centre is `distance` before a triangle, with these settings; metres.
    fn rows(distance: f64, settings: (f64, bool)) -> Vec<String> {
        let mut debug = DebugDraw::new(DVec3::ZERO);
        let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO);
        debug.begin(DVec3::new(0.0, 0.0, 5.0), axes);
        let mut panel = InfoPanel::default();
        let corners = [
            DVec3::new(-3.0, -3.0, 0.0),
            DVec3::new(3.0, -3.0, 0.0),
            DVec3::Y * 3.0,
        ];
        let sphere = Sphere::new(DVec3::Z * distance, 0.5).unwrap();
        show(&mut debug, &mut panel, &sphere, &corners, settings);
        let words = |row: &InfoRow| match row {
            InfoRow::Text(words, _) => words.to_string(),
            InfoRow::Value(label, value, _) => format!("{label}: {value}"),
            _ => String::new(),
        };
        panel.rows.iter().map(words).collect()
    }

    #[test]
    fn a_one_sided_face_pushes_to_its_front_from_both_sides() {
        let last = |distance, one_sided| rows(distance, (0.5, one_sided)).pop().unwrap();
        for one_sided in [false, true] {
            assert_eq!(last(0.2, one_sided), "n · (r - distance): 300.0 mm");
        }
        // 0.5 - (-0.2) to the front, 0.5 + (-0.2) to the back.
        assert_eq!(last(-0.2, true), "n · (r - distance): 700.0 mm");
        assert_eq!(last(-0.2, false), "-n · (r + distance): 300.0 mm");
    }

    #[test]
    fn the_reach_of_an_edge_is_that_of_the_factor() {
        for (factor, question, answer) in [
            (0.5, "edge nearer than r/2?", "nearer than 250.0 mm"),
            (1.0, "edge nearer than r?", "nearer than 500.0 mm"),
            (0.7, "edge nearer than 0.7 · r?", "nearer than 350.0 mm"),
        ] {
            let rows = rows(0.2, (factor, false)).join("\n");
            assert!(rows.contains(question) && rows.contains(answer), "{rows}");
        }
    }
}
