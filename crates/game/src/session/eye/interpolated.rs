//! A number of the last two ticks, which a frame between them interpolates.

/// An offset or a height before the last tick and after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interpolated {
    pub previous: f64,
    pub current: f64,
}

impl Interpolated {
    /// One `value` before the last tick and after it.
    pub fn settled(value: f64) -> Self {
        Self {
            previous: value,
            current: value,
        }
    }

    /// The number at this fraction of the last tick.
    pub fn at(&self, fraction: f64) -> f64 {
        self.previous + (self.current - self.previous) * fraction
    }
}
