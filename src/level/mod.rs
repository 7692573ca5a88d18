//! Levels: from text and OBJ meshes to a world, with every problem's place.
//!
//! Reading order: [`load_level`], then `document.rs` (the level's TOML), `loader.rs` (from there to
//! the world), `obj.rs` (meshes), `diagnostic.rs` (what a problem looks like) and `edit/mod.rs` (a level's
//! text with other numbers). The format is described in `levels/README.md`.
//!
//! Nothing here gives up at the first problem: one run reports them all, in the order of their
//! places.

mod around_mesh;
mod built_in;
mod contents_check;
mod diagnostic;
mod document;
mod duplicates;
mod edges;
mod edit;
mod files;
pub mod keys;
mod lab;
mod lines;
mod load;
mod loaded;
mod loader;
mod mesh;
mod movers;
mod mtl;
mod obj;
mod obj_check;
mod obj_corners;
mod obj_faces;
mod problems;
mod range;
mod reader;
mod script;
mod signs;
mod source;
mod start_check;
mod syntax;
mod table;
mod triangulate;
mod words;

pub use around_mesh::{MeshLevel, load_mesh_as_level};
pub use built_in::{BUILT_IN_MESHES, EmbeddedFiles};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use edges::EdgeDefects;
pub use edit::{EditError, LevelText, PropNumbers, PropText, SpawnNumbers, player_table};
pub use files::{Disk, Files, Progress, WithLevel};
pub use load::{level_title, load_level, load_level_reporting, load_script, named_meshes};
pub use loaded::{CollidedMesh, Lab, Level, LoadedLevel, LoadedScript, Look, Model, Sign};
pub use mesh::{Mesh, MeshPart};
pub use script::{Step, WalkScript};
