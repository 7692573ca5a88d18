//! The lines and faces of overlays in the level, and the view of the colliders.

pub mod collision_view;
pub mod debug_geometry;
pub mod debug_renderer;
pub mod debug_shader;
