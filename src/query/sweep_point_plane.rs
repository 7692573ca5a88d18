//! First touch of a moving point against a plane, a ray or a segment.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999, where `r = 0` turns the
//! sphere's sweep into this test. A [`Sphere`](crate::geometry::Sphere) has a positive radius, so
//! the case has a separate function.

use glam::DVec3;

use super::SweepHit;
use crate::geometry::Plane;

/// First touch of the point `start`, moved by `motion`, with `plane`: `u = d0 / (d0 - d1)`.
///
/// # Returns
/// As [`sweep_sphere_plane`](fn@super::sweep_sphere_plane) with a radius of 0. A start in
/// the plane gives `fraction == 0`, an end in it gives 1. `None` if there is no touch within the
/// motion, or the point comes from behind.
/// [`intersect_segment_plane`](fn@super::intersect_segment_plane) has both sides.
/// # Example
/// ```
/// use sidle::{geometry::Plane, glam::DVec3, query::sweep_point_plane};
/// let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// // From 3 m above to 1 m below: 3 of 4 m are above.
/// let hit = sweep_point_plane(DVec3::Y * 3.0, DVec3::Y * -4.0, &floor).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.75, DVec3::ZERO, DVec3::Y));
/// assert_eq!(sweep_point_plane(DVec3::NEG_Y, DVec3::Y * 4.0, &floor), None); // from behind
/// ```
#[must_use]
pub fn sweep_point_plane(start: DVec3, motion: DVec3, plane: &Plane) -> Option<SweepHit> {
    let distance = plane.signed_distance(start);
    let descent = -plane.normal().dot(motion);
    let fraction = if distance == 0.0 {
        0.0
    } else if distance > 0.0 && descent >= distance {
        distance / descent
    } else {
        return None;
    };
    let point = start + motion * fraction;
    Some(SweepHit {
        fraction,
        center: point,
        point,
        normal: plane.normal(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Segment, Sphere};
    use crate::query::{intersect_segment_plane, sweep_sphere_plane};
    use crate::test_support::Random;

    #[test]
    fn a_point_touches_where_the_segment_crosses_and_where_ever_smaller_spheres_do() {
        let mut random = Random::new(41);
        let mut hits = 0;
        for case in 0..50_000 {
            let plane = Plane::new(random.vec3(3.0), random.vec3(1.0)).unwrap();
            let (start, motion) = (random.vec3(5.0), random.vec3(5.0));
            let found = sweep_point_plane(start, motion, &plane);
            let segment = Segment::new(start, start + motion);
            let crossing = intersect_segment_plane(&segment, &plane);
            let from_front = plane.signed_distance(start) > 0.0;
            assert_eq!(found.is_some(), crossing.is_some() && from_front, "{case}");
            let Some(found) = found else { continue };
            hits += 1;
            assert!((found.fraction - crossing.unwrap().fraction).abs() < 1e-9);
            let tiny = Sphere::new(start, 1e-12).unwrap();
            let swept = sweep_sphere_plane(&tiny, motion, &plane).unwrap();
            assert!((swept.fraction - found.fraction).abs() < 1e-6, "{case}");
        }
        assert!(hits > 5000, "{hits}");
    }

    #[test]
    fn a_point_in_the_plane_touches_at_once_and_one_that_reaches_it_touches_at_the_end() {
        let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
        let fraction = |height: f64, rise: f64| {
            let start = DVec3::new(2.0, height, -1.0);
            sweep_point_plane(start, DVec3::Y * rise, &floor).map(|hit| hit.fraction)
        };
        assert_eq!(fraction(0.0, 5.0), Some(0.0));
        assert_eq!(fraction(2.0, -2.0), Some(1.0));
        assert_eq!(fraction(2.0, -1.999), None);
        assert_eq!(fraction(-2.0, 5.0), None);
    }
}
