//! The limits of a walking body.

use glam::DVec3;

use super::Tuning;
use super::motion::level;
use crate::geometry::float::max;

/// The limits of a walking body, and where it wants to go.
///
/// [`Default`] has the limits of [`Tuning::default`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSettings {
    /// The steepest ground that can be walked on; degrees from level; 0 to 90. A surface may have
    /// [its own](crate::world::SurfaceRules::max_slope_deg) instead.
    pub max_slope_deg: f64,
    /// The highest step that is climbed; metres; 0 climbs none. A surface may have
    /// [its own](crate::world::SurfaceRules::step_height).
    pub step_height: f64,
    /// How far down the ground may fall away in one move before the body leaves it; metres; 0 follows nothing. As large as
    /// `step_height`, it follows each step down that it climbs.
    pub snap_distance: f64,
    /// Who stands takes off if the velocity leads up, and off the ground faster than this; m/s; may be infinite. Smaller:
    /// nudges lift the body; larger: knock-back keeps it on the ground.
    pub launch_speed: f64,
    /// Whether a body in the air can ride up on surfaces that are too steep to stand on, as in Quake and Source.
    /// Otherwise these are walls, and take away the whole motion towards them. [`advance`](fn@super::advance) surfs if
    /// [`Tuning::air_gain`] is above 0.
    pub surf: bool,
    /// The direction in which the body wants to go, of any length; its level part counts. While the body stands, no surface turns
    /// its motion against this direction, so it comes to rest in a corner where momentum would carry it from wall to wall. Zero
    /// for none: momentum alone decides.
    pub wish: DVec3,
}

impl Default for StepSettings {
    fn default() -> Self {
        Self::from(&Tuning::default())
    }
}

impl From<&Tuning> for StepSettings {
    /// The limits of a player with this tuning, with which [`advance`](fn@super::advance) moves a swept player.
    #[inline]
    fn from(tuning: &Tuning) -> Self {
        Self {
            max_slope_deg: tuning.max_slope_deg,
            step_height: tuning.step_height,
            snap_distance: tuning.snap_distance,
            launch_speed: tuning.launch_speed,
            surf: tuning.air_gain > 0.0,
            wish: DVec3::ZERO,
        }
    }
}

impl StepSettings {
    /// The settings with a level wish and without negative lengths. `None` if a number is not finite.
    pub(super) fn checked(&self) -> Option<Self> {
        let limits = [self.max_slope_deg, self.step_height, self.snap_distance];
        let is_finite = limits.iter().all(|limit| limit.is_finite())
            && self.wish.is_finite()
            && !self.launch_speed.is_nan();
        is_finite.then(|| Self {
            step_height: max(self.step_height, 0.0),
            snap_distance: max(self.snap_distance, 0.0),
            wish: level(self.wish),
            ..*self
        })
    }
}
