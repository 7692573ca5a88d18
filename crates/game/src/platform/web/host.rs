//! The imported functions of `web/host.js`, and what each of their calls needs.
//!
//! A function that returns bytes stores them in the page's result buffer and returns their length. [`take`] copies them
//! into the program's memory.

use std::path::Path;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    pub fn sidle_take_result(to: *mut u8);
    pub fn sidle_parameters() -> usize;
    pub fn sidle_page_address() -> usize;
    pub fn sidle_read(path: *const u8, length: usize) -> isize;
    pub fn sidle_file_size(path: *const u8, length: usize) -> f64;
    pub fn sidle_file_stamp(path: *const u8, length: usize) -> f64;
    pub fn sidle_listed_title(path: *const u8, length: usize) -> isize;
    pub fn sidle_list_folder(folder: *const u8, length: usize) -> usize;
    pub fn sidle_write(path: *const u8, length: usize, bytes: *const u8, count: usize);
    pub fn sidle_store(path: *const u8, length: usize, bytes: *const u8, count: usize);
    pub fn sidle_download(path: *const u8, length: usize, bytes: *const u8, count: usize);
    pub fn sidle_remove(path: *const u8, length: usize);
    pub fn sidle_decode_image(
        bytes: *const u8,
        length: usize,
        width: u32,
        height: u32,
        high: u32,
        low: u32,
    ) -> isize;
    pub fn sidle_forget_images();
    pub fn sidle_pending_files() -> u32;
    pub fn sidle_next_event() -> isize;
    pub fn sidle_gamepad(to: *mut f64);
    pub fn sidle_send_text(kind: u32, text: *const u8, length: usize);
    pub fn sidle_now() -> f64;
}

/// The purpose of a text for [`sidle_send_text`].
#[derive(Clone, Copy)]
pub enum TextKind {
    Result = 0,
    Message = 1,
    Panic = 2,
    Notification = 3,
    Clipboard = 4,
}

pub fn send(kind: TextKind, text: &str) {
    // SAFETY: the page reads `text` during the call.
    unsafe { sidle_send_text(kind as u32, text.as_ptr(), text.len()) }
}

/// Takes the page's result buffer, `length` bytes long.
pub fn take(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    // SAFETY: the page has just returned `length` as the size of its result buffer.
    unsafe { sidle_take_result(bytes.as_mut_ptr()) };
    bytes
}

pub fn take_text(length: usize) -> String {
    String::from_utf8_lossy(&take(length)).into_owned()
}

/// Calls `function` with `path` as UTF-8.
pub fn with_path<T>(path: &Path, function: impl FnOnce(*const u8, usize) -> T) -> T {
    let path = path.to_string_lossy();
    function(path.as_ptr(), path.len())
}
