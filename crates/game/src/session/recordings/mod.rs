//! Recordings and links as files and texts, and what is needed to play them without a window.
//!
//! [`run`] is a headless run: a level and the commands of every tick. [`level_files`] finds the level of a recording,
//! [`recorded_space`] takes a bare mesh as it was when recorded, and [`link`] writes the address of a moment.

pub mod level_files;
pub mod link;
pub mod recorded_space;
pub mod run;
