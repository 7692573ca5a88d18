//! The flat parts of the picture: text and shapes of the canvas, the panel, and the floor plan of the map.

pub mod canvas_painter;
pub mod egui_painter;
pub mod plan;
pub mod plan_shader;
