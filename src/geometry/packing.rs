//! Packs values into bytes for another instance of the same program, and unpacks them bit for bit.
//!
//! The page's workers send levels and findings in this form. It is only for the game in the same workspace. It is not part of
//! the documented API, and no file is stored in it. Damaged bytes unpack to `None`, never to a shape that breaks an
//! invariant.
//!
//! The alternative, serde with postcard, was measured. It packs lists of corners and nodes about 3 times slower, packs lists of
//! whole numbers 17 times slower, and unpacks nodes 3 times slower. The types of a level and an audit alone make the page's
//! program 14 kB larger. The code for checks, shared meshes and chunks would still be needed. Only lists of fields would be saved,
//! and [`packed_fields!`] already writes most of those.

use core::ops::Range;

use glam::{DMat3, DVec3, Vec2, Vec3};

use super::{Obb, Placement, Triangle};

/// A value that can cross from one instance of the program to another.
pub trait Packed: Sized {
    /// Appends the value to `bytes`.
    fn pack(&self, bytes: &mut Vec<u8>);

    /// Takes the value from the front of `bytes`. `None` if they are too short or damaged.
    fn unpack(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! packed_numbers {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            fn pack(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                let (taken, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*taken))
            }
        }
    )*};
}

packed_numbers!(u8, u16, u32, u64, i32, f32, f64);

/// Packs a struct field by field, in the order in which they are named.
#[doc(hidden)]
#[macro_export]
macro_rules! packed_fields {
    ($type:ty { $($field:ident),+ $(,)? }) => {
        impl $crate::geometry::packing::Packed for $type {
            fn pack(&self, bytes: &mut Vec<u8>) {
                let Self { $($field),+ } = self;
                $($crate::geometry::packing::Packed::pack($field, bytes);)+
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::geometry::packing::Packed::unpack(bytes)?),+ })
            }
        }
    };
}
pub use packed_fields;

/// Packs a value as its index in a list of names and values, which must contain it.
#[doc(hidden)]
#[macro_export]
macro_rules! packed_choice {
    ($type:ty, $names:expr) => {
        impl $crate::geometry::packing::Packed for $type {
            fn pack(&self, bytes: &mut Vec<u8>) {
                let index = $names.iter().position(|(_, known)| known == self);
                bytes.push(index.unwrap_or_default() as u8);
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                let index = <u8 as $crate::geometry::packing::Packed>::unpack(bytes)?;
                $names.get(usize::from(index)).map(|(_, value)| *value)
            }
        }
    };
}
pub use packed_choice;

/// Packed as 64 bits, so that programs with 32-bit and 64-bit addresses can exchange it.
impl Packed for usize {
    fn pack(&self, bytes: &mut Vec<u8>) {
        (*self as u64).pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::try_from(u64::unpack(bytes)?).ok()
    }
}

impl Packed for bool {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        match u8::unpack(bytes)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.is_some().pack(bytes);
        if let Some(value) = self {
            value.pack(bytes);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        match bool::unpack(bytes)? {
            true => Some(Some(T::unpack(bytes)?)),
            false => Some(None),
        }
    }
}

impl<T: Packed> Packed for Range<T> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.start.pack(bytes);
        self.end.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(T::unpack(bytes)?..T::unpack(bytes)?)
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.pack(bytes);
        self.1.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::unpack(bytes)?, B::unpack(bytes)?))
    }
}

impl<T: Packed + Copy + Default, const N: usize> Packed for [T; N] {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(bytes));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::unpack(bytes)?;
        }
        Some(items)
    }
}

impl Packed for String {
    fn pack(&self, bytes: &mut Vec<u8>) {
        (self.len() as u64).pack(bytes);
        bytes.extend_from_slice(self.as_bytes());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u64::unpack(bytes)?).ok()?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(core::str::from_utf8(text).ok()?.to_owned())
    }
}

/// The items are not allocated before they are read, so a damaged count takes no memory.
impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        (self.len() as u64).pack(bytes);
        self.iter().for_each(|item| item.pack(bytes));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let count = u64::unpack(bytes)?;
        (0..count).map(|_| T::unpack(bytes)).collect()
    }
}

macro_rules! packed_vectors {
    ($($vector:ty),*) => {$(
        impl Packed for $vector {
            fn pack(&self, bytes: &mut Vec<u8>) {
                self.to_array().pack(bytes);
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                Packed::unpack(bytes).map(Self::from_array)
            }
        }
    )*};
}

packed_vectors!(Vec2, Vec3, DVec3);

impl Packed for DMat3 {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.to_cols_array().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self::from_cols_array(&Packed::unpack(bytes)?))
    }
}

packed_fields!(Placement {
    position,
    rotation,
    scale,
});

/// Only the corners are packed. The plane is computed from them again.
impl Packed for Triangle {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.stored_vertices().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::new(Packed::unpack(bytes)?)
    }
}

