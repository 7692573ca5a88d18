//! Seeded choices, so the same seed makes the same walk on every machine.
//!
//! Source: S. Vigna, "splitmix64", public domain, 2015.

/// A generator of seeded numbers.
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

    /// A whole number below `limit`, which is above 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        // The product's upper half: every number is about as likely, without a division.
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Whether one of `chances` comes true.
    pub fn one_in(&mut self, chances: u32) -> bool {
        self.below(chances) == 0
    }
}

/// The number that belongs to `number`, in which every bit depends on all of its bits.
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
