//! First touch of a moving sphere against a sphere.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999. At the touch, the distance
//! between the centres is the sum of the radii. This is a quadratic equation for the fraction of the
//! motion, and its smaller root is the first touch. `enter_ball.rs` solves it in a form that avoids
//! cancellation. We differ from the article at the start of the motion. As in our other sweeps, spheres
//! that touch there and separate do not hit.

use glam::DVec3;

use super::SweepHit;
use super::enter_ball::enter_ball;
use crate::geometry::Sphere;
use crate::tolerance::START_MARGIN;

/// First touch of `sphere`, moved by `motion`, with the fixed sphere `other`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. If both spheres move, pass the relative motion.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point` of
/// `other`, and the unit `normal` from there to the centre. Touching or overlapping at the start
/// gives `fraction == 0` if the motion goes deeper; for concentric spheres the normal is +Y. `None`
/// if there is no touch within the motion, or the spheres touch at the start and separate.
/// # Example
/// ```
/// use sidle::{geometry::Sphere, glam::DVec3, query::sweep_sphere_sphere};
/// let ball = |x: f64| Sphere::new(DVec3::X * x, 1.0).unwrap();
/// // 6 m between the centres, 2 m at the touch: 4 m of 8.
/// let hit = sweep_sphere_sphere(&ball(-6.0), DVec3::X * 8.0, &ball(0.0)).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, DVec3::NEG_X, DVec3::NEG_X));
/// ```
#[must_use]
pub fn sweep_sphere_sphere(sphere: &Sphere, motion: DVec3, other: &Sphere) -> Option<SweepHit> {
    let start = sphere.center();
    let away = start - other.center();
    let radii = sphere.radius() + other.radius();
    let hit_at = |fraction: f64, center: DVec3| {
        let normal = (center - other.center())
            .try_normalize()
            .unwrap_or(DVec3::Y);
        SweepHit {
            fraction,
            center,
            point: other.center() + normal * other.radius(),
            normal,
        }
    };
    if away.length_squared() <= radii * radii * (1.0 + START_MARGIN) {
        let hit = hit_at(0.0, start);
        return (hit.normal.dot(motion) < 0.0).then_some(hit);
    }

    // The centre moves as a point against `other`, inflated by the radius of `sphere`.
    let power = away.length_squared() - radii * radii;
    let fraction = enter_ball(away, motion, radii, power)?;
    (fraction <= 1.0).then(|| hit_at(fraction, start + motion * fraction))
}

#[cfg(test)]
mod tests;
