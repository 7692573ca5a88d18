//! The glyphs of the two fonts. Each is rasterized once per size, into one texture that all text shares.
//!
//! This file is plain data: [`canvas_painter`](super::renderer::flat::canvas_painter) copies the changed rows to the GPU. A glyph
//! never moves within the texture, which only grows, so places stay valid for a whole frame.

use std::collections::HashMap;

use crate::options::key_names::CAP;
use crate::platform::fonts::{Typeface, font_bytes};
use crate::platform::system_glyphs::{Answer, SystemGlyphs};

/// Width of the texture; pixels. Larger: a driver may refuse it.
pub const WIDTH: usize = 1024;

/// Height of the first texture; pixels.
const MIN_HEIGHT: usize = 256;

/// A texture higher than this is emptied before the next frame. Then text in sizes that are no longer used makes room;
/// pixels.
const MAX_HEIGHT: usize = 2048;

/// Free pixels around a glyph, so that a filter does not reach its neighbour.
const GAP: usize = 2;

/// Side of the opaque square in the corner of the texture, for shapes without a texture; pixels.
const SOLID: usize = 3;

/// Characters up to here have places in tables, all others in maps.
const TABLE: usize = 128;

/// The room next to the name on a key cap, in heights of the font.
const CAP_SIDE: f32 = 0.27;

/// How much broader the strokes of the light font are drawn, as a share of its size. Smaller: thin grey letters; larger:
/// the holes of an e close.
const STROKE: f32 = 0.035;

/// One character in one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// The place in the texture, as left, top, width and height; pixels. No width: nothing is drawn, as for a space.
    pub place: [u16; 4],
    /// From the pen to the left edge, and from the baseline up to the lower edge; pixels.
    pub offset: [f32; 2],
    /// How far the pen moves to the right; pixels.
    pub advance: f32,
}

/// A font in one size.
struct SizedFace {
    typeface: Typeface,
    pixels: u16,
    table: Vec<Option<Glyph>>,
    others: HashMap<char, Glyph>,
}

/// Names a font in one size; valid until the glyphs are emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizedFaceId(usize);

/// A font, with the kerning that was looked up already.
struct Face {
    font: fontdue::Font,
    /// For each pair of characters of the table, in units of the font; NaN: not looked up yet.
    kerning: Vec<f32>,
}

/// All glyphs that were needed so far.
pub struct Glyphs {
    proportional: Face,
    monospace: Face,
    system: SystemGlyphs,
    /// A character that no font has, to be reported to the player.
    unknown: Option<char>,
    sized: Vec<SizedFace>,
    /// The pixels of the texture by row. A glyph is white in different opacity, between glyphs there is transparent
    /// black.
    pixels: Vec<[u8; 4]>,
    /// Where the next glyph comes, and the height of its row; pixels.
    cursor: [usize; 2],
    row: usize,
    /// The rows that have changed since they were last taken.
    changed: core::ops::Range<usize>,
}

impl Glyphs {
    /// # Errors
    /// When a font cannot be read.
    pub fn load() -> Result<Self, String> {
        let mut glyphs = Self {
            proportional: Face::load(Typeface::Proportional)?,
            monospace: Face::load(Typeface::Monospace)?,
            system: SystemGlyphs::default(),
            unknown: None,
            sized: Vec::new(),
            pixels: Vec::new(),
            cursor: [0; 2],
            row: 0,
            changed: 0..0,
        };
        glyphs.clear();
        Ok(glyphs)
    }

    /// Forgets all glyphs if there are too many. Returns whether it did.
    pub fn make_room(&mut self) -> bool {
        let is_full = self.height() > MAX_HEIGHT;
        if is_full {
            self.clear();
        }
        is_full
    }

    /// Takes the characters that the system's fonts have drawn meanwhile. Returns whether there are any. Text is then
    /// as wide as before no longer.
    pub fn take_system_glyphs(&mut self) -> bool {
        let answers = self.system.poll();
        for Answer {
            character,
            pixels,
            glyph,
        } in &answers
        {
            let Some(glyph) = glyph else {
                self.unknown.get_or_insert(*character);
                continue;
            };
            let glyph = self.add(glyph.width, &glyph.opacity, glyph.offset, glyph.advance);
            let of_size = self.sized.iter_mut().filter(|font| font.pixels == *pixels);
            for sized in of_size {
                sized.others.insert(*character, glyph);
            }
        }
        answers.iter().any(|answer| answer.glyph.is_some())
    }

