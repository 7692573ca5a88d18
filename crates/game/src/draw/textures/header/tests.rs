//! Tests of `header.rs`.

use super::*;

/// The head of a PNG of this size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

/// The head of a JPEG with this kind of frame, after a segment and filling bytes.
fn jpeg(frame: u8, width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xff".to_vec();
    bytes.extend([frame, 0, 17, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes
}

#[test]
fn the_size_is_read_from_the_content() {
    assert_eq!(read_size(&png(640, 3)), Ok([640, 3]));
    for frame in [0xc0, 0xc1, 0xc2, 0xcf] {
        assert_eq!(read_size(&jpeg(frame, 640, 3)), Ok([640, 3]));
    }
    assert_eq!(read_size(&png(8192, 8192)), Ok([8192, 8192]));
}

#[test]
fn a_huge_image_is_refused_before_it_is_decoded() {
    for (width, height) in [(8193, 8192), (1 << 30, 1), (u32::MAX, u32::MAX)] {
        let message = read_size(&png(width, height));
        let allowed = u64::from(width) * u64::from(height) <= MAX_TEXELS;
        assert_eq!(message.is_ok(), allowed, "{message:?}");
        assert!(message.is_err_and(|message| message.ends_with("at most 64 million are read")));
    }
    assert!(read_size(&jpeg(0xc0, 65535, 65535)).is_err());
}

#[test]
fn a_damaged_or_empty_image_is_refused() {
    for bytes in [png(0, 5), png(5, 0), jpeg(0xc0, 0, 5), jpeg(0xc4, 5, 5)] {
        assert_eq!(read_size(&bytes), Err("the picture is damaged".to_owned()));
    }
    for whole in [png(5, 5), jpeg(0xc2, 5, 5)] {
        for end in 0..whole.len() {
            assert!(read_size(&whole[..end]).is_err(), "{end}");
        }
    }
    // A segment whose length leads nowhere, or back.
    for length in [0_u8, 1, 2, 255] {
        let bytes = [0xff, 0xd8, 0xff, 0xe0, length, length];
        assert!(read_size(&bytes).is_err());
    }
}

#[test]
fn other_formats_are_named() {
    for (bytes, name) in [
        (&b"RIFF\0\0\0\0WEBPVP8 "[..], "a WebP"),
        (b"GIF89a", "a GIF"),
        (b"\0\0\0\x1cftypavif", "an AVIF"),
        (b"\xabKTX 20\xbb\r\n", "a KTX2"),
    ] {
        let message = read_size(bytes).unwrap_err();
        assert_eq!(
            message,
            format!("the picture is {name}: only PNG and JPEG are read")
        );
    }
    let unknown = read_size(b"newmtl a").unwrap_err();
    assert_eq!(unknown, "the picture is neither a PNG nor a JPEG");
}
