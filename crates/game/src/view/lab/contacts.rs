//! The lesson on contacts, with their features and the numbers that lead to them.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.

use macroquad::color::Color;

use sidle::contact::{Contact, Feature};
use sidle::geometry::{Obb, OrientedCapsule, Segment, Sphere};
use sidle::glam::DVec3;
use sidle::query::{closest_obb_point, closest_segment_point, closest_segment_segment};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::session::lab::{Lab, LabBody};
use crate::session::words::plural;
use crate::view::lab::axes;
use crate::view::lab::shapes::{face_corners, with_solid};
use crate::view::palette::{CONTACTS, GUIDE, NEUTRAL, RESULT};

/// Length of the arrow of a normal, as a multiple of the depth of the contact, and its limits in metres.
const LENGTH_PER_DEPTH: f64 = 4.0;
const ARROW_LENGTHS: (f64, f64) = (0.16, 0.6);

/// Largest number of contacts in the info panel.
const MAX_ROWS: usize = 8;

pub fn show(debug: &mut DebugDraw, panel: &mut InfoPanel, state: &Lab) {
    let (first, second) = (state.first(), state.second());
    explain(debug, panel, &first, &second);
    let contacts = state.contacts();
    let count = contacts.len();
    panel.text(match (state.caches_contacts(), count) {
        (_, 0) => "No contact.".to_owned(),
        (true, _) => format!("Kept contacts: {count}, known by their features."),
        (false, _) => format!("{}.", plural::count(count, "contact", "contacts")),
    });
    for (number, contact) in contacts.iter().enumerate() {
        let color = CONTACTS[number % CONTACTS.len()];
        if number < MAX_ROWS {
            let name = format!(
                "A {} – B {}",
                feature_name(contact.first, contact.parts[0], &first),
                feature_name(contact.second, contact.parts[1], &second)
            );
            panel.tinted(name, millimetres(contact.depth), color);
        }
        draw_feature(debug, color, &first, contact.first, contact, 0);
        draw_feature(debug, color, &second, contact.second, contact, 1);
        draw_contact(debug, color, contact);
    }
}

