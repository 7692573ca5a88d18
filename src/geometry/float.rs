//! Deterministic minimum, maximum and clamp.
//!
//! The standard library's `f64::max`, `min` and `clamp` do not specify whether 0 or -0 comes back,
//! and machines differ. The sign of a zero changes the hash of a state, so all code that feeds the
//! simulation calls this file.

use core::cmp::Ordering;

use glam::DVec3;

/// The larger number; the first if they are equal. NaN loses against a number.
///
/// # Example
/// ```
/// use sidle::geometry::float::max;
/// assert_eq!(max(2.0, 3.0), 3.0);
/// assert!(max(-0.0, 0.0).is_sign_negative() && max(0.0, -0.0).is_sign_positive());
/// assert_eq!(max(f64::NAN, 1.0), 1.0);
/// ```
#[must_use]
pub fn max(first: f64, second: f64) -> f64 {
    if first >= second || second.is_nan() {
        first
    } else {
        second
    }
}

/// The smaller number; the first if they are equal. NaN loses against a number.
#[must_use]
pub fn min(first: f64, second: f64) -> f64 {
    if first <= second || second.is_nan() {
        first
    } else {
        second
    }
}

/// `number` clamped to [`low`, `high`]. NaN stays NaN.
///
/// # Example
/// ```
/// use sidle::geometry::float::clamp;
/// assert_eq!([-7.0, 0.5, 7.0].map(|number| clamp(number, -1.0, 1.0)), [-1.0, 0.5, 1.0]);
/// assert!(clamp(-0.0, 0.0, 1.0).is_sign_negative());
/// ```
#[must_use]
pub fn clamp(number: f64, low: f64, high: f64) -> f64 {
    if number < low {
        low
    } else if number > high {
        high
    } else {
        number
    }
}

/// A total order of vectors: by x, then y, then z, each as by [`f64::total_cmp`].
///
/// It decides ties, so that a result does not depend on the order in which equals were found.
///
/// # Example
/// ```
/// use core::cmp::Ordering;
/// use sidle::{geometry::float::total_cmp, glam::DVec3};
/// assert_eq!(total_cmp(DVec3::new(1.0, 2.0, 9.0), DVec3::new(1.0, 3.0, 0.0)), Ordering::Less);
/// assert_eq!(total_cmp(DVec3::ZERO, DVec3::Z * -0.0), Ordering::Greater);
/// ```
#[must_use]
pub fn total_cmp(first: DVec3, second: DVec3) -> Ordering {
    let by_axis = |axis: usize| first[axis].total_cmp(&second[axis]);
    by_axis(0).then_with(|| by_axis(1)).then_with(|| by_axis(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_zeros_give_the_first_and_a_number_beats_nan() {
        let bits = |number: f64| number.to_bits();
        for of_two in [max, min] {
            assert_eq!(bits(of_two(0.0, -0.0)), bits(0.0));
            assert_eq!(bits(of_two(-0.0, 0.0)), bits(-0.0));
            assert_eq!((of_two(f64::NAN, 1.0), of_two(1.0, f64::NAN)), (1.0, 1.0));
        }
        assert_eq!(bits(clamp(-0.0, 0.0, 1.0)), bits(-0.0));
        assert_eq!(bits(clamp(0.0, -0.0, -0.0)), bits(0.0));
        assert!(clamp(f64::NAN, 0.0, 1.0).is_nan());
    }

    #[test]
    fn all_other_results_equal_the_standard_library() {
        let numbers = [
            f64::NEG_INFINITY,
            -2.5,
            -1e-300,
            0.0,
            3e-9,
            1.0,
            f64::INFINITY,
        ];
        for a in numbers {
            for b in numbers {
                assert_eq!((max(a, b), min(a, b)), (a.max(b), a.min(b)));
                if a <= b {
                    let all = numbers.map(|number| clamp(number, a, b));
                    assert_eq!(all, numbers.map(|number| number.clamp(a, b)));
                }
            }
        }
    }
}
