//! Where the player is and how it moves.

use glam::DVec3;

use super::{Controller, Mode};
use crate::geometry::angle::BinaryAngle;
use crate::world::BoxId;

/// The ground under the player.
///
/// [`stands`](Self::stands) answers whether the player can walk and jump;
/// [`is_floor`](Self::is_floor) is narrower, and leaves out what several steep surfaces carry together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ground {
    /// Ground that can be walked on.
    Floor {
        /// Unit normal of the ground, towards the player.
        normal: DVec3,
    },
    /// Several surfaces, each too steep to stand on, that carry the player together, so no way between
    /// them leads down steeply. The player stands, walks and jumps as on a floor.
    Wedged {
        /// Unit normal of the plane that they replace, level, or as steep as the way down between them.
        normal: DVec3,
    },
    /// A slope too steep to stand on.
    Steep {
        /// Unit normal of the slope, towards the player.
        normal: DVec3,
    },
    /// In the air, or flying.
    #[default]
    None,
}

impl Ground {
    /// The name in traces and reports, `floor`, `wedged`, `steep` or `none`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor { .. } => "floor",
            Self::Wedged { .. } => "wedged",
            Self::Steep { .. } => "steep",
            Self::None => "none",
        }
    }

    /// Whether one surface carries the player, flat enough to stand on.
    pub fn is_floor(self) -> bool {
        matches!(self, Self::Floor { .. })
    }

    /// Whether the player stands, on a floor, or wedged between steep surfaces.
    ///
    /// # Example
    /// ```
    /// use sidle::{glam::DVec3, player::Ground};
    /// let normal = DVec3::Y;
    /// assert!(Ground::Floor { normal }.stands() && Ground::Wedged { normal }.stands());
    /// assert!(!Ground::Steep { normal: DVec3::X }.stands() && !Ground::None.stands());
    /// ```
    pub fn stands(self) -> bool {
        self.support().is_some()
    }

    /// The unit normal of the ground on which the player stands; `None` if it does not stand.
    pub fn support(self) -> Option<DVec3> {
        match self {
            Self::Floor { normal } | Self::Wedged { normal } => Some(normal),
            Self::Steep { .. } | Self::None => None,
        }
    }

    /// The unit normal of the ground, even of a slope too steep to stand on; `None` if there is no ground.
    pub fn normal(self) -> Option<DVec3> {
        match self {
            Self::Floor { normal } | Self::Wedged { normal } | Self::Steep { normal } => {
                Some(normal)
            }
            Self::None => None,
        }
    }
}

/// The carrier of the player, a moving box under its feet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ride {
    /// The box on which the player stands.
    pub platform: BoxId,
    /// The box's velocity under the player's feet; m/s. The player's own velocity does not include it.
    pub velocity: DVec3,
}

/// Where a player starts, and where it returns to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spawn {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// Heading, counted from -Z to the left.
    pub yaw: BinaryAngle,
    /// Upward tilt of the view.
    pub pitch: BinaryAngle,
    /// The mode at the start.
    pub mode: Mode,
    /// The controller at the start.
    pub controller: Controller,
}

/// The rules of a level, apart from its geometry and the player's tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerState {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// Velocity after collisions; m/s. Relative to the box that carries the player, if there is one.
    pub velocity: DVec3,
    /// Heading, counted from -Z to the left.
    pub yaw: BinaryAngle,
    /// Upward tilt of the view.
    pub pitch: BinaryAngle,
    /// How the player moves.
    pub mode: Mode,
    /// Which algorithm keeps the player out of the world.
    pub controller: Controller,
    /// The ground under the player.
    pub ground: Ground,
    /// The carrier of the player.
    pub ride: Option<Ride>,
    /// How long a jump still works after the player has left the ground; seconds.
    pub coyote: f64,
    /// How long a press of jump is still remembered; seconds.
    pub jump_wanted: f64,
    /// Whether the player crouches. [`Tuning::for_player`](super::Tuning::for_player) gives its size.
    pub crouched: bool,
}

impl PlayerState {
    /// A player at rest at `spawn`. Its first tick finds the ground.
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
            crouched: false,
        }
    }
}
