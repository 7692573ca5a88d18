//! `sidle new`.

use std::fs;

use super::run::{Folder, sidle, sidle_in};

#[test]
fn a_new_level_checks_clean_and_each_way_leads_up_to_the_finish() {
    let folder = Folder::new();
    let printed = sidle_in(&folder.0, &["new", "mine"]).fine();
    assert!(printed.contains("sidle mine.toml\n"), "{printed}");
    let checked = sidle_in(&folder.0, &["check", "mine.toml"]).fine();
    assert!(checked.starts_with("mine.toml: ok: "), "{checked}");
    // Steps of seconds, the heading in degrees, whether to walk, and whether to jump.
    type Steps = &'static [(f64, f64, u8, bool)];
    let ways: [(&str, Steps); 3] = [
        (
            "stairs",
            &[
                (1.2, 90.0, 1, false),
                (3.6, 0.0, 1, false),
                (1.6, -90.0, 1, false),
            ],
        ),
        ("ramp", &[(1.85, 0.0, 1, false), (1.0, 0.0, 1, true)]),
        (
            "lift",
            &[
                (1.16, -90.0, 1, false),
                (1.62, 0.0, 1, false),
                // The lift is back after 4.76 s.
                (1.95, 0.0, 0, false),
                (0.45, 0.0, 1, false),
                (2.0, 0.0, 0, false),
                (0.8, 0.0, 1, false),
                (1.6, 90.0, 1, false),
            ],
        ),
    ];
    for (way, steps) in ways {
        let text: String = steps
            .iter()
            .map(|(seconds, yaw, forward, jump)| {
                format!(
                    "[[step]]\nseconds = {seconds}\nyaw_deg = {yaw}\nforward = {forward}\njump = {jump}\n"
                )
            })
            .collect();
        folder.file("walk.toml", &text);
        let run = ["simulate", "mine.toml", "--script", "walk.toml", "--json"];
        let outcome = super::run::json(&sidle_in(&folder.0, &run).fine());
        assert_eq!(outcome["level"], "mine");
        let [x, y, z] = super::run::three(&outcome["end"]);
        assert!((2.85..3.0).contains(&y) && z < -5.8, "{way}: {x} {y} {z}");
        let events = outcome["zones"].to_string();
        assert!(events.contains("finish"), "{way}: {x} {y} {z}: {events}");
    }
}

#[test]
fn an_empty_level_has_a_floor_and_a_player_who_stands_on_it() {
    let folder = Folder::new();
    sidle_in(&folder.0, &["new", "--empty", "mine"]).fine();
    let checked = sidle_in(&folder.0, &["check", "mine.toml"]).fine();
    assert!(checked.contains("1 prop"), "{checked}");
    let run = ["simulate", "mine.toml", "--json"];
    let outcome = super::run::json(&sidle_in(&folder.0, &run).fine());
    assert_eq!(outcome["level"], "mine");
    assert_eq!(super::run::three(&outcome["end"]), [0.0, 0.5, 7.0]);
    assert_eq!(sidle_in(&folder.0, &["new", "--empty"]).code, 2);
    let both = ["new", "other", "--empty", "--kit", "."];
    assert_eq!(sidle_in(&folder.0, &both).code, 2);
}

#[test]
fn new_never_overwrites_a_file_and_needs_an_existing_folder() {
    let folder = Folder::new();
    folder.file("mine.toml", "all my work");
    for name in ["mine", "mine.toml"] {
        let said = sidle_in(&folder.0, &["new", name]).failed(1);
        assert_eq!(
            said,
            "error: cannot write `mine.toml`: the file already exists\n"
        );
    }
    let kept = fs::read_to_string(folder.path("mine.toml")).unwrap();
    assert_eq!(kept, "all my work");
    let said = sidle_in(&folder.0, &["new", "none/mine"]).failed(1);
    assert!(
        said.ends_with("the folder does not exist: create it first, or leave it out\n"),
        "{said}"
    );
    assert!(!folder.0.join("none").exists());
    assert_eq!(sidle(&["new"]).code, 2);
}

#[test]
fn any_name_makes_a_valid_level() {
    let folder = Folder::new();
    for name in ["two words", "say \"hi\"", "v1.2", "äöü", "NAME"] {
        sidle_in(&folder.0, &["new", name]).fine();
        let file = format!("{name}.toml");
        let run = ["simulate", "--json", &file];
        let outcome = super::run::json(&sidle_in(&folder.0, &run).fine());
        assert_eq!(outcome["level"], name);
    }
    for name in [".", "..", "/"] {
        let said = sidle_in(&folder.0, &["new", name]).failed(1);
        assert!(said.contains("is not a file name"), "{said}");
    }
}

