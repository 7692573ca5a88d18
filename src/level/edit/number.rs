//! Writes rounded numbers into a level's text.

use crate::geometry::float::max;

/// How a number is rounded, and its least value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rounding {
    /// Steps per unit.
    per_unit: f64,
    least: f64,
    /// Whether the least value counts on both sides of 0.
    signed: bool,
    /// Whether three equal numbers may be written as one.
    pub one_for_all: bool,
    /// Whether it is always a single number.
    pub single: bool,
}

impl Rounding {
    /// Positions, to the millimetre.
    pub const METRES: Self = Self::to(1000.0);
    /// One number, to a thousandth.
    pub const NUMBER: Self = Self {
        single: true,
        ..Self::METRES
    };
    /// Three angles, to a tenth of a degree.
    pub const DEGREES: Self = Self::to(10.0);
    /// One angle, to a tenth of a degree.
    pub const ANGLE: Self = Self {
        single: true,
        ..Self::to(10.0)
    };
    /// Factors, to a thousandth and never 0.
    pub const FACTOR: Self = Self {
        least: 0.001,
        one_for_all: true,
        ..Self::to(1000.0)
    };

    /// One factor for all axes.
    pub const ONE_FACTOR: Self = Self {
        single: true,
        ..Self::FACTOR
    };

    /// Factors that may be negative.
    pub const SIGNED_FACTOR: Self = Self {
        signed: true,
        ..Self::FACTOR
    };
    /// Sizes, to the millimetre and never 0.
    pub const SIZE: Self = Self {
        least: 0.001,
        ..Self::METRES
    };

    const fn to(per_unit: f64) -> Self {
        Self {
            per_unit,
            least: f64::NEG_INFINITY,
            signed: false,
            one_for_all: false,
            single: false,
        }
    }

    /// The number that is written for `number`.
    pub fn round(self, number: f64) -> f64 {
        if self.signed && number < 0.0 {
            return -self.round(-number);
        }
        let rounded = (number * self.per_unit).round() / self.per_unit;
        // No minus before 0.
        max(rounded, self.least) + 0.0
    }

    /// `number` as text; an integral one has no point if `whole`.
    pub fn write(self, number: f64, whole: bool) -> String {
        let rounded = self.round(number);
        if whole && rounded.fract() == 0.0 {
            format!("{rounded:.0}")
        } else {
            format!("{rounded:?}")
        }
    }
}

/// The text of three numbers, or of a single one where that means the same.
pub(super) fn written(value: [f64; 3], rounding: Rounding) -> String {
    let [x, y, z] = value.map(|number| rounding.write(number, false));
    if rounding.single || rounding.one_for_all && x == y && y == z {
        x
    } else {
        format!("[{x}, {y}, {z}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_only_the_digits_they_need() {
        let metres = |number| Rounding::METRES.write(number, false);
        assert_eq!(
            [2.0, -0.0004, 0.1 + 0.2, -1234.5678].map(metres),
            ["2.0", "0.0", "0.3", "-1234.568"]
        );
        assert_eq!(Rounding::DEGREES.write(44.96, false), "45.0");
        assert_eq!(Rounding::FACTOR.write(1e-9, false), "0.001");
        assert_eq!(Rounding::SIGNED_FACTOR.write(-1e-9, false), "-0.001");
        assert_eq!(Rounding::SIZE.write(-2.0, false), "0.001");
        // An integer where one stood before, if the number is integral.
        assert_eq!(Rounding::METRES.write(-3.0, true), "-3");
        assert_eq!(Rounding::METRES.write(-3.5, true), "-3.5");
        assert_eq!(Rounding::METRES.write(1e9, false), "1000000000.0");
    }

    #[test]
    fn a_single_factor_stands_for_three() {
        assert_eq!(written([2.0; 3], Rounding::FACTOR), "2.0");
        assert_eq!(
            written([2.0, 2.0, 3.0], Rounding::FACTOR),
            "[2.0, 2.0, 3.0]"
        );
        assert_eq!(written([2.0; 3], Rounding::METRES), "[2.0, 2.0, 2.0]");
        assert_eq!(written([2.0; 3], Rounding::ANGLE), "2.0");
    }
}
