//! Jobs between frames, in place of threads.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, channel};

use super::host::sidle_pending_files;
use super::images::forget_decoded_images;

/// A job that returns whether it is done. The page has one thread, so jobs run between frames.
type Job = Box<dyn FnMut() -> bool>;

thread_local! {
    static JOBS: RefCell<Vec<Job>> = const { RefCell::new(Vec::new()) };
}

/// Runs `job` before the next frame. Runs it again until all files have arrived that it requests.
pub fn spawn<T: Send + 'static>(job: impl Fn() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    let job = move || {
        let done = job();
        if has_pending_files() {
            return false;
        }
        forget_decoded_images();
        // The receiver may be gone.
        let _ = sender.send(done);
        true
    };
    JOBS.with_borrow_mut(|jobs| jobs.push(Box::new(job)));
    receiver
}

/// Frees `value`. The page has one thread.
pub fn discard<T: Send + 'static>(value: T) {
    drop(value);
}

/// Whether requested files have not arrived yet.
pub fn has_pending_files() -> bool {
    // SAFETY: the call takes nothing and returns a number.
    unsafe { sidle_pending_files() > 0 }
}

/// Runs the jobs that wait, unless requested files have not arrived yet.
pub fn run_jobs() {
    if !has_pending_files() {
        let mut jobs = JOBS.take();
        jobs.retain_mut(|job| !job());
        JOBS.with_borrow_mut(|later| later.extend(jobs));
    }
}
