//! Step smoothing: the body rises or falls by a step within a tick or two, and the eye follows within a tenth of a
//! second. Detects steps from the motion, since the trace is not always recorded and a sphere can roll over an edge
//! without a step.
//!
//! The offset is visual only. It is smaller than the body's radius, so no ceiling or floor comes between eye and body.

use sidle::geometry::float;
use sidle::glam::Vec3Swizzles;
use sidle::player::PlayerState;
use sidle::sim::metrics::own_motion;

use crate::session::eye::interpolated::Interpolated;

/// The time constant of the offset's decay; seconds. Smaller: stairs jolt; larger: the eye lags behind the body.
const DECAY_SECONDS: f64 = 0.03;

/// The largest offset, as a fraction of the eye's clearance.
const MAX_OFFSET: f64 = 0.6;

/// The steepest slope that does not count as a step: rise over run, tan of 52 degrees. Smaller: the eye lags behind on steep ground;
/// larger: low steps jolt.
const MAX_SLOPE: f64 = 1.3;

/// A smaller rise does not count as a step; metres.
const MIN_RISE: f64 = 0.01;

/// Whether the player rose or fell by a step in a tick of `seconds`, from one state to another.
fn is_step(from: &PlayerState, to: &PlayerState, seconds: f64) -> bool {
    let motion = own_motion(from.position, to, seconds);
    let on_foot = from.ground.stands() && to.ground.stands();
    let steep = motion.y.abs() > motion.xz().length() * MAX_SLOPE + MIN_RISE;
    on_foot && steep
}

/// The eye's offset above its place in the body, negative below; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepSmoothing {
    pub offset: Interpolated,
}

impl StepSmoothing {
    /// Follows the player's motion in a tick of `seconds`, from one state to another; `clearance` is the eye's without
    /// an offset, in metres.
    pub fn tick(&mut self, from: &PlayerState, to: &PlayerState, seconds: f64, clearance: f64) {
        self.offset.previous = self.offset.current;
        self.offset.current /= 1.0 + seconds / DECAY_SECONDS;
        if is_step(from, to, seconds) {
            self.offset.current -= own_motion(from.position, to, seconds).y;
        }
        let limit = clearance * MAX_OFFSET;
        self.offset.current = float::clamp(self.offset.current, -limit, limit);
    }
}

#[cfg(test)]
mod tests;
