//! Triangles ready for the GPU: vertices, and the indices of each triangle's corners.

use crate::draw::renderer::level::vertices::{DrawnTriangle, TexCoord, Vertex};

/// Triangles with the same texture. `I` is the type of an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry<I> {
    /// The number of the texture in the level's table.
    pub texture: Option<u32>,
    pub vertices: Vec<Vertex>,
    /// One for each vertex, if there is a texture; else empty.
    pub tex_coords: Vec<TexCoord>,
    /// Three for each triangle.
    pub indices: Vec<I>,
}

impl<I> Geometry<I> {
    /// No triangles.
    pub const EMPTY: Self = Self {
        texture: None,
        vertices: Vec::new(),
        tex_coords: Vec::new(),
        indices: Vec::new(),
    };
}

/// Shares vertices between a triangle and the one before it. A face of a file is a fan of triangles, so this finds most
/// of those that can be shared at all, triangles of a flat face only.
#[derive(Default)]
pub struct Indexer {
    before: [u32; 3],
}

impl Indexer {
    /// Adds the vertices of `triangle` that the triangle before it lacks, with their places in the texture. Returns the
    /// indices of all three.
    pub fn add<I>(
        &mut self,
        geometry: &mut Geometry<I>,
        triangle: &DrawnTriangle,
        tex_coords: Option<&[TexCoord; 3]>,
    ) -> [u32; 3] {
        let before = self.before;
        let vertices = triangle.vertices();
        self.before = std::array::from_fn(|at| {
            let tex_coord = tex_coords.map(|places| &places[at]);
            let shared = |index: &u32| {
                let index = *index as usize;
                geometry.vertices.get(index) == Some(&vertices[at])
                    && geometry.tex_coords.get(index) == tex_coord
            };
            before.into_iter().find(shared).unwrap_or_else(|| {
                geometry.vertices.push(vertices[at]);
                geometry.tex_coords.extend(tex_coord);
                geometry.vertices.len() as u32 - 1
            })
        });
        self.before
    }
}
