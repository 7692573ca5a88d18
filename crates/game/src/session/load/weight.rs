//! The work of loading a level, estimated by the sizes of its files.

use std::borrow::Cow;
use std::path::Path;

use sidle::level::{is_mesh, level_weight};

use crate::platform;
use crate::platform::foreign_path::LINKED;
use crate::session::load::source::LevelSource;

/// A level of this many bytes loads so fast that a frame may wait for it. Smaller: edits of small levels are seen later,
/// since a worker's start and messages take time; larger: a frame is late; bytes. `.ci/program-fuzz.mjs` repeats it.
const LIGHT: u64 = 192 << 10;

/// So does a level whose text has this many bytes. They take longer to read than those of a mesh, and weighing reads them once more.
/// Smaller and larger: as above; bytes. `.ci/program-fuzz.mjs` also repeats this.
const LIGHT_TEXT: u64 = 16 << 10;

/// Whether a frame may wait for the level of `source`.
pub fn is_light(source: &LevelSource) -> bool {
    let path = source.path();
    let text = match source {
        LevelSource::BuiltIn(_) | LevelSource::StandIn => return true,
        LevelSource::Edited { text, .. } | LevelSource::Link { text, .. } => {
            Cow::Borrowed(text.as_str())
        }
        LevelSource::File(path) | LevelSource::Mesh { path, .. } => {
            if platform::file_size(path).is_none_or(|bytes| bytes > LIGHT) {
                return false;
            }
            // A page reads what it has: a file that must be loaded first is reported by loading.
            let bytes = platform::read(path).unwrap_or_default();
            Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
        }
    };
    let bytes = text.len() as u64;
    if is_mesh(path) {
        return bytes <= LIGHT && !has_others(path);
    }
    if bytes > LIGHT_TEXT {
        return false;
    }
    // In the page, the level of a link is in a separate folder, and the files that it names are not.
    let size = |mesh: &Path| match has_others(mesh) {
        true => None,
        false => platform::file_size(mesh.strip_prefix(LINKED).unwrap_or(mesh)),
    };
    level_weight(path, &text, &size).is_some_and(|weight| weight <= LIGHT)
}

/// Whether the bytes of the mesh at `path` may lie in other files.
fn has_others(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("gltf")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Folder, enter_root};
    use std::fs;
    use std::path::PathBuf;

    fn edited(path: &Path, text: &str) -> LevelSource {
        LevelSource::Edited {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn the_sizes_of_all_files_decide_whether_a_level_is_light() {
        let folder = Folder::new("weight");
        let write = |name: &str, bytes: usize| {
            let path = folder.0.join(name);
            fs::write(&path, " ".repeat(bytes)).expect("a file for the test");
            path
        };
        let level = folder.0.join("a.toml");
        write("small.obj", 1000);
        let small = "[[mesh]]\nfile = \"small.obj\"\n";
        assert!(is_light(&edited(&level, small)));
        assert!(
            !is_light(&edited(&level, &small.repeat(2000))),
            "placed often"
        );
        let prop = "[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n";
        assert!(is_light(&edited(&level, &prop.repeat(100))));
        let long = format!("{small}# {}", " ".repeat(LIGHT_TEXT as usize));
        assert!(!is_light(&edited(&level, &long)), "a long text");
        assert!(!is_light(&edited(&level, &prop.repeat(9000))));
        // A mesh at the limit, and one above; of a level, a quarter more counts.
        let limit = LIGHT as usize;
        for (bytes, light) in [(limit, true), (limit + 1, false)] {
            let mesh = write("large.obj", bytes);
            assert_eq!(is_light(&LevelSource::File(mesh)), light);
        }
        let large = "[[mesh]]\nfile = \"large.obj\"\n";
        assert!(!is_light(&edited(&level, large)));
        let unknown = "[[mesh]]\nfile = \"none.obj\"\n";
        assert!(!is_light(&edited(&level, unknown)), "it may be large");
        assert!(!is_light(&LevelSource::File(folder.0.join("none.toml"))));
        let text = LevelSource::File(write("a.gltf", 1000));
        assert!(!is_light(&text), "its bytes may be elsewhere");
        assert!(is_light(&LevelSource::File(write("a.glb", 1000))));
    }

    #[test]
    fn the_random_levels_of_the_page_have_the_same_limits() {
        enter_root();
        let script = fs::read_to_string(".ci/program-fuzz.mjs").expect("the script");
        for (name, bytes) in [("BY_WORKER", LIGHT), ("TEXT_BY_WORKER", LIGHT_TEXT)] {
            let line = format!("const {name} = {} << 10;", bytes >> 10);
            assert!(script.contains(&line), "{line}");
        }
    }

    #[test]
    fn the_level_of_a_link_is_weighed_by_the_files_that_it_may_read() {
        enter_root();
        let link = |mesh: &str| LevelSource::Link {
            path: "linked/levels/a.toml".into(),
            text: format!("[[mesh]]\nfile = \"../assets/{mesh}\"\n"),
        };
        assert!(is_light(&link("stairs.obj")));
        assert!(!is_light(&link("terrain.obj")));
        assert!(!is_light(&link("none.obj")));
    }

    #[test]
    fn the_first_level_of_a_visitor_is_light_and_a_terrain_is_not() {
        enter_root();
        let file = |path: &str| LevelSource::File(PathBuf::from(path));
        assert!(is_light(&file("levels/courtyard.toml")));
        assert!(!is_light(&file("levels/terrain.toml")));
    }
}