#[test]
fn a_new_level_names_the_schema_when_it_lies_beside_it() {
    let folder = Folder::new();
    sidle_in(&folder.0, &["new", "without"]).fine();
    folder.file("level.schema.json", "{}");
    sidle_in(&folder.0, &["new", "with"]).fine();
    let first = |name| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(first("with.toml"), "#:schema level.schema.json");
    assert!(first("without.toml").starts_with("# "));
}

/// A box of this size on `base`, as an OBJ text.
fn piece(size: [f64; 3], base: [f64; 3]) -> String {
    let mut text = String::new();
    for number in 0..8 {
        let corner: Vec<_> = (0..3)
            .map(|axis| (base[axis] + f64::from(number >> axis & 1) * size[axis]).to_string())
            .collect();
        text += &format!("v {}\n", corner.join(" "));
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 5 7 3\nf 2 4 8 6\nf 1 2 6 5\nf 3 7 8 4\n"
}

#[test]
fn a_kit_has_a_kind_and_a_prop_for_each_mesh_of_its_folder() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("kit/more")).unwrap();
    let pieces = [
        ("wall.obj", [4.0, 3.0, 0.2], [-2.0, 0.0, -0.1]),
        ("Wall (2).obj", [2.0, 3.0, 0.2], [0.0, 0.0, 0.0]),
        ("Wall [2].OBJ", [8.0, 1.0, 6.0], [-4.0, -0.5, -3.0]),
        ("crate.obj", [1.0, 1.0, 1.0], [-0.5, -0.5, -0.5]),
        ("more/hidden.obj", [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]),
    ];
    for (name, size, base) in pieces {
        folder.file(&format!("kit/{name}"), &piece(size, base));
    }
    folder.file("kit/readme.txt", "not a mesh");
    sidle_in(&folder.0, &["new", "--kit", "kit"]).fine();
    let text = fs::read_to_string(folder.path("kit.toml")).unwrap();
    let kinds: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("[kinds"))
        .collect();
    let expected = [
        "[kinds.Wall__2_]",
        "[kinds.Wall__2__2]",
        "[kinds.crate_2]",
        "[kinds.wall]",
    ];
    assert_eq!(kinds, expected);
    assert!(
        text.contains("mesh = \"kit/Wall (2).obj\"\ncollide = \"mesh\"\n"),
        "{text}"
    );
    let checked = sidle_in(&folder.0, &["check", "kit.toml"]).fine();
    assert!(
        checked.contains("ok: 0 meshes, 48 triangles, 5 props"),
        "{checked}"
    );
    // Pieces stand on the floor, and none is in another.
    let level = sidle::level::load_level(&folder.0.join("kit.toml"), &sidle::level::Disk);
    let level = level.level.unwrap();
    let boxes: Vec<_> = (1..5)
        .map(|number| level.scene.prop_bounds(number).unwrap())
        .collect();
    for (number, a) in boxes.iter().enumerate() {
        assert!((a.center().y - a.half_extents().y).abs() < 1e-3);
        for b in &boxes[..number] {
            let gap = (a.center() - b.center()).abs() - a.half_extents() - b.half_extents();
            assert!(gap.x.max(gap.z) > 0.9, "{a:?} {b:?}");
        }
    }
    // Elsewhere, by another name, and never over a file.
    fs::create_dir(folder.path("levels")).unwrap();
    sidle_in(&folder.0, &["new", "levels/mine", "--kit", "kit"]).fine();
    sidle_in(&folder.0, &["check", "levels/mine.toml"]).fine();
    let said = sidle_in(&folder.0, &["new", "--kit", "kit"]).failed(1);
    assert!(said.ends_with("the file already exists\n"), "{said}");
}

