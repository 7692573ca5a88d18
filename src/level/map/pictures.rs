//! The pictures of a map's materials: PNG and JPEG files in a folder `textures`, and the WAD files that the map names.
//!
//! Where the editor finds them depends on its game. Here they lie in the folder of the map, or in one of the two above it.
//!
//! Source: the formats of texture files of Quake and Half-Life, as their tools that were published write them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec2;

use super::materials::is_drawn;
use super::text::Entity;
use super::wad::{PALETTE, Wad};
use crate::level::files::Files;
use crate::level::meshes::{ImageFiles, Images, Texture, TextureImage, TextureWrap};
use crate::level::text::{Problems, brief};

/// The most folders of pictures that are looked into, and the most WAD files of a map.
const MAX_FOLDERS: usize = 100;
const MAX_WADS: usize = 32;

/// The endings of pictures in a folder. Of two files, the first one counts.
const ENDINGS: [&str; 3] = ["png", "jpg", "jpeg"];

/// The largest WAD file that is read; bytes.
const MAX_WAD_BYTES: usize = 64 << 20;

/// The most texels of all pictures of WAD files. Larger: a hostile file, whose textures lie over one another, takes longer.
const MAX_TEXELS: u64 = 1 << 25;

/// The least opacity of what is drawn of a picture with holes.
const CUTOFF: f32 = 0.5;

/// The picture of a material.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub texture: Texture,
    /// Texels.
    pub size: Vec2,
    pub alpha_cutoff: Option<f32>,
}

/// The files around a map, and what is read of them.
pub struct MapFiles<'f> {
    pub around: ImageFiles<'f>,
    pub images: &'f mut Images,
}

impl MapFiles<'_> {
    /// The pictures of what `entities` draw, by the names of their materials.
    pub(super) fn pictures<'t>(
        &mut self,
        entities: &[&Entity<'t>],
        problems: &mut Problems<'_>,
    ) -> BTreeMap<&'t str, Picture> {
        let brushes = entities.iter().flat_map(|entity| &entity.brushes);
        let faces = brushes.flat_map(|brush| &brush.faces);
        let faces = faces.filter(|face| face.mapping.is_some() && is_drawn(face));
        let names: BTreeSet<&str> = faces.map(|face| face.material).collect();
        let folders = folders_around(self.around.folder);
        let mut pictures = self.of_folders(&names, &folders);
        if pictures.len() < names.len() {
            self.add_of_wads(entities, &names, &folders, &mut pictures, problems);
        }
        pictures
    }

    /// The pictures in folders `textures`.
    fn of_folders<'t>(
        &mut self,
        names: &BTreeSet<&'t str>,
        folders: &[PathBuf],
    ) -> BTreeMap<&'t str, Picture> {
        let mut pictures = BTreeMap::new();
        // What each folder has: small letters, and the name itself.
        let mut known: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for name in names {
            let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
            if folder.split('/').any(|part| part == "..") {
                continue;
            }
            for (number, around) in folders.iter().enumerate() {
                let key = format!("{number} {folder}");
                if !known.contains_key(&key) && known.len() >= MAX_FOLDERS {
                    continue;
                }
                let files = known.entry(key).or_insert_with(|| {
                    let folder = around.join(format!("textures/{folder}"));
                    let listed = self.around.files.names(&folder).into_iter();
                    listed.map(|file| (file.to_lowercase(), file)).collect()
                });
                let file = file.to_lowercase();
                let mut endings = ENDINGS.iter();
                let found = endings.find_map(|ending| files.get(&format!("{file}.{ending}")));
                let Some(file) = found else { continue };
                let at = ImageFiles {
                    files: self.around.files,
                    folder: around,
                    most_bytes: self.around.most_bytes,
                };
                let path = match folder {
                    "" => format!("textures/{file}"),
                    _ => format!("textures/{folder}/{file}"),
                };
                let (image, _) = self.images.of_file(&path, at);
                let size = image.bytes.as_deref().and_then(size_of);
                if let Some(size) = size {
                    pictures.insert(*name, picture(image, size, false));
                    break;
                }
            }
        }
        pictures
    }

    /// Adds those of the WAD files that the first entity names.
    fn add_of_wads<'t>(
        &mut self,
        entities: &[&Entity<'t>],
        names: &BTreeSet<&'t str>,
        folders: &[PathBuf],
        pictures: &mut BTreeMap<&'t str, Picture>,
        problems: &mut Problems<'_>,
    ) {
        let mut keys = ["wad", "_wad"].into_iter();
        let pair = keys.find_map(|key| entities.first()?.pair(key));
        let Some(pair) = pair else {
            return;
        };
        let (mut missing, mut palette, mut texels) = (Vec::new(), None, 0);
        let (mut known, mut lost) = (BTreeSet::new(), None);
        let paths = pair.value.split(';').map(str::trim);
        let paths = paths.filter(|path| !path.is_empty() && known.insert(*path));
        'files: for path in paths.take(MAX_WADS) {
            let files = self.around.files;
            let Some(bytes) = read_wad(path, folders, files) else {
                missing.push(format!("`{}`", brief(path.to_owned())));
                continue;
            };
            let Some(wad) = Wad::read(&bytes) else {
                missing.push(format!("`{}` (no WAD2 or WAD3)", brief(path.to_owned())));
                continue;
            };
            let palette = palette.get_or_insert_with(|| read_palette(folders, files));
            if !wad.has_palettes() && palette.is_none() {
                missing.push("the palette `gfx/palette.lmp`".to_owned());
                continue;
            }
            for name in names {
                if pictures.contains_key(name) {
                    continue;
                }
                let Some((size, png)) = wad.png_of(name, palette.as_deref()) else {
                    continue;
                };
                texels += u64::from(size[0]) * u64::from(size[1]);
                if texels > MAX_TEXELS {
                    lost = Some(
                        "the pictures of its WAD files are too large, and some are not shown"
                            .to_owned(),
                    );
                    break 'files;
                }
                let most_bytes = self.around.most_bytes;
                let (image, unshown) =
                    self.images
                        .of_bytes((*name).to_owned(), png.into(), most_bytes);
                lost = unshown.map(|image| image.message).or(lost);
                let last = name.rsplit('/').next().unwrap_or_default();
                let has_holes = last.starts_with('{');
                if image.bytes.is_some() {
                    pictures.insert(*name, picture(image, size, has_holes));
                }
            }
        }
        if let Some(message) = lost {
            problems.note(pair.place(), message, "a checker is shown in their place");
        }
        missing.dedup();
        if !missing.is_empty() {
            let message = format!("not found: {}", missing.join(", "));
            let label = "expected in the folder of the map, or in one of the two above it";
            problems.note(pair.place(), message, label);
        }
    }
}

