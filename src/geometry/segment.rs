//! A segment, the straight line between two points.

use glam::DVec3;

/// The straight line from `start` to `end`, both included. Its length may be zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The start; metres.
    pub start: DVec3,
    /// The end; metres.
    pub end: DVec3,
}

impl Segment {
    /// The segment from `start` to `end`.
    pub const fn new(start: DVec3, end: DVec3) -> Self {
        Self { start, end }
    }

    /// The point at `fraction` of the segment: 0 is the start, 1 the end.
    #[must_use]
    pub fn point_at(&self, fraction: f64) -> DVec3 {
        self.start + (self.end - self.start) * fraction
    }
}
