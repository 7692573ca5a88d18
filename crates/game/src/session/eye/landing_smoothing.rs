//! Landing smoothing: a body stops at once when it lands, and a person's eye gives way for a moment, as knees do.
//!
//! The offset is visual only, and points into the body.

use sidle::geometry::float;
use sidle::player::PlayerState;

use crate::session::eye::interpolated::Interpolated;

/// The frequency of the spring; radians per second. Smaller: knees of rubber; larger: a landing jolts.
const FREQUENCY: f64 = 16.0;

/// The share of the speed of the fall that the eye keeps.
const SHARE: f64 = 0.3;

/// A slower fall does not bend the knees; metres per second.
const MIN_FALL: f64 = 1.5;

/// A faster fall does not bend the knees further; metres per second.
const MAX_FALL: f64 = 12.0;

/// The eye's offset above its place, 0 or below; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LandingSmoothing {
    pub offset: Interpolated,
    /// Metres per second.
    velocity: f64,
}

impl LandingSmoothing {
    /// Follows the player in a tick of `seconds`, from one state to another.
    pub fn tick(&mut self, from: &PlayerState, to: &PlayerState, seconds: f64) {
        let fall = -from.velocity.y;
        if !from.ground.stands() && to.ground.stands() && fall > MIN_FALL {
            self.velocity -= float::min(fall, MAX_FALL) * SHARE;
        }
        self.offset.previous = self.offset.current;
        // A critically damped spring, integrated implicitly: stable at every tick rate.
        let step = FREQUENCY * seconds;
        self.velocity = (self.velocity - FREQUENCY * step * self.offset.current)
            / ((1.0 + step) * (1.0 + step));
        self.offset.current = float::min(self.offset.current + self.velocity * seconds, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;
    use sidle::player::Ground;

    #[test]
    fn a_landing_bends_the_knees_by_centimetres_and_is_over_within_half_a_second() {
        let air = |speed: f64| PlayerState {
            velocity: DVec3::NEG_Y * speed,
            ground: Ground::None,
            ..PlayerState::default()
        };
        let floor = PlayerState {
            ground: Ground::Floor { normal: DVec3::Y },
            ..PlayerState::default()
        };
        for hz in [30.0, 60.0, 120.0, 360.0] {
            for (speed, range) in [(1.0, 0.0..=0.0), (6.5, 0.02..=0.06), (1e5, 0.04..=0.1)] {
                let mut smoothing = LandingSmoothing::default();
                smoothing.tick(&air(speed), &floor, 1.0 / hz);
                let mut deepest = 0.0_f64;
                for _ in 0..(hz * 0.5) as u32 {
                    deepest = float::max(deepest, -smoothing.offset.at(1.0));
                    smoothing.tick(&floor, &floor, 1.0 / hz);
                }
                assert!(
                    range.contains(&deepest),
                    "{hz} Hz, {speed} m/s: {deepest} m"
                );
                let left = smoothing.offset.at(1.0);
                assert!(
                    (-0.005..=0.0).contains(&left),
                    "{hz} Hz, {speed} m/s: {left} m"
                );
            }
        }
    }
}
