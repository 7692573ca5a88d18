//! The pictures of textures. They are read, and decoded only where they are drawn.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::material::TextureImage;
use crate::level::files::{Files, PICTURES, display_name, nearest_file, reason};

/// The largest file of a picture that is kept; bytes. The largest that a graphics card takes, 16 384 pixels wide, is smaller
/// as a PNG.
const MAX_IMAGE_BYTES: usize = 64 << 20;

/// The most pictures of a level.
const MAX_IMAGES: usize = 1000;

/// The most pictures that are not shown and named one by one.
const MAX_NAMED: usize = 49;

/// The pictures of a level, each read once.
#[derive(Default)]
pub struct Images {
    known: BTreeMap<PathBuf, Arc<TextureImage>>,
    /// How many there are, how many of them are not shown, and the bytes of the others.
    count: usize,
    missing: usize,
    bytes: u64,
}

/// Why a picture is not shown, for a warning.
#[derive(Debug, PartialEq, Eq)]
pub struct MissingImage {
    pub message: String,
    pub help: Option<String>,
}

/// The files around a mesh, and the most bytes of all pictures.
#[derive(Clone, Copy)]
pub struct ImageFiles<'f> {
    pub files: &'f dyn Files,
    pub folder: &'f Path,
    pub most_bytes: u64,
}

impl Images {
    /// The picture of the file `name`, and why it is not shown, once for each file.
    pub fn of_file(
        &mut self,
        name: &str,
        at: ImageFiles<'_>,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        let path = at.folder.join(name);
        if let Some(known) = self.known.get(&path) {
            return (known.clone(), None);
        }
        let names_it = self.missing < MAX_NAMED;
        let shown = display_name(&path);
        let (image, missing) = self.add(shown, at.most_bytes, || {
            read(name, at, names_it).map(Cow::Owned)
        });
        self.known.insert(path, image.clone());
        (image, missing)
    }

    /// A picture called `name` that lies inside of a mesh's file.
    pub fn of_bytes(
        &mut self,
        name: String,
        bytes: Cow<'_, [u8]>,
        most_bytes: u64,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        self.add(name, most_bytes, || Ok(bytes))
    }

    /// A picture called `name` that cannot be read.
    pub fn missing(name: String) -> Arc<TextureImage> {
        Arc::new(TextureImage { name, bytes: None })
    }

    fn add<'b>(
        &mut self,
        name: String,
        most_bytes: u64,
        read: impl FnOnce() -> Result<Cow<'b, [u8]>, MissingImage>,
    ) -> (Arc<TextureImage>, Option<MissingImage>) {
        self.count += 1;
        let kept = if self.count > MAX_IMAGES {
            Err(too_many())
        } else {
            read().and_then(|bytes| {
                let all = self.bytes.saturating_add(bytes.len() as u64);
                if bytes.len() > MAX_IMAGE_BYTES || all > most_bytes {
                    return Err(too_large(&name, bytes.len(), most_bytes));
                }
                self.bytes = all;
                Ok(bytes.into_owned())
            })
        };
        match kept {
            Ok(bytes) => {
                let bytes = Some(bytes);
                (Arc::new(TextureImage { name, bytes }), None)
            }
            Err(missing) => (Self::missing(name), self.name_missing(missing)),
        }
    }

    /// The warning for the next picture that is not shown. Very many are not named one by one.
    pub fn name_missing(&mut self, missing: MissingImage) -> Option<MissingImage> {
        self.missing += 1;
        match self.missing - 1 {
            number if number < MAX_NAMED => Some(missing),
            MAX_NAMED => Some(MissingImage {
                message: "more pictures are not shown, and not named".to_owned(),
                help: None,
            }),
            _ => None,
        }
    }
}

fn too_many() -> MissingImage {
    MissingImage {
        message: format!("the level has more than {MAX_IMAGES} pictures: this one is not shown"),
        help: Some("join several pictures into one".to_owned()),
    }
}

fn too_large(name: &str, bytes: usize, most_bytes: u64) -> MissingImage {
    let most = (MAX_IMAGE_BYTES as u64).min(most_bytes) / 1_000_000;
    MissingImage {
        message: format!(
            "the picture `{name}` is not shown: it has {} MB, and {most} MB are the most for {}",
            bytes / 1_000_000,
            if bytes > MAX_IMAGE_BYTES {
                "one"
            } else {
                "all of a level"
            }
        ),
        help: Some("make it smaller, or save it as JPEG".to_owned()),
    }
}

/// The bytes of the file `name`, with `/` for `\`. Many programs write paths of the machine that they ran on, so such
/// a file may lie next to the mesh. If `names_it`, the reason why not names a file that may be meant.
fn read(name: &str, at: ImageFiles<'_>, names_it: bool) -> Result<Vec<u8>, MissingImage> {
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
    let local_copy = Some(name).filter(|name| is_of_machine && !name.is_empty());
    let local_copy = local_copy.and_then(|name| at.files.read(&at.folder.join(name)).ok());
    local_copy.ok_or_else(|| {
        let path = at.folder.join(name);
        let shown = display_name(&path);
        let message = format!("cannot read the picture `{shown}`: {}", reason(&error));
        let help = names_it.then(|| nearest_file(&path, &PICTURES, at.files));
        let help = help.flatten();
        MissingImage { message, help }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::MemoryFiles;

    #[test]
    fn pictures_are_limited_in_number_and_in_size() {
        let mut images = Images::default();
        let mut add = |bytes: usize| {
            let (image, missing) = images.of_bytes("a".into(), vec![0; bytes].into(), 1 << 30);
            assert!(missing.is_none() || image.bytes.is_none());
            missing.map(|problem| problem.message)
        };
        assert_eq!(add(MAX_IMAGE_BYTES), None);
        assert_eq!(
            add(MAX_IMAGE_BYTES + 1).unwrap(),
            "the picture `a` is not shown: it has 67 MB, and 67 MB are the most for one"
        );
        for _ in 2..MAX_IMAGES {
            assert_eq!(add(1), None);
        }
        // The first of these two, and the one that was too large.
        let message = "the level has more than 1000 pictures: this one is not shown";
        assert_eq!(add(1).as_deref(), Some(message));
        let named = (0..2000).filter_map(|_| add(1)).collect::<Vec<_>>();
        assert_eq!(named.len(), MAX_NAMED - 1);
        assert_eq!(
            named.last().unwrap(),
            "more pictures are not shown, and not named"
        );
        let (_, missing) =
            Images::default().of_bytes("b".into(), vec![0; 3_000_000].into(), 2_000_000);
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
            missing.map(|problem| problem.help)
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
