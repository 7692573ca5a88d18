//! The colours of debug drawing.
//!
//! Seven of the eight that people with any kind of colour vision can distinguish: M. Okabe and K. Ito, "Color
//! Universal Design" (2002). The brighter ones are for thin lines and for text in front of dark surfaces.

use macroquad::color::Color;

pub const ORANGE: Color = Color::from_hex(0xE6_9F_00);
pub const PURPLE: Color = Color::from_hex(0xCC_79_A7);
pub const SKY: Color = Color::from_hex(0x56_B4_E9);
pub const GREEN: Color = Color::from_hex(0x00_9E_73);
pub const VERMILION: Color = Color::from_hex(0xD5_5E_00);
pub const BLUE: Color = Color::from_hex(0x00_72_B2);
pub const YELLOW: Color = Color::from_hex(0xF0_E4_42);

pub const WHITE: Color = Color::from_hex(0xF5_F7_FA);
/// A shadow that is drawn, not cast.
pub const SHADOW: Color = Color::from_hex(0x1A_1E_2C);
pub const GREY: Color = Color::from_hex(0x88_96_A2);
pub const MINT: Color = Color::from_hex(0x2F_D0_A0);
pub const FIRE: Color = Color::from_hex(0xFF_7A_2A);
pub const VIOLET: Color = Color::from_hex(0x6F_7D_FF);
pub const PINK: Color = Color::from_hex(0xFF_8A_D8);
pub const ROSE: Color = Color::from_hex(0xE8_79_B8);
pub const RED: Color = Color::from_hex(0xF0_4A_6A);
pub const LIME: Color = Color::from_hex(0x99_EE_AA);
pub const ICE: Color = Color::from_hex(0x7C_F5_FF);
pub const LILAC: Color = Color::from_hex(0xD0_C4_FF);
