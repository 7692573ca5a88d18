//! Smaller and smaller copies of an image, averaged in linear light, for surfaces that are far away.
//!
//! Between two texels of sRGB values 0 and 255, half of the light is the value 188, and not 128. An average of the
//! values themselves would darken whatever is seen from afar.
//!
//! Source: I. Castaño, "Computing Alpha Mipmaps", 2010: each copy of a cut-out covers as much as the image itself. Else a
//! fence would fade away in the distance.

use std::sync::LazyLock;

use crate::draw::textures::srgb::{displayed, linear};

/// Red, green, blue and alpha of each texel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texels {
    pub size: [u32; 2],
    pub bytes: Vec<u8>,
}

/// The meaning of alpha in an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alpha {
    /// Nothing: all texels are drawn.
    Ignored,
    /// Texels below this alpha, from 0 to 1, are holes.
    Cutoff(f32),
}

/// A cut-out's alpha at which a texel is a hole, after [`mipmaps`] has changed its alpha. The shader compares with it.
pub const HALF: u8 = 128;

/// The linear light of each sRGB value, from 0 to 1.
static LIGHT: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| linear(value as f32 / 255.0)));

/// The number of steps of light in [`VALUES`]. Smaller: dark colours differ from the exact ones.
const STEPS: usize = 1 << 13;

/// The sRGB value of each step of light.
static VALUES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let value = |step: usize| (displayed(step as f32 / STEPS as f32) * 255.0).round() as u8;
    (0..=STEPS).map(value).collect()
});

/// The sRGB value of `light` from 0 to 1.
fn value_of(light: f32) -> u8 {
    VALUES[((light * STEPS as f32 + 0.5) as usize).min(STEPS)]
}

/// The image after this many `halvings`, and all its mipmaps down to a single texel.
pub fn mipmaps(image: Texels, halvings: u8, alpha: Alpha) -> Vec<Texels> {
    let mut image = image;
    if let Alpha::Cutoff(cutoff) = alpha {
        center_alpha(&mut image, cutoff);
    }
    for _ in 0..halvings {
        image = halve(&image, alpha);
    }
    let mut levels = vec![image];
    while let Some(last) = levels.last().filter(|last| last.size != [1, 1]) {
        levels.push(halve(last, alpha));
    }
    if alpha != Alpha::Ignored {
        keep_coverage(&mut levels);
        fill_holes(&mut levels);
    }
    levels
}

/// Moves alpha so that `cutoff` becomes [`HALF`].
fn center_alpha(image: &mut Texels, cutoff: f32) {
    let half = f32::from(HALF) / 255.0;
    let table: [u8; 256] = std::array::from_fn(|alpha| {
        let alpha = alpha as f32 / 255.0;
        let moved = if alpha < cutoff {
            // Never rounded up to the half.
            return ((alpha / cutoff * half * 255.0) as u8).min(HALF - 1);
        } else if cutoff < 1.0 {
            half + (alpha - cutoff) / (1.0 - cutoff) * (1.0 - half)
        } else {
            1.0
        };
        (moved * 255.0).round() as u8
    });
    for texel in image.bytes.chunks_exact_mut(4) {
        texel[3] = table[usize::from(texel[3])];
    }
}

/// The texels of a row or column that each of half as many covers, with their weights; the last one may be missing.
fn spans(length: u32) -> Vec<[(usize, f32); 3]> {
    let half = (length / 2).max(1);
    let width = length as f32 / half as f32;
    let span = |number: u32| {
        let (start, end) = (number as f32 * width, (number + 1) as f32 * width);
        let first = start as u32;
        std::array::from_fn(|offset| {
            let at = first + offset as u32;
            let covered = end.min(at as f32 + 1.0) - start.max(at as f32);
            (at.min(length - 1) as usize, (covered / width).max(0.0))
        })
    };
    (0..half).map(span).collect()
}

