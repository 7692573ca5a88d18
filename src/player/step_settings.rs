//! The limits of a walker, which the swept controller takes from the tuning.

use glam::DVec3;

use super::Tuning;

/// The limits of a walker, and the direction in which it steers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepSettings {
    /// The steepest ground that can be walked on; degrees from level.
    pub max_slope_deg: f64,
    /// The highest step that is climbed; metres.
    pub step_height: f64,
    /// How far down the ground may fall away in one move before the walker leaves it; metres.
    pub snap_distance: f64,
    /// The level direction that the command requests; zero: none.
    pub wish: DVec3,
}

impl StepSettings {
    /// The limits of a player with this tuning.
    #[inline]
    pub fn of(tuning: &Tuning) -> Self {
        Self {
            max_slope_deg: tuning.max_slope_deg,
            step_height: tuning.step_height,
            snap_distance: tuning.snap_distance,
            wish: DVec3::ZERO,
        }
    }
}
