//! Decodes the images of a level within limits. An image that is missing or cannot be read becomes a checker board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sidle::level::{Diagnostic, TextureImage, TextureWrap};
use sidle::parallel::Workers;

use crate::draw::textures::header::{MAX_TEXELS, read_size};
use crate::draw::textures::mipmaps::{Alpha, Texels, mipmaps};
use crate::draw::textures::reduction::{MAX_BYTES, halvings};
use crate::draw::textures::{TextureTable, TextureUse};
use crate::platform::{self, Decoding};

/// The most texels of all images of a level. Larger: a hostile level takes longer to load.
const MAX_TEXELS_IN_ALL: u64 = 1 << 28;

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

/// The textures of `table`, in its order. Adds the parts that cannot be drawn as authored to `problems`.
pub fn prepare(table: &TextureTable, problems: &mut Vec<Diagnostic>) -> Vec<DrawnTexture> {
    prepare_within(MAX_BYTES, table, problems)
}

/// Like [`prepare`], with at most `max_bytes` for all textures.
fn prepare_within(
    max_bytes: u64,
    table: &TextureTable,
    problems: &mut Vec<Diagnostic>,
) -> Vec<DrawnTexture> {
    let known = known_images(table, problems);
    let sizes: Vec<_> = known.iter().map(|image| image.size).collect();
    let times = halvings(&sizes, max_bytes);
    report_reduction(max_bytes, &known, &times, problems);
    let mut prepared = BTreeMap::new();
    let images: Vec<_> = known.iter().zip(times).collect();
    for some in groups(&images) {
        let decoded = Workers::All.map(some, |(known, times)| {
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
    let uses = table.uses.iter().map(|texture_use| {
        let found = prepared.get(&Arc::as_ptr(&texture_use.image));
        let found = found.and_then(|(alphas, levels)| {
            let at = alphas
                .iter()
                .position(|alpha| *alpha == texture_use.alpha)?;
            levels.get(at)
        });
        DrawnTexture {
            levels: found.unwrap_or(&checker).clone(),
            wrap: found.map_or([TextureWrap::Repeat; 2], |_| texture_use.wrap),
            is_cut_out: found.is_some() && texture_use.alpha != Alpha::Ignored,
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
            if all_texels + texels > MAX_TEXELS_IN_ALL {
                let max_millions = MAX_TEXELS_IN_ALL >> 20;
                return Err(format!(
                    "with this picture, the level has more than {max_millions} million texels"
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
    let uses = uses.filter(|texture_use| std::ptr::eq(&*texture_use.image, image));
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
        if texels + own > MAX_TEXELS {
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
        // It is not seen, since the level is loaded again.
        Decoding::Pending => Ok(checker()),
    }
}

fn unreadable(image: &TextureImage, why: &str) -> Diagnostic {
    let message = format!("{why}; a checker is shown in its place");
    Diagnostic::warning_of_file(image.name.clone(), message)
        .with_help("export the picture as a PNG or a JPEG")
}

/// Adds a problem if some images are drawn smaller than they are.
fn report_reduction(
    max_bytes: u64,
    known: &[KnownImage],
    times: &[u8],
    problems: &mut Vec<Diagnostic>,
) {
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
    let max_megabytes = max_bytes >> 20;
    let message = format!(
        "the textures of the level take {megabytes} MB, and {max_megabytes} MB are drawn: {others} size or less"
    );
    problems.push(Diagnostic::warning_of_file(
        first.image.name.clone(),
        message,
    ));
}

/// The replacement for an image that is missing or cannot be read.
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
mod tests;
