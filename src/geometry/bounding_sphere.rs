//! The smallest sphere around points.
//!
//! Source: E. Welzl, "Smallest Enclosing Disks", 1991, and the choice of the farthest point by
//! B. Gärtner, "Fast and Robust Smallest Enclosing Balls", 1999. The sphere is held by two to four
//! of its points. While a point is outside, the farthest one joins, and of all the spheres that these
//! few hold, the smallest around them is the next. We differ in trying those few sets one by one:
//! there are 25 at most, and no order of the points and no random numbers matter.

use glam::DVec3;

use super::order::larger;
use super::{Aabb, Sphere};

/// The share of the radius by which a point may be outside before it counts as outside.
const MARGIN: f64 = 1e-12;

impl Sphere {
    /// The smallest sphere around `points`.
    ///
    /// Points that are all in one place give a sphere of the least positive radius. `None` without a
    /// point, or when a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Sphere, glam::DVec3};
    /// let points = [DVec3::ZERO, DVec3::X * 2.0, DVec3::new(1.0, 0.5, 0.0)];
    /// let sphere = Sphere::bounding(&points).unwrap();
    /// assert_eq!((sphere.center(), sphere.radius()), (DVec3::X, 1.0));
    /// ```
    pub fn bounding(points: &[DVec3]) -> Option<Self> {
        // Near the origin no digits are lost.
        let middle = Aabb::from_points(points.iter().copied())?.center();
        let local = |at: usize| points[at] - middle;
        let farthest_from = |center: DVec3| {
            let distances = points
                .iter()
                .map(|point| (*point - middle).distance_squared(center));
            let farthest = distances
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            farthest.map_or((0, 0.0), |(at, squared)| (at, squared.sqrt()))
        };
        let mut ball = Ball::default();
        let mut holders = vec![local(farthest_from(DVec3::ZERO).0)];
        ball.center = holders[0];
        loop {
            let (farthest, distance) = farthest_from(ball.center);
            if distance <= ball.radius * (1.0 + MARGIN) {
                break;
            }
            holders.push(local(farthest));
            let Some((next, kept)) = smallest_held_by(&holders) else {
                break;
            };
            // It grows with every point that joins; where rounding stops that, so do we.
            if next.radius <= ball.radius {
                break;
            }
            (ball, holders) = (next, kept);
        }
        // Around all of them, also where rounding ended the search.
        let radius = larger(farthest_from(ball.center).1, f64::MIN_POSITIVE);
        Self::new(middle + ball.center, radius)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Ball {
    center: DVec3,
    radius: f64,
}

impl Ball {
    fn contains(&self, point: DVec3) -> bool {
        point.distance(self.center) <= self.radius * (1.0 + 1e3 * MARGIN)
    }
}

/// The smallest ball around all of `points`, five at most, and those of them that hold it.
fn smallest_held_by(points: &[DVec3]) -> Option<(Ball, Vec<DVec3>)> {
    let mut smallest: Option<(Ball, Vec<DVec3>)> = None;
    for set in 1..1_usize << points.len() {
        let chosen = |at: &usize| set >> at & 1 == 1;
        let held: Vec<DVec3> = (0..points.len())
            .filter(chosen)
            .map(|at| points[at])
            .collect();
        let Some(ball) = ball_through(&held) else {
            continue;
        };
        let better = smallest
            .as_ref()
            .is_none_or(|(least, _)| ball.radius < least.radius);
        if better && points.iter().all(|point| ball.contains(*point)) {
            smallest = Some((ball, held));
        }
    }
    smallest
}

/// The ball with two to four points on its surface and its centre between them.
/// `None`: another number of points, or they are in one line or plane.
fn ball_through(points: &[DVec3]) -> Option<Ball> {
    let (first, rest) = points.split_first()?;
    let way = |at: usize| rest[at] - *first;
    // The centre has the same distance from all: (2·centre - way)·way = 0 for every way.
    let to_center = match rest.len() {
        1 => way(0) * 0.5,
        2 => {
            let (a, b) = (way(0), way(1));
            let normal = a.cross(b);
            (b.cross(normal) * a.length_squared() + normal.cross(a) * b.length_squared())
                / (2.0 * normal.length_squared())
        }
        3 => {
            let (a, b, c) = (way(0), way(1), way(2));
            (b.cross(c) * a.length_squared()
                + c.cross(a) * b.length_squared()
                + a.cross(b) * c.length_squared())
                / (2.0 * a.dot(b.cross(c)))
        }
        _ => return None,
    };
    let radius = to_center.length();
    radius.is_finite().then_some(Ball {
        center: *first + to_center,
        radius,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    fn radius(points: &[DVec3]) -> f64 {
        Sphere::bounding(points).unwrap().radius()
    }

    #[test]
    fn known_spheres_come_out_exact() {
        // A cube of 2 m: half its space diagonal. A triangle of side 1: 1/√3. A tetrahedron: √(3/8).
        let cube: Vec<DVec3> = (0..8)
            .map(|at| {
                DVec3::new(
                    f64::from(at & 1),
                    f64::from(at >> 1 & 1),
                    f64::from(at >> 2),
                ) * 2.0
            })
            .collect();
        assert!((radius(&cube) - 3.0_f64.sqrt()).abs() < 1e-12);
        let height = 0.75_f64.sqrt();
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, height, 0.0)];
        assert!((radius(&triangle) - 1.0 / 3.0_f64.sqrt()).abs() < 1e-12);
        let tetrahedron = [
            DVec3::ONE,
            DVec3::new(1.0, -1.0, -1.0),
            DVec3::new(-1.0, 1.0, -1.0),
            DVec3::new(-1.0, -1.0, 1.0),
        ];
        assert!((radius(&tetrahedron) - 3.0_f64.sqrt()).abs() < 1e-12);
        // An obtuse triangle is held by its longest side alone.
        assert!(
            (radius(&[DVec3::ZERO, DVec3::X * 4.0, DVec3::new(1.0, 0.1, 0.0)]) - 2.0).abs() < 1e-12
        );
    }

    #[test]
    fn one_place_no_place_and_bad_places() {
        assert_eq!(Sphere::bounding(&[]), None);
        assert_eq!(Sphere::bounding(&[DVec3::ZERO, DVec3::NAN]), None);
        assert_eq!(radius(&[DVec3::ONE; 5]), f64::MIN_POSITIVE);
    }

    /// The slow truth: of all balls through two, three or four of the points, the smallest around all.
    fn by_brute_force(points: &[DVec3]) -> f64 {
        let mut least = f64::INFINITY;
        for set in 1..1_usize << points.len() {
            let held: Vec<DVec3> = (0..points.len())
                .filter(|at| set >> at & 1 == 1)
                .map(|at| points[at])
                .collect();
            if let Some(ball) = ball_through(&held)
                && points.iter().all(|point| ball.contains(*point))
            {
                least = least.min(ball.radius);
            }
        }
        least
    }

    #[test]
    fn it_is_the_smallest_of_all_candidates() {
        let mut random = Random::new(83);
        for case in 0..500 {
            let far = if case % 4 == 0 {
                DVec3::splat(1e4)
            } else {
                DVec3::ZERO
            };
            let flat = if case % 5 == 0 {
                DVec3::new(1.0, 1.0, 0.0)
            } else {
                DVec3::ONE
            };
            let points: Vec<DVec3> = (0..2 + case % 7)
                .map(|_| far + random.vec3(3.0) * flat)
                .collect();
            let found = Sphere::bounding(&points).unwrap();
            assert!(
                (found.radius() - by_brute_force(&points)).abs() < 1e-9,
                "seed 83, case {case}"
            );
        }
    }

    #[test]
    fn around_many_points_nothing_is_left_out_and_nothing_shakes_it_smaller() {
        let mut random = Random::new(89);
        for case in 0..200 {
            let points: Vec<DVec3> = (0..300)
                .map(|_| match case % 3 {
                    // On one sphere, on a grid with many equal distances, anywhere.
                    0 => random.vec3(1.0).normalize_or(DVec3::X) * 2.0,
                    1 => (random.vec3(3.0)).round(),
                    _ => random.vec3(5.0),
                })
                .collect();
            let sphere = Sphere::bounding(&points).unwrap();
            let reach = |center: DVec3| {
                points
                    .iter()
                    .map(|point| point.distance(center))
                    .fold(0.0, f64::max)
            };
            assert!(
                reach(sphere.center()) <= sphere.radius() * (1.0 + 1e-12),
                "seed 89, case {case}"
            );
            // The farthest distance is a convex function of the centre: no lower place nearby, none at all.
            for step in 0..50 {
                let size = if step % 2 == 0 { 0.1 } else { 1e-3 };
                let elsewhere = sphere.center() + random.vec3(size);
                assert!(
                    reach(elsewhere) >= sphere.radius() - 1e-9,
                    "seed 89, case {case}"
                );
            }
        }
    }
}
