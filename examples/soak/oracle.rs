//! The brute-force reference: distances to all shapes, by the plainest method.

use sidle::geometry::{Obb, Triangle};
use sidle::glam::DVec3;

/// All shapes of a world, tested one by one.
pub struct Oracle {
    triangles: Vec<[DVec3; 3]>,
    boxes: Vec<Obb>,
}

impl Oracle {
    pub fn new(triangles: &[Triangle], boxes: &[Obb]) -> Self {
        Self {
            triangles: triangles.iter().map(Triangle::vertices).collect(),
            boxes: boxes.to_vec(),
        }
    }

    /// The distance of an upright segment of length `rise` above `base` from the nearest surface or
    /// solid; metres.
    pub fn segment_distance(&self, base: DVec3, rise: f64) -> f64 {
        if rise == 0.0 {
            return self.distance(base);
        }
        let to_triangles = self.triangles.iter().map(|corners| {
            least(rise, |height| {
                triangle_distance(corners, base + DVec3::Y * height)
            })
        });
        let to_boxes = self
            .boxes
            .iter()
            .map(|obb| least(rise, |height| box_distance(obb, base + DVec3::Y * height)));
        to_triangles.chain(to_boxes).fold(f64::INFINITY, f64::min)
    }

    /// The distance of `point` from the nearest surface or solid; metres.
    pub fn distance(&self, point: DVec3) -> f64 {
        let to_triangles = self
            .triangles
            .iter()
            .map(|corners| triangle_distance(corners, point));
        let to_boxes = self.boxes.iter().map(|obb| box_distance(obb, point));
        to_triangles.chain(to_boxes).fold(f64::INFINITY, f64::min)
    }

    /// The least distance anywhere on the straight path, found by conservative steps: none is
    /// longer than the distance left, so nothing is skipped.
    pub fn nearest_on_way(&self, from: DVec3, to: DVec3, radius: f64, rise: f64) -> f64 {
        let length = from.distance(to);
        let (mut gone, mut nearest) = (0.0, f64::INFINITY);
        loop {
            let share = if length > 0.0 { gone / length } else { 0.0 };
            let distance = self.segment_distance(from.lerp(to, share), rise);
            nearest = nearest.min(distance);
            if gone >= length {
                return nearest;
            }
            gone = (gone + (distance - radius).max(radius * 0.2)).min(length);
        }
    }
}

/// The minimum on [0, end] of a function that falls and then rises, by ternary search.
fn least(end: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        if value(left) <= value(right) {
            high = right;
        } else {
            low = left;
        }
    }
    value((low + high) * 0.5).min(value(0.0)).min(value(end))
}

/// Over the face, the distance from the plane; otherwise the distance from the nearest edge.
fn triangle_distance([a, b, c]: &[DVec3; 3], point: DVec3) -> f64 {
    // With a corner as the origin, far coordinates cost no digits.
    let (ab, ac, ap) = (*b - *a, *c - *a, point - *a);
    let normal = ab.cross(ac);
    let inside = normal.cross(ab).dot(ap) >= 0.0
        && ac.cross(normal).dot(ap) >= 0.0
        && normal.cross(*c - *b).dot(point - *b) >= 0.0;
    if inside {
        return (normal.dot(ap) / normal.length()).abs();
    }
    let edge = |from: DVec3, to: DVec3| {
        let along = to - from;
        let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        (from + along * share).distance(point)
    };
    edge(*a, *b).min(edge(*b, *c)).min(edge(*c, *a))
}

fn box_distance(obb: &Obb, point: DVec3) -> f64 {
    let local = obb.axes().transpose() * (point - obb.center());
    (local.abs() - obb.half_extents()).max(DVec3::ZERO).length()
}
