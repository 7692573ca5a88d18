//! On which side of a plane a sphere is.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), step 1.

use crate::geometry::{Plane, Sphere};

/// Where a sphere is, seen from a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneSide {
    /// In front of the plane, at least touching it from there.
    Front,
    /// Reaching through the plane.
    Intersects,
    /// Behind the plane, at least touching it from there.
    Behind,
}

/// What [`classify_sphere_plane`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpherePlane {
    /// Where the sphere is.
    pub side: PlaneSide,
    /// Signed distance of the sphere's centre from the plane; metres.
    pub distance: f64,
}

/// On which side of `plane` the `sphere` is.
///
/// The sphere intersects the plane when its centre is nearer than its radius: a sphere that just
/// touches is [`Front`](PlaneSide::Front) or [`Behind`](PlaneSide::Behind).
///
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::{PlaneSide, classify_sphere_plane}};
/// let wall = Plane::new(DVec3::ZERO, DVec3::X).unwrap();
/// let ball = Sphere::new(DVec3::X * 3.0, 5.0).unwrap();
/// let found = classify_sphere_plane(&ball, &wall);
/// assert_eq!((found.side, found.distance), (PlaneSide::Intersects, 3.0));
/// ```
pub fn classify_sphere_plane(sphere: &Sphere, plane: &Plane) -> SpherePlane {
    let distance = plane.signed_distance(sphere.center());
    let side = if distance.abs() < sphere.radius() {
        PlaneSide::Intersects
    } else if distance >= sphere.radius() {
        PlaneSide::Front
    } else {
        PlaneSide::Behind
    };
    SpherePlane { side, distance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_sphere_of_radius_two_is_classified_all_along_the_normal() {
        let plane = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
        for (height, expected) in [
            (3.0, PlaneSide::Front),
            (2.0, PlaneSide::Front), // just touching
            (1.999, PlaneSide::Intersects),
            (0.0, PlaneSide::Intersects), // centre on the plane
            (-1.999, PlaneSide::Intersects),
            (-2.0, PlaneSide::Behind), // just touching
            (-3.0, PlaneSide::Behind),
        ] {
            let sphere = Sphere::new(DVec3::new(40.0, height, -7.0), 2.0).unwrap();
            let found = classify_sphere_plane(&sphere, &plane);
            assert_eq!(found.side, expected, "height {height}");
            assert_eq!(found.distance, height);
        }
    }
}
