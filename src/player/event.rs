//! What can happen in a tick.

use glam::DVec3;

use crate::query::{PlaneSide, SpherePolygon};
use crate::world::{ColliderId, TriangleId};

/// One thing that happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The classic or the boxed controller moved the player, before any push.
    Move {
        /// The body's reference point before; metres.
        from: DVec3,
        /// And after.
        to: DVec3,
    },
    /// The sphere reached through a triangle's plane, so the further tests of the text were made.
    Polygon {
        /// Which triangle.
        triangle: TriangleId,
        /// The values of all tests.
        overlap: SpherePolygon,
    },
    /// The player was pushed out of something.
    Push {
        /// What it was pushed out of.
        collider: ColliderId,
        /// The displacement; metres.
        offset: DVec3,
        /// The sphere's centre afterwards; metres.
        position: DVec3,
    },
    /// Everything near was gathered, for the motions that follow.
    Gather {
        /// Where the body was; metres.
        position: DVec3,
        /// How far around the body's surface; metres.
        reach: f64,
    },
    /// A plane that the rest of the motion must not enter. The next [`Turn`](Self::Turn) obeys it.
    Plane {
        /// Unit normal, towards the body.
        normal: DVec3,
    },
    /// The swept controller chose its next straight way.
    Turn {
        /// Where the body was; metres.
        position: DVec3,
        /// The rest of the requested motion; metres.
        left: DVec3,
        /// What the planes allow of it; metres.
        way: DVec3,
        /// Where two planes block the motion together: the unit direction of the edge between them.
        crease: Option<DVec3>,
    },
    /// The swept controller moved the body straight from one place to another.
    Sweep {
        /// The sphere's centre before; metres.
        from: DVec3,
        /// And after.
        to: DVec3,
        /// What stopped the body there, with the unit normal from it to the body.
        hit: Option<(ColliderId, DVec3)>,
    },
    /// A motion of the swept controller ended.
    Stop(Stop),
    /// The next motion is such a try.
    Try(Try),
    /// The player left the ground by jumping.
    Jump,
    /// A walker climbed a step.
    Step {
        /// How far up; metres.
        rise: f64,
    },
    /// A walker followed the ground down.
    Snap {
        /// How far down; metres.
        drop: f64,
    },
    /// The player returned to the spawn.
    Respawn,
}

/// Why a motion of the swept controller ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The requested motion was zero, or too short to count.
    Still,
    /// Nothing was in the way of the rest: the body went to the end.
    Free,
    /// The touched surfaces leave no way on.
    Blocked,
    /// The only way on leads back against the requested motion.
    Against,
    /// Between two walls, momentum would carry the body along one of them, against what the player wants.
    Between,
    /// The motion was to be straight, and something was in the way.
    Met,
    /// The way turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered something: it did not move.
    Refused,
}

/// What a walker tries besides its plain motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// Straight up, onto a step.
    Up,
    /// Ahead, over the step.
    Over,
    /// Down onto the step.
    Down,
    /// Straight down, to follow the ground.
    Follow,
    /// Down along what is too steep to stand on.
    Beside,
}

/// Something that a tick looked at, and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// What was looked at.
    pub collider: ColliderId,
    /// The result.
    pub finding: Finding,
}

/// What a tick found of something that it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The side of a triangle's plane on which the sphere was: the classic controller's first test.
    Plane(PlaneSide),
    /// It was near, and had no effect.
    Apart,
    /// It stopped the body, pushed it out, or turned its motion.
    Acted,
}

/// The results of all plane tests of a tick, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SideCounts {
    /// Triangles whose plane the sphere was in front of.
    pub front: u32,
    /// Triangles whose plane the sphere reached through.
    pub intersects: u32,
    /// Triangles whose plane the sphere was behind.
    pub behind: u32,
}
