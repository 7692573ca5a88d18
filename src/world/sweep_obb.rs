//! Box casts against the world: the first surface that a moving box touches.

use core::cmp::Ordering;

use glam::DVec3;

use super::round_body::RoundBody;
use super::{Collider, ColliderId, Filter, FilteredWorld, PlacedBody, World};
use crate::geometry::Obb;
use crate::geometry::float::{max, total_cmp};
use crate::query::{
    AxisSpan, first_touch, obb_obb_spans, obb_triangle_spans, overlap_obb_obb, overlap_obb_triangle,
};
use crate::tolerance::{BACK_OFF, GRAZING, TOUCH, WORLD_EDGE};

/// How far from the truth a gap may be computed, in units of the coordinates of both shapes: 50 rounding errors.
/// Smaller: a box that slides along a floor stumbles over the next triangle of it; larger: it keeps farther off.
const ROUNDING: f64 = 1e-14;

/// The first touch of a moving box with the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObbCastHit {
    /// The fraction of the motion until the touch, in [0, 1].
    pub fraction: f64,
    /// The box's centre there; metres.
    pub center: DVec3,
    /// Unit normal from the world to the box.
    pub normal: DVec3,
}

impl World {
    /// The first touch of `obb`, moved by `motion` without rotation, with any collider. Ties are decided by the geometry,
    /// not by ids.
    ///
    /// # Arguments
    /// - `motion` is the whole displacement, metres. Triangles are two-sided; boxes are solid.
    /// # Returns
    /// The collider, and where the box is then. The fraction is never beyond the touch, so a box moved by it
    /// enters nothing. A collider that the box overlaps by more than [`TOUCH`] from the start is hit with the fraction
    /// 0, wherever the motion leads. One that it only touches is hit if the motion goes in.
    /// - Surfaces that the motion only grazes (by less than [`GRAZING`] of its length) do not stop it. A box on a floor
    ///   moves along it freely.
    /// - A motion that is not finite hits nothing, and nothing is hit beyond [`WORLD_EDGE`].
    ///
    /// # Example
    /// How far may a piston move? A cube of 1 m comes down on a floor of triangles, and a crate stands in its way:
    /// ```
    /// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}};
    /// use sidle::world::{BoxId, ColliderId, TriangleId, World};
    /// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
    /// let cube = |x, y| Obb::new(DVec3::new(x, y, 2.0), DMat3::IDENTITY, DVec3::splat(0.5)).unwrap();
    /// let world = World::new(vec![floor], vec![cube(5.0, 0.5)]);
    /// let (id, hit) = world.sweep_obb(&cube(2.0, 4.5), DVec3::Y * -8.0).unwrap();
    /// assert_eq!((id, hit.normal), (ColliderId::Triangle(TriangleId(0)), DVec3::Y));
    /// assert!((hit.fraction - 0.5).abs() < 1e-12); // 4 m of 8
    /// let (id, hit) = world.sweep_obb(&cube(2.0, 0.5), DVec3::X * 8.0).unwrap();
    /// assert_eq!((id, hit.normal), (ColliderId::Box(BoxId(0)), DVec3::NEG_X));
    /// assert!((hit.fraction - 0.25).abs() < 1e-12); // along the floor, 2 m of 8
    /// ```
    #[doc(alias = "shape cast")]
    #[doc(alias = "box cast")]
    #[must_use]
    pub fn sweep_obb(&self, obb: &Obb, motion: DVec3) -> Option<(ColliderId, ObbCastHit)> {
        self.filtered(Filter::ALL).sweep_obb(obb, motion)
    }
}

impl FilteredWorld<'_> {
    /// [`World::sweep_obb`] among the filtered colliders.
    #[doc(alias = "shape cast")]
    #[doc(alias = "box cast")]
    #[must_use]
    pub fn sweep_obb(&self, obb: &Obb, motion: DVec3) -> Option<(ColliderId, ObbCastHit)> {
        // Only the part of a motion within the edge of the world can hit something.
        let longest = motion.abs().max_element();
        if longest.is_finite() && longest > WORLD_EDGE {
            let share = WORLD_EDGE / longest;
            let (id, hit) = self.sweep_obb(obb, motion * share)?;
            let fraction = hit.fraction * share;
            return Some((id, ObbCastHit { fraction, ..hit }));
        }
        if !motion.is_finite() {
            return None;
        }
        let (body, world) = (PlacedBody::from(*obb), self.world());
        let around = body.around()?;
        let mut cast = Cast::new(world, obb, motion);
        let can_stop = |number| self.is_below(number, &body, BACK_OFF);
        if motion == DVec3::ZERO {
            self.visit_near(&around, TOUCH, |number| {
                if can_stop(number) {
                    cast.consider(number);
                }
            });
        } else {
            world.visit_in_order(&around, motion, |number| {
                if self.meets_number(number) && can_stop(number) {
                    cast.consider(number);
                }
                cast.limit()
            });
        }
        cast.hit()
    }
}

/// When, and with which normal, a collider is touched.
#[derive(Clone, Copy)]
struct Touch {
    /// The fraction of the motion after which the box is inside by rounding errors.
    fraction: f64,
    normal: DVec3,
    /// How far the gap may be from the truth; metres.
    slack: f64,
    number: u32,
}

/// A cast under way.
struct Cast<'w> {
    world: &'w World,
    obb: &'w Obb,
    motion: DVec3,
    first: Option<Touch>,
}

