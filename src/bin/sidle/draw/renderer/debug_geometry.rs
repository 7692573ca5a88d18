//! Lines and translucent faces over the level, as the GPU takes them.

use macroquad::color::Color;
use macroquad::math::Vec3;

/// A straight line, relative to the scene's origin; one instance on the GPU.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Line {
    start: [f32; 3],
    end: [f32; 3],
    /// Red, green, blue and opacity, as displayed.
    color: [u8; 4],
    width: f32,
    /// Opacity where the level hides the line; 0 is invisible.
    occluded_opacity: f32,
}

/// A translucent triangle, relative to the scene's origin; one instance on the GPU.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Face {
    corners: [[f32; 3]; 3],
    /// Red, green, blue and opacity, as displayed.
    color: [u8; 4],
}

impl Line {
    /// A line from `start` to `end`, `width` pixels wide at scale 1, with `occluded_opacity` where the level hides it.
    pub fn new(start: Vec3, end: Vec3, color: Color, width: f32, occluded_opacity: f32) -> Self {
        Self {
            start: start.to_array(),
            end: end.to_array(),
            color: color.into(),
            width,
            occluded_opacity,
        }
    }
}

impl Face {
    pub fn new(corners: [Vec3; 3], color: Color) -> Self {
        Self {
            corners: corners.map(|corner| corner.to_array()),
            color: color.into(),
        }
    }
}

/// The lines and faces of one frame.
#[derive(Debug, Default)]
pub struct DebugGeometry {
    pub lines: Vec<Line>,
    pub faces: Vec<Face>,
}

impl DebugGeometry {
    /// Removes all lines and faces, and keeps the memory for the next frame.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.faces.clear();
    }
}
