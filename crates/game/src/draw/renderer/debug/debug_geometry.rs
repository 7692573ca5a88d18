//! Lines and translucent faces over the level, as the GPU takes them.

use std::sync::atomic::{AtomicU64, Ordering};

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

/// For pictures of commands, which need no window.
#[cfg(not(target_arch = "wasm32"))]
impl Line {
    pub fn ends(&self) -> [Vec3; 2] {
        [self.start, self.end].map(Vec3::from_array)
    }

    pub fn color(&self) -> Color {
        self.color.into()
    }

    /// Pixels at scale 1.
    pub fn width(&self) -> f32 {
        self.width
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

/// Lines and faces that are drawn together.
#[derive(Debug)]
pub struct DebugGeometry {
    pub lines: Vec<Line>,
    pub faces: Vec<Face>,
    /// Changes whenever the geometry is rebuilt. The same number needs no upload.
    revision: u64,
}

impl DebugGeometry {
    pub fn new() -> Self {
        Self {
            lines: Vec::new(),
            faces: Vec::new(),
            revision: next_revision(),
        }
    }

    /// Removes all lines and faces, and keeps the memory for the next ones.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.faces.clear();
        self.revision = next_revision();
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }
}

/// A number that no geometry has had yet.
fn next_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
