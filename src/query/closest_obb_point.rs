//! The point of a box nearest to a point.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13 (sphere and box). Convert to
//! box space, clamp to the half extents, convert back.

use glam::DVec3;

use crate::geometry::Obb;

/// The point of the solid box nearest to `point`: `point` itself when it is inside.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::closest_obb_point};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// assert_eq!(closest_obb_point(&unit, DVec3::new(5.0, 0.5, 2.0)), DVec3::new(1.0, 0.5, 1.0));
/// assert_eq!(closest_obb_point(&unit, DVec3::splat(0.5)), DVec3::splat(0.5));
/// ```
#[must_use]
pub fn closest_obb_point(obb: &Obb, point: DVec3) -> DVec3 {
    obb.to_world(
        obb.to_local(point)
            .clamp(-obb.half_extents(), obb.half_extents()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;

    #[test]
    fn no_sampled_point_of_a_rotated_box_is_nearer() {
        let rotation = rotation_from_degrees(DVec3::new(20.0, 45.0, -70.0));
        let obb = Obb::new(
            DVec3::new(3.0, 1.0, -2.0),
            rotation,
            DVec3::new(0.5, 2.0, 1.0),
        )
        .unwrap();
        for point in [
            DVec3::ZERO,
            DVec3::new(9.0, 9.0, 9.0),
            DVec3::new(3.0, 1.2, -2.0),
        ] {
            let nearest = closest_obb_point(&obb, point).distance(point);
            for step in 0..21 * 21 * 21 {
                let grid = DVec3::new(
                    f64::from(step % 21),
                    f64::from(step / 21 % 21),
                    f64::from(step / 441),
                );
                let sample = obb.to_world((grid / 10.0 - DVec3::ONE) * obb.half_extents());
                assert!(sample.distance(point) >= nearest - 1e-12);
            }
        }
    }
}
