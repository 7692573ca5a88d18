//! The shift that moves a sphere out of a plane.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the push-out offset, and the
//! remark that the branch for the back may be dropped where back faces are never used.

use glam::DVec3;

use crate::geometry::{Plane, Sphere};

/// The shift along the normal after which `sphere` just touches `plane` on the side of its centre,
/// `n·(r - distance)` in front, `-n·(r + distance)` behind. Metres.
///
/// The sphere must [intersect](super::PlaneSide::Intersects) the plane. A centre exactly in the
/// plane is pushed to the back, as in the text, whose front is `distance > 0`.
///
/// # Example
/// The text's own numbers: `n = (1,0,0)`, `r = 5`, `distance = 3`.
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::separate_sphere_plane};
/// let wall = Plane::new(DVec3::ZERO, DVec3::X).unwrap();
/// let ball = Sphere::new(DVec3::X * 3.0, 5.0).unwrap();
/// assert_eq!(separate_sphere_plane(&ball, &wall), DVec3::new(2.0, 0.0, 0.0));
/// assert_eq!(separate_sphere_plane(&ball.at(DVec3::X * -3.0), &wall), DVec3::new(-2.0, 0.0, 0.0));
/// ```
#[must_use]
pub fn separate_sphere_plane(sphere: &Sphere, plane: &Plane) -> DVec3 {
    let distance = plane.signed_distance(sphere.center());
    if distance > 0.0 {
        plane.normal() * (sphere.radius() - distance)
    } else {
        -plane.normal() * (sphere.radius() + distance)
    }
}

/// The shift along the normal after which `sphere` just touches the *front* of `plane`, wherever
/// its centre is, `n·(r - distance)`. Metres.
///
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::separate_sphere_plane_one_sided};
/// let wall = Plane::new(DVec3::ZERO, DVec3::X).unwrap();
/// let behind = Sphere::new(DVec3::X * -3.0, 5.0).unwrap();
/// assert_eq!(separate_sphere_plane_one_sided(&behind, &wall), DVec3::new(8.0, 0.0, 0.0));
/// ```
#[must_use]
pub fn separate_sphere_plane_one_sided(sphere: &Sphere, plane: &Plane) -> DVec3 {
    plane.normal() * (sphere.radius() - plane.signed_distance(sphere.center()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shifted_sphere_touches_from_its_own_side() {
        let plane = Plane::new(DVec3::new(0.3, 1.0, 2.0), DVec3::new(1.0, -2.0, 2.0)).unwrap();
        for distance in [0.4, 0.1, 1e-9, 0.0, -1e-9, -0.1, -0.4] {
            let center = DVec3::new(0.3, 1.0, 2.0) + plane.normal() * distance;
            let sphere = Sphere::new(center, 0.5).unwrap();
            let side = if distance > 0.0 { 0.5 } else { -0.5 };
            let moved = center + separate_sphere_plane(&sphere, &plane);
            assert!(
                (plane.signed_distance(moved) - side).abs() < 1e-12,
                "from {distance}"
            );
            let front = center + separate_sphere_plane_one_sided(&sphere, &plane);
            assert!(
                (plane.signed_distance(front) - 0.5).abs() < 1e-12,
                "from {distance}"
            );
        }
    }
}
