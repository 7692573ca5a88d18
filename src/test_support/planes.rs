//! Distances to a convex solid by brute force over its planes.

use glam::{DMat3, DVec3};

use crate::geometry::Segment;

/// A convex solid as the set of points below planes, `normal · point <= reach`.
pub type Planes = Vec<(DVec3, f64)>;

/// The distance from a point to the solid below all `planes`, the nearest of its projections on
/// each plane, on the line of each two and on the point of each three that is below all.
pub fn distance_to_point(planes: &Planes, point: DVec3) -> f64 {
    let below = |place: DVec3| planes.iter().all(|(n, reach)| n.dot(place) <= reach + 1e-9);
    if below(point) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    let mut consider = |place: DVec3| {
        if place.is_finite() && below(place) {
            least = least.min(place.distance(point));
        }
    };
    for (i, (a, at_a)) in planes.iter().enumerate() {
        consider(point - *a * (a.dot(point) - at_a));
        for (j, (b, at_b)) in planes.iter().enumerate().skip(i + 1) {
            // point - α·a - β·b, on both planes.
            let (cosine, da, db) = (a.dot(*b), a.dot(point) - at_a, b.dot(point) - at_b);
            let squared_sine = 1.0 - cosine * cosine;
            if squared_sine > 1e-12 {
                let alpha = (da - cosine * db) / squared_sine;
                let beta = (db - cosine * da) / squared_sine;
                consider(point - *a * alpha - *b * beta);
            }
            for (c, at_c) in planes.iter().skip(j + 1) {
                let matrix = DMat3::from_cols(*a, *b, *c).transpose();
                if matrix.determinant().abs() > 1e-9 {
                    consider(matrix.inverse() * DVec3::new(*at_a, *at_b, *at_c));
                }
            }
        }
    }
    least
}

/// The distance from a segment to the solid. The distance of its points is convex along it.
pub fn distance_to_segment(planes: &Planes, axis: &Segment) -> f64 {
    let at = |fraction: f64| axis.start * (1.0 - fraction) + axis.end * fraction;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance_to_point(planes, at(a)) < distance_to_point(planes, at(b)) {
            high = b;
        } else {
            low = a;
        }
    }
    distance_to_point(planes, at((low + high) * 0.5))
}
