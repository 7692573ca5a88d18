//! First touch of a moving sphere against a triangle, exact.
//!
//! Source: the sphere's centre moves against the triangle inflated by the radius: two offset faces,
//! a cylinder around each edge and a ball around each corner (C. Ericson, *Real-Time Collision
//! Detection*, 2005, 5.5.6). The first touch is the earliest entry.
//!
//! The hard part is the start. To the last bit, a sphere at rest on a face is neither outside nor
//! inside. If two formulas disagreed about that, it would slip through. A single test decides: the
//! distance to the closest point, with a margin wider than its rounding error. A sphere that touches the
//! triangle at the start hits it there or never. The triangle is convex, so the distance to it along a
//! line keeps growing once it grows.

use glam::DVec3;

use super::enter_ball::enter_from_outside;
use super::{SweepHit, closest_vertices_point};
use crate::geometry::{Sphere, Triangle};
use crate::tolerance::{PARALLEL_SQUARED, START_MARGIN};

/// First touch of `sphere`, moved by `motion`, with `triangle`, from either side.
///
/// # Arguments
/// - `motion` is the whole displacement, metres.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point`, and
/// the unit `normal` from there to the centre. Touching or overlapping at the start gives `fraction
/// == 0` if the motion goes deeper. `None` if there is no touch within the motion, or the sphere
/// touches at the start and separates.
/// # Example
/// ```
/// use sidle::{geometry::{Sphere, Triangle}, glam::{DVec3, Vec3}, query::sweep_sphere_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
/// let ball = Sphere::new(DVec3::new(1.0, 3.0, 1.0), 1.0).unwrap();
/// let hit = sweep_sphere_triangle(&ball, DVec3::Y * -4.0, &floor).unwrap();
/// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::Y));
/// assert_eq!(sweep_sphere_triangle(&ball, DVec3::Y, &floor), None);
/// ```
#[must_use]
pub fn sweep_sphere_triangle(
    sphere: &Sphere,
    motion: DVec3,
    triangle: &Triangle,
) -> Option<SweepHit> {
    sweep_sphere_triangle_until(sphere, motion, 1.0, 0.0, triangle)
}

/// [`sweep_sphere_triangle`] for a caller to whom only touches up to the fraction `limit` of the motion
/// matter. Later ones may or may not be found. A triangle is skipped if the sphere is still more than
/// `slack` in front of its plane at `limit`; metres. The caller chooses `slack` larger than the rounding error.
pub(crate) fn sweep_sphere_triangle_until(
    sphere: &Sphere,
    motion: DVec3,
    limit: f64,
    slack: f64,
    triangle: &Triangle,
) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let (vertices, plane) = (triangle.vertices(), triangle.plane());
    let distance = plane.signed_distance(start);
    let side = if distance < 0.0 { -1.0 } else { 1.0 };
    let outward = plane.normal() * side;
    let descent = -outward.dot(motion);
    let gap = distance.abs() - radius;
    // The sphere reaches the plane neither by the end of the motion nor, up to `slack`, by the limit.
    if gap > 0.0 && (gap > descent || gap - descent * limit > slack) {
        return None;
    }

    // The sphere touches the plane at the start, either in the triangle or next to it.
    if gap <= radius * START_MARGIN {
        let closest = closest_vertices_point(vertices, || plane, start);
        let away = start - closest;
        if away.length_squared() <= radius * radius * (1.0 + START_MARGIN) {
            // With the centre on the triangle, the face normal is the only way out.
            let normal = away.try_normalize().unwrap_or(outward);
            return SweepHit::at_start(start, closest, normal, motion);
        }
    }

    // A sphere that meets the plane within the face touches it there before any edge or corner.
    if gap > 0.0 {
        let fraction = gap / descent;
        let center = start + motion * fraction;
        let point = center - outward * radius;
        if contains(&vertices, plane.normal(), point) {
            return Some(SweepHit {
                fraction,
                center,
                point,
                normal: outward,
            });
        }
    }
    let (fraction, point) = enter_outline(start, motion, radius, &vertices)?;
    let center = start + motion * fraction;
    let normal = (center - point).try_normalize().unwrap_or(outward);
    Some(SweepHit {
        fraction,
        center,
        point,
        normal,
    })
}

/// Whether a point in the triangle's plane is inside the triangle.
fn contains([a, b, c]: &[DVec3; 3], normal: DVec3, point: DVec3) -> bool {
    let inside = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(normal) >= 0.0;
    inside(*a, *b) && inside(*b, *c) && inside(*c, *a)
}

/// When the centre first comes within `radius` of an edge or a corner, as a fraction, and the touched point.
fn enter_outline(
    start: DVec3,
    motion: DVec3,
    radius: f64,
    [a, b, c]: &[DVec3; 3],
) -> Option<(f64, DVec3)> {
    let mut first: Option<(f64, DVec3)> = None;
    let mut consider = |entry: Option<(f64, DVec3)>| {
        if let Some((fraction, point)) = entry
            && first.is_none_or(|(earliest, _)| fraction < earliest)
        {
            first = Some((fraction, point));
        }
    };
    for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
        consider(enter_edge(start, motion, radius, from, to));
        consider(enter_from_outside(start - from, motion, radius).map(|fraction| (fraction, from)));
    }
    first
}

/// When the centre enters the cylinder around an edge, as a fraction, and the touched point between the ends.
fn enter_edge(
    start: DVec3,
    motion: DVec3,
    radius: f64,
    from: DVec3,
    to: DVec3,
) -> Option<(f64, DVec3)> {
    let (along, offset) = (to - from, start - from);
    let length_squared = along.length_squared();
    let perpendicular = |vector: DVec3| vector - along * (vector.dot(along) / length_squared);
    let across = perpendicular(motion);
    // The centre moves away, which is so for half of all edges.
    if offset.dot(across) >= 0.0 {
        return None;
    }
    if across.length_squared() <= PARALLEL_SQUARED * motion.length_squared() {
        return None;
    }
    // Seen along the edge, it is a point, and its cylinder a ball.
    let fraction = enter_from_outside(perpendicular(offset), across, radius)?;
    let share = (offset + motion * fraction).dot(along) / length_squared;
    (0.0..=1.0)
        .contains(&share)
        .then(|| (fraction, from + along * share))
}

#[cfg(test)]
mod tests;
