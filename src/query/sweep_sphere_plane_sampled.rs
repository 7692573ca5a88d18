//! A moving sphere against a plane, by an overlap test at every step of the subdivided motion.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999, as the method before
//! the sweep. The motion is subdivided and tested for overlap at every step, which is expensive for
//! a long motion. We add that a sphere that moves farther than its diameter in one step can jump over
//! the plane; the text says this of a test once a frame. The bounds of
//! [`sweep_sphere_plane_interval`](fn@super::sweep_sphere_plane_interval) are where a subdivision
//! may start.

use glam::DVec3;

use super::SweepHit;
use crate::geometry::{Plane, Sphere};

/// The first of `steps` equal steps of `motion` at which `sphere` overlaps `plane`.
///
/// # Returns
/// The hit at that sample, where the sphere may be up to one step deep in the plane. A `fraction` of 0 is
/// the start. `None` if no sample overlaps, even if the sphere has jumped over the plane.
/// [`sweep_sphere_plane`](fn@super::sweep_sphere_plane) has neither flaw.
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3};
/// use sidle::query::{sweep_sphere_plane, sweep_sphere_plane_sampled};
/// let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let (ball, fall) = (Sphere::new(DVec3::Y * 5.0, 1.0).unwrap(), DVec3::Y * -8.0);
/// // Heights 5, 1, -3: it touches at the first step. Heights 5, -3: it jumps over the floor.
/// let fraction = |steps| sweep_sphere_plane_sampled(&ball, fall, &floor, steps).map(|hit| hit.fraction);
/// assert_eq!((fraction(2), fraction(1)), (Some(0.5), None));
/// assert!(sweep_sphere_plane(&ball, fall, &floor).is_some());
/// ```
#[must_use]
pub fn sweep_sphere_plane_sampled(
    sphere: &Sphere,
    motion: DVec3,
    plane: &Plane,
    steps: u32,
) -> Option<SweepHit> {
    (0..=steps).find_map(|step| {
        let fraction = f64::from(step) / f64::from(steps.max(1));
        let center = sphere.center() + motion * fraction;
        let distance = plane.signed_distance(center);
        (distance.abs() <= sphere.radius()).then(|| SweepHit {
            fraction,
            center,
            point: center - plane.normal() * distance,
            normal: plane.normal(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::sweep_sphere_plane;
    use crate::test_support::Random;

    #[test]
    fn samples_come_after_the_sweep_by_at_most_a_step_and_only_long_steps_jump_over() {
        let mut random = Random::new(42);
        let (mut touched, mut jumped) = (0, 0);
        for case in 0..50_000 {
            let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
            let start = random.vec3(4.0);
            // A start behind the plane is mirrored to its front.
            let start = start - plane.normal() * plane.signed_distance(start).min(0.0) * 2.0;
            let sphere = Sphere::new(start, 0.05 + random.signed().abs() * 0.5).unwrap();
            let (motion, steps) = (random.vec3(8.0), 1 + random.below(12) as u32);
            let exact = sweep_sphere_plane(&sphere, motion, &plane);
            let sampled = sweep_sphere_plane_sampled(&sphere, motion, &plane, steps);
            let step = 1.0 / f64::from(steps);
            match (exact, sampled) {
                (Some(exact), Some(sampled)) => {
                    touched += 1;
                    let late = sampled.fraction - exact.fraction;
                    assert!((-1e-9..=step + 1e-9).contains(&late), "case {case}: {late}");
                }
                (Some(exact), None) => {
                    // It went from in front to behind within a step, or ended before the next
                    // sample: the motion per step towards the plane exceeds the diameter.
                    jumped += 1;
                    let per_step = -plane.normal().dot(motion) * step;
                    assert!(per_step >= 2.0 * sphere.radius(), "{case}: {exact:?}");
                }
                (None, found) => assert_eq!(found, None, "case {case}"),
            }
        }
        assert!(touched > 10_000 && jumped > 2000, "{touched} {jumped}");
    }

    #[test]
    fn no_steps_test_the_start_alone() {
        let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
        let ball = Sphere::new(DVec3::Y, 1.0).unwrap();
        let start = sweep_sphere_plane_sampled(&ball, DVec3::Y, &floor, 0).unwrap();
        assert_eq!((start.fraction, start.center), (0.0, DVec3::Y));
        let above = ball.at(DVec3::Y * 3.0);
        let fall = DVec3::Y * -3.0;
        assert_eq!(sweep_sphere_plane_sampled(&above, fall, &floor, 0), None);
    }
}
