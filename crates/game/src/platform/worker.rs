//! The workers of the page: other instances of the program, without a window, that share no memory with this one.
//!
//! Both sides exchange messages of bytes, whose meaning the caller decides. Without a page there is no worker.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has workers")
)]

/// A worker, by its work. `web/page.js` has them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worker {
    /// Loads levels.
    Loader = 0,
    /// Bakes ambient occlusion. Ends after each request, so that its memory is free again.
    Baker = 1,
    /// Audits levels. Ends when nobody wants more of an audit.
    Auditor = 2,
}

/// A message from a worker.
pub enum WorkerMessage {
    /// Nothing new.
    None,
    Bytes(Vec<u8>),
    /// The page cannot start workers.
    Unavailable,
    /// A program that the worker loads when it is first needed did not arrive.
    Missing,
    /// The worker has ended by an error.
    Crashed,
}

/// A request that a worker handles. Dropping it stops the worker, unless the request has ended.
pub struct WorkerRequest {
    worker: Worker,
    ended: bool,
}

impl WorkerRequest {
    /// Notes that the worker has answered completely.
    pub fn end(&mut self) {
        self.ended = true;
    }
}

#[cfg(target_arch = "wasm32")]
mod page {
    use super::{Worker, WorkerMessage, WorkerRequest};
    use crate::platform::system::take;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn sidle_worker_start(worker: u32, request: *const u8, length: usize) -> u32;
        fn sidle_worker_next(worker: u32) -> isize;
        fn sidle_worker_stop(worker: u32);
        fn sidle_worker_number() -> u32;
        fn sidle_worker_request() -> usize;
        fn sidle_worker_send(message: *const u8, length: usize);
    }

    const NONE: isize = -1;
    const UNAVAILABLE: isize = -2;
    const MISSING: isize = -4;

    impl WorkerRequest {
        /// Sends `request` to the `worker`; `None` if there is none.
        pub fn start(worker: Worker, request: &[u8]) -> Option<Self> {
            let (at, length) = (request.as_ptr(), request.len());
            // SAFETY: the page reads the request during the call.
            let started = unsafe { sidle_worker_start(worker as u32, at, length) };
            let ended = false;
            (started == 1).then_some(Self { worker, ended })
        }

        /// Sends another request to the same worker, or to a new one if it is busy. Returns whether it handles it.
        pub fn send(&mut self, request: &[u8]) -> bool {
            let again = Self::start(self.worker, request);
            again.is_some_and(|mut again| {
                again.end();
                true
            })
        }

        /// The worker's next message.
        pub fn next(&self) -> WorkerMessage {
            // SAFETY: the call returns the length of the result buffer, or a negative number.
            let length = unsafe { sidle_worker_next(self.worker as u32) };
            match usize::try_from(length) {
                Ok(length) => WorkerMessage::Bytes(take(length)),
                Err(_) if length == NONE => WorkerMessage::None,
                Err(_) if length == UNAVAILABLE => WorkerMessage::Unavailable,
                Err(_) if length == MISSING => WorkerMessage::Missing,
                Err(_) => WorkerMessage::Crashed,
            }
        }
    }

    impl Drop for WorkerRequest {
        fn drop(&mut self) {
            if !self.ended {
                // SAFETY: the call takes a number.
                unsafe { sidle_worker_stop(self.worker as u32) }
            }
        }
    }

    /// In a worker, which one it is, and the request that it handles.
    pub fn worker_request() -> (Worker, Vec<u8>) {
        // SAFETY: the call takes nothing and returns a number.
        let worker = match unsafe { sidle_worker_number() } {
            0 => Worker::Loader,
            1 => Worker::Baker,
            _ => Worker::Auditor,
        };
        // SAFETY: the call returns the length of the result buffer.
        (worker, take(unsafe { sidle_worker_request() }))
    }

    /// In a worker, sends a message to the game.
    pub fn send_from_worker(message: &[u8]) {
        // SAFETY: the page reads the message during the call.
        unsafe { sidle_worker_send(message.as_ptr(), message.len()) }
    }
}
#[cfg(target_arch = "wasm32")]
pub use page::{send_from_worker, worker_request};

#[cfg(not(target_arch = "wasm32"))]
impl WorkerRequest {
    /// Never starts, since threads work here.
    pub fn start(_: Worker, _: &[u8]) -> Option<Self> {
        None
    }

    /// The worker's next message.
    pub fn next(&self) -> WorkerMessage {
        WorkerMessage::Unavailable
    }
}
