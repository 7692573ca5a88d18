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
mod tests;
