//! The distance between two upright capsules, and the first touch of a moving one.
//!
//! Both axes are upright, so the Minkowski sum of two capsules is an upright capsule, and the moving one is a point.
//! Every touch is a root of a quadratic equation, of the side or of one of both ends.

use glam::DVec3;

use super::enter_ball::enter_ball;
use super::{ClosestPair, SweepHit};
use crate::geometry::Capsule;
use crate::geometry::float::clamp;
use crate::tolerance::START_MARGIN;

/// The points of the axes of two upright capsules that are nearest to each other.
///
/// Where both axes have a height in common, the points are at the lowest common one.
///
/// # Example
/// ```
/// use sidle::{geometry::Capsule, glam::DVec3, query::closest_capsule_capsule};
/// let person = |x, y| Capsule::new(DVec3::new(x, y, 0.0), 0.3, 1.0).unwrap();
/// // One is 0.5 m lower: the axes have half a metre in common.
/// let pair = closest_capsule_capsule(&person(2.0, 0.0), &person(0.0, 0.5));
/// assert_eq!((pair.on_first, pair.on_second), (DVec3::new(2.0, 0.5, 0.0), DVec3::new(0.0, 0.5, 0.0)));
/// ```
#[must_use]
pub fn closest_capsule_capsule(first: &Capsule, second: &Capsule) -> ClosestPair {
    let ([low, high], [other_low, other_high]) = (ends(first), ends(second));
    let on_second = clamp(low, other_low, other_high);
    let on_first = clamp(on_second, low, high);
    let at =
        |capsule: &Capsule, height: f64| DVec3::new(capsule.base().x, height, capsule.base().z);
    ClosestPair {
        on_first: at(first, on_first),
        on_second: at(second, on_second),
    }
}

/// The unit normal from `second` to `first`, and the distance between their axes; metres. Where the axes meet, the
/// shortest way apart is aside, along +X, or along +Y if both are spheres.
pub(crate) fn capsule_capsule_normal(first: &Capsule, second: &Capsule) -> (DVec3, f64) {
    let pair = closest_capsule_capsule(first, second);
    let away = pair.on_first - pair.on_second;
    let distance = away.length();
    if distance > f64::MIN_POSITIVE {
        (away / distance, distance)
    } else if first.rise() + second.rise() > 0.0 {
        (DVec3::X, 0.0)
    } else {
        (DVec3::Y, 0.0)
    }
}

/// First touch of `capsule`, moved by `motion`, with the fixed capsule `other`. Spheres are capsules, too.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. If both move, pass the relative motion.
/// # Returns
/// As [`sweep_sphere_sphere`](fn@super::sweep_sphere_sphere); `center` is the base of `capsule`.
/// # Example
/// ```
/// use sidle::{geometry::Capsule, glam::DVec3, query::sweep_capsule_capsule};
/// let person = |x| Capsule::new(DVec3::new(x, 0.3, 0.0), 0.3, 1.15).unwrap();
/// // 2.6 m between the axes, 0.6 m at the touch: 2 m of 4.
/// let hit = sweep_capsule_capsule(&person(-2.6), DVec3::X * 4.0, &person(0.0)).unwrap();
/// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::NEG_X));
/// assert!((hit.point.x + 0.3).abs() < 1e-15);
/// ```
#[must_use]
pub fn sweep_capsule_capsule(
    capsule: &Capsule,
    motion: DVec3,
    other: &Capsule,
) -> Option<SweepHit> {
    let radius = capsule.radius() + other.radius();
    let hit_at = |fraction: f64| {
        let moved = capsule.at(capsule.base() + motion * fraction);
        let (normal, _) = capsule_capsule_normal(&moved, other);
        let on_axis = closest_capsule_capsule(&moved, other).on_second;
        SweepHit {
            fraction,
            center: moved.base(),
            point: on_axis + normal * other.radius(),
            normal,
        }
    };
    let pair = closest_capsule_capsule(capsule, other);
    let gap = pair.on_first.distance_squared(pair.on_second);
    if gap <= radius * radius * (1.0 + START_MARGIN) {
        let hit = hit_at(0.0);
        return (hit.normal.dot(motion) < 0.0).then_some(hit);
    }
    // The base moves as a point against the capsule around the segment from `low` to `high` above the origin.
    let start = capsule.base() - other.base();
    let (low, high) = (-capsule.rise(), other.rise());
    let enter = |from: DVec3, motion: DVec3| {
        let power = from.length_squared() - radius * radius;
        let fraction = (power > 0.0).then(|| enter_ball(from, motion, radius, power));
        fraction.flatten().filter(|fraction| *fraction <= 1.0)
    };
    let level = |vector: DVec3| DVec3::new(vector.x, 0.0, vector.z);
    let side = enter(level(start), level(motion)).filter(|fraction| {
        let height = start.y + motion.y * fraction;
        height >= low && height <= high
    });
    let end = |height: f64| enter(start - DVec3::Y * height, motion);
    let first = [side, end(low), end(high)].into_iter().flatten();
    first.min_by(f64::total_cmp).map(hit_at)
}

