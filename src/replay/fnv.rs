//! The hash FNV-1a with 64 bits, a byte at a time. Unlike the standard library's hasher, it is the same on
//! every target and in every version.
//!
//! Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm", 1991.

use glam::DVec3;

/// The bits that stand for every NaN.
const NOT_A_NUMBER: u64 = 0x7FF8_0000_0000_0000;

/// The hash of the bytes so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fnv(pub u64);

impl Fnv {
    /// The hash of no bytes.
    pub const NEW: Self = Self(0xCBF2_9CE4_8422_2325);

    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// Adds the bits of `number`. The bits of NaN differ between machines, so every NaN has the same hash.
    pub fn number(&mut self, number: f64) {
        let bits = if number.is_nan() {
            NOT_A_NUMBER
        } else {
            number.to_bits()
        };
        self.bytes(&bits.to_le_bytes());
    }

    pub fn vector(&mut self, vector: DVec3) {
        for coordinate in vector.to_array() {
            self.number(coordinate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_nan_has_the_same_hash_and_the_two_zeros_differ() {
        let hash = |bits: u64| {
            let mut hash = Fnv::NEW;
            hash.number(f64::from_bits(bits));
            hash.0
        };
        let (quiet, negative, other) = (NOT_A_NUMBER, NOT_A_NUMBER | 1 << 63, NOT_A_NUMBER | 77);
        assert_eq!(hash(negative), hash(quiet));
        assert_eq!(hash(other), hash(quiet));
        assert_ne!(hash(0.0_f64.to_bits()), hash((-0.0_f64).to_bits()));
    }

    #[test]
    fn the_published_test_vectors_hold() {
        let hash = |text: &str| {
            let mut hash = Fnv::NEW;
            hash.bytes(text.as_bytes());
            hash.0
        };
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
