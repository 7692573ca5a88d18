//! Work on a given number of threads.

/// The result of `work` with this many threads. `None` if they cannot be started.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Option<R> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    Some(pool.build().ok()?.install(work))
}

/// The result of `work`. Without the feature `parallel`, there is one thread.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub fn with_threads<R: Send>(_: usize, work: impl FnOnce() -> R + Send) -> Option<R> {
    Some(work())
}
