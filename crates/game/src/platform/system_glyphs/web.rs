//! The fonts of the browser, which draws any character at once, and a few of them in a frame.

use std::collections::VecDeque;

use super::{Answer, MAX_ANSWERS, SystemGlyph};
use crate::platform::system::take;

unsafe extern "C" {
    fn sidle_draw_glyph(character: u32, pixels: u32, to: *mut f32) -> isize;
}

/// Characters of the browser's fonts.
#[derive(Default)]
pub struct SystemGlyphs(VecDeque<(char, u16)>);

impl SystemGlyphs {
    /// Asks for `character` in a font `pixels` high. [`poll`](Self::poll) returns the answer in one of the next frames.
    pub fn request(&mut self, character: char, pixels: u16) {
        self.0.push_back((character, pixels));
    }

    /// The answers to the oldest requests, as many as a frame takes.
    pub fn poll(&mut self) -> Vec<Answer> {
        let count = self.0.len().min(MAX_ANSWERS);
        let requests = self.0.drain(..count);
        requests
            .map(|(character, pixels)| draw(character, pixels))
            .collect()
    }
}

/// Lets the browser draw `character` in a font `pixels` high.
fn draw(character: char, pixels: u16) -> Answer {
    // The width, the offset to the right and up, and the advance.
    let mut numbers = [0.0; 4];
    // SAFETY: the page writes four numbers during the call.
    let length = unsafe { sidle_draw_glyph(character.into(), pixels.into(), numbers.as_mut_ptr()) };
    let glyph = usize::try_from(length).ok().map(|length| SystemGlyph {
        width: numbers[0] as usize,
        opacity: take(length),
        offset: [numbers[1], numbers[2]],
        advance: numbers[3],
    });
    Answer {
        character,
        pixels,
        glyph,
    }
}
