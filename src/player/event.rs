//! The events of a tick.

use glam::DVec3;

use crate::query::{PlaneSide, SpherePolygon};
use crate::world::{ColliderId, TriangleId};

/// One event of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Event {
    /// The classic or the boxed controller moved the player, before any push.
    Move {
        /// The body's reference point before; metres.
        from: DVec3,
        /// The body's reference point after; metres.
        to: DVec3,
    },
    /// The sphere intersected a triangle's plane, so the classic controller made the text's further tests.
    Polygon {
        /// The triangle.
        triangle: TriangleId,
        /// The values of all tests.
        overlap: SpherePolygon,
    },
    /// The player was pushed out of a collider.
    Push {
        /// The collider that pushed.
        collider: ColliderId,
        /// The displacement; metres.
        offset: DVec3,
        /// The body's reference point afterwards; metres.
        position: DVec3,
    },
    /// A controller gathered all colliders nearby, for the tests that follow.
    Gather {
        /// Where the body was; metres.
        position: DVec3,
        /// The farthest distance of a gathered collider; metres.
        reach: f64,
    },
    /// A plane that the rest of the motion must not enter. It applies to the next [`Turn`](Self::Turn).
    Plane {
        /// Unit normal, towards the body.
        normal: DVec3,
    },
    /// The swept controller chose its next straight displacement.
    Turn {
        /// Where the body was; metres.
        position: DVec3,
        /// The rest of the requested motion; metres.
        left: DVec3,
        /// The part that the planes allow; metres.
        way: DVec3,
        /// Where two planes block the motion together, the unit direction of the edge between them.
        crease: Option<DVec3>,
    },
    /// The swept controller moved the body along a straight line.
    Sweep {
        /// The body's reference point before; metres.
        from: DVec3,
        /// The body's reference point after; metres.
        to: DVec3,
        /// The collider that stopped the body, and the unit normal from the collider to the body.
        hit: Option<(ColliderId, DVec3)>,
    },
    /// A motion of the swept controller ended.
    Stop(Stop),
    /// The next motion is a try of this kind.
    Try(Try),
    /// The player left the ground by jumping.
    Jump,
    /// The player left the ground because the game has changed its velocity. See
    /// [`Tuning::launch_speed`](super::Tuning::launch_speed).
    Launch,
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
    /// A player of the swept controller climbed a ladder instead of walking. The motions before this event are the climb's.
    Climb {
        /// The ladder.
        collider: ColliderId,
        /// Unit normal of the ladder where the player held it, towards the player.
        normal: DVec3,
        /// How far up the player asked to climb, from -1, down at full speed, to 1.
        rise: f64,
    },
    /// A player of the swept controller climbed onto a ledge instead of falling. The motions before this event are the climb's.
    /// See [`Tuning::mantle_height`](super::Tuning::mantle_height).
    Mantle {
        /// The wall, or the collider with the edge.
        collider: ColliderId,
        /// Unit normal of the wall or the edge where the player held it, towards the player.
        normal: DVec3,
    },
    /// The player jumped off a wall in the air. See [`Tuning::wall_jump_speed`](super::Tuning::wall_jump_speed).
    WallJump {
        /// The wall.
        collider: ColliderId,
        /// Unit normal of the wall where the player touched it, towards the player.
        normal: DVec3,
    },
    /// The player swam instead of walking. See [`swim`](fn@super::swim).
    Swim {
        /// How far below the surface the line is up to which it is under water when it floats; metres.
        depth: f64,
    },
    /// The player returned to the spawn.
    Respawn,
}

/// Why a motion of the swept controller ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// The requested motion was zero or negligibly short.
    Still,
    /// Nothing blocked the rest of the motion. The body went to its end.
    Free,
    /// The touched surfaces allow no further motion.
    Blocked,
    /// The touched surfaces allow only a motion back against the requested one.
    Against,
    /// Between two walls, momentum would carry the body along one of them, against the command.
    Between,
    /// The motion had to be straight, and a collider blocked it.
    Met,
    /// The motion turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered a collider. The body did not move.
    Refused,
}

/// A motion that a walker tries besides its plain slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Try {
    /// Straight up, onto a step.
    Up,
    /// Ahead, over the step.
    Over,
    /// Down onto the step.
    Down,
    /// Straight down, to follow the ground.
    Follow,
    /// Down along a surface too steep to stand on.
    Beside,
}

/// A collider that a tick tested, and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidate {
    /// The collider.
    pub collider: ColliderId,
    /// The result.
    pub finding: Finding,
}

/// The result of a tick for a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Finding {
    /// The side of a triangle's plane on which the sphere was, the classic controller's first test.
    Plane(PlaneSide),
    /// The collider was near and had no effect.
    Apart,
    /// The collider stopped the body, pushed it out, or turned its motion.
    Acted,
}

/// How often each result of the classic controller's plane test occurred in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SideCounts {
    /// Triangles whose plane the sphere was in front of.
    pub front: u32,
    /// Triangles whose plane the sphere intersected.
    pub intersects: u32,
    /// Triangles whose plane the sphere was behind.
    pub behind: u32,
    /// Triangles out of reach, which the tree excluded without a test.
    pub far: u32,
}