impl<'w> Cast<'w> {
    fn new(world: &'w World, obb: &'w Obb, motion: DVec3) -> Self {
        Self {
            world,
            obb,
            motion,
            first: None,
        }
    }

    /// The fraction of the motion beyond which touches no longer matter.
    fn limit(&self) -> f32 {
        // Rounded up, so that ties are still tested.
        let limit = |touch: &Touch| (touch.fraction as f32).next_up();
        self.first.as_ref().map_or(1.0, limit)
    }

    /// Tests the collider with this tree index, and keeps its touch if it is earlier.
    fn consider(&mut self, number: u32) {
        let own = farthest(self.obb);
        let (slack, touch) = match self.world.collider(number) {
            Collider::Triangle(_, triangle) => {
                let corners = triangle.vertices().map(|corner| corner.abs().max_element());
                let slack = (own + corners.into_iter().fold(0.0, max)) * ROUNDING;
                let spans = obb_triangle_spans(self.obb, triangle);
                let least = || overlap_obb_triangle(self.obb, triangle).least();
                (slack, self.touch(spans, slack, least))
            }
            Collider::Box(_, other) | Collider::Round(_, RoundBody { around: other, .. }) => {
                let slack = (own + farthest(other)) * ROUNDING;
                let spans = obb_obb_spans(self.obb, other);
                let least = || overlap_obb_obb(self.obb, other).least();
                (slack, self.touch(spans, slack, least))
            }
        };
        let Some((fraction, normal)) = touch else {
            return;
        };
        let touch = Touch {
            fraction,
            normal,
            slack,
            number,
        };
        if self
            .first
            .is_none_or(|first| self.order(&touch, &first).is_lt())
        {
            self.first = Some(touch);
        }
    }

    /// The touch with a shape, from its `spans`, or, if the box overlaps it, from the direction and the depth of the `least`
    /// penetration. A gap counts as larger by the slack, so a surface on which the box lies is one that it is apart from.
    fn touch<Axis: Copy>(
        &self,
        spans: impl Iterator<Item = AxisSpan<Axis>>,
        slack: f64,
        least: impl FnOnce() -> (DVec3, f64),
    ) -> Option<(f64, DVec3)> {
        let mut is_apart = false;
        let spans = spans.map(|(mut gap, width)| {
            gap.separation += slack;
            is_apart |= gap.separation > 0.0;
            (gap, width - 2.0 * slack)
        });
        let grazing = -GRAZING * self.motion.length();
        let touch = first_touch(spans, self.motion);
        if let Some((gap, fraction)) = touch {
            return (gap.direction.dot(self.motion) < grazing).then_some((fraction, gap.direction));
        }
        if is_apart {
            return None;
        }
        let (direction, depth) = least();
        let is_inside = depth > TOUCH || direction.dot(self.motion) < grazing;
        is_inside.then_some((0.0, direction))
    }

    /// The order of touches. Of those at the same moment, the collider decides only between equals.
    fn order(&self, one: &Touch, other: &Touch) -> Ordering {
        let [a, b] = [one, other].map(|touch| self.world.collider(touch.number));
        one.fraction
            .total_cmp(&other.fraction)
            .then_with(|| total_cmp(one.normal, other.normal))
            .then_with(|| order_of_shapes(&a, &b))
            .then_with(|| a.id().cmp(&b.id()))
    }

    /// The first touch, before which the box stops by as much as rounding errors may let it in.
    fn hit(&self) -> Option<(ColliderId, ObbCastHit)> {
        let Touch {
            fraction,
            normal,
            slack,
            number,
        } = self.first?;
        let early = if fraction > 0.0 {
            let way = self.motion.length() * fraction;
            (2.0 * slack + way * ROUNDING) / -normal.dot(self.motion)
        } else {
            0.0
        };
        let fraction = max(fraction - early, 0.0);
        let hit = ObbCastHit {
            fraction,
            center: self.obb.center() + self.motion * fraction,
            normal,
        };
        Some((self.world.collider(number).id(), hit))
    }
}

/// The largest coordinate that a point of `obb` may have; metres.
fn farthest(obb: &Obb) -> f64 {
    obb.center().abs().max_element() + obb.half_extents().length()
}

/// The order of two shapes by where they are. Triangles come before boxes, and these before round bodies.
fn order_of_shapes(one: &Collider<'_>, other: &Collider<'_>) -> Ordering {
    match (one, other) {
        (Collider::Triangle(_, one), Collider::Triangle(_, other)) => {
            let ([a, b, c], [d, e, f]) = (one.vertices(), other.vertices());
            total_cmp(a, d)
                .then_with(|| total_cmp(b, e))
                .then_with(|| total_cmp(c, f))
        }
        (Collider::Box(_, one), Collider::Box(_, other)) => total_cmp(one.center(), other.center())
            .then_with(|| total_cmp(one.half_extents(), other.half_extents())),
        (Collider::Round(_, one), Collider::Round(_, other)) => {
            let (one, other) = (&one.around, &other.around);
            total_cmp(one.center(), other.center())
                .then_with(|| total_cmp(one.half_extents(), other.half_extents()))
        }
        (Collider::Triangle(..), _) | (Collider::Box(..), Collider::Round(..)) => Ordering::Less,
        (_, Collider::Triangle(..)) | (Collider::Round(..), Collider::Box(..)) => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests;
