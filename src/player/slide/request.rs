//! The request of a slide.

use glam::DVec3;

use crate::world::SlopeLimit;

/// A requested motion.
#[derive(Clone, Copy, Debug)]
pub(in crate::player) struct MoveRequest {
    /// The whole displacement; metres.
    pub motion: DVec3,
    /// Steeper surfaces that face up count as walls.
    pub slope: SlopeLimit,
    /// The reaction when a collider blocks the motion.
    pub mode: SlideMode,
    /// How much farther than the motion to gather colliders, for the motions that follow; metres.
    pub margin: f64,
    /// Whether walkable ground that rises ahead turns the motion uphill without shortening it.
    pub climbs: bool,
    /// The direction that the command requests. No surface turns the motion against it. Zero: none.
    pub steer: DVec3,
    /// The normal of the ground of a walker, along which it goes. Zero: none.
    pub ground: DVec3,
    /// Whether the world's responder is asked about hits: it is a motion of the tick, and no try.
    pub asks: bool,
}

impl MoveRequest {
    /// A flight by `motion`, which slides along all surfaces.
    pub fn flight(motion: DVec3) -> Self {
        Self {
            motion,
            slope: SlopeLimit::NONE,
            mode: SlideMode::Slide,
            margin: 0.0,
            climbs: false,
            steer: DVec3::ZERO,
            ground: DVec3::ZERO,
            asks: false,
        }
    }
}

/// The reaction of a motion when a collider blocks it, or when none does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::player) enum SlideMode {
    /// It slides along the collider.
    Slide,
    /// It ends at the collider.
    Straight,
    /// It ends at the collider. If there is none, the body does not move.
    Landing,
}
