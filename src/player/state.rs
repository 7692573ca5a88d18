//! Where the player is and how it moves.

use glam::DVec3;

use super::{Controller, Mode};
use crate::geometry::angle::BinaryAngle;
use crate::world::BoxId;

/// What the player stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// Ground that can be walked on.
    Floor {
        /// Unit normal of the ground, towards the player.
        normal: DVec3,
    },
    /// Touching a slope too steep to stand on.
    Steep {
        /// Unit normal of the slope, towards the player.
        normal: DVec3,
    },
    /// In the air, or flying.
    #[default]
    None,
}

impl Ground {
    /// The name in traces and reports: `floor`, `steep` or `none`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor { .. } => "floor",
            Self::Steep { .. } => "steep",
            Self::None => "none",
        }
    }

    /// Whether it can be walked on.
    pub fn is_floor(self) -> bool {
        matches!(self, Self::Floor { .. })
    }
}

/// Standing on something that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    /// What the player stands on.
    pub platform: BoxId,
    /// The velocity of that under the player's feet, m/s: the player's own does not hold it.
    pub velocity: DVec3,
}

/// Where a player starts, and returns to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spawn {
    /// The sphere's centre; metres.
    pub position: DVec3,
    /// Heading: left from -Z.
    pub yaw: BinaryAngle,
    /// Upward tilt of the view.
    pub pitch: BinaryAngle,
    /// How the player moves at first.
    pub mode: Mode,
    /// Which controller it has at first.
    pub controller: Controller,
}

/// The rules of a place beside its geometry and the player's tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Where the player starts.
    pub spawn: Spawn,
    /// Below this height the player returns to the spawn; metres.
    pub kill_y: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            spawn: Spawn::default(),
            kill_y: -20.0,
        }
    }
}

/// The whole state of a player between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerState {
    /// The sphere's centre; metres.
    pub position: DVec3,
    /// Velocity, m/s: what is left of the wish, gravity and jumps after the world had its say; over
    /// what carries the player, if something does.
    pub velocity: DVec3,
    /// Heading: left from -Z.
    pub yaw: BinaryAngle,
    /// Upward tilt of the view.
    pub pitch: BinaryAngle,
    /// How it moves.
    pub mode: Mode,
    /// Which algorithm keeps it out of the world.
    pub controller: Controller,
    /// What it stands on.
    pub ground: Ground,
    /// What carries it.
    pub ride: Option<Ride>,
    /// How long a jump is still taken although the ground is left; seconds.
    pub coyote: f64,
    /// How long a press of jump is still remembered; seconds.
    pub jump_wanted: f64,
}

impl PlayerState {
    /// A player at rest at `spawn`, in the air until its first tick has looked for the ground.
    #[must_use]
    pub fn at_spawn(spawn: &Spawn) -> Self {
        Self {
            position: spawn.position,
            velocity: DVec3::ZERO,
            yaw: spawn.yaw,
            pitch: spawn.pitch,
            mode: spawn.mode,
            controller: spawn.controller,
            ground: Ground::None,
            ride: None,
            coyote: 0.0,
            jump_wanted: 0.0,
        }
    }
}
