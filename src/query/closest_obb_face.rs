//! The face of a box nearest to an interior point: the direction of least penetration.

use glam::DVec3;

use crate::geometry::Obb;
use crate::geometry::float::max;

/// The result of [`closest_obb_face`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObbFace {
    /// The nearest point of the face; metres.
    pub point: DVec3,
    /// Unit normal of the face, out of the box.
    pub normal: DVec3,
    /// The same normal in box space: ±1 along one axis.
    pub local_normal: DVec3,
    /// The distance from the query point to the face; metres, not negative.
    pub distance: f64,
}

/// The face of `obb` nearest to the interior point `point`. Ties go to the first axis, and to its
/// positive side.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::closest_obb_face};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let face = closest_obb_face(&unit, DVec3::new(0.0, -0.75, 0.5));
/// assert_eq!((face.normal, face.distance), (DVec3::NEG_Y, 0.25));
/// assert_eq!(face.point, DVec3::new(0.0, -1.0, 0.5));
/// ```
#[must_use]
pub fn closest_obb_face(obb: &Obb, point: DVec3) -> ObbFace {
    let local = obb.to_local(point);
    let way_out = obb.half_extents() - local.abs();
    let axis = if way_out.x <= way_out.y && way_out.x <= way_out.z {
        DVec3::X
    } else if way_out.y <= way_out.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    let outward = axis * if local.dot(axis) < 0.0 { -1.0 } else { 1.0 };
    let distance = max(way_out.dot(axis), 0.0);
    ObbFace {
        point: obb.to_world(local + outward * distance),
        normal: obb.axes() * outward,
        local_normal: outward,
        distance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DMat3;

    #[test]
    fn a_point_near_each_of_the_six_faces_finds_that_face() {
        let half_extents = DVec3::new(1.0, 2.0, 3.0);
        let obb = Obb::new(DVec3::splat(5.0), DMat3::IDENTITY, half_extents).unwrap();
        for outward in [
            DVec3::X,
            DVec3::Y,
            DVec3::Z,
            DVec3::NEG_X,
            DVec3::NEG_Y,
            DVec3::NEG_Z,
        ] {
            let face = closest_obb_face(&obb, obb.center() + outward * (half_extents * 0.9));
            assert_eq!(face.normal, outward);
            assert!((face.distance - 0.1 * half_extents.dot(outward.abs())).abs() < 1e-12);
        }
    }

    #[test]
    fn at_the_centre_of_a_cube_the_first_axis_wins() {
        let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
        assert_eq!(closest_obb_face(&cube, DVec3::ZERO).normal, DVec3::X);
    }
}
