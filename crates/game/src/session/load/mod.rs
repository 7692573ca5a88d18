//! How a level comes into the game.
//!
//! A [`source::LevelSource`] says where a level comes from, and [`loader::load`], the one loader, loads it within the [`limits`]
//! of the player's files, or in the [`sandbox`] of a link. [`report`] does that for commands, and says what it found.
//! [`loading`] does it in the background (in the page, [`handover`] carries the level from a worker), [`weight`] says when
//! that pays, and [`reloader`] loads again what was saved. [`mesh_chooser`] is the choice of a bare mesh's unit,
//! [`problem_report`] lists problems for programs, and [`oversize`] asks about a level that is too large.

pub mod handover;
pub mod limits;
pub mod loader;
pub mod loading;
pub mod mesh_chooser;
pub mod oversize;
pub mod problem_report;
pub mod reloader;
pub mod report;
pub mod sandbox;
pub mod source;
pub mod weight;
