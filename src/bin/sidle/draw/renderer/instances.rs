//! Many copies of one small shape, drawn with one call: the shape lies on the GPU, and each frame
//! uploads only what differs from copy to copy.

use std::marker::PhantomData;

use macroquad::miniquad::{
    Bindings, BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend, UniformsSource,
};

/// Copies that the first buffer has room for.
const ROOM: usize = 1024;

/// The copies of a shape; `T` is what differs from one to the next.
pub struct Instances<T> {
    bindings: Bindings,
    indices: i32,
    room: usize,
    count: i32,
    kind: PhantomData<T>,
}

impl<T> Instances<T> {
    /// No copies yet of the shape with these `corners`, in triangles of these `indices`.
    pub fn new(context: &mut dyn RenderingBackend, corners: &[f32], indices: &[u16]) -> Self {
        let usage = BufferUsage::Immutable;
        let source = BufferSource::slice(corners);
        let shape = context.new_buffer(BufferType::VertexBuffer, usage, source);
        let source = BufferSource::slice(indices);
        let index_buffer = context.new_buffer(BufferType::IndexBuffer, usage, source);
        Self {
            bindings: Bindings {
                vertex_buffers: vec![shape, stream::<T>(context, ROOM)],
                index_buffer,
                images: vec![],
            },
            indices: indices.len() as i32,
            room: ROOM,
            count: 0,
            kind: PhantomData,
        }
    }

    /// Takes `copies` in the place of those before.
    pub fn upload(&mut self, context: &mut dyn RenderingBackend, copies: &[T]) {
        self.count = copies.len() as i32;
        if copies.is_empty() {
            return;
        }
        if copies.len() > self.room {
            self.room = copies.len().next_power_of_two();
            context.delete_buffer(self.bindings.vertex_buffers[1]);
            self.bindings.vertex_buffers[1] = stream::<T>(context, self.room);
        }
        context.buffer_update(self.bindings.vertex_buffers[1], BufferSource::slice(copies));
    }

    /// Draws all copies with the pipeline that is applied.
    pub fn draw(&self, context: &mut dyn RenderingBackend, uniforms: UniformsSource) {
        if self.count > 0 {
            context.apply_bindings(&self.bindings);
            context.apply_uniforms(uniforms);
            context.draw(0, self.indices, self.count);
        }
    }
}

fn stream<T>(context: &mut dyn RenderingBackend, room: usize) -> BufferId {
    let source = BufferSource::empty::<T>(room);
    context.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, source)
}
