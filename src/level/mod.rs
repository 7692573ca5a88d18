//! Levels: from TOML text and meshes to a world.
//!
//! Reading order: [`load_level`], `document.rs` (a level's text), [`keys`] (what it may say), `loader.rs`
//! (from the text to the world), `obj.rs` and `gltf.rs` (meshes), `diagnostic.rs` (problems) and `edit/mod.rs` (changes
//! numbers in a level's text). `levels/README.md` describes the format.
//!
//! One run reports all problems, in the order of their places.
//!
//! A [`Budget`] limits what a level may hold. [`load_level`] takes [`Budget::OWN`], the one for files of your
//! own; give [`load_level_reporting`] [`Budget::LINK`] for what comes from somebody else.

mod around_mesh;
mod budget;
mod built_in;
mod collision_shape;
mod columns;
mod contents_check;
mod diagnostic;
mod document;
mod duplicates;
mod edges;
mod edit;
mod excess;
mod expectations;
mod eye;
mod files;
mod foreign_format;
mod gltf;
mod hulls;
mod images;
pub mod keys;
mod lab;
mod lines;
mod load;
mod loaded;
mod loader;
mod material;
mod material_files;
mod mesh;
mod mesh_guess;
mod mesh_space;
mod misplaced;
mod movers;
mod mtl;
mod obj;
mod obj_check;
mod obj_corners;
mod obj_faces;
mod obj_models;
mod obj_parts;
mod obj_text;
mod open;
mod packing;
mod problems;
mod progress;
mod range;
mod ranks;
mod reader;
mod script;
mod signs;
mod slips;
mod source;
mod spending;
mod start_check;
mod start_search;
mod surface_check;
mod surface_tags;
mod surfaces;
mod syntax;
mod table;
mod texts;
mod toml_string;
mod triangulate;
mod words;
mod zone_check;
mod zones;

pub use around_mesh::{MeshLevel, load_mesh_as_level};
pub use budget::Budget;
pub use built_in::{BUILT_IN_MESHES, EmbeddedFiles};
pub use collision_shape::CollisionShape;
pub use diagnostic::{Diagnostic, Place, Severity, is_terminal_control, printable};
pub use edges::EdgeDefects;
pub use edit::{
    EditError, LevelText, PropNumbers, PropText, SpawnNumbers, TextPatch, player_table,
};
pub use excess::{BudgetItem, Excess, Overrun, megabytes};
pub use expectations::{Expectations, IgnoredFinding};
pub use eye::Eye;
pub use files::{Disk, Files, WithLevel};
pub use lab::Lab;
pub use load::{
    level_title, level_weight, load_level, load_level_reporting, load_script, named_meshes,
};
pub use loaded::{
    CollidedMesh, Level, LoadedLevel, LoadedScript, Look, Model, PropColliders, Scene,
    TriangleOwner,
};
pub use material::{Material, Texture, TextureImage, TextureWrap};
pub use mesh::{Mesh, MeshPart};
pub use mesh_guess::MeshGuess;
pub use mesh_space::{LengthUnit, MeshSpace, UpAxis};
pub use open::is_mesh;
pub use packing::{FIRST_FREE_TAG, LevelUnpacker, pack_level};
pub use progress::{LoadStage, Progress};
pub use script::{Step, WalkScript};
pub use signs::Sign;
pub use toml_string::toml_string;
