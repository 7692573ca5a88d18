//! The colours of overlays, by what they mean.
//!
//! From the eight that people with any kind of colour vision tell apart: M. Okabe and K. Ito, "Color
//! Universal Design" (2002), and a few brighter ones. Whoever draws uses the meanings; two of them share a
//! colour where they are not seen together, or are the same in other words.

use macroquad::color::Color;

const ORANGE: Color = Color::from_hex(0xE6_9F_00);
const PURPLE: Color = Color::from_hex(0xCC_79_A7);
const SKY: Color = Color::from_hex(0x56_B4_E9);
const GREEN: Color = Color::from_hex(0x00_9E_73);
const VERMILION: Color = Color::from_hex(0xD5_5E_00);
const BLUE: Color = Color::from_hex(0x00_72_B2);
const YELLOW: Color = Color::from_hex(0xF0_E4_42);

// Brighter ones, and those of text, for thin lines before a dark wall.
const WHITE: Color = Color::from_hex(0xF5_F7_FA);
const GREY: Color = Color::from_hex(0xB4_C0_CA);
const MINT: Color = Color::from_hex(0x2F_D0_A0);
const FIRE: Color = Color::from_hex(0xFF_7A_2A);
const LAVENDER: Color = Color::from_hex(0x7F_9C_FF);
const PINK: Color = Color::from_hex(0xFF_8A_D8);
const ROSE: Color = Color::from_hex(0xE0_8C_BE);

/// Oriented boxes: what a prop is collided as.
pub const OBB: Color = ORANGE;
/// Boxes along the axes of the world.
pub const AABB: Color = PURPLE;
/// Spheres around something.
pub const SPHERE: Color = SKY;
/// Triangles that are collided.
pub const TRIANGLE: Color = GREEN;
/// The first of two boxes that are compared, and all that is measured of it.
pub const FIRST: Color = VERMILION;
/// The second one.
pub const SECOND: Color = BLUE;
/// What the crosshair points at.
pub const TARGET: Color = YELLOW;
/// What is said of several shapes at once.
pub const INK: Color = WHITE;
/// What matters less.
pub const FAINT_INK: Color = GREY;

/// The controllers: their bodies and ways.
pub const CLASSIC: Color = VERMILION;
pub const SWEPT: Color = MINT;
pub const BOXED: Color = SKY;
/// Of the triangles whose planes the classic controller asks about: those that the sphere is in front of,
/// reaches through, and is behind.
pub const FRONT: Color = SKY;
pub const INTERSECTS: Color = YELLOW;
pub const BEHIND: Color = FIRE;
/// Of what another controller gathers: what did nothing, and what stopped, pushed or led it.
pub const APART: Color = LAVENDER;
pub const ACTED: Color = YELLOW;
/// The only line that two planes leave.
pub const CREASE: Color = PINK;
/// The boxes of the broad phase.
pub const TREE: Color = PURPLE;
/// What a motion asked for and did not get, and what went wrong.
pub const THROWN: Color = FIRE;
/// The ground and its normal.
pub const GROUND: Color = MINT;
/// How fast, and where to.
pub const VELOCITY: Color = LAVENDER;

/// The axes X, Y and Z of a thing.
pub const AXES: [Color; 3] = [FIRE, MINT, SKY];

/// Of the lab: the shape that keys move, and the one that stands.
pub const MOVED: Color = SKY;
pub const STANDING: Color = ORANGE;
/// Where something ends up: at the first touch, or pushed out.
pub const RESULT: Color = MINT;
/// Lines that only lead the eye, such as a distance.
pub const GUIDE: Color = YELLOW;
/// One contact after the other.
pub const CONTACTS: [Color; 6] = [YELLOW, MINT, ROSE, FIRE, WHITE, LAVENDER];
