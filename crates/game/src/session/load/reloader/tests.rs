//! Tests of the reloader: with files that are written, broken, truncated and repaired while a level is played.

use super::*;
use sidle::level::Level;

use crate::session::load::loader::load;
use crate::test_support::Folder;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

/// Saves like many editors: writes a temporary file and renames it.
fn save(folder: &Folder, name: &str, text: &str) -> PathBuf {
    let (side, path) = (folder.0.join("side.tmp"), folder.0.join(name));
    fs::write(&side, text).expect("a file for the test");
    fs::rename(&side, &path).expect("a file for the test");
    path
}

const FLOOR: &str = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n";
const TRIANGLE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n";
const HEAD: &str = "format = 1\nname = \"Test\"\n[spawn]\nposition = [0, 1, 0]\n";

fn level(mesh: &str) -> String {
    format!("{HEAD}[[mesh]]\nfile = \"{mesh}\"\n")
}

fn prepare(_: &Level, _: &mut Vec<sidle::level::Diagnostic>) {}

fn load_file(path: &Path) -> Loaded<()> {
    load(
        LevelSource::File(path.to_owned()),
        Limits::Own,
        prepare,
        &mut |_| (),
    )
}

/// A folder with a level of a floor, the level's path, and a reloader that watches it.
fn watched(name: &str) -> (Folder, PathBuf, Reloader<()>) {
    let folder = Folder::new(name);
    save(&folder, "floor.obj", FLOOR);
    let path = save(&folder, "a.toml", &level("floor.obj"));
    let reloader = Reloader::new(&load_file(&path), prepare);
    (folder, path, reloader)
}

/// The level that is loaded within the next frames.
fn wait(reloader: &mut Reloader<()>) -> Option<Loaded<()>> {
    let mut frames = 2000;
    while frames > 0 {
        if let Some(loaded) = reloader.poll(0.01) {
            return Some(loaded);
        }
        // Loading may take long on a busy machine.
        if reloader.loading().is_some() {
            std::thread::sleep(std::time::Duration::from_micros(100));
        } else {
            frames -= 1;
        }
    }
    None
}

/// How many triangles the level has that is loaded within the next frames.
fn reloaded(reloader: &mut Reloader<()>) -> Option<usize> {
    triangles(&wait(reloader).expect("a reloaded level"))
}

fn triangles(loaded: &Loaded<()>) -> Option<usize> {
    let (level, _) = loaded.level.as_ref()?;
    Some(level.world.triangles().len())
}

#[test]
fn saving_a_level_or_one_of_its_meshes_reloads_it() {
    let folder = Folder::new("saving");
    let path = save(&folder, "a.toml", &level("floor.obj"));
    save(&folder, "floor.obj", FLOOR);
    let first = load_file(&path);
    assert_eq!(triangles(&first), Some(2));
    let mut reloader = Reloader::new(&first, prepare);
    assert!(wait(&mut reloader).is_none(), "nothing was saved");

    save(&folder, "floor.obj", TRIANGLE);
    assert_eq!(reloaded(&mut reloader), Some(1));
    // The level names another mesh, which is then watched.
    save(&folder, "other.obj", FLOOR);
    assert!(wait(&mut reloader).is_none(), "the level does not name it");
    save(&folder, "a.toml", &level("other.obj"));
    assert_eq!(reloaded(&mut reloader), Some(2));
    save(&folder, "floor.obj", FLOOR);
    assert!(
        wait(&mut reloader).is_none(),
        "the level no longer names it"
    );
}

