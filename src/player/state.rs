//! Where the player is and how it moves.

use glam::DVec3;

use super::{Controller, Mode};
use crate::geometry::angle::BinaryAngle;
use crate::geometry::float::max;
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
    /// A ladder that the player holds. It does not stand: it climbs, and gravity has no effect. Only the swept controller
    /// holds [ladders](crate::world::SurfaceRules::ladder).
    Ladder {
        /// Unit normal of the ladder where the player holds it, towards the player.
        normal: DVec3,
    },
    /// A wall or an edge up which the player climbs onto a ledge. It does not stand, and gravity has no effect. Only the swept
    /// controller mantles: with [`Tuning::mantle_height`](super::Tuning::mantle_height), out of water, and above the end of a ladder.
    Mantle {
        /// Unit normal of the wall or the edge where the player holds it, towards the player.
        normal: DVec3,
    },
    /// In the air, or flying.
    #[default]
    None,
}

impl Ground {
    /// The name in traces and reports, `floor`, `wedged`, `steep`, `ladder`, `mantle` or `none`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor { .. } => "floor",
            Self::Wedged { .. } => "wedged",
            Self::Steep { .. } => "steep",
            Self::Ladder { .. } => "ladder",
            Self::Mantle { .. } => "mantle",
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
        matches!(self, Self::Floor { .. } | Self::Wedged { .. })
    }

    /// The unit normal of the ground on which the player stands; `None` if it does not stand.
    pub fn support(self) -> Option<DVec3> {
        match self {
            Self::Floor { normal } | Self::Wedged { normal } => Some(normal),
            Self::Steep { .. } | Self::Ladder { .. } | Self::Mantle { .. } | Self::None => None,
        }
    }

    /// Whether the player holds a ladder or a ledge.
    pub(super) fn is_held(self) -> bool {
        matches!(self, Self::Ladder { .. } | Self::Mantle { .. })
    }

    /// The unit normal of the ground, even of a slope too steep to stand on, a ladder or a ledge; `None` if there is no ground.
    pub fn normal(self) -> Option<DVec3> {
        match self {
            Self::Floor { normal }
            | Self::Wedged { normal }
            | Self::Steep { normal }
            | Self::Ladder { normal }
            | Self::Mantle { normal } => Some(normal),
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
    /// How long the player has not stood on the ground; seconds; 0 while it stands, climbs or flies. It decides nothing, and is
    /// for [`Landing::air_time`](super::Landing::air_time).
    #[cfg_attr(feature = "serde", serde(default))]
    pub air_time: f64,
    /// How fast the velocity led away from the ground at the end of the last tick; m/s; 0 or more. It does where the
    /// ground has turned away under a run, as on a crest, and that is no launch. Every tick sets it. A game copies it
    /// along with the rest.
    #[cfg_attr(feature = "serde", serde(default))]
    pub leaving: f64,
    /// The level unit normal, towards the player, of the wall off which it has jumped last; `None` since it stood or climbed. The
    /// same wall gives no second jump. See [`Tuning::wall_jump_speed`](super::Tuning::wall_jump_speed).
    #[cfg_attr(feature = "serde", serde(default))]
    pub last_wall: Option<DVec3>,
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
            air_time: 0.0,
            leaving: 0.0,
            last_wall: None,
        }
    }

    /// Throws the player into the air with `velocity`, as a jump pad or an explosion does.
    ///
    /// The next tick moves it by the full `velocity`, wherever that leads, and it neither steps, follows the ground nor
    /// jumps. A game may also only add to [`Self::velocity`]. A player on the ground then takes off if the
    /// new velocity leads up, and away from the ground faster than
    /// [`Tuning::launch_speed`](super::Tuning::launch_speed).
    ///
    /// # Arguments
    /// - `velocity`: m/s; relative to the box that carries the player, whose velocity is added when it leaves.
    ///
    /// # Example
    /// A jump pad throws a player up by 4 m, because `v² = 2·20·4`, whatever its speed along the ground:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, player::PlayerState, sim::Sim, world::World};
    /// let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
    /// let mut sim = Sim::new(World::new(vec![], vec![floor]), Default::default(), Default::default(), 120);
    /// sim.tick(&Default::default());
    /// let mut player = *sim.player();
    /// player.launch(DVec3 { y: 160.0_f64.sqrt(), ..player.velocity });
    /// sim.set_player(player);
    /// let heights = (0..120).map(|_| {
    ///     sim.tick(&Default::default());
    ///     sim.player().position.y
    /// });
    /// let highest = heights.fold(0.0, f64::max);
    /// assert!((highest - 4.0).abs() < 0.01);
    /// ```
    pub fn launch(&mut self, velocity: DVec3) {
        self.velocity = velocity;
        self.leave_ground();
    }

    /// Takes the ground away. The player keeps its velocity, and no jump is left to it.
    pub(super) fn leave_ground(&mut self) {
        (self.ground, self.coyote, self.leaving) = (Ground::None, 0.0, 0.0);
    }

    /// How fast the velocity leads away from the ground; m/s; 0 without ground.
    #[inline]
    pub(crate) fn speed_off_ground(&self) -> f64 {
        let away = |normal| max(self.velocity.dot(normal), 0.0);
        self.ground.support().map_or(0.0, away)
    }
}
