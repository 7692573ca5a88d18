//! Triangles on the GPU that never change.

use macroquad::miniquad::{
    BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend, TextureId,
};

/// Vertices on the GPU, and the triangles between them.
pub struct MeshBuffer {
    vertices: BufferId,
    indices: BufferId,
    count: i32,
}

impl MeshBuffer {
    /// Uploads `vertices`, and three `indices` for each triangle.
    pub fn upload<V, I>(context: &mut dyn RenderingBackend, vertices: &[V], indices: &[I]) -> Self {
        let usage = BufferUsage::Immutable;
        let source = BufferSource::slice(vertices);
        let vertices = context.new_buffer(BufferType::VertexBuffer, usage, source);
        let source = BufferSource::slice(indices);
        Self {
            vertices,
            indices: context.new_buffer(BufferType::IndexBuffer, usage, source),
            count: indices.len() as i32,
        }
    }

    /// Frees the memory on the GPU.
    pub fn delete(&self, context: &mut dyn RenderingBackend) {
        context.delete_buffer(self.vertices);
        context.delete_buffer(self.indices);
    }

    /// Draws all triangles with the current pipeline, whose uniforms are set.
    pub fn draw(&self, context: &mut dyn RenderingBackend, images: &[TextureId]) {
        context.apply_bindings_from_slice(&[self.vertices], self.indices, images);
        context.draw(0, self.count, 1);
    }

    /// Draws all triangles once for each of the `count` items in `instances`, with the current pipeline, whose uniforms are
    /// set.
    pub fn draw_instances(
        &self,
        context: &mut dyn RenderingBackend,
        (instances, count): (BufferId, usize),
        images: &[TextureId],
    ) {
        context.apply_bindings_from_slice(&[self.vertices, instances], self.indices, images);
        context.draw(0, self.count, count as i32);
    }
}
