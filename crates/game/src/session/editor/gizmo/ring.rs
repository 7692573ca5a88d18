//! The rings that turn an entry: where a ray meets one, and how far it turns what is held.

use sidle::geometry::Segment;
use sidle::geometry::angle::{RADIANS_PER_DEGREE, angle_between, sin_cos_deg};
use sidle::glam::DVec3;
use sidle::query::closest_segment_segment;

use super::{FARTHEST, TOLERANCE, on_plane};
use crate::session::editor::drag::Ray;

/// The chords by which a ring is taken. Fewer: it is missed between two of its corners.
const CHORDS: u32 = 48;

/// The sine of the angle between the view and the plane of a ring, below which it counts as seen edge-on: 15 degrees. Smaller: a
/// small motion across the ring turns it far. Larger: an open ring does not follow the mouse around.
const EDGE_ON: f64 = 0.26;

/// How much nearer a point of the far side must be than one of the near side to be taken; radians. A ring that is seen exactly
/// edge-on has both at the same place.
const FAR_SIDE: f64 = TOLERANCE * 0.25;

/// A circle around an axis.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub center: DVec3,
    /// The axis; unit.
    pub about: DVec3,
    /// Metres.
    pub radius: f64,
}

impl Ring {
    /// The point of the ring that is nearest to `ray`, as the eye sees them, and the angle between them; radians.
    pub fn nearest(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let (u, v) = self.about.any_orthonormal_pair();
        let corner = |number: u32| {
            let (sin, cos) = sin_cos_deg(f64::from(number) * 360.0 / f64::from(CHORDS));
            self.center + (u * cos + v * sin) * self.radius
        };
        let seen = Segment::new(ray.eye, ray.eye + ray.look * FARTHEST);
        let away = self.center - ray.eye;
        let mut nearest: Option<(DVec3, f64)> = None;
        let mut least = f64::INFINITY;
        for number in 0..CHORDS {
            let chord = Segment::new(corner(number), corner(number + 1));
            let point = closest_segment_segment(&seen, &chord).on_second;
            let Some(angle) = angle_between(point - ray.eye, ray.look) else {
                continue;
            };
            let is_far = (point - self.center).dot(away) > 0.0;
            let distance = angle + if is_far { FAR_SIDE } else { 0.0 };
            if distance < least {
                (nearest, least) = (Some((point, angle)), distance);
            }
        }
        nearest
    }

    /// How far it turns what was taken along the first ray, and is held along the second; degrees. A ring that is seen edge-on turns by
    /// the motion along it, since the place on its plane is far away there, or nowhere.
    pub fn turn(&self, [start, now]: [&Ray; 2]) -> Option<f64> {
        let view = (self.center - start.eye).normalize_or_zero();
        let across = self.about.dot(view);
        if across.abs() < EDGE_ON {
            let nearer = (self.about * across - view).normalize_or_zero();
            let (grabbed, _) = self.nearest(start)?;
            let is_far = (grabbed - self.center).dot(nearer) < 0.0;
            let out = if is_far { -nearer } else { nearer };
            // As on a wall before the eye, at the side that was taken.
            let wall = self.center + out * self.radius;
            let by = on_plane(now, wall, nearer)? - on_plane(start, wall, nearer)?;
            let along = self.about.cross(out);
            return Some(by.dot(along) / self.radius / RADIANS_PER_DEGREE);
        }
        let arm = |ray| Some(on_plane(ray, self.center, self.about)? - self.center);
        let (from, to) = (arm(start)?, arm(now)?);
        let degrees = angle_between(from, to)? / RADIANS_PER_DEGREE;
        Some(if from.cross(to).dot(self.about) < 0.0 {
            -degrees
        } else {
            degrees
        })
    }
}
