//! How a level comes into the game.
//!
//! [`loader`] is the one loader: a [`loader::LevelSource`] says where a level comes from, and [`loader::load`] loads it within
//! the [`limits`] of the player's files, or of the [`sandbox`] of a link. [`loading`] does that in the background (in the page,
//! [`handover`] carries the level from a worker), [`weight`] tells when that pays, and [`reloader`] loads again what was saved.
//! [`mesh_report`] and [`mesh_chooser`] say how a bare mesh is taken, [`problem_report`] what is wrong with a level, and
//! [`oversize`] asks about one that is too large.

pub mod handover;
pub mod limits;
pub mod loader;
pub mod loading;
pub mod mesh_chooser;
pub mod mesh_report;
pub mod oversize;
pub mod problem_report;
pub mod reloader;
pub mod sandbox;
pub mod weight;
