//! The edges of a mesh, and which faces meet there.

use glam::Vec3;

use super::mesh::{Mesh, corner_bits};

/// What is odd about the edges of a mesh; corners count as the same when all their digits are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OddEdges {
    /// Edges of three triangles or more: no surface goes on there in one way only.
    pub crowded: usize,
    /// Edges of two triangles that look to opposite sides: one of them is flipped.
    pub flipped: usize,
    /// Where the first of the flipped ones is: its middle; metres, in the mesh's own space.
    pub first_flipped: Option<Vec3>,
}

impl OddEdges {
    /// Those of `mesh`.
    pub fn of(mesh: &Mesh) -> Self {
        let triangles = mesh.parts.iter().flat_map(|part| &part.triangles);
        let edges = triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let mut sides: Vec<(Ends, bool, u32)> = edges
            .zip(0..)
            .map(|(ends, number)| {
                let [from, to] = ends.map(|end| corner_bits(*end));
                let back = from > to;
                (if back { [to, from] } else { [from, to] }, back, number)
            })
            .collect();
        sides.sort_unstable();
        let mut odd = Self::default();
        let mut first = u32::MAX;
        for edge in sides.chunk_by(|(a, ..), (b, ..)| a == b) {
            match edge {
                [(ends, back, number), (_, other_back, _)] if back == other_back => {
                    odd.flipped += 1;
                    if *number < first {
                        first = *number;
                        let [from, to] = ends.map(|end| Vec3::from_array(end.map(f32::from_bits)));
                        odd.first_flipped = Some(from.midpoint(to));
                    }
                }
                [_, _, _, ..] => odd.crowded += 1,
                _ => {}
            }
        }
        odd
    }
}

/// The two corners of an edge in rising order.
type Ends = [[u32; 3]; 2];

#[cfg(test)]
mod tests {
    use super::super::obj::read_mesh;
    use super::super::source::Source;
    use super::*;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n";

    fn odd(faces: &str) -> OddEdges {
        let source = Source::new("a.obj", format!("{SQUARE}{faces}").into()).unwrap();
        let (mesh, _) = read_mesh(&source, true, &mut |_| (), |_, _| Vec::new());
        OddEdges::of(&mesh.unwrap())
    }

    #[test]
    fn faces_that_are_wound_alike_pass_their_edge_in_opposite_directions() {
        assert_eq!(odd("f 1 2 3\nf 1 3 4"), OddEdges::default());
        assert_eq!(odd("f 1 2 3 4"), OddEdges::default());
    }

    #[test]
    fn a_flipped_face_is_found_at_its_edge() {
        let found = odd("f 1 2 3\nf 1 4 3");
        assert_eq!((found.flipped, found.crowded), (1, 0));
        // From (0,0,0) to (1,1,0).
        assert_eq!(found.first_flipped, Some(Vec3::new(0.5, 0.5, 0.0)));
    }

    #[test]
    fn three_faces_at_one_edge_are_crowded_however_they_are_wound() {
        for third in ["f 1 3 5", "f 3 1 5"] {
            let found = odd(&format!("f 1 2 3\nf 1 3 4\n{third}"));
            assert_eq!((found.flipped, found.crowded), (0, 1));
        }
    }

    #[test]
    fn the_back_of_a_sheet_meets_its_front_without_a_flip() {
        // Each edge is passed in both directions.
        assert_eq!(odd("f 1 2 3\nf 3 2 1"), OddEdges::default());
    }
}
