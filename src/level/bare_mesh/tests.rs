//! Tests of levels around bare meshes: what is written, refused and read once.

use glam::Vec3;

use super::*;
use crate::level::gltf::tests::Made;
use crate::level::text::Severity;
use crate::player::Command;
use crate::sim::Sim;
use crate::test_support::MemoryFiles;

/// A box of this size that stands on `base`.
fn box_mesh(size: DVec3, base: DVec3) -> String {
    let mut text = String::new();
    for number in 0..8 {
        let side = |bit: i32| if number >> bit & 1 == 1 { 0.5 } else { -0.5 };
        let corner = base + size * (DVec3::new(side(0), side(1), side(2)) + DVec3::Y * 0.5);
        text += &format!("v {} {} {}\n", corner.x, corner.y, corner.z);
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 5 7 3\nf 2 4 8 6\nf 1 2 6 5\nf 3 7 8 4\n"
}

/// The level's text, and the player's position after a second.
pub(crate) fn stand(mesh: &str, name: &str) -> (String, DVec3) {
    let MeshLevel { loaded, text, .. } = load_mesh_as_level(
        name.as_ref(),
        None,
        &MemoryFiles::new([(name, mesh)]),
        &Budget::OWN,
        &mut |_| (),
    );
    let errors = loaded.diagnostics.iter();
    let errors: Vec<_> = errors
        .filter(|problem| problem.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    assert!(
        loaded.diagnostics.is_empty(),
        "{:?}\n{text}",
        loaded.diagnostics
    );
    let mut sim = Sim::of_level(loaded.level.unwrap(), 60).0;
    let start = sim.player().position;
    for _ in 0..60 {
        sim.tick(&Command::default());
    }
    assert_eq!(sim.player().ground.name(), "floor", "{text}");
    assert!(start.distance(sim.player().position) < 0.01, "{text}");
    (text, start)
}

#[test]
fn the_spawn_of_a_wide_mesh_is_in_the_middle_of_its_ground() {
    let (_, start) = stand(
        &box_mesh(DVec3::new(40.0, 2.0, 60.0), DVec3::X * 5.0),
        "a.obj",
    );
    assert!(start.distance(DVec3::new(5.0, 2.5, 0.0)) < 0.01, "{start}");
}

#[test]
fn the_spawn_of_a_narrow_mesh_is_beside_it_on_added_ground() {
    let (text, start) = stand(&box_mesh(DVec3::splat(4.0), DVec3::Y * -300.0), "a.obj");
    assert!(
        start.distance(DVec3::new(0.0, -299.5, 7.0)) < 0.01,
        "{start}"
    );
    assert!(text.contains("kill_y = -35") && text.contains("kind = \"block\""));
}

#[test]
fn a_mesh_of_unusual_size_is_scaled() {
    let (text, _) = stand(&box_mesh(DVec3::splat(0.02), DVec3::ZERO), "a.obj");
    assert!(text.contains("scale = 500.0"), "{text}");
    let (text, _) = stand(&box_mesh(DVec3::splat(30_000.0), DVec3::ZERO), "a.obj");
    assert!(
        text.contains("units = \"mm\"") && !text.contains("no unit"),
        "{text}"
    );
}

#[test]
fn a_bare_mesh_is_read_and_built_once() {
    /// Counts the reads of the mesh.
    struct Counted(MemoryFiles<'static>, core::cell::Cell<usize>);

    impl Files for Counted {
        fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            self.1.set(self.1.get() + 1);
            self.0.read(path)
        }
    }

    let sizes = [DVec3::splat(4.0), DVec3::new(40.0, 2.0, 60.0)];
    let usual = sizes.map(|size| box_mesh(size, DVec3::ZERO));
    let unusual = [0.02, 30_000.0].map(|size| box_mesh(DVec3::splat(size), DVec3::ZERO));
    for mesh in usual.into_iter().chain(unusual) {
        let files = Counted(
            MemoryFiles::new([("a.obj", mesh)]),
            core::cell::Cell::new(0),
        );
        let mut stages = Vec::new();
        let mut report = |progress: Progress<'_>| stages.push(progress.stage);
        let made = load_mesh_as_level("a.obj".as_ref(), None, &files, &Budget::OWN, &mut report);
        assert_eq!(
            stages,
            [LoadStage::Build, LoadStage::Check],
            "{}",
            made.text
        );
        assert_eq!(files.1.get(), 1, "{}", made.text);
        // The text alone makes the same level.
        let files = super::super::WithLevel {
            path: "level.toml".as_ref(),
            text: &made.text,
            files: &files,
        };
        let path = "level.toml".as_ref();
        let loaded = super::super::load_level(path, &files);
        assert!(loaded.level == made.loaded.level, "{}", made.text);
        assert_eq!(loaded.diagnostics, made.loaded.diagnostics);
    }
}

#[test]
fn a_gltf_file_is_in_metres_with_y_up_and_doubted_where_it_seems_not_to_be() {
    // A block 3 high, 10 and 8 wide: in metres, as if in centimetres, and in no unit at all.
    for (size, scale, is_doubtful) in [
        (Vec3::new(10.0, 3.0, 8.0), 1.0, false),
        (Vec3::new(1000.0, 300.0, 800.0), 1.0, true),
        (Vec3::new(10.0, 3.0, 8.0) * 1e6, 1e-6, true),
    ] {
        let corners: Vec<_> = (0..8)
            .map(|number| [number & 1, number >> 1 & 1, number >> 2 & 1].map(|bit| bit as f32))
            .map(|corner| (Vec3::from(corner) * size).to_array())
            .collect();
        let indices = [
            0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5,
            4, 2, 6, 7, 2, 7, 3,
        ];
        let text = String::from_utf8(Made::with(4, &corners, &indices).text()).unwrap();
        let files = MemoryFiles::new([("a.gltf", text)]);
        let level = load_mesh_as_level("a.gltf".as_ref(), None, &files, &Budget::OWN, &mut |_| ());
        assert!(
            level.loaded.level.is_some(),
            "{:?}",
            level.loaded.diagnostics
        );
        let expected = MeshGuess {
            scale,
            is_doubtful,
            ..MeshGuess::chosen(MeshSpace::default())
        };
        assert_eq!(level.guess, expected, "{size}");
    }
}

#[test]
fn a_file_name_with_quotes_is_escaped() {
    let name = "a \"b\" \\ c.obj";
    let (text, _) = stand(&box_mesh(DVec3::splat(4.0), DVec3::ZERO), name);
    assert!(text.contains(r#"file = "a \"b\" \\ c.obj""#), "{text}");
}

#[test]
fn a_mesh_of_any_size_and_place_is_played_or_refused_in_words_of_its_author() {
    let refused = |mesh: &str| {
        let files = MemoryFiles::new([("tiny.obj", mesh)]);
        let path = "tiny.obj".as_ref();
        let budget = &Budget::OWN;
        let made = load_mesh_as_level(path, None, &files, budget, &mut |_| ()).loaded;
        assert!(made.level.is_none());
        let problem = made.diagnostics.first().expect("a problem").clone();
        let words = problem.to_string();
        for of_levels in ["level.toml", "`scale`", "`position`", "toml"] {
            assert!(!words.contains(of_levels), "{words}");
        }
        assert!(problem.location().starts_with("tiny.obj"), "{words}");
        problem.message + ": " + &problem.help.unwrap_or_default()
    };
    // The smallest that 32 bits hold, and the smallest that may be scaled.
    let small = "this mesh is too small: it is 1.0e-30 m wide, and may be enlarged 1e9 times at most: enlarge it in your \
                 modeller to 1.2e-8 m or more, and export it again";
    assert_eq!(refused(&box_mesh(DVec3::splat(1e-30), DVec3::ZERO)), small);
    let floor = "v 0 0 0\nv 0 0 1e-20\nv 1e-20 0 0\nf 1 2 3\n";
    for mesh in [
        box_mesh(DVec3::splat(1e-44), DVec3::ZERO),
        box_mesh(DVec3::splat(5e-9), DVec3::ZERO),
        floor.to_owned(),
    ] {
        assert!(refused(&mesh).starts_with("this mesh is too small"));
    }
    // Scaled 10 000 times, it would lie beyond the end of levels.
    let far = box_mesh(DVec3::splat(1e-3), DVec3::X * 1e6);
    let words = "this mesh is too far from its origin: it is 1.0e-3 m wide, and reaches to 1.0e6 m from there: move it \
                 to the origin in your modeller, and export it again";
    // 32 bits cut the width to a sixteenth of a metre, or to nothing.
    assert!(refused(&far).contains("no usable triangle") || refused(&far) == words);
    for (size, base) in [(10.0, DVec3::X * 2e9), (1.0, DVec3::Z * 3e9)] {
        let words = refused(&box_mesh(DVec3::splat(size), base));
        let fits = ["this mesh is too far", "this mesh has no usable"];
        assert!(fits.iter().any(|start| words.starts_with(start)), "{words}");
    }
    for nothing in [
        "",
        "v 0 0 0\n",
        "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n",
        "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
    ] {
        assert!(refused(nothing).starts_with("this mesh has no usable triangle"));
    }
    // What is played, with ground below the player's feet: see `stand`.
    for mesh in [
        box_mesh(DVec3::splat(2e-8), DVec3::ZERO),
        box_mesh(DVec3::splat(1e37), DVec3::ZERO),
        box_mesh(DVec3::splat(1e5), DVec3::X * 1e9),
        box_mesh(DVec3::new(0.1, 25.0, 0.1), DVec3::ZERO),
        box_mesh(DVec3::new(1.0, 1000.0, 1.0), DVec3::ZERO),
        box_mesh(DVec3::new(5.0, 0.001, 5.0), DVec3::ZERO),
    ] {
        stand(&mesh, "a.obj");
    }
}

#[test]
fn an_unusable_mesh_is_reported_with_its_place() {
    let broken = load_mesh_as_level(
        "a.obj".as_ref(),
        None,
        &MemoryFiles::new([("a.obj", "v 1 2\n")]),
        &Budget::OWN,
        &mut |_| (),
    )
    .loaded;
    assert!(broken.level.is_none());
    assert_eq!(broken.diagnostics[0].location(), "a.obj:1:1");
}
