//! A segment: the straight line between two points.

use glam::DVec3;

/// The straight line from `start` to `end`, both included. It may have no length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// One end; metres.
    pub start: DVec3,
    /// The other end; metres.
    pub end: DVec3,
}

impl Segment {
    /// The segment from `start` to `end`.
    pub const fn new(start: DVec3, end: DVec3) -> Self {
        Self { start, end }
    }

    /// The point `fraction` of the way from start (0) to end (1).
    pub fn point_at(&self, fraction: f64) -> DVec3 {
        self.start + (self.end - self.start) * fraction
    }
}
