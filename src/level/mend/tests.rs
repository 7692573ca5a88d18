//! Tests of mending.

use super::*;
use crate::level::files::EmbeddedFiles;
use crate::test_support::{MemoryFiles, Random};

fn mended(text: &str, limits: MendLimits) -> (String, MendReport) {
    let mtl = "newmtl tiles\nmap_Kd tiles.png\n";
    let files = MemoryFiles::new([("a.obj", text), ("a.mtl", mtl)]);
    let mended = mend_mesh(Path::new("a.obj"), &files, limits, MendFormat::Obj);
    as_text(mended.mended.expect("a mesh"))
}

fn as_text((bytes, report): (Vec<u8>, MendReport)) -> (String, MendReport) {
    (String::from_utf8(bytes).expect("a text"), report)
}

fn counts(report: &MendReport) -> [usize; 5] {
    let MendReport {
        welded,
        slivers,
        duplicates,
        cracks,
        flipped,
        ..
    } = report;
    [welded, slivers, duplicates, cracks, flipped].map(|places| places.count)
}

/// The faces of a cube of one metre, counter-clockwise from outside, each with corners of its own, moved by `noise`.
fn cube(noise: &mut dyn FnMut() -> f64) -> String {
    let mut text = String::new();
    let faces = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    for face in faces {
        for corner in face {
            // The bits of the number are x, y and z from the highest.
            let [x, y, z] = [2, 1, 0].map(|bit| f64::from(corner >> bit & 1) + noise());
            text += &format!("v {x} {y} {z}\n");
        }
        text += "f -4 -3 -2 -1\n";
    }
    text
}

#[test]
fn a_sound_mesh_stays_as_it_is() {
    let (text, report) = mended(&cube(&mut || 0.0), MendLimits::default());
    assert_eq!(counts(&report), [0; 5]);
    assert_eq!(
        (report.open_edges.count, report.crowded_edges.count),
        (0, 0)
    );
    assert_eq!(
        (text.matches("\nv ").count(), text.matches("\nf ").count()),
        (8, 12)
    );
    let again = mended(&text, MendLimits::default());
    assert_eq!((again.0, counts(&again.1)), (text, [0; 5]), "mended twice");
}

#[test]
fn corners_that_miss_each_other_are_welded_or_joined_and_nothing_else_moves() {
    let mut random = Random::new(3);
    for size in [1e-3, 1.0, 1e4] {
        for (noise, kind) in [(3e-7, 0), (3e-5, 3)] {
            let mut noisy = || random.signed() * noise * 0.5;
            let lines: String = cube(&mut noisy)
                .lines()
                .map(|line| match line.strip_prefix("v ") {
                    Some(numbers) => {
                        let numbers = numbers.split(' ');
                        let scaled = numbers.map(|number| number.parse::<f64>().unwrap() * size);
                        let scaled: Vec<_> = scaled.map(|number| number.to_string()).collect();
                        format!("v {}\n", scaled.join(" "))
                    }
                    None => format!("{line}\n"),
                })
                .collect();
            let (text, report) = mended(&lines, MendLimits::default());
            assert_eq!(report.open_edges.count, 0, "{size} {noise}: {report:?}");
            assert!(counts(&report)[kind] > 0, "{size} {noise}: {report:?}");
            assert_eq!(text.matches("\nf ").count(), 12);
        }
    }
}

#[test]
fn a_corner_on_an_edge_cuts_it_and_its_texture() {
    // A square next to two smaller ones, whose common corner lies 0.02 mm off its edge, 0.6 of the way up.
    let apart = "mtllib a.mtl\nusemtl tiles\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n\
                v 1.00002 0 -0.6\nv 2 0 0\nv 2 0 -0.6\nv 2 0 -1\nf 2 6 7 5\nf 5 7 8 3\n";
    let (text, report) = mended(apart, MendLimits::default());
    assert_eq!(counts(&report), [0, 0, 0, 1, 0]);
    assert!((report.widest_crack - 2e-5).abs() < 1e-7);
    assert_eq!(report.open_edges.count, 7, "the rim");
    assert_eq!(text.matches("\nf ").count(), 7);
    let at = ["vt 1 0.6", "vt 1 0.5999"];
    assert!(at.iter().any(|line| text.contains(line)), "{text}");
    // Wider than the limit, it stays.
    let limits = MendLimits {
        crack: Some(1e-5),
        ..MendLimits::default()
    };
    assert_eq!(mended(apart, limits).1.cracks.count, 0);
}

