//! Decodes the images of a level within limits. An image that is missing or cannot be read becomes a checker board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sidle::level::{Diagnostic, TextureImage, TextureWrap};

use crate::draw::renderer::workers::map_all;
use crate::draw::textures::header::{MOST_TEXELS, read_size};
use crate::draw::textures::mipmaps::{Alpha, Texels, mipmaps};
use crate::draw::textures::reduction::{MOST_BYTES, halvings};
use crate::draw::textures::{TextureTable, TextureUse};
use crate::platform::{self, Decoding};

/// The most texels of all images of a level. Larger: a hostile level takes longer to load.
const MOST_TEXELS_IN_ALL: u64 = 1 << 28;

/// A texture that is ready for the GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnTexture {
    /// The image, and its smaller copies down to a single texel. Textures of one image share them.
    pub levels: Arc<Vec<Texels>>,
    pub wrap: [TextureWrap; 2],
    /// Whether some texels are holes.
    pub is_cut_out: bool,
}

/// An image whose header was read.
struct KnownImage<'t> {
    image: &'t TextureImage,
    bytes: &'t [u8],
    size: [u32; 2],
}

/// The textures of `table`, in its order. Adds to `problems` what cannot be drawn as its author made it.
pub fn prepare(table: &TextureTable, problems: &mut Vec<Diagnostic>) -> Vec<DrawnTexture> {
    let known = known_images(table, problems);
    let sizes: Vec<_> = known.iter().map(|it| it.size).collect();
    let times = halvings(&sizes, MOST_BYTES);
    report_reduction(&known, &times, problems);
    let mut prepared = BTreeMap::new();
    let images: Vec<_> = known.iter().zip(times).collect();
    for some in groups(&images) {
        let decoded = map_all(some, |(known, times)| {
            let alphas = alphas_of(table, known.image);
            let levels = decode(known).map(|image| {
                let levels = alphas.iter();
                let levels = levels.map(|alpha| Arc::new(mipmaps(image.clone(), *times, *alpha)));
                levels.collect::<Vec<_>>()
            });
            (alphas, levels)
        });
        for ((known, _), (alphas, levels)) in some.iter().zip(decoded) {
            match levels {
                Ok(levels) => {
                    let image = std::ptr::from_ref(known.image);
                    prepared.insert(image, (alphas, levels));
                }
                Err(why) => problems.push(unreadable(known.image, &why)),
            }
        }
    }
    let checker = Arc::new(mipmaps(checker(), 0, Alpha::Ignored));
    let uses = table.uses.iter().map(|it| {
        let found = prepared.get(&Arc::as_ptr(&it.image));
        let found = found.and_then(|(alphas, levels)| {
            let at = alphas.iter().position(|alpha| *alpha == it.alpha)?;
            levels.get(at)
        });
        DrawnTexture {
            levels: found.unwrap_or(&checker).clone(),
            wrap: found.map_or([TextureWrap::Repeat; 2], |_| it.wrap),
            is_cut_out: found.is_some() && it.alpha != Alpha::Ignored,
        }
    });
    uses.collect()
}

/// The images of `table` that can probably be decoded, each once.
fn known_images<'t>(
    table: &'t TextureTable,
    problems: &mut Vec<Diagnostic>,
) -> Vec<KnownImage<'t>> {
    let mut known: Vec<KnownImage> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut all_texels = 0;
    for TextureUse { image, .. } in &table.uses {
        // The level has reported a missing file.
        let Some(bytes) = image
            .bytes
            .as_deref()
            .filter(|_| seen.insert(Arc::as_ptr(image)))
        else {
            continue;
        };
        let size = read_size(bytes).and_then(|size| {
            let texels = u64::from(size[0]) * u64::from(size[1]);
            if all_texels + texels > MOST_TEXELS_IN_ALL {
                let most = MOST_TEXELS_IN_ALL >> 20;
                return Err(format!(
                    "with this picture, the level has more than {most} million texels"
                ));
            }
            all_texels += texels;
            Ok(size)
        });
        match size {
            Ok(size) => known.push(KnownImage { image, bytes, size }),
            Err(why) => problems.push(unreadable(image, &why)),
        }
    }
    known
}

/// How alpha is used in `image`.
fn alphas_of(table: &TextureTable, image: &TextureImage) -> Vec<Alpha> {
    let uses = table.uses.iter();
    let uses = uses.filter(|it| std::ptr::eq(&*it.image, image));
    let mut alphas = Vec::new();
    for TextureUse { alpha, .. } in uses {
        if !alphas.contains(alpha) {
            alphas.push(*alpha);
        }
    }
    alphas
}

