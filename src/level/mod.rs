//! Levels: from TOML text and meshes to a world.
//!
//! Reading order: [`load_level`], `document.rs` (a level's text), [`keys`] (what it may say), `loader.rs`
//! (from the text to the world), `obj.rs` and `gltf.rs` (meshes), `authored/mod.rs` (what meshes say besides triangles), `diagnostic.rs` (problems), `edit/mod.rs` (changes
//! numbers in a level's text) and `mend/mod.rs` (mends meshes). `levels/format.md` describes the format.
//!
//! One run reports all problems, in the order of their places.
//!
//! A [`Budget`] limits what a level may hold. [`load_level`] takes [`Budget::OWN`], the one for your files;
//! give [`load_level_reporting`] [`Budget::LINK`] for levels of others.

mod authored;
mod bare_mesh;
mod budget;
mod checks;
mod choices;
mod document;
mod edit;
mod files;
mod gltf;
mod load;
mod loaded;
mod map;
mod mend;
mod meshes;
mod obj;
mod packing;
mod terrain;
mod text;
mod toml;

pub use bare_mesh::{MeshGuess, MeshLevel, load_mesh_as_level};
pub use budget::{Budget, BudgetItem, Excess, Overrun, megabytes};
pub use choices::{CollisionShape, Eye, LengthUnit, MeshSpace, UpAxis};
pub use document::{Expectations, IgnoredFinding, Lab, PlacedPrefab, Sign, Step, WalkScript};
pub use edit::{
    EditError, EditValue, EntryId, EntryNumbers, EntryTable, EntryText, LevelText, TableId,
    TextPatch, player_table,
};
pub use files::{
    BUILT_IN_KINDS, BUILT_IN_MESHES, Disk, EmbeddedFiles, Files, LoadStage, Progress, WithLevel,
    is_mesh,
};
pub use load::{
    level_title, level_weight, load_level, load_level_reporting, load_script, named_meshes,
};
pub use loaded::{
    CollidedMesh, Level, LoadedLevel, LoadedScript, Look, Model, PropColliders, Scene,
    TriangleOwner,
};
pub use mend::{MendFormat, MendLimits, MendReport, MendedMesh, Places, mend_mesh};
pub use meshes::{
    EdgeDefects, Material, Mesh, MeshPart, Shape, Texture, TextureImage, TextureWrap,
};
#[doc(hidden)]
pub use packing::{FIRST_FREE_TAG, LevelUnpacker, pack_level};
pub use text::{Diagnostic, Place, Severity, is_terminal_control, printable};
pub use toml::keys;
pub use toml::toml_string;
