//! Links of a navmesh between places that are apart.

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;

/// The largest radius of the end of a link; metres. Larger: a place far away counts as its end, and looking around takes long.
const MAX_RADIUS: f64 = 2.0;

/// No level is that far from the origin; metres. Larger: the length of a link is no number.
const FAR: f64 = 1e9;

/// A link of a navmesh between two places that are apart, such as a jump over a gap: an off-mesh connection of Detour, or a
/// `NavigationLink3D` of Godot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavmeshLink {
    /// Where it begins and ends; metres.
    pub ends: [DVec3; 2],
    /// How far from each end a character may begin or stop; metres.
    pub radius: f64,
    /// Whether it also leads back.
    pub is_two_way: bool,
}

impl NavmeshLink {
    /// The link with a radius of at most 2 m; `None` if an end is not finite, or farther away than every level.
    pub(super) fn usable(mut self) -> Option<Self> {
        let is_near = |end: &DVec3| end.abs().cmple(DVec3::splat(FAR)).all();
        // A radius that is no number is none.
        self.radius = min(max(self.radius, 0.0), MAX_RADIUS);
        self.ends.iter().all(is_near).then_some(self)
    }
}
