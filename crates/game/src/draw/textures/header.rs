//! The format and the size of an encoded image, read from its first bytes, so that limits hold before anything is decoded.
//!
//! Sources: Portable Network Graphics Specification, third edition, 2025, section 11.2.1; ITU-T T.81, 1992, annex B.

/// The most texels of one image. Larger: decoding takes more memory, four bytes for each texel and some more.
pub const MAX_TEXELS: u64 = 1 << 26;

/// The first bytes of each format that is not read, and its name.
const OTHER_FORMATS: [(&[u8], &str); 13] = [
    (b"GIF8", "a GIF"),
    (b"BM", "a BMP"),
    (b"\xabKTX 20\xbb", "a KTX2"),
    (b"\xabKTX 11\xbb", "a KTX"),
    (b"DDS ", "a DDS"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a PSD"),
    (b"\x76\x2f\x31\x01", "an EXR"),
    (b"#?RADIANCE", "an HDR"),
    (b"qoif", "a QOI"),
    (b"<svg", "an SVG"),
    (b"\0\0\x01\0", "an ICO"),
];

/// The width and height of the encoded image in `bytes`.
///
/// # Errors
/// Why the image cannot be decoded, as the end of a sentence about its file.
pub fn read_size(bytes: &[u8]) -> Result<[u32; 2], String> {
    if bytes.is_empty() {
        return Err("the picture is empty".to_owned());
    }
    let size = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png_size(bytes)
    } else if bytes.starts_with(b"\xff\xd8") {
        jpeg_size(bytes)
    } else {
        return Err(match other_format(bytes) {
            Some(name) => format!("the picture is {name}: only PNG and JPEG are read"),
            None => "the picture is neither a PNG nor a JPEG".to_owned(),
        });
    };
    match size {
        None | Some([0, _] | [_, 0]) => Err("the picture is damaged".to_owned()),
        Some([width, height]) if u64::from(width) * u64::from(height) > MAX_TEXELS => {
            let max_millions = MAX_TEXELS >> 20;
            Err(format!(
                "the picture has {width} × {height} texels: at most {max_millions} million are read"
            ))
        }
        Some(size) => Ok(size),
    }
}

fn other_format(bytes: &[u8]) -> Option<&'static str> {
    let word = |at: usize| bytes.get(at..at + 4);
    match (word(0), word(4), word(8)) {
        (Some(b"RIFF"), _, Some(b"WEBP")) => Some("a WebP"),
        (_, Some(b"ftyp"), Some(b"avif")) => Some("an AVIF"),
        (_, Some(b"ftyp"), Some(_)) => Some("a HEIC"),
        _ => {
            let mut formats = OTHER_FORMATS.iter();
            let found = formats.find(|(magic, _)| bytes.starts_with(magic));
            found.map(|(_, name)| *name)
        }
    }
}

/// The header of a PNG is its first chunk, which begins with the size.
fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    if bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    Some([number(16)?, number(20)?])
}

/// A JPEG is a list of segments. The frame's header, of which there are several kinds, has the size.
fn jpeg_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            // Any number of these bytes may stand before a marker.
            0xff => {
                at += 1;
                continue;
            }
            // Markers without a segment.
            0x01 | 0xd0..=0xd8 => {
                at += 2;
                continue;
            }
            _ => {}
        }
        let number = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            return Some([u32::from(number(at + 7)?), u32::from(number(at + 5)?)]);
        }
        // The scan follows the frame, so there is none.
        if matches!(marker, 0xd9 | 0xda) {
            return None;
        }
        at += 2 + usize::from(number(at + 2)?);
    }
}

#[cfg(test)]
mod tests;
