//! Instanced drawing: many copies of one small shape with one draw call. The shape stays on the GPU; the data of the instances
//! is uploaded when it has changed.

use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage, UniformsSource};

use crate::draw::renderer::target::program::Gpu;
use crate::draw::renderer::target::stream_buffer::StreamBuffer;

/// The instances of a shape; `T` is the data of one instance.
pub struct InstanceBuffer<T> {
    shape: BufferId,
    indices: BufferId,
    index_count: i32,
    instances: StreamBuffer<T>,
    count: i32,
    /// The revision of the instances that were uploaded last; 0: none.
    revision: u64,
}

impl<T> InstanceBuffer<T> {
    /// An empty buffer for the shape with these `corners` and triangle `indices`.
    pub fn new(context: &mut Gpu, corners: &[f32], indices: &[u16]) -> Self {
        let usage = BufferUsage::Immutable;
        let source = BufferSource::slice(corners);
        let shape = context.new_buffer(BufferType::VertexBuffer, usage, source);
        let source = BufferSource::slice(indices);
        Self {
            shape,
            indices: context.new_buffer(BufferType::IndexBuffer, usage, source),
            index_count: indices.len() as i32,
            instances: StreamBuffer::new(context, BufferType::VertexBuffer),
            count: 0,
            revision: 0,
        }
    }

    /// Replaces the instances, unless this `revision` of them was uploaded last.
    pub fn upload(&mut self, context: &mut Gpu, instances: &[T], revision: u64) {
        if std::mem::replace(&mut self.revision, revision) == revision {
            return;
        }
        self.count = instances.len() as i32;
        if !instances.is_empty() {
            self.instances.upload(context, instances);
        }
    }

    /// Draws all instances with the current pipeline.
    pub fn draw(&self, context: &mut Gpu, uniforms: UniformsSource) {
        if self.count > 0 {
            let buffers = [self.shape, self.instances.id()];
            context.apply_bindings_from_slice(&buffers, self.indices, &[]);
            context.apply_uniforms(uniforms);
            context.draw(0, self.index_count, self.count);
        }
    }
}
