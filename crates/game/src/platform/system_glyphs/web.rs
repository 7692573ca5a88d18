//! The fonts of the browser, which draws any character at once.

use super::{Answer, SystemGlyph};
use crate::platform::system::take;

unsafe extern "C" {
    fn sidle_draw_glyph(character: u32, pixels: u32, to: *mut f32) -> isize;
}

/// Characters of the browser's fonts.
#[derive(Default)]
pub struct SystemGlyphs(Vec<Answer>);

impl SystemGlyphs {
    /// Asks for `character` in a font `pixels` high. [`poll`](Self::poll) returns the answer in the next frame.
    pub fn request(&mut self, character: char, pixels: u16) {
        // The width, the offset to the right and up, and the advance.
        let mut numbers = [0.0; 4];
        // SAFETY: the page writes four numbers during the call.
        let length =
            unsafe { sidle_draw_glyph(character.into(), pixels.into(), numbers.as_mut_ptr()) };
        let glyph = usize::try_from(length).ok().map(|length| SystemGlyph {
            width: numbers[0] as usize,
            opacity: take(length),
            offset: [numbers[1], numbers[2]],
            advance: numbers[3],
        });
        self.0.push(Answer {
            character,
            pixels,
            glyph,
        });
    }

    /// The answers that have come since the last call.
    pub fn poll(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.0)
    }
}
