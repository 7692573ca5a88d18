//! Moving pictures: writes frames as an animated GIF, PNG or WebP.
//!
//! A frame holds only the rectangle that differs from the frame before. A GIF has one palette for all of its frames, so that a
//! colour does not flicker; the other two keep every colour.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use color_quant::NeuQuant;

/// The most frames per second. A GIF counts in hundredths of a second, and browsers slow one of more than this down.
pub const MAX_FPS: u32 = 50;

/// The longest and the shortest side of a frame; pixels.
pub const MAX_SIDE: u16 = 1920;
pub const MIN_SIDE: u16 = 64;

/// The most pixels of all frames together, which take three bytes each. Larger: more memory; smaller: shorter pictures.
pub const MAX_PIXELS: u64 = 100_000_000;

/// Colours of a GIF, without the one that is transparent.
const GIF_COLORS: usize = 255;

/// How many bits of each channel tell the colours apart that a palette is made of. Smaller: worse palettes; larger: slower.
const SAMPLE_BITS: u32 = 6;

/// The most samples of a colour in the choice of a palette. Larger: a few pixels of a bright arrow lose theirs to the ground.
const MAX_SAMPLES: u32 = 64;

/// The format of a moving picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Gif,
    Png,
    Webp,
}

impl Format {
    /// The format that the extension of `path` names.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "gif" => Some(Self::Gif),
            "png" => Some(Self::Png),
            "webp" => Some(Self::Webp),
            _ => None,
        }
    }
}

/// Opaque frames of one size, three bytes a pixel, the highest row first.
pub struct Movie {
    size: [u16; 2],
    fps: u32,
    frames: Vec<Vec<u8>>,
}