impl Packed for Obb {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.center().pack(bytes);
        self.axes().pack(bytes);
        self.half_extents().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (center, axes) = (Packed::unpack(bytes)?, Packed::unpack(bytes)?);
        Self::new(center, axes, Packed::unpack(bytes)?)
    }
}

/// The length at which a list begins a new chunk; bytes. Smaller: more chunks; larger: one chunk takes longer to unpack
/// than a frame has time.
const CHUNK_BYTES: usize = 1 << 18;

/// The most memory that is reserved for a list before its items are unpacked; bytes. Smaller: a long list is copied while
/// it grows; larger: a damaged chunk takes more memory.
const MAX_RESERVED_BYTES: usize = 1 << 28;

/// Packs `items` into chunks, and calls `emit` with each. A chunk begins with `tag` and the number of items that follow in
/// this chunk and all later ones. An empty list needs no chunk.
pub fn pack_list<T: Packed>(tag: u8, items: &[T], emit: &mut dyn FnMut(&[u8])) {
    let begin = |left: usize| {
        let mut chunk = vec![tag];
        (left as u64).pack(&mut chunk);
        chunk
    };
    let mut chunk = begin(items.len());
    for (number, item) in (1..).zip(items) {
        item.pack(&mut chunk);
        if chunk.len() >= CHUNK_BYTES || number == items.len() {
            emit(&chunk);
            chunk = begin(items.len() - number);
        }
    }
}

/// Appends all items of a chunk, without its tag, to `list`. `None` if the chunk is damaged.
pub fn unpack_list<T: Packed>(list: &mut Vec<T>, mut chunk: &[u8]) -> Option<()> {
    let left = usize::try_from(u64::unpack(&mut chunk)?).ok()?;
    if list.is_empty() {
        list.reserve_exact(left.min(MAX_RESERVED_BYTES / size_of::<T>().max(1)));
    }
    while !chunk.is_empty() {
        let before = chunk.len();
        list.push(T::unpack(&mut chunk)?);
        if chunk.len() == before {
            return None; // Items of no bytes would be unpacked without end.
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Packed + PartialEq + core::fmt::Debug>(value: &T) {
        let mut bytes = Vec::new();
        value.pack(&mut bytes);
        let mut rest = &bytes[..];
        assert_eq!(T::unpack(&mut rest).as_ref(), Some(value));
        assert!(rest.is_empty());
        for end in 0..bytes.len() {
            assert_eq!(T::unpack(&mut &bytes[..end]), None, "{end} bytes");
        }
    }

    #[test]
    fn values_survive_a_round_trip_and_truncated_bytes_unpack_to_none() {
        round_trip(&u64::MAX);
        round_trip(&Some(true));
        round_trip(&None::<f64>);
        round_trip(&"ünder".to_owned());
        round_trip(&Placement::new(
            DVec3::X,
            DVec3::splat(31.0),
            DVec3::NEG_ONE,
        ));
        round_trip(&Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap());
        round_trip(&Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::ZERO).unwrap());
    }

    #[test]
    fn bits_are_kept() {
        let mut bytes = Vec::new();
        [-0.0, f64::NAN, f64::INFINITY].pack(&mut bytes);
        let back: [f64; 3] = Packed::unpack(&mut &bytes[..]).unwrap();
        assert_eq!(back[0].to_bits(), (-0.0_f64).to_bits());
        assert!(back[1].is_nan() && back[2] == f64::INFINITY);
    }

    #[test]
    fn shapes_that_break_their_invariants_are_refused() {
        let mut bytes = Vec::new();
        [Vec3::ZERO, Vec3::X, Vec3::X * 2.0].pack(&mut bytes);
        assert_eq!(Triangle::unpack(&mut &bytes[..]), None, "without an area");
        bytes.clear();
        [DVec3::ZERO, DVec3::X, DVec3::X, DVec3::X, DVec3::ONE].pack(&mut bytes);
        assert_eq!(Obb::unpack(&mut &bytes[..]), None, "no rotation");
        bytes.clear();
        u64::MAX.pack(&mut bytes);
        assert_eq!(String::unpack(&mut &bytes[..]), None, "too long");
        assert_eq!(bool::unpack(&mut &[2][..]), None);
    }

    #[test]
    fn a_list_of_any_length_comes_back_from_its_chunks() {
        for count in [
            0,
            1,
            CHUNK_BYTES as u32 / 4 - 1,
            CHUNK_BYTES as u32 / 4,
            200_000,
        ] {
            let list: Vec<u32> = (0..count).collect();
            let mut back: Vec<u32> = Vec::new();
            pack_list(7, &list, &mut |chunk| {
                assert!(chunk[0] == 7 && chunk.len() > 9 && chunk.len() < CHUNK_BYTES + 5);
                unpack_list(&mut back, &chunk[1..]).unwrap();
            });
            assert_eq!(back, list);
        }
        assert_eq!(unpack_list::<u32>(&mut Vec::new(), &[1, 2, 3]), None);
    }
}
