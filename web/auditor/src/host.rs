//! The functions of `web/host.js` that this program imports. `crates/game/src/platform/worker.rs` describes them.

use std::time::Duration;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn sidle_take_result(to: *mut u8);
    fn sidle_worker_request() -> usize;
    fn sidle_worker_send(message: *const u8, length: usize);
    fn sidle_now() -> f64;
}

/// What the worker hands over.
pub fn request() -> Vec<u8> {
    // SAFETY: the call returns the length of the result buffer.
    let mut bytes = vec![0; unsafe { sidle_worker_request() }];
    // SAFETY: the vector is as long as the result buffer.
    unsafe { sidle_take_result(bytes.as_mut_ptr()) };
    bytes
}

/// Sends a message to the game.
pub fn send(message: &[u8]) {
    // SAFETY: the page reads the message during the call.
    unsafe { sidle_worker_send(message.as_ptr(), message.len()) }
}

/// The time since the worker began.
pub fn now() -> Duration {
    // SAFETY: the call takes nothing and returns a number.
    Duration::from_secs_f64(unsafe { sidle_now() })
}