/// A rectangle of a frame; pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Movie {
    /// A picture without frames yet, of this `size` in pixels, at `fps` frames per second.
    pub fn new(size: [u16; 2], fps: u32) -> Self {
        Self {
            size,
            fps: fps.clamp(1, MAX_FPS),
            frames: Vec::new(),
        }
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// When it has another size.
    pub fn add(&mut self, size: [u16; 2], pixels: Vec<u8>) -> Result<(), String> {
        let [width, height] = self.size;
        if size != self.size || pixels.len() != self.bytes_of_frame() {
            return Err(format!(
                "a frame of {} x {} pixels came, and {width} x {height} were asked for: the window must be able to have that size",
                size[0], size[1]
            ));
        }
        self.frames.push(pixels);
        Ok(())
    }

    fn bytes_of_frame(&self) -> usize {
        usize::from(self.size[0]) * usize::from(self.size[1]) * 3
    }

    /// How long frame `number` is shown, in such `units` of a second. The times add up without an error that grows.
    fn delay(&self, number: usize, units: u64) -> u16 {
        let end = |number: u64| (number * units + u64::from(self.fps) / 2) / u64::from(self.fps);
        let number = number as u64;
        (end(number + 1) - end(number)) as u16
    }

    /// The file.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn encode(&self, format: Format) -> Result<Vec<u8>, String> {
        match format {
            Format::Gif => self.gif().map_err(|error| error.to_string()),
            Format::Png => self.png().map_err(|error| error.to_string()),
            Format::Webp => self.webp().map_err(|error| error.to_string()),
        }
    }

    /// Each frame with the part of it that differs from the one before.
    fn parts(&self) -> impl Iterator<Item = (usize, Part)> {
        let all = Part {
            left: 0,
            top: 0,
            width: usize::from(self.size[0]),
            height: usize::from(self.size[1]),
        };
        (0..self.frames.len()).map(move |number| match number.checked_sub(1) {
            Some(before) => {
                let pair = [before, number].map(|number| &self.frames[number][..]);
                (number, changed(pair, all))
            }
            None => (number, all),
        })
    }

    fn gif(&self) -> Result<Vec<u8>, gif::EncodingError> {
        let palette = self.palette();
        let colors = palette.color_map_rgb();
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, self.size[0], self.size[1], &colors)?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut known = BTreeMap::new();
        // Most pixels are like the one before.
        let mut last = ([0, 0, 0], palette.index_of(&[0, 0, 0, 255]) as u8);
        let mut index = |pixel: [u8; 3]| {
            if last.0 != pixel {
                let [red, green, blue] = pixel;
                let of_palette = || palette.index_of(&[red, green, blue, 255]) as u8;
                last = (pixel, *known.entry(pixel).or_insert_with(of_palette));
            }
            last.1
        };
        for (number, part) in self.parts() {
            let now = part.pixels(&self.frames[number], self.size[0]);
            // What stays is transparent, which compresses better.
            let indices: Vec<u8> = match number.checked_sub(1) {
                Some(before) => {
                    let before = part.pixels(&self.frames[before], self.size[0]);
                    let pairs = now.chunks_exact(3).zip(before.chunks_exact(3));
                    let of = |(now, before): (&[u8], &[u8])| match now == before {
                        true => GIF_COLORS as u8,
                        false => index([now[0], now[1], now[2]]),
                    };
                    pairs.map(of).collect()
                }
                None => {
                    let pixels = now.chunks_exact(3);
                    pixels.map(|now| index([now[0], now[1], now[2]])).collect()
                }
            };
            encoder.write_frame(&gif::Frame {
                delay: self.delay(number, 100),
                dispose: gif::DisposalMethod::Keep,
                transparent: (number > 0).then_some(GIF_COLORS as u8),
                left: part.left as u16,
                top: part.top as u16,
                width: part.width as u16,
                height: part.height as u16,
                buffer: Cow::Owned(indices),
                ..gif::Frame::default()
            })?;
        }
        drop(encoder);
        Ok(bytes)
    }

    /// The palette of all frames. Rare colours count more than their pixels, so that thin bright lines keep theirs.
    fn palette(&self) -> NeuQuant {
        let mut counts: BTreeMap<[u8; 3], (u32, [u8; 3])> = BTreeMap::new();
        for frame in &self.frames {
            let (pixels, _) = frame.as_chunks::<3>();
            for same in pixels.chunk_by(|one, other| one == other) {
                let key = same[0].map(|channel| channel >> (8 - SAMPLE_BITS));
                let entry = counts.entry(key).or_insert((0, same[0]));
                entry.0 = entry.0.saturating_add(same.len() as u32);
            }
        }
        let mut samples = Vec::new();
        for (count, [red, green, blue]) in counts.values() {
            let times = count.isqrt().clamp(1, MAX_SAMPLES);
            for _ in 0..times {
                samples.extend([*red, *green, *blue, 255]);
            }
        }
        // It reads its samples in steps of primes, and needs more of them than the largest.
        let least = 4 * 512;
        while samples.len() < least && !samples.is_empty() {
            samples.extend_from_within(..);
        }
        NeuQuant::new(1, GIF_COLORS, &samples)
    }

    fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let [width, height] = self.size.map(u32::from);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        if self.frames.len() > 1 {
            encoder.set_animated(self.frames.len() as u32, 0)?;
            encoder.set_frame_delay(1, self.fps as u16)?;
        }
        let mut writer = encoder.write_header()?;
        for (number, part) in self.parts() {
            if number > 0 {
                writer.set_frame_dimension(part.width as u32, part.height as u32)?;
                writer.set_frame_position(part.left as u32, part.top as u32)?;
            }
            writer.write_image_data(&part.pixels(&self.frames[number], self.size[0]))?;
        }
        writer.finish()?;
        Ok(bytes)
    }

    /// The encoder of stills makes each frame. The container of the moving picture is written here, as in the specification of
    /// WebP, "Extended File Format".
    fn webp(&self) -> Result<Vec<u8>, image_webp::EncodingError> {
        /// The header of a file in front of its first chunk; bytes.
        const HEADER: usize = 12;
        /// A moving picture, in the flags of a file. A frame replaces what was there, in those of a frame.
        const IS_ANIMATED: u8 = 2;
        const REPLACES: u8 = 2;
        let mut chunks = Vec::new();
        let size = self.size.map(usize::from);
        let mut extended = vec![IS_ANIMATED, 0, 0, 0];
        extended.extend(size.into_iter().flat_map(|side| three_bytes(side - 1)));
        add_chunk(&mut chunks, b"VP8X", &extended);
        // No background, and without end.
        add_chunk(&mut chunks, b"ANIM", &[0; 6]);
        for (number, part) in self.parts() {
            // The place is counted in pairs of pixels.
            let part = part.at_even_place();
            let mut still = Vec::new();
            image_webp::WebPEncoder::new(&mut still).encode(
                &part.pixels(&self.frames[number], self.size[0]),
                part.width as u32,
                part.height as u32,
                image_webp::ColorType::Rgb8,
            )?;
            let delay = usize::from(self.delay(number, 1000));
            let numbers = [
                part.left / 2,
                part.top / 2,
                part.width - 1,
                part.height - 1,
                delay,
            ];
            let mut frame: Vec<u8> = numbers.into_iter().flat_map(three_bytes).collect();
            frame.push(REPLACES);
            frame.extend_from_slice(still.get(HEADER..).unwrap_or_default());
            add_chunk(&mut chunks, b"ANMF", &frame);
        }
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((chunks.len() as u32 + 4).to_le_bytes());
        bytes.extend(b"WEBP");
        bytes.extend(chunks);
        Ok(bytes)
    }
}

