//! Splits the triangles that never move into chunks: pieces of space that are uploaded, culled and drawn one by one.

use macroquad::math::Vec3;

use sidle::parallel::Workers;

use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::level::geometry::{Geometry, Indexer};
use crate::draw::renderer::level::vertices::Batch;

/// The most triangles of a chunk. Smaller: more draw calls; larger: more is drawn that nobody sees. Three times as many
/// vertices must have an index of 16 bits.
const MAX_TRIANGLES: usize = 1 << 14;

/// A group of fewer triangles is split by one core.
const WORTH_SHARING: usize = 1 << 13;

/// Triangles of one piece of space.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    pub geometry: Geometry<u16>,
    pub bounds: Bounds,
}

impl Chunk {
    /// The triangles of `batch` with these `numbers`.
    fn new(batch: &Batch, numbers: &[u32]) -> Self {
        let mut geometry = Geometry {
            texture: batch.texture,
            vertices: Vec::with_capacity(numbers.len() * 2),
            tex_coords: Vec::new(),
            indices: Vec::with_capacity(numbers.len() * 3),
        };
        let mut bounds = Bounds::EMPTY;
        let mut indexer = Indexer::default();
        for number in numbers {
            let number = *number as usize;
            let triangle = &batch.triangles[number];
            bounds = bounds.union(Bounds::around(triangle.corners));
            let tex_coords = batch.tex_coords.get(number);
            let indices = indexer.add(&mut geometry, triangle, tex_coords);
            geometry.indices.extend(indices.map(|index| index as u16));
        }
        geometry.vertices.shrink_to_fit();
        Self { geometry, bounds }
    }
}

/// Splits `batch` into chunks; the order of the triangles within a chunk stays.
pub fn split(batch: &Batch) -> Vec<Chunk> {
    let centers = batch.triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.corners;
        a + b + c
    });
    let centers: Vec<Vec3> = centers.collect();
    Workers::All.map(&split_points(&centers, MAX_TRIANGLES), |leaf| {
        Chunk::new(batch, leaf)
    })
}

/// Splits `points` into groups of neighbours, with at most `most` points each; returns the numbers of the points in rising
/// order.
pub fn split_points(points: &[Vec3], most: usize) -> Vec<Vec<u32>> {
    let mut numbers: Vec<u32> = (0..points.len() as u32).collect();
    let mut leaves = Vec::new();
    split_group(points, &mut numbers, most, &mut leaves);
    leaves
}

fn split_group(points: &[Vec3], group: &mut [u32], most: usize, leaves: &mut Vec<Vec<u32>>) {
    if group.len() <= most {
        group.sort_unstable();
        leaves.extend((!group.is_empty()).then(|| group.to_vec()));
        return;
    }
    let of = |number: &u32| points[*number as usize];
    let bounds = Bounds::around(group.iter().map(of));
    let size = bounds.max - bounds.min;
    let axis = if size.x >= size.y.max(size.z) {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    // Into whole leaves, so that none is nearly empty.
    let middle = group.len().div_ceil(most).div_ceil(2) * most;
    let middle = middle.min(group.len() - 1);
    group.select_nth_unstable_by(middle, |one, other| {
        of(one)[axis].total_cmp(&of(other)[axis])
    });
    let (first, second) = group.split_at_mut(middle);
    if first.len() < WORTH_SHARING {
        split_group(points, first, most, leaves);
        split_group(points, second, most, leaves);
        return;
    }
    let mut of_second = Vec::new();
    Workers::All.both(
        || split_group(points, first, most, leaves),
        || split_group(points, second, most, &mut of_second),
    );
    leaves.append(&mut of_second);
}

#[cfg(test)]
mod tests;
