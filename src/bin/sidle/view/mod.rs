//! view.

pub mod context;
pub mod editor;
pub mod hud;
pub mod lab;
pub mod map;
pub mod overlays;
