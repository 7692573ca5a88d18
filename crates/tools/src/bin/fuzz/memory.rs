//! An allocator that counts each thread's memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that this thread holds, and the most that it held.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

/// The system's allocator, with a count of this thread's bytes.
struct Counting;

fn add(bytes: isize) {
    // A thread that ends has no count any more.
    let _ = HELD.try_with(|held| {
        let (now, max) = held.get();
        held.set((now + bytes, max.max(now + bytes)));
    });
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: the caller fulfils the contract of `alloc`, and `layout` is unchanged.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        // SAFETY: the caller fulfils the contract of `dealloc`, and `System` allocated `pointer`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes that `work` holds at once on this thread.
pub fn most_held(work: impl FnOnce()) -> u64 {
    let (before, _) = HELD.get();
    HELD.set((before, before));
    work();
    let (_, max) = HELD.get();
    (max - before).max(0) as u64
}
