//! Recordings and links as files and texts, and what is needed to play them without a window.
//!
//! [`run`] is a headless run: a level and the commands of every tick. [`level_files`] finds the level of a recording,
//! [`recorded_space`] takes a bare mesh as it was when recorded, [`link`] writes the address of a moment, and [`Watched`] is a recording in
//! the window.

mod level_files;
pub mod link;
mod recorded_space;
mod run;
mod watched;

pub use self::level_files::find_level;
#[cfg(not(target_arch = "wasm32"))]
pub use self::link::missing_mesh_warning;
pub use self::link::{contact_of, path_in_link};
pub use self::recorded_space::recorded_source;
pub use self::run::{CommandSource, Run, load_recording};
#[cfg(not(target_arch = "wasm32"))]
pub use self::run::{check_start, level_difference, load_moment};
pub use self::watched::Watched;
