//! What can happen in a tick, in the words of whoever makes it happen.

use glam::DVec3;

use crate::query::{PlaneSide, SpherePolygon};
use crate::world::{ColliderId, TriangleId};

/// One thing that happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The classic or the boxed controller moved the player through anything.
    Move {
        /// The body's reference point before; metres.
        from: DVec3,
        /// And after.
        to: DVec3,
    },
    /// The sphere reached through a triangle's plane, and the text's further tests were made.
    Polygon {
        /// Which triangle.
        triangle: TriangleId,
        /// All values of the tests.
        overlap: SpherePolygon,
    },
    /// The player was pushed out of something.
    Push {
        /// Out of what.
        collider: ColliderId,
        /// By how much; metres.
        offset: DVec3,
        /// The sphere's centre afterwards; metres.
        position: DVec3,
    },
    /// All that may be near was gathered, for what comes.
    Gather {
        /// Where the body was; metres.
        position: DVec3,
        /// How far around the body's surface; metres.
        reach: f64,
    },
    /// One plane that what is left of the motion must not enter; the next [`Turn`](Self::Turn) obeys it.
    Plane {
        /// Unit normal, towards the body.
        normal: DVec3,
    },
    /// The swept mover chose its way.
    Turn {
        /// Where the body was; metres.
        position: DVec3,
        /// What was left of the motion that was asked for; metres.
        left: DVec3,
        /// What the planes leave of that; metres.
        way: DVec3,
        /// Where two planes forbid the rest together: the unit direction that both allow.
        crease: Option<DVec3>,
    },
    /// The swept mover went straight from one place to another.
    Sweep {
        /// The sphere's centre before; metres.
        from: DVec3,
        /// And after.
        to: DVec3,
        /// What stopped it there, with the unit normal from it to the sphere.
        hit: Option<(ColliderId, DVec3)>,
    },
    /// One motion of the swept mover ended.
    Stop(Stop),
    /// A walker tries, with its next motion, to get on in this way.
    Try(Try),
    /// The player left the ground by jumping.
    Jump,
    /// A walker climbed a step.
    Step {
        /// How far up; metres.
        rise: f64,
    },
    /// A walker followed the falling ground.
    Snap {
        /// How far down; metres.
        drop: f64,
    },
    /// The player returned to the spawn.
    Respawn,
}

/// Why one motion of the swept mover ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing was asked for, or next to nothing.
    Still,
    /// Nothing was in the way that was left: the motion was made to its end.
    Free,
    /// The touched surfaces leave no way on.
    Blocked,
    /// The only way on leads back against what was asked for.
    Against,
    /// Momentum would carry the body along one wall, round, and against what the player wants.
    Between,
    /// It was to go straight, and something was there.
    Met,
    /// The way turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered something: it did not move.
    Refused,
}

/// What a walker tries beside its plain motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// Straight up, onto a step.
    Up,
    /// Ahead, over the step.
    Over,
    /// Down onto the step.
    Down,
    /// Straight down, to follow the ground that falls away.
    Follow,
    /// Down along what is too steep to stand on.
    Beside,
}

/// Something that a tick looked at, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What was looked at.
    pub collider: ColliderId,
    /// What it turned out to be.
    pub finding: Finding,
}

/// What a tick found of something that it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// On which side of a triangle's plane the sphere was: the classic controller's first question.
    Plane(PlaneSide),
    /// It was near, and did nothing.
    Apart,
    /// It stopped the body, pushed it out, or led its way.
    Acted,
}

/// How many triangles were on which side of the sphere, over all tests of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// Triangles whose plane the sphere was in front of.
    pub front: u32,
    /// Triangles whose plane the sphere reached through.
    pub intersects: u32,
    /// Triangles whose plane the sphere was behind.
    pub behind: u32,
}
