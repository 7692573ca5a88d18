//! Tests of `glyphs.rs`.

use super::*;

fn overlaps([x, y, w, h]: [u16; 4], [left, top, width, height]: [u16; 4]) -> bool {
    x < left + width && left < x + w && y < top + height && top < y + h
}

#[test]
fn glyphs_never_overlap_and_keep_their_places_while_the_texture_grows() {
    let mut glyphs = Glyphs::load().unwrap();
    let mut places: Vec<[u16; 4]> = vec![[GAP, GAP, SOLID, SOLID].map(|corner| corner as u16)];
    let mut known = Vec::new();
    for pixels in [1, 9, 15, 16, 84, 200] {
        for typeface in [Typeface::Proportional, Typeface::Monospace] {
            let face = glyphs.sized(typeface, pixels);
            for character in (' '..='~').chain("äß€…→字".chars()) {
                known.push((face, character, glyphs.glyph(face, character)));
            }
        }
    }
    assert!(glyphs.height() > 256, "{}", glyphs.height());
    for (face, character, glyph) in known {
        assert_eq!(glyphs.glyph(face, character), glyph, "{character}");
        let [left, top, width, height] = glyph.place.map(usize::from);
        assert!(left + width <= WIDTH && top + height <= glyphs.height());
        if width > 0 && height > 0 {
            let other = places.iter().find(|other| overlaps(glyph.place, **other));
            assert_eq!(other, None, "{character} at {:?}", glyph.place);
            places.push(glyph.place);
        }
    }
    assert!(places.len() > 1000);
}

#[test]
fn all_changed_rows_are_taken_once() {
    let mut glyphs = Glyphs::load().unwrap();
    let (rows, _) = glyphs.take_changed();
    assert_eq!(rows, 0..glyphs.height());
    assert!(glyphs.take_changed().0.is_empty());
    let face = glyphs.sized(Typeface::Monospace, 15);
    let glyph = glyphs.glyph(face, 'x');
    let [left, top, width, height] = glyph.place.map(usize::from);
    let (rows, pixels) = glyphs.take_changed();
    assert!(rows.start <= top && top + height <= rows.end, "{rows:?}");
    let rows = pixels.chunks(4 * WIDTH).skip(top - rows.start).take(height);
    let inside = rows.flat_map(|row| &row[4 * left..4 * (left + width)]);
    assert!(inside.skip(3).step_by(4).max() > Some(&128));
    glyphs.glyph(face, 'x');
    assert!(glyphs.take_changed().0.is_empty(), "it is known");
}

#[test]
fn too_many_glyphs_are_forgotten_before_the_next_frame() {
    let mut glyphs = Glyphs::load().unwrap();
    for pixels in (100..180).step_by(12) {
        let face = glyphs.sized(Typeface::Proportional, pixels);
        for character in ' '..='~' {
            glyphs.glyph(face, character);
        }
        glyphs.make_room();
        assert!(glyphs.height() <= 2 * MAX_HEIGHT, "{}", glyphs.height());
    }
    let [x, y] = Glyphs::solid_place().map(|place| place as usize);
    assert_eq!(glyphs.pixels[y * WIDTH + x], [u8::MAX; 4]);
}

#[test]
fn a_glyph_larger_than_the_texture_is_cut() {
    let mut glyphs = Glyphs::load().unwrap();
    let face = glyphs.sized(Typeface::Proportional, 1200);
    let glyph = glyphs.glyph(face, 'W');
    assert!(usize::from(glyph.place[2]) <= WIDTH);
}

#[test]
fn kerning_is_that_of_the_font() {
    let mut glyphs = Glyphs::load().unwrap();
    let face = glyphs.sized(Typeface::Proportional, 40);
    let font = fontdue::Font::from_bytes(
        &*font_bytes(Typeface::Proportional).unwrap(),
        fontdue::FontSettings::default(),
    )
    .unwrap();
    for (left, right) in [('A', 'V'), ('T', 'o'), ('l', 'l'), ('ä', 'V')] {
        let expected = font.horizontal_kern(left, right, 40.0).unwrap_or(0.0);
        for _ in 0..2 {
            assert_eq!(glyphs.kerning(face, left, right), expected, "{left}{right}");
        }
    }
}
