//! The window's size, the parts of it that other things cover, and the scale of all text.

use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

/// The window's height at which the scale is 1; logical pixels.
const REFERENCE_HEIGHT: f32 = 720.0;

/// The scale exceeds 1 only in a window at least this many times the scale wide; logical pixels.
const WIDTH_PER_SCALE: f32 = 640.0;

/// In a window lower than this the text shrinks with the height; logical pixels.
const LOW_HEIGHT: f32 = 540.0;

/// A low window shrinks the text no further than to this scale. Smaller: the text cannot be read.
const MIN_LOW_SCALE: f32 = 0.75;

/// In a window narrower than this the text shrinks with the width; logical pixels.
const NARROW_WIDTH: f32 = 430.0;

/// No window has a smaller scale, since text and panel need some size even in a hidden window, which has no width.
const MIN_SCALE: f32 = 0.02;

/// Text needs at least this width next to the panel; logical pixels at scale 1.
const MIN_TEXT_WIDTH: f32 = 160.0;

/// What a finger presses is at least this long and wide; logical pixels. Smaller: fingers miss it; larger: less of the level
/// is seen.
const FINGER: f32 = 44.0;

/// The window's size and scale in one frame; logical pixels.
#[derive(Clone, Copy, Debug)]
pub struct Viewport {
    pub width: f32,
    pub height: f32,
    /// Width at the left that the panel covers.
    pub left_inset: f32,
    /// Height at the bottom that a touch screen's sticks cover.
    pub bottom_inset: f32,
    scale: f32,
    /// Whether the whole window is higher than wide.
    is_upright: bool,
}

impl Viewport {
    /// The window as it is now, with nothing covered.
    pub fn current() -> Self {
        Self::new(screen_width(), screen_height())
    }

    pub fn new(width: f32, height: f32) -> Self {
        let by_height = (height / REFERENCE_HEIGHT)
            .min(width / WIDTH_PER_SCALE)
            .max(1.0);
        let low = (height / LOW_HEIGHT).clamp(MIN_LOW_SCALE, 1.0);
        // In eighths: the font texture keeps every glyph in every size it was ever drawn in.
        let stepped = (by_height * low * 8.0).floor() / 8.0;
        Self {
            width,
            height,
            left_inset: 0.0,
            bottom_inset: 0.0,
            scale: stepped.min(width / NARROW_WIDTH).max(MIN_SCALE),
            is_upright: width < height,
        }
    }

    /// A length given at scale 1, at this window's scale.
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// The same window with text of at least so many times its length at scale 1.
    pub fn enlarged(&self, least: f32) -> Self {
        Self {
            scale: self.scale.max(least),
            ..*self
        }
    }

    /// Whether fingers press what is drawn, and their sticks cover the lower edge.
    pub fn is_touched(&self) -> bool {
        self.bottom_inset > 0.0
    }

    /// Whether it is the window of a phone or tablet held upright, where cards lie below each other.
    pub fn is_upright_phone(&self) -> bool {
        self.is_touched() && self.is_upright
    }

    /// The `length` at scale 1 of something to press, at this window's scale, and long enough for a finger.
    pub fn pressable(&self, length: f32) -> f32 {
        let least = if self.is_touched() { FINGER } else { 0.0 };
        self.scaled(length).max(least)
    }

    /// Width of the part that the panel leaves free.
    pub fn free_width(&self) -> f32 {
        self.width - self.left_inset
    }

    /// Whether the free part is wide enough for text.
    pub fn has_text_room(&self) -> bool {
        self.free_width() >= self.scaled(MIN_TEXT_WIDTH)
    }

    /// The middle of the free part, from the window's left edge.
    pub fn center_x(&self) -> f32 {
        self.left_inset + self.free_width() * 0.5
    }

    /// Physical pixels per logical pixel at scale 1.
    pub fn pixel_scale(&self) -> f32 {
        self.scale * screen_dpi_scale()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fingers_press_is_large_enough_at_every_scale() {
        let mut phone = Viewport::new(360.0, 640.0);
        assert!(phone.pressable(22.0) < 22.0);
        phone.bottom_inset = 160.0;
        assert_eq!(phone.pressable(22.0), FINGER);
        assert!(phone.pressable(100.0) > 80.0);
    }

    #[test]
    fn scale_grows_with_the_window_and_shrinks_in_a_low_or_narrow_one() {
        let scale = |width, height| Viewport::new(width, height).scale;
        assert_eq!(scale(1280.0, 720.0), 1.0);
        assert_eq!(scale(1024.0, 576.0), 1.0);
        assert_eq!(scale(640.0, 400.0), 0.75);
        assert_eq!(scale(2560.0, 1440.0), 2.0);
        assert_eq!(scale(3840.0, 2160.0), 3.0);
        // A tall, narrow window has no room for large text.
        assert_eq!(scale(700.0, 1440.0), 1.0);
        assert_eq!(scale(215.0, 720.0), 0.5);
        assert!(scale(0.0, 0.0) > 0.0);
    }
}