#[test]
fn saving_what_a_mesh_names_reloads_it() {
    let folder = Folder::new("of-mesh");
    let picture = |loaded: &Loaded<()>| {
        let (level, ()) = loaded.level.as_ref()?;
        let material = level.scene.models[0].mesh.materials.first()?;
        material.texture.as_ref()?.image.bytes.clone()
    };
    let mesh = save(
        &folder,
        "floor.obj",
        &format!("mtllib floor.mtl\nusemtl a\n{FLOOR}"),
    );
    save(&folder, "floor.mtl", "newmtl a\nmap_Kd wood.png\n");
    let first = load_file(&mesh);
    assert_eq!((triangles(&first), picture(&first)), (Some(2), None));
    let mut reloader = Reloader::new(&first, prepare);
    // The picture appears, changes, and another one is named.
    save(&folder, "wood.png", "one");
    assert_eq!(picture(&wait(&mut reloader).unwrap()).unwrap(), b"one");
    save(&folder, "wood.png", "other");
    assert_eq!(picture(&wait(&mut reloader).unwrap()).unwrap(), b"other");
    save(&folder, "stone.png", "stone");
    save(&folder, "floor.mtl", "newmtl a\nmap_Kd stone.png\n");
    assert_eq!(picture(&wait(&mut reloader).unwrap()).unwrap(), b"stone");

    // A glTF whose bytes lie in another file.
    let json = r#"{
        "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": "a.bin" }]
    }"#;
    let corners = |side: f32| {
        let numbers = [0.0, 0.0, 0.0, 0.0, 0.0, side, side, 0.0, 0.0];
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|it: &f32| it.to_le_bytes())
            .collect();
        fs::write(folder.0.join("a.bin"), bytes).expect("a file for the test");
    };
    let width = |loaded: &Loaded<()>| {
        let (level, ()) = loaded.level.as_ref()?;
        Some(level.scene.models[0].mesh.bounds.max().x)
    };
    let mesh = save(&folder, "a.gltf", json);
    let first = load_file(&mesh);
    assert_eq!(width(&first), None);
    let mut reloader = Reloader::new(&first, prepare);
    for side in [20.0, 30.0] {
        corners(side);
        let loaded = wait(&mut reloader).unwrap();
        assert_eq!(width(&loaded), Some(f64::from(side)));
    }
}

#[test]
fn the_file_of_an_edited_text_is_still_watched() {
    let folder = Folder::new("edited");
    let path = save(&folder, "a.toml", &level("floor.obj"));
    save(&folder, "floor.obj", FLOOR);
    save(&folder, "other.obj", TRIANGLE);
    let first = load_file(&path);
    assert_eq!(
        (first.text, first.source.is_edited()),
        (level("floor.obj"), false)
    );
    let mut reloader = Reloader::new(&load_file(&path), prepare);
    reloader.begin(LevelSource::Edited {
        path: path.clone(),
        text: level("other.obj"),
    });
    let edited = wait(&mut reloader).unwrap();
    assert_eq!(triangles(&edited), Some(1));
    assert_eq!(
        (&*edited.text, edited.source.is_edited()),
        (&*level("other.obj"), true)
    );
    assert!(wait(&mut reloader).is_none(), "nothing was saved");
    // The editor saves its own text, which is no reason to reload.
    save(&folder, "a.toml", &level("other.obj"));
    reloader.mark_saved(&path);
    assert!(wait(&mut reloader).is_none(), "it is known");
    save(&folder, "a.toml", &level("floor.obj"));
    let again = wait(&mut reloader).unwrap();
    assert_eq!(
        (triangles(&again), again.source.is_edited()),
        (Some(2), false)
    );
}

#[test]
fn a_broken_file_is_reported_and_reloaded_after_its_repair() {
    let (folder, _, mut reloader) = watched("broken");
    save(&folder, "floor.obj", "v 0 0\n");
    let broken = wait(&mut reloader).unwrap();
    assert!(broken.level.is_none());
    assert!(broken.diagnostics[0].location().ends_with("floor.obj:1:1"));
    save(&folder, "floor.obj", FLOOR);
    assert_eq!(reloaded(&mut reloader), Some(2));

    // A file is removed and comes back.
    fs::remove_file(folder.0.join("floor.obj")).unwrap();
    assert!(wait(&mut reloader).unwrap().level.is_none());
    save(&folder, "floor.obj", FLOOR);
    assert_eq!(reloaded(&mut reloader), Some(2));

    // While the level itself is broken, its meshes are still watched.
    save(&folder, "a.toml", "format = ");
    assert!(wait(&mut reloader).unwrap().level.is_none());
    save(&folder, "floor.obj", TRIANGLE);
    assert!(wait(&mut reloader).unwrap().level.is_none());
    save(&folder, "a.toml", &level("floor.obj"));
    assert_eq!(reloaded(&mut reloader), Some(1));
}

