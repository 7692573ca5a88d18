//! Pictures are found, placed and left out.

use std::collections::BTreeMap;
use std::io;

use super::*;
use crate::level::map::ReadMap;
use crate::level::map::tests::{cuboid, entity, read_among};
use crate::level::map::wad::PALETTE;
use crate::level::meshes::Mesh;
use crate::level::text::Severity;

/// Files in memory.
#[derive(Default)]
struct Folder(BTreeMap<PathBuf, Vec<u8>>);

impl Folder {
    fn with(mut self, path: &str, bytes: &[u8]) -> Self {
        self.0.insert(path.into(), bytes.to_vec());
        self
    }
}

impl Files for Folder {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0
            .get(path)
            .cloned()
            .ok_or(io::ErrorKind::NotFound.into())
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let paths = self.0.keys().filter(|path| path.parent() == Some(folder));
        let names = paths.filter_map(|path| path.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

/// The first bytes of a PNG of this size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

/// A WAD file of one texture of 16 × 16 texels, all of the last colour. `WAD3` has a palette.
fn wad(magic: &[u8; 4], name: &str) -> Vec<u8> {
    const START: u32 = 12;
    let mut texture = vec![0; 40];
    for (at, number) in [
        (16, 16),
        (20, 16),
        (24, 40),
        (28, 296),
        (32, 360),
        (36, 376_u32),
    ] {
        texture[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    texture.extend([255; 256 + 64 + 16 + 4]);
    texture.extend(256_u16.to_le_bytes());
    texture.extend([7; PALETTE]);
    let mut wad = magic.to_vec();
    wad.extend(1_u32.to_le_bytes());
    wad.extend((START + texture.len() as u32).to_le_bytes());
    let length = texture.len() as u32;
    wad.extend(texture);
    wad.extend(START.to_le_bytes());
    wad.extend(length.to_le_bytes());
    wad.extend(length.to_le_bytes());
    wad.extend([if magic == b"WAD3" { 0x43 } else { 0x44 }, 0, 0, 0]);
    let mut named = [0; 16];
    named[..name.len()].copy_from_slice(name.as_bytes());
    wad.extend(named);
    wad
}

fn read(keys: &[(&str, &str)], materials: &[&str], files: &Folder) -> ReadMap {
    let boxes = materials.iter().enumerate();
    let boxes = boxes.map(|(number, material)| {
        let low = 128 * number as i32;
        cuboid([low, 0, 0], [low + 64, 64, 64], material)
    });
    let keys = [&[("classname", "worldspawn")][..], keys].concat();
    read_among(&entity(&keys, &boxes.collect::<String>()), files)
}

fn drawn(read: &ReadMap) -> &Mesh {
    let map = read.map.as_ref().expect("a map");
    &map.layers[0].mesh
}

/// The material of this name, and the first texture places of its part.
fn shown(read: &ReadMap, name: &str) -> (bool, Option<[Vec2; 3]>) {
    let mesh = drawn(read);
    let of_name = |part: &&crate::level::meshes::MeshPart| {
        mesh.material_of(part)
            .is_some_and(|material| material.name == name)
    };
    let part = mesh.parts.iter().find(of_name).expect("a part");
    let material = mesh.material_of(part).expect("a material");
    (material.texture.is_some(), part.tex_coords.first().copied())
}

fn notes(read: &ReadMap) -> Vec<&str> {
    let notes = read.problems.iter();
    let notes = notes.filter(|problem| problem.severity == Severity::Note);
    notes.map(|problem| problem.message.as_str()).collect()
}

#[test]
fn png_files_are_found_beside_the_map_and_above_it_whatever_their_capitals() {
    let files = Folder::default()
        .with("maps/textures/Stone.PNG", &png(64, 32))
        .with("textures/set/moss.png", &png(128, 128))
        .with("textures/broken.png", b"\x89PNG");
    let read = read(&[], &["stone", "set/moss", "broken", "plain"], &files);
    let (has_picture, places) = shown(&read, "stone");
    assert!(has_picture);
    // The faces are 64 units wide: once across 64 texels, and twice down 32.
    let spans = drawn(&read).parts[0].tex_coords.iter().flatten();
    let (low, high) = spans.fold((Vec2::MAX, Vec2::MIN), |(low, high), place| {
        (low.min(*place), high.max(*place))
    });
    assert_eq!(high - low, Vec2::new(1.0, 2.0), "{places:?}");
    assert!(shown(&read, "set/moss").0);
    for name in ["broken", "plain"] {
        assert_eq!(shown(&read, name), (false, None), "{name}");
    }
    assert_eq!(notes(&read), Vec::<&str>::new());
}

/// The first bytes of a JPEG of this size, with a table before its frame.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xe0\0\x04JF\xff\xff\xc4\0\x03\0\xff\xc2\0\x11\x08".to_vec();
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes
}

#[test]
fn jpeg_files_are_found_where_there_is_no_png() {
    let whole = jpeg(64, 32);
    let mut files = Folder::default()
        .with("textures/Stone.JPG", &whole)
        .with("textures/moss.jpeg", &jpeg(16, 16))
        .with("textures/moss.png", &png(128, 128));
    let names: Vec<_> = (0..whole.len())
        .map(|length| format!("cut{length}"))
        .collect();
    for (length, name) in names.iter().enumerate() {
        files = files.with(&format!("textures/{name}.jpg"), &whole[..length]);
    }
    let others = names.iter().map(|name| name.as_str());
    let materials: Vec<_> = ["stone", "moss"].into_iter().chain(others).collect();
    let read = read(&[], &materials, &files);
    let size = |name| {
        let part = drawn(&read).parts.iter().position(|part| {
            drawn(&read)
                .material_of(part)
                .is_some_and(|material| material.name == name)
        });
        let spans = drawn(&read).parts[part.expect("a part")]
            .tex_coords
            .iter()
            .flatten();
        let (low, high) = spans.fold((Vec2::MAX, Vec2::MIN), |(low, high), place| {
            (low.min(*place), high.max(*place))
        });
        high - low
    };
    assert_eq!(size("stone"), Vec2::new(1.0, 2.0));
    // Its faces lie within 128 units: once across the PNG file, and eight times across the JPEG file.
    assert_eq!(size("moss"), Vec2::splat(1.0));
    for name in names {
        assert_eq!(shown(&read, &name), (false, None), "{name}");
    }
}

#[test]
fn paths_that_lead_out_of_the_folder_of_textures_are_not_followed() {
    let files = Folder::default().with("maps/textures/../secret.png", &png(1, 1));
    assert!(!shown(&read(&[], &["../secret"], &files), "../secret").0);
}

#[test]
fn wad_files_are_found_by_their_names_and_need_a_palette_in_quake() {
    let files = Folder::default()
        .with("half.wad", &wad(b"WAD3", "{FENCE"))
        .with("maps/quake.wad", &wad(b"WAD2", "brick"));
    let keys = [("wad", "C:\\games\\half.wad;quake.wad;none.wad")];
    let without = read(&keys, &["half/{fence", "brick"], &files);
    assert!(shown(&without, "half/{fence").0 && !shown(&without, "brick").0);
    let fence = &drawn(&without).materials[0];
    assert_eq!(fence.alpha_cutoff, Some(CUTOFF));
    let missing = "not found: the palette `gfx/palette.lmp`, `none.wad`";
    assert_eq!(notes(&without), [missing]);
    let files = files.with("gfx/palette.lmp", &[9; PALETTE]);
    let with = read(&keys, &["brick"], &files);
    assert!(shown(&with, "brick").0);
}

#[test]
fn a_damaged_wad_file_has_no_textures_and_ends() {
    let good = wad(b"WAD3", "brick");
    let keys = [("wad", "a.wad")];
    for at in 0..good.len().min(60) {
        for byte in [0, 0x7f, 0xff] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            read(
                &keys,
                &["brick"],
                &Folder::default().with("maps/a.wad", &bytes),
            );
        }
    }
    for length in (0..good.len()).step_by(7) {
        let files = Folder::default().with("maps/a.wad", &good[..length]);
        assert!(!shown(&read(&keys, &["brick"], &files), "brick").0);
    }
    let files = Folder::default().with("maps/a.wad", &good);
    assert!(shown(&read(&keys, &["brick"], &files), "brick").0);
}
