//! The target under the crosshair, found by the line–polygon and line–box tests.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::level::Scene;
use sidle::world::{ColliderId, Filter, World};

/// The crosshair's range; metres.
const REACH: f64 = 1000.0;

/// A point of the level under the crosshair.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub collider: ColliderId,
    pub point: DVec3,
    /// Unit normal of the surface, towards the eye.
    pub normal: DVec3,
    /// From the eye; metres.
    pub distance: f64,
}

impl Target {
    /// The first point of the world on the ray from `eye` along the unit vector `look`.
    pub fn find(world: &World, eye: DVec3, look: DVec3) -> Option<Self> {
        Self::find_among(world, eye, look, |_| true)
    }

    /// The first point of those colliders for which `filter` is true.
    pub fn find_among(
        world: &World,
        eye: DVec3,
        look: DVec3,
        filter: impl Fn(ColliderId) -> bool,
    ) -> Option<Self> {
        let view = Segment::new(eye, eye + look * REACH);
        let counted = world.filtered(Filter::ALL).only(&filter);
        let (collider, hit) = counted.intersect_segment(&view)?;
        Some(Self {
            collider,
            point: hit.point,
            normal: hit.normal,
            distance: hit.fraction * REACH,
        })
    }

    /// The target's name and distance, such as `fence 2 · 3.42 m`.
    pub fn name(&self, level: &Scene) -> String {
        let name = level.numbered_name_of(self.collider);
        format!("{name} · {:.2} m", self.distance)
    }
}