fn picture(image: Arc<TextureImage>, size: [u32; 2], has_holes: bool) -> Picture {
    let wrap = [TextureWrap::Repeat; 2];
    Picture {
        texture: Texture { image, wrap },
        size: Vec2::from(size.map(|side| side as f32)),
        alpha_cutoff: has_holes.then_some(CUTOFF),
    }
}

/// The folder of the map, and the two above it.
fn folders_around(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    for _ in 0..2 {
        let last = &folders[folders.len() - 1];
        let above = match last.file_name() {
            Some(_) => last.parent().map(Path::to_owned),
            None => Some(last.join("..")),
        };
        folders.extend(above);
    }
    folders
}

/// The WAD file at `path`, which may be one of the machine on which the map was made: then only its name counts.
fn read_wad(path: &str, folders: &[PathBuf], files: &dyn Files) -> Option<Vec<u8>> {
    let path = path.replace('\\', "/");
    let name = path.rsplit('/').next().unwrap_or_default();
    let leaves = path.split('/').any(|part| part == "..");
    let is_of_machine = leaves || path.starts_with('/') || path.contains(':');
    let whole = (!is_of_machine).then_some(&*path);
    let tried = whole.into_iter().chain([name]);
    let tried = tried.filter(|path| !path.is_empty() && !path.ends_with(".."));
    let tried = tried.flat_map(|path| folders.iter().map(move |folder| folder.join(path)));
    let mut read = tried.filter_map(|path| files.read(&path).ok());
    read.next().filter(|bytes| bytes.len() <= MAX_WAD_BYTES)
}

/// The colours of Quake, which its WAD files do not have.
fn read_palette(folders: &[PathBuf], files: &dyn Files) -> Option<Vec<u8>> {
    let paths = folders.iter().map(|folder| folder.join("gfx/palette.lmp"));
    let mut read = paths.filter_map(|path| files.read(&path).ok());
    read.find(|bytes| bytes.len() == PALETTE)
}

/// The size of a PNG or JPEG file, if it has one.
fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    png_size(bytes).or_else(|| jpeg_size(bytes))
}

/// The size in the header of the frame of a JPEG, whose segments each begin with a marker and their length.
///
/// Source: ITU-T T.81, 1992, annex B.
fn jpeg_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    loop {
        let (marker, after) = rest.strip_prefix(b"\xff")?.split_first()?;
        let pair = |at: usize| Some(u16::from_be_bytes(after.get(at..at + 2)?.try_into().ok()?));
        rest = match *marker {
            // Bytes that fill up, and markers without a segment.
            0xff => &rest[1..],
            0x01 | 0xd0..=0xd7 => after,
            // Tables that share the range of frames.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let size = [pair(5)?, pair(3)?].map(u32::from);
                return (!size.contains(&0)).then_some(size);
            }
            _ => after.get(usize::from(pair(0)?)..)?,
        };
    }
}

/// The size of a PNG file, if it has one.
fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(4..16)?;
    let side = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let size = [side(4)?, side(8)?];
    (header.starts_with(b"IHDR") && !size.contains(&0)).then_some(size)
}

#[cfg(test)]
mod tests;
