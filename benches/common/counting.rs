//! An allocator that counts the memory that a part of a benchmark takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The system's allocator. It counts only while [`measured`] runs, so that it slows nothing else down.
pub struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// What a part of a program takes; bytes.
pub struct Memory {
    /// What its result holds.
    pub at_rest: usize,
    /// The most that there was at one time.
    pub peak: usize,
}

/// The result of `work`, and its memory. No other thread may allocate meanwhile.
pub fn measured<R>(work: impl FnOnce() -> R) -> (R, Memory) {
    NOW.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let result = work();
    COUNTS.store(false, Relaxed);
    let memory = Memory {
        at_rest: NOW.load(Relaxed),
        peak: PEAK.load(Relaxed),
    };
    (result, memory)
}

fn add(bytes: usize) {
    if COUNTS.load(Relaxed) {
        let now = NOW.fetch_add(bytes, Relaxed).wrapping_add(bytes);
        PEAK.fetch_max(now, Relaxed);
    }
}

fn remove(bytes: usize) {
    if COUNTS.load(Relaxed) {
        NOW.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        remove(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // For a moment, both may be there.
        add(size);
        remove(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
