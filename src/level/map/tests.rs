//! Maps of all formats are read, and damaged ones are explained.
//!
//! Here are the maps that the tests write, and the tests of whole maps.

use glam::{DAffine3, DMat3, DVec3, Vec3};

use super::*;
use crate::level::authored::AuthoredAction;
use crate::level::files::{EmbeddedFiles, Files};
use crate::level::meshes::{ImageFiles, Images};
use crate::level::text::Severity;

mod movers;

/// A box of one material, as TrenchBroom writes it.
pub fn cuboid(low: [i32; 3], high: [i32; 3], material: &str) -> String {
    let [[a, b, c], [d, e, f]] = [low, high];
    let face = |points: [[i32; 3]; 3]| {
        let points = points.map(|[x, y, z]| format!("( {x} {y} {z} ) "));
        format!(
            "{}{material} [ 0 -1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n",
            points.concat()
        )
    };
    let faces = [
        [[a, b, c], [a, b + 1, c], [a, b, c + 1]],
        [[a, b, c], [a, b, c + 1], [a + 1, b, c]],
        [[a, b, c], [a + 1, b, c], [a, b + 1, c]],
        [[d, e, f], [d, e + 1, f], [d + 1, e, f]],
        [[d, e, f], [d + 1, e, f], [d, e, f + 1]],
        [[d, e, f], [d, e, f + 1], [d, e + 1, f]],
    ];
    format!("{{\n{}}}\n", faces.map(face).concat())
}

/// An entity of these keys and brushes.
pub fn entity(keys: &[(&str, &str)], brushes: &str) -> String {
    let keys = keys
        .iter()
        .map(|(key, value)| format!("\"{key}\" \"{value}\"\n"));
    format!("{{\n{}{brushes}}}\n", keys.collect::<String>())
}

fn read(text: &str) -> ReadMap {
    read_among(text, &EmbeddedFiles(&[]))
}

/// What is read of `maps/a.map`, with these `files` around it.
pub fn read_among(text: &str, files: &dyn Files) -> ReadMap {
    let around = ImageFiles {
        files,
        folder: "maps".as_ref(),
        most_bytes: 1 << 20,
    };
    let images = &mut Images::default();
    let source = Source::from_text("a.map", text.to_owned());
    read_map(&source, u64::MAX, &mut MapFiles { around, images })
}

fn usable(text: &str) -> Authored {
    let read = read(text);
    let problems: Vec<_> = read.problems.iter().map(ToString::to_string).collect();
    read.map
        .unwrap_or_else(|| panic!("{}", problems.join("\n")))
}

/// The titles of the warnings and errors.
fn titles(read: &ReadMap) -> Vec<&str> {
    let problems = read
        .problems
        .iter()
        .filter(|problem| problem.severity != Severity::Note);
    problems.map(|problem| problem.message.as_str()).collect()
}

const FLOOR: ([i32; 3], [i32; 3]) = ([-256, -256, -16], [256, 256, 0]);

pub fn world() -> String {
    entity(
        &[("classname", "worldspawn")],
        &cuboid(FLOOR.0, FLOOR.1, "stone"),
    )
}

#[test]
fn a_map_is_metres_with_y_up_and_every_texture_is_a_material() {
    let map = usable(&world());
    let [layer] = &map.layers[..] else {
        panic!("one layer")
    };
    assert!(layer.collides && layer.is_drawn);
    let mesh = &layer.mesh;
    assert_eq!(mesh.triangle_count(), 12);
    assert_eq!(
        (mesh.bounds.min(), mesh.bounds.max()),
        (DVec3::new(-8.0, -0.5, -8.0), DVec3::new(8.0, 0.0, 8.0))
    );
    assert_eq!(mesh.materials[0].name, "stone");
    let corner = mesh.parts[0].triangles.as_flattened().iter();
    assert!(
        corner
            .into_iter()
            .all(|corner| corner.abs().x == 8.0 && corner.abs().z == 8.0)
    );
    // The fronts look outwards.
    for corners in &mesh.parts[0].triangles {
        let [a, b, c] = *corners;
        assert!(
            (b - a)
                .cross(c - a)
                .dot((a + b + c) / 3.0 - Vec3::Y * -0.25)
                > 0.0
        );
    }
}

