//! Numbers with twice the digits of `f64`, as the reference for formulas that lose some.
//!
//! Source: T. J. Dekker, "A floating-point technique for extending the available precision", 1971.

use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::DVec3;

/// The unevaluated sum of two numbers: about 32 digits.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// Zero.
    pub const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
    };

    /// The nearest `f64`.
    pub fn rounded(self) -> f64 {
        self.high
    }

    /// The square root; of a negative number, zero.
    pub fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::ZERO;
        }
        // One step of Newton's method doubles the digits.
        let near = Self::from(self.high.sqrt());
        near + (self - near * near) / (near + near)
    }

    /// The sum of `high` and a much smaller `low`.
    fn normalized(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self {
            high: sum,
            low: low - (sum - high),
        }
    }
}

impl From<f64> for DoubleDouble {
    fn from(number: f64) -> Self {
        Self {
            high: number,
            low: 0.0,
        }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

/// The rounded sum, and the part that rounding dropped.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// The rounded product, and the part that rounding dropped.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let halves = |number: f64| {
        let shifted = number * 134_217_729.0; // 2^27 + 1
        let upper = shifted - (shifted - number);
        (upper, number - upper)
    };
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    let product = a * b;
    let dropped = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
    (product, dropped)
}

impl Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, error) = two_sum(self.high, other.high);
        let (low, low_error) = two_sum(self.low, other.low);
        let first = Self::normalized(high, error + low);
        Self::normalized(first.high, first.low + low_error)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (high, error) = two_product(self.high, other.high);
        Self::normalized(
            high,
            error + (self.high * other.low + self.low * other.high),
        )
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let near = Self::from(self.high / other.high);
        let rest = self - near * other;
        near + Self::from(rest.high / other.high)
    }
}

/// A vector of such numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDoubleVec3([DoubleDouble; 3]);

impl From<DVec3> for DoubleDoubleVec3 {
    fn from(vector: DVec3) -> Self {
        Self(vector.to_array().map(DoubleDouble::from))
    }
}

impl DoubleDoubleVec3 {
    /// The dot product.
    pub fn dot(self, other: Self) -> DoubleDouble {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        x * u + y * v + z * w
    }

    /// The cross product.
    pub fn cross(self, other: Self) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([y * w - z * v, z * u - x * w, x * v - y * u])
    }

    /// The squared length.
    pub fn length_squared(self) -> DoubleDouble {
        self.dot(self)
    }
}

impl Add for DoubleDoubleVec3 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([x + u, y + v, z + w])
    }
}

impl Sub for DoubleDoubleVec3 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([x - u, y - v, z - w])
    }
}

impl Mul<DoubleDouble> for DoubleDoubleVec3 {
    type Output = Self;

    fn mul(self, factor: DoubleDouble) -> Self {
        Self(self.0.map(|part| part * factor))
    }
}

#[test]
fn sums_products_quotients_and_roots_keep_thirty_digits() {
    let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
    let three = DoubleDouble::from(3.0);
    let off = third * three - DoubleDouble::from(1.0);
    assert!(off.rounded().abs() < 1e-30, "{off:?}");
    let root = three.sqrt();
    assert!((root * root - three).rounded().abs() < 1e-30, "{root:?}");
    // In an f64, 1e-20 is lost when it is added to 1.
    let sum = DoubleDouble::from(1.0) + DoubleDouble::from(1e-20);
    assert_eq!((sum - DoubleDouble::from(1.0)).rounded(), 1e-20);
}
