//! The conservative test of the broad phase, which of four colliders a body may touch at rest or on its way.
//!
//! A body and a triangle are apart if an axis separates them, if along it, all of the one lies beyond all of the
//! other (S. Gottschalk, 1996). Any axis will do, so it need not be exact; only the distance along it must be. The
//! axes are the triangle's normal, those square to the motion and to an edge, and the motion itself. For a short
//! motion there is also a test within the triangle's plane, where the footprint of a sphere is a small disc, since
//! most triangles of a floor are next to it.
//!
//! It works in f32. It may report false positives, never false negatives. Rounding is taken from the distance along
//! the axis, or added to the reach of the body, and a value that is not a number separates nothing.
//!
//! | symbol | meaning |
//! |---|---|
//! | `a`, `b`, `c` | the corners, seen from the start of the body's centre |
//! | `height`, `climb` | of the triangle's plane over the start, and of the motion, along the normal, times its length |
//! | `reach` | how near the centre of the body may come without a touch |

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod pose;

use glam::{DVec3, Vec3, Vec4};

use super::batch::{Batch, F32_ERROR, Vec3x4};
use crate::geometry::Capsule;
use crate::geometry::float::max;
use pose::Pose;

/// The largest distance from the origin at which the tests below are exact enough; metres. Their high powers may
/// overflow to infinity, but then they separate nothing.
pub(super) const SAFE: f32 = 1e12;

/// How much of the size of the coordinates rounding may add to a distance along an axis, eighty rounding errors.
/// Smaller: touches are missed; larger: more exact tests of far shapes.
const AXIS_ERROR: f32 = 5e-6;

/// How much of the size of the coordinates is lost because two computed vectors are not exactly perpendicular.
const SKEW_ERROR: f32 = 4e-6;

/// A square below this may have lost its digits, so it decides nothing.
const MIN_SQUARE: f32 = 1e-36;

/// A motion of at most this many radii is tested in the plane of the triangle. Smaller: more exact tests; larger: a
/// test that seldom helps.
const SHORT_RADII: f32 = 2.0;

/// A body on a straight motion, or at rest, conservatively in f32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// The body's centre at the start.
    pub start: Vec3,
    pub way: Vec3,
    length_squared: f32,
    pub length: f32,
    /// The radius of the body, with the error of its coordinates.
    pub radius: f32,
    /// Half the height of a capsule's axis; 0 for a sphere.
    pub half_rise: f32,
    is_short: bool,
    /// Whether its numbers are small enough for f32. If not, it touches everything.
    is_exact: bool,
}

