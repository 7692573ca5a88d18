//! Ranges of numbers that a file may hold.

use crate::player::MAX_COORDINATE;

/// The largest coordinate, angle or factor of a file. Beyond it, 64 bits do not keep squares apart.
pub const LARGEST: f64 = MAX_COORDINATE;

/// How far from the origin a placed mesh may reach, in metres: a mesh of the largest coordinates, at the farthest position.
/// Farther: a box of 1e17 m has faces that 64 bits know within 16 m only, and a body sinks into it.
pub const FARTHEST: f64 = 2.0 * LARGEST;

/// Coordinates, and angles without a limit of their own.
pub const COORDINATES: NumberRange = NumberRange::new(-LARGEST, LARGEST);

/// Tilts of the view; degrees.
pub(super) const PITCHES: NumberRange = NumberRange::new(-90.0, 90.0);

/// Speeds of movers; m/s.
pub(super) const MOVER_SPEEDS: NumberRange = NumberRange::new(0.0, 1e5);

/// Factors that do not mirror.
pub(super) const POSITIVE_FACTORS: NumberRange = NumberRange {
    above_min: true,
    ..NumberRange::new(0.0, LARGEST)
};

/// Factors on the acceleration along the ground.
pub(super) const FRICTIONS: NumberRange = NumberRange::new(0.0, 1e3);

/// Speeds of conveyors along each axis; m/s.
pub(super) const CONVEYORS: NumberRange = NumberRange::new(-1e3, 1e3);

/// Slopes that can be walked on; degrees from level.
pub(super) const SLOPES: NumberRange = NumberRange::new(0.0, 89.0);

/// Heights of steps; metres.
pub(super) const STEP_HEIGHTS: NumberRange = NumberRange::new(0.0, 1e3);

/// Sizes of boxes; metres.
pub(super) const SIZES: NumberRange = POSITIVE_FACTORS;

/// The numbers that a key accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NumberRange {
    /// The least number.
    pub min: f64,
    /// The greatest number; infinity where a file may write `inf`.
    pub max: f64,
    /// Whether `min` itself is out of range.
    pub above_min: bool,
}

impl NumberRange {
    /// From `min` to `max`, both included.
    pub(super) const fn new(min: f64, max: f64) -> Self {
        Self {
            min,
            max,
            above_min: false,
        }
    }

    /// Whether `value` is within the range.
    ///
    /// # Example
    /// ```
    /// use sidle::level::keys::{LEVEL, ValueType};
    /// let spawn = LEVEL.iter().find(|table| table.name == "spawn").unwrap();
    /// let Some(ValueType::Number(pitches)) = spawn.key("pitch_deg").map(|key| key.value) else { panic!() };
    /// assert!(pitches.contains(-90.0) && !pitches.contains(91.0));
    /// ```
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        let Self {
            min,
            max,
            above_min,
        } = *self;
        (min..=max).contains(&value) && !(above_min && value == min)
    }

    /// The range as the reference writes it; `None` for coordinates, whose limits hold everywhere.
    pub(super) fn written(&self) -> Option<String> {
        let Self { min, max, .. } = self;
        if *self == COORDINATES {
            None
        } else if self.above_min {
            Some(format!("above {min}"))
        } else if *max == f64::INFINITY {
            Some(format!("{min} up, or `inf`"))
        } else {
            Some(format!("{min} to {max}"))
        }
    }

    /// The expectation in a message.
    pub(super) fn expected(&self) -> String {
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

/// A bound of a range, `1e9` rather than all its zeros.
fn short(number: f64) -> String {
    if number.abs() >= 1e6 {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}