    /// A character that no font has, once.
    pub fn take_unknown(&mut self) -> Option<char> {
        self.unknown.take()
    }

    fn clear(&mut self) {
        self.sized.clear();
        self.pixels.clear();
        (self.cursor, self.row) = ([GAP; 2], 0);
        let [left, top] = self.allocate(SOLID, SOLID);
        for row in self.pixels.chunks_mut(WIDTH).skip(top).take(SOLID) {
            row[left..left + SOLID].fill([u8::MAX; 4]);
        }
    }

    /// A place in the texture where it is opaque; pixels.
    pub fn solid_place() -> [f32; 2] {
        [GAP as f32 + SOLID as f32 * 0.5; 2]
    }

    /// Height of the texture; pixels.
    pub fn height(&self) -> usize {
        self.pixels.len() / WIDTH
    }

    /// The rows of the texture that have changed since the last call, and their pixels: red, green, blue and opacity.
    pub fn take_changed(&mut self) -> (core::ops::Range<usize>, &[u8]) {
        let rows = std::mem::replace(&mut self.changed, 0..0);
        let pixels = &self.pixels[rows.start * WIDTH..rows.end * WIDTH];
        (rows, pixels.as_flattened())
    }

    /// The font `typeface`, `pixels` high.
    pub fn sized(&mut self, typeface: Typeface, pixels: u16) -> SizedFaceId {
        let known = |sized: &SizedFace| sized.typeface == typeface && sized.pixels == pixels;
        let number = self.sized.iter().position(known).unwrap_or_else(|| {
            self.sized.push(SizedFace {
                typeface,
                pixels,
                table: vec![None; TABLE],
                others: HashMap::new(),
            });
            self.sized.len() - 1
        });
        SizedFaceId(number)
    }

    /// The glyph of `character`.
    pub fn glyph(&mut self, SizedFaceId(number): SizedFaceId, character: char) -> Glyph {
        let sized = &self.sized[number];
        let known = match sized.table.get(character as usize) {
            Some(known) => *known,
            None => sized.others.get(&character).copied(),
        };
        known.unwrap_or_else(|| self.rasterize(number, character))
    }

    /// The advances of all characters of `text` together; pixels.
    pub fn width(&mut self, face: SizedFaceId, text: &str) -> f32 {
        let advances = text
            .chars()
            .map(|character| self.glyph(face, character).advance);
        advances.fold(0.0, |width, advance| width + advance)
    }

    /// Height of the font; pixels.
    pub fn pixels(&self, SizedFaceId(number): SizedFaceId) -> f32 {
        f32::from(self.sized[number].pixels)
    }

    /// Adds the glyph of `character`, from the font, from the game's other one, or a box until the system's fonts
    /// replace it.
    fn rasterize(&mut self, number: usize, character: char) -> Glyph {
        let SizedFace {
            typeface, pixels, ..
        } = self.sized[number];
        if CAP.contains(&character) {
            // A key cap is drawn by the canvas. Here is the room next to the key's name.
            let glyph = Glyph {
                place: [0; 4],
                offset: [0.0; 2],
                advance: f32::from(pixels) * CAP_SIDE,
            };
            self.sized[number].others.insert(character, glyph);
            return glyph;
        }
        let (own, other) = match typeface {
            Typeface::Proportional => (&self.proportional, &self.monospace),
            Typeface::Monospace => (&self.monospace, &self.proportional),
        };
        let has = |face: &&Face| face.font.lookup_glyph_index(character) != 0;
        let face = [own, other].into_iter().find(has);
        if face.is_none() && character as usize >= TABLE {
            self.system.request(character, pixels);
        }
        let font = &face.unwrap_or(own).font;
        let (metrics, bitmap) = font.rasterize(character, f32::from(pixels));
        let offset = [metrics.xmin as f32, metrics.ymin as f32];
        let bolder = match typeface {
            Typeface::Proportional => f32::from(pixels) * STROKE,
            Typeface::Monospace => 0.0,
        };
        let (width, bitmap) = embolden(metrics.width, &bitmap, bolder);
        let offset = [offset[0] - bolder * 0.5, offset[1]];
        let glyph = self.add(width, &bitmap, offset, metrics.advance_width);
        let sized = &mut self.sized[number];
        match sized.table.get_mut(character as usize) {
            Some(entry) => *entry = Some(glyph),
            None => drop(sized.others.insert(character, glyph)),
        }
        glyph
    }

