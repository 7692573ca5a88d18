//! First touch of a moving sphere against an oriented box, exact.
//!
//! In box space, the squared distance of the moving centre is a sum over the three axes: zero while
//! the centre is between the axis' two faces, else the squared distance beyond the nearer one.
//! Along the motion it is a piecewise parabola, joined where face planes are crossed. The first
//! touch is where it first falls to `r²`. Faces, edges and corners need no separate cases.

use glam::DVec3;

use super::enter_ball::enter_ball;
use super::{SweepHit, closest_obb_face, closest_obb_point};
use crate::geometry::{Obb, Sphere};
use crate::tolerance::START_MARGIN;

/// First touch of `sphere`, moved by `motion`, with the solid `obb`.
///
/// # Shapes
/// - `motion` is the whole displacement, metres.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point`, and the unit
/// `normal` from there to the centre. Touching or overlapping at the start gives `fraction == 0` if
/// the motion goes deeper (with the centre inside: away from the nearest face). `None`: no touch
/// within the motion, or the sphere touches at the start and separates.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, query::sweep_sphere_obb};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ball = Sphere::new(DVec3::X * 4.0, 1.0).unwrap();
/// let hit = sweep_sphere_obb(&ball, DVec3::X * -4.0, &unit).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, DVec3::X, DVec3::X));
/// assert_eq!(sweep_sphere_obb(&ball, DVec3::Y * 4.0, &unit), None);
/// ```
#[must_use]
pub fn sweep_sphere_obb(sphere: &Sphere, motion: DVec3, obb: &Obb) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let closest = closest_obb_point(obb, start);
    let away = start - closest;
    if away.length_squared() <= radius * radius * (1.0 + START_MARGIN) {
        let normal = away
            .try_normalize()
            .unwrap_or_else(|| closest_obb_face(obb, start).normal);
        let hit = SweepHit {
            fraction: 0.0,
            center: start,
            point: closest,
            normal,
        };
        return (normal.dot(motion) < 0.0).then_some(hit);
    }

    let from = obb.to_local(start).to_array();
    let local_motion = (obb.axes().transpose() * motion).to_array();
    let half = obb.half_extents().to_array();
    let crossings = face_crossings(from, local_motion, half);
    let mut begin = 0.0;
    for end in crossings {
        if let Some(wait) = enter_within(from, local_motion, half, radius, begin, end) {
            let fraction = begin + wait;
            let center = start + motion * fraction;
            let point = closest_obb_point(obb, center);
            let normal = (center - point).try_normalize()?;
            return Some(SweepHit {
                fraction,
                center,
                point,
                normal,
            });
        }
        begin = end;
    }
    None
}

/// The fractions at which the centre crosses a face plane, in order, and the end.
fn face_crossings(from: [f64; 3], motion: [f64; 3], half: [f64; 3]) -> [f64; 7] {
    // Planes that are not crossed go to the end, where they split nothing.
    let mut crossings = [1.0; 7];
    for axis in 0..3 {
        if motion[axis] != 0.0 {
            for (slot, face) in [(2 * axis, half[axis]), (2 * axis + 1, -half[axis])] {
                let fraction = (face - from[axis]) / motion[axis];
                if fraction > 0.0 && fraction < 1.0 {
                    crossings[slot] = fraction;
                }
            }
        }
    }
    crossings.sort_unstable_by(f64::total_cmp);
    crossings
}

