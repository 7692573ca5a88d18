//! Levels, meshes and scripts are loaded with all their problems, on any number of threads.

use core::fmt::Write;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::level::bare_mesh::load_mesh_as_level;
use crate::level::files::{BUILT_IN_MESHES, LoadStage};
use crate::level::loaded::Look;
use crate::level::meshes::linear;
use crate::level::packing::pack_level;
use crate::level::text::Severity;
use crate::test_support::{MemoryFiles, Random, places_and_messages, with_threads};
use crate::world::{BoxId, ColliderId, TriangleId};
use glam::DVec3;

const HEAD: &str =
    "format = 1\nname = \"Test\"\nspawn.mode = \"fly\"\nspawn.position = [9, 9, 9]\n";
const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

fn load(body: &str, others: &[(&str, &str)]) -> LoadedLevel {
    let text = format!("{HEAD}{body}");
    let level = [("l/a.toml", text.as_str())];
    let files = MemoryFiles::new(level.iter().chain(others).copied());
    load_level(Path::new("l/a.toml"), &files)
}

fn problems(body: &str, others: &[(&str, &str)]) -> Vec<String> {
    places_and_messages(&load(body, others).diagnostics)
}

#[test]
fn signs_are_drawn_between_meshes_and_props_and_do_not_collide() {
    let body = "[[sign]]\nposition = [1, 2, 3]\ntext = \"Look\\nhere\"\nyaw_deg = 90\n\
                [[mesh]]\nfile = \"a.obj\"\n[[prop]]\nkind = \"crate\"\nposition = [9, 0, 0]\n";
    let loaded = load(body, &[("l/a.obj", TRIANGLE)]);
    assert_eq!(loaded.diagnostics, []);
    let level = loaded.level.unwrap();
    let [sign] = &level.scene.signs[..] else {
        panic!("{:?}", level.scene.signs)
    };
    assert_eq!(sign.text, "Look\nhere");
    // A quarter turn to the left: the front at +Z turns to +X.
    let before = sign.placement.apply(DVec3::Z);
    assert_eq!(before, DVec3::new(2.0, 2.0, 3.0));
    let looks: Vec<_> = level.scene.models.iter().map(|model| &model.look).collect();
    let kind = "crate".into();
    assert_eq!(looks, [&Look::Mesh, &Look::Sign, &Look::Prop { kind }]);
    assert_eq!(
        (level.world.triangles().len(), level.world.boxes().len()),
        (1, 1)
    );
    let crate_model = level.scene.model_of(BoxId(0)).unwrap();
    assert_eq!(crate_model.placement.position, DVec3::X * 9.0);
}

#[test]
fn meshes_come_before_props_and_each_has_its_name() {
    let body = "[[mesh]]\nfile = \"a.obj\"\n[[mesh]]\nfile = \"a.obj\"\nposition = [5, 0, 0]\n\
                [[prop]]\nkind = \"crate\"\nposition = [1, 2, 3]\nscale = [2, 4, 6]\n";
    let loaded = load(body, &[("l/a.obj", TRIANGLE)]);
    assert_eq!(loaded.diagnostics, []);
    let level = loaded.level.unwrap();
    assert_eq!(level.world.triangles().len(), 2);
    assert_eq!(level.world.triangles()[1].vertices()[0], DVec3::X * 5.0);
    let obb = level.world.boxes()[0];
    assert_eq!(
        (obb.center(), obb.half_extents()),
        (DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, 2.0, 3.0))
    );
    assert_eq!(
        level.scene.name_of(ColliderId::Triangle(TriangleId(1))),
        "a.obj"
    );
    assert_eq!(level.scene.name_of(ColliderId::Box(BoxId(0))), "crate");
    assert_eq!(level.scene.models.len(), 3);
    assert!(
        Arc::ptr_eq(&level.scene.models[0].mesh, &level.scene.models[1].mesh),
        "read once"
    );
}

