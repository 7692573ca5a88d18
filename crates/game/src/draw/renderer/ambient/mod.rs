//! Ambient occlusion: a grid that is baked beside the game, and which the shader of the scene samples.

pub mod occluders;
pub mod occlusion;
pub mod occlusion_bake;
pub mod occlusion_grid;
pub mod occlusion_job;
pub mod workers;
