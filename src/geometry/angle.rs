//! Angles and trigonometry.
//!
//! The standard library's `sin` and `cos` are the platform's, and their last bits differ between
//! platforms. All code that feeds the simulation calls this file, which calls `libm`, the same code
//! on every target.

use super::float::clamp;
use glam::DVec3;

/// Radians per degree.
pub const RADIANS_PER_DEGREE: f64 = core::f64::consts::PI / 180.0;

/// Sine and cosine of an angle in degrees, exact at every multiple of 90.
///
/// # Example
/// ```
/// use sidle::geometry::angle::sin_cos_deg;
/// assert_eq!(sin_cos_deg(90.0), (1.0, 0.0));
/// assert_eq!(sin_cos_deg(-180.0), (0.0, -1.0));
/// assert!((sin_cos_deg(30.0).0 - 0.5).abs() < 1e-15);
/// ```
#[must_use]
pub fn sin_cos_deg(degrees: f64) -> (f64, f64) {
    // The remainder of a division is exact, so whole turns cost no accuracy.
    let within_turn = degrees % 360.0;
    let quadrant = libm::round(within_turn / 90.0);
    let rest = (within_turn - quadrant * 90.0) * RADIANS_PER_DEGREE;
    quarter_turns(quadrant as i64, rest)
}

/// Cosine of an angle in degrees, exact at every multiple of 90.
#[must_use]
pub fn cos_deg(degrees: f64) -> f64 {
    sin_cos_deg(degrees).1
}

/// Angle between two vectors, in radians, in [0, π].
///
/// `None` when a vector has no length. The cosine is clamped before the arc cosine, because
/// rounding can push it just beyond ±1.
///
/// # Example
/// ```
/// use sidle::{geometry::angle::angle_between, glam::DVec3};
/// let right_angle = angle_between(DVec3::X, DVec3::Y * 3.0).unwrap();
/// assert!((right_angle - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
/// assert_eq!(angle_between(DVec3::X, DVec3::ZERO), None);
/// ```
#[must_use]
pub fn angle_between(a: DVec3, b: DVec3) -> Option<f64> {
    let lengths = a.length() * b.length();
    if lengths > 0.0 && lengths.is_finite() {
        Some(libm::acos(clamp(a.dot(b) / lengths, -1.0, 1.0)))
    } else {
        None
    }
}

/// The heading of a direction; degrees to the left of -Z, as a yaw. 0 without one.
#[cfg(feature = "level")]
pub(crate) fn yaw_deg_of(direction: DVec3) -> f64 {
    match (direction.x, direction.z) {
        (0.0, 0.0) => 0.0,
        (x, z) => libm::atan2(-x, -z) / RADIANS_PER_DEGREE,
    }
}

/// An angle as a 32-bit fraction of a turn. Yaw and pitch are stored this way.
///
/// Addition wraps around, all machines agree on every bit, and a recording stores the bits
/// unchanged. One step is 8.4e-8 degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct BinaryAngle(u32);

impl BinaryAngle {
    /// The zero angle.
    pub const ZERO: Self = Self(0);
    const STEPS_PER_TURN: f64 = 4_294_967_296.0;

    /// The binary angle nearest to `degrees`; whole turns are dropped. A number that is not finite
    /// gives zero.
    ///
    /// # Example
    /// ```
    /// use sidle::geometry::angle::BinaryAngle;
    /// assert_eq!(BinaryAngle::from_degrees(450.0).degrees(), 90.0);
    /// assert_eq!(BinaryAngle::from_degrees(270.0).degrees(), -90.0);
    /// ```
    pub fn from_degrees(degrees: f64) -> Self {
        let turns = (degrees % 360.0) / 360.0;
        // Cast through i64: a negative angle wraps, and so does one that rounds up to a whole turn.
        Self(libm::round(turns * Self::STEPS_PER_TURN) as i64 as u32)
    }

    /// The angle with these bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The raw bits; 2³² make a turn.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The angle in degrees, in (-180, 180].
    pub fn degrees(self) -> f64 {
        let turn = f64::from(self.0) / Self::STEPS_PER_TURN;
        if turn > 0.5 {
            (turn - 1.0) * 360.0
        } else {
            turn * 360.0
        }
    }

    /// The binary angle nearest to `radians`, for an engine whose angles are radians. Whole turns are dropped. A number that
    /// is not finite gives zero.
    ///
    /// # Example
    /// ```
    /// use sidle::geometry::angle::BinaryAngle;
    /// let quarter = BinaryAngle::from_radians(core::f64::consts::FRAC_PI_2);
    /// assert_eq!(quarter, BinaryAngle::from_degrees(90.0));
    /// assert_eq!(quarter.radians(), core::f64::consts::FRAC_PI_2);
    /// ```
    pub fn from_radians(radians: f64) -> Self {
        Self::from_degrees(radians / RADIANS_PER_DEGREE)
    }

    /// The angle in radians, in (-π, π].
    pub fn radians(self) -> f64 {
        self.degrees() * RADIANS_PER_DEGREE
    }

    /// Sine and cosine, exact at every quarter turn.
    #[must_use]
    pub fn sin_cos(self) -> (f64, f64) {
        const EIGHTH: u32 = 1 << 29;
        let quadrant = self.0.wrapping_add(EIGHTH) >> 30;
        let rest_bits = self.0.wrapping_sub(quadrant << 30) as i32;
        let rest = f64::from(rest_bits) * (2.0 * core::f64::consts::PI / Self::STEPS_PER_TURN);
        quarter_turns(i64::from(quadrant), rest)
    }
}

/// Sine and cosine of `quarters` quarter turns plus `rest` radians, |rest| ≤ π/4.
fn quarter_turns(quarters: i64, rest: f64) -> (f64, f64) {
    let (sin, cos) = (libm::sin(rest), libm::cos(rest));
    match quarters.rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin + 0.0),
        2 => (-sin + 0.0, -cos),
        _ => (-cos, sin),
    }
}

/// Unit axes of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAxes {
    /// The view direction, pitch included.
    pub look: DVec3,
    /// The horizontal view direction, `look` without its pitch.
    pub heading: DVec3,
    /// To the right of the view; always horizontal.
    pub right: DVec3,
}

impl ViewAxes {
    /// The axes of a view turned left by `yaw` from -Z and raised by `pitch`.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::angle::{BinaryAngle, ViewAxes}, glam::DVec3};
    /// let left = ViewAxes::new(BinaryAngle::from_degrees(90.0), BinaryAngle::ZERO);
    /// assert_eq!(left.look, DVec3::NEG_X);
    /// assert_eq!(left.right, DVec3::NEG_Z);
    /// ```
    pub fn new(yaw: BinaryAngle, pitch: BinaryAngle) -> Self {
        let (heading, right) = Self::level(yaw);
        let (sin_pitch, cos_pitch) = pitch.sin_cos();
        Self {
            look: heading * cos_pitch + DVec3::Y * sin_pitch,
            heading,
            right,
        }
    }

    /// The heading and the direction to the right, which the pitch does not change.
    pub(crate) fn level(yaw: BinaryAngle) -> (DVec3, DVec3) {
        let (sin_yaw, cos_yaw) = yaw.sin_cos();
        let heading = DVec3::new(-sin_yaw, 0.0, -cos_yaw);
        (heading, DVec3::new(cos_yaw, 0.0, -sin_yaw))
    }
}

#[cfg(test)]
mod tests;
