//! Adaptive quality: lowers the resolution of the level while frames are slow.
//!
//! Text over the level always has the window's full resolution.

/// A frame longer than this is slow: a little more than 1/60 s; seconds.
const SLOW_FRAME: f64 = 0.0185;

/// The median of this many frames is judged. As many frames are skipped after a start or a change, since the first
/// ones also load and compile. Smaller: one hiccup lowers the quality; larger: the change comes late.
const FRAMES_PER_SAMPLE: usize = 24;

/// Very slow frames are judged earlier: after this time in seconds, but not before this many frames.
const MAX_SAMPLE_SECONDS: f64 = 2.0;
const MIN_FRAMES_PER_SAMPLE: usize = 5;

/// A change that leaves more than this share of the frame time has not helped: resolution is not the bottleneck.
const HELPFUL_RATIO: f64 = 0.92;

/// The resolution at which the level is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Antialiasing samples per pixel; 1 is no antialiasing.
    pub samples: u8,
    /// Percent of the window's width and height that is drawn, and then stretched.
    pub percent: u8,
}

impl Quality {
    /// The full resolution, without antialiasing.
    pub const FULL: Self = Self {
        samples: 1,
        percent: 100,
    };
}

/// Lowers the quality step by step until frames are fast enough, and undoes a step that does not help.
#[derive(Clone, Debug)]
pub struct AdaptiveQuality {
    /// From the finest to the coarsest.
    qualities: Vec<Quality>,
    current: usize,
    /// Lengths of the frames of this sample; seconds.
    frames: Vec<f64>,
    /// Whether these are the first frames after a start or a change.
    settling: bool,
    /// Length of a frame before the last change; seconds.
    before_change: Option<f64>,
    done: bool,
}

impl AdaptiveQuality {
    /// Starts at the best quality.
    ///
    /// - `samples`: a fixed number of samples; `None`: `default_samples`, and fewer while frames are slow.
    /// - `percent`: a fixed resolution; `None`: 100, and less while frames are slow.
    pub fn new(samples: Option<u8>, default_samples: u8, percent: Option<u8>) -> Self {
        let quality = |samples, percent| Quality { samples, percent };
        let finest = samples.unwrap_or(default_samples);
        let mut qualities = vec![quality(finest, percent.unwrap_or(100))];
        if samples.is_none() && finest > 1 {
            qualities.push(quality(1, percent.unwrap_or(100)));
        }
        if percent.is_none() {
            let last = qualities[qualities.len() - 1].samples;
            qualities.extend([75, 50].map(|percent| quality(last, percent)));
        }
        let mut adaptive = Self {
            qualities,
            current: 0,
            frames: Vec::with_capacity(FRAMES_PER_SAMPLE),
            settling: true,
            before_change: None,
            done: false,
        };
        adaptive.reset();
        adaptive
    }

    /// Starts again at the best quality, for another level.
    pub fn reset(&mut self) {
        self.current = 0;
        (self.before_change, self.done) = (None, false);
        self.settle();
    }

    /// The quality to draw with now.
    pub fn quality(&self) -> Quality {
        self.qualities[self.current]
    }

    /// Takes a frame of `seconds` into account.
    pub fn end_frame(&mut self, seconds: f64) {
        if self.done {
            return;
        }
        self.frames.push(seconds);
        let count = self.frames.len();
        let slow =
            count >= MIN_FRAMES_PER_SAMPLE && self.frames.iter().sum::<f64>() >= MAX_SAMPLE_SECONDS;
        if count < FRAMES_PER_SAMPLE && !slow {
            return;
        }
        if self.settling {
            self.settling = false;
            self.frames.clear();
            return;
        }
        self.frames.sort_by(f64::total_cmp);
        let median = self.frames[count / 2];
        let helped = self
            .before_change
            .is_none_or(|before| median < before * HELPFUL_RATIO);
        self.before_change = None;
        if !helped {
            // The bottleneck is elsewhere.
            self.current -= 1;
            self.done = true;
        } else if median > SLOW_FRAME && self.current + 1 < self.qualities.len() {
            self.before_change = Some(median);
            self.current += 1;
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

    /// The sequence of qualities when a frame takes `seconds`.
    fn qualities(mut adaptive: AdaptiveQuality, seconds: impl Fn(Quality) -> f64) -> Vec<(u8, u8)> {
        let mut seen = vec![];
        for _ in 0..1000 {
            let Quality { samples, percent } = adaptive.quality();
            if seen.last() != Some(&(samples, percent)) {
                seen.push((samples, percent));
            }
            adaptive.end_frame(seconds(adaptive.quality()));
        }
        seen
    }

    #[test]
    fn fast_frames_keep_the_best_quality() {
        assert_eq!(
            qualities(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 60.0),
            [(4, 100)]
        );
    }

    #[test]
    fn slow_frames_lower_the_quality_until_they_are_fast_enough() {
        let costs = |quality: Quality| {
            let share = f64::from(quality.percent) / 100.0;
            let pixels = share * share;
            0.004 + 0.018 * pixels * f64::from(quality.samples)
        };
        let seen = qualities(AdaptiveQuality::new(None, 4, None), costs);
        assert_eq!(seen, [(4, 100), (1, 100), (1, 75)]);
        // A fixed number of samples, and a fixed resolution, never change.
        let seen = qualities(AdaptiveQuality::new(Some(4), 4, None), costs);
        assert_eq!(seen, [(4, 100), (4, 75), (4, 50)]);
        assert_eq!(
            qualities(AdaptiveQuality::new(Some(1), 4, Some(100)), costs),
            [(1, 100)]
        );
    }

    #[test]
    fn a_30_hz_screen_returns_to_the_best_quality() {
        let seen = qualities(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 30.0);
        assert_eq!(seen, [(4, 100), (1, 100), (4, 100)]);
    }

    #[test]
    fn very_slow_frames_are_judged_early() {
        let mut adaptive = AdaptiveQuality::new(None, 4, None);
        for _ in 0..2 * MIN_FRAMES_PER_SAMPLE {
            assert_eq!(adaptive.quality().samples, 4);
            adaptive.end_frame(1.0);
        }
        assert_eq!(adaptive.quality().samples, 1);
    }

    #[test]
    fn single_long_frames_are_ignored_and_reset_restores_the_best_quality() {
        let mut adaptive = AdaptiveQuality::new(None, 4, None);
        for frame in 0..500 {
            adaptive.end_frame(if frame % 20 == 0 { 0.2 } else { 0.01 });
        }
        assert_eq!(adaptive.quality().samples, 4);
        for _ in 0..60 {
            adaptive.end_frame(0.05);
        }
        assert_eq!(adaptive.quality().samples, 1);
        adaptive.reset();
        assert_eq!(adaptive.quality().samples, 4);
    }
}
