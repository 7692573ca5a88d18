//! Observers of the ticks, which do not influence them.
//!
//! [`contact_watch`] finds the last contact worth seeing, [`anomaly`] a player who was thrown or went through something, and
//! [`walls`] the planes that are walls. [`tally`] measures a run, [`verdicts`] compares the controllers at a contact, and
//! [`sounds`] hears steps and landings, and [`effects`] shows the dust and the sparks of them and of walls.

mod anomaly;
mod contact_watch;
mod effects;
mod sounds;
mod tally;
mod verdicts;
mod walls;

pub use self::anomaly::{Anomaly, RECENT_SECONDS, thrown_back};
#[cfg(not(target_arch = "wasm32"))]
pub use self::contact_watch::{BLOCKED_SHARE, PUSH_SECONDS};
pub use self::contact_watch::{
    Contact, ContactKind, ContactWatch, launched_by_zone, ticks_until_over,
};
pub use self::effects::{Effects, ICY, Matter, Mote, Scratch};
pub use self::sounds::Listener;
#[cfg(not(target_arch = "wasm32"))]
pub use self::tally::Tally;
pub use self::verdicts::{Outcome, Verdict, Verdicts};
pub use self::walls::{RecentWalls, SAME_WALL_COS, touched_walls, wall_test};