#[test]
fn a_kit_in_centimetres_is_scaled_and_a_huge_one_is_cut() {
    let folder = Folder::new();
    fs::create_dir(folder.path("big")).unwrap();
    fs::create_dir(folder.path("many")).unwrap();
    for number in 0..3 {
        let wall = piece([400.0, 300.0, 20.0], [0.0; 3]);
        folder.file(&format!("big/wall{number}.obj"), &wall);
    }
    sidle_in(&folder.0, &["new", "--kit", "big"]).fine();
    sidle_in(&folder.0, &["check", "big.toml"]).fine();
    let text = fs::read_to_string(folder.path("big.toml")).unwrap();
    assert_eq!(text.matches("\nscale = 0.01\n").count(), 3, "{text}");

    for number in 0..503 {
        folder.file(&format!("many/{number}.obj"), &piece([1.0; 3], [0.0; 3]));
    }
    let run = sidle_in(&folder.0, &["new", "--kit", "many"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("has 503 meshes: the level has the first 500"),
        "{}",
        run.stderr
    );
    sidle_in(&folder.0, &["check", "many.toml"]).fine();
}

#[test]
fn a_level_is_made_around_a_mesh_a_map_or_a_picture_of_heights() {
    let folder = Folder::new();
    fs::create_dir(folder.path("meshes")).unwrap();
    folder.file("meshes/hall.obj", &piece([12.0, 3.0, 9.0], [0.0; 3]));
    sidle_in(&folder.0, &["new", "--from", "meshes/hall.obj"]).fine();
    let text = fs::read_to_string(folder.path("hall.toml")).unwrap();
    assert!(text.contains("file = \"meshes/hall.obj\"\n"), "{text}");
    let checked = sidle_in(&folder.0, &["check", "hall.toml"]).fine();
    assert!(checked.contains("ok: 1 mesh, 12 triangles"), "{checked}");

    let planes = [
        "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) floor 0 0 0 1 1",
        "( 0 0 -16 ) ( 1 0 -16 ) ( 0 1 -16 ) floor 0 0 0 1 1",
        "( -512 0 0 ) ( -512 1 0 ) ( -512 0 1 ) floor 0 0 0 1 1",
        "( 512 0 0 ) ( 512 0 1 ) ( 512 1 0 ) floor 0 0 0 1 1",
        "( 0 -512 0 ) ( 0 -512 1 ) ( 1 -512 0 ) floor 0 0 0 1 1",
        "( 0 512 0 ) ( 1 512 0 ) ( 0 512 1 ) floor 0 0 0 1 1",
    ];
    let map = format!(
        "{{\n\"classname\" \"worldspawn\"\n{{\n{}\n}}\n}}\n\
         {{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 24\"\n}}\n",
        planes.join("\n")
    );
    folder.file("meshes/yard.map", &map);
    sidle_in(
        &folder.0,
        &["new", "meshes/mine", "--from", "meshes/yard.map"],
    )
    .fine();
    let text = fs::read_to_string(folder.path("meshes/mine.toml")).unwrap();
    assert!(text.contains("name = \"mine\"\n") && text.contains("file = \"yard.map\"\n"));
    sidle_in(&folder.0, &["check", "meshes/mine.toml"]).fine();

    let hills = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/hills.png");
    fs::copy(hills, folder.path("meshes/hills.png")).unwrap();
    sidle_in(&folder.0, &["new", "--from", "meshes/hills.png"]).fine();
    let text = fs::read_to_string(folder.path("hills.toml")).unwrap();
    assert!(
        text.contains("file = \"meshes/hills.png\"\nsize = ["),
        "{text}"
    );
    sidle_in(&folder.0, &["check", "hills.toml"]).fine();
    folder.file("none.png", "no picture");

    for (arguments, words) in [
        (["--from", "walk.toml"], "`walk.toml` is no mesh"),
        (["--from", "none.png"], "`none.png` is no PNG"),
        (["--from", "none.obj"], "no level can be made of `none.obj`"),
    ] {
        let run = sidle_in(&folder.0, &["new", "other", arguments[0], arguments[1]]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert!(!folder.0.join("other.toml").exists());
    let both = ["new", "--kit", "meshes", "--from", "meshes/hall.obj"];
    assert_eq!(sidle_in(&folder.0, &both).code, 2);
}

#[test]
fn a_kit_without_a_usable_mesh_says_why() {
    let folder = Folder::new();
    let said = sidle_in(&folder.0, &["new", "--kit", "none"]).failed(1);
    assert!(
        said.contains("`none` is no folder with meshes: there is no such folder"),
        "{said}"
    );
    fs::create_dir(folder.path("kit")).unwrap();
    let said = sidle_in(&folder.0, &["new", "--kit", "kit"]).failed(1);
    assert!(
        said.contains("the folder `kit` has no mesh: expected files"),
        "{said}"
    );
    folder.file("kit/broken.obj", "v 1 2\n");
    let said = sidle_in(&folder.0, &["new", "--kit", "kit"]).failed(1);
    assert!(
        said.contains("kit/broken.obj:1:1") && said.contains("no mesh of `kit`"),
        "{said}"
    );
    assert!(!folder.0.join("kit.toml").exists());
    // The good ones are taken.
    folder.file("kit/good.obj", &piece([1.0; 3], [0.0; 3]));
    let run = sidle_in(&folder.0, &["new", "--kit", "kit"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("broken.obj` is left out"),
        "{}",
        run.stderr
    );
    sidle_in(&folder.0, &["check", "kit.toml"]).fine();
}
