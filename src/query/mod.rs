//! Narrow-phase queries between two shapes: pure functions, one operation on one pair per file.
//!
//! A function is named `<verb>_<first shape>_<second shape>`:
//!
//! | verb | answers | pairs |
//! |---|---|---|
//! | `classify_` | on which side? | [sphere–plane](fn@classify_sphere_plane) |
//! | `closest_` | which point is nearest? | [plane–point](fn@closest_plane_point), [segment–point](fn@closest_segment_point), [segment–segment](fn@closest_segment_segment), [segment–triangle](fn@closest_segment_triangle), [segment–box](fn@closest_segment_obb), [capsule–capsule](fn@closest_capsule_capsule), [triangle–point](fn@closest_triangle_point), [box–point](fn@closest_obb_point), [box's surface–point](fn@closest_obb_surface), [box's face–point](fn@closest_obb_face), [cone–point](fn@closest_cone_point) |
//! | `contains_` | is the point inside? | [polygon–point](fn@contains_polygon_point) |
//! | `intersect_` | where does a segment enter? | [plane](fn@intersect_segment_plane), [polygon](fn@intersect_segment_polygon), [triangle](fn@intersect_segment_triangle), [box](fn@intersect_segment_obb), [capsule](fn@intersect_segment_capsule) |
//! | `overlap_` | do they share a point, and how? | [sphere–polygon](fn@overlap_sphere_polygon), [sphere–polygon's edges](fn@overlap_sphere_polygon_edges), [box–box](fn@overlap_obb_obb), [box–box, by edges and faces](fn@overlap_obb_obb_edges), [box–triangle](fn@overlap_obb_triangle) |
//! | `separate_` | which shift takes them apart? | [sphere–plane](fn@separate_sphere_plane), [sphere–plane, one-sided](fn@separate_sphere_plane_one_sided) |
//! | `sweep_` | when does a moving shape first touch? | [point–plane](fn@sweep_point_plane), [sphere–plane](fn@sweep_sphere_plane), [sphere–plane, sampled](fn@sweep_sphere_plane_sampled), [sphere–sphere](fn@sweep_sphere_sphere), [sphere–triangle](fn@sweep_sphere_triangle), [sphere–box](fn@sweep_sphere_obb), [capsule–triangle](fn@sweep_capsule_triangle), [capsule–box](fn@sweep_capsule_obb), [capsule–capsule](fn@sweep_capsule_capsule), [box–box](fn@sweep_obb_obb), [box–triangle](fn@sweep_obb_triangle) |
//! | `sweep_…_interval` | when do they overlap on the way? | [sphere–plane](fn@sweep_sphere_plane_interval), [sphere–sphere](fn@sweep_sphere_sphere_interval), [box–box](fn@sweep_obb_obb_interval) |
//!
//! Contacts, which say *how* two shapes touch, are in [`contact`](crate::contact).

mod axis_gap;
mod classify_sphere_plane;
mod closest_cone_point;
mod closest_core;
mod closest_obb_face;
mod closest_obb_point;
mod closest_obb_surface;
mod closest_plane_point;
mod closest_segment_obb;
mod closest_segment_point;
mod closest_segment_segment;
mod closest_segment_triangle;
mod closest_triangle_point;
mod contains_polygon_point;
mod enter_ball;
mod intersect_segment_capsule;
mod intersect_segment_obb;
mod intersect_segment_plane;
mod intersect_segment_polygon;
mod overlap_obb_obb;
mod overlap_obb_obb_edges;
mod overlap_obb_triangle;
mod overlap_sphere_polygon;
mod overlap_sphere_polygon_edges;
mod separate_sphere_plane;
mod sweep_capsule;
mod sweep_capsule_capsule;
mod sweep_interval;
mod sweep_obb_obb;
mod sweep_obb_triangle;
mod sweep_point_plane;
mod sweep_sphere_obb;
mod sweep_sphere_plane;
mod sweep_sphere_plane_sampled;
mod sweep_sphere_sphere;
mod sweep_sphere_triangle;

