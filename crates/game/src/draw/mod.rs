//! Rendering, debug drawing and text layout. This layer has no notion of players.

pub mod adaptive_quality;
pub mod camera;
pub mod canvas;
pub mod debug_draw;
pub mod glam_interop;
pub mod glyphs;
pub mod icon;
pub mod info_panel;
pub mod label_room;
#[cfg(not(target_arch = "wasm32"))]
pub mod level_pictures;
#[cfg(not(target_arch = "wasm32"))]
pub mod movie;
pub mod palette;
pub mod renderer;
pub mod screenshot;
pub mod text;
pub mod text_run;
pub mod text_wrap;
pub mod textures;
pub mod theme;
pub mod viewport;
