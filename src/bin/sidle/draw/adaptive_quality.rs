//! How finely the level is drawn, and when that is too fine for the computer.
//!
//! Text and all that is drawn over the level always have every pixel of the window.

/// A frame that takes longer than this is slow: a little more than a sixtieth of a second; seconds.
const SLOW: f64 = 0.0185;

/// So many frames are judged together, by the one in their middle; as many are not judged after a start or a
/// step, since in the first ones much is new. Smaller: steps down for a hiccup; larger: late.
const JUDGED: usize = 24;

/// Where frames are very slow, fewer are enough: as many as take this time, seconds, and at least so many.
const PATIENCE: f64 = 2.0;
const FEWEST: usize = 5;

/// A step that leaves more than this share of the frame's time has not helped: the time goes elsewhere.
const HELPS: f64 = 0.92;

/// How finely the level is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Samples per pixel against jagged edges; 1 is none.
    pub samples: u8,
    /// The share of the window's width and height that is drawn, and then stretched.
    pub percent: u8,
}

impl Quality {
    /// Every pixel of the window, once.
    pub const FULL: Self = Self {
        samples: 1,
        percent: 100,
    };
}

/// Steps down to what the computer draws in time, and back up where that does not help.
#[derive(Clone, Debug)]
pub struct AdaptiveQuality {
    /// From the finest to the coarsest.
    steps: Vec<Quality>,
    at: usize,
    /// Lengths of the last frames; seconds.
    frames: Vec<f64>,
    /// Whether they are the first ones after a start or a step.
    settling: bool,
    /// How long a frame took before the last step.
    before: Option<f64>,
    done: bool,
}

impl AdaptiveQuality {
    /// Begins as finely as can be: with `samples`, if they are asked for, else with `usual` and then fewer; at
    /// `percent` of the window, if that is asked for, else at all of it and then less.
    pub fn new(samples: Option<u8>, usual: u8, percent: Option<u8>) -> Self {
        let quality = |samples, percent| Quality { samples, percent };
        let finest = samples.unwrap_or(usual);
        let mut steps = vec![quality(finest, percent.unwrap_or(100))];
        if samples.is_none() && finest > 1 {
            steps.push(quality(1, percent.unwrap_or(100)));
        }
        if percent.is_none() {
            let last = steps[steps.len() - 1].samples;
            steps.extend([75, 50].map(|percent| quality(last, percent)));
        }
        let mut pace = Self {
            steps,
            at: 0,
            frames: Vec::with_capacity(JUDGED),
            settling: true,
            before: None,
            done: false,
        };
        pace.reset();
        pace
    }

    /// Begins again with the finest: there is something else to draw.
    pub fn reset(&mut self) {
        self.at = 0;
        (self.before, self.done) = (None, false);
        self.settle();
    }

    /// How finely to draw now.
    pub fn quality(&self) -> Quality {
        self.steps[self.at]
    }

    /// Judges one more frame, of `seconds`.
    pub fn end_frame(&mut self, seconds: f64) {
        if self.done {
            return;
        }
        self.frames.push(seconds);
        let count = self.frames.len();
        let slow = count >= FEWEST && self.frames.iter().sum::<f64>() >= PATIENCE;
        if count < JUDGED && !slow {
            return;
        }
        if self.settling {
            self.settling = false;
            self.frames.clear();
            return;
        }
        self.frames.sort_by(f64::total_cmp);
        let usual = self.frames[count / 2];
        let helped = self.before.is_none_or(|before| usual < before * HELPS);
        self.before = None;
        if !helped {
            // Whatever it is that takes the time, it is not this.
            self.at -= 1;
            self.done = true;
        } else if usual > SLOW && self.at + 1 < self.steps.len() {
            self.before = Some(usual);
            self.at += 1;
        } else {
            self.frames.clear();
            return;
        }
        self.settle();
    }

    fn settle(&mut self) {
        self.frames.clear();
        self.settling = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The qualities, one after the other, on a computer that takes so long for each.
    fn walk(mut pace: AdaptiveQuality, seconds: impl Fn(Quality) -> f64) -> Vec<(u8, u8)> {
        let mut seen = vec![];
        for _ in 0..1000 {
            let Quality { samples, percent } = pace.quality();
            if seen.last() != Some(&(samples, percent)) {
                seen.push((samples, percent));
            }
            pace.end_frame(seconds(pace.quality()));
        }
        seen
    }

    #[test]
    fn a_fast_computer_keeps_the_finest() {
        assert_eq!(
            walk(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 60.0),
            [(4, 100)]
        );
    }

    #[test]
    fn a_slow_one_steps_down_until_it_is_in_time_and_stays_there() {
        let costs = |quality: Quality| {
            let share = f64::from(quality.percent) / 100.0;
            let pixels = share * share;
            0.004 + 0.018 * pixels * f64::from(quality.samples)
        };
        let steps = walk(AdaptiveQuality::new(None, 4, None), costs);
        assert_eq!(steps, [(4, 100), (1, 100), (1, 75)]);
        // What is asked for is kept.
        let steps = walk(AdaptiveQuality::new(Some(4), 4, None), costs);
        assert_eq!(steps, [(4, 100), (4, 75), (4, 50)]);
        assert_eq!(
            walk(AdaptiveQuality::new(Some(1), 4, Some(100)), costs),
            [(1, 100)]
        );
    }

    #[test]
    fn a_screen_of_30_hertz_gets_the_finest_back() {
        let steps = walk(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 30.0);
        assert_eq!(steps, [(4, 100), (1, 100), (4, 100)]);
    }

    #[test]
    fn where_frames_are_very_slow_it_does_not_wait_for_many() {
        let mut pace = AdaptiveQuality::new(None, 4, None);
        for _ in 0..2 * FEWEST {
            assert_eq!(pace.quality().samples, 4);
            pace.end_frame(1.0);
        }
        assert_eq!(pace.quality().samples, 1);
    }

    #[test]
    fn one_long_frame_is_no_reason_and_a_new_level_begins_again() {
        let mut pace = AdaptiveQuality::new(None, 4, None);
        for frame in 0..500 {
            pace.end_frame(if frame % 20 == 0 { 0.2 } else { 0.01 });
        }
        assert_eq!(pace.quality().samples, 4);
        for _ in 0..60 {
            pace.end_frame(0.05);
        }
        assert_eq!(pace.quality().samples, 1);
        pace.reset();
        assert_eq!(pace.quality().samples, 4);
    }
}
