//! Where a level's files come from.
//!
//! Reading order: `disk.rs` (a source of files; nothing else in the library opens any), `built_in.rs` (those that are part of
//! the program), `open.rs` (opens a text, and names files as users know them) and `progress.rs` (how far loading is).

mod built_in;
mod disk;
mod open;
mod progress;

pub use built_in::{BUILT_IN_FILES, BUILT_IN_KINDS, BUILT_IN_MESHES, EmbeddedFiles, SIGN_MESH};
pub use disk::{Disk, Files, WithLevel};
pub use open::{
    HEIGHTS, MESHES, PICTURES, display_name, has_extension, is_mesh, nearest_file, open,
    open_within, reason,
};
pub use progress::{LoadStage, Progress};