/// The heights of both ends of an axis.
fn ends(capsule: &Capsule) -> [f64; 2] {
    let low = capsule.base().y;
    [low, low + capsule.rise()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::closest_segment_segment;
    use crate::test_support::Random;

    fn random_capsule(random: &mut Random, spread: f64) -> Capsule {
        let sizes = random.vec3(1.0).abs();
        let rise = if sizes.z < 0.3 { 0.0 } else { sizes.y * 2.0 };
        Capsule::new(random.vec3(spread), 0.05 + sizes.x, rise).unwrap()
    }

    #[test]
    fn the_nearest_points_are_those_of_the_axes() {
        let mut random = Random::new(61);
        for case in 0..2000 {
            let (one, other) = (
                random_capsule(&mut random, 2.0),
                random_capsule(&mut random, 2.0),
            );
            let pair = closest_capsule_capsule(&one, &other);
            let oracle = closest_segment_segment(&one.axis(), &other.axis());
            let gap = pair.on_first.distance(pair.on_second);
            let expected = oracle.on_first.distance(oracle.on_second);
            assert!(
                (gap - expected).abs() < 1e-12,
                "seed 61, case {case}: {gap} of {expected}"
            );
        }
    }

    #[test]
    fn the_first_touch_is_where_a_march_in_small_steps_first_overlaps() {
        let mut random = Random::new(62);
        let (mut hits, mut misses) = (0, 0);
        for case in 0..3000 {
            let (body, other) = (
                random_capsule(&mut random, 3.0),
                random_capsule(&mut random, 1.0),
            );
            // Towards the other one, and past it.
            let motion = (other.base() - body.base()) * 1.5 + random.vec3(4.0);
            let distance = |fraction: f64| {
                let moved = body.at(body.base() + motion * fraction);
                capsule_capsule_normal(&moved, &other).1 - body.radius() - other.radius()
            };
            if distance(0.0) <= 1e-6 {
                continue;
            }
            let steps = 4000;
            let march = (0..=steps).map(|step| f64::from(step) / f64::from(steps));
            let first = march.clone().find(|fraction| distance(*fraction) <= 0.0);
            let least = march.map(distance).fold(f64::INFINITY, f64::min);
            let hit = sweep_capsule_capsule(&body, motion, &other);
            let label = format!("seed 62, case {case}: {hit:?}, {first:?}, {least}");
            match (hit, first) {
                (Some(hit), Some(first)) => {
                    hits += 1;
                    assert!(distance(hit.fraction).abs() < 1e-9, "{label}");
                    assert!(
                        (first - 1.0 / f64::from(steps)..=first).contains(&hit.fraction),
                        "{label}"
                    );
                    let touched =
                        hit.center + DVec3::Y * clamp(hit.point.y - hit.center.y, 0.0, body.rise());
                    assert!(
                        (touched.distance(hit.point) - body.radius()).abs() < body.radius(),
                        "{label}"
                    );
                }
                (None, None) => misses += 1,
                // The march may step over a graze.
                (Some(hit), None) => assert!(
                    distance(hit.fraction).abs() < 1e-9 && least < 1e-3,
                    "{label}"
                ),
                (None, Some(_)) => panic!("{label}"),
            }
        }
        assert!(hits > 400 && misses > 400, "{hits}, {misses}");
    }

    #[test]
    fn bodies_that_touch_hit_only_if_they_go_deeper() {
        let person = |x| Capsule::new(DVec3::X * x, 0.5, 1.0).unwrap();
        let sweep = |motion| sweep_capsule_capsule(&person(1.0), motion, &person(0.0));
        assert_eq!(sweep(DVec3::NEG_X).map(|hit| hit.fraction), Some(0.0));
        assert_eq!(sweep(DVec3::X), None);
        assert_eq!(sweep(DVec3::Z), None);
    }

    #[test]
    fn axes_that_meet_part_to_the_side_and_centres_that_meet_part_upwards() {
        let at_origin = |rise| Capsule::new(DVec3::ZERO, 0.5, rise).unwrap();
        assert_eq!(
            capsule_capsule_normal(&at_origin(1.0), &at_origin(0.0)),
            (DVec3::X, 0.0)
        );
        assert_eq!(
            capsule_capsule_normal(&at_origin(0.0), &at_origin(0.0)),
            (DVec3::Y, 0.0)
        );
    }
}
