//! The pictures of the shipped levels, as JPEG files in the program. `.ci/level-pictures` takes new ones. A page has
//! none, because it shows its own list of levels.

use std::path::Path;

use crate::platform::built_in::shipped_name;

/// The path of each picture, and its bytes.
const PICTURES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

/// The name and the picture of the shipped level at `path`.
pub fn picture_of(path: &Path) -> Option<(&'static str, &'static [u8])> {
    let shipped = shipped_name(path)?;
    let named = |(path, bytes): &(&'static str, _)| {
        let name = Path::new(*path).file_stem()?.to_str()?;
        (name == shipped).then_some((name, *bytes))
    };
    PICTURES.iter().find_map(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::gallery;

    #[test]
    fn every_shipped_level_has_a_small_picture_of_its_own_and_no_other_level_has_one() {
        for path in gallery() {
            let (name, bytes) = picture_of(Path::new(path)).expect(path);
            assert!(
                path.contains(name) && bytes.len() < 20_000,
                "{path}: {} bytes",
                bytes.len()
            );
            let image = image::load_from_memory_with_format(bytes, image::ImageFormat::Jpeg);
            let image = image.expect(path);
            assert_eq!((image.width(), image.height()), (240, 150), "{path}");
        }
        assert_eq!(PICTURES.len(), gallery().count());
        for other in ["speed.toml", "mine/speed.toml", "levels/mine.toml", ""] {
            assert_eq!(picture_of(Path::new(other)), None, "{other}");
        }
    }
}
