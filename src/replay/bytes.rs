//! Encodes numbers as bytes, and decodes them from any bytes.

use glam::DVec3;

/// Appends `number` in groups of 7 bits, the lowest first. Each byte but the last has its highest bit set
/// (LEB128, as in the DWARF standard).
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A signed number as an unsigned one, such that small numbers stay small: 0, -1, 1, -2 become 0, 1, 2, 3.
pub(super) fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// Reads bytes one after the other. Returns `None` where they end too early.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    pub fn take(&mut self, count: u64) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }

    /// The three numbers of a vector.
    pub fn vector(&mut self) -> Option<DVec3> {
        Some(DVec3::new(self.f64()?, self.f64()?, self.f64()?))
    }

    /// A number that [`push_number`] wrote; `None` also if it has more than 64 bits.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let group = u64::from(byte & 0x7F);
            if group << shift >> shift != group {
                return None;
            }
            number |= group << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_round_trip_and_small_ones_take_one_byte() {
        // 300 is 10 0101100 in groups of 7 bits.
        let mut bytes = Vec::new();
        push_number(&mut bytes, 300);
        assert_eq!(bytes, [0b1010_1100, 0b10]);
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(bytes.len() == 1, number < 128, "{number}");
            let mut reader = Reader(&bytes);
            assert_eq!((reader.number(), reader.0.len()), (Some(number), 0));
            assert_eq!(Reader(&bytes[..bytes.len() - 1]).number(), None);
        }
        assert_eq!(Reader(&[0xFF; 12]).number(), None, "longer than 64 bits");
    }

    #[test]
    fn zigzag_keeps_small_numbers_of_both_signs_small() {
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
        for number in [0, 5, -5, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
    }
}
