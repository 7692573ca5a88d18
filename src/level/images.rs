//! The pictures of textures. They are read, and decoded only where they are drawn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::open::{display_name, reason};
use super::words::did_you_mean;
use super::{Files, TextureImage};

/// The largest file of a picture that is kept; bytes. The largest that a graphics card takes, 16 384 pixels wide, is smaller
/// as a PNG.
const MOST_IMAGE_BYTES: usize = 64 << 20;

/// The most pictures of a level.
const MOST_IMAGES: usize = 1000;

/// The pictures of a level, each read once.
#[derive(Default)]
pub(super) struct Images {
    known: BTreeMap<PathBuf, Arc<TextureImage>>,
    /// How many there are, and the bytes of all of them.
    count: usize,
    bytes: u64,
}

/// Why a picture is not shown, for a warning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MissingImage {
    pub message: String,
    pub help: Option<String>,
}

/// The files around a mesh, and the most bytes of all pictures.
#[derive(Clone, Copy)]
pub(super) struct ImageFiles<'f> {
    pub files: &'f dyn Files,
    pub folder: &'f Path,
    pub most_bytes: u64,
}

impl Images {
    /// The picture of the file `name`, and why it is not shown: once for each file.
    pub fn of_file(
        &mut self,
        name: &str,
        at: ImageFiles<'_>,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        let path = at.folder.join(name);
        if let Some(known) = self.known.get(&path) {
            return (known.clone(), None);
        }
        let shown = display_name(&path);
        let read = match self.has_room() {
            true => read(name, at),
            false => Err(too_many()),
        };
        let (image, missing) = self.add(shown, read, at.most_bytes);
        self.known.insert(path, image.clone());
        (image, missing)
    }

    /// A picture called `name` that lies inside of a mesh's file.
    pub fn of_bytes(
        &mut self,
        name: String,
        bytes: Vec<u8>,
        most_bytes: u64,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        let read = match self.has_room() {
            true => Ok(bytes),
            false => Err(too_many()),
        };
        self.add(name, read, most_bytes)
    }

    /// A picture called `name` that cannot be read.
    pub fn missing(name: String) -> Arc<TextureImage> {
        Arc::new(TextureImage { name, bytes: None })
    }

    fn has_room(&self) -> bool {
        self.count < MOST_IMAGES
    }

    fn add(
        &mut self,
        name: String,
        read: Result<Vec<u8>, MissingImage>,
        most_bytes: u64,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        let kept = read.and_then(|bytes| {
            let all = self.bytes.saturating_add(bytes.len() as u64);
            if bytes.len() > MOST_IMAGE_BYTES || all > most_bytes {
                return Err(too_large(&name, bytes.len(), most_bytes));
            }
            self.bytes = all;
            self.count += 1;
            Ok(bytes)
        });
        let (bytes, missing) = match kept {
            Ok(bytes) => (Some(bytes), None),
            Err(missing) => (None, Some(missing)),
        };
        (Arc::new(TextureImage { name, bytes }), missing)
    }
}

fn too_many() -> MissingImage {
    MissingImage {
        message: format!("the level has more than {MOST_IMAGES} pictures: this one is not shown"),
        help: Some("join several pictures into one".to_owned()),
    }
}

fn too_large(name: &str, bytes: usize, most_bytes: u64) -> MissingImage {
    let most = (MOST_IMAGE_BYTES as u64).min(most_bytes) / 1_000_000;
    MissingImage {
        message: format!(
            "the picture `{name}` is not shown: it has {} MB, and {most} MB are the most for {}",
            bytes / 1_000_000,
            if bytes > MOST_IMAGE_BYTES {
                "one"
            } else {
                "all of a level"
            }
        ),
        help: Some("make it smaller, or save it as JPEG".to_owned()),
    }
}

