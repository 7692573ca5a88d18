//! The tuning of the player's movement, with every number that a level may set.

mod air_control;
#[cfg(feature = "serde")]
mod infinite;
mod numbers;
mod size;

use glam::{DMat3, DVec3};

use super::{Body, Controller};
use crate::geometry::Obb;
use crate::geometry::angle::{BinaryAngle, ViewAxes};
use crate::geometry::float::{clamp, max, min};
pub use air_control::AirControl;
use numbers::NUMBERS;
pub use numbers::{TuningNumber, TuningTexts};
pub use size::BodySize;

/// The shape of the player's body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BodyShape {
    /// A sphere around the eye, the founding texts' camera.
    #[default]
    Sphere,
    /// An upright capsule, like a person.
    Capsule,
    /// An upright square box that never turns, as in games of blocks: twice [`Tuning::radius`] wide, [`Tuning::height`] high.
    Box,
}

impl BodyShape {
    /// All shapes with the names that files use.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("sphere", Self::Sphere),
        ("capsule", Self::Capsule),
        ("box", Self::Box),
    ];

    /// The name that files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Capsule => "capsule",
            Self::Box => "box",
        }
    }

    /// The shape with its article, for messages.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Sphere => "a sphere",
            Self::Capsule => "a capsule",
            Self::Box => "an upright box",
        }
    }
}