#[test]
fn colliders_are_numbered_in_level_order() {
    let prop = |kind| format!("[[prop]]\nkind = \"{kind}\"\nposition = [1, 2, 3]\n");
    let body = [
        "[[mesh]]\nfile = \"a.obj\"\nvisible = false\n".to_owned(),
        "[[mesh]]\nfile = \"a.obj\"\nposition = [5, 0, 0]\n".to_owned(),
        prop("crate") + &prop("fence") + &prop("crate"),
    ];
    let two = format!("{TRIANGLE}v 1 1 0\nf 2 3 4\n");
    let level = load(&body.concat(), &[("l/a.obj", &two)]).level.unwrap();
    let triangle = |number| TriangleId(number);
    let numbered = |number| {
        level
            .scene
            .numbered_name_of(ColliderId::Triangle(triangle(number)))
    };
    assert_eq!(numbered(1), "a.obj, triangle 2");
    assert_eq!(numbered(2), "a.obj, triangle 1", "of the second mesh");
    let prop = |number| level.scene.numbered_name_of(ColliderId::Box(BoxId(number)));
    assert_eq!(
        [prop(0), prop(1), prop(2)],
        ["crate 1", "fence 1", "crate 2"]
    );

    let mesh = level.scene.mesh_of(triangle(3)).unwrap();
    assert_eq!(
        (mesh.first, mesh.placement.position),
        (triangle(2), DVec3::X * 5.0)
    );
    let look = |number| {
        level
            .scene
            .model_of(BoxId(number))
            .map(|model| model.look.clone())
    };
    let kind = |name: &str| Some(Look::Prop { kind: name.into() });
    assert_eq!(
        (look(1), look(2), look(3)),
        (kind("fence"), kind("crate"), None)
    );
}

#[test]
fn a_mesh_can_be_drawn_only_or_collided_only() {
    let body = "[[mesh]]\nfile = \"a.obj\"\ncollide = false\n[[mesh]]\nfile = \"b.obj\"\nvisible = false\n";
    let level = load(body, &[("l/a.obj", TRIANGLE), ("l/b.obj", TRIANGLE)])
        .level
        .unwrap();
    assert_eq!(
        (level.world.triangles().len(), level.scene.models.len()),
        (1, 1)
    );
    assert_eq!(
        level.scene.name_of(ColliderId::Triangle(TriangleId(0))),
        "b.obj"
    );
}

#[test]
fn a_custom_kind_takes_its_box_from_its_mesh() {
    let body = "[kinds.slab]\nmesh = \"../slab.obj\"\n[[prop]]\nkind = \"slab\"\nposition = [0, 0, 0]\nscale = 2\n";
    let slab = "v 0 0 0\nv 4 0 0\nv 4 0 2\nv 0 0 2\nf 4 3 2 1\n";
    let level = load(body, &[("l/../slab.obj", slab)]).level.unwrap();
    let obb = level.world.boxes()[0];
    assert_eq!(
        (obb.center(), obb.half_extents()),
        (DVec3::new(4.0, 0.0, 2.0), DVec3::new(4.0, 0.0, 2.0))
    );
}

#[test]
fn missing_meshes_are_reported_where_the_level_names_them() {
    let body = "[[mesh]]\nfile = \"none.obj\"\n[kinds.x]\nmesh = \"../none.obj\"\n";
    let found = problems(body, &[]);
    assert_eq!(
        found,
        [
            "l/a.toml:6:8: cannot read `l/none.obj`: there is no such file",
            "l/a.toml:8:8: cannot read `none.obj`: there is no such file",
        ]
    );
    let twice = "[[mesh]]\nfile = \"none.obj\"\n".repeat(2);
    assert_eq!(problems(&twice, &[]).len(), 2, "each line needs a repair");
}

#[test]
fn a_level_mesh_with_a_built_in_path_is_a_mesh_of_its_own() {
    let text = format!(
        "{HEAD}[[mesh]]\nfile = \"assets/crate.obj\"\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n"
    );
    let files = MemoryFiles::new([("a.toml", text.as_str()), ("assets/crate.obj", TRIANGLE)]);
    let loaded = load_level(Path::new("a.toml"), &files);
    let world = loaded.level.unwrap().world;
    assert_eq!(world.triangles().len(), 1);
    assert_eq!(world.boxes()[0].half_extents(), DVec3::splat(0.5));
}

#[test]
fn a_missing_level_is_a_problem_of_the_file() {
    let loaded = load_level(
        Path::new("none.toml"),
        &MemoryFiles::new([("a.toml", HEAD)]),
    );
    assert!(loaded.level.is_none());
    assert!(
        loaded.diagnostics[0]
            .to_string()
            .starts_with("error: none.toml: cannot be read")
    );
}

/// An OBJ text of this many faces: triangles, squares, degenerate and repeated faces, in groups and materials.
fn mesh_of(faces: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::from("mtllib a.mtl\n");
    for face in 0..faces {
        match random.below(400) {
            0 => writeln!(text, "g part {}", random.below(3)),
            1 => writeln!(text, "usemtl {}", ["red", "blue", "none"][random.below(3)]),
            _ => Ok(()),
        }
        .unwrap();
        let (x, z) = ((face % 300) as f64 * 0.5, (face / 300) as f64 * 0.5);
        let y = random.below(100) as f64 * 0.001;
        writeln!(
            text,
            "v {x} {y} {z}\nv {x} 0 {}\nv {} 0 {}",
            z + 0.4,
            x + 0.4,
            z + 0.4
        )
        .unwrap();
        match random.below(50) {
            0 => writeln!(text, "f -3 -2 -2"),
            1 => writeln!(text, "f -3 -2 -1\nf -1 -3 -2"),
            2 if face > 0 => writeln!(text, "f -3 -2 -1 -4"),
            3 => writeln!(text, "f 1 2 3"),
            _ => writeln!(text, "f -3 -2 -1"),
        }
        .unwrap();
    }
    text
}

