//! Ranges of the settings, and the values that keys step through.

use std::ops::RangeInclusive;

/// The mouse's sensitivity; degrees per pixel.
pub const SENSITIVITIES: RangeInclusive<f64> = 0.001..=10.0;

/// The vertical field of view; degrees.
pub const FIELDS_OF_VIEW: RangeInclusive<f64> = 30.0..=120.0;

/// How fast a fully deflected stick turns the view; degrees per second.
pub const STICK_TURNS: RangeInclusive<f64> = 10.0..=1000.0;

/// How loud sounds are.
pub const VOLUMES: RangeInclusive<f64> = 0.0..=1.0;

/// The samples per pixel.
pub const MSAA: RangeInclusive<u8> = 1..=16;

/// The usual tick rates; per second.
pub const RATES: [u32; 4] = [30, 60, 120, 240];

/// The slowest slow motion: 1 / 2^6 = 1/64.
pub const MAX_SLOWNESS: u32 = 6;

/// How many steps of the tour have succeeded.
pub const TOUR_STEPS: RangeInclusive<f64> = 0.0..=5.0;
