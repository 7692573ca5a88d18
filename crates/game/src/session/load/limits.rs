//! The limits of the player's files. `--no-limits` lifts them for all files, and an answer for one. A link always
//! keeps its own.

use std::sync::atomic::{AtomicBool, Ordering};

use sidle::level::Budget;

/// Whether the player has lifted the limits of all files.
static LIFTED: AtomicBool = AtomicBool::new(false);

/// Lifts the limits of the player's files until the program ends.
pub fn lift() {
    LIFTED.store(true, Ordering::Relaxed);
}

/// Whether a file of the player has limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    Own,
    Lifted,
}

impl Limits {
    /// The limits of the player's files, as the options of the program say.
    pub fn of_program() -> Self {
        if LIFTED.load(Ordering::Relaxed) {
            Self::Lifted
        } else {
            Self::Own
        }
    }

    /// The most that a file of the player may hold.
    pub fn budget(self) -> &'static Budget {
        match self {
            Self::Own => &Budget::OWN,
            Self::Lifted => &Budget::UNLIMITED,
        }
    }
}
