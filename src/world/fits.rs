//! Whether a body fits at a place, and if not, the obstacle and the missing room.

use glam::DVec3;

use super::placed_body::PlacedBody;
use super::round_body::RoundBody;
use super::way_out::{Exit, WaySearch};
use super::{Collider, ColliderId, Filter, FilteredWorld, Surface, World};
use crate::geometry::float::max;
use crate::query::{
    ObbOverlap, closest_obb_point, closest_triangle_point, overlap_obb_obb, overlap_obb_triangle,
};
use crate::tolerance::BACK_OFF;

/// Why a body does not fit at a place: the error of [`World::fits`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Misfit {
    /// The surface that the body is deepest in. Its normal points to the body; its separation is negative.
    pub surface: Surface,
    /// The shortest displacement found after which the body fits; metres. It is the way to a place, not a
    /// path. Under a roof that is too low, it may lead onto the roof. `None` if no place near was found.
    pub way_out: Option<DVec3>,
}

impl Misfit {
    /// How much room is missing at [`Self::surface`]; metres, positive.
    #[must_use]
    pub fn depth(&self) -> f64 {
        -self.surface.separation
    }

    /// The displacement that is missing: the body would be clear of [`Self::surface`] if it were this far away;
    /// metres. Other surfaces may be in this way.
    #[must_use]
    pub fn missing(&self) -> DVec3 {
        self.surface.normal * self.depth()
    }
}

impl core::fmt::Display for Misfit {
    /// For example `needs 0.25 m more room above`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let up = self.surface.normal.y;
        // Under a sloping ceiling, a body needs more room upwards than along the normal.
        let (side, depth) = if up < -0.5 {
            ("above", self.depth() / -up)
        } else if up > 0.5 {
            ("below", self.depth() / up)
        } else {
            ("beside it", self.depth())
        };
        // In whole millimetres, since a resting body's gap to the floor is not worth mentioning.
        let depth = max(libm::round(depth * 1000.0), 1.0) / 1000.0;
        write!(f, "needs {depth} m more room {side}")
    }
}

impl core::error::Error for Misfit {}

impl World {
    /// Whether `body`, a sphere, a capsule or a box, fits where it is.
    ///
    /// # Arguments
    /// - Triangles are two-sided and have no inside; boxes are solid, and movers are boxes. A body inside a
    ///   closed mesh that touches no triangle fits.
    /// - A body that touches something fits, and so does one that rests on the floor with the gap that it
    ///   keeps. It may be up to [`BACK_OFF`], 1e-7 m, inside a collider.
    ///
    /// # Errors
    /// When the body is inside something. The error names the surface that it is deepest in,
    /// and the shortest way out.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Capsule, Obb}, glam::{DMat3, DVec3}, world::World};
    /// // A ceiling at 1.5 m, and a person of 1.75 m on a floor at 0.
    /// let slab = |y| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::new(2.0, 0.1, 2.0)).unwrap();
    /// let world = World::new(vec![], vec![slab(-0.1), slab(1.6)]);
    /// let person = |height| Capsule::new(DVec3::Y * 0.3, 0.3, height - 0.6).unwrap();
    /// assert_eq!(world.fits(person(1.5)), Ok(()));
    /// let misfit = world.fits(person(1.75)).unwrap_err();
    /// assert!((misfit.missing() - DVec3::Y * -0.25).length() < 1e-12);
    /// assert_eq!(misfit.to_string(), "needs 0.25 m more room above");
    /// ```
    pub fn fits(&self, body: impl Into<PlacedBody>) -> Result<(), Misfit> {
        self.filtered(Filter::ALL).fits(body)
    }

    /// The surface nearest to `body` of the collider with this tree index. `None` if a box is apart from it.
    pub(super) fn surface_of(&self, number: u32, body: &PlacedBody) -> Option<Surface> {
        let obb = match body {
            PlacedBody::Upright(body) => return Some(self.surface(number, body)),
            PlacedBody::Box(obb) => obb,
        };
        let (collider, point, normal, separation) = match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let ObbOverlap::Overlapping(gap) = overlap_obb_triangle(obb, triangle) else {
                    return None;
                };
                let point = closest_triangle_point(triangle, obb.center());
                let id = ColliderId::Triangle(id);
                (id, point, gap.direction, gap.separation)
            }
            Collider::Box(id, other) | Collider::Round(id, RoundBody { around: other, .. }) => {
                let ObbOverlap::Overlapping(gap) = overlap_obb_obb(obb, other) else {
                    return None;
                };
                let point = closest_obb_point(other, obb.center());
                (ColliderId::Box(id), point, gap.direction, gap.separation)
            }
        };
        Some(Surface {
            collider,
            point,
            normal,
            separation,
        })
    }
}

impl FilteredWorld<'_> {
    /// [`World::fits`] among the filtered colliders.
    ///
    /// # Errors
    /// When the body is inside a collider that the filter meets, as for [`World::fits`].
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{Filter, World}};
    /// let crate_box = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let world = World::new(vec![], vec![crate_box]);
    /// let ball = Sphere::new(DVec3::X, 0.5).unwrap();
    /// let misfit = world.fits(ball).unwrap_err();
    /// assert_eq!(misfit.way_out, Some(DVec3::X * 0.5));
    /// // It fits if that crate is taken away.
    /// let others = Filter::except(misfit.surface.collider);
    /// assert_eq!(world.filtered(others).fits(ball), Ok(()));
    /// ```
    pub fn fits(&self, body: impl Into<PlacedBody>) -> Result<(), Misfit> {
        let body = body.into();
        match self.blocking_surface(&body, None) {
            None => Ok(()),
            Some(surface) => Err(self.misfit(surface, &body)),
        }
    }

    /// Why `body`, which is deepest in `surface`, does not fit.
    pub(crate) fn misfit(&self, surface: Surface, body: &PlacedBody) -> Misfit {
        let exit = Exit {
            world: *self,
            body: *body,
            limit: f64::INFINITY,
        };
        Misfit {
            surface,
            way_out: WaySearch::default().find(&exit, |_| true),
        }
    }

    /// The surface that `body` is deepest in; of several, that of the lowest id. A body that `was` as deep
    /// in the same collider before does not count. `None` if the body fits. Allocates nothing.
    pub fn blocking_surface(&self, body: &PlacedBody, was: Option<&PlacedBody>) -> Option<Surface> {
        let around = body.around()?;
        let mut deepest: Option<Surface> = None;
        let world = self.world();
        self.visit_near(&around, 0.0, |number| {
            if !self.is_below(number, body, BACK_OFF) {
                return;
            }
            let Some(surface) = world.surface_of(number, body) else {
                return;
            };
            let depth_before = || {
                let before = was.and_then(|was| world.surface_of(number, was));
                before.map_or(0.0, |before| -before.separation)
            };
            let rank = |surface: &Surface| (surface.separation, surface.collider);
            let deeper = deepest
                .as_ref()
                .is_none_or(|known| rank(&surface) < rank(known));
            if surface.separation < -BACK_OFF
                && deeper
                && -surface.separation > depth_before() + BACK_OFF
            {
                deepest = Some(surface);
            }
        });
        deepest
    }
}
