//! The comparison that tells floors from steep slopes.

use crate::geometry::angle::cos_deg;
use crate::geometry::float::max;
use crate::tolerance::SLOPE_MARGIN;

/// Minimum `normal.y` of a floor where slopes of up to `max_slope_deg` degrees can be walked on. A slope of exactly that
/// is a floor, however its normal is rounded, because the limit is lower by [`SLOPE_MARGIN`].
///
/// Everything that tells floors from steep slopes compares with this number.
///
/// # Example
/// ```
/// use sidle::{geometry::angle::cos_deg, world::floor_cos};
/// assert!(cos_deg(50.0) > floor_cos(50.0) && cos_deg(50.001) < floor_cos(50.0));
/// assert_eq!(floor_cos(90.0), 0.0); // a flight: nothing is too steep
/// ```
#[must_use]
pub fn floor_cos(max_slope_deg: f64) -> f64 {
    max(cos_deg(max_slope_deg) - SLOPE_MARGIN, 0.0)
}
