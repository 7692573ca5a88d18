//! The axes that may separate triangles from a body.

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

use glam::Vec4;

use super::{AXIS_ERROR, MIN_SQUARE, Probe, SKEW_ERROR};
use crate::world::batch::{Batch, F32_ERROR, Vec3x4, square_root};

/// Up to four colliders, seen from the start of a body.
pub(super) struct Pose {
    /// Each edge of a triangle, and the corner where it begins.
    edges: [(Vec3x4, Vec3x4); 3],
    /// The bounds, and the largest coordinate in them.
    low: Vec3x4,
    high: Vec3x4,
    largest: Vec4,
    /// How near the body's centre may come without a touch, and its square.
    reach: Vec4,
    reach_squared: Vec4,
    normal: Vec3x4,
    normal_squared: Vec4,
    size_squared: Vec4,
    height: Vec4,
    climb: Vec4,
    /// The least height in the motion beyond the body's half height and all errors, squared.
    lowest_squared: Vec4,
    skew: Vec4,
    /// The half height of the body along the normal.
    half_height: Vec4,
}

impl Pose {
    #[inline(always)]
    pub fn new(probe: &Probe, batch: &Batch) -> Self {
        let start = Vec3x4::splat(probe.start);
        let [a, b, c] = batch.corners;
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let (a, b, c) = (a - start, b - start, c - start);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let largest = high.max(low.negated()).largest();
        let reach = batch.margin + probe.radius + largest * AXIS_ERROR;
        let normal = ab.cross(bc);
        let size_squared = ab.length_squared() + bc.length_squared();
        let height = normal.dot(a);
        let skew = size_squared * largest * (SKEW_ERROR * 4.0);
        let half_height = normal.y.abs() * probe.half_rise;
        let lowest = (height.abs() - half_height - skew).max(Vec4::ZERO);
        Self {
            edges: [(ab, a), (bc, b), (ca, c)],
            low,
            high,
            largest,
            reach,
            reach_squared: reach * reach * (1.0 + F32_ERROR * 4.0),
            normal,
            normal_squared: normal.length_squared(),
            size_squared,
            height,
            climb: Vec4::ZERO,
            lowest_squared: lowest * lowest,
            skew,
            half_height,
        }
    }

    /// Looks at the motion of the body up to the fraction `limit`.
    #[inline(always)]
    pub fn move_by(&mut self, probe: &Probe, limit: f32) {
        self.climb = self.normal.dot(Vec3x4::splat(probe.way));
        let end = self.height - self.climb * limit;
        // Negative if the motion crosses the plane.
        let lowest = self.height.min(end).max(-self.height.max(end));
        let lowest = (lowest - self.half_height - self.skew).max(Vec4::ZERO);
        self.lowest_squared = lowest * lowest;
    }

    /// Whether the body is farther from the plane than it reaches.
    #[inline(always)]
    pub fn off_plane(&self) -> u32 {
        let allowed = self.reach_squared * self.normal_squared;
        self.lowest_squared.cmpgt(allowed + MIN_SQUARE).bitmask()
    }

    /// Whether the body at rest is farther from the bounds than it reaches.
    #[inline(always)]
    pub fn beyond_bounds(&self, probe: &Probe) -> u32 {
        let distance_squared = self.bounds_distance_squared(probe);
        let allowed = self.reach_squared + MIN_SQUARE;
        distance_squared.cmpgt(allowed).bitmask()
    }

    /// As [`Self::beyond_bounds`], if the bounds were inflated by the share `growth` of the longest edge.
    pub fn beyond_grown_bounds(&self, probe: &Probe, growth: f32) -> u32 {
        let distance_squared = self.bounds_distance_squared(probe);
        // No edge is longer than the other two together.
        let margin = square_root(self.size_squared * 2.0) * growth;
        let reach = (self.reach + margin) * (1.0 + F32_ERROR * 4.0);
        let allowed = reach * reach + MIN_SQUARE;
        distance_squared.cmpgt(allowed).bitmask()
    }

    /// The squared distance of the body's axis from the bounds.
    #[inline(always)]
    fn bounds_distance_squared(&self, probe: &Probe) -> Vec4 {
        let (low, high) = (self.low, self.high);
        let x = low.x.max(-high.x).max(Vec4::ZERO);
        let y = (low.y.max(-high.y) - probe.half_rise).max(Vec4::ZERO);
        let z = low.z.max(-high.z).max(Vec4::ZERO);
        x * x + y * y + z * z
    }

    /// Whether the triangle is next to the body's footprint in its plane, during all of the motion.
    #[inline(always)]
    pub fn beside_footprint(&self, probe: &Probe, limit: f32) -> u32 {
        let way = Vec3x4::splat(probe.way * limit);
        let is_beyond_edge = |(edge, corner): &(Vec3x4, Vec3x4)| {
            // In the plane, square to the edge, and outward.
            let axis = edge.cross(self.normal);
            let start = -axis.dot(*corner);
            let beyond = start.min(start + axis.dot(way)) - axis.y.abs() * probe.half_rise;
            let beyond = beyond.max(Vec4::ZERO);
            let edge_squared = edge.length_squared();
            let distance = self.lowest_squared * edge_squared + beyond * beyond;
            let allowed = self.reach_squared * (self.normal_squared * edge_squared);
            distance.cmpgt(allowed + MIN_SQUARE).bitmask()
        };
        let [first, second, third] = &self.edges;
        is_beyond_edge(first) | is_beyond_edge(second) | is_beyond_edge(third)
    }

    /// Whether the triangle is next to the line of the motion, or before it or behind it.
    #[inline(always)]
    pub fn beside_way(&self, probe: &Probe, limit: f32) -> u32 {
        let way = Vec3x4::splat(probe.way);
        let [(_, a), (_, b), (_, c)] = &self.edges;
        let (a, b, c) = (a.dot(way), b.dot(way), c.dot(way));
        let slack = self.reach * (probe.length * (1.0 + F32_ERROR));
        let slack = slack + probe.half_rise * probe.way.y.abs();
        let ahead = a.min(b).min(c).cmpgt(slack + probe.length_squared * limit);
        let behind = a.max(b).max(c).cmplt(-slack);
        let skew = square_root(self.size_squared * 2.0)
            * (self.largest * 4.0 + probe.length)
            * (probe.length * SKEW_ERROR);
        let is_beyond_edge = |(edge, corner): &(Vec3x4, Vec3x4)| {
            // Along an axis square to the edge and to the motion, the edge is a point, and the opposite corner is
            // off it by the climb.
            let axis = way.cross(*edge);
            let place = axis.dot(*corner);
            let other = place + self.climb;
            let gap = place.min(other).max(-place.max(other));
            let gap = (gap - axis.y.abs() * probe.half_rise - skew).max(Vec4::ZERO);
            let allowed = self.reach_squared * axis.length_squared();
            (gap * gap).cmpgt(allowed + MIN_SQUARE).bitmask()
        };
        let [first, second, third] = &self.edges;
        ahead.bitmask()
            | behind.bitmask()
            | is_beyond_edge(first)
            | is_beyond_edge(second)
            | is_beyond_edge(third)
    }
}
