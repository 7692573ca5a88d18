//! The intersection of a segment with a polygon or a triangle.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), second page: the line–plane test,
//! then the sum of angles at the point found. That page is not among our texts, and we follow a
//! summary of it. We guard two cases that the summary does not. Collinear corners have no plane, and a
//! segment in the polygon's plane is tested at its start.

use glam::DVec3;

use super::{SegmentHit, contains_polygon_point, intersect_segment_plane};
use crate::geometry::{Plane, Segment, Triangle};

/// The point at which `segment` crosses the convex polygon `vertices`, from either side.
///
/// # Arguments
/// - `vertices` are coplanar, in order around the polygon, in either winding; any number of them.
/// # Returns
/// `fraction` in [0, 1] from the segment's start, the `point`, and the polygon's unit
/// `normal`, flipped to face the start. Edges and corners belong to the polygon; so do points
/// slightly outside, as the text's test accepts them. See
/// [`contains_polygon_point`](fn@contains_polygon_point). A segment in the polygon's plane hits
/// when its start is inside. `None` for a miss, or a polygon without an area (see
/// [`Plane::from_polygon`]).
/// # Example
/// ```
/// use sidle::{geometry::Segment, glam::DVec3, query::intersect_segment_polygon};
/// let square = [DVec3::ZERO, DVec3::Z, DVec3::X + DVec3::Z, DVec3::X];
/// let ray = |x| Segment::new(DVec3::new(x, 1.0, 0.5), DVec3::new(x, -3.0, 0.5));
/// // From 1 m above, down by 4 m.
/// assert_eq!(intersect_segment_polygon(&ray(0.5), &square).unwrap().fraction, 0.25);
/// assert_eq!(intersect_segment_polygon(&ray(1.5), &square), None);
/// ```
#[doc(alias = "raycast")]
#[must_use]
pub fn intersect_segment_polygon(segment: &Segment, vertices: &[DVec3]) -> Option<SegmentHit> {
    let hit = intersect_segment_plane(segment, &Plane::from_polygon(vertices)?)?;
    contains_polygon_point(vertices, hit.point)
        .inside
        .then_some(hit)
}

/// The point at which `segment` crosses `triangle`, from either side; picking under the crosshair
/// uses it. See [`intersect_segment_polygon`].
///
/// # Example
/// ```
/// use sidle::{geometry::{Segment, Triangle}, glam::{DVec3, Vec3}, query::intersect_segment_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
/// let ray = Segment::new(DVec3::new(0.25, -1.0, 0.25), DVec3::new(0.25, 1.0, 0.25));
/// let hit = intersect_segment_triangle(&ray, &floor).unwrap();
/// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::NEG_Y)); // from below
/// ```
#[must_use]
pub fn intersect_segment_triangle(segment: &Segment, triangle: &Triangle) -> Option<SegmentHit> {
    let hit = intersect_segment_plane(segment, &triangle.plane())?;
    contains_polygon_point(&triangle.vertices(), hit.point)
        .inside
        .then_some(hit)
}

#[cfg(test)]
mod tests;
