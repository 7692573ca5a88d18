//! Defects of a mesh's edges.

use glam::Vec3;

use super::mesh::{Mesh, corner_bits};

/// The defects of a mesh's edges. Two corners are the same when all their bits are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EdgeDefects {
    /// Edges of three triangles or more.
    pub non_manifold: usize,
    /// Edges of two triangles that face opposite sides, one of them is flipped.
    pub flipped: usize,
    /// The middle of the first flipped edge; metres, in the mesh's own space.
    pub first_flipped: Option<Vec3>,
}

impl EdgeDefects {
    /// Finds the defects of `mesh`.
    #[must_use]
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
        let mut defects = Self::default();
        let mut first = u32::MAX;
        for edge in sides.chunk_by(|(a, ..), (b, ..)| a == b) {
            match edge {
                [(ends, back, number), (_, other_back, _)] if back == other_back => {
                    defects.flipped += 1;
                    if *number < first {
                        first = *number;
                        let [from, to] = ends.map(|end| Vec3::from_array(end.map(f32::from_bits)));
                        defects.first_flipped = Some(from.midpoint(to));
                    }
                }
                [_, _, _, ..] => defects.non_manifold += 1,
                _ => {}
            }
        }
        defects
    }
}

/// The two sorted corners of an edge.
type Ends = [[u32; 3]; 2];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::obj::{ReadMesh, read_mesh};
    use crate::level::text::Source;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n";

    fn defects(faces: &str) -> EdgeDefects {
        let source = Source::new("a.obj", format!("{SQUARE}{faces}").into()).unwrap();
        let ReadMesh { mesh, .. } = read_mesh(&source, true, &mut |_, _| (), |_, _| Vec::new());
        EdgeDefects::of(&mesh.unwrap().finish().unwrap())
    }

    #[test]
    fn faces_of_one_winding_have_no_defect() {
        assert_eq!(defects("f 1 2 3\nf 1 3 4"), EdgeDefects::default());
        assert_eq!(defects("f 1 2 3 4"), EdgeDefects::default());
    }

    #[test]
    fn a_flipped_face_is_found_at_its_edge() {
        let found = defects("f 1 2 3\nf 1 4 3");
        assert_eq!((found.flipped, found.non_manifold), (1, 0));
        // From (0,0,0) to (1,1,0).
        assert_eq!(found.first_flipped, Some(Vec3::new(0.5, 0.5, 0.0)));
    }

    #[test]
    fn three_faces_at_one_edge_are_non_manifold_in_any_winding() {
        for third in ["f 1 3 5", "f 3 1 5"] {
            let found = defects(&format!("f 1 2 3\nf 1 3 4\n{third}"));
            assert_eq!((found.flipped, found.non_manifold), (0, 1));
        }
    }

    #[test]
    fn a_two_sided_sheet_has_no_flipped_edge() {
        // Each edge is passed in both directions.
        assert_eq!(defects("f 1 2 3\nf 3 2 1"), EdgeDefects::default());
    }
}
