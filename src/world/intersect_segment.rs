//! The first intersection of a segment with the world, such as the surface under a crosshair.
//!
//! Source: the line–polygon test of N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), applied to
//! all triangles and boxes through the BVH. We differ at the edges. The text's test also accepts
//! points next to a polygon, up to a hundredth of its size, so a crosshair on the sky would hit a
//! wall. We also require the point to be on the triangle.

use super::{Collider, ColliderId, Filter, FilteredWorld, World};
use crate::geometry::{Capsule, Segment};
use crate::query::{
    SegmentHit, closest_triangle_point, intersect_segment_obb, intersect_segment_triangle,
};
use crate::tolerance::{TOUCH, WORLD_EDGE};

impl World {
    /// The first intersection of `segment` with any collider; ties go to the lower id.
    ///
    /// # Arguments
    /// - `segment` in metres; one that is not finite hits nothing. Triangles are two-sided and extend [`TOUCH`] beyond their edges, so
    ///   that no segment slips between two of them. Boxes are solid.
    /// # Returns
    /// `fraction` in [0, 1] of the segment, the `point` there, and the surface's unit
    /// `normal`, facing the start. A start inside a box gives `fraction == 0`. `None` if there is
    /// no intersection.
    /// # Example
    /// ```
    /// use sidle::{geometry::{Segment, Triangle}, glam::{DVec3, Vec3}, world::World};
    /// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
    /// let world = World::new(vec![floor], vec![]);
    /// let down = Segment::new(DVec3::new(1.0, 3.0, 1.0), DVec3::new(1.0, -1.0, 1.0));
    /// let (_, hit) = world.intersect_segment(&down).unwrap();
    /// assert_eq!((hit.fraction, hit.normal), (0.75, DVec3::Y));
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "ray cast")]
    #[doc(alias = "line trace")]
    #[must_use]
    pub fn intersect_segment(&self, segment: &Segment) -> Option<(ColliderId, SegmentHit)> {
        self.filtered(Filter::ALL).intersect_segment(segment)
    }

    /// The intersection of `segment` with the collider with this tree index.
    fn intersect_collider(
        &self,
        number: u32,
        segment: &Segment,
    ) -> Option<(ColliderId, SegmentHit)> {
        match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let hit = intersect_segment_triangle(segment, triangle)?;
                let distance = closest_triangle_point(triangle, hit.point).distance(hit.point);
                (distance <= TOUCH).then_some((ColliderId::Triangle(id), hit))
            }
            Collider::Box(id, obb) => {
                let hit = intersect_segment_obb(segment, obb)?;
                Some((ColliderId::Box(id), hit))
            }
        }
    }
}

impl FilteredWorld<'_> {
    /// [`World::intersect_segment`] among the filtered colliders.
    #[doc(alias = "raycast")]
    #[doc(alias = "ray cast")]
    #[doc(alias = "line trace")]
    #[must_use]
    pub fn intersect_segment(&self, segment: &Segment) -> Option<(ColliderId, SegmentHit)> {
        // The tree is queried with a sphere larger than the margin beyond the triangles' edges.
        let body = Capsule::new(segment.start, 2.0 * TOUCH, 0.0)?;
        let way = segment.end - segment.start;
        let longest = way.abs().max_element();
        if longest.is_finite() && longest > WORLD_EDGE {
            // Only the part within the edge of the world can hit something.
            let share = WORLD_EDGE * 0.5 / longest;
            let short = Segment::new(segment.start, segment.start + way * share);
            let (id, hit) = self.intersect_segment(&short)?;
            let fraction = hit.fraction * share;
            return Some((id, SegmentHit { fraction, ..hit }));
        }
        let mut first: Option<(ColliderId, SegmentHit)> = None;
        let world = self.world();
        world.visit_in_order(&body, way, |number| {
            if self.meets_number(number)
                && let Some((id, hit)) = world.intersect_collider(number, segment)
                && first
                    .as_ref()
                    .is_none_or(|(first, known)| (hit.fraction, &id) < (known.fraction, first))
            {
                first = Some((id, hit));
            }
            // Rounded up, so that ties are still tested.
            first
                .as_ref()
                .map_or(1.0, |(_, hit)| (hit.fraction as f32).next_up())
        });
        first
    }
}

#[cfg(test)]
mod tests;