/// The bytes of the file `name`, with `/` for `\`. Many programs write paths of the machine that they ran on: such a file
/// may lie beside the mesh.
fn read(name: &str, at: ImageFiles<'_>) -> Result<Vec<u8>, MissingImage> {
    let portable = name.replace('\\', "/");
    let error = match at.files.read(&at.folder.join(&portable)) {
        Ok(bytes) => return Ok(bytes),
        Err(error) => error,
    };
    let is_of_machine = name.contains(['\\', ':']) || name.starts_with('/');
    let name = match portable.rsplit_once('/').filter(|_| is_of_machine) {
        Some((_, name)) => name,
        None => &portable,
    };
    let beside = Some(name).filter(|name| is_of_machine && !name.is_empty());
    let beside = beside.and_then(|name| at.files.read(&at.folder.join(name)).ok());
    beside.ok_or_else(|| {
        let shown = display_name(&at.folder.join(name));
        let message = format!("cannot read the picture `{shown}`: {}", reason(&error));
        let help = nearest(name, at);
        MissingImage { message, help }
    })
}

/// The file whose name is nearest to that of `path`, in its folder.
fn nearest(path: &str, at: ImageFiles<'_>) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let in_folder = at.files.names(&at.folder.join(folder));
    let stem = |name: &str| {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.to_lowercase()
    };
    // `wood.png` for `wood.tga` or `Wood.PNG`.
    let mut same = in_folder.iter();
    let same = same.find(|other| stem(other) == stem(name) && is_image(other));
    match same {
        Some(same) => Some(format!("did you mean `{same}`?")),
        None => did_you_mean(name, in_folder.iter().map(String::as_str)),
    }
}

/// Whether a file is a picture that is shown, by its name.
fn is_image(name: &str) -> bool {
    let extension = name
        .rsplit_once('.')
        .map_or("", |(_, it)| it)
        .to_lowercase();
    matches!(extension.as_str(), "png" | "jpg" | "jpeg")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::MemoryFiles;

    #[test]
    fn pictures_are_limited_in_number_and_in_size() {
        let mut images = Images::default();
        let mut add = |bytes: usize| {
            let (image, missing) = images.of_bytes("a".into(), vec![0; bytes], 1 << 30);
            assert_eq!(image.bytes.is_none(), missing.is_some());
            missing.map(|it| it.message)
        };
        assert_eq!(add(MOST_IMAGE_BYTES), None);
        assert_eq!(
            add(MOST_IMAGE_BYTES + 1).unwrap(),
            "the picture `a` is not shown: it has 67 MB, and 67 MB are the most for one"
        );
        for _ in 1..MOST_IMAGES {
            assert_eq!(add(1), None);
        }
        let message = "the level has more than 1000 pictures: this one is not shown";
        assert_eq!(add(1).as_deref(), Some(message));
        let (_, missing) = Images::default().of_bytes("b".into(), vec![0; 3_000_000], 2_000_000);
        assert_eq!(
            missing.unwrap().message,
            "the picture `b` is not shown: it has 3 MB, and 2 MB are the most for all of a level"
        );
    }

    #[test]
    fn a_picture_that_is_missing_is_reported_once() {
        let files = MemoryFiles::new([("in/wood.png", "")]);
        let at = ImageFiles {
            files: &files,
            folder: "in".as_ref(),
            most_bytes: 1,
        };
        let mut images = Images::default();
        let help = |name: &str, images: &mut Images| {
            let (_, missing) = images.of_file(name, at);
            missing.map(|it| it.help)
        };
        let suggested = Some(Some("did you mean `wood.png`?".to_owned()));
        assert_eq!(help("wodo.png", &mut images), suggested);
        assert_eq!(help("wodo.png", &mut images), None);
        assert_eq!(help("WOOD.TGA", &mut images), suggested);
        assert_eq!(help("D:\\art\\wood.bmp", &mut images), suggested);
        assert_eq!(help("stone.png", &mut images), Some(None));
        assert_eq!(help("wood.png", &mut images), None);
    }
}