#[test]
fn slivers_and_duplicates_go_and_leave_no_hole() {
    // A square of two triangles; on its diagonal a sliver whose middle corner is on the line, and one face twice.
    let text = "v 0 0 0\nv 2 0 0\nv 2 0 -2\nv 0 0 -2\nv 1 0 -1\nf 1 2 5\nf 2 3 5\nf 1 3 4\nf 1 5 3\nf 3 5 2\n";
    let (text, report) = mended(text, MendLimits::default());
    assert_eq!(report.open_edges.count, 4, "{report:?}\n{text}");
    assert_eq!(text.matches("\nf ").count(), 4, "{text}");
    // Near corners become one, so that two faces lie in one place.
    let near = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 0.0000005 0 0\nf 1 2 3\nf 4 2 3\n";
    let report = mended(near, MendLimits::default()).1;
    assert_eq!(counts(&report), [1, 0, 1, 0, 0]);
}

#[test]
fn the_fewer_faces_turn_with_their_normals() {
    let mut text = cube(&mut || 0.0);
    let last = text.rfind("f -4").unwrap();
    text.replace_range(last.., "f -1 -2 -3 -4\n");
    let (text, report) = mended(&text, MendLimits::default());
    assert_eq!(counts(&report), [0, 0, 0, 0, 2]);
    let files = MemoryFiles::new([("a.obj", &*text)]);
    let again = mend_mesh(
        Path::new("a.obj"),
        &files,
        MendLimits::default(),
        MendFormat::Obj,
    );
    assert_eq!(counts(&again.mended.unwrap().1), [0; 5]);
    let smooth = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 1 0 -1\nvn 0 1 0\nvn 0.6 0.8 0\nvn -0.6 -0.8 0\n\
                  f 1//1 2//2 3//1\nf 2//2 4//2 3//1\nf 4 2 3\nv 2 0 0\nf 2//3 4//3 5//3\n";
    let (text, report) = mended(smooth, MendLimits::default());
    assert_eq!(report.flipped.count, 1);
    assert!(text.contains("vn 0.") && !text.contains("vn -"), "{text}");
}

#[test]
fn a_fine_rim_and_a_wide_crack_stay() {
    // A strip of squares of 1 mm, far smaller than the limit of cracks.
    let mut text = String::new();
    for step in 0..50 {
        let x = f64::from(step) * 0.001;
        text += &format!("v {x} 0 0\nv {x} 0 0.001\n");
    }
    for step in 0..49 {
        let first = step * 2 + 1;
        text += &format!("f {} {} {} {}\n", first, first + 1, first + 3, first + 2);
    }
    let limits = MendLimits {
        crack: Some(0.01),
        ..MendLimits::default()
    };
    let (mended_text, report) = mended(&text, limits);
    assert_eq!(counts(&report), [0; 5], "{report:?}");
    assert_eq!(mended_text.matches("\nf ").count(), 98);
}

#[test]
fn materials_names_and_colours_are_kept() {
    let mtl = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n";
    let obj = "mtllib a.mtl\no wall-col\nv 0 0 0 1 0.5 0\nv 1 0 0 1 0.5 0\nv 0 0 -1 1 0.5 0\nusemtl red\nf 1 2 3\n\
               o floor\nv 5 0 0\nv 6 0 0\nv 5 0 -1\nusemtl blue\nf 4 5 6\n";
    let files = MemoryFiles::new([("a.obj", obj), ("a.mtl", mtl)]);
    let mended = mend_mesh(
        Path::new("a.obj"),
        &files,
        MendLimits::default(),
        MendFormat::Obj,
    );
    let (text, _) = as_text(mended.mended.unwrap());
    for line in [
        "mtllib a.mtl",
        "o wall-col",
        "usemtl red",
        "o floor",
        "usemtl blue",
        "v 0 0 0 1.0000 0.5",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
}

/// Files of bytes.
struct Bytes<'b>(Vec<(&'static str, &'b [u8])>);

impl Files for Bytes<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found
            .map(|(_, bytes)| bytes.to_vec())
            .ok_or(std::io::ErrorKind::NotFound.into())
    }
}

