//! The command for one tick, quantised.
//!
//! A command holds only integers and flags, so a recording of commands replays bit-exactly on every
//! machine. Input from devices and scripts is rounded *before* the simulation reads it.

use glam::DVec3;

use super::BodyShape;
use crate::geometry::angle::{BinaryAngle, ViewAxes};
use crate::geometry::float::clamp;

/// Requested movement along one axis: -1 to 1 in steps of 1/127, both ends exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "i8", into = "i8"))]
pub struct Axis(i8);

impl Axis {
    /// No movement along this axis.
    pub const ZERO: Self = Self(0);

    /// The nearest step to `value`, clamped to ±1. NaN gives [`Self::ZERO`].
    ///
    /// # Example
    /// ```
    /// use sidle::player::Axis;
    /// assert_eq!(Axis::new(1.0).value(), 1.0);
    /// assert_eq!(Axis::new(-7.0).value(), -1.0);
    /// assert!((Axis::new(0.5).value() - 0.5).abs() < 0.5 / 127.0);
    /// ```
    #[must_use]
    pub fn new(value: f64) -> Self {
        // A cast from NaN gives 0.
        Self(libm::round(clamp(value, -1.0, 1.0) * 127.0) as i8)
    }

    /// The requested movement, from -1 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 127.0
    }

    /// The value in steps, from -127 to 127.
    pub const fn steps(self) -> i8 {
        self.0
    }
}

#[cfg(feature = "serde")]
impl From<i8> for Axis {
    /// As many steps, clamped to ±127.
    fn from(steps: i8) -> Self {
        Self(steps.max(-127))
    }
}

#[cfg(feature = "serde")]
impl From<Axis> for i8 {
    /// The steps of the axis.
    fn from(axis: Axis) -> Self {
        axis.0
    }
}

/// How the player moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Mode {
    /// On the ground, with gravity and jumps.
    #[default]
    Walk,
    /// Like the founding texts' free camera, no gravity.
    Fly,
}

impl Mode {
    /// All modes with the names that files use.
    pub const NAMES: [(&'static str, Self); 2] = [("walk", Self::Walk), ("fly", Self::Fly)];

    /// The name that files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Fly => "fly",
        }
    }
}

/// The algorithm that keeps the player out of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Controller {
    /// The founding texts' push-out of a camera sphere, with its flaws:
    /// [`classic`](crate::player::classic).
    Classic,
    /// Our own, exact sweeps, and no tunnelling at any speed:
    /// [`move_and_slide`](fn@super::move_and_slide).
    #[default]
    Swept,
    /// The founding texts' box that slides along the faces it runs into:
    /// [`boxed`](crate::player::boxed).
    Boxed,
    /// One outside of the library, by its number in the game, below [`Self::MAX_OUTER`]. No file can name it. Only
    /// [`Sim::play_with`](crate::sim::Sim::play_with) moves such a player; [`advance`](super::advance()) leaves it where
    /// it is.
    Outer(u8),
}

impl Controller {
    /// How many outer controllers there can be, as many as a recording can name.
    pub const MAX_OUTER: u8 = 4;

    /// The controllers of the library with the names that files and commands use.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("classic", Self::Classic),
        ("swept", Self::Swept),
        ("boxed", Self::Boxed),
    ];

    /// Whether the controller can move such a body. The classic controller needs a sphere. The boxed
    /// controller replaces a sphere by a box.
    #[must_use]
    pub fn suits(self, body: BodyShape) -> bool {
        matches!(self, Self::Swept | Self::Outer(_)) || body == BodyShape::Sphere
    }

    /// The body that the controller moves, with its article, for messages.
    pub fn moves(self) -> &'static str {
        match self {
            Self::Classic => "a sphere",
            Self::Swept => "a sphere, a capsule or an upright box",
            Self::Boxed => "a box in place of a sphere",
            Self::Outer(_) => "a sphere, a capsule or an upright box",
        }
    }

    /// The name that files and commands use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Swept => "swept",
            Self::Boxed => "boxed",
            Self::Outer(_) => "outer",
        }
    }
}