#[test]
fn all_formats_of_a_face_make_the_same_box() {
    let valve = cuboid([0; 3], [64; 3], "stone");
    let standard = valve.replace("[ 0 -1 0 0 ] [ 0 0 -1 0 ]", "0 0");
    let quake_2 = standard.replace("0 1 1\n", "0 1 1 134217728 0 0\n");
    let hexen = standard.replace("0 1 1\n", "0 1 1 -1\n");
    let matrix = valve.replace(
        "stone [ 0 -1 0 0 ] [ 0 0 -1 0 ] 0 1 1",
        "( ( 0.03 0 0 ) ( 0 0.03 0 ) ) stone 0 0 0",
    );
    let matrix = format!("{{\nbrushDef\n{matrix}}}\n");
    let quoted = valve.replace("stone", "\"stone\"");
    let tight = standard
        .replace("( ", "(")
        .replace(" )", ")")
        .replace('\n', "\r\n; a comment\r\n");
    let expected = usable(&entity(&[], &valve));
    for brush in [standard, quake_2, hexen, matrix, quoted, tight] {
        let map = usable(&entity(&[], &brush));
        assert_eq!(map.layers[0].mesh, expected.layers[0].mesh, "{brush}");
    }
    let planes = "( 1 0 0 -64 ) ( -1 0 0 0 ) ( 0 1 0 -64 ) ( 0 -1 0 0 ) ( 0 0 1 -64 ) ( 0 0 -1 0 )";
    let faces = planes.replace(" ) ", " ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"stone\" 0 0 0\n");
    let brush =
        format!("{{\nbrushDef3\n{{\n{faces} ( ( 1 0 0 ) ( 0 1 0 ) ) \"stone\" 0 0 0\n}}\n}}\n");
    assert_eq!(
        usable(&entity(&[], &brush)).layers[0].mesh.bounds,
        expected.layers[0].mesh.bounds
    );
}

#[test]
fn materials_and_classes_say_what_collides_and_what_is_drawn() {
    let brush = |at: i32, material: &str| cuboid([at, 0, 0], [at + 8, 8, 8], material);
    let brushes = ["stone", "clip", "*lava", "hint", "sky1", "trigger"];
    let brushes: String = (0..)
        .zip(brushes)
        .map(|(at, name)| brush(at * 64, name))
        .collect();
    let passable = entity(&[("classname", "func_illusionary")], &brush(900, "bush"));
    let detail = entity(&[("classname", "func_detail")], &brush(1000, "stone"));
    let map = usable(&(entity(&[("classname", "worldspawn")], &brushes) + &passable + &detail));
    let layers: Vec<_> = map
        .layers
        .iter()
        .map(|layer| {
            let names = layer
                .mesh
                .materials
                .iter()
                .map(|material| material.name.as_str());
            (
                layer.collides,
                layer.is_drawn,
                names.collect::<Vec<_>>(),
                layer.mesh.triangle_count(),
            )
        })
        .collect();
    assert_eq!(
        layers,
        [
            (true, true, vec!["stone"], 24),
            (true, false, vec!["clip", "sky1"], 24),
            (false, true, vec!["*lava", "bush"], 24),
        ]
    );
}

#[test]
fn boxes_of_water_are_zones_and_other_water_is_drawn() {
    let floor = cuboid([-64, -64, -16], [64, 64, 0], "stone");
    let pool = cuboid([-32, -64, 0], [64, 32, 96], "*water1");
    let wedge = [
        "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 )",
        "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 )",
        "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )",
        "( 64 0 0 ) ( 0 0 64 ) ( 0 64 0 )",
    ];
    let wedge = wedge.map(|face| format!("{face} *slime 0 0 0 1 1\n"));
    let wedge = format!("{{\n{}}}\n", wedge.concat());
    let world = floor + &pool + &wedge;
    let moat = cuboid([200, 0, 0], [232, 32, 32], "!moat");
    let moat = entity(&[("classname", "func_water")], &moat);
    let map = usable(&(entity(&[("classname", "worldspawn")], &world) + &moat));
    let waters: Vec<_> = map
        .zones
        .iter()
        .map(|zone| (zone.action, zone.cube))
        .collect();
    let cube = |center: DVec3, half: DVec3| DAffine3 {
        matrix3: DMat3::from_diagonal(half),
        translation: center,
    };
    let pool = cube(DVec3::new(0.5, 1.5, 0.5), DVec3::splat(1.5));
    let moat = cube(DVec3::new(6.75, 0.5, -0.5), DVec3::splat(0.5));
    let expected = [pool, moat].map(|cube| (AuthoredAction::Water, cube));
    assert_eq!(waters, expected);
    let drawn: Vec<_> = map
        .layers
        .iter()
        .map(|layer| layer.mesh.materials.len())
        .collect();
    assert_eq!(
        (drawn, map.layers[1].mesh.triangle_count()),
        (vec![1, 1], 4)
    );
}

