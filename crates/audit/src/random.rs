//! Seeded random numbers, so that the same seed makes the same walk on every machine.
//!
//! Source: S. Vigna, "splitmix64", public domain, 2015.

/// A generator of random numbers from a seed.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        scrambled(self.0)
    }

    /// A whole number from 0 to `limit - 1`. `limit` is at least 1.
    pub fn below(&mut self, limit: u32) -> u32 {
        // The upper half of the product needs no division, and all numbers are about equally likely.
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Returns `true` once in `count` times on average.
    pub fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }
}

/// A hash of `number`. Every bit of it depends on all bits of `number`.
pub(super) fn scrambled(number: u64) -> u64 {
    let bits = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_is_drawn_about_as_often() {
        let (mut random, mut counts) = (Random::new(1), [0; 7]);
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_500..10_500).contains(count)),
            "{counts:?}"
        );
    }
}