/// Groups of images that are decoded at the same time, each with no more texels than the largest image may have.
fn groups<'i, 't>(images: &'i [(&'t KnownImage<'t>, u8)]) -> Vec<&'i [(&'t KnownImage<'t>, u8)]> {
    let (mut groups, mut start, mut texels) = (Vec::new(), 0, 0);
    for (at, (known, _)) in images.iter().enumerate() {
        let own = u64::from(known.size[0]) * u64::from(known.size[1]);
        if texels + own > MOST_TEXELS {
            groups.push(&images[start..at]);
            (start, texels) = (at, 0);
        }
        texels += own;
    }
    groups.push(&images[start..]);
    groups
}

fn decode(known: &KnownImage) -> Result<Texels, String> {
    let [width, height] = known.size;
    let length = u64::from(width) * u64::from(height) * 4;
    match platform::decode_image(known.bytes, known.size) {
        Decoding::Done(bytes) if bytes.len() as u64 == length => {
            let size = known.size;
            Ok(Texels { size, bytes })
        }
        Decoding::Done(_) => Err("the picture is damaged".to_owned()),
        Decoding::Failed(why) => Err(format!("the picture cannot be decoded: {why}")),
        // Nobody sees it: the level is loaded again.
        Decoding::Pending => Ok(checker()),
    }
}

fn unreadable(image: &TextureImage, why: &str) -> Diagnostic {
    let message = format!("{why}; a checker is shown in its place");
    Diagnostic::warning_of_file(image.name.clone(), message)
        .with_help("export the picture as a PNG or a JPEG")
}

/// Adds a problem if some images are drawn smaller than they are.
fn report_reduction(known: &[KnownImage], times: &[u8], problems: &mut Vec<Diagnostic>) {
    let mut reduced = known.iter().zip(times).filter(|(_, times)| **times > 0);
    let Some((first, _)) = reduced.next() else {
        return;
    };
    let texels = |known: &KnownImage| known.size.map(u64::from).into_iter().product::<u64>();
    let megabytes = known.iter().map(texels).sum::<u64>().div_ceil(1 << 18);
    let others = match reduced.count() {
        0 => "this one is drawn at half its".to_owned(),
        others => format!("this one and {others} more are drawn at half their"),
    };
    let most = MOST_BYTES >> 20;
    let message = format!(
        "the textures of the level take {megabytes} MB, and {most} MB are drawn: {others} size or less"
    );
    problems.push(Diagnostic::warning_of_file(
        first.image.name.clone(),
        message,
    ));
}

/// What is drawn instead of an image that is missing or cannot be read.
fn checker() -> Texels {
    const SIDE: u32 = 64;
    let texel = |at: u32| {
        let [column, row] = [at % SIDE, at / SIDE].map(|place| place / 8);
        if (column + row).is_multiple_of(2) {
            [214, 68, 146, 255]
        } else {
            [64, 62, 70, 255]
        }
    };
    Texels {
        size: [SIDE; 2],
        bytes: (0..SIDE * SIDE).flat_map(texel).collect(),
    }
}

#[cfg(test)]
mod tests {
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
        let textures = prepare(&table, &mut problems);
        assert!(problems.iter().all(|it| it.severity == Severity::Warning));
        let problems = problems.iter();
        let problems = problems.map(|it| format!("{}: {}", it.file, it.message));
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
            problems.iter().filter(|it| it.starts_with(&at)).count()
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
        assert!(problems.iter().any(|it| it.contains("256 million texels")));
        assert!(textures[..5].iter().all(is_checker));
    }

    #[test]
    fn textures_that_are_too_large_together_are_halved_with_a_word() {
        let large = png([8192, 4096], [10, 20, 30, 255]);
        let (textures, problems) = prepared(vec![
            Some(large.clone()),
            Some(large),
            Some(png([4, 4], [0; 4])),
        ]);
        let sizes: Vec<_> = textures.iter().map(|it| it.levels[0].size).collect();
        assert_eq!(sizes, [[4096, 2048], [8192, 4096], [4, 4]]);
        assert_eq!(
            problems,
            [
                "0.png: the textures of the level take 257 MB, and 256 MB are drawn: this one is drawn at half \
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
}
