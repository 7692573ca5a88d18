//! Step smoothing: the body rises or falls by a step within a tick or two, and the eye follows within a tenth of a
//! second. Detects steps from the motion, since the trace is not always recorded and a sphere can roll over an edge
//! without a step.
//!
//! The offset is visual only. It is smaller than the body's radius, so no ceiling or floor comes between eye and body.

use sidle::geometry::float;
use sidle::glam::Vec3Swizzles;
use sidle::player::PlayerState;
use sidle::sim::metrics::own_motion;

use crate::session::interpolated::Interpolated;

/// The time constant of the offset's decay; seconds. Smaller: stairs jolt; larger: the eye lags behind the body.
const DECAY_SECONDS: f64 = 0.03;

/// The largest offset, as a fraction of the eye's clearance.
const MAX_OFFSET: f64 = 0.6;

/// The steepest slope that is no step: rise over run, tan of 52 degrees. Smaller: the eye lags behind on steep ground;
/// larger: low steps jolt.
const MAX_SLOPE: f64 = 1.3;

/// A smaller rise is no step; metres.
const MIN_RISE: f64 = 0.01;

/// Whether the player rose or fell by a step in a tick of `seconds`, from one state to another.
pub fn is_step(from: &PlayerState, to: &PlayerState, seconds: f64) -> bool {
    let motion = own_motion(from.position, to, seconds);
    let on_foot = from.ground.stands() && to.ground.stands();
    let steep = motion.y.abs() > motion.xz().length() * MAX_SLOPE + MIN_RISE;
    on_foot && steep
}

/// The eye's offset above its place in the body, negative below; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepSmoothing {
    offset: Interpolated,
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

    /// Removes the offset, as after a teleport or in a pause.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The offset at this fraction of the last tick; metres.
    pub fn offset_at(&self, fraction: f64) -> f64 {
        self.offset.at(fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;
    use sidle::player::{Ground, Ride};
    use sidle::world::BoxId;

    const TICK: f64 = 1.0 / 120.0;

    fn standing(x: f64, y: f64) -> PlayerState {
        PlayerState {
            position: DVec3::new(x, y, 0.0),
            ground: Ground::Floor { normal: DVec3::Y },
            ..PlayerState::default()
        }
    }

    #[test]
    fn the_eye_follows_a_step_up_within_a_tenth_of_a_second() {
        let mut smoothing = StepSmoothing::default();
        // 4 cm ahead and 25 cm up: a stair. Then ahead on it.
        smoothing.tick(&standing(0.0, 0.5), &standing(0.04, 0.75), TICK, 0.5);
        assert_eq!(
            (smoothing.offset_at(0.0), smoothing.offset_at(1.0)),
            (0.0, -0.25)
        );
        let mut last = -0.25;
        for tick in 1..=12 {
            let x = 0.04 * f64::from(tick);
            smoothing.tick(&standing(x, 0.75), &standing(x + 0.04, 0.75), TICK, 0.5);
            assert_eq!(smoothing.offset_at(0.0), last, "no jump between two ticks");
            assert!(smoothing.offset_at(1.0) > last, "always up");
            last = smoothing.offset_at(1.0);
        }
        assert!(last > -0.02, "{last}");
    }

    #[test]
    fn the_eye_follows_a_step_down_from_above() {
        let mut smoothing = StepSmoothing::default();
        smoothing.tick(&standing(0.0, 0.75), &standing(0.04, 0.55), TICK, 0.5);
        assert!((smoothing.offset_at(1.0) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn slopes_jumps_falls_and_lifts_cause_no_offset() {
        let up = standing(0.04, 0.55);
        let air = |y| PlayerState {
            ground: Ground::None,
            ..standing(0.0, y)
        };
        let lifted = PlayerState {
            ride: Some(Ride {
                platform: BoxId(0),
                velocity: DVec3::Y * 6.0,
            }),
            ..standing(0.0, 0.55)
        };
        for (what, from, to) in [
            ("a slope of 51 degrees", standing(0.0, 0.5), up),
            ("a jump", standing(0.0, 0.5), air(0.75)),
            ("a landing", air(0.75), standing(0.0, 0.5)),
            ("a lift", standing(0.0, 0.5), lifted),
        ] {
            let mut smoothing = StepSmoothing::default();
            smoothing.tick(&from, &to, TICK, 0.5);
            assert_eq!(smoothing, StepSmoothing::default(), "{what}");
        }
    }

    #[test]
    fn the_offset_is_limited_on_endless_stairs() {
        let mut smoothing = StepSmoothing::default();
        for step in 0..50 {
            let y = 0.4 * f64::from(step);
            smoothing.tick(&standing(0.0, y), &standing(0.0, y + 0.4), TICK, 0.5);
            assert!(smoothing.offset_at(1.0) >= -0.5 * MAX_OFFSET);
        }
        smoothing.reset();
        assert_eq!(smoothing.offset_at(0.5), 0.0);
    }
}