/// Polls for `frames` of 10 ms. Nothing may be loaded.
fn stays_quiet(reloader: &mut Reloader<()>, frames: usize) {
    for frame in 0..frames {
        assert!(reloader.poll(0.01).is_none(), "frame {frame}");
        assert!(reloader.loading().is_none(), "frame {frame}");
    }
}

#[test]
fn a_writer_that_truncates_and_pauses_causes_no_error() {
    let (folder, path, mut reloader) = watched("truncates");
    for (name, text) in [
        ("a.toml", level("floor.obj")),
        ("floor.obj", FLOOR.to_owned()),
    ] {
        let file = folder.0.join(name);
        // Empty for 0.4 s, half written for 0.08 s.
        fs::write(&file, "").unwrap();
        stays_quiet(&mut reloader, 26 + 40);
        fs::write(&file, &text[..text.len() / 2]).unwrap();
        stays_quiet(&mut reloader, 8);
        fs::write(&file, &text).unwrap();
        stays_quiet(&mut reloader, 8);
        let loaded = wait(&mut reloader).unwrap();
        assert_eq!(
            (triangles(&loaded), loaded.text),
            (Some(2), level("floor.obj"))
        );
        // Deleted for 0.4 s.
        fs::remove_file(&file).unwrap();
        stays_quiet(&mut reloader, 26 + 40);
        fs::write(&file, &text).unwrap();
        assert_eq!(reloaded(&mut reloader), Some(2));
    }
    // A file that stays empty is reported.
    fs::write(&path, "").unwrap();
    assert!(wait(&mut reloader).unwrap().level.is_none());
}

#[test]
fn a_file_that_is_saved_while_it_is_loading_is_loaded_again() {
    let (folder, path, mut reloader) = watched("while-loading");
    for turn in 0..6 {
        reloader.begin(LevelSource::File(path.clone()));
        // Before it is read, while it is read, or after it is read.
        std::thread::sleep(std::time::Duration::from_micros(turn * 150));
        save(&folder, "floor.obj", TRIANGLE);
        let mut last = None;
        while let Some(loaded) = wait(&mut reloader) {
            last = triangles(&loaded);
        }
        assert_eq!(last, Some(1), "turn {turn}");
        save(&folder, "floor.obj", FLOOR);
        assert_eq!(reloaded(&mut reloader), Some(2));
    }
}

#[test]
fn an_edit_while_a_level_is_loading_replaces_what_is_loading() {
    let (folder, path, mut reloader) = watched("edit-while-loading");
    reloader.begin(LevelSource::File(path.clone()));
    for number in 0..5 {
        let text = format!("{}# {number}\n", level("floor.obj"));
        reloader.begin(LevelSource::Edited {
            path: path.clone(),
            text,
        });
    }
    let loaded = wait(&mut reloader).unwrap();
    assert!(loaded.text.ends_with("# 4\n"), "{}", loaded.text);
    assert!(wait(&mut reloader).is_none(), "the others are given up");
    // Giving up loses nothing, since the file is still watched.
    reloader.begin(LevelSource::File(folder.0.join("none.toml")));
    reloader.cancel();
    save(&folder, "a.toml", &level("other.obj"));
    assert!(wait(&mut reloader).unwrap().level.is_none());
}

#[test]
fn loading_that_breaks_off_is_reported_once_and_tried_again_after_a_change() {
    static BREAKS: AtomicBool = AtomicBool::new(true);
    fn prepare(_: &Level, _: &mut Vec<sidle::level::Diagnostic>) {
        assert!(
            !BREAKS.load(Ordering::Relaxed),
            "a test of loading that breaks off"
        );
    }
    let folder = Folder::new("breaks-off");
    let path = save(&folder, "a.toml", &level("floor.obj"));
    save(&folder, "floor.obj", FLOOR);
    let mut reloader = Reloader::new(&load_file(&path), prepare);
    for name in ["a.toml", "floor.obj"] {
        BREAKS.store(true, Ordering::Relaxed);
        let text = format!("{}\n", fs::read_to_string(folder.0.join(name)).unwrap());
        save(&folder, name, &text);
        assert!(wait(&mut reloader).unwrap().level.is_none());
        assert!(wait(&mut reloader).is_none(), "{name} is loaded again");
        BREAKS.store(false, Ordering::Relaxed);
        save(&folder, name, &format!("{text}\n"));
        assert_eq!(reloaded(&mut reloader), Some(2), "{name}");
    }
}

