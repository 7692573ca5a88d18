//! Measures durations.

use std::time::Duration;

use crate::platform::Instant;

/// Runs `work`. Returns its result and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
