//! Whether a point in a polygon's plane is inside the polygon, by the sum of angles.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the sum of angles. Seen from a
//! point inside, the angles between neighbouring corners add up to a full turn; from outside they
//! add up to less. We guard two cases that the text does not. A corner at the point itself has no
//! angle, and a cosine that rounding pushed beyond ±1 is clamped.

use core::f64::consts::TAU;

use glam::DVec3;

use crate::geometry::angle::angle_between;

/// The fraction of a full turn that the angles must reach for the point to count as inside.
///
/// The text's own `MATCH_FACTOR`. Smaller: points farther outside the edges count as inside;
/// larger: rounding rejects points that are inside.
pub const ANGLE_MATCH_FACTOR: f64 = 0.99;

/// A bound on how far outside a triangle a point may count as inside, in units of its longest edge.
///
/// From outside, two corners are seen under the greatest angle, and the other two angles add up to it. So
/// it is at least 0.99 π, and the point is within `tan(0.005 π) / 2`, or 0.79 %, of the edge between the
/// two. Twice as much covers the rounding. Smaller: the tree may exclude a triangle that pushes; larger: more
/// triangles are tested.
pub(crate) const INSIDE_BEYOND_EDGE: f64 = 0.016;

/// The result of [`contains_polygon_point`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PolygonPoint {
    /// Whether the point counts as inside.
    pub inside: bool,
    /// The sum of the angles between neighbouring corners, as seen from the point; radians.
    pub angle_sum: f64,
}

/// Whether `point`, in the plane of the convex polygon `vertices`, is inside it.
///
/// As in the text, a point slightly outside an edge still counts (at 0.99 of a turn, within about
/// 0.8 % of the nearest edge's length). A point exactly on a corner or an edge counts as inside.
///
/// # Example
/// ```
/// use sidle::{glam::DVec3, query::contains_polygon_point};
/// let square = [DVec3::ZERO, DVec3::Z, DVec3::X + DVec3::Z, DVec3::X];
/// let middle = contains_polygon_point(&square, DVec3::new(0.5, 0.0, 0.5));
/// assert!(middle.inside && (middle.angle_sum - core::f64::consts::TAU).abs() < 1e-12);
/// assert!(!contains_polygon_point(&square, DVec3::new(1.5, 0.0, 0.5)).inside);
/// ```
#[must_use]
pub fn contains_polygon_point(vertices: &[DVec3], point: DVec3) -> PolygonPoint {
    let Some(last) = vertices.last() else {
        return PolygonPoint {
            inside: false,
            angle_sum: 0.0,
        };
    };
    let mut angle_sum = 0.0;
    let mut to_previous = *last - point;
    for vertex in vertices {
        let to_vertex = *vertex - point;
        match angle_between(to_previous, to_vertex) {
            Some(angle) => angle_sum += angle,
            // The point is a corner, and corners belong to the polygon.
            None => {
                return PolygonPoint {
                    inside: true,
                    angle_sum: TAU,
                };
            }
        }
        to_previous = to_vertex;
    }
    PolygonPoint {
        inside: angle_sum >= ANGLE_MATCH_FACTOR * TAU,
        angle_sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A regular polygon of `sides` corners with circumradius 1 m around the origin, in the plane y
    /// = 0.
    fn regular(sides: u32) -> Vec<DVec3> {
        let corner = |index: u32| {
            let angle = TAU * f64::from(index) / f64::from(sides);
            DVec3::new(libm::cos(angle), 0.0, libm::sin(angle))
        };
        (0..sides).map(corner).collect()
    }

    #[test]
    fn from_the_middle_every_regular_polygon_spans_a_full_turn() {
        for sides in 3..12 {
            let found = contains_polygon_point(&regular(sides), DVec3::ZERO);
            assert!(
                found.inside && (found.angle_sum - TAU).abs() < 1e-12,
                "{sides} sides"
            );
        }
    }

    #[test]
    fn far_away_the_sum_of_angles_approaches_zero() {
        let found = contains_polygon_point(&regular(4), DVec3::X * 1000.0);
        assert!(!found.inside && found.angle_sum < 0.01);
    }

    #[test]
    fn corners_and_edges_belong_to_the_polygon() {
        let square = regular(4);
        assert!(contains_polygon_point(&square, square[2]).inside);
        let on_edge = contains_polygon_point(&square, (square[0] + square[1]) / 2.0);
        assert!(on_edge.inside && (on_edge.angle_sum - TAU).abs() < 1e-7);
    }

    #[test]
    fn a_point_slightly_outside_still_counts_a_known_flaw_of_the_text() {
        // Seen from h above its middle, an edge of length 1 spans 2·atan(0.5 / h). For a point
        // outside by h that angle is subtracted, so the sum is about TAU - 8h + …: 0.99 of a turn
        // is reached near 8 mm.
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, 0.0, 0.866)];
        let below = |h: f64| contains_polygon_point(&triangle, DVec3::new(0.5, 0.0, -h)).inside;
        assert!(below(0.005));
        assert!(!below(0.02));
    }

    #[test]
    fn a_polygon_without_corners_contains_no_point() {
        assert!(!contains_polygon_point(&[], DVec3::ZERO).inside);
    }
}