/// Explains how the pair's contacts are computed, with intermediate numbers.
fn explain(debug: &mut DebugDraw, panel: &mut InfoPanel, first: &LabBody, second: &LabBody) {
    match (first, second) {
        (LabBody::Sphere(a), LabBody::Sphere(b)) => {
            let distance = a.center().distance(b.center());
            panel.value("|cA - cB|", millimetres(distance));
            panel.value("rA + rB", millimetres(a.radius() + b.radius()));
            panel.text("Their difference is the depth, on the line of the centres.");
            debug.segment(Pen::new(GUIDE, 1.6), a.center(), b.center());
        }
        (LabBody::Sphere(a), LabBody::HalfSpace(b)) => {
            panel.value("height = n·c + d", millimetres(b.surface().signed_distance(a.center())));
            panel.value("radius r", millimetres(a.radius()));
            panel.text("depth = r - height");
            guide_to(debug, a.center(), a.center() + b.surface().normal() * b.depth(a.center()));
        }
        (LabBody::Sphere(a), LabBody::Plane(b)) => {
            let distance = b.signed_distance(a.center());
            panel.value("distance = n·c + d", millimetres(distance));
            panel.value("radius r", millimetres(a.radius()));
            panel.text("depth = r - |distance|: the nearer side pushes.");
            guide_to(debug, a.center(), a.center() - b.normal() * distance);
        }
        (LabBody::Sphere(a), LabBody::Obb(b)) => {
            let closest = closest_obb_point(b, a.center());
            let distance = closest.distance(a.center());
            let local = b.to_local(a.center());
            let [x, y, z] = local.to_array().map(|part| format!("{:.1}", part * 1000.0));
            panel.value("c as the box sees it, mm", format!("{x} {y} {z}"));
            if show_early_out(panel, a, b) {
                // The closest point is not needed.
            } else if distance > 0.0 {
                panel.value("to the closest point", millimetres(distance));
                panel.value("radius r", millimetres(a.radius()));
                panel.text("depth = r - distance");
                guide_to(debug, a.center(), closest);
            } else {
                panel.text("The centre is inside: the nearest face pushes, by the centre's depth and r.");
                panel.value("radius r", millimetres(a.radius()));
            }
            debug.dot(Pen::new(NEUTRAL, 8.0), a.center());
        }
        (LabBody::Capsule(_), LabBody::HalfSpace(_)) => {
            panel.text("A capsule has two ends, and each is a sphere.");
        }
        (LabBody::Capsule(a), LabBody::Plane(b)) => {
            panel.value("distance of the middle", millimetres(b.signed_distance(a.center())));
            panel.text("The side of the middle pushes the two ends, and each is a sphere.");
        }
        (LabBody::Capsule(a), LabBody::Sphere(b)) => {
            let nearest = closest_segment_point(&a.axis(), b.center()).point;
            panel.text("Where the axis is nearest to the centre, the capsule is a sphere.");
            panel.value("to the axis", millimetres(nearest.distance(b.center())));
            panel.value("rA + rB", millimetres(a.radius() + b.radius()));
            draw_axis(debug, a);
            guide_to(debug, nearest, b.center());
        }
        (LabBody::Capsule(a), LabBody::Capsule(b)) => {
            let pair = closest_segment_segment(&a.axis(), &b.axis());
            panel.text("Two spheres, where the axes are nearest; parallel axes touch at both ends of the part that they share.");
            panel.value("between the axes", millimetres(pair.distance_squared().sqrt()));
            panel.value("rA + rB", millimetres(a.radius() + b.radius()));
            draw_axis(debug, a);
            draw_axis(debug, b);
            guide_to(debug, pair.on_first, pair.on_second);
        }
        (LabBody::Capsule(a), _) => {
            panel.text("Where the axis is nearest, the capsule is a sphere. An axis that enters leaves by the shortest way. On a face, both ends touch.");
            panel.value("radius r", millimetres(a.radius()));
            draw_axis(debug, a);
        }
        (LabBody::Sphere(a), LabBody::Polyhedron(_)) => {
            panel.text("The nearest of all faces, edges and corners; inside, the nearest face pushes.");
            panel.value("radius r", millimetres(a.radius()));
        }
        (LabBody::Polyhedron(_), LabBody::HalfSpace(_)) => {
            panel.text("As a box: each corner below the surface is a contact.");
        }
        (LabBody::Obb(_), LabBody::HalfSpace(_)) => {
            panel.text("Each corner below the surface is a contact: four for a face, two for an edge.");
        }
        (LabBody::Obb(a), LabBody::Plane(b)) => {
            panel.value("distance of the centre", millimetres(b.signed_distance(a.center())));
            panel.text("The side of the centre pushes: each corner on the other side is a contact.");
        }
        (LabBody::Obb(a), LabBody::Obb(b)) => axes::show_boxes(debug, panel, a, b),
        (LabBody::Polyhedron(_), _) => panel.text(
            "As box on box, with any convex solid: all corners against faces, all edges against edges.",
        ),
        (LabBody::Assembly(..), _) => {
            panel.text("Every part against every part; spheres around them rule out most pairs first.");
        }
        _ => {}
    }
}

/// Shows the early out of a sphere and a box, along each axis of the box. Returns whether one of them separates the two.
fn show_early_out(panel: &mut InfoPanel, sphere: &Sphere, obb: &Obb) -> bool {
    panel.text("Early out: they are apart along an axis of the box where |c| - r > a.");
    let beyond = obb.to_local(sphere.center()).abs() - DVec3::splat(sphere.radius());
    let mut is_apart = false;
    for axis in 0..3 {
        let (beyond, half) = (beyond[axis], obb.half_extents()[axis]);
        let (verdict, color) = if beyond > half {
            (">", RESULT)
        } else {
            ("≤", NEUTRAL)
        };
        is_apart |= beyond > half;
        panel.tinted(
            format!("|c{axis}| - r {verdict} a{axis}"),
            format!("{:.1} {verdict} {}", beyond * 1000.0, millimetres(half)),
            color,
        );
    }
    panel.text(if is_apart {
        "One is enough, and the closest point is not looked for."
    } else {
        "None of them does. The closest point decides, since a sphere near a corner can be apart all the same."
    });
    is_apart
}

fn draw_axis(debug: &mut DebugDraw, capsule: &OrientedCapsule) {
    let Segment { start, end } = capsule.axis();
    debug.dashed_segment(Pen::new(NEUTRAL, 1.6), start, end);
}

