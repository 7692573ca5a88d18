//! Ambient occlusion. Its grid is baked in the background, and the shader of the scene samples it.

pub mod occluders;
pub mod occlusion;
pub mod occlusion_bake;
pub mod occlusion_grid;
pub mod occlusion_job;
