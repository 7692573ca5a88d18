//! Explanations and information: overlays, HUD, map, and the drawings of lab and editor. This layer reads the session,
//! and changes nothing.

pub mod context;
pub mod editor;
pub mod hud;
pub mod lab;
pub mod legend;
pub mod map;
pub mod overlays;
pub mod palette;
pub mod side;
