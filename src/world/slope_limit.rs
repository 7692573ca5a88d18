//! How steep a surface may be to be walked on, as steep as the walker's limit says, or the surface's own.

use super::{ColliderId, Surface, World};
use crate::geometry::float::max;
use crate::tolerance::SLOPE_MARGIN;

/// The steepest slope that a body walks on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeLimit {
    /// Minimum `normal.y` of a floor, a cosine, where the surface has no separate limit.
    floor_cos: f64,
    /// Whether surfaces may have separate limits.
    has_own: bool,
}

impl SlopeLimit {
    /// No surface is too steep: for a flight.
    pub(crate) const NONE: Self = Self {
        floor_cos: 0.0,
        has_own: false,
    };

    /// Every slope is too steep, whatever its rules say. This is [`floor_cos`](fn@super::floor_cos) of 0 degrees. With
    /// exactly 1, a level tread whose normal is rounded would be a wall, which faces wherever the rounding points.
    pub(crate) const LEVEL: Self = Self {
        floor_cos: 1.0 - SLOPE_MARGIN,
        has_own: false,
    };

    /// The limit of a walker in `world`. Surfaces without a separate limit are floors if their `normal.y` is at
    /// least `floor_cos`, that of [`floor_cos`](fn@super::floor_cos). If that is 0, it is a flight.
    #[inline]
    pub fn of_walker(world: &World, floor_cos: f64) -> Self {
        Self {
            floor_cos,
            has_own: world.has_slope_rules() && floor_cos > 0.0,
        }
    }

    /// Minimum `normal.y` of a floor that is this collider's.
    #[inline]
    pub fn cos_of(&self, world: &World, collider: ColliderId) -> f64 {
        if !self.has_own {
            return self.floor_cos;
        }
        world.own_floor_cos(collider).unwrap_or(self.floor_cos)
    }

    /// The strictest limit of `surfaces`, which hold a body together: minimum `normal.y` of the ground that
    /// they form.
    pub(crate) fn strictest<'s>(
        &self,
        world: &World,
        surfaces: impl Iterator<Item = &'s Surface>,
    ) -> f64 {
        if !self.has_own {
            return self.floor_cos;
        }
        let limits = surfaces.map(|surface| self.cos_of(world, surface.collider));
        limits.fold(0.0, max)
    }

    /// Minimum `normal.y` of a floor that has no separate limit.
    #[inline]
    pub fn usual_cos(&self) -> f64 {
        self.floor_cos
    }

    /// Whether surfaces may have separate limits.
    #[inline]
    pub fn has_own(&self) -> bool {
        self.has_own
    }
}
