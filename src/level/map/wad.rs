//! Textures of WAD files, as PNG.

use std::collections::BTreeMap;

/// The bytes of a palette: red, green and blue of 256 colours.
pub(super) const PALETTE: usize = 768;

/// The largest side of a texture; texels.
const MAX_SIDE: u32 = 2048;

/// The most entries that are looked at. Those of games have some thousand.
const MAX_ENTRIES: usize = 1 << 16;

/// A WAD file: `WAD2` of Quake, or `WAD3` of Half-Life, whose textures have palettes.
pub(super) struct Wad<'b> {
    bytes: &'b [u8],
    has_palettes: bool,
    /// By their names in small letters: where they begin.
    textures: BTreeMap<String, usize>,
}

impl<'b> Wad<'b> {
    /// The directory of a WAD file. `None` if it is none.
    pub fn read(bytes: &'b [u8]) -> Option<Self> {
        let has_palettes = match bytes.get(..4)? {
            b"WAD2" => false,
            b"WAD3" => true,
            _ => return None,
        };
        let mut wad = Self {
            bytes,
            has_palettes,
            textures: BTreeMap::new(),
        };
        let (count, start) = (wad.number(4)?, wad.number(8)? as usize);
        for entry in 0..(count as usize).min(MAX_ENTRIES) {
            let Some(at) = entry.checked_mul(32).and_then(|at| at.checked_add(start)) else {
                break;
            };
            let Some(entry) = at.checked_add(32).and_then(|end| bytes.get(at..end)) else {
                break;
            };
            let kind = if has_palettes { 0x43 } else { 0x44 };
            let is_packed = entry[13] != 0;
            if entry[12] == kind && !is_packed {
                let name = entry[16..].split(|byte| *byte == 0).next();
                let name = String::from_utf8_lossy(name.unwrap_or_default());
                let place = wad.number(at)? as usize;
                wad.textures.entry(name.to_lowercase()).or_insert(place);
            }
        }
        Some(wad)
    }

    pub fn has_palettes(&self) -> bool {
        self.has_palettes
    }

    /// The size and the PNG of the texture of this name, whatever its capitals; `palette` has the colours of a WAD without any.
    pub fn png_of(&self, name: &str, palette: Option<&[u8]>) -> Option<([u32; 2], Vec<u8>)> {
        // Editors put the name of the file before it.
        let name = name.rsplit('/').next().unwrap_or_default();
        let start = *self.textures.get(&name.to_lowercase())?;
        let number = |at: usize| self.number(start.checked_add(at)?);
        let size @ [width, height] = [number(16)?, number(20)?];
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return None;
        }
        let texels = (width * height) as usize;
        let pixels = self.part(start, number(24)?, 0, texels)?;
        let palette = match palette.filter(|_| !self.has_palettes) {
            Some(palette) => palette,
            // Behind the smallest of four pictures, an eighth as wide and high, and the number of colours.
            None => self.part(start, number(36)?, texels / 64 + 2, PALETTE)?,
        };
        Some((size, png(size, pixels, palette, name.starts_with('{'))))
    }

    fn part(&self, start: usize, from: u32, further: usize, length: usize) -> Option<&'b [u8]> {
        let from = start.checked_add(from as usize)?.checked_add(further)?;
        self.bytes.get(from..from.checked_add(length)?)
    }

    fn number(&self, at: usize) -> Option<u32> {
        let bytes = self.bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// A PNG of these indices into `palette`, without compression. With holes, the last colour is transparent.
fn png([width, height]: [u32; 2], pixels: &[u8], palette: &[u8], has_holes: bool) -> Vec<u8> {
    /// The most bytes of a block that is stored.
    const BLOCK: usize = 0xffff;
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits, with a palette.
    header.extend([8, 3, 0, 0, 0]);
    add_chunk(&mut png, b"IHDR", &header);
    add_chunk(&mut png, b"PLTE", palette);
    if has_holes {
        let mut opacity = [255; 256];
        opacity[255] = 0;
        add_chunk(&mut png, b"tRNS", &opacity);
    }
    let rows = pixels.chunks(width as usize);
    let rows: Vec<u8> = rows
        .flat_map(|row| core::iter::once(&0).chain(row))
        .copied()
        .collect();
    let mut packed = vec![0x78, 0x01];
    let blocks = rows.len().div_ceil(BLOCK);
    for (number, block) in rows.chunks(BLOCK).enumerate() {
        let length = block.len() as u16;
        packed.push(u8::from(number + 1 == blocks));
        packed.extend(length.to_le_bytes());
        packed.extend((!length).to_le_bytes());
        packed.extend(block);
    }
    let (mut first, mut second) = (1, 0);
    for byte in &rows {
        first = (first + u32::from(*byte)) % 65_521;
        second = (second + first) % 65_521;
    }
    packed.extend((second << 16 | first).to_be_bytes());
    add_chunk(&mut png, b"IDAT", &packed);
    add_chunk(&mut png, b"IEND", &[]);
    png
}

/// The checksums of all bytes.
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
};

/// Adds a chunk with its checksum.
fn add_chunk(png: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    png.extend((content.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(name);
    png.extend(content);
    let sum = png[start..].iter().fold(u32::MAX, |sum, byte| {
        sum >> 8 ^ SUMS[usize::from(sum as u8 ^ byte)]
    });
    png.extend((!sum).to_be_bytes());
}
