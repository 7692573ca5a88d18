//! Ranges of numbers that a file may hold.

/// The largest coordinate or factor a file may write: beyond it, squares leave the numbers that
/// 64 bits keep apart.
pub(super) const LARGEST: f64 = 1e9;

/// A value that a file may hold, with the words a problem uses for it.
pub(super) struct Range64 {
    pub min: f64,
    pub max: f64,
    /// Whether `min` itself is out of range.
    pub above_min: bool,
}

impl Range64 {
    /// From `min` to `max`, both included.
    pub const fn new(min: f64, max: f64) -> Self {
        Self {
            min,
            max,
            above_min: false,
        }
    }

    pub fn contains(&self, value: f64) -> bool {
        let low_enough = value <= self.max;
        low_enough
            && if self.above_min {
                value > self.min
            } else {
                value >= self.min
            }
    }

    pub fn expected(&self) -> String {
        let Self {
            min,
            max,
            above_min,
        } = self;
        match (*above_min, *max == f64::INFINITY) {
            (true, _) => format!("expected a number above {min}, at most {}", short(*max)),
            (false, true) => format!("expected a number from {min} up, or inf"),
            (false, false) => format!("expected a number from {} to {}", short(*min), short(*max)),
        }
    }
}

/// A bound of a range: `1e9` rather than all its zeros.
fn short(number: f64) -> String {
    if number.abs() >= 1e6 {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}
