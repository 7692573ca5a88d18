//! Triangles on the GPU that never change.

use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage, TextureId};

use crate::draw::renderer::level::geometry::Geometry;
use crate::draw::renderer::target::program::Gpu;

/// Vertices on the GPU, and the triangles between them.
pub struct MeshBuffer {
    vertices: BufferId,
    /// A second buffer, with the places in a texture.
    tex_coords: Option<BufferId>,
    indices: BufferId,
    count: i32,
}

impl MeshBuffer {
    /// Uploads `vertices`, and three `indices` for each triangle.
    pub fn upload<V, I>(context: &mut Gpu, vertices: &[V], indices: &[I]) -> Self {
        let usage = BufferUsage::Immutable;
        let source = BufferSource::slice(vertices);
        let vertices = context.new_buffer(BufferType::VertexBuffer, usage, source);
        let source = BufferSource::slice(indices);
        Self {
            vertices,
            tex_coords: None,
            indices: context.new_buffer(BufferType::IndexBuffer, usage, source),
            count: indices.len() as i32,
        }
    }

    /// Uploads `geometry`.
    pub fn of_geometry<I>(context: &mut Gpu, geometry: &Geometry<I>) -> Self {
        let mut mesh = Self::upload(context, &geometry.vertices, &geometry.indices);
        if geometry.texture.is_some() {
            let source = BufferSource::slice(&geometry.tex_coords);
            let usage = BufferUsage::Immutable;
            mesh.tex_coords = Some(context.new_buffer(BufferType::VertexBuffer, usage, source));
        }
        mesh
    }

    /// Frees the memory on the GPU.
    pub fn delete(&self, context: &mut Gpu) {
        context.delete_buffer(self.vertices);
        if let Some(tex_coords) = self.tex_coords {
            context.delete_buffer(tex_coords);
        }
        context.delete_buffer(self.indices);
    }

    /// Draws all triangles with the current pipeline, whose uniforms are set.
    pub fn draw(&self, context: &mut Gpu, images: &[TextureId]) {
        // A shader that needs no second buffer ignores it.
        let buffers = [self.vertices, self.tex_coords.unwrap_or(self.vertices)];
        context.apply_bindings_from_slice(&buffers, self.indices, images);
        context.draw(0, self.count, 1);
    }

    /// Draws all triangles once for each of the `count` items in `instances`, with the current pipeline, whose uniforms are
    /// set.
    pub fn draw_instances(
        &self,
        context: &mut Gpu,
        (instances, count): (BufferId, usize),
        images: &[TextureId],
    ) {
        let tex_coords = self.tex_coords.unwrap_or(self.vertices);
        let buffers = [self.vertices, instances, tex_coords];
        context.apply_bindings_from_slice(&buffers, self.indices, images);
        context.draw(0, self.count, count as i32);
    }
}
