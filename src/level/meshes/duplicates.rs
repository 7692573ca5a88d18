//! Duplicate triangles of a mesh, as exporters write them for objects copied in place.
//!
//! A duplicate does not change a walk, but costs time. Two corners are the same when all their bits are
//! equal, since near corners may belong to another surface.

use glam::Vec3;

use super::mesh::corner_bits;
use crate::parallel::Workers;

/// The numbers of all triangles in `lists`, with these `corners`, with the same three corners as an earlier one, in any
/// order; sorted. With `sided`, a triangle that faces the other way is not a duplicate.
pub fn duplicates<T: Sync>(
    lists: &[&[T]],
    corners: impl Fn(&T) -> [Vec3; 3] + Sync,
    sided: bool,
) -> Vec<usize> {
    let starts: Vec<usize> = starts(lists.iter().map(|list| list.len())).collect();
    let count: usize = lists.iter().map(|list| list.len()).sum();
    // Sorts a short hash instead of nine numbers, and compares those only where two hashes agree. The number of the
    // triangle stands in place of the lowest bits.
    let numbers = (count as u64).next_power_of_two() - 1;
    let key_of = |number: usize| {
        let list = starts.partition_point(|start| *start <= number) - 1;
        key(&corners(&lists[list][number - starts[list]]), sided)
    };
    let mut hashes = vec![0; count];
    Workers::All.change_pieces(&mut hashes, |first, hashes| {
        let mut list = starts.partition_point(|start| *start <= first) - 1;
        for (number, place) in (first..).zip(hashes) {
            while number - starts[list] >= lists[list].len() {
                list += 1;
            }
            let key = key(&corners(&lists[list][number - starts[list]]), sided);
            *place = hash(&key) & !numbers | number as u64;
        }
    });
    Workers::All.sort(&mut hashes);
    let suspects = hashes.chunk_by(|a, b| a & !numbers == b & !numbers);
    let suspects = suspects.filter(|run| run.len() > 1).flatten();
    let mut known: Vec<(Key, usize)> = suspects
        .map(|hash| {
            let number = (hash & numbers) as usize;
            (key_of(number), number)
        })
        .collect();
    known.sort_unstable();
    let runs = known.chunk_by(|a, b| a.0 == b.0);
    let later = runs.flat_map(|run| &run[1..]);
    let mut later: Vec<usize> = later.map(|(_, number)| *number).collect();
    later.sort_unstable();
    later
}

/// The number of the first triangle of each list with these lengths.
pub fn starts(lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    lengths.scan(0, |next, length| {
        let start = *next;
        *next += length;
        Some(start)
    })
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
mod tests;
