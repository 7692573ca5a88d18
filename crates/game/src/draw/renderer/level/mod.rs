//! The level as it is drawn: meshes in chunks, instances of props and movers, textures, sky and sun.
//!
//! [`level_mesh`] is made on the loading thread; [`scene`] uploads and draws it.

pub mod bounds;
pub mod chunks;
pub mod geometry;
pub mod ice;
pub mod instance_buffer;
pub mod instances;
pub mod level_mesh;
pub mod mesh_buffer;
pub mod scene;
pub mod scene_buffers;
pub mod scene_shader;
pub mod sky;
pub mod sun;
pub mod surface;
pub mod texture_buffer;
pub mod vertices;
