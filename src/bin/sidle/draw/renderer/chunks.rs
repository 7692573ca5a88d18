//! Splits the triangles that never move into chunks: pieces of space that are uploaded, culled and drawn one by one.

use macroquad::math::Vec3;

use crate::draw::renderer::bounds::Bounds;
use crate::draw::renderer::vertices::{DrawnTriangle, Vertex};
use crate::draw::renderer::workers::{do_both, map_all};

/// The most triangles of a chunk. Smaller: more draw calls; larger: more is drawn that nobody sees. Three times as many
/// vertices must have an index of 16 bits.
const MAX_TRIANGLES: usize = 1 << 14;

/// A group of fewer triangles is split by one core.
const WORTH_SHARING: usize = 1 << 13;

/// Triangles of one piece of space.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    pub vertices: Vec<Vertex>,
    /// Three for each triangle.
    pub indices: Vec<u16>,
    pub bounds: Bounds,
}

impl Chunk {
    /// No triangles.
    pub const EMPTY: Self = Self {
        vertices: Vec::new(),
        indices: Vec::new(),
        bounds: Bounds::EMPTY,
    };

    fn new<'t>(triangles: impl ExactSizeIterator<Item = &'t DrawnTriangle>) -> Self {
        let mut chunk = Self {
            vertices: Vec::with_capacity(triangles.len() * 2),
            indices: Vec::with_capacity(triangles.len() * 3),
            ..Self::EMPTY
        };
        let mut indexer = Indexer::default();
        for triangle in triangles {
            chunk.bounds = chunk.bounds.union(Bounds::around(triangle.corners));
            let indices = indexer.add(&mut chunk.vertices, triangle);
            chunk.indices.extend(indices.map(|index| index as u16));
        }
        chunk.vertices.shrink_to_fit();
        chunk
    }
}

/// Shares vertices between a triangle and the one before it. A face of a file is a fan of triangles, so this finds most of
/// those that can be shared at all: triangles of a flat face only.
#[derive(Default)]
pub struct Indexer {
    before: [u32; 3],
}

impl Indexer {
    /// Adds the vertices of `triangle` that the triangle before it lacks. Returns the indices of all three.
    pub fn add(&mut self, vertices: &mut Vec<Vertex>, triangle: &DrawnTriangle) -> [u32; 3] {
        let before = self.before;
        self.before = triangle.vertices().map(|vertex| {
            let shared = |index: &u32| vertices.get(*index as usize) == Some(&vertex);
            before.into_iter().find(shared).unwrap_or_else(|| {
                vertices.push(vertex);
                vertices.len() as u32 - 1
            })
        });
        self.before
    }
}

/// Splits `triangles` into chunks; their order within a chunk stays.
pub fn split(triangles: &[DrawnTriangle]) -> Vec<Chunk> {
    let centers = triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.corners;
        a + b + c
    });
    let centers: Vec<Vec3> = centers.collect();
    map_all(&split_points(&centers, MAX_TRIANGLES), |leaf| {
        Chunk::new(leaf.iter().map(|number| &triangles[*number as usize]))
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
    do_both(
        || split_group(points, first, most, leaves),
        || split_group(points, second, most, &mut of_second),
    );
    leaves.append(&mut of_second);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Placement;
    use sidle::glam::DVec3;
    use sidle::level::{Disk, Level, load_level};

    use crate::draw::renderer::vertices::triangles;

    fn level(name: &str) -> Level {
        let path = format!("levels/{name}.toml");
        let loaded = load_level(path.as_ref(), &Disk);
        loaded.level.expect("a level")
    }

    fn drawn(name: &str) -> Vec<DrawnTriangle> {
        let level = level(name);
        let models = level.scene.models.iter();
        let drawn =
            models.flat_map(|it| triangles(&it.mesh, &it.look, &Placement::IDENTITY, DVec3::ZERO));
        drawn.collect()
    }

    #[test]
    fn every_triangle_is_in_one_chunk_with_its_corners_in_order() {
        for name in ["courtyard", "terrain", "contact-lab"] {
            let triangles = drawn(name);
            let chunks = split(&triangles);
            let mut found = Vec::new();
            for chunk in &chunks {
                assert!(chunk.indices.len() <= 3 * MAX_TRIANGLES);
                for corners in chunk.indices.chunks(3) {
                    let corners = [0, 1, 2].map(|at| chunk.vertices[usize::from(corners[at])]);
                    for corner in corners.map(|corner| Vec3::from_array(corner.position())) {
                        assert_eq!(chunk.bounds.union(Bounds::around([corner])), chunk.bounds);
                    }
                    found.push(corners.map(|corner| format!("{corner:?}")));
                }
            }
            let mut expected: Vec<_> = triangles
                .iter()
                .map(|it| it.vertices().map(|corner| format!("{corner:?}")))
                .collect();
            found.sort();
            expected.sort();
            assert!(found == expected, "{name}");
        }
    }

    #[test]
    fn a_vertex_takes_24_bytes() {
        assert_eq!(size_of::<Vertex>(), 24);
    }

    #[test]
    fn no_triangles_make_no_chunk() {
        assert_eq!(split(&[]), []);
    }

    #[test]
    fn the_triangles_of_a_quad_share_two_vertices() {
        let triangles = drawn("courtyard");
        let vertices: usize = split(&triangles)
            .iter()
            .map(|chunk| chunk.vertices.len())
            .sum();
        assert!(
            vertices * 10 < triangles.len() * 3 * 9,
            "{vertices} of {}",
            triangles.len() * 3
        );
    }

    #[test]
    fn groups_are_full_disjoint_and_of_neighbours() {
        for count in [0, 1, 7, 8, 9, 16, 17, 1000] {
            let points: Vec<Vec3> = (0..count)
                .map(|at| {
                    Vec3::new(
                        (at * 37 % 101) as f32,
                        (at % 3) as f32,
                        (at * 53 % 89) as f32,
                    )
                })
                .collect();
            let groups = split_points(&points, 8);
            let mut all: Vec<u32> = groups.concat();
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..count as u32), "{count}");
            assert_eq!(groups.len(), (count as usize).div_ceil(8), "{count}");
            assert!(
                groups
                    .iter()
                    .all(|group| group.is_sorted() && group.len() <= 8)
            );
        }
        // Points in one place cannot be told apart.
        let same = split_points(&[Vec3::ONE; 100], 8);
        assert_eq!(same.len(), 13);
    }
}
