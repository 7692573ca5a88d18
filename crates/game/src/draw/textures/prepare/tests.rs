//! Tests of textures: broken, hostile and too large ones.

use super::*;
use crate::draw::textures::mipmaps::HALF;
use sidle::level::Severity;

/// A PNG of one colour.
fn png(size: [u32; 2], texel: [u8; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    let texels = texel.repeat((size[0] * size[1]) as usize);
    writer.write_image_data(&texels).expect("texels");
    drop(writer);
    bytes
}

/// The textures of images with these bytes, and the problems.
fn prepared(images: Vec<Option<Vec<u8>>>) -> (Vec<DrawnTexture>, Vec<String>) {
    prepared_within(MAX_BYTES, images)
}

fn prepared_within(most: u64, images: Vec<Option<Vec<u8>>>) -> (Vec<DrawnTexture>, Vec<String>) {
    let uses = (0..).zip(images).map(|(number, bytes)| TextureUse {
        image: Arc::new(TextureImage {
            name: format!("{number}.png"),
            bytes,
        }),
        wrap: [TextureWrap::Clamp; 2],
        alpha: Alpha::Cutoff(0.9),
    });
    let table = TextureTable {
        uses: uses.collect(),
        ..TextureTable::default()
    };
    let mut problems = Vec::new();
    let textures = prepare_within(most, &table, &mut problems);
    assert!(
        problems
            .iter()
            .all(|problem| problem.severity == Severity::Warning)
    );
    let problems = problems.iter();
    let problems = problems.map(|problem| format!("{}: {}", problem.file, problem.message));
    (textures, problems.collect())
}

fn is_checker(texture: &DrawnTexture) -> bool {
    texture.levels[0] == checker() && !texture.is_cut_out
}

#[test]
fn what_cannot_be_read_becomes_a_checker_with_a_warning() {
    let whole = png([3, 2], [1, 2, 3, 200]);
    let (half, mut flipped) = (whole[..whole.len() / 2].to_vec(), whole.clone());
    flipped[20] ^= 0xff;
    // A header that promises a large image, and nothing behind it.
    let mut bomb = whole[..33].to_vec();
    bomb[16..24].copy_from_slice(&[0, 0, 0x10, 0, 0, 0, 0x10, 0]);
    let webp = b"RIFF\0\0\0\0WEBP".to_vec();
    let images = [whole, half, flipped, bomb, webp, Vec::new()];
    let images = images.into_iter().map(Some).chain([None]).collect();
    let (textures, problems) = prepared(images);
    assert_eq!(textures.len(), 7);
    assert_eq!(textures[0].levels[0].size, [3, 2]);
    // Below the cutoff: a hole.
    assert!(textures[0].is_cut_out && textures[0].levels[0].bytes[3] < HALF);
    assert_eq!(textures[0].wrap, [TextureWrap::Clamp; 2]);
    assert!(textures[1..].iter().all(is_checker));
    let start = |number: usize| {
        let at = format!("{number}.png: ");
        problems
            .iter()
            .filter(|problem| problem.starts_with(&at))
            .count()
    };
    // The level has warned of the missing file itself.
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(start), [0, 1, 1, 1, 1, 1, 0]);
    assert!(
            problems.contains(
                &"4.png: the picture is a WebP: only PNG and JPEG are read; a checker is shown in its place"
                    .to_owned()
            ),
            "{problems:?}"
        );
}

#[test]
fn a_small_image_with_a_huge_colour_profile_takes_little_memory() {
    // A profile of 64 MB of zeros, which is compressed to a thousandth.
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 64 << 20], 6);
    let content = [b"iCCPa\0\0", &packed[..]].concat();
    let mut bomb = png([2, 2], [1, 2, 3, 255]);
    let mut chunk = (content.len() as u32 - 4).to_be_bytes().to_vec();
    chunk.extend(&content);
    chunk.extend(crc32(&content).to_be_bytes());
    bomb.splice(33..33, chunk);
    let (textures, problems) = prepared(vec![Some(bomb)]);
    // The decoder either skips the profile or refuses the image.
    assert_eq!(
        is_checker(&textures[0]),
        problems.len() == 1,
        "{problems:?}"
    );
}

/// The checksum of a chunk of a PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

#[test]
fn a_level_with_too_many_texels_shows_those_that_fit() {
    // Only headers: a sixth image of 64 million texels is not even tried.
    let mut head = png([1, 1], [0; 4])[..33].to_vec();
    head[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
    let small = png([1, 1], [9, 9, 9, 255]);
    let images = [vec![Some(head); 5], vec![Some(small)]].concat();
    let (textures, problems) = prepared(images);
    assert!(
        problems
            .iter()
            .any(|problem| problem.contains("256 million texels"))
    );
    assert!(textures[..5].iter().all(is_checker));
}

#[test]
fn textures_that_are_too_large_together_are_halved_with_a_word() {
    let large = png([1024, 512], [10, 20, 30, 255]);
    let images = vec![Some(large.clone()), Some(large), Some(png([4, 4], [0; 4]))];
    let (textures, problems) = prepared_within(4 << 20, images);
    let sizes: Vec<_> = textures
        .iter()
        .map(|texture| texture.levels[0].size)
        .collect();
    assert_eq!(sizes, [[512, 256], [1024, 512], [4, 4]]);
    assert_eq!(
        problems,
        [
            "0.png: the textures of the level take 5 MB, and 4 MB are drawn: this one is drawn at half \
                 its size or less"
        ]
    );
}

#[test]
fn an_image_is_decoded_once_for_all_that_use_it_alike() {
    let image = Arc::new(TextureImage {
        name: "a.png".to_owned(),
        bytes: Some(png([2, 2], [1, 2, 3, 255])),
    });
    let used = |wrap, alpha| TextureUse {
        image: image.clone(),
        wrap: [wrap; 2],
        alpha,
    };
    let table = TextureTable {
        uses: vec![
            used(TextureWrap::Repeat, Alpha::Ignored),
            used(TextureWrap::Mirror, Alpha::Ignored),
            used(TextureWrap::Repeat, Alpha::Cutoff(0.5)),
        ],
        ..TextureTable::default()
    };
    let textures = prepare(&table, &mut Vec::new());
    assert!(Arc::ptr_eq(&textures[0].levels, &textures[1].levels));
    assert!(!Arc::ptr_eq(&textures[0].levels, &textures[2].levels));
    assert_eq!(textures[1].wrap, [TextureWrap::Mirror; 2]);
}
