//! First touch of a moving sphere against a plane.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999. We differ at the end
//! of the motion. A sphere that just reaches the plane touches it; in the article it does not.

use glam::DVec3;

use super::SweepHit;
use crate::geometry::{Plane, Sphere};

/// First touch of `sphere`, moved by `motion`, with `plane`.
///
/// # Arguments
/// - `sphere` starts on the plane's positive side or touches it. `motion` is the whole
///   displacement, metres. With a tiny radius this is a segment test.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point`,
/// and the plane's unit `normal`, from plane to sphere. Touching at the start, from either side,
/// gives `fraction == 0`. `None` if there is no touch within the motion, or the sphere comes from
/// behind.
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::sweep_sphere_plane};
/// let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let ball = Sphere::new(DVec3::Y * 3.0, 1.0).unwrap();
/// // From 3 m, down by 4 m: touches after 2 m.
/// let hit = sweep_sphere_plane(&ball, DVec3::Y * -4.0, &floor).unwrap();
/// assert_eq!((hit.fraction, hit.center, hit.point), (0.5, DVec3::Y, DVec3::ZERO));
/// assert_eq!(sweep_sphere_plane(&ball, DVec3::Y * -1.5, &floor), None);
/// ```
#[must_use]
pub fn sweep_sphere_plane(sphere: &Sphere, motion: DVec3, plane: &Plane) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let distance = plane.signed_distance(start);
    let hit_at = |fraction: f64, center: DVec3| SweepHit {
        fraction,
        center,
        point: center - plane.normal() * plane.signed_distance(center),
        normal: plane.normal(),
    };
    if distance.abs() <= radius {
        return Some(hit_at(0.0, start));
    }
    // How far the motion approaches the plane, and how far away the sphere is.
    let descent = -plane.normal().dot(motion);
    let gap = distance - radius;
    if gap > 0.0 && descent >= gap {
        let fraction = gap / descent;
        Some(hit_at(fraction, start + motion * fraction))
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
