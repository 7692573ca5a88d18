//! Reads pictures without a palette in the format PNG.
//!
//! Only what heights need: a crate that reads every PNG would take 30 kB of the page, compressed. Checksums of chunks are not
//! compared, since that of all pixels is.
//!
//! Source: W3C, Portable Network Graphics (PNG) Specification (Third Edition), sections 5 (chunks), 9 (filters) and 11.2.1 (IHDR).

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a picture says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub columns: u32,
    pub rows: u32,
    /// Of each channel of a pixel.
    pub bits: u8,
    pub color: u8,
    pub is_interlaced: bool,
}

impl Header {
    /// How many numbers a pixel has, and whether the last one is its transparency. `None`: it is one of a palette.
    pub fn channels(&self) -> Option<(usize, bool)> {
        match self.color {
            0 => Some((1, false)),
            2 => Some((3, false)),
            4 => Some((2, true)),
            6 => Some((4, true)),
            _ => None,
        }
    }
}

/// The head of the picture `bytes`. `None`: it is no PNG.
pub fn header(bytes: &[u8]) -> Option<Header> {
    let (kind, data) = chunks(bytes.strip_prefix(SIGNATURE)?).next()?;
    let [.., bits, color, _, _, interlace] = *data.first_chunk::<13>()?;
    Some(Header {
        columns: number(data)?,
        rows: number(data.get(4..)?)?,
        bits,
        color,
        is_interlaced: interlace != 0,
    })
    .filter(|_| kind == b"IHDR")
}

/// The pixels of a picture with this `header` of 8 or 16 bits, row by row, all numbers of each. `None`: it is damaged.
pub fn pixels(bytes: &[u8], header: Header) -> Option<Vec<u8>> {
    let size = usize::from(header.bits / 8) * header.channels()?.0;
    let width = (header.columns as usize).checked_mul(size)?;
    let length = width.checked_add(1)?.checked_mul(header.rows as usize)?;
    let data = chunks(bytes.strip_prefix(SIGNATURE)?).filter(|(kind, _)| *kind == b"IDAT");
    let data: Vec<u8> = data.flat_map(|(_, data)| data).copied().collect();
    let filtered = decompress_to_vec_zlib_with_limit(&data, length).ok()?;
    if filtered.len() != length {
        return None;
    }
    let mut pixels: Vec<u8> = Vec::with_capacity(length);
    for row in filtered.chunks_exact(width + 1) {
        let (filter, row) = row.split_first()?;
        let start = pixels.len();
        for (at, byte) in row.iter().enumerate() {
            // What is left of it, above it, and above that.
            let left = at.checked_sub(size).map_or(0, |at| pixels[start + at]);
            let above = start
                .checked_sub(width)
                .map_or(0, |start| pixels[start + at]);
            let corner = at.checked_sub(size).zip(start.checked_sub(width));
            let corner = corner.map_or(0, |(at, start)| pixels[start + at]);
            let guess = match filter {
                0 => 0,
                1 => left,
                2 => above,
                3 => left.midpoint(above),
                4 => paeth(left, above, corner),
                _ => return None,
            };
            pixels.push(byte.wrapping_add(guess));
        }
    }
    Some(pixels)
}

/// The neighbour that is nearest to `left + above - corner`.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let guess = a + b - c;
    let [off_a, off_b, off_c] = [a, b, c].map(|neighbour| (guess - neighbour).abs());
    if off_a <= off_b && off_a <= off_c {
        left
    } else if off_b <= off_c {
        above
    } else {
        corner
    }
}

/// The chunks, each with its type and its data, up to the first that is cut off.
fn chunks(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    core::iter::from_fn(move || {
        let length = number(rest)? as usize;
        let kind = rest.get(4..)?.first_chunk()?;
        let data = rest.get(8..)?.get(..length)?;
        // Its checksum comes next.
        rest = rest.get(8 + length..)?.get(4..)?;
        Some((kind, data))
    })
}

/// The number at the start of `bytes`.
fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().copied().map(u32::from_be_bytes)
}
