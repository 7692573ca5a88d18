//! Warnings about a loaded level: what is valid, and probably a mistake.
//!
//! Each file checks one thing: `start.rs` the start of player and movers, `contents.rs` props, faces and kinds,
//! `teleports.rs` where zones lead to, `expected.rs` the zones that `[audit]` names, `race.rs` races without an end, `surfaces.rs` surfaces that nothing has, `crowding.rs` how much a tick has to do.

mod contents;
mod crowding;
mod expected;
mod race;
mod start;
mod surfaces;
mod teleports;

pub use contents::{check_facing, check_kinds, check_lost_props};
pub use crowding::check_crowding;
pub use expected::find_expected_zones;
pub use race::check_race;
pub use start::{check_movers, check_spawn};
pub use surfaces::check_surfaces;
pub use teleports::check_teleports;