#[test]
fn nothing_is_loaded_while_a_file_keeps_changing() {
    let (folder, _, mut reloader) = watched("writing");
    for turn in 0..20 {
        save(&folder, "floor.obj", &"v 0 0 0\n".repeat(turn));
        assert!(reloader.poll(0.01).is_none());
        assert!(reloader.loading().is_none(), "turn {turn}");
    }
    save(&folder, "floor.obj", FLOOR);
    assert_eq!(reloaded(&mut reloader), Some(2));
}

/// The next pseudo-random number below `below`. Source: G. Marsaglia, "Xorshift RNGs", 2003.
fn next(state: &mut u64, below: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 16) as usize % below.max(1)
}

/// `text` with one to three random changes.
fn corrupted(text: &str, state: &mut u64) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=next(state, 3) {
        let (at, to) = (next(state, bytes.len()), next(state, bytes.len()));
        match next(state, 6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, next(state, 256) as u8),
            2 => bytes[at] = next(state, 256) as u8,
            3 => bytes.swap(at, to),
            4 => drop(bytes.drain(at.min(to)..at.max(to))),
            _ => {
                let piece = bytes[at.min(to)..at.max(to)].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn after_a_thousand_damaged_files_the_last_good_level_is_still_playable() {
    let folder = Folder::new("soak");
    let good = format!(
        "{}\n[[prop]]\nkind = \"crate\"\nposition = [3, 0.5, 0]\n\n[[mover]]\n\
         kind = \"box\"\npath = [[1, 2, 3], [4.5, 2, 3]]\nspeed = 2\n\n\
         [kinds.box]\nmesh = \"floor.obj\"\n",
        level("floor.obj")
    );
    let path = save(&folder, "a.toml", &good);
    save(&folder, "floor.obj", FLOOR);
    let first = load_file(&path);
    let mut reloader = Reloader::new(&first, prepare);
    let (mut last_good, _) = first.level.expect("a good level");
    let (mut state, mut broken, mut kept) = (0x5EED_u64, 0, 0);
    for case in 0..1000 {
        let (name, text) = [("a.toml", &*good), ("floor.obj", FLOOR)][case % 2];
        let damaged = corrupted(text, &mut state);
        fs::write(folder.0.join("side.tmp"), damaged).unwrap();
        fs::rename(folder.0.join("side.tmp"), folder.0.join(name)).unwrap();
        let what = format!("seed 0x5EED, case {case}");
        let loaded = wait(&mut reloader).unwrap_or_else(|| panic!("{what}: not loaded"));
        let errors = loaded
            .diagnostics
            .iter()
            .filter(|problem| problem.is_error());
        match loaded.level {
            Some((level, _)) => last_good = level,
            None => {
                broken += 1;
                assert!(errors.clone().count() > 0, "{what}: no reason");
                // The last good level can be simulated.
                let mut sim = sidle::sim::Sim::of_level(last_good.clone(), 60).0;
                sim.tick(&sim.idle_command());
                assert!(sim.player().position.is_finite(), "{what}");
                kept += 1;
            }
        }
        for error in errors {
            assert!(!error.file.is_empty(), "{what}: {error}");
            if let Some(place) = &error.place {
                assert!(place.line >= 1 && place.column >= 1, "{what}: {error}");
            }
        }
        // The repaired level is loaded.
        save(&folder, name, text);
        let mended = wait(&mut reloader).unwrap_or_else(|| panic!("{what}: not mended"));
        assert_eq!(triangles(&mended), Some(2), "{what}");
    }
    assert!(
        broken > 300 && broken < 1000 && kept == broken,
        "{broken} broken"
    );
}