#[test]
fn a_patch_is_a_surface_with_two_sides() {
    let row = |x: i32| format!("( ( {x} 0 0 0 0 ) ( {x} 32 0 0 0 ) ( {x} 64 0 0 0 ) )\n");
    let rows: String = [0, 32, 64].map(row).concat();
    for kind in [
        "patchDef2\n{\nstone\n( 3 3 0 0 0 )",
        "patchDef3\n{\nstone\n( 3 3 4 4 0 0 0 )",
    ] {
        let map = usable(&entity(&[], &format!("{{\n{kind}\n(\n{rows})\n}}\n}}\n")));
        let mesh = &map.layers[0].mesh;
        assert_eq!(mesh.triangle_count(), 2);
        assert!(mesh.materials[0].double_sided);
        // A step along the lists goes to +X, one within a list to the map's +Y, so the front looks up.
        for [a, b, c] in &mesh.parts[0].triangles {
            assert!((*b - *a).cross(*c - *a).y > 0.0);
        }
    }
}

#[test]
fn what_kills_leads_back_to_the_start_and_what_hurts_does_nothing() {
    let brush = cuboid([0; 3], [64; 3], "trigger");
    let hurt = |damage: &str| entity(&[("classname", "trigger_hurt"), ("dmg", damage)], &brush);
    let start = entity(
        &[("classname", "info_player_start"), ("origin", "320 0 24")],
        "",
    );
    let text = [world(), hurt("100"), hurt("99"), hurt("many"), start].concat();
    let zones = usable(&text).zones;
    let [zone] = &zones[..] else {
        panic!("{} zones", zones.len())
    };
    let feet = DVec3::new(10.0, 0.0, 0.0);
    assert!(matches!(zone.action, AuthoredAction::Teleport { feet: to } if to == feet));
    // Without a start, there is nowhere to go.
    let text = [world(), hurt("1000")].concat();
    assert!(usable(&text).zones.is_empty());
}

#[test]
fn the_first_entity_says_how_large_a_unit_is() {
    let text = world().replacen(
        "\"classname\"",
        "\"_units_per_metre\" \"64\"\n\"classname\"",
        1,
    );
    assert_eq!(usable(&text).layers[0].mesh.bounds.max().x, 4.0);
    let wrong = text.replace("\"64\"", "\"a few\"");
    assert_eq!(
        titles(&read(&wrong)),
        ["`_units_per_metre` is not a usual number: 32 taken"]
    );
}

#[test]
fn layers_that_are_left_out_of_an_export_are_left_out() {
    let brush = cuboid([0; 3], [64; 3], "stone");
    let layer = |keys: &[(&str, &str)]| {
        entity(
            &[
                &[("classname", "func_group"), ("_tb_type", "_tb_layer")],
                keys,
            ]
            .concat(),
            &brush,
        )
    };
    let group = [
        ("classname", "func_group"),
        ("_tb_type", "_tb_group"),
        ("_tb_id", "7"),
        ("_tb_layer", "5"),
    ];
    let text = [
        world(),
        layer(&[("_tb_id", "4")]),
        layer(&[("_tb_id", "5"), ("_tb_layer_omit_from_export", "1")]),
        entity(&group, &brush),
        entity(&[("classname", "func_wall"), ("_tb_group", "7")], &brush),
    ];
    assert_eq!(usable(&text.concat()).layers[0].mesh.triangle_count(), 24);
}

#[test]
fn every_problem_of_a_damaged_map_is_found_in_one_run_and_the_rest_is_read() {
    let brush = cuboid([0; 3], [64; 3], "stone");
    let damaged = [
        brush.replacen("0 1 1", "0 one 1", 1),
        brush.replacen("( 0 0 0 )", "( 0 0 )", 1),
        brush.replacen("( 0 0 0 )", "( 0 0 nan )", 1),
        brush.replacen("64", "64e9", 1),
        "{\ncurve\n{\n1 2 { 3 }\n}\n}\n".to_owned(),
        "{\npatchDef2\n{\nstone\n( 2 3 0 0 0 )\n(\n)\n}\n}\n".to_owned(),
        brush.clone(),
    ];
    let mut read =
        read(&(entity(&[("classname", "worldspawn")], &damaged.concat()) + "{\n\"a\" \"b\n"));
    assert!(read.map.is_none());
    let titles: Vec<_> = titles(&read).into_iter().map(str::to_owned).collect();
    assert_eq!(
        titles,
        [
            "`one` is not expected here",
            "`)` is not expected here",
            "`nan` is not a finite number",
            "this point is 6.4e10 units away",
            "a patch cannot have 2 points in a row",
            "this quote has no other on its line",
            "the map ends in the middle of an entity",
            "`curve` is not read: part 4 of entity 0 is missing",
        ]
    );
    read.problems.retain(|problem| problem.is_error());
    assert!(
        read.problems
            .iter()
            .all(|problem| problem.help.is_some() && problem.place.is_some())
    );
}