pub use axis_gap::{AxisGap, ObbOverlap};
pub(crate) use axis_gap::{AxisSpan, first_touch};
pub use classify_sphere_plane::{PlaneSide, SpherePlane, classify_sphere_plane};
pub use closest_cone_point::closest_cone_point;
pub(crate) use closest_cone_point::closest_cone_point_with_room;
pub(crate) use closest_core::Core;
pub use closest_obb_face::{ObbFace, closest_obb_face};
pub use closest_obb_point::closest_obb_point;
pub use closest_obb_surface::{ObbSurface, closest_obb_surface};
pub use closest_plane_point::closest_plane_point;
pub use closest_segment_obb::closest_segment_obb;
pub use closest_segment_point::{SegmentPoint, closest_segment_point};
pub use closest_segment_segment::{ClosestPair, closest_segment_segment};
pub use closest_segment_triangle::closest_segment_triangle;
pub(crate) use closest_segment_triangle::closest_segment_vertices;
pub use closest_triangle_point::closest_triangle_point;
pub(crate) use closest_triangle_point::closest_vertices_point;
pub(crate) use contains_polygon_point::INSIDE_BEYOND_EDGE;
pub use contains_polygon_point::{ANGLE_MATCH_FACTOR, PolygonPoint, contains_polygon_point};
pub use intersect_segment_capsule::intersect_segment_capsule;
pub use intersect_segment_obb::intersect_segment_obb;
pub use intersect_segment_plane::intersect_segment_plane;
pub use intersect_segment_polygon::{intersect_segment_polygon, intersect_segment_triangle};
pub use overlap_obb_obb::{ObbAxis, overlap_obb_obb, overlap_obb_obb_axes};
pub use overlap_obb_obb_edges::{ObbEdgeOverlap, overlap_obb_obb_edges};
pub use overlap_obb_triangle::{ObbTriangleAxis, overlap_obb_triangle, overlap_obb_triangle_axes};
pub use overlap_sphere_polygon::{PolygonTouch, SpherePolygon, overlap_sphere_polygon};
pub use overlap_sphere_polygon_edges::{EdgeTouch, overlap_sphere_polygon_edges};
pub use separate_sphere_plane::{separate_sphere_plane, separate_sphere_plane_one_sided};
pub(crate) use sweep_capsule::{
    sweep_box_capsule, sweep_box_obb, sweep_box_triangle_until, sweep_capsule_triangle_until,
};
pub use sweep_capsule::{sweep_capsule_obb, sweep_capsule_triangle};
pub(crate) use sweep_capsule_capsule::capsule_capsule_normal;
pub use sweep_capsule_capsule::{closest_capsule_capsule, sweep_capsule_capsule};
pub use sweep_interval::{
    OverlapInterval, sweep_obb_obb_interval, sweep_sphere_plane_interval,
    sweep_sphere_sphere_interval,
};
pub(crate) use sweep_obb_obb::obb_obb_spans;
pub use sweep_obb_obb::{ObbSweepHit, sweep_obb_obb};
pub(crate) use sweep_obb_triangle::obb_triangle_spans;
pub use sweep_obb_triangle::sweep_obb_triangle;
pub use sweep_point_plane::sweep_point_plane;
pub use sweep_sphere_obb::sweep_sphere_obb;
pub use sweep_sphere_plane::sweep_sphere_plane;
pub use sweep_sphere_plane_sampled::sweep_sphere_plane_sampled;
pub use sweep_sphere_sphere::sweep_sphere_sphere;
pub use sweep_sphere_triangle::sweep_sphere_triangle;
pub(crate) use sweep_sphere_triangle::sweep_sphere_triangle_until;

use glam::DVec3;

/// The first touch of a moving sphere or capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SweepHit {
    /// The fraction of the motion until the touch, in [0, 1].
    pub fraction: f64,
    /// The moving shape's reference point at the touch; metres.
    pub center: DVec3,
    /// The touched point of the other shape; metres.
    pub point: DVec3,
    /// Unit normal from the world to the sphere.
    pub normal: DVec3,
}

impl SweepHit {
    /// The touch of a sphere at `center` that touches `point` before it moves by `motion`. `None` if it moves away.
    #[inline]
    fn at_start(center: DVec3, point: DVec3, normal: DVec3, motion: DVec3) -> Option<Self> {
        (normal.dot(motion) < 0.0).then_some(Self {
            fraction: 0.0,
            center,
            point,
            normal,
        })
    }
}

/// The intersection of a segment with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SegmentHit {
    /// The fraction of the segment: 0 at its start, 1 at its end.
    pub fraction: f64,
    /// The point; metres.
    pub point: DVec3,
    /// Unit normal of the shape at the point, facing the segment's start.
    pub normal: DVec3,
}
