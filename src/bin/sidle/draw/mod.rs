//! draw.

pub mod adaptive_quality;
pub mod board;
pub mod camera;
pub mod convert;
pub mod debug_draw;
pub mod icon;
pub mod lines;
pub mod page;
pub mod palette;
pub mod renderer;
pub mod screenshot;
