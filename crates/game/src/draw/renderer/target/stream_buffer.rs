//! A buffer on the GPU whose items are replaced often, and that grows with them.

use std::marker::PhantomData;

use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage};

use crate::draw::renderer::target::program::Gpu;

/// Number of items that the first buffer holds.
const INITIAL_CAPACITY: usize = 1 << 12;

/// A buffer of items `T`: vertices, indices, or the data of instances.
pub struct StreamBuffer<T> {
    id: BufferId,
    kind: BufferType,
    capacity: usize,
    item: PhantomData<T>,
}

impl<T> StreamBuffer<T> {
    pub fn new(context: &mut Gpu, kind: BufferType) -> Self {
        Self {
            id: reserve::<T>(context, kind, INITIAL_CAPACITY),
            kind,
            capacity: INITIAL_CAPACITY,
            item: PhantomData,
        }
    }

    /// The buffer that holds the items of the last upload.
    pub fn id(&self) -> BufferId {
        self.id
    }

    /// Replaces the items.
    pub fn upload(&mut self, context: &mut Gpu, items: &[T]) {
        if items.len() > self.capacity {
            self.capacity = items.len().next_power_of_two();
            context.delete_buffer(self.id);
            self.id = reserve::<T>(context, self.kind, self.capacity);
        }
        context.buffer_update(self.id, BufferSource::slice(items));
    }
}

fn reserve<T>(context: &mut Gpu, kind: BufferType, capacity: usize) -> BufferId {
    let source = BufferSource::empty::<T>(capacity);
    context.new_buffer(kind, BufferUsage::Stream, source)
}
