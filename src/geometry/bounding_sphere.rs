//! The smallest sphere that encloses given points.
//!
//! Source: E. Welzl, "Smallest Enclosing Disks", 1991; the choice of the farthest point is from B.
//! Gärtner, "Fast and Robust Smallest Enclosing Balls", 1999. Two to four points, the support set,
//! determine the sphere. While a point is outside, the farthest one joins the set, and the next
//! sphere is the smallest one through a subset that encloses the whole set. We try all subsets, 25
//! at most, so the result depends neither on the order of the points nor on random numbers.

use glam::DVec3;

use super::float::max;
use super::{Aabb, Sphere};

/// The fraction of the radius by which a point may lie outside and still count as inside.
const MARGIN: f64 = 1e-12;

impl Sphere {
    /// The smallest sphere that encloses `points`.
    ///
    /// Points that all coincide give a sphere of the least positive radius. `None` when there is no
    /// point or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Sphere, glam::DVec3};
    /// let points = [DVec3::ZERO, DVec3::X * 2.0, DVec3::new(1.0, 0.5, 0.0)];
    /// let sphere = Sphere::bounding(&points).unwrap();
    /// assert_eq!((sphere.center(), sphere.radius()), (DVec3::X, 1.0));
    /// ```
    #[must_use]
    pub fn bounding(points: &[DVec3]) -> Option<Self> {
        // Work relative to the middle: near the origin no digits are lost.
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
        let mut support = vec![local(farthest_from(DVec3::ZERO).0)];
        ball.center = support[0];
        loop {
            let (farthest, distance) = farthest_from(ball.center);
            if distance <= ball.radius * (1.0 + MARGIN) {
                break;
            }
            support.push(local(farthest));
            let Some((next, kept)) = smallest_enclosing(&support) else {
                break;
            };
            // The radius grows with every point that joins. When rounding stops the growth, stop
            // too.
            if next.radius <= ball.radius {
                break;
            }
            (ball, support) = (next, kept);
        }
        // Enclose every point, also when rounding ended the search early.
        let radius = max(farthest_from(ball.center).1, f64::MIN_POSITIVE);
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

/// The smallest ball that encloses `points` (five at most), and its support set.
fn smallest_enclosing(points: &[DVec3]) -> Option<(Ball, Vec<DVec3>)> {
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

/// The ball with two to four points on its surface and its centre in their span. `None` for any
/// other number of points, or when they are collinear or coplanar.
fn ball_through(points: &[DVec3]) -> Option<Ball> {
    let (first, rest) = points.split_first()?;
    let way = |at: usize| rest[at] - *first;
    // The centre is equally far from all points: (2·centre - edge)·edge = 0 for every edge.
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
        // A cube of 2 m: half its space diagonal. A triangle of side 1: 1/√3. A tetrahedron:
        // √(3/8).
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
        // The longest side alone determines the sphere of an obtuse triangle.
        assert!(
            (radius(&[DVec3::ZERO, DVec3::X * 4.0, DVec3::new(1.0, 0.1, 0.0)]) - 2.0).abs() < 1e-12
        );
    }

    #[test]
    fn coincident_points_make_the_least_sphere_and_bad_points_none() {
        assert_eq!(Sphere::bounding(&[]), None);
        assert_eq!(Sphere::bounding(&[DVec3::ZERO, DVec3::NAN]), None);
        assert_eq!(radius(&[DVec3::ONE; 5]), f64::MIN_POSITIVE);
    }

    /// Brute-force reference: the smallest enclosing ball among all balls through two, three or
    /// four of the points.
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
    fn the_sphere_is_the_smallest_of_all_candidates() {
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
    fn the_sphere_encloses_many_points_and_no_nearby_centre_is_better() {
        let mut random = Random::new(89);
        for case in 0..200 {
            let points: Vec<DVec3> = (0..300)
                .map(|_| match case % 3 {
                    // On one sphere; on a grid with many equal distances; anywhere.
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
            // The farthest distance is a convex function of the centre: a local minimum is the
            // global one.
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