#[test]
fn every_number_of_threads_loads_the_same_level() {
    const MATERIALS: &str = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n";
    for (faces, one_sided) in [
        (0, false),
        (1, false),
        (8192, false),
        (8193, true),
        (60_000, false),
    ] {
        let mesh = mesh_of(faces, 7 + faces as u64);
        let level = format!(
            "{HEAD}player.one_sided = {one_sided}\n[[mesh]]\nfile = \"a.obj\"\nrotation_deg = [3, 40, 5]\n\
             [[mesh]]\nfile = \"a.obj\"\nposition = [0, 30, 0]\nscale = [-1, 1, 0.001]\n\
             [[prop]]\nkind = \"crate\"\nposition = [5, 3, 5]\n"
        );
        let files = [("a.toml", &*level), ("a.obj", &mesh), ("a.mtl", MATERIALS)];
        let files = MemoryFiles::new(files);
        let bits = |path: &str| {
            let loaded = match path {
                "a.obj" => {
                    load_mesh_as_level(path.as_ref(), None, &files, &Budget::OWN, &mut |_| ())
                        .loaded
                }
                _ => load_level(path.as_ref(), &files),
            };
            let LoadedLevel {
                level,
                diagnostics,
                excess,
            } = loaded;
            let mut chunks = Vec::new();
            pack_level(
                level.as_ref(),
                &diagnostics,
                excess.as_ref(),
                &mut |chunk| {
                    chunks.push(chunk.to_vec());
                },
            );
            chunks
        };
        for path in ["a.toml", "a.obj"] {
            let expected = with_threads(1, || bits(path));
            assert!(expected.is_some());
            for threads in [2, 16] {
                let found = with_threads(threads, || bits(path));
                assert!(
                    found == expected,
                    "{path}, {faces} faces, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn progress_is_reported_for_long_meshes_only() {
    let long = format!("{TRIANGLE}{}", "v 0.0 0.0 1\n".repeat(300_000));
    let level = format!("{HEAD}[[mesh]]\nfile = \"a.obj\"\n[[mesh]]\nfile = \"b.obj\"\n");
    let files = MemoryFiles::new([
        ("a.toml", level.as_str()),
        ("a.obj", &long),
        ("b.obj", TRIANGLE),
    ]);
    let (mut reports, mut stages) = (Vec::new(), Vec::new());
    let loaded = load_level_reporting(Path::new("a.toml"), &files, &Budget::OWN, &mut |progress| {
        if progress.stage == LoadStage::Read {
            assert_eq!((progress.file, progress.total), ("a.obj", long.len()));
            reports.push(progress.done * 10 / progress.total);
        } else {
            stages.push(progress.stage);
        }
    });
    assert!(loaded.level.is_some());
    // After each MiB of 3.4 that tobj reads.
    assert_eq!(reports, [2, 5, 8]);
    assert_eq!(stages, [LoadStage::Cut, LoadStage::Build, LoadStage::Check]);
}

#[test]
fn missing_materials_cost_only_the_colours() {
    let text = format!("mtllib none.mtl\n{TRIANGLE}");
    let loaded = load("[[mesh]]\nfile = \"a.obj\"\n", &[("l/a.obj", &text)]);
    assert!(loaded.level.is_some());
    assert_eq!(loaded.diagnostics[0].location(), "l/a.obj:1:8");
    assert_eq!(loaded.diagnostics[0].severity, Severity::Warning);
}

#[test]
fn a_line_may_name_several_files_of_materials_or_one_with_spaces_or_in_a_folder() {
    let read = |names: &str, files: &[&str]| {
        let text = format!("mtllib {names}\nusemtl red\n{TRIANGLE}");
        let mut all = vec![("l/a.obj", text.as_str())];
        all.extend(files.iter().map(|file| (*file, "newmtl red\nKd 1 0 0\n")));
        let loaded = load("[[mesh]]\nfile = \"a.obj\"\n", &all);
        let level = loaded.level.unwrap();
        let problems: Vec<_> = loaded
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect();
        (
            level.scene.models[0].mesh.parts[0].material.is_some(),
            problems,
        )
    };
    let fine = (true, vec![]);
    assert_eq!(read("b.mtl c.mtl", &["l/b.mtl", "l/c.mtl"]), fine);
    assert_eq!(read("my colours.mtl", &["l/my colours.mtl"]), fine);
    assert_eq!(read("in\\b.mtl", &["l/in/b.mtl"]), fine);
    let missing = |name: &str| {
        vec![format!(
            "cannot read the materials `l/{name}`: there is no such file"
        )]
    };
    assert_eq!(read("b.mtl c.mtl", &["l/c.mtl"]), (true, missing("b.mtl")));
    assert_eq!(
        read("my colours.mtl", &[]),
        (false, missing("my colours.mtl"))
    );
    assert_eq!(read("b.mtl", &[]), (false, missing("b.mtl")));
}

#[test]
fn a_line_with_many_names_opens_only_so_many_files_and_each_once() {
    let read = |names: &str| {
        let text = format!("mtllib {names}\nmtllib {names} x\nusemtl red\n{TRIANGLE}");
        let materials = "newmtl red\nKd 1 0 0\n";
        let names: BTreeSet<&str> = names.split(' ').collect();
        let paths: Vec<_> = names.iter().map(|name| format!("l/{name}")).collect();
        let mut all = vec![("l/a.obj", text.as_str())];
        all.extend(paths.iter().map(|path| (path.as_str(), materials)));
        let loaded = load("[[mesh]]\nfile = \"a.obj\"\n", &all);
        let level = loaded.level.unwrap();
        assert!(level.scene.models[0].mesh.parts[0].material.is_some());
        let problems = loaded
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone());
        problems.collect::<Vec<_>>()
    };
    let missing = "cannot read the materials `l/x`: there is no such file";
    let same = ["b.mtl"; 50_000].join(" ");
    assert_eq!(read(&same), [missing]);
    let names: Vec<_> = (0..51).map(|number| format!("{number}.mtl")).collect();
    assert_eq!(
        read(&names.join(" ")),
        [50, 0].map(|most| format!("only {most} of these files of materials are read"))
    );
}

#[test]
fn a_material_colours_the_parts_that_use_it() {
    let text = format!("mtllib a.mtl\nusemtl red brick\n{TRIANGLE}usemtl none\nf 3 2 1\n");
    let material = "newmtl red brick\nKd 0.5 0.2 0.1\n";
    let loaded = load(
        "[[mesh]]\nfile = \"a.obj\"\n",
        &[("l/a.obj", &text), ("l/a.mtl", material)],
    );
    let level = loaded.level.unwrap();
    let mesh = &level.scene.models[0].mesh;
    let materials: Vec<_> = mesh.parts.iter().map(|part| part.material).collect();
    assert_eq!(materials, [Some(0), None]);
    let color = [0.5, 0.2, 0.1].map(linear);
    assert_eq!(mesh.materials[0].color[..3], color);
}

#[test]
fn a_placement_that_leaves_nothing_of_a_mesh_is_an_error() {
    let body = "[[mesh]]\nfile = \"a.obj\"\nposition = [1e9, 0, 0]\n";
    let found = problems(body, &[("l/a.obj", TRIANGLE)]);
    assert_eq!(
        found,
        ["l/a.toml:5:1: this placement leaves no triangle of the mesh"]
    );
}

#[test]
fn a_level_weighs_its_text_each_placed_mesh_once_and_a_quarter_for_every_placement() {
    let path = Path::new("levels/a.toml");
    let weight = |text: &str| {
        let size = |mesh: &Path| mesh.ends_with("known.obj").then_some(1000);
        let weight = level_weight(path, text, &size)?;
        Some(weight - text.len() as u64)
    };
    let mesh = "[[mesh]]\nfile = \"known.obj\"\n";
    assert_eq!(weight(""), Some(0));
    assert_eq!(weight(mesh), Some(1250));
    assert_eq!(weight(&mesh.repeat(3)), Some(1000 + 3 * 250));
    assert_eq!(weight("[[mesh]]\nfile = \"other.obj\"\n"), None);
    // A kind without a prop costs nothing.
    let kinds = "[kinds]\na.mesh = \"known.obj\"\nb.mesh = \"other.obj\"\n";
    let prop = |kind: &str| format!("[[prop]]\nkind = \"{kind}\"\nposition = [0, 0, 0]\n");
    assert_eq!(weight(kinds), Some(0));
    assert_eq!(weight(&(kinds.to_owned() + &prop("a"))), Some(1250));
    assert_eq!(weight(&(kinds.to_owned() + &prop("b"))), None);
    let of_crate = BUILT_IN_MESHES
        .read("assets/crate.obj".as_ref())
        .expect("a built-in mesh")
        .len() as u64;
    let crates = prop("crate").repeat(2);
    assert_eq!(weight(&crates), Some(of_crate + of_crate / 4 * 2));
    // Signs are too small to count.
    let sign = "[[sign]]\nposition = [0, 0, 0]\ntext = \"Hello\"\n";
    assert_eq!(weight(sign), Some(0));
}
