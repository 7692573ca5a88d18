//! How long something takes. The one place that asks a clock for it.

use std::time::Duration;

use crate::platform::Instant;

/// What `work` gives, and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}