/// The tuning of the player's movement, as plain numbers. [`Default`] is the shipped tuning.
///
/// Numerical tolerances are not here. They are in [`tolerance`](crate::tolerance).
#[doc(alias = "character controller")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Tuning {
    /// The shape of the body.
    pub body: BodyShape,
    /// Radius of the body, or half the width of a box; metres; 1e-3 to 1e3. Smaller: the player slips through narrow gaps and tunnels
    /// sooner; larger: doors are too narrow.
    pub radius: f64,
    /// Capsule and box only: height from bottom to top; metres; 2e-3 to 1e4, and at least twice the radius. Larger:
    /// low doors are too low.
    pub height: f64,
    /// Height of a person's eye above the bottom; metres; 0 to 1e4. Smaller: a child's view; larger:
    /// a view from stilts.
    pub eye_height: f64,
    /// Speed along the ground; m/s; 0 to 1e5. Smaller: like wading; larger: corners come too fast, and from
    /// about `radius` × tick rate on, the classic controller goes through walls.
    pub walk_speed: f64,
    /// Speed of the flying camera, reached at once; m/s; 0 to 1e5.
    pub fly_speed: f64,
    /// Factor on both speeds while [`Command::fast`](super::Command::fast) is set; 1 to 100.
    pub fast_factor: f64,
    /// Acceleration on the ground towards the requested velocity; m/s²; infinity reaches it at once.
    /// Smaller: like ice; larger: starts and stops feel weightless.
    #[cfg_attr(feature = "serde", serde(with = "infinite"))]
    pub ground_accel: f64,
    /// Acceleration in the air of the level velocity towards the requested one, if any; m/s²; may be
    /// infinite. Smaller: a jump cannot be steered; larger: sharp turns in mid-air.
    #[cfg_attr(feature = "serde", serde(with = "infinite"))]
    pub air_accel: f64,
    /// Downward acceleration; m/s²; 0 to 1e5. Smaller: like on the moon; larger: jumps are over at once.
    pub gravity: f64,
    /// Upward speed at take-off; m/s; 0 to 1e5. The jump is `jump_speed² / (2·gravity)` high.
    pub jump_speed: f64,
    /// How long after the player leaves the ground a jump still works; seconds; 0 to 10. Smaller: jumps at
    /// ledges fail; larger: the player jumps from thin air.
    pub coyote_time: f64,
    /// How long before landing a press of jump is remembered; seconds; 0 to 10. Smaller: presses just
    /// too early are lost; larger: old presses cause unwanted jumps.
    pub jump_buffer: f64,
    /// Steepest ground that can be walked on; degrees from level; 0 to 89. Smaller: the player slides off
    /// kerbs; larger: the player climbs walls. A surface may have
    /// [its own](crate::world::SurfaceRules::max_slope_deg) instead.
    pub max_slope_deg: f64,
    /// Highest step that is climbed; metres; 0 to 1e3. Only the swept controller climbs steps. The classic
    /// controller's sphere rolls over low obstacles instead. A surface may have
    /// [its own](crate::world::SurfaceRules::step_height).
    pub step_height: f64,
    /// How far down the ground may fall away in one tick before a walker takes off; metres; 0 to
    /// 1e3. A little above `step_height`, as by default, the walker walks down each step that it climbs. Smaller: it hops down
    /// ramps and stairs; larger: it sticks to ledges.
    pub snap_distance: f64,
    /// Classic only: the share of the radius that is tested against a polygon's edges; 0 to 1. The text
    /// takes 0.5, which avoids snags at corners; 1.0 shows them.
    pub edge_radius_factor: f64,
    /// Classic only: faces always push to their front, whichever side the centre is on.
    pub one_sided: bool,
    /// Boxed only: half the size of the player's box along its right, up and back axes; metres; each 1e-3
    /// to 1e3. `None` means the radius along each axis. A box flatter than its fall in one tick goes
    /// through floors.
    pub box_half_extents: Option<DVec3>,
    /// Boxed only: the box turns with the heading; otherwise it stays aligned with the world's axes.
    pub box_turns: bool,
    /// Capsule and box only: height from bottom to top while the player crouches; metres; 2e-3 to 1e4. It counts as
    /// at least twice the radius, and as at most `height`. Smaller: the player crawls under tables; larger:
    /// crouching changes nothing.
    pub crouch_height: f64,
    /// Factor on `walk_speed` while the player crouches on the ground; 0 to 1.
    /// [`Command::fast`](super::Command::fast) has no effect then. Smaller: a crouching player cannot walk;
    /// larger: crouching costs no speed.
    pub crouch_factor: f64,
    /// Capsule and box only: a crouch in the air pulls up the feet and leaves the head in place, as in Half-Life. Whoever stands up in
    /// the air puts the feet down again, if there is room. Otherwise the head comes down and the feet stay, as on the ground.
    pub crouch_lifts_feet: bool,
    /// A player on the ground takes off if the game changes its velocity so that it leads up, and away from the ground
    /// faster than this; m/s; 0 to 1e5. A slower change only loses the part away from the ground. Smaller: nudges lift
    /// the player; larger: who is knocked back stays on the ground. See [`PlayerState::launch`](super::PlayerState::launch).
    pub launch_speed: f64,
    /// Swept only: a jump in the air, next to a wall, gives at least this speed away from the wall, and at least `jump_speed`
    /// upwards, once a wall; m/s; 0 to 1e5. 0: none. Smaller: the player stays at the wall; larger: walls throw the player
    /// through the room.
    pub wall_jump_speed: f64,
    /// Swept only: a player in the air climbs onto a ledge that keys lead into, if it is at most this far above its feet and has
    /// room; metres; 0 to 10. 0: it does not. Smaller: high ledges need a higher jump; larger: fences are no obstacle.
    pub mantle_height: f64,
    /// How fast keys on the ground add speed along their direction, in wanted speeds a second, as Quake's `sv_accelerate`; 1/s; 0 to
    /// 1e5. 0: `ground_accel` counts, and neither friction nor stop speed. Smaller: starts are slow; larger: friction has no effect
    /// on a runner. See [`accelerate`](fn@super::accelerate), and [`AirControl`] for presets.
    pub ground_gain: f64,
    /// Only with `ground_gain`: the share of its speed that a walker loses a second; 1/s; 0 to 1e5. Smaller: like ice; larger: no
    /// landing keeps its speed.
    pub ground_friction: f64,
    /// Only with `ground_gain`: a slower walker loses as much speed as one of this speed; m/s; 0 to 1e5. Smaller: stops take long;
    /// larger: they are sudden.
    pub stop_speed: f64,
    /// How fast keys in the air add speed along their direction, in wanted speeds a second, as Quake's `sv_airaccelerate`; 1/s; 0
    /// to 1e5. 0: `air_accel` counts. Otherwise the swept controller also surfs, see [`StepSettings::surf`](super::StepSettings::surf).
    /// Smaller: a strafe jump gains nothing; larger: a flight turns sharply.
    pub air_gain: f64,
    /// Only with `air_gain`: beyond this speed along the keys, they add nothing in the air, as with Source's 30 units; m/s; 0 to 1e5.
    /// 0: only the wanted speed limits it. Smaller: keys turn a flight and do not speed it up; larger: jumps from rest are steered.
    pub air_speed_cap: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            body: BodyShape::Sphere,
            radius: 0.5,
            height: 1.75,
            eye_height: 1.65,
            walk_speed: 5.0,
            fly_speed: 8.0,
            fast_factor: 2.0,
            ground_accel: 60.0,
            air_accel: 12.0,
            gravity: 20.0,
            jump_speed: 6.5,
            coyote_time: 0.1,
            jump_buffer: 0.1,
            max_slope_deg: 50.0,
            step_height: 0.35,
            snap_distance: 0.36,
            edge_radius_factor: 0.5,
            one_sided: false,
            box_half_extents: None,
            box_turns: true,
            crouch_height: 1.0,
            crouch_factor: 0.5,
            crouch_lifts_feet: false,
            launch_speed: 2.0,
            wall_jump_speed: 0.0,
            mantle_height: 0.0,
            ground_gain: 0.0,
            ground_friction: 6.0,
            stop_speed: 2.54,
            air_gain: 0.0,
            air_speed_cap: 0.0,
        }
    }
}

