//! Memory for JavaScript, which writes arguments into it and reads results from it.

use std::alloc::{Layout, alloc, dealloc};

/// The alignment of everything in the header.
const ALIGNMENT: usize = 8;

/// Memory for `size` bytes; null if there is not enough, or `size` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_allocate(size: usize) -> *mut u8 {
    match Layout::from_size_align(size, ALIGNMENT) {
        // SAFETY: The size is not 0.
        Ok(layout) if size > 0 => unsafe { alloc(layout) },
        _ => core::ptr::null_mut(),
    }
}

/// Frees memory of [`sidle_allocate`].
///
/// # Safety
/// `memory` is null, or comes from `sidle_allocate` with the same `size` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sidle_release(memory: *mut u8, size: usize) {
    if let Ok(layout) = Layout::from_size_align(size, ALIGNMENT)
        && !memory.is_null()
    {
        // SAFETY: The caller's part, above.
        unsafe { dealloc(memory, layout) }
    }
}
