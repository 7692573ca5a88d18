//! The lesson on sweeps: the first touch of a moving sphere or of a moving box, and the bounds of the overlap.
//!
//! Source of the plane's formula and of the bounds: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::angle::{RADIANS_PER_DEGREE, angle_between};
use sidle::geometry::{Obb, Pose, Sphere};
use sidle::glam::DVec3;
use sidle::query::{
    OverlapInterval, sweep_obb_obb, sweep_obb_obb_interval, sweep_sphere_obb, sweep_sphere_plane,
    sweep_sphere_plane_interval, sweep_sphere_sphere, sweep_sphere_sphere_interval,
};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::session::lab::LabBody;
use crate::view::lab::axes::name_of;
use crate::view::palette::{AXES, GUIDE, MOVED, RESULT};

/// How far the sphere turns on its way, to show an orientation interpolated by the time of touch; degrees.
const QUARTER_DEG: f64 = 90.0;

pub fn show(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    sphere: &Sphere,
    motion: DVec3,
    second: &LabBody,
) {
    let (start, end) = (sphere.center(), sphere.center() + motion);
    let radius = sphere.radius();
    let hit = match second {
        LabBody::Plane(plane) => {
            panel.text("How far is the centre from the plane, before and after?");
            let [from, to] = [start, end].map(|center| plane.signed_distance(center));
            panel.value("d0 = n·c0 + d", millimetres(from));
            panel.value("d1 = n·c1 + d", millimetres(to));
            panel.value("radius r", millimetres(radius));
            panel.text("It touches when the distance has come down to r:");
            for (center, distance, name) in [(start, from, "d0"), (end, to, "d1")] {
                let foot = center - plane.normal() * distance;
                debug.segment(Pen::new(GUIDE, 1.6), center, foot);
                let text = format!("{name} {}", millimetres(distance));
                debug.label(center.midpoint(foot), LabelSide::Left, GUIDE, text);
            }
            let hit = sweep_sphere_plane(sphere, motion, plane);
            // A sphere that touches at the start has no use for the formula, which would give another number.
            let formula = if from.abs() <= radius {
                "|d0| ≤ r: u"
            } else {
                "u = (d0 - r) / (d0 - d1)"
            };
            add_fraction(panel, formula, hit.map(|hit| hit.fraction));
            add_bounds(panel, sweep_sphere_plane_interval(sphere, motion, plane));
            hit
        }
        LabBody::Sphere(other) => {
            panel.text("How far apart are the centres, and when are they r1 + r2 apart?");
            panel.value(
                "|c1 - c2| at the start",
                millimetres(start.distance(other.center())),
            );
            panel.value(
                "|c1 - c2| at the end",
                millimetres(end.distance(other.center())),
            );
            panel.value("r1 + r2", millimetres(radius + other.radius()));
            let hit = sweep_sphere_sphere(sphere, motion, other);
            add_fraction(panel, "first root: u", hit.map(|hit| hit.fraction));
            add_bounds(panel, sweep_sphere_sphere_interval(sphere, motion, other));
            hit
        }
        LabBody::Obb(obb) => {
            panel.text("When is the centre one radius from the box? A ray against the box with rounded edges.");
            panel.value("radius r", millimetres(radius));
            let hit = sweep_sphere_obb(sphere, motion, obb);
            add_fraction(panel, "first touch: u", hit.map(|hit| hit.fraction));
            hit
        }
        _ => None,
    };
    add_lengths(panel, motion, hit.map(|hit| hit.fraction));
    if let (LabBody::Plane(_), Some(hit)) = (second, hit) {
        show_turn(debug, panel, radius, [start, end], hit.fraction);
    }

    debug.dot(Pen::new(MOVED, 8.0), start);
    debug.arrow(Pen::new(MOVED, 2.4), start, end);
    debug.silhouette(Pen::new(MOVED.with_alpha(0.6), 1.4), &sphere.at(end));
    debug.label(
        start + debug.up() * radius,
        LabelSide::Above,
        MOVED,
        "start",
    );
    let right = end + debug.up() * -radius;
    debug.label(right, LabelSide::Right, MOVED, "end");
    if let Some(hit) = hit {
        let touching = sphere.at(hit.center);
        debug.sphere(Pen::new(RESULT, 2.4), &touching);
        debug.dot(Pen::new(RESULT, 10.0), hit.point);
        debug.arrow(
            Pen::new(RESULT, 2.8),
            hit.point,
            hit.point + hit.normal * 0.45,
        );
        let top = hit.center + debug.up() * radius;
        let text = format!("first touch, u = {:.3}", hit.fraction);
        debug.label(top, LabelSide::Above, RESULT, text);
    }
}

/// Shows the orientation of a sphere that turns by a quarter on its way, at the start, at the touch and at the end.
fn show_turn(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    radius: f64,
    [start, end]: [DVec3; 2],
    fraction: f64,
) {
    let poses = (
        Pose::new(start, DVec3::ZERO),
        Pose::new(end, DVec3::Z * -QUARTER_DEG),
    );
    let (Some(from), Some(to)) = poses else {
        return;
    };
    let touching = from.interpolated(&to, fraction);
    for pose in [from, touching, to] {
        for (axis, color) in DVec3::AXES.into_iter().zip(AXES) {
            let tip = pose.apply(axis * radius);
            debug.segment(Pen::new(color, 2.0), pose.position(), tip);
        }
    }
    let turned = angle_between(DVec3::X, touching.rotation().x_axis);
    let degrees = turned.map_or(0.0, |angle| angle / RADIANS_PER_DEGREE);
    panel.value("turned at the touch, of 90°", format!("{degrees:.1}°"));
}

