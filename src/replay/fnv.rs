//! FNV-1a, 64 bits: a byte at a time, the same on every target and for ever, which the standard
//! library's hasher does not promise.
//!
//! Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm", 1991.

use glam::DVec3;

/// A hash of bytes in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fnv(pub u64);

impl Fnv {
    /// The hash of nothing.
    pub const NEW: Self = Self(0xCBF2_9CE4_8422_2325);

    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub fn number(&mut self, number: f64) {
        self.bytes(&number.to_bits().to_le_bytes());
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
