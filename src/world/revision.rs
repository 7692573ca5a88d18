//! The identity of a world's content.

use core::sync::atomic::{AtomicU64, Ordering};

/// Two worlds of the same revision have the same colliders in the same places. One is a copy of the other. Only
/// whether revisions are equal decides anything, and only whether a result is computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revision(u64);

impl Revision {
    /// A revision that no world has had. The default is that of the empty world.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