/// Why a number cannot be set.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TuningProblem {
    /// A tuning has no number of that name.
    UnknownName,
    /// The value is outside the number's range, whose ends are allowed.
    OutOfRange {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value. Infinity means that infinity is allowed.
        max: f64,
    },
}

impl Tuning {
    /// The range of each component of [`Self::box_half_extents`]; metres.
    pub const BOX_HALF_EXTENTS: core::ops::RangeInclusive<f64> = 1e-3..=1e3;

    /// The body; `None` when its numbers are invalid.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{BodyShape, Tuning};
    /// let person = Tuning { body: BodyShape::Capsule, radius: 0.3, ..Tuning::default() };
    /// assert_eq!(person.body().unwrap().height(), 1.75);
    /// ```
    #[must_use]
    pub fn body(&self) -> Option<Body> {
        match self.body {
            BodyShape::Sphere => Body::sphere(self.radius),
            BodyShape::Capsule => Body::capsule(self.radius, self.height),
            BodyShape::Box => Body::square_box(self.radius, self.height),
        }
    }

    /// The boxed controller's box with its centre at `position`; `None` when a number is out of its range.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::angle::BinaryAngle, glam::DVec3, player::Tuning};
    /// let slim = Tuning { box_half_extents: Some(DVec3::new(0.3, 0.9, 0.1)), ..Tuning::default() };
    /// let to_the_left = slim.obb(DVec3::Y, BinaryAngle::from_degrees(90.0)).unwrap();
    /// assert_eq!(to_the_left.half_extents(), DVec3::new(0.3, 0.9, 0.1));
    /// assert_eq!(to_the_left.axes().col(0), DVec3::NEG_Z); // its right
    /// ```
    #[must_use]
    pub fn obb(&self, position: DVec3, yaw: BinaryAngle) -> Option<Obb> {
        let half_extents = self.box_half_extents.unwrap_or(DVec3::splat(self.radius));
        let rotation = if self.box_turns {
            let axes = ViewAxes::new(yaw, BinaryAngle::ZERO);
            DMat3::from_cols(axes.right, DVec3::Y, -axes.heading)
        } else {
            DMat3::IDENTITY
        };
        Obb::new(position, rotation, half_extents)
    }

    /// How near the eye of a player with `controller` can come to a wall; metres.
    #[must_use]
    pub fn clearance(&self, controller: Controller) -> f64 {
        match (controller, self.box_half_extents, self.body) {
            (Controller::Boxed, Some(half_extents), BodyShape::Sphere) => {
                half_extents.min_element()
            }
            (_, _, BodyShape::Sphere) => self.radius,
            (_, _, BodyShape::Box) => {
                let (below, above) = (self.eye_height, self.height - self.eye_height);
                max(min(self.radius, min(below, above)), 0.0)
            }
            (_, _, BodyShape::Capsule) => {
                // Near an end, the eye is off the middle of the hemisphere.
                let (low, high) = (self.radius, self.height - self.radius);
                let off = self.eye_height - clamp(self.eye_height, low, max(low, high));
                max(self.radius - off.abs(), 0.0)
            }
        }
    }

