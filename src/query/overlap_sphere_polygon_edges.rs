//! Whether a sphere reaches an edge of a polygon.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the edge test. The text tests
//! with *half* the radius, on purpose, because with the whole radius, a camera that slides past a
//! corner is thrown back by the edge of the next polygon, though nothing is in its way.

use glam::DVec3;

use super::closest_segment_point;
use crate::geometry::{Segment, Sphere};

/// An edge that a sphere reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EdgeTouch {
    /// The edge's index: edge `i` runs from corner `i` to the next.
    pub edge: usize,
    /// The point of the edge nearest to the sphere's centre; metres.
    pub point: DVec3,
    /// The distance of that point from the centre; metres.
    pub distance: f64,
}

/// The first edge of the polygon `vertices` that is nearer to the centre of `sphere` than its
/// radius times `radius_factor` (0.5 in the text). `None` if no edge is.
///
/// # Example
/// ```
/// use sidle::{geometry::Sphere, glam::DVec3, query::overlap_sphere_polygon_edges};
/// let wall = [DVec3::ZERO, DVec3::X * 4.0, DVec3::new(4.0, 3.0, 0.0), DVec3::Y * 3.0];
/// let ball = Sphere::new(DVec3::new(2.0, -0.4, 0.0), 1.0).unwrap();
/// let touch = overlap_sphere_polygon_edges(&ball, &wall, 0.5).unwrap();
/// assert_eq!((touch.edge, touch.distance), (0, 0.4));
/// assert_eq!(overlap_sphere_polygon_edges(&ball, &wall, 0.3), None);
/// ```
#[must_use]
pub fn overlap_sphere_polygon_edges(
    sphere: &Sphere,
    vertices: &[DVec3],
    radius_factor: f64,
) -> Option<EdgeTouch> {
    let reach = sphere.radius() * radius_factor;
    let ends = vertices.iter().cycle().skip(1);
    vertices
        .iter()
        .zip(ends)
        .enumerate()
        .find_map(|(edge, (&start, &end))| {
            let point = closest_segment_point(&Segment::new(start, end), sphere.center()).point;
            let distance = point.distance(sphere.center());
            (distance < reach).then_some(EdgeTouch {
                edge,
                point,
                distance,
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];

    #[test]
    fn an_edge_exactly_at_the_reach_is_no_touch() {
        // r = 1, factor 0.5: the reach is 0.5 m, and the text requires a smaller distance.
        let at = |y| Sphere::new(DVec3::new(0.5, y, 0.0), 1.0).unwrap();
        assert_eq!(overlap_sphere_polygon_edges(&at(-0.5), &SQUARE, 0.5), None);
        assert!(overlap_sphere_polygon_edges(&at(-0.4999), &SQUARE, 0.5).is_some());
    }

    #[test]
    fn the_last_edge_closes_the_polygon() {
        let left = Sphere::new(DVec3::new(-0.1, 0.5, 0.0), 0.4).unwrap();
        assert_eq!(
            overlap_sphere_polygon_edges(&left, &SQUARE, 0.5)
                .unwrap()
                .edge,
            3
        );
    }

    #[test]
    fn the_first_of_two_reached_edges_is_returned() {
        let corner = Sphere::new(DVec3::X, 1.0).unwrap();
        assert_eq!(
            overlap_sphere_polygon_edges(&corner, &SQUARE, 0.5)
                .unwrap()
                .edge,
            0
        );
        assert_eq!(overlap_sphere_polygon_edges(&corner, &[], 0.5), None);
    }
}
