//! Whether a sphere overlaps a polygon, by the approximate method of the cited text.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), from the classification to the
//! edge test, with all of its approximations. A projected centre slightly outside the polygon counts as inside, and edges are
//! tested with a part of the radius only.

use glam::DVec3;

use super::{
    EdgeTouch, PlaneSide, PolygonPoint, SpherePlane, classify_sphere_plane, closest_plane_point,
    contains_polygon_point, overlap_sphere_polygon_edges,
};
use crate::geometry::{Plane, Sphere};

/// How a sphere that crosses a polygon's plane overlaps the polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PolygonTouch {
    /// Face: the projected centre lies on the polygon.
    Face,
    /// Edge: the projected centre lies outside, and an edge is within reach.
    Edge(EdgeTouch),
    /// No overlap.
    Miss,
}

/// The result of [`overlap_sphere_polygon`] with every value on the way to the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpherePolygon {
    /// Signed distance of the centre from the polygon's plane; metres.
    pub distance: f64,
    /// The centre projected onto the plane; metres.
    pub projected: DVec3,
    /// The angle-sum test at the projected centre.
    pub projection: PolygonPoint,
    /// The kind of overlap.
    pub touch: PolygonTouch,
}

/// Tests how `sphere` overlaps the convex polygon `vertices` that lies in `plane`.
///
/// `Err` holds the classification of a sphere that does not cross the plane.
///
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::{PolygonTouch, overlap_sphere_polygon}};
/// let wall = [DVec3::ZERO, DVec3::X * 4.0, DVec3::new(4.0, 3.0, 0.0), DVec3::Y * 3.0];
/// let plane = Plane::new(DVec3::ZERO, DVec3::Z).unwrap();
/// let ball = Sphere::new(DVec3::new(2.0, 1.0, 0.4), 0.5).unwrap();
/// let overlap = overlap_sphere_polygon(&ball, &plane, &wall, 0.5).unwrap();
/// assert_eq!((overlap.touch, overlap.distance), (PolygonTouch::Face, 0.4));
/// assert!(overlap_sphere_polygon(&ball.at(DVec3::Z), &plane, &wall, 0.5).is_err());
/// ```
#[inline]
pub fn overlap_sphere_polygon(
    sphere: &Sphere,
    plane: &Plane,
    vertices: &[DVec3],
    edge_radius_factor: f64,
) -> Result<SpherePolygon, SpherePlane> {
    let class = classify_sphere_plane(sphere, plane);
    if class.side != PlaneSide::Intersects {
        return Err(class);
    }
    let projected = closest_plane_point(plane, sphere.center());
    let projection = contains_polygon_point(vertices, projected);
    let touch = if projection.inside {
        PolygonTouch::Face
    } else {
        overlap_sphere_polygon_edges(sphere, vertices, edge_radius_factor)
            .map_or(PolygonTouch::Miss, PolygonTouch::Edge)
    };
    Ok(SpherePolygon {
        distance: class.distance,
        projected,
        projection,
        touch,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: [DVec3; 3] = [
        DVec3::ZERO,
        DVec3::new(4.0, 0.0, 0.0),
        DVec3::new(0.0, 4.0, 0.0),
    ];

    fn touch(center: DVec3, factor: f64) -> Option<PolygonTouch> {
        let plane = Plane::from_points(WALL[0], WALL[1], WALL[2]).unwrap();
        let sphere = Sphere::new(center, 1.0).unwrap();
        overlap_sphere_polygon(&sphere, &plane, &WALL, factor)
            .ok()
            .map(|overlap| overlap.touch)
    }

    #[test]
    fn the_face_is_touched_from_both_sides() {
        assert_eq!(
            touch(DVec3::new(1.0, 1.0, 0.9), 0.5),
            Some(PolygonTouch::Face)
        );
        assert_eq!(
            touch(DVec3::new(1.0, 1.0, -0.9), 0.5),
            Some(PolygonTouch::Face)
        );
        assert_eq!(touch(DVec3::new(1.0, 1.0, 1.1), 0.5), None);
    }

    #[test]
    fn half_the_radius_misses_an_edge_that_the_whole_radius_reaches() {
        // 0.8 m below the lower edge, in the plane: within r = 1, beyond r / 2.
        let next_to_edge = DVec3::new(2.0, -0.8, 0.0);
        assert_eq!(touch(next_to_edge, 0.5), Some(PolygonTouch::Miss));
        assert!(
            matches!(touch(next_to_edge, 1.0), Some(PolygonTouch::Edge(edge)) if edge.edge == 0)
        );
    }
}
