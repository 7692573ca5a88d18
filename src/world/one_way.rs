//! Colliders that stop bodies from above only.

use glam::DVec3;

use super::round_body::RoundBody;
use super::{Collider, FilteredWorld, PlacedBody, World};
use crate::geometry::UprightBody;
use crate::tolerance::{BACK_OFF, WALL_COS};

impl FilteredWorld<'_> {
    /// Whether the collider with this tree index can stop `body`, which is where a motion begins, or where it rests.
    #[inline]
    pub(super) fn can_stop(&self, number: u32, body: &UprightBody) -> bool {
        let world = self.world();
        // Asked first, so that a usual world does not even copy the body.
        !world.rules.kinds.one_way || world.is_below(number, &(*body).into(), BACK_OFF)
    }

    /// As [`Self::can_stop`], for any body, which may be inside by up to `margin`; metres.
    #[inline]
    pub(crate) fn is_below(&self, number: u32, body: &PlacedBody, margin: f64) -> bool {
        let world = self.world();
        !world.rules.kinds.one_way || world.is_below(number, body, margin)
    }
}

impl World {
    /// Whether the whole of `body` is above a face of this collider that faces upwards, but for `margin`, metres; or
    /// whether the collider stops bodies from everywhere.
    ///
    /// The plane of the face counts, not its edges. So a body inside one of several platforms side by side is not
    /// stopped by the next one.
    #[cold]
    #[inline(never)]
    fn is_below(&self, number: u32, body: &PlacedBody, margin: f64) -> bool {
        let (collider, place) = (self.collider(number), body.place());
        if !self.is_one_way(collider.id()) {
            return true;
        }
        let clears = |normal: DVec3, height: f64| {
            normal.y > WALL_COS && height - body.reach_down(normal) >= -margin
        };
        match collider {
            Collider::Triangle(_, triangle) => {
                let plane = triangle.plane();
                let (normal, height) = (plane.normal(), plane.signed_distance(place));
                clears(normal, height) || clears(-normal, -height)
            }
            Collider::Box(_, obb) | Collider::Round(_, RoundBody { around: obb, .. }) => {
                let (axes, local, half) = (obb.axes(), obb.to_local(place), obb.half_extents());
                (0..3).any(|axis| {
                    let normal = axes.col(axis);
                    clears(normal, local[axis] - half[axis])
                        || clears(-normal, -local[axis] - half[axis])
                })
            }
        }
    }
}