#[test]
fn a_glb_file_keeps_what_the_mesh_shows_and_mends_to_itself() {
    let obj = "mtllib a.mtl\no wall-col\nv 0 0 0 1 0.5 0\nv 1 0 0 1 0.5 0\nv 0 0 -1 1 0.5 0\nvt 0 0\nvt 1 0\nvt 0 1\n\
               vn 0 0.8 0.6\nusemtl red\nf 1/1/1 2/2/1 3/3/1\no floor\nv 5 0 0\nv 6 0 0\nv 5 0 -1\nf 4 5 6\n";
    let mtl = "newmtl red\nKd 1 0 0\nmap_Kd wood.png\n";
    let wood = b"\x89PNG of wood";
    let mut files = Bytes(vec![
        ("a.obj", obj.as_bytes()),
        ("a.mtl", mtl.as_bytes()),
        ("wood.png", wood),
    ]);
    let glb_of = |name: &str, files: &Bytes<'_>| {
        let format = MendFormat::Glb;
        let made = mend_mesh(name.as_ref(), files, MendLimits::default(), format);
        made.mended.expect("a mesh").0
    };
    let glb = glb_of("a.obj", &files);
    let glb: &'static [u8] = glb.leak();
    files.0.push(("a.glb", glb));
    let read = read_objects(("a.glb", "a.glb".as_ref()), &files, glb);
    // The wall collides as its name says, and so the floor does not.
    let mesh = joined(&read.meshes).expect("a mesh");
    let names: Vec<_> = mesh.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["wall-col", "floor"]);
    let wall = &mesh.parts[0];
    let material = mesh.material_of(wall).expect("a material");
    assert_eq!(
        (&*material.name, material.color),
        ("red", [1.0, 0.0, 0.0, 1.0])
    );
    let picture = material.texture.as_ref().expect("a picture");
    assert_eq!(picture.image.bytes.as_deref(), Some(&wood[..]));
    assert_eq!(wall.tex_coords[0][2], glam::Vec2::ZERO);
    assert!(wall.normals[0][0].unpack().z > 0.59 && wall.colors[0][0][0] == 255);
    // The second time changes nothing.
    let again = glb_of("a.glb", &files);
    let again = read_objects(("b.glb", "b.glb".as_ref()), &files, &again);
    assert_eq!(joined(&again.meshes).expect("a mesh").parts, mesh.parts);
    // An OBJ of it says what it loses.
    let limits = MendLimits::default();
    let text = mend_mesh("a.glb".as_ref(), &files, limits, MendFormat::Obj);
    let said: Vec<_> = text.diagnostics.iter().map(|note| &*note.message).collect();
    assert!(
        said.iter()
            .any(|said| said.starts_with("not in the mended file: the colours")),
        "{said:?}"
    );
    let (text, _) = as_text(text.mended.expect("a mesh"));
    assert!(
        text.contains("o wall-col") && text.contains("usemtl red"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_mended_says_why_and_nothing_panics() {
    let files = EmbeddedFiles(&[("bad.obj", b"v 1 2\nf 1 2 3\n")]);
    for (file, words) in [("bad.obj", "v"), ("none.obj", "cannot be read")] {
        let mended = mend_mesh(
            Path::new(file),
            &files,
            MendLimits::default(),
            MendFormat::Obj,
        );
        assert!(mended.mended.is_none());
        let said = format!("{:?}", mended.diagnostics);
        assert!(said.contains(words), "{said}");
    }
    let mut random = Random::new(5);
    for case in 0..300 {
        let scale = [1e-30, 1e-3, 1.0, 1e9, 1e30][random.below(5)];
        let mut text = String::new();
        for _ in 0..3 + random.below(9) {
            let mut number = || {
                (random.below(4) as f64 + random.signed() * [0.0, 1e-5][random.below(2)]) * scale
            };
            text += &format!("v {} {} {}\n", number(), number(), number());
        }
        for _ in 0..1 + random.below(12) {
            let corners = [(); 3].map(|()| 1 + random.below(3));
            text += &format!("f {} {} {}\n", corners[0], corners[1], corners[2]);
        }
        let limits = [
            None,
            Some(0.0),
            Some(scale * 0.1),
            Some(1e300),
            Some(f64::NAN),
        ];
        let limits = MendLimits {
            weld: limits[random.below(5)],
            crack: limits[random.below(5)],
        };
        let files = MemoryFiles::new([("a.obj", &*text)]);
        let mended = mend_mesh(Path::new("a.obj"), &files, limits, MendFormat::Obj);
        assert!(
            mended.mended.is_some() || !mended.diagnostics.is_empty(),
            "case {case}"
        );
    }
}
