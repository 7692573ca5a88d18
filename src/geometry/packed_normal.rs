//! A unit normal in four bytes.

use glam::DVec3;

use super::float::max;
use super::packing::Packed;

/// The number for a component that is 0; 1 is twice as much.
const ZERO: f64 = 32_767.0;

/// A unit normal in four bytes: exact along the axes, and within 0.006 degrees elsewhere. It is only seen.
///
/// Source: Q. Meyer et al., "On Floating-Point Normal Vectors", 2010: the octahedron |x| + |y| + |z| = 1 seen from above,
/// whose lower half is folded outwards.
///
/// # Example
/// ```
/// use sidle::{geometry::PackedNormal, glam::DVec3};
/// assert_eq!(PackedNormal::new(DVec3::NEG_Z).unpack(), DVec3::NEG_Z);
/// let slope = DVec3::new(0.6, 0.8, 0.0);
/// assert!(PackedNormal::new(slope).unpack().abs_diff_eq(slope, 1e-4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct PackedNormal([u16; 2]);

impl PackedNormal {
    /// Packs a normal, which may have any length but 0.
    #[must_use]
    pub fn new(normal: DVec3) -> Self {
        let [x, y, z] = (normal / normal.abs().element_sum()).to_array();
        let side = |number: f64| if number < 0.0 { -1.0 } else { 1.0 };
        let unfolded = if y < 0.0 {
            [(1.0 - z.abs()) * side(x), (1.0 - x.abs()) * side(z)]
        } else {
            [x, z]
        };
        // Rounded to the nearest number, since a cast rounds down.
        Self(unfolded.map(|part| (part * ZERO + (ZERO + 0.5)) as u16))
    }

    /// The unit normal.
    #[must_use]
    pub fn unpack(self) -> DVec3 {
        let [x, z] = self.0.map(|number| f64::from(number) / ZERO - 1.0);
        let y = 1.0 - x.abs() - z.abs();
        let fold = max(-y, 0.0);
        let side = |number: f64| if number < 0.0 { -fold } else { fold };
        DVec3::new(x - side(x), y, z - side(z)).normalize()
    }
}

impl Packed for PackedNormal {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Packed::unpack(bytes).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_normal_is_exact_along_the_axes_and_close_elsewhere() {
        for axis in DVec3::AXES {
            for normal in [axis, -axis] {
                assert_eq!(PackedNormal::new(normal).unpack(), normal);
            }
        }
        for number in 0..2000 {
            // Points of a spiral from pole to pole.
            let y = 1.0 - (f64::from(number) + 0.5) / 1000.0;
            let angle = f64::from(number) * 2.4;
            let around = (1.0 - y * y).sqrt();
            let normal = DVec3::new(around * libm::cos(angle), y, around * libm::sin(angle));
            for length in [1e-30, 1.0, 1e30] {
                let back = PackedNormal::new(normal * length).unpack();
                assert!((back - normal).length() < 1e-4, "{normal} {back}");
            }
        }
    }

    #[test]
    fn every_packed_normal_is_one_of_length_one() {
        for bits in [[0, 0], [0, 65535], [65535, 65535], [32767, 0], [1, 40000]] {
            let length = PackedNormal(bits).unpack().length();
            assert!((length - 1.0).abs() < 1e-12, "{bits:?}");
        }
    }
}
