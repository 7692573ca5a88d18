//! The point of a box's surface nearest to a point inside or outside.

use glam::DVec3;

use super::closest_obb_face;
use crate::geometry::Obb;

/// The result of [`closest_obb_surface`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObbSurface {
    /// The nearest point of the surface; metres.
    pub point: DVec3,
    /// Unit outward normal there. It points to the query point when that is outside; inside, it is
    /// the normal of the nearest face.
    pub normal: DVec3,
    /// The same normal in box space.
    pub local_normal: DVec3,
    /// Signed distance from the surface to the query point; metres, negative inside.
    pub separation: f64,
}

/// The point of the surface of `obb` that is nearest to `point`.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::closest_obb_surface};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let outside = closest_obb_surface(&unit, DVec3::new(4.0, 5.0, 0.5));
/// assert_eq!((outside.point, outside.separation), (DVec3::new(1.0, 1.0, 0.5), 5.0));
/// let inside = closest_obb_surface(&unit, DVec3::Y * 0.75);
/// assert_eq!((inside.normal, inside.separation), (DVec3::Y, -0.25));
/// ```
#[must_use]
pub fn closest_obb_surface(obb: &Obb, point: DVec3) -> ObbSurface {
    // In box space a face normal is exact.
    let local = obb.to_local(point);
    let clamped = local.clamp(-obb.half_extents(), obb.half_extents());
    let away = local - clamped;
    let distance = away.length();
    // A point this near to the surface has no reliable direction of its own.
    if distance > f64::MIN_POSITIVE {
        let local_normal = away / distance;
        return ObbSurface {
            point: obb.to_world(clamped),
            normal: obb.axes() * local_normal,
            local_normal,
            separation: distance,
        };
    }
    let face = closest_obb_face(obb, point);
    ObbSurface {
        point: face.point,
        normal: face.normal,
        local_normal: face.local_normal,
        separation: -face.distance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::query::closest_obb_point;
    use crate::test_support::Random;

    #[test]
    fn outside_it_is_the_closest_point_and_inside_the_nearest_face() {
        let mut random = Random::new(83);
        let mut inside = 0;
        for case in 0..20_000 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let obb = Obb::new(random.vec3(5.0), rotation, random.vec3(2.0).abs()).unwrap();
            let point = obb.center() + random.vec3(3.0);
            let found = closest_obb_surface(&obb, point);
            let label = format!("seed 83, case {case}");
            let back = found.point + found.normal * found.separation;
            assert!(back.abs_diff_eq(point, 1e-9), "{label}");
            let local = obb.to_local(found.point).abs() - obb.half_extents();
            assert!(local.max_element().abs() < 1e-9, "{label}: on the surface");
            let turned = obb.axes() * found.local_normal;
            assert!(turned.abs_diff_eq(found.normal, 1e-12), "{label}");
            if found.separation > 0.0 {
                let closest = closest_obb_point(&obb, point);
                assert!(closest.abs_diff_eq(found.point, 1e-9), "{label}");
            } else {
                inside += 1;
            }
        }
        assert!(inside > 500, "{inside}");
    }
}