/// The lowest three bytes of a number, the lowest first.
fn three_bytes(number: usize) -> [u8; 3] {
    let [low, middle, high, _] = (number as u32).to_le_bytes();
    [low, middle, high]
}

/// Adds a chunk of RIFF, filled up to an even length.
fn add_chunk(chunks: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    chunks.extend(name);
    chunks.extend((content.len() as u32).to_le_bytes());
    chunks.extend(content);
    if !content.len().is_multiple_of(2) {
        chunks.push(0);
    }
}

/// The part in which two frames differ; one pixel if they are the same.
fn changed([before, now]: [&[u8]; 2], all: Part) -> Part {
    let row_bytes = 3 * all.width;
    let rows = || {
        before
            .chunks_exact(row_bytes)
            .zip(now.chunks_exact(row_bytes))
    };
    let differs = |(before, now): (&[u8], &[u8])| before != now;
    let (Some(top), Some(bottom)) = (rows().position(differs), last(rows(), differs)) else {
        return Part {
            width: 1,
            height: 1,
            ..all
        };
    };
    let (mut left, mut right) = (all.width, 0);
    for (before, now) in rows().take(bottom + 1).skip(top) {
        let pixels = || before.chunks_exact(3).zip(now.chunks_exact(3));
        if let Some(first) = pixels().position(differs) {
            left = left.min(first);
        }
        if let Some(end) = last(pixels(), differs) {
            right = right.max(end);
        }
    }
    Part {
        left,
        top,
        width: right + 1 - left,
        height: bottom + 1 - top,
    }
}

/// The place of the last item that `holds`.
fn last<T>(items: impl Iterator<Item = T>, holds: impl Fn(T) -> bool) -> Option<usize> {
    items
        .map(holds)
        .enumerate()
        .filter(|(_, is)| *is)
        .last()
        .map(|(place, _)| place)
}

impl Part {
    fn pixels(&self, frame: &[u8], width: u16) -> Vec<u8> {
        let rows = frame.chunks_exact(3 * usize::from(width));
        let rows = rows.skip(self.top).take(self.height);
        rows.flat_map(|row| &row[3 * self.left..3 * (self.left + self.width)])
            .copied()
            .collect()
    }

    fn at_even_place(self) -> Self {
        let (left, top) = (self.left & !1, self.top & !1);
        Self {
            left,
            top,
            width: self.width + self.left - left,
            height: self.height + self.top - top,
        }
    }
}

#[cfg(test)]
mod tests;
