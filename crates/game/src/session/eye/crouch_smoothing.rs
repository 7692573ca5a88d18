//! Crouch smoothing: a body crouches or stands up within one tick, and the eye follows within a quarter of a second.
//!
//! The offset is visual only.

use crate::session::eye::interpolated::Interpolated;

/// The time constant of the offset's decay; seconds. Smaller: a crouch jolts; larger: the eye lags behind the body.
const DECAY_SECONDS: f64 = 0.06;

/// The eye's offset above its place in the body, negative below; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrouchSmoothing {
    pub offset: Interpolated,
}

impl CrouchSmoothing {
    /// Follows the eye's height in the body in a tick of `seconds`, `from` one height `to` another; metres.
    pub fn tick(&mut self, from: f64, to: f64, seconds: f64) {
        self.offset.previous = self.offset.current + from - to;
        self.offset.current = self.offset.previous / (1.0 + seconds / DECAY_SECONDS);
    }

    /// The same where the feet have moved, and the eye has stayed in place.
    pub fn tick_of_feet(&mut self, from: f64, to: f64, seconds: f64) {
        let kept = self.offset.current / (1.0 + seconds / DECAY_SECONDS);
        // The body goes up in the course of the tick, and the eye in it went down at once.
        self.offset.previous = self.offset.current + from - to;
        self.offset.current = kept;
    }

    /// Adds `by` to the offset, metres. The eye glides from there.
    pub fn shift(&mut self, by: f64) {
        self.offset.previous += by;
        self.offset.current += by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eye_follows_a_crouch_and_a_rise_without_a_jump_at_every_tick_rate() {
        for hz in [30.0, 60.0, 120.0, 360.0] {
            let mut smoothing = CrouchSmoothing::default();
            let (mut body, mut shown) = (1.65, 1.65);
            for tick in 0..hz as u32 {
                // Low in the first half of a second, standing in the second half.
                let now = if f64::from(tick) < hz * 0.5 {
                    0.9
                } else {
                    1.65
                };
                smoothing.tick(body, now, 1.0 / hz);
                body = now;
                let start = body + smoothing.offset.at(0.0);
                assert!((start - shown).abs() < 1e-12, "{hz} Hz, tick {tick}");
                shown = body + smoothing.offset.at(1.0);
                assert!((shown - start).abs() <= 0.75 / (1.0 + 0.06 * hz) + 1e-12);
                assert!(
                    (0.9..=1.65).contains(&shown),
                    "{hz} Hz, tick {tick}: {shown}"
                );
            }
            assert!((shown - 1.65).abs() < 0.01, "{hz} Hz: {shown}");
        }
    }
}
