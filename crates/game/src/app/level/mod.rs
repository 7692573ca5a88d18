//! The level that is played, as a file: opened, loaded, edited, and replaced by another.
//!
//! [`level_slot`] keeps it, [`levels`] loads and plays what comes, [`editing`] changes it, [`selection`]
//! selects its entries in the picture, and [`written`] writes new ones, of which [`arrival`] tells.

pub mod arrival;
pub mod crosshair;
pub mod editing;
pub mod first_level;
pub mod flight;
pub mod level_slot;
pub mod levels;
pub mod mesh_choice;
pub mod opening;
pub mod oversize;
pub mod selection;
pub mod written;
