//! The limits of the player's own files, which `--no-limits` lifts. A link always keeps its own.

use std::sync::atomic::{AtomicBool, Ordering};

use sidle::level::Budget;

/// Whether the player has lifted the limits.
static LIFTED: AtomicBool = AtomicBool::new(false);

/// Lifts the limits of own files until the program ends.
pub fn lift() {
    LIFTED.store(true, Ordering::Relaxed);
}

/// The most that an own file may hold.
pub fn own_budget() -> &'static Budget {
    if LIFTED.load(Ordering::Relaxed) {
        &Budget::UNLIMITED
    } else {
        &Budget::OWN
    }
}