impl Probe {
    /// `body`, inflated by `reach`, moving by `way`.
    #[inline]
    pub fn new(body: &Capsule, way: DVec3, reach: f64) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let (radius, half_rise) = (max(body.radius() + reach, 0.0) as f32, half_rise as f32);
        let (start, way) = (middle.as_vec3(), way.as_vec3());
        let coordinates = start.abs().max_element() + way.abs().max_element();
        let size = coordinates + radius + half_rise;
        let (length_squared, length) = (way.length_squared(), way.length());
        Self {
            start,
            way,
            length_squared,
            length,
            radius: radius + size * F32_ERROR,
            half_rise,
            is_short: length <= radius * SHORT_RADII,
            // Not true of what is not a number, either.
            is_exact: size <= SAFE && length <= SAFE,
        }
    }

    /// Whether its numbers are small enough for f32.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The colliders that the body may reach at rest, by their bounds and planes, a bit for each.
    #[inline(always)]
    pub fn near(&self, batch: &Batch) -> u32 {
        self.near_where(batch, |_| 0)
    }

    /// As [`Self::near`], if every triangle reached beyond its edges by the share `growth` of its longest edge.
    pub fn near_grown(&self, batch: &Batch, growth: f32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        let pose = Pose::new(self, batch);
        batch.used & !(pose.beyond_grown_bounds(self, growth) | pose.off_plane())
    }

    /// The colliders that the body may touch at rest, a bit for each.
    #[inline(always)]
    pub fn touched(&self, batch: &Batch) -> u32 {
        self.near_where(batch, |pose| pose.beside_footprint(self, 0.0))
    }

    /// The colliders near the body at rest, without the triangles that `are_apart` finds, a bit for each.
    #[inline(always)]
    fn near_where(&self, batch: &Batch, are_apart: impl Fn(&Pose) -> u32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        if batch.round == batch.used {
            return batch.used & !self.apart_from_rounds(batch);
        }
        let pose = Pose::new(self, batch);
        let bits = batch.used & !pose.beyond_bounds(self);
        if bits == 0 {
            return 0;
        }
        let bits = bits & !pose.off_plane();
        if bits == 0 {
            return 0;
        }
        bits & !are_apart(&pose)
    }

    /// Calls `visit` with each collider that the moving body may touch before the fraction `limit` of its motion.
    /// `visit` returns a new limit, and this the last one.
    #[inline(always)]
    pub fn visit(&self, batch: &Batch, mut limit: f32, mut visit: impl FnMut(u32) -> f32) -> f32 {
        let mut bits = self.met(batch, limit);
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            limit = limit.min(visit(batch.numbers[lane]));
        }
        limit
    }

    /// The colliders that the moving body may touch before the fraction `limit` of its motion, a bit for each.
    #[inline(always)]
    pub fn met(&self, batch: &Batch, limit: f32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        if batch.round == batch.used {
            return batch.used & !self.rounds_beside_way(batch, limit);
        }
        let mut pose = Pose::new(self, batch);
        pose.move_by(self, limit);
        let mut bits = batch.used & !pose.off_plane();
        if bits != 0 && !self.is_short {
            bits &= !pose.beside_way(self, limit);
        }
        if bits != 0 {
            bits &= !pose.beside_footprint(self, limit);
        }
        if bits & batch.round != 0 {
            bits &= !(batch.round & self.rounds_beside_way(batch, limit));
        }
        bits
    }

    /// The bounding spheres that the body at rest does not reach, a bit for each.
    #[inline(always)]
    fn apart_from_rounds(&self, batch: &Batch) -> u32 {
        let (center, reach) = self.rounds(batch);
        let y = (center.y.abs() - self.half_rise).max(Vec4::ZERO);
        let distance_squared = center.x * center.x + y * y + center.z * center.z;
        distance_squared.cmpgt(reach * reach + MIN_SQUARE).bitmask()
    }

    /// The bounding spheres that the body does not reach before the fraction `limit` of its motion, a bit for each.
    #[inline(always)]
    fn rounds_beside_way(&self, batch: &Batch, limit: f32) -> u32 {
        let (center, reach) = self.rounds(batch);
        let way = Vec3x4::splat(self.way);
        let length_squared = self.length_squared.max(f32::MIN_POSITIVE);
        let share = (center.dot(way) / length_squared).clamp(Vec4::ZERO, Vec4::splat(limit));
        let moved = Vec3x4 {
            x: center.x - way.x * share,
            y: center.y - way.y * share,
            z: center.z - way.z * share,
        };
        // A capsule is within the sphere around it.
        let reach = reach + self.half_rise;
        moved
            .length_squared()
            .cmpgt(reach * reach + MIN_SQUARE)
            .bitmask()
    }

    /// The centres of bounding spheres, seen from the start, and how near the body's centre may come to each without a
    /// touch.
    #[inline(always)]
    fn rounds(&self, batch: &Batch) -> (Vec3x4, Vec4) {
        let center = batch.corners[0] - Vec3x4::splat(self.start);
        let largest = center.max(center.negated()).largest();
        let reach = batch.margin + self.radius + largest * AXIS_ERROR;
        (center, reach * (1.0 + F32_ERROR * 4.0))
    }
}

#[cfg(test)]
mod tests;