/// Everything that the player requests for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Command {
    /// Ahead (1) or back (-1).
    pub forward: Axis,
    /// To the right (1) or left (-1).
    pub right: Axis,
    /// In [`Mode::Fly`] and in [water](fn@super::swim), up (1) or down (-1), in the world. In [`Mode::Walk`], below 0, a capsule
    /// crouches, as with Quake's `upmove`.
    pub up: Axis,
    /// Heading, counted from -Z to the left.
    pub yaw: BinaryAngle,
    /// Upward tilt of the view.
    pub pitch: BinaryAngle,
    /// How to move from this tick on.
    pub mode: Mode,
    /// Which controller to use from this tick on.
    pub controller: Controller,
    /// Jump was pressed in this tick.
    pub jump: bool,
    /// Move faster, by [`Tuning::fast_factor`](super::Tuning::fast_factor).
    pub fast: bool,
    /// Return the player to the spawn, and all movers to their start.
    pub respawn: bool,
}

impl Command {
    /// Whether the player requests to crouch.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{Axis, Command, Mode};
    /// let low = Command { up: Axis::new(-1.0), ..Command::default() };
    /// assert!(low.crouch());
    /// assert!(!Command { mode: Mode::Fly, ..low }.crouch());
    /// ```
    #[must_use]
    pub fn crouch(&self) -> bool {
        self.mode == Mode::Walk && self.up.steps() < 0
    }

    /// The requested walking direction: level, no longer than 1.
    ///
    /// # Example
    /// ```
    /// use sidle::{glam::DVec3, player::{Axis, Command}};
    /// let ahead = Command { forward: Axis::new(1.0), ..Command::default() };
    /// assert_eq!(ahead.walk_wish(), DVec3::NEG_Z);
    /// let both = Command { right: Axis::new(1.0), ..ahead };
    /// assert!((both.walk_wish().length() - 1.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn walk_wish(&self) -> DVec3 {
        let (heading, right) = ViewAxes::level(self.yaw);
        let wish = heading * self.forward.value() + right * self.right.value();
        wish.clamp_length_max(1.0)
    }

    /// The requested flying direction: forward and right along the view, up along the world's Y axis. The
    /// three axes together are clamped to length 1.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::angle::BinaryAngle, glam::DVec3, player::{Axis, Command}};
    /// let climb = Command {
    ///     forward: Axis::new(1.0), pitch: BinaryAngle::from_degrees(90.0), ..Command::default()
    /// };
    /// assert_eq!(climb.fly_wish(), DVec3::Y);
    /// ```
    #[must_use]
    pub fn fly_wish(&self) -> DVec3 {
        let axes = ViewAxes::new(self.yaw, self.pitch);
        let wish = DVec3::new(self.forward.value(), self.right.value(), self.up.value())
            .clamp_length_max(1.0);
        axes.look * wish.x + axes.right * wish.y + DVec3::Y * wish.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_an_axis_survives_a_round_trip() {
        for steps in -127..=127_i8 {
            assert_eq!(Axis::new(f64::from(steps) / 127.0).steps(), steps);
        }
        assert_eq!(Axis::new(f64::NAN), Axis::ZERO);
        assert_eq!(Axis::new(f64::NEG_INFINITY).value(), -1.0);
    }

    #[test]
    fn looking_up_does_not_slow_a_walker_down() {
        let command = Command {
            forward: Axis::new(1.0),
            pitch: BinaryAngle::from_degrees(80.0),
            yaw: BinaryAngle::from_degrees(90.0),
            ..Command::default()
        };
        assert_eq!(command.walk_wish(), DVec3::NEG_X);
    }

    #[test]
    fn modes_and_controllers_have_the_names_of_their_tables() {
        for (name, mode) in Mode::NAMES {
            assert_eq!(mode.name(), name);
        }
        for (name, controller) in Controller::NAMES {
            assert_eq!(controller.name(), name);
        }
    }
}
