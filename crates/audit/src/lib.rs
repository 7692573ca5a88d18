//! An audit: thousands of walkers test a level before a player does.
//!
//! The walkers start at the spawn. Every walk begins in a state that an earlier one has reached. Some go straight to
//! floor that no walker has reached. Others begin at a place that was explored little, and press seeded keys
//! ([`Audit::explore`]). Floor that is still missing is tried from the floor next to it ([`Audit::approach`]). Then places that seem to have no way back are searched in every direction
//! ([`Audit::conclude`]), directed walks look for snags and thin walls ([`Audit::examine`]), and the result is a
//! [`Report`].
//!
//! The groups, each of which uses only those above it. A folder's `mod.rs` is its door, and gives the reading order of
//! its files:
//!
//! | group | contents |
//! |---|---|
//! | `random.rs` | seeded random numbers |
//! | `floor/` | where a body could stand, by the faces of the level, and which states count as the same place |
//! | `leak/` | gaps in the walls of a map, through which air leads to the void |
//! | `navmesh/` | navigation meshes of other tools, to compare with the floor |
//! | `walk/` | one walk: the keys that a walker presses, where it gets to, and its incidents |
//! | `places/` | the places that walkers have been to, which of them lead to which, and where to go next |
//! | `report/` | findings, the entries by which a level ignores some of them, and how reports are merged |
//! | `find/` | the findings, one file for each kind |
//! | `audit/` | the [`Audit`]: rounds of walks, and known ways that are walked again after an edit |
//! | `packing.rs` | reports as bytes, for the page |
//! | `background/` | an audit on a thread, or in a worker of the page |
//!
//! The same level, seed, shard and ticks give the same report on any number of threads. No walk of a round knows the
//! results of another one, and the results are taken in order. Nothing reads a clock.

mod audit;
pub mod background;
mod find;
mod floor;
mod leak;
mod navmesh;
mod packing;
mod places;
mod random;
mod report;
#[cfg(test)]
mod test_support;
mod walk;

pub use audit::{Audit, AuditOptions, Trails};
pub use find::HeatSquare;
pub use navmesh::{Navmesh, NavmeshLink};
#[doc(hidden)]
pub use packing::{FIRST_OTHER_TAG, ResultsUnpacker, pack_results};
pub use places::WayBack;
pub use report::{
    Coverage, Finding, FindingKind, FindingSeverity, OtherLevel, Reached, Repair, Report,
    SPOT_SIDE, Spot, Spots, joined,
};
pub use walk::{MakeWalker, OuterWalker};
