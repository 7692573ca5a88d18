//! An audit: thousands of walkers test a level before a player does.
//!
//! The walkers start at the spawn. Every walk begins in a state that an earlier one has reached. Some go straight to floor
//! that nobody reached; others begin at a place that was explored little, and press seeded keys ([`Audit::explore`]). Then
//! what seems to have no way back is searched in every direction ([`Audit::conclude`]), directed walks look for snags and
//! thin walls ([`Audit::examine`]), and the result is a [`Report`].
//!
//! A folder is a group with one door, its `mod.rs`, which gives its reading order. Each uses only those above it:
//!
//! | group | what it knows |
//! |---|---|
//! | `parallel.rs`, `random.rs` | work split among the cores, and seeded choices |
//! | `floor` | where a body could stand, and which states count as the same place |
//! | `walk` | one walk: what a walker presses, where it gets to and what it meets |
//! | `places` | the places that walkers have been to, which leads where, and where to go next |
//! | `report` | what is reported, what is meant to be so, and how reports are merged |
//! | `find` | the findings, each kind from what is known |
//! | `audit` | [`Audit`]: rounds of walks, and what is found after them |
//! | `packing.rs` | results as bytes for the page |
//! | [`background`] | an audit beside a game, and its news |
//!
//! The same level, seed, shard and ticks give the same report on any number of threads: all walks of a round begin before
//! the first of them ends, and their results are taken in order. Nothing reads a clock.

mod audit;
pub mod background;
mod find;
mod floor;
mod packing;
mod parallel;
mod places;
mod random;
mod report;
#[cfg(test)]
mod test_support;
mod walk;

pub use audit::{Audit, AuditOptions, Trails};
pub use find::HeatSquare;
#[doc(hidden)]
pub use packing::{FIRST_OTHER_TAG, ResultsUnpacker, pack_results};
pub use places::WayBack;
pub use report::{
    Coverage, Finding, FindingKind, FindingSeverity, OtherLevel, Reached, Repair, Report,
    SPOT_SIDE, Spot, Spots, joined,
};
