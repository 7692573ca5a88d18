//! The colours of overlays, by what they mean.
//!
//! From the eight that people with any kind of colour vision tell apart: M. Okabe and K. Ito, "Color
//! Universal Design" (2002). One colour has one meaning in all overlays.

use macroquad::color::Color;

/// Oriented boxes: what a prop is collided as.
pub const OBB: Color = Color::from_hex(0xE6_9F_00);
/// Boxes along the axes of the world.
pub const AABB: Color = Color::from_hex(0xCC_79_A7);
/// Spheres around something.
pub const SPHERE: Color = Color::from_hex(0x56_B4_E9);
/// Triangles that are collided.
pub const TRIANGLE: Color = Color::from_hex(0x00_9E_73);
/// What the crosshair points at.
pub const TARGET: Color = Color::from_hex(0xF0_E4_42);
/// What is said of several shapes at once.
pub const INK: Color = Color::from_hex(0xF5_F7_FA);
