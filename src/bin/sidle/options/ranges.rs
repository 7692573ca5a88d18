//! Bounds of what one can set, and the values that keys step through.

use std::ops::RangeInclusive;

/// Bounds of the mouse's sensitivity; degrees per pixel.
pub const SENSITIVITIES: RangeInclusive<f64> = 0.001..=10.0;

/// Bounds of the vertical field of view; degrees.
pub const FIELDS_OF_VIEW: RangeInclusive<f64> = 30.0..=120.0;

/// Bounds of how fast a stick that is pushed all the way turns the view; degrees per second.
pub const STICK_TURNS: RangeInclusive<f64> = 10.0..=1000.0;

/// Bounds of the samples per pixel.
pub const MSAA: RangeInclusive<u8> = 1..=16;

/// The usual tick rates; per second.
pub const RATES: [u32; 4] = [30, 60, 120, 240];

/// The slowest: 64 times.
pub const MOST_SLOWNESS: u32 = 6;
