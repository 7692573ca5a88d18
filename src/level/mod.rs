//! Levels: from TOML text and meshes to a world.
//!
//! A folder is a group with one door, its `mod.rs`. Each uses only those above it in this table, which is the reading order
//! for what they know; from file to screen, begin at [`load_level`].
//!
//! | group | what it knows |
//! |---|---|
//! | `text` | a file's text, its places, and what is wrong with it |
//! | `budget` | how much a level may hold |
//! | `files` | where files come from, and how far reading is |
//! | `choices` | the unit and axis of a mesh, the shape of a prop, the eye |
//! | `toml` | TOML with the place of every value; [`keys`]: what it may say |
//! | `edit` | changes of numbers in a level's text |
//! | `document` | what a level's text says |
//! | `meshes` | triangles and materials, whichever file they come from |
//! | `obj`, `gltf` | meshes from files of these formats |
//! | `loaded.rs` | a level: the result |
//! | `checks` | warnings about a level |
//! | `load` | from a path to a level |
//! | `bare_mesh` | a level around a mesh that has none |
//! | `packing` | a level as bytes |
//!
//! `levels/README.md` describes the format. `tests/main/tidy.rs` holds this order.
//!
//! One run reports all problems, in the order of their places.
//!
//! A [`Budget`] limits what a level may hold. [`load_level`] takes [`Budget::OWN`], the one for files of your
//! own; give [`load_level_reporting`] [`Budget::LINK`] for what comes from somebody else.

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
mod meshes;
mod obj;
mod packing;
mod text;
mod toml;

pub use bare_mesh::{MeshGuess, MeshLevel, load_mesh_as_level};
pub use budget::{Budget, BudgetItem, Excess, Overrun, megabytes};
pub use choices::{CollisionShape, Eye, LengthUnit, MeshSpace, UpAxis};
pub use document::{Expectations, IgnoredFinding, Lab, Sign, Step, WalkScript};
pub use edit::{
    EditError, LevelText, PropNumbers, PropText, SpawnNumbers, TextPatch, player_table,
};
pub use files::{
    BUILT_IN_MESHES, Disk, EmbeddedFiles, Files, LoadStage, Progress, WithLevel, is_mesh,
};
pub use load::{
    level_title, level_weight, load_level, load_level_reporting, load_script, named_meshes,
};
pub use loaded::{
    CollidedMesh, Level, LoadedLevel, LoadedScript, Look, Model, PropColliders, Scene,
    TriangleOwner,
};
pub use meshes::{EdgeDefects, Material, Mesh, MeshPart, Texture, TextureImage, TextureWrap};
#[doc(hidden)]
pub use packing::{FIRST_FREE_TAG, LevelUnpacker, pack_level};
pub use text::{Diagnostic, Place, Severity, is_terminal_control, printable};
pub use toml::keys;
pub use toml::toml_string;
