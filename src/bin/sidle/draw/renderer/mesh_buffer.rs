//! Vertex buffers for triangles: one that never changes, or one that each frame may replace.

use macroquad::miniquad::{
    Bindings, BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend, TextureId,
};

use crate::draw::renderer::vertices::{Vertex, count_plain};

/// Triangles on the GPU.
pub struct MeshBuffer {
    vertices: BufferId,
    indices: BufferId,
    capacity: usize,
    count: i32,
    /// The number of leading vertices without trim.
    plain: i32,
}

impl MeshBuffer {
    /// Uploads vertices that never change.
    pub fn upload(context: &mut dyn RenderingBackend, vertices: &[Vertex]) -> Self {
        Self {
            plain: count_plain(vertices),
            ..Self::upload_any(context, vertices)
        }
    }

    /// The same for another type of vertices.
    pub fn upload_any<T>(context: &mut dyn RenderingBackend, vertices: &[T]) -> Self {
        let source = BufferSource::slice(vertices);
        Self::new(context, BufferUsage::Immutable, source, vertices.len())
    }

    /// An empty buffer for `count` vertices that change.
    pub fn streamed(context: &mut dyn RenderingBackend, count: usize) -> Self {
        let source = BufferSource::empty::<Vertex>(count);
        Self::new(context, BufferUsage::Stream, source, count)
    }

    fn new(
        context: &mut dyn RenderingBackend,
        usage: BufferUsage,
        source: BufferSource,
        count: usize,
    ) -> Self {
        // Each corner has its own normal and trim, so triangles share no vertices. miniquad only draws by index, so the
        // indices count up.
        let indices: Vec<u32> = (0..count as u32).collect();
        Self {
            vertices: context.new_buffer(BufferType::VertexBuffer, usage, source),
            indices: context.new_buffer(
                BufferType::IndexBuffer,
                BufferUsage::Immutable,
                BufferSource::slice(&indices),
            ),
            capacity: count,
            count: count as i32,
            plain: 0,
        }
    }

    /// Replaces the vertices, and drops those beyond the capacity.
    pub fn update(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        let vertices = &vertices[..vertices.len().min(self.capacity)];
        self.count = vertices.len() as i32;
        self.plain = count_plain(vertices);
        context.buffer_update(self.vertices, BufferSource::slice(vertices));
    }

    /// Frees the memory on the GPU.
    pub fn delete(&self, context: &mut dyn RenderingBackend) {
        context.delete_buffer(self.vertices);
        context.delete_buffer(self.indices);
    }

    pub fn bindings(&self, images: Vec<TextureId>) -> Bindings {
        Bindings {
            vertex_buffers: vec![self.vertices],
            index_buffer: self.indices,
            images,
        }
    }

    /// The number of vertices.
    pub fn count(&self) -> i32 {
        self.count
    }

    /// The number of leading vertices without trim.
    pub fn plain(&self) -> i32 {
        self.plain
    }
}