/// The image at half its size, rounded down.
fn halve(image: &Texels, alpha: Alpha) -> Texels {
    let [width, height] = image.size;
    let (columns, rows) = (spans(width), spans(height));
    let size = [columns.len() as u32, rows.len() as u32];
    let mut bytes = Vec::with_capacity(columns.len() * rows.len() * 4);
    let is_cut_out = alpha != Alpha::Ignored;
    let light = &*LIGHT;
    let texel_row = |row: usize| &image.bytes[row * width as usize * 4..][..width as usize * 4];
    for row_span in &rows {
        let rows = row_span.map(|(row, weight)| (texel_row(row), weight));
        for column_span in &columns {
            let (mut sum, mut opacity, mut weights) = ([0.0; 3], 0.0, 0.0);
            for (row, row_weight) in rows.iter().filter(|(_, weight)| *weight > 0.0) {
                for (column, weight) in column_span.iter().filter(|(_, weight)| *weight > 0.0) {
                    let texel = &row[column * 4..column * 4 + 4];
                    let weight = weight * row_weight;
                    opacity += weight * f32::from(texel[3]);
                    // The colour of a hole is not visible.
                    let weight = if is_cut_out {
                        weight * f32::from(texel[3])
                    } else {
                        weight
                    };
                    weights += weight;
                    for (sum, value) in sum.iter_mut().zip(texel) {
                        *sum += weight * light[usize::from(*value)];
                    }
                }
            }
            let share = if weights > 0.0 { 1.0 / weights } else { 0.0 };
            bytes.extend(sum.map(|sum| value_of(sum * share)));
            bytes.push((opacity + 0.5) as u8);
        }
    }
    Texels { size, bytes }
}

/// Multiplies the alpha of each copy, so that the share of texels that are not holes is that of the first one.
fn keep_coverage(levels: &mut [Texels]) {
    let Some((first, smaller)) = levels.split_first_mut() else {
        return;
    };
    let texels = |image: &Texels| image.bytes.len() as u64 / 4;
    let solid = first.bytes.chunks_exact(4);
    let solid = solid.filter(|texel| texel[3] >= HALF).count() as u64;
    let all = texels(first);
    for level in smaller {
        let mut counts = [0_u64; 256];
        for texel in level.bytes.chunks_exact(4) {
            counts[usize::from(texel[3])] += 1;
        }
        let wanted = (solid * texels(level)).div_ceil(all);
        let Some(edge) = edge(&counts, wanted) else {
            continue;
        };
        let factor = f32::from(HALF) / f32::from(edge);
        for texel in level.bytes.chunks_exact_mut(4) {
            texel[3] = (f32::from(texel[3]) * factor + 0.5).min(255.0) as u8;
        }
    }
}

/// The alpha from which on texels are closest to the number `wanted`, but not none of them. `None` if none is wanted,
/// or all are holes.
fn edge(counts: &[u64; 256], wanted: u64) -> Option<u8> {
    let (mut solid, mut best) = (0, None);
    for alpha in (1..=255_u8).rev() {
        let count = counts[usize::from(alpha)];
        if count == 0 || wanted == 0 {
            continue;
        }
        solid += count;
        let off = u64::abs_diff(solid, wanted);
        if best.is_none_or(|(least, _)| off < least) {
            best = Some((off, alpha));
        }
    }
    best.map(|(_, alpha)| alpha)
}

/// Gives holes without any opacity the colour around them, which a filter mixes into their edges.
fn fill_holes(levels: &mut [Texels]) {
    for number in (1..levels.len()).rev() {
        let (larger, smaller) = levels.split_at_mut(number);
        let (image, half) = (&mut larger[number - 1], &smaller[0]);
        let width = image.size[0].max(1);
        for (at, texel) in (0_u32..).zip(image.bytes.chunks_exact_mut(4)) {
            if texel[3] == 0 {
                let [column, row] = [at % width, at / width].map(|place| place / 2);
                let column = column.min(half.size[0] - 1);
                let row = row.min(half.size[1] - 1);
                let from = (row * half.size[0] + column) as usize * 4;
                texel[..3].copy_from_slice(&half.bytes[from..from + 3]);
            }
        }
    }
}

#[cfg(test)]
mod tests;
