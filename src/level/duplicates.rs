//! Duplicate triangles of a mesh, as exporters write them for objects copied in place.
//!
//! A duplicate does not change a walk, but costs time. Two corners are the same when all their bits are
//! equal: near corners may belong to another surface.

use glam::Vec3;

use super::mesh::corner_bits;

/// The numbers of all triangles with the same three corners as an earlier one, in any order; sorted. With
/// `sided`, a triangle that faces the other way is not a duplicate.
pub(super) fn duplicates<'m>(
    triangles: impl Iterator<Item = &'m [Vec3; 3]> + Clone,
    sided: bool,
) -> Vec<usize> {
    // Sorts a short hash instead of nine numbers, and compares those only where two hashes agree.
    let keys = || triangles.clone().map(|corners| key(corners, sided));
    let mut hashes: Vec<(u64, u32)> = keys().map(|key| hash(&key)).zip(0..).collect();
    hashes.sort_unstable();
    let mut suspects: Vec<u32> = hashes
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() > 1)
        .flatten()
        .map(|(_, number)| *number)
        .collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    suspects.sort_unstable();
    let mut suspects = suspects.into_iter().peekable();
    let known = keys().zip(0..);
    let mut known: Vec<(Key, u32)> = known
        .filter(|(_, number)| suspects.next_if_eq(number).is_some())
        .collect();
    known.sort_unstable();
    let runs = known.chunk_by(|a, b| a.0 == b.0);
    let later = runs.flat_map(|run| &run[1..]);
    let mut later: Vec<usize> = later.map(|(_, number)| *number as usize).collect();
    later.sort_unstable();
    later
}

/// The sorted corners, and whether sorting flipped the triangle.
type Key = ([[u32; 3]; 3], bool);

fn key(corners: &[Vec3; 3], sided: bool) -> Key {
    let mut bits = corners.map(corner_bits);
    let mut turned = false;
    for at in [0, 1, 0] {
        if bits[at] > bits[at + 1] {
            bits.swap(at, at + 1);
            turned = !turned;
        }
    }
    (bits, sided && turned)
}

/// Spreads the numbers over 64 bits (Fowler, Noll and Vo's FNV-1a, a word at a time).
fn hash((corners, turned): &Key) -> u64 {
    let words = corners
        .as_flattened()
        .iter()
        .copied()
        .chain([u32::from(*turned)]);
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word))
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    const A: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

    #[test]
    fn the_first_stays_and_corner_order_does_not_matter() {
        let [a, b, c] = A;
        let all = [[a, b, c], [a, b, Vec3::Z], [b, c, a], [c, a, b], [a, c, b]];
        assert_eq!(duplicates(all.iter(), false), [2, 3, 4]);
        // The last one faces the other way.
        assert_eq!(duplicates(all.iter(), true), [2, 3]);
    }

    #[test]
    fn zero_has_no_sign_and_near_corners_differ() {
        let minus = [Vec3::new(-0.0, 0.0, -0.0), Vec3::X, Vec3::Y];
        let near = [Vec3::X * 1e-30, Vec3::X, Vec3::Y];
        assert_eq!(duplicates([A, minus, near].iter(), false), [1]);
    }

    #[test]
    fn looking_at_every_pair_finds_the_same() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut corner = || Vec3::from_array([0; 3].map(|_| random.below(2) as f32));
            let all: Vec<[Vec3; 3]> = (0..60).map(|_| [corner(), corner(), corner()]).collect();
            for sided in [false, true] {
                let same = |a: &[Vec3; 3], b: &[Vec3; 3]| {
                    let [x, y, z] = *b;
                    let mut orders = vec![[x, y, z], [y, z, x], [z, x, y]];
                    if !sided {
                        orders.extend([[x, z, y], [z, y, x], [y, x, z]]);
                    }
                    orders.contains(a)
                };
                // Triangles with two equal corners have no sides; they are dropped before.
                let flat = |t: &[Vec3; 3]| t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
                let all: Vec<_> = all.iter().copied().filter(|t| !flat(t)).collect();
                let slow: Vec<usize> = (0..all.len())
                    .filter(|at| all[..*at].iter().any(|earlier| same(earlier, &all[*at])))
                    .collect();
                assert_eq!(duplicates(all.iter(), sided), slow, "seed {seed}");
            }
        }
    }
}
