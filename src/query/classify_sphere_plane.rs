//! The side of a plane on which a sphere lies.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the classification of the sphere.

use crate::geometry::{Plane, Sphere};

/// The position of a sphere relative to a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PlaneSide {
    /// In front of the plane, or touching it from there.
    Front,
    /// Crossing the plane.
    Intersects,
    /// Behind the plane, or touching it from there.
    Behind,
}

/// The result of [`classify_sphere_plane`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpherePlane {
    /// The side of the plane.
    pub side: PlaneSide,
    /// Signed distance of the sphere's centre from the plane; metres.
    pub distance: f64,
}

/// Classifies `sphere` against `plane`.
///
/// The sphere intersects the plane when its centre is nearer than its radius. A sphere that just
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
#[must_use]
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
    fn a_sphere_is_classified_by_its_height_over_the_plane() {
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
