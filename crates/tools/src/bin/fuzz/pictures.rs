//! Pictures of heights, right and wrong.

use png::{BitDepth, ColorType, Encoder};

use super::mutate::mutate;
use sidle_tools::random::Random;

/// A picture. Most are damaged.
pub fn picture(random: &mut Random) -> Vec<u8> {
    let bytes = whole(random);
    if random.below(4) == 0 {
        return bytes;
    }
    let mut bytes = mutate(random, &[bytes], false);
    if random.below(4) == 0 {
        let sizes = [0, 1, 2, 4096, 4097, 65_536, i32::MAX as u32, u32::MAX];
        for at in [16, 20] {
            let size = sizes[random.below(sizes.len())];
            if let Some(number) = bytes.get_mut(at..at + 4) {
                number.copy_from_slice(&size.to_be_bytes());
            }
        }
    }
    bytes
}

fn whole(random: &mut Random) -> Vec<u8> {
    let kinds = [
        (ColorType::Grayscale, BitDepth::Eight, 1),
        (ColorType::Grayscale, BitDepth::Sixteen, 2),
        (ColorType::Grayscale, BitDepth::One, 1),
        (ColorType::Rgb, BitDepth::Eight, 3),
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen, 4),
        (ColorType::Rgba, BitDepth::Eight, 4),
    ];
    // Grey ones are the most frequent.
    let (color, depth, bytes) = kinds[random.below(9).min(random.below(kinds.len()))];
    let [columns, rows] = [(); 2].map(|()| 1 + random.below(40));
    let length = match depth {
        BitDepth::One => columns.div_ceil(8) * rows,
        _ => columns * rows * bytes,
    };
    let flat = [None, Some(7), Some(255)][random.below(3)];
    let texels = (0..length).map(|_| flat.unwrap_or_else(|| random.below(256) as u8));
    let texels: Vec<_> = texels.collect();
    let mut picture = Vec::new();
    let mut encoder = Encoder::new(&mut picture, columns as u32, rows as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("columns and rows");
    writer.write_image_data(&texels).expect("as many as pixels");
    drop(writer);
    picture
}
