//! The slow look around of the picture behind the page's card.

use sidle::geometry::angle::{BinaryAngle, ViewAxes, sin_cos_deg};

/// How far the view turns to each side; degrees. Larger: the subject leaves the picture.
const REACH: [f64; 2] = [14.0, 2.0];

/// How long it takes there and back; seconds. Different ones, so that the way never repeats for long. Smaller: it distracts from the
/// card's text.
const PERIODS: [f64; 2] = [26.0, 17.0];

/// How fast the view returns once the card is gone; the time for about two thirds of the way; seconds.
const RETURN_SECONDS: f64 = 0.2;

/// The turn of the picture, away from the player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sway {
    seconds: f64,
    /// To the left, and up; degrees.
    turn: [f64; 2],
}

impl Sway {
    /// Lets `seconds` pass, in which the view `sways`, or returns to the player's.
    pub fn update(&mut self, sways: bool, seconds: f64) {
        self.seconds = if sways { self.seconds + seconds } else { 0.0 };
        let time = self.seconds;
        let turn = |axis: usize| {
            let (sin, _) = sin_cos_deg(360.0 * (time / PERIODS[axis]).fract());
            REACH[axis] * sin
        };
        let wanted = if sways { [0, 1].map(turn) } else { [0.0; 2] };
        let share = (seconds / (seconds + RETURN_SECONDS)).clamp(0.0, 1.0);
        for (turn, wanted) in self.turn.iter_mut().zip(wanted) {
            *turn += (wanted - *turn) * share;
            if !sways && turn.abs() < 0.01 {
                *turn = 0.0;
            }
        }
    }

    /// The axes of the view with these angles.
    pub fn axes(&self, (yaw, pitch): (BinaryAngle, BinaryAngle)) -> ViewAxes {
        if self.turn == [0.0; 2] {
            return ViewAxes::new(yaw, pitch);
        }
        let [left, up] = self.turn;
        let pitch = (pitch.degrees() + up).clamp(-89.0, 89.0);
        ViewAxes::new(
            BinaryAngle::from_degrees(yaw.degrees() + left),
            BinaryAngle::from_degrees(pitch),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_turns_within_its_reach_and_returns_exactly() {
        for step in [0.001, 0.033, 0.5, 1e9] {
            let mut sway = Sway::default();
            let mut moved = 0.0_f64;
            for _ in 0..2000 {
                sway.update(true, step);
                let [left, up] = sway.turn;
                assert!(left.abs() <= REACH[0] && up.abs() <= REACH[1], "{sway:?}");
                moved = moved.max(left.abs());
            }
            assert!(moved > 0.1, "{step}");
            for _ in 0..(4.0_f64 / step).ceil().min(1e5) as usize + 3 {
                sway.update(false, step);
            }
            assert_eq!(sway, Sway::default(), "{step}");
        }
    }
}