/// The time after `begin` at which the squared distance first falls to `r²`, if it does before
/// `end`. No face plane is crossed in between, so one parabola holds.
fn enter_within(
    from: [f64; 3],
    motion: [f64; 3],
    half: [f64; 3],
    radius: f64,
    begin: f64,
    end: f64,
) -> Option<f64> {
    // Along the axes where the centre is between the faces, nothing changes the distance.
    let (mut beyond, mut across, mut outside) = (DVec3::ZERO, DVec3::ZERO, -radius * radius);
    let middle = (begin + end) * 0.5;
    for axis in 0..3 {
        let in_the_middle = from[axis] + motion[axis] * middle;
        if in_the_middle.abs() > half[axis] {
            let face = if in_the_middle < 0.0 {
                -half[axis]
            } else {
                half[axis]
            };
            beyond[axis] = from[axis] + motion[axis] * begin - face;
            across[axis] = motion[axis];
            outside += beyond[axis] * beyond[axis];
        }
    }
    if outside <= 0.0 {
        // The previous parabola already fell to here, up to rounding.
        return Some(0.0);
    }
    enter_ball(beyond, across, radius, outside).filter(|wait| *wait <= end - begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::test_support::{Random, check_sweep};
    use glam::DMat3;

    fn sweep(start: DVec3, motion: DVec3) -> Option<SweepHit> {
        let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
        sweep_sphere_obb(&Sphere::new(start, 1.0).unwrap(), motion, &unit)
    }

    #[test]
    fn face_edge_and_corner_each_stop_the_sphere_one_radius_away() {
        for direction in [
            DVec3::X,
            DVec3::NEG_Y,
            DVec3::new(1.0, 1.0, 0.0),
            DVec3::ONE,
        ] {
            let hit = sweep(direction * 5.0, direction * -5.0).unwrap();
            assert!(
                hit.normal.abs_diff_eq(direction.normalize(), 1e-12),
                "{direction}: {hit:?}"
            );
            assert!(hit.point.abs_diff_eq(direction, 1e-12));
            assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn motion_beside_a_corner_is_free_though_it_enters_the_inflated_box() {
        // Past the edge x = y = 1 along z, off by (0.75, 0.75): inside the box inflated by 1, but
        // 1.06 m from the edge.
        let start = DVec3::new(1.75, 1.75, -5.0);
        assert_eq!(sweep(start, DVec3::Z * 10.0), None);
        assert!(sweep(start - DVec3::X * 0.1, DVec3::Z * 10.0).is_some());
    }

    #[test]
    fn a_sphere_past_one_edge_is_stopped_by_the_next_edge() {
        // Enters the inflated box beside the edge along z, leaves that edge's reach, and lands on
        // the edge along x.
        let start = DVec3::new(1.9, 1.9, 0.0);
        let hit = sweep(start, DVec3::new(-1.5, -0.6, 1.99)).unwrap();
        assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
        let at_rest = DVec3::new(0.3, 2.0, 0.3);
        assert_eq!(
            sweep(at_rest, DVec3::new(1.0, -0.1, 0.0)).unwrap().fraction,
            0.0
        );
        assert_eq!(sweep(at_rest, DVec3::X), None);
        assert_eq!(sweep(at_rest, DVec3::Y), None);
        // With the centre inside, towards the nearest face is outwards.
        let inside = DVec3::new(0.0, 0.9, 0.0);
        assert_eq!(sweep(inside, DVec3::Y), None);
        assert_eq!(sweep(inside, DVec3::NEG_Y).unwrap().normal, DVec3::Y);
    }

    #[test]
    fn it_agrees_with_conservative_steps_on_random_boxes() {
        let mut random = Random::new(29);
        let (mut hits, mut misses) = (0, 0);
        for case in 0..20_000 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let mut half = random.vec3(1.5).abs();
            if case % 7 == 0 {
                half.y = 0.0; // a sheet
            }
            let obb = Obb::new(random.vec3(2.0), rotation, half).unwrap();
            let sphere = Sphere::new(random.vec3(5.0), 0.05 + random.signed().abs()).unwrap();
            let aim = obb.to_world(random.vec3(2.5));
            let motion = (aim - sphere.center()) * (1.0 + random.signed().abs());
            let closest = |center| closest_obb_point(&obb, center);
            if closest(sphere.center()).distance(sphere.center()) <= sphere.radius() {
                continue;
            }
            let found = sweep_sphere_obb(&sphere, motion, &obb);
            let name = format!("seed 29, case {case}");
            let hit = check_sweep(&sphere, motion, found.as_ref(), closest, 1e-5, &name);
            hits += u32::from(hit);
            misses += u32::from(!hit);
        }
        assert!(hits > 3000 && misses > 3000, "{hits} hits, {misses} misses");
    }
}
