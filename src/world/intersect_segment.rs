//! The intersections of a segment with the world, such as the surface under a crosshair, and the boxes at a point.
//!
//! Source: the line–polygon test of N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), applied to
//! all triangles and boxes through the BVH. We differ at the edges. The text's test also accepts
//! points next to a polygon, up to a hundredth of its size, so a crosshair on the sky would hit a
//! wall. We also require the point to be on the triangle.

use glam::DVec3;

use super::{BoxId, Collider, ColliderId, Filter, FilteredWorld, World};
use crate::geometry::{Capsule, Segment};
use crate::query::{
    SegmentHit, closest_triangle_point, intersect_segment_capsule, intersect_segment_obb,
    intersect_segment_triangle,
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

    /// All intersections of `segment`, as a shot through glass needs them: each collider once, where the segment enters
    /// it.
    ///
    /// # Arguments
    /// - `segment` as for [`Self::intersect_segment`].
    /// - `found` is emptied, and then filled, from the start of the segment to its end. Of hits in the same place, the one with
    ///   the lower id comes first.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Segment}, glam::{DMat3, DVec3}, world::World};
    /// let pane = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::new(0.5, 9.0, 9.0)).unwrap();
    /// let (world, mut found) = (World::new(vec![], vec![pane(6.0), pane(2.0)]), Vec::new());
    /// world.intersect_segment_all(&Segment::new(DVec3::ZERO, DVec3::X * 10.0), &mut found);
    /// assert_eq!(found.iter().map(|(_, hit)| hit.fraction).collect::<Vec<_>>(), [0.15, 0.55]);
    /// ```
    #[doc(alias = "raycast all")]
    pub fn intersect_segment_all(
        &self,
        segment: &Segment,
        found: &mut Vec<(ColliderId, SegmentHit)>,
    ) {
        self.filtered(Filter::ALL)
            .intersect_segment_all(segment, found);
    }

    /// The boxes that contain `point`, for water, gas or a room: which contents a place has. With
    /// [`FilteredWorld::sensors`], those of the boxes that stop nobody.
    ///
    /// # Arguments
    /// - `point` in metres. One on the surface of a box is in it. Triangles contain nothing.
    /// - `found` is emptied, and then filled in the order of the ids.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
    /// let pool = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(5.0, 1.0, 5.0)).unwrap();
    /// let (world, mut found) = (World::new(vec![], vec![pool]), Vec::new());
    /// world.boxes_at(DVec3::new(3.0, -1.5, 0.0), &mut found);
    /// assert_eq!(found, [BoxId(0)]);
    /// world.boxes_at(DVec3::Y, &mut found);
    /// assert!(found.is_empty());
    /// ```
    #[doc(alias = "point contents")]
    pub fn boxes_at(&self, point: DVec3, found: &mut Vec<BoxId>) {
        self.filtered(Filter::ALL).boxes_at(point, found);
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
            Collider::Round(id, body) => {
                let hit = intersect_segment_capsule(segment, &body.capsule)?;
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
        let (segment, share) = &within_edge(segment);
        let way = segment.end - segment.start;
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
        first.map(|(id, hit)| {
            let fraction = hit.fraction * share;
            (id, SegmentHit { fraction, ..hit })
        })
    }

    /// [`World::intersect_segment_all`] among the filtered colliders.
    #[doc(alias = "raycast all")]
    pub fn intersect_segment_all(
        &self,
        segment: &Segment,
        found: &mut Vec<(ColliderId, SegmentHit)>,
    ) {
        found.clear();
        let (seen, share) = within_edge(segment);
        let Some(body) = Capsule::new(seen.start, 2.0 * TOUCH, 0.0) else {
            return;
        };
        let world = self.world();
        world.visit_in_order(&body, seen.end - seen.start, |number| {
            if self.meets_number(number)
                && let Some((id, hit)) = world.intersect_collider(number, &seen)
            {
                let fraction = hit.fraction * share;
                found.push((id, SegmentHit { fraction, ..hit }));
            }
            1.0
        });
        found.sort_unstable_by(|(id, hit), (other_id, other)| {
            let in_order = hit.fraction.total_cmp(&other.fraction);
            in_order.then_with(|| id.cmp(other_id))
        });
    }

    /// [`World::boxes_at`] among the filtered boxes.
    #[doc(alias = "point contents")]
    pub fn boxes_at(&self, point: DVec3, found: &mut Vec<BoxId>) {
        found.clear();
        let Some(body) = Capsule::new(point, TOUCH, 0.0) else {
            return;
        };
        self.visit_near(&body, 0.0, |number| {
            let (id, contains) = match self.collider(number) {
                Collider::Triangle(..) => return,
                Collider::Box(id, obb) => {
                    let local = obb.to_local(point).abs();
                    (id, local.cmple(obb.half_extents()).all())
                }
                Collider::Round(id, body) => (id, body.contains(point)),
            };
            if contains {
                found.push(id);
            }
        });
        found.sort_unstable();
    }
}

/// The part of `segment` that can hit something, within the edge of the world, and its share of the whole.
fn within_edge(segment: &Segment) -> (Segment, f64) {
    let way = segment.end - segment.start;
    let longest = way.abs().max_element();
    if longest.is_finite() && longest > WORLD_EDGE {
        let share = WORLD_EDGE * 0.5 / longest;
        (
            Segment::new(segment.start, segment.start + way * share),
            share,
        )
    } else {
        (*segment, 1.0)
    }
}

#[cfg(test)]
mod tests;
