//! The eye's smooth way over steps: the body is lifted onto a step, or set down from it, in a tick or two,
//! and the eye follows within a tenth of a second. (The trace tells of steps too, but only while it is
//! wanted; and a ball that rolls over a step's edge makes no step for it.)
//!
//! Only what is seen: the eye stays within the body's own ball, so neither a ceiling nor a floor comes
//! between the two.

use sidle::geometry::float;
use sidle::glam::{DVec3, Vec3Swizzles};
use sidle::player::PlayerState;

/// In this time the eye makes up for half of what is left; seconds. Smaller: stairs jolt; larger: the eye
/// swims behind the body.
const CATCH_UP: f64 = 0.03;

/// The eye leaves its place in the body by no more than this share of the room around it.
const FARTHEST: f64 = 0.6;

/// How far a slope alone lifts who walks so far on the level, at the steepest: tan of 52 degrees. Less than
/// that is smooth by itself. Smaller: the eye lags behind on steep ground; larger: low steps jolt.
const STEEPEST: f64 = 1.3;

/// A rise of less is none; metres.
const LEAST_RISE: f64 = 0.01;

/// How far the eye is above its place in the body, or below when negative; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepSmoothing {
    before: f64,
    now: f64,
}

impl StepSmoothing {
    /// A tick of `seconds` has led the player from one state to another; around the eye there is so much
    /// free `room`, in metres.
    pub fn tick(&mut self, from: &PlayerState, to: &PlayerState, seconds: f64, room: f64) {
        self.before = self.now;
        self.now /= 1.0 + seconds / CATCH_UP;
        let carried = to.ride.map_or(DVec3::ZERO, |ride| ride.velocity * seconds);
        let way = to.position - from.position - carried;
        let on_foot = from.ground.is_floor() && to.ground.is_floor();
        let steep = way.y.abs() > way.xz().length() * STEEPEST + LEAST_RISE;
        if on_foot && steep {
            self.now -= way.y;
        }
        self.now = float::clamp(self.now, -room * FARTHEST, room * FARTHEST);
    }

    /// The eye is in its place: after a jump to elsewhere, or where one looks at a tick for itself.
    pub fn end(&mut self) {
        *self = Self::default();
    }

    /// How far the eye is above its place at this share of the last tick; metres.
    pub fn at(&self, share: f64) -> f64 {
        self.before + (self.now - self.before) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn the_eye_stays_where_it_was_and_has_followed_after_a_tenth_of_a_second() {
        let mut climb = StepSmoothing::default();
        // 4 cm ahead and 25 cm up: a stair. Then ahead on it.
        climb.tick(&standing(0.0, 0.5), &standing(0.04, 0.75), TICK, 0.5);
        assert_eq!((climb.at(0.0), climb.at(1.0)), (0.0, -0.25));
        let mut last = -0.25;
        for tick in 1..=12 {
            let x = 0.04 * f64::from(tick);
            climb.tick(&standing(x, 0.75), &standing(x + 0.04, 0.75), TICK, 0.5);
            assert_eq!(climb.at(0.0), last, "no jump between two ticks");
            assert!(climb.at(1.0) > last, "always up");
            last = climb.at(1.0);
        }
        assert!(last > -0.02, "{last}");
    }

    #[test]
    fn down_a_step_it_follows_from_above() {
        let mut climb = StepSmoothing::default();
        climb.tick(&standing(0.0, 0.75), &standing(0.04, 0.55), TICK, 0.5);
        assert!((climb.at(1.0) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn slopes_jumps_falls_and_lifts_are_no_steps() {
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
            let mut climb = StepSmoothing::default();
            climb.tick(&from, &to, TICK, 0.5);
            assert_eq!(climb, StepSmoothing::default(), "{what}");
        }
    }

    #[test]
    fn it_never_leaves_the_body_however_high_the_stairs() {
        let mut climb = StepSmoothing::default();
        for step in 0..50 {
            let y = 0.4 * f64::from(step);
            climb.tick(&standing(0.0, y), &standing(0.0, y + 0.4), TICK, 0.5);
            assert!(climb.at(1.0) >= -0.5 * FARTHEST);
        }
        climb.end();
        assert_eq!(climb.at(0.5), 0.0);
    }
}