    /// Adds the picture of a glyph, of which `opacity` has rows of `width` pixels.
    fn add(&mut self, width: usize, opacity: &[u8], offset: [f32; 2], advance: f32) -> Glyph {
        let rows = opacity.chunks(width.max(1));
        let (width, height) = (width.min(WIDTH - 2 * GAP), rows.len());
        let [left, top] = self.allocate(width, height);
        let target = self.pixels.chunks_mut(WIDTH).skip(top);
        for (to, from) in target.zip(rows) {
            let to = &mut to[left..left + width];
            for (to, opacity) in to.iter_mut().zip(from) {
                *to = [255, 255, 255, *opacity];
            }
        }
        Glyph {
            place: [left, top, width, height].map(|pixels| pixels as u16),
            offset,
            advance,
        }
    }

    /// A free rectangle of this size. The texture grows if it is full.
    fn allocate(&mut self, width: usize, height: usize) -> [usize; 2] {
        if self.cursor[0] + width + GAP > WIDTH {
            self.cursor = [GAP, self.cursor[1] + self.row];
            self.row = 0;
        }
        let place = self.cursor;
        self.cursor[0] += width + GAP;
        self.row = self.row.max(height + GAP);
        let needed = place[1] + self.row;
        if needed > self.height() {
            let height = needed.next_power_of_two().max(MIN_HEIGHT);
            self.pixels.resize(height * WIDTH, [0; 4]);
            // The larger texture is a new one.
            self.changed = 0..self.height();
        }
        let (first, last) = (self.changed.start, self.changed.end);
        self.changed = if self.changed.is_empty() {
            place[1]..needed
        } else {
            first.min(place[1])..last.max(needed)
        };
        place
    }

    /// How far two neighbours move together (negative) or apart; pixels.
    pub fn kerning(&mut self, SizedFaceId(number): SizedFaceId, left: char, right: char) -> f32 {
        let SizedFace {
            typeface, pixels, ..
        } = self.sized[number];
        let face = match typeface {
            Typeface::Proportional => &mut self.proportional,
            Typeface::Monospace => &mut self.monospace,
        };
        face.kerning(left, right) * (f32::from(pixels) / face.font.units_per_em())
    }
}

/// The picture of a glyph, of which `opacity` has rows of `width` pixels, with its strokes broader by `more` pixels.
/// Returns its width.
fn embolden(width: usize, opacity: &[u8], more: f32) -> (usize, Vec<u8>) {
    if width == 0 || more <= 0.0 {
        return (width, opacity.to_vec());
    }
    let (whole, part) = (more as usize, more.fract());
    let wider = width + whole + 1;
    let rows = opacity.chunks(width);
    let bold = rows.flat_map(|row| {
        let at = move |x: usize| row.get(x).copied().unwrap_or(0);
        (0..wider).map(move |x| {
            let full = (0..=whole.min(x)).map(|back| at(x - back)).max();
            let last = x.checked_sub(whole + 1).map_or(0, at);
            full.unwrap_or(0).max((f32::from(last) * part) as u8)
        })
    });
    (wider, bold.collect())
}

impl Face {
    fn load(typeface: Typeface) -> Result<Self, String> {
        let bytes = font_bytes(typeface)?;
        let font = fontdue::Font::from_bytes(&*bytes, fontdue::FontSettings::default())
            .map_err(|error| format!("a font cannot be read: {error}"))?;
        Ok(Self {
            font,
            kerning: vec![f32::NAN; TABLE * TABLE],
        })
    }

    /// In units of the font.
    fn kerning(&mut self, left: char, right: char) -> f32 {
        let units = self.font.units_per_em();
        let look_up = || self.font.horizontal_kern(left, right, units).unwrap_or(0.0);
        if (left as usize).max(right as usize) >= TABLE {
            return look_up();
        }
        let at = left as usize * TABLE + right as usize;
        if self.kerning[at].is_nan() {
            self.kerning[at] = look_up();
        }
        self.kerning[at]
    }
}

#[cfg(test)]
mod tests;
