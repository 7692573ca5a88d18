//! The loading of levels.
//!
//! A [`source::LevelSource`] says where a level comes from, and [`loader::load`], the one loader, loads it within the [`limits`]
//! of the player's files, or in the [`sandbox`] of a link. [`report`] does that for commands, and reports the problems.
//! [`loading`] does it in the background (in the page, [`handover`] carries the level from a worker), [`weight`] decides when
//! that pays, and [`reloader`] loads a level again when it was saved. [`mesh_chooser`] is the choice of a bare mesh's unit,
//! [`problem_report`] lists problems for programs, [`reported`] knows which of them are new, and [`oversize`] asks about a level that is too large.

pub mod handover;
pub mod limits;
mod loader;
mod loading;
mod mesh_chooser;
mod oversize;
mod problem_report;
mod reloader;
mod report;
mod reported;
mod sandbox;
mod source;
mod weight;

#[cfg(target_arch = "wasm32")]
pub use self::handover::pack_request;
pub use self::handover::{Handover, PREPARED};
pub use self::limits::Limits;
pub use self::loader::{Loaded, load};
pub use self::loading::LoadStatus;
#[cfg(target_arch = "wasm32")]
pub use self::loading::UNPACK_TIME;
pub use self::mesh_chooser::MeshChooser;
pub use self::oversize::OversizeQuestion;
#[cfg(not(target_arch = "wasm32"))]
pub use self::problem_report::ProblemReport;
pub use self::problem_report::load_report;
pub use self::reloader::Reloader;
#[cfg(not(target_arch = "wasm32"))]
pub use self::report::is_map;
pub use self::report::{MeshReport, load_and_report, load_with_progress};
pub use self::reported::ReportedProblems;
pub use self::source::LevelSource;
pub use self::weight::is_light;
