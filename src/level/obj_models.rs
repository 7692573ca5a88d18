//! What tobj read of an OBJ text: all faces in their order, in groups of the same name and material.

use glam::Vec3;

/// The faces of a mesh.
#[derive(Default)]
pub(super) struct Faces {
    pub vertices: Vec<Vec3>,
    /// The vertices of all faces, one face behind the other.
    pub corners: Vec<u32>,
    /// In the order of the text.
    pub faces: Vec<Face>,
    /// Faces with the same heading, in the order of the text.
    pub groups: Vec<Group>,
}

/// A face. A mesh has millions, so it is small.
pub(super) struct Face {
    /// The end of its corners; they start at the end of the previous face's.
    pub corners_end: usize,
    /// The start of its line in the text.
    pub line_start: usize,
}

/// The name and the material that hold for some faces.
pub(super) struct Group {
    pub first_face: usize,
    /// The name of the object or group.
    pub name: String,
    /// Its index among the file's materials.
    pub material: Option<usize>,
}

impl Faces {
    /// The faces of `models`, whose lines start at `lines`.
    pub fn new(models: Vec<tobj::Model>, lines: &[usize]) -> Self {
        let mut all = Self::default();
        // Exactly, since a large mesh needs the memory.
        let sum = |of: fn(&tobj::Mesh) -> usize| models.iter().map(|model| of(&model.mesh)).sum();
        all.faces.reserve_exact(lines.len());
        all.vertices
            .reserve_exact(sum(|mesh| mesh.positions.len() / 3));
        all.corners.reserve_exact(sum(|mesh| mesh.indices.len()));
        let mut lines = lines.iter();
        for tobj::Model { mesh, name } in models {
            all.groups.push(Group {
                first_face: all.faces.len(),
                name,
                material: mesh.material_id,
            });
            let first = all.vertices.len() as u32;
            let positions = mesh.positions.chunks_exact(3);
            all.vertices.extend(positions.map(Vec3::from_slice));
            let mut corners_end = all.corners.len();
            all.corners
                .extend(mesh.indices.iter().map(|index| first + index));
            // A model of triangles has no list of arities.
            let mut arities = mesh.face_arities.iter();
            while corners_end < all.corners.len() {
                corners_end += arities.next().map_or(3, |arity| *arity as usize);
                all.faces.push(Face {
                    corners_end,
                    line_start: lines.next().copied().unwrap_or_default(),
                });
            }
        }
        all
    }
}
