//! The pictures of the textured meshes, painted by arithmetic.

use std::{fs, io, path::Path};

/// Eight bits of red, green, blue and opacity.
type Pixel = [u8; 4];

/// A picture.
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<Pixel>,
}

impl Picture {
    /// The picture whose pixel at column `x` and row `y`, from the top left, is `paint(x, y)`.
    fn new(size: u32, paint: impl Fn(u32, u32) -> Pixel) -> Self {
        let rows = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        Self {
            width: size,
            height: size,
            pixels: rows.map(|(x, y)| paint(x, y)).collect(),
        }
    }

    /// As a PNG file, without opacity if every pixel is opaque.
    pub fn png(&self) -> Vec<u8> {
        let is_opaque = self.pixels.iter().all(|pixel| pixel[3] == 255);
        let (color, parts) = match is_opaque {
            true => (png::ColorType::Rgb, 3),
            false => (png::ColorType::Rgba, 4),
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(color);
        encoder.set_compression(png::Compression::Best);
        let pixels: Vec<u8> = self
            .pixels
            .iter()
            .flat_map(|pixel| pixel[..parts].to_vec())
            .collect();
        let mut writer = encoder.write_header().expect("a size that is not 0");
        writer
            .write_image_data(&pixels)
            .expect("as many bytes as the size says");
        drop(writer);
        bytes
    }
}

/// Writes the pictures of OBJ files.
pub fn write(folder: &Path) -> io::Result<()> {
    for (name, picture) in [("brick.png", brick()), ("tiles.png", tiles())] {
        let bytes = picture.png();
        println!(
            "{name}: {} x {}, {} bytes",
            picture.width,
            picture.height,
            bytes.len()
        );
        fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

/// Writes a picture of heights, with 16 bits a pixel: an island of hills, whose edge is black.
pub fn write_hills(folder: &Path) -> io::Result<()> {
    const SIZE: u32 = 129;
    let rows = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
    let unit = |pixel: u32| f64::from(pixel) / f64::from(SIZE - 1) * 2.0 - 1.0;
    let heights = rows.flat_map(|(x, y)| hill(unit(x), unit(y)).to_be_bytes());
    let heights: Vec<u8> = heights.collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE, SIZE);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::Paeth);
    let mut writer = encoder.write_header().expect("a size that is not 0");
    writer
        .write_image_data(&heights)
        .expect("as many bytes as the size says");
    drop(writer);
    println!("hills.png: {SIZE} x {SIZE}, {} bytes", bytes.len());
    fs::write(folder.join("hills.png"), bytes)
}

/// The height of the hills at a place from -1 to 1 on both axes, for 16 bits: a few round tops, and a rim that falls to 0.
fn hill(x: f64, z: f64) -> u16 {
    const TOPS: [(f64, f64, f64, f64); 5] = [
        (-0.35, -0.3, 0.30, 1.0),
        (0.30, -0.45, 0.24, 0.7),
        (0.45, 0.25, 0.28, 0.8),
        (-0.25, 0.45, 0.26, 0.5),
        (0.0, 0.0, 0.6, 0.25),
    ];
    let tops = TOPS.iter().map(|(at_x, at_z, width, height)| {
        let (x, z) = ((x - at_x) / width, (z - at_z) / width);
        height / (1.0 + x * x + z * z).powi(2)
    });
    let rim = (1.0 - x.abs().max(z.abs())).min(0.25) * 4.0;
    let rim = rim * rim * (3.0 - 2.0 * rim);
    (tops.sum::<f64>().min(1.2) / 1.2 * rim * 65535.0).round() as u16
}

/// Four courses of bricks, which repeat without a seam.
fn brick() -> Picture {
    const COURSE: u32 = 32;
    const LENGTH: u32 = 64;
    Picture::new(128, |x, y| {
        let course = y / COURSE;
        let along = (x + course % 2 * LENGTH / 2) % 128;
        let is_mortar = y % COURSE < 3 || along % LENGTH < 3;
        if is_mortar {
            return shade([190, 181, 166], 6 * grain(x / 2, y / 2, 3));
        }
        let brick = along / LENGTH + 2 * course;
        // Lit from above: the upper edge is lighter, the lower one darker.
        let edge = match y % COURSE {
            3 | 4 => 14,
            30 | 31 => -16,
            _ => 0,
        };
        let own = 9 * grain(brick, 7, 5);
        shade([156, 92, 70], own + edge + 7 * grain(x / 2, y / 2, 3))
    })
}

/// Two by two tiles of stone, which repeat without a seam.
fn tiles() -> Picture {
    const SIDE: u32 = 64;
    Picture::new(128, |x, y| {
        let is_joint = x % SIDE < 2 || y % SIDE < 2;
        if is_joint {
            return shade([128, 122, 112], 0);
        }
        let tile = x / SIDE + 2 * (y / SIDE);
        let bevel = if x % SIDE < 4 || y % SIDE < 4 { 10 } else { 0 };
        shade(
            [186, 178, 160],
            6 * grain(tile, 1, 5) + bevel + 3 * grain(x / 2, y / 2, 3),
        )
    })
}

/// Leaves with gaps between them.
pub fn leaves() -> Picture {
    // Of each leaf: its middle, the direction of its length, and its shade.
    let leaves: Vec<_> = (0..70)
        .map(|number| {
            let at = |salt: u32| f64::from(hash(number, salt, 0) % 1000) / 1000.0;
            let (distance, around) = (28.0 * at(1).sqrt(), std::f64::consts::TAU * at(2));
            let middle = [
                32.0 + distance * around.cos(),
                32.0 + distance * around.sin(),
            ];
            (
                middle,
                std::f64::consts::TAU * at(3),
                14 * grain(number, 4, 5),
            )
        })
        .collect();
    Picture::new(64, |x, y| {
        let covers = |([mx, my], turn, _): &&([f64; 2], f64, i32)| {
            let (dx, dy) = (f64::from(x) + 0.5 - mx, f64::from(y) + 0.5 - my);
            let (along, across) = (
                dx * turn.cos() + dy * turn.sin(),
                dy * turn.cos() - dx * turn.sin(),
            );
            (along / 6.5).powi(2) + (across / 2.8).powi(2) < 1.0
        };
        match leaves.iter().rev().find(covers) {
            Some((_, _, own)) => shade([98, 140, 66], *own),
            // The colour of leaves, which smaller copies of the picture mix in.
            None => [98, 140, 66, 0],
        }
    })
}

fn shade(color: [i32; 3], by: i32) -> Pixel {
    let [red, green, blue] = color.map(|part| (part + by).clamp(0, 255) as u8);
    [red, green, blue, 255]
}

/// One of `steps` numbers around 0, always the same one for a place.
fn grain(x: u32, y: u32, steps: u32) -> i32 {
    (hash(x, y, 9) % steps) as i32 - steps as i32 / 2
}

/// Mixes three numbers (after T. Wang's integer hash).
fn hash(x: u32, y: u32, salt: u32) -> u32 {
    let mut mixed =
        x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ salt.wrapping_mul(0xC2B2_AE3D);
    for _ in 0..2 {
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
        mixed ^= mixed >> 12;
    }
    mixed >> 8
}
