//! Adaptive quality: lowers the resolution of the level while frames are slow.
//!
//! Text over the level always has the window's full resolution.

/// A frame longer than this is slow: a little more than 1/60 s; seconds.
const SLOW_FRAME: f64 = 0.0185;

/// The median of this many frames is judged. As many frames are skipped after a start or a change, since the first
/// ones also load and compile. Smaller: one hiccup lowers the quality; larger: the change comes late.
const FRAMES_PER_SAMPLE: usize = 24;

/// Very slow frames are judged earlier, after this time in seconds, but not before this many frames.
const MAX_SAMPLE_SECONDS: f64 = 2.0;
const MIN_FRAMES_PER_SAMPLE: usize = 5;

/// A step that leaves more than this share of the frame time has not helped, because resolution is not the
/// bottleneck.
const HELPFUL_RATIO: f64 = 0.92;

/// After a step that has not helped, frames of that length do not count as slow for this long, and for twice as long after
/// every further such step, up to the limit; seconds. Some screens show only 30 frames a second.
const ENDURED: [f64; 2] = [60.0, 960.0];

/// Frames up to this many times as long as endured ones are also endured.
const ENDURED_RATIO: f64 = 1.1;

/// After frames were fast for this long, the next finer quality is tried, and after twice as long whenever frames become
/// slow again, up to the limit; seconds. How much faster frames could be is unknown, since the screen sets their pace. Smaller:
/// more slow frames by trying; larger: the best quality comes back late. The limit is less than [`ENDURED`], after which
/// the waiting starts again.
const FAST: [f64; 2] = [5.0, 40.0];

/// The resolution at which the level is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Antialiasing samples per pixel; 1 means without antialiasing.
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

/// Lowers the quality step by step until frames are fast enough, undoes a step that does not help, and raises the quality
/// again when the load falls.
#[derive(Clone, Debug)]
pub struct AdaptiveQuality {
    /// From the finest to the coarsest.
    qualities: Vec<Quality>,
    current: usize,
    /// Lengths of the frames of this sample; seconds.
    frames: Vec<f64>,
    /// Whether these are the first frames after a start or a change.
    settling: bool,
    change: Change,
    /// Whether the frames of the last sample were slow, and for how long that has lasted at this quality; seconds.
    is_slow: bool,
    lasting: f64,
    /// Whether the quality was ever raised.
    has_raised: bool,
    /// How long frames must be fast before the next finer quality is tried; seconds.
    fast_wait: f64,
    /// Length of the frames that are endured, since a coarser quality has not helped; seconds. 0: none.
    endured: f64,
    /// For how long they are still endured, and for how long they were endured last; seconds.
    endured_left: f64,
    endured_wait: f64,
}

/// The last change of the quality, until it is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Judged,
    /// Frames were slow: they took this long; seconds.
    Lowered(f64),
    Raised,
}

impl AdaptiveQuality {
    /// Starts at the best quality.
    ///
    /// - `samples`: a fixed number of samples; `None` means `default_samples`, and fewer while frames are slow.
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
            change: Change::Judged,
            is_slow: false,
            lasting: 0.0,
            has_raised: false,
            fast_wait: FAST[0],
            endured: 0.0,
            endured_left: 0.0,
            endured_wait: 0.0,
        };
        adaptive.reset();
        adaptive
    }

    /// Starts again at the best quality, for another level.
    pub fn reset(&mut self) {
        self.current = 0;
        self.has_raised = false;
        self.fast_wait = FAST[0];
        (self.endured, self.endured_wait) = (0.0, 0.0);
        self.settle(Change::Judged);
    }

    /// The quality to draw with now.
    pub fn quality(&self) -> Quality {
        self.qualities[self.current]
    }

    /// Takes a frame of `seconds` into account.
    pub fn end_frame(&mut self, seconds: f64) {
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
        self.frames.sort_unstable_by(f64::total_cmp);
        let median = self.frames[count / 2];
        let seconds = self.frames.iter().sum();
        self.frames.clear();
        self.judge(median, seconds);
    }

    /// Takes a sample of `seconds` into account, whose frames took `median` seconds.
    fn judge(&mut self, median: f64, seconds: f64) {
        self.endured_left -= seconds;
        if self.endured_left < 0.0 {
            self.endured = 0.0;
        }
        let is_slow = median > SLOW_FRAME.max(self.endured * ENDURED_RATIO);
        if is_slow != self.is_slow {
            (self.is_slow, self.lasting) = (is_slow, 0.0);
        }
        self.lasting += seconds;
        match std::mem::replace(&mut self.change, Change::Judged) {
            Change::Lowered(before) if median >= before * HELPFUL_RATIO => {
                // The bottleneck is elsewhere, at least for now.
                self.endured_wait = (self.endured_wait * 2.0).clamp(ENDURED[0], ENDURED[1]);
                (self.endured, self.endured_left) = (median, self.endured_wait);
                self.current -= 1;
                return self.settle(Change::Judged);
            }
            Change::Lowered(_) => self.endured_wait = 0.0,
            Change::Raised if is_slow => return self.lower(Change::Judged),
            Change::Raised | Change::Judged => {}
        }
        if is_slow {
            if self.current + 1 < self.qualities.len() {
                self.lower(Change::Lowered(median));
            }
        } else if self.lasting >= self.fast_wait {
            if self.current > 0 {
                self.has_raised = true;
                self.current -= 1;
                self.settle(Change::Raised);
            } else {
                self.fast_wait = (self.fast_wait * 0.5).max(FAST[0]);
                self.lasting = 0.0;
            }
        }
    }

    fn lower(&mut self, change: Change) {
        if self.has_raised {
            self.fast_wait = (self.fast_wait * 2.0).min(FAST[1]);
        }
        self.current += 1;
        self.settle(change);
    }

    fn settle(&mut self, change: Change) {
        self.change = change;
        self.lasting = 0.0;
        self.frames.clear();
        self.settling = true;
    }
}

#[cfg(test)]
mod tests;
