//! draw.

pub mod board;
pub mod camera;
pub mod convert;
pub mod icon;
pub mod lines;
pub mod page;
pub mod palette;
pub mod adaptive_quality;
pub mod renderer;
pub mod screenshot;
pub mod debug_draw;