/// Shows a moving box that touches another box when the last gap closes.
pub fn show_boxes(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    first: &Obb,
    motion: DVec3,
    second: &Obb,
) {
    panel.text("Along each of the 15 axes there is a time when the gap closes. They touch when the last one does.");
    let hit = sweep_obb_obb(first, motion, second);
    add_fraction(panel, "last gap closes at u", hit.map(|hit| hit.fraction));
    let axis = hit.map(|hit| name_of(hit.axis));
    panel.tinted("along the axis", axis.unwrap_or("none".to_owned()), RESULT);
    add_bounds(panel, sweep_obb_obb_interval(first, motion, second));
    add_lengths(panel, motion, hit.map(|hit| hit.fraction));

    let moved =
        |way: DVec3| first.transformed(&Pose::IDENTITY.translated_and_rotated(way, DVec3::ZERO));
    let (start, end) = (first.center(), first.center() + motion);
    debug.arrow(Pen::new(MOVED, 2.4), start, end);
    debug.solid(Pen::new(MOVED.with_alpha(0.6), 1.4), &moved(motion));
    let up = debug.up() * 0.35;
    debug.label(start + up, LabelSide::Above, MOVED, "start");
    debug.label(end - up, LabelSide::Right, MOVED, "end");
    if let Some(hit) = hit {
        debug.solid(Pen::new(RESULT, 2.8), &moved(hit.center - start));
        let from = hit.center - hit.normal * 0.3;
        debug.arrow(Pen::new(RESULT, 2.8), from, from + hit.normal * 0.6);
        let text = format!("first touch, u = {:.3}", hit.fraction);
        debug.label(hit.center + up, LabelSide::Above, RESULT, text);
    }
}

fn add_lengths(panel: &mut InfoPanel, motion: DVec3, fraction: Option<f64>) {
    let length = motion.length();
    panel.value("length of the motion", millimetres(length));
    panel.value("free part", millimetres(length * fraction.unwrap_or(1.0)));
}

/// Shows the bounds of the overlap, from which a subdivision of the motion would start.
fn add_bounds(panel: &mut InfoPanel, overlap: Option<OverlapInterval>) {
    panel.tinted("overlap from u to u", bounds(overlap), GUIDE);
}

/// The bounds of an overlap, such as `0.213 to 0.571`.
pub fn bounds(overlap: Option<OverlapInterval>) -> String {
    overlap.map_or("none".to_owned(), |overlap| {
        format!("{:.3} to {:.3}", overlap.start, overlap.end)
    })
}

fn add_fraction(panel: &mut InfoPanel, formula: &str, fraction: Option<f64>) {
    let text = fraction.map_or("no touch".to_owned(), |fraction| format!("{fraction:.3}"));
    panel.tinted(formula, text, RESULT);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::lab::Lab;
    use crate::view::lab::test_support::{value, values};

    #[test]
    fn the_formula_stands_next_to_its_own_result_alone_and_not_where_the_sphere_touches_already() {
        let mut lab = Lab::new(DVec3::ZERO, Some("sphere-plane-sweep"));
        let (mut touching, mut formulas) = (0, 0);
        // Downwards through the plane: from 0.75 m above it to below it.
        for _ in 0..40 {
            let values = values(&lab);
            let number = |label: &str| -> f64 {
                let text = value(&values, label);
                text.trim_end_matches(" mm").parse().expect("a number")
            };
            let [d0, d1, r] = ["d0 = n·c0 + d", "d1 = n·c1 + d", "radius r"].map(number);
            if d0.abs() <= r {
                touching += 1;
                assert_eq!(number("|d0| ≤ r: u"), 0.0);
                assert!(!values.iter().any(|(label, _)| label.contains("d0 - r")));
            } else if d0 > r {
                formulas += 1;
                let u = number("u = (d0 - r) / (d0 - d1)");
                assert!((u - (d0 - r) / (d0 - d1)).abs() < 2e-3, "{u} {d0} {d1} {r}");
            }
            lab.place_by_hand(DVec3::Y * -0.0333, DVec3::ZERO);
        }
        assert!(touching > 10 && formulas > 10, "{touching} {formulas}");
    }

    #[test]
    fn the_bounds_of_the_overlap_begin_with_the_first_touch() {
        for (name, first) in [
            ("sphere-plane-sweep", "u = (d0 - r) / (d0 - d1)"),
            ("sphere-sphere-sweep", "first root: u"),
            ("box-box-sweep", "last gap closes at u"),
        ] {
            let values = values(&Lab::new(DVec3::ZERO, Some(name)));
            let bounds = value(&values, "overlap from u to u");
            let (start, end) = bounds.split_once(" to ").expect("two bounds");
            assert_eq!(start, value(&values, first), "{name}");
            let [start, end] = [start, end].map(|bound| bound.parse::<f64>().expect("a number"));
            assert!(start < end, "{name}: {bounds}");
        }
    }
}
