//! The unit and the upward axis of a bare mesh in which a recording was made.

use std::path::Path;

use sidle::level::{LengthUnit, MeshSpace, UpAxis, is_mesh};
use sidle::replay::{Header, LevelHash};

use crate::session::load::{LevelSource, Limits, load};

/// The level at `path` for a recording with this header. The player may have chosen another unit or axis for a bare
/// mesh than the guessed ones. The hash of the level shows which.
pub fn recorded_source(path: &Path, header: &Header) -> LevelSource {
    let as_guessed = LevelSource::at(path);
    // A page has few recordings in bare meshes, and no thread to load ten levels.
    if !is_mesh(path) || cfg!(target_arch = "wasm32") {
        return as_guessed;
    }
    let is_recorded = |source: &LevelSource| {
        let loaded = load(source.clone(), Limits::of_program(), |_, _| (), &mut |_| ());
        let level = loaded.level.map(|(level, ())| level);
        level.is_some_and(|level| LevelHash::of_level(&level) == header.level_hash)
    };
    if is_recorded(&as_guessed) {
        return as_guessed;
    }
    let units = LengthUnit::NAMES.into_iter().map(|(_, units)| units);
    let spaces = units.flat_map(|units| UpAxis::NAMES.map(|(_, up)| MeshSpace { units, up }));
    let mut chosen = spaces.map(|space| LevelSource::Mesh {
        path: path.to_owned(),
        space,
    });
    chosen.find(is_recorded).unwrap_or(as_guessed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Folder;
    use sidle::replay::Recorder;
    use sidle::sim::Sim;

    #[test]
    fn a_recording_in_a_chosen_unit_finds_that_unit_again() {
        let folder = Folder::new("recorded-space");
        let path = folder.0.join("floor.obj");
        let floor = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n";
        std::fs::write(&path, floor).expect("a file for the test");
        let header = |source: LevelSource| {
            let loaded = load(source, Limits::Own, |_, _| (), &mut |_| ());
            let (level, ()) = loaded.level.expect("a level around the mesh");
            let sim = Sim::of_level(level, 60).0;
            Recorder::new("floor", "floor.obj", &sim).header().clone()
        };
        let guessed = LevelSource::File(path.clone());
        assert_eq!(recorded_source(&path, &header(guessed.clone())), guessed);
        for (units, up) in [
            (LengthUnit::Foot, UpAxis::Y),
            (LengthUnit::Metre, UpAxis::Z),
        ] {
            let space = MeshSpace { units, up };
            let chosen = LevelSource::Mesh {
                path: path.clone(),
                space,
            };
            assert_eq!(recorded_source(&path, &header(chosen.clone())), chosen);
        }
        // The mesh has changed since.
        let old = header(guessed.clone());
        std::fs::write(&path, floor.replace('9', "8")).expect("a file for the test");
        assert_eq!(recorded_source(&path, &old), guessed);
    }
}
