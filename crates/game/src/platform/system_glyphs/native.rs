//! The fonts of the system. A thread looks for them when the first character needs one, since a system may have hundreds.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ab_glyph::{Font, FontRef};
use fontdb::{Database, ID, Style};

use super::{Answer, MAX_ANSWERS, SystemGlyph};

/// A character, and the height of the font in pixels.
type Request = (char, u16);

/// Characters of the system's fonts.
#[derive(Default)]
pub struct SystemGlyphs {
    /// To the thread and back, once there is one.
    thread: Option<(Sender<Request>, Receiver<Answer>)>,
}

impl SystemGlyphs {
    /// Asks for `character` in a font `pixels` high. [`poll`](Self::poll) returns the answer in one of the next frames.
    pub fn request(&mut self, character: char, pixels: u16) {
        let (requests, _) = self.thread.get_or_insert_with(|| {
            let (requests, requested) = channel();
            let (answers, answered) = channel();
            thread::spawn(move || {
                let mut fonts = Database::new();
                fonts.load_system_fonts();
                serve(&fonts, &requested, &answers);
            });
            (requests, answered)
        });
        // Without the thread, there is no answer.
        let _ = requests.send((character, pixels));
    }

    /// The answers that have come since the last call, as many as a frame takes.
    pub fn poll(&mut self) -> Vec<Answer> {
        let answers = self.thread.iter();
        let answers = answers.flat_map(|(_, answers)| answers.try_iter());
        answers.take(MAX_ANSWERS).collect()
    }
}

/// Answers all requests, until there are no more.
fn serve(fonts: &Database, requests: &Receiver<Request>, answers: &Sender<Answer>) {
    let mut faces: Vec<_> = fonts.faces().collect();
    // An upright font of usual weight, with letters of different widths.
    faces.sort_by_key(|face| {
        let is_slanted = face.style != Style::Normal;
        (is_slanted, face.weight.0.abs_diff(400), face.monospaced)
    });
    let mut known: HashMap<char, Option<ID>> = HashMap::new();
    for (character, pixels) in requests {
        let face = *known.entry(character).or_insert_with(|| {
            let mut having = faces.iter().map(|face| face.id);
            having.find(|id| draw(fonts, *id, character, 16).is_some())
        });
        let answer = Answer {
            character,
            pixels,
            glyph: face.and_then(|face| draw(fonts, face, character, pixels)),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// The character in this font. `None` if the font does not have its outline.
fn draw(fonts: &Database, face: ID, character: char, pixels: u16) -> Option<SystemGlyph> {
    let draw = |data: &[u8], index: u32| {
        let font = FontRef::try_from_slice_and_index(data, index).ok()?;
        let glyph = font.glyph_id(character);
        if glyph.0 == 0 {
            return None;
        }
        // Its scale is the height from the lowest to the highest letter.
        let per_unit = f32::from(pixels) / font.units_per_em()?;
        let scale = font.height_unscaled() * per_unit;
        let outline = font.outline_glyph(glyph.with_scale(scale))?;
        let bounds = outline.px_bounds();
        let [width, height] = [bounds.width(), bounds.height()].map(|length| length as usize);
        let mut opacity = vec![0; width * height];
        outline.draw(|x, y, coverage| {
            if let Some(pixel) = opacity.get_mut(y as usize * width + x as usize) {
                *pixel = (coverage.clamp(0.0, 1.0) * 255.0).round() as u8;
            }
        });
        Some(SystemGlyph {
            width,
            opacity,
            offset: [bounds.min.x, -bounds.max.y],
            advance: font.h_advance_unscaled(glyph) * per_unit,
        })
    };
    fonts.with_face_data(face, draw).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::fonts::{Typeface, font_bytes};

    /// The answers of a system whose only font is the game's own for code.
    fn answers(requested: &[Request]) -> Vec<Answer> {
        let mut fonts = Database::new();
        let bytes = font_bytes(Typeface::Monospace).expect("a font");
        fonts.load_font_data(bytes.into_owned());
        let (requests, received) = channel();
        let (sender, answers) = channel();
        for request in requested {
            requests.send(*request).expect("a receiver");
        }
        drop(requests);
        serve(&fonts, &received, &sender);
        drop(sender);
        answers.iter().collect()
    }

    #[test]
    fn a_character_looks_as_in_its_font() {
        let font = fontdue::Font::from_bytes(
            &*font_bytes(Typeface::Monospace).expect("a font"),
            fontdue::FontSettings::default(),
        )
        .expect("a font");
        for (character, pixels) in [('ж', 15), ('Ω', 40), ('g', 20)] {
            let [answer] = &answers(&[(character, pixels)])[..] else {
                panic!("one answer");
            };
            let glyph = answer.glyph.as_ref().expect("a glyph");
            let (metrics, bitmap) = font.rasterize(character, f32::from(pixels));
            let near = |a: f32, b: f32| (a - b).abs() <= 1.0;
            assert!(
                near(glyph.width as f32, metrics.width as f32),
                "{character}"
            );
            assert!(near(glyph.offset[0], metrics.xmin as f32), "{character}");
            assert!(near(glyph.offset[1], metrics.ymin as f32), "{character}");
            assert!(near(glyph.advance, metrics.advance_width), "{character}");
            let ink = |opacity: &[u8]| opacity.iter().map(|value| f32::from(*value)).sum::<f32>();
            let ratio = ink(&glyph.opacity) / ink(&bitmap);
            assert!((0.95..1.05).contains(&ratio), "{character}: {ratio}");
        }
    }

    #[test]
    fn a_frame_takes_a_few_answers() {
        let (requests, _) = channel();
        let (answers, answered) = channel();
        for number in 0..30 {
            let character = char::from(b'a' + number % 26);
            let answer = Answer {
                character,
                pixels: 20,
                glyph: None,
            };
            answers.send(answer).expect("a receiver");
        }
        let mut glyphs = SystemGlyphs {
            thread: Some((requests, answered)),
        };
        let polled = [0; 3].map(|_| glyphs.poll().len());
        assert_eq!(polled, [MAX_ANSWERS, 30 - MAX_ANSWERS, 0]);
    }

    #[test]
    fn a_character_without_a_font_is_answered_too() {
        let answers = answers(&[('字', 20), ('a', 20), ('字', 30)]);
        let found: Vec<_> = answers
            .iter()
            .map(|answer| (answer.character, answer.pixels, answer.glyph.is_some()))
            .collect();
        assert_eq!(
            found,
            [('字', 20, false), ('a', 20, true), ('字', 30, false)]
        );
    }
}
