//! What is noticed of the ticks, without any influence on them.
//!
//! [`contact_watch`] finds the last contact worth seeing, [`anomaly`] a player who was thrown or went through something,
//! [`walls`] which planes are walls. [`tally`] measures a run, [`verdicts`] compares the controllers at a contact, and
//! [`sounds`] hears steps and landings.

pub mod anomaly;
pub mod contact_watch;
pub mod sounds;
pub mod tally;
pub mod verdicts;
pub mod walls;
