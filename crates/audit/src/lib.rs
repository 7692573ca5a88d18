//! An audit: thousands of walkers test a level before a player does.
//!
//! The walkers start at the spawn. Every walk begins in a state that an earlier one has reached. Some go straight to
//! floor that nobody reached; others begin at a place that was explored little, and press seeded keys
//! ([`Audit::explore`]). Then places that seem to have no way back are searched in every direction
//! ([`Audit::conclude`]), directed walks look for snags and thin walls ([`Audit::examine`]), and the result is a
//! [`Report`].
//!
//! A folder is a group with one door, its `mod.rs`, which gives its reading order. Each uses only those above it:
//!
//! | group | what it knows |
//! |---|---|
//! | `cell.rs` | which states count as the same place |
//! | `keys.rs` | what a walker presses |
//! | `job.rs` | one walk, and what it meets |
//! | `rounds.rs` | which walks come next, and what becomes of their results |
//! | `archive.rs` | the places, their states, and which of them comes next |
//! | `graph.rs` | which places lead to which |
//! | `floor.rs`, `columns.rs`, `open.rs`, `solid.rs` | where a body could stand, by the faces of the level |
//! | `frontier.rs`, `course.rs`, `holes.rs` | which floor was reached, and straight walks over its border, home and into holes |
//! | `stuck.rs` | whether any key moves a walker |
//! | `incidents.rs`, `traps.rs`, `unreached.rs`, `snags.rs`, `gaps.rs`, `thin.rs`, `differences.rs`, `defects.rs` | the findings, each kind from what is known |
//! | `rims.rs`, `border.rs` | edges that a walker falls over, and the border of the level |
//! | `trails.rs` | known ways, walked again after an edit |
//! | `trial.rs` | short runs for some of them |
//! | `heat.rs` | how often and how soon walkers came through each square |
//! | `replaying.rs` | walks made again, and recorded |
//! | `finding.rs`, `spots.rs`, `reached.rs`, `report.rs` | what is reported, what is meant, and how reports are merged |
//! | `packing.rs` | what is reported, as bytes for the page |
//!
//! The same level, seed, shard and ticks give the same report on any number of threads. All walks of a round begin
//! before the first of them ends, and their results are taken in order. Nothing reads a clock.

mod audit;
pub mod background;
mod find;
mod floor;
mod packing;
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
