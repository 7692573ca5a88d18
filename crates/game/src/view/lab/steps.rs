//! The lesson on subdivided motion: an overlap test at every step, together with the sweep.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::{Plane, Sphere};
use sidle::glam::DVec3;
use sidle::query::{sweep_sphere_plane, sweep_sphere_plane_interval, sweep_sphere_plane_sampled};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::session::lab::question::MOTION_STEPS as STEPS;
use crate::view::lab::sweep::bounds;
use crate::view::palette::{GUIDE, MOVED, NEUTRAL, RESULT, THROWN};

pub fn show(
    debug: &mut DebugDraw,
    panel: &mut InfoPanel,
    sphere: &Sphere,
    motion: DVec3,
    plane: &Plane,
) {
    panel.text(format!(
        "The motion in {STEPS} steps, with an overlap test at each: |d| ≤ r?"
    ));
    for step in 0..=STEPS {
        let center = sphere.center() + motion * (f64::from(step) / f64::from(STEPS));
        let distance = plane.signed_distance(center);
        let color = if distance.abs() <= sphere.radius() {
            THROWN
        } else {
            NEUTRAL
        };
        panel.tinted(format!("d after step {step}"), millimetres(distance), color);
        debug.silhouette(Pen::new(color, 1.6), &sphere.at(center));
        debug.dot(Pen::new(color, 7.0), center);
    }
    let end = sphere.center() + motion;
    debug.arrow(Pen::new(MOVED, 2.0), sphere.center(), end);
    panel.value("radius r", millimetres(sphere.radius()));
    panel.value(
        "length of a step",
        millimetres(motion.length() / f64::from(STEPS)),
    );

    let sampled = sweep_sphere_plane_sampled(sphere, motion, plane, STEPS);
    let exact = sweep_sphere_plane(sphere, motion, plane);
    for (name, color, hit) in [
        ("by steps", THROWN, sampled),
        ("by the sweep", RESULT, exact),
    ] {
        let text = hit.map_or("no touch".to_owned(), |hit| {
            format!("u = {:.3}", hit.fraction)
        });
        panel.tinted(name, text, color);
        if let Some(hit) = hit {
            debug.sphere(Pen::new(color, 2.0), &sphere.at(hit.center));
            let top = hit.center + debug.up() * sphere.radius();
            debug.label(top, LabelSide::Above, color, name);
        }
    }
    let overlap = sweep_sphere_plane_interval(sphere, motion, plane);
    panel.tinted("steps find it from u to u", bounds(overlap), GUIDE);
    if overlap.is_some() {
        panel.text("These bounds are where a finer subdivision may start. All steps outside of them are in vain.");
    }
    panel.text(match (exact, sampled) {
        (Some(_), None) => "The sphere jumps over the plane: a step is longer than its diameter.",
        (Some(exact), Some(sampled)) if sampled.fraction > exact.fraction => {
            "The steps find the touch too late: the sphere is already in the plane."
        }
        _ => "Both agree here. Lengthen the motion, or move the sphere up.",
    });
}