fn guide_to(debug: &mut DebugDraw, from: DVec3, to: DVec3) {
    debug.segment(Pen::new(GUIDE, 2.0), from, to);
    debug.dot(Pen::new(GUIDE, 8.0), from);
    debug.dot(Pen::new(GUIDE, 8.0), to);
}

/// The name of a feature: `vertex 3`, or with the part of an assembly: `2: vertex 3`.
fn feature_name(feature: Feature, part: u16, body: &LabBody) -> String {
    let name = match feature {
        Feature::Vertex(number) => match body {
            LabBody::Capsule(_) => format!("end {number}"),
            _ => format!("vertex {number}"),
        },
        Feature::Edge(number) => format!("edge {number}"),
        Feature::Face(number) => format!("face {number}"),
        Feature::Surface => "surface".to_owned(),
    };
    match body {
        LabBody::Assembly(..) => format!("{part}: {name}"),
        _ => name,
    }
}

/// Highlights a corner, an edge or a face of a body; `side` is 0 for the first body and 1 for the second.
fn draw_feature(
    debug: &mut DebugDraw,
    color: Color,
    body: &LabBody,
    feature: Feature,
    contact: &Contact,
    side: usize,
) {
    with_solid(body, contact.parts[side], |solid| match feature {
        Feature::Vertex(number) if usize::from(number) < solid.vertex_count() => {
            debug.dot(Pen::new(color, 12.0), solid.vertex(number.into()));
        }
        Feature::Edge(number) if usize::from(number) < solid.edge_count() => {
            let edge = solid.edge(number.into()).segment;
            debug.segment(Pen::new(color, 5.5), edge.start, edge.end);
        }
        Feature::Face(number) if solid.vertex_count() > 0 => {
            debug.face(color.with_alpha(0.12), &face_corners(solid, number.into()));
        }
        Feature::Face(_) => {
            let pen = Pen::new(color.with_alpha(0.9), 1.4);
            debug.plane_patch(pen, contact.point, contact.normal, 0.1);
        }
        _ => {}
    });
}

/// Draws the depth as a line between the two points, and the normal as an arrow.
fn draw_contact(debug: &mut DebugDraw, color: Color, contact: &Contact) {
    let (least, most) = ARROW_LENGTHS;
    let length = (contact.depth * LENGTH_PER_DEPTH).clamp(least, most);
    debug.segment(
        Pen::new(color, 4.5),
        contact.point_on_first(),
        contact.point,
    );
    debug.dot(Pen::new(color, 9.0), contact.point);
    let tip = contact.point + contact.normal * length;
    debug.arrow(Pen::new(color, 2.8), contact.point, tip);
    debug.label(tip, LabelSide::Right, color, millimetres(contact.depth));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::lab::test_support::{value, values};

    #[test]
    fn the_board_of_sphere_and_box_shows_each_axis_of_the_early_out() {
        let mut lab = Lab::new(DVec3::ZERO, Some("sphere-box"));
        let (mut out, mut near_a_corner, mut touching) = (0, 0, 0);
        for step in 0..60 {
            let values = values(&lab);
            let verdicts = [0, 1, 2].map(|axis| {
                let labels = [">", "≤"].map(|verdict| format!("|c{axis}| - r {verdict} a{axis}"));
                let shown = labels.map(|label| values.iter().any(|(found, _)| *found == label));
                assert!(shown[0] != shown[1], "one row for axis {axis}: {values:?}");
                shown[0]
            });
            let is_out = verdicts.contains(&true);
            let looks_closer = values
                .iter()
                .any(|(label, _)| label == "to the closest point");
            assert!(
                !(is_out && (looks_closer || !lab.contacts().is_empty())),
                "{values:?}"
            );
            if is_out {
                out += 1;
            } else if lab.contacts().is_empty() {
                near_a_corner += 1;
                assert_ne!(value(&values, "to the closest point"), "");
            } else {
                touching += 1;
            }
            // From the corner outwards, and back from a face.
            let way = if step < 30 {
                DVec3::new(-0.02, 0.02, 0.02)
            } else {
                DVec3::new(0.03, -0.02, -0.02)
            };
            lab.place_by_hand(way, DVec3::ZERO);
        }
        assert!(
            out > 3 && near_a_corner > 0 && touching > 3,
            "{out} {near_a_corner} {touching}"
        );
    }
}
