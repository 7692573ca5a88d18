//! Meshes, whichever file they come from.
//!
//! Reading order: `mesh.rs` (triangles in parts), `material.rs` and `images.rs` (what a surface looks like), `triangulate.rs`
//! (from faces to triangles), `duplicates.rs` (what exporters write twice), `edges.rs` (defects of edges) and `shapes.rs` (the
//! built-in kinds without a file).

mod duplicates;
mod edges;
mod images;
mod material;
mod mesh;
mod shapes;
mod triangulate;

pub use duplicates::{duplicates, starts};
pub use edges::EdgeDefects;
pub use images::{ImageFiles, Images, MissingImage};
pub use material::{Material, Texture, TextureImage, TextureWrap, linear};
pub use mesh::{Mesh, MeshPart, SeenTriangle, bounds_of, joined};
pub use shapes::Shape;
pub use triangulate::{Cut, MAX_CORNERS, MAX_VISITS, Triangulator};
