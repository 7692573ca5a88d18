//! Tests of `mipmaps.rs`.

use super::*;

fn image(size: [u32; 2], texel: impl Fn(u32, u32) -> [u8; 4]) -> Texels {
    let rows = 0..size[1];
    let texels = rows.flat_map(|row| (0..size[0]).map(move |column| (column, row)));
    let bytes = texels.flat_map(|(column, row)| texel(column, row));
    Texels {
        size,
        bytes: bytes.collect(),
    }
}

#[test]
fn black_and_white_average_to_half_of_the_light() {
    let board = image([64, 64], |column, row| {
        let value = (column + row) as u8 % 2 * 255;
        [value, value, value, 255]
    });
    let levels = mipmaps(board, 0, Alpha::Ignored);
    assert_eq!(levels.len(), 7);
    // Half of the light is 1.055 * 0.5^(1/2.4) - 0.055 = 0.7354 of the value 255.
    for level in &levels[1..] {
        assert!(
            level
                .bytes
                .chunks_exact(4)
                .all(|texel| texel == [188, 188, 188, 255])
        );
    }
}

#[test]
fn a_single_colour_stays_at_every_size() {
    for size in [[1, 1], [2, 2], [3, 5], [1, 9], [7, 1], [6, 4], [13, 31]] {
        for value in 0..=255 {
            let plain = image(size, |_, _| [value, 255 - value, 7, 200]);
            for level in mipmaps(plain, 0, Alpha::Ignored) {
                let mut texels = level.bytes.chunks_exact(4);
                assert!(texels.all(|texel| texel == [value, 255 - value, 7, 200]));
            }
        }
    }
}

#[test]
fn sizes_are_halved_down_to_one_texel() {
    let sizes = |size: [u32; 2], halvings| {
        let levels = mipmaps(image(size, |_, _| [9; 4]), halvings, Alpha::Ignored);
        levels.iter().map(|level| level.size).collect::<Vec<_>>()
    };
    assert_eq!(sizes([5, 2], 0), [[5, 2], [2, 1], [1, 1]]);
    assert_eq!(sizes([1, 1], 0), [[1, 1]]);
    assert_eq!(sizes([8, 8], 1), [[4, 4], [2, 2], [1, 1]]);
    assert_eq!(sizes([2, 2], 9), [[1, 1]]);
}

#[test]
fn every_texel_of_an_odd_row_counts_the_same() {
    for length in 1..40 {
        let spans = spans(length);
        let mut weights = vec![0.0; length as usize];
        for (at, weight) in spans.iter().flatten() {
            weights[*at] += weight;
        }
        let expected = spans.len() as f32 / length as f32;
        for weight in weights {
            assert!((weight - expected).abs() < 1e-5, "{length}: {weight}");
        }
    }
}

/// The share of texels that are not holes.
fn coverage(image: &Texels) -> f32 {
    let solid = image.bytes.chunks_exact(4).filter(|texel| texel[3] >= HALF);
    solid.count() as f32 / (image.bytes.len() / 4) as f32
}

#[test]
fn leaves_cover_as_much_from_afar() {
    let leaves = image([128, 128], |column, row| {
        let wave = (column as f32 * 0.35).sin() * (row as f32 * 0.27).sin();
        [200, 100, 50, (wave * 127.0 + 100.0).clamp(0.0, 255.0) as u8]
    });
    let levels = mipmaps(leaves, 0, Alpha::Cutoff(0.5));
    let whole = coverage(&levels[0]);
    assert!((0.3..0.5).contains(&whole), "{whole}");
    for level in &levels[1..4] {
        let share = coverage(level);
        assert!((share - whole).abs() < 0.06, "{:?} {share}", level.size);
    }
}

#[test]
fn thin_bars_never_fade_away() {
    let bars = image([80, 80], |column, _| match column % 5 {
        0 => [200, 100, 50, 255],
        _ => [0, 0, 0, 0],
    });
    let levels = mipmaps(bars, 0, Alpha::Cutoff(0.5));
    for level in &levels {
        assert!(coverage(level) >= 0.2, "{:?}", level.size);
        // No black of the holes is seen.
        let mut texels = level.bytes.chunks_exact(4);
        assert!(texels.all(|texel| texel[..3] == [200, 100, 50]));
    }
}

#[test]
fn every_cutoff_becomes_the_half() {
    for cutoff in [0.001, 0.1, 0.25, 0.5, 0.9, 1.0] {
        let ramp = image([256, 1], |column, _| [255, 255, 255, column as u8]);
        let levels = mipmaps(ramp, 0, Alpha::Cutoff(cutoff));
        for (alpha, texel) in levels[0].bytes.chunks_exact(4).enumerate() {
            let is_solid = alpha as f32 / 255.0 >= cutoff;
            assert_eq!(texel[3] >= HALF, is_solid, "{cutoff} {alpha}");
        }
    }
}

#[test]
fn a_hole_everywhere_stays_one() {
    let nothing = image([4, 4], |_, _| [255, 255, 255, 0]);
    for level in mipmaps(nothing, 0, Alpha::Cutoff(0.5)) {
        assert!(level.bytes.chunks_exact(4).all(|texel| texel[3] == 0));
    }
}
