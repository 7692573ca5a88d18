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
/// The first of two boxes that are compared, and all that is measured of it.
pub const FIRST: Color = Color::from_hex(0xD5_5E_00);
/// The second one.
pub const SECOND: Color = Color::from_hex(0x00_72_B2);
/// What the crosshair points at.
pub const TARGET: Color = Color::from_hex(0xF0_E4_42);
/// What is said of several shapes at once.
pub const INK: Color = Color::from_hex(0xF5_F7_FA);
/// What matters less.
pub const FAINT_INK: Color = Color::from_hex(0xB4_C0_CA);

/// The controllers: their bodies and ways.
pub const CLASSIC: Color = Color::from_hex(0xD5_5E_00);
pub const SWEPT: Color = Color::from_hex(0x2F_D0_A0);
pub const BOXED: Color = Color::from_hex(0x56_B4_E9);
/// Of the triangles whose planes the classic controller asks about: those that the sphere is in front of,
/// reaches through, and is behind.
pub const FRONT: Color = Color::from_hex(0x56_B4_E9);
pub const INTERSECTS: Color = Color::from_hex(0xF0_E4_42);
pub const BEHIND: Color = Color::from_hex(0xFF_7A_2A);
/// Of what another controller gathers: what did nothing, and what stopped, pushed or led it.
pub const APART: Color = Color::from_hex(0x7F_9C_FF);
pub const ACTED: Color = Color::from_hex(0xF0_E4_42);
/// The only line that two planes leave.
pub const CREASE: Color = Color::from_hex(0xFF_8A_D8);
/// The boxes of the broad phase.
pub const TREE: Color = Color::from_hex(0xCC_79_A7);
/// What a motion asked for and did not get, and what went wrong.
pub const THROWN: Color = Color::from_hex(0xFF_7A_2A);
/// The ground and its normal.
pub const GROUND: Color = Color::from_hex(0x2F_D0_A0);
/// How fast, and where to.
pub const VELOCITY: Color = Color::from_hex(0x7F_9C_FF);

/// The axes X, Y and Z of a thing.
pub const AXES: [Color; 3] = [
    Color::from_hex(0xFF_7A_2A),
    Color::from_hex(0x2F_D0_A0),
    Color::from_hex(0x56_B4_E9),
];

/// Of the lab: the shape that keys move, and the one that stands.
pub const MOVED: Color = Color::from_hex(0x56_B4_E9);
pub const STANDING: Color = Color::from_hex(0xE6_9F_00);
/// Where something ends up: at the first touch, or pushed out.
pub const RESULT: Color = Color::from_hex(0x2F_D0_A0);
/// Lines that only lead the eye, such as a distance.
pub const GUIDE: Color = Color::from_hex(0xF0_E4_42);
/// One contact after the other.
pub const CONTACTS: [Color; 6] = [
    Color::from_hex(0xF0_E4_42),
    Color::from_hex(0x2F_D0_A0),
    Color::from_hex(0xE0_8C_BE),
    Color::from_hex(0xFF_7A_2A),
    Color::from_hex(0xF5_F7_FA),
    Color::from_hex(0x7F_9C_FF),
];