    /// How far the eye is above the body's reference point; metres.
    #[must_use]
    pub fn eye_offset(&self) -> f64 {
        match self.body {
            BodyShape::Sphere => 0.0,
            BodyShape::Capsule | BodyShape::Box => self.eye_height - self.radius,
        }
    }

    /// All numbers of a tuning. New numbers are only added at the end.
    pub const NUMBERS: &'static [TuningNumber] = &NUMBERS;

    /// The names of all numbers, as level files write them.
    pub fn number_names() -> impl Iterator<Item = &'static str> {
        NUMBERS.iter().map(|number| number.name)
    }

    /// All numbers with their names, in the order of [`Self::NUMBERS`].
    ///
    /// # Example
    /// ```
    /// use sidle::player::Tuning;
    /// assert_eq!(Tuning::default().numbers().next(), Some(("radius", 0.5)));
    /// ```
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, f64)> {
        NUMBERS.iter().map(|number| (number.name, number.of(self)))
    }

    /// Whether every number is within its range, and the height of a capsule or a box is at least twice its radius.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{BodyShape, Tuning};
    /// assert!(Tuning::default().is_valid());
    /// assert!(!Tuning { radius: -1.0, ..Tuning::default() }.is_valid());
    /// assert!(!Tuning { body: BodyShape::Capsule, height: 0.9, ..Tuning::default() }.is_valid());
    /// ```
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let sizes = self.box_half_extents.unwrap_or(DVec3::ONE).to_array();
        NUMBERS.iter().all(|number| number.allows(number.of(self)))
            && sizes
                .iter()
                .all(|size| Self::BOX_HALF_EXTENTS.contains(size))
            && self.body().is_some()
    }

    /// Sets the number called `name`.
    ///
    /// # Errors
    /// When no number has that name, or `value` is out of range. Nothing changes then.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{Tuning, TuningProblem};
    /// let mut tuning = Tuning::default();
    /// assert_eq!(tuning.set("radius", 0.3), Ok(()));
    /// assert_eq!(tuning.radius, 0.3);
    /// assert_eq!(tuning.set("raduis", 0.3), Err(TuningProblem::UnknownName));
    /// assert!(tuning.set("radius", -1.0).is_err());
    /// ```
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), TuningProblem> {
        let number = TuningNumber::named(name).ok_or(TuningProblem::UnknownName)?;
        if number.allows(value) {
            *(number.field)(self) = value;
            Ok(())
        } else {
            let [min, max] = number.range;
            Err(TuningProblem::OutOfRange { min, max })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_its_own_number_and_no_other() {
        for name in Tuning::number_names() {
            let mut tuning = Tuning::default();
            tuning.set(name, 1.0).unwrap();
            let mut others = 0;
            for other in &NUMBERS {
                let changed = other.of(&tuning) != other.of(&Tuning::default());
                others += usize::from(changed && other.name != name);
            }
            assert_eq!(others, 0, "{name} changed another number too");
        }
    }

    #[test]
    fn the_default_tuning_is_within_every_range() {
        for number in &NUMBERS {
            let value = number.of(&Tuning::default());
            assert_eq!(
                Tuning::default().set(number.name, value),
                Ok(()),
                "{}",
                number.name
            );
        }
    }

    #[test]
    fn usual_ranges_are_allowed_and_contain_the_default() {
        for number in &NUMBERS {
            let ([least, most], name) = (number.usual, number.name);
            assert!(least < most, "{name}");
            assert!(number.allows(least) && number.allows(most), "{name}");
            let shipped = number.of(&Tuning::default());
            assert!((least..=most).contains(&shipped), "{name}");
        }
    }

    #[test]
    fn only_accelerations_may_be_infinite_and_no_number_may_be_nan() {
        for name in Tuning::number_names() {
            let mut tuning = Tuning::default();
            assert_eq!(
                tuning.set(name, f64::INFINITY).is_ok(),
                name.ends_with("_accel"),
                "{name}"
            );
            assert!(tuning.set(name, f64::NAN).is_err(), "{name}");
        }
    }
}
