//! Instanced drawing: many copies of one small shape with one draw call. The shape stays on the GPU; the data of the instances
//! is uploaded when it has changed.

use std::marker::PhantomData;

use macroquad::miniquad::{
    Bindings, BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend, UniformsSource,
};

/// Number of instances that the first buffer holds.
const INITIAL_CAPACITY: usize = 1024;

/// The instances of a shape; `T` is the data of one instance.
pub struct InstanceBuffer<T> {
    bindings: Bindings,
    indices: i32,
    capacity: usize,
    count: i32,
    /// The revision of the instances that were uploaded last; 0: none.
    revision: u64,
    instance: PhantomData<T>,
}

impl<T> InstanceBuffer<T> {
    /// An empty buffer for the shape with these `corners` and triangle `indices`.
    pub fn new(context: &mut dyn RenderingBackend, corners: &[f32], indices: &[u16]) -> Self {
        let usage = BufferUsage::Immutable;
        let source = BufferSource::slice(corners);
        let shape = context.new_buffer(BufferType::VertexBuffer, usage, source);
        let source = BufferSource::slice(indices);
        let index_buffer = context.new_buffer(BufferType::IndexBuffer, usage, source);
        Self {
            bindings: Bindings {
                vertex_buffers: vec![shape, stream::<T>(context, INITIAL_CAPACITY)],
                index_buffer,
                images: vec![],
            },
            indices: indices.len() as i32,
            capacity: INITIAL_CAPACITY,
            count: 0,
            revision: 0,
            instance: PhantomData,
        }
    }

    /// Replaces the instances, unless this `revision` of them was uploaded last.
    pub fn upload(&mut self, context: &mut dyn RenderingBackend, instances: &[T], revision: u64) {
        if std::mem::replace(&mut self.revision, revision) == revision {
            return;
        }
        self.count = instances.len() as i32;
        if instances.is_empty() {
            return;
        }
        if instances.len() > self.capacity {
            self.capacity = instances.len().next_power_of_two();
            context.delete_buffer(self.bindings.vertex_buffers[1]);
            self.bindings.vertex_buffers[1] = stream::<T>(context, self.capacity);
        }
        context.buffer_update(
            self.bindings.vertex_buffers[1],
            BufferSource::slice(instances),
        );
    }

    /// Draws all instances with the current pipeline.
    pub fn draw(&self, context: &mut dyn RenderingBackend, uniforms: UniformsSource) {
        if self.count > 0 {
            context.apply_bindings(&self.bindings);
            context.apply_uniforms(uniforms);
            context.draw(0, self.indices, self.count);
        }
    }
}

fn stream<T>(context: &mut dyn RenderingBackend, capacity: usize) -> BufferId {
    let source = BufferSource::empty::<T>(capacity);
    context.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, source)
}
