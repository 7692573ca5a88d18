//! Leaks of maps: rooms of brushes, sealed and open.

use sidle::glam::DVec3;
use sidle::level::load_level;
use sidle_audit::{Audit, Finding, FindingKind};

use super::planted::InMemory;

/// A brush between two corners, in units of a map, with a material.
fn brush([x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3], material: &str) -> String {
    let faces = [
        [[x0, y0, z0], [x0, y1, z0], [x0, y0, z1]],
        [[x1, y0, z0], [x1, y0, z1], [x1, y1, z0]],
        [[x0, y0, z0], [x0, y0, z1], [x1, y0, z0]],
        [[x0, y1, z0], [x1, y1, z0], [x0, y1, z1]],
        [[x0, y0, z0], [x1, y0, z0], [x0, y1, z0]],
        [[x0, y0, z1], [x0, y1, z1], [x1, y0, z1]],
    ];
    let line = |face: &[[f64; 3]; 3]| {
        let points = face.map(|[x, y, z]| format!("( {x} {y} {z} ) "));
        format!("{}{material} 0 0 0 1 1\n", points.concat())
    };
    let lines: Vec<String> = faces.iter().map(line).collect();
    format!("{{\n{}}}\n", lines.concat())
}

/// The six brushes of a room, 256 units wide and 128 high, around the origin: floor, ceiling, and walls to west, east, south, north.
fn room() -> [String; 6] {
    let wall = |low, high| brush(low, high, "wall");
    [
        wall([-144.0, -144.0, -16.0], [144.0, 144.0, 0.0]),
        wall([-144.0, -144.0, 128.0], [144.0, 144.0, 144.0]),
        wall([-144.0, -144.0, 0.0], [-128.0, 144.0, 128.0]),
        wall([128.0, -144.0, 0.0], [144.0, 144.0, 128.0]),
        wall([-128.0, -144.0, 0.0], [128.0, -128.0, 128.0]),
        wall([-128.0, 128.0, 0.0], [128.0, 144.0, 128.0]),
    ]
}

/// The leaks of a map with these brushes in its world, other entities, and the place of its start.
fn leaks_of(brushes: &[String], others: &str, start: [f64; 3]) -> Vec<Finding> {
    let text = format!(
        "{{\n\"classname\" \"worldspawn\"\n{}}}\n{others}",
        brushes.concat()
    );
    let [x, y, z] = start.map(|along| along / 32.0);
    let level = format!(
        "format = 1\nname = \"Room\"\n[spawn]\nposition = [{x:?}, {z:?}, {:?}]\n[[mesh]]\nfile = \"room.map\"\n",
        -y
    );
    let files = InMemory([("room.toml", level.as_str()), ("room.map", text.as_str())]);
    let loaded = load_level("room.toml".as_ref(), &files);
    let level = loaded
        .level
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    let audit = Audit::new(level, "room.toml", Default::default());
    let mut found = audit.report().findings;
    found.retain(|finding| finding.kind() == FindingKind::Leak);
    found
}

const START: [f64; 3] = [0.0, 0.0, 24.0];

/// An entity with a brush.
fn entity(class: &str, brush: &str) -> String {
    format!("{{\n\"classname\" \"{class}\"\n{brush}}}\n")
}

#[test]
fn a_sealed_room_does_not_leak_whatever_is_in_it() {
    assert_eq!(leaks_of(&room(), "", START), []);
    // The sky seals, and so do a clip and a detail.
    for (material, class) in [
        ("sky1", ""),
        ("clip", ""),
        ("wall", "func_detail"),
        ("wall", "func_wall"),
    ] {
        let mut brushes = room().to_vec();
        let lid = brush([-144.0, -144.0, 128.0], [144.0, 144.0, 144.0], material);
        brushes.remove(1);
        match class {
            "" => {
                brushes.push(lid);
                assert_eq!(leaks_of(&brushes, "", START), [], "{material}");
            }
            _ => assert_eq!(
                leaks_of(&brushes, &entity(class, &lid), START),
                [],
                "{class}"
            ),
        }
    }
    // Pillars, also askew ones, water and a door divide the air, and open nothing.
    let mut brushes = room().to_vec();
    brushes.push(brush([-128.0, -128.0, 0.0], [128.0, 128.0, 40.0], "*water"));
    for x in [-90.0, 3.3, 64.01] {
        brushes.push(brush([x, -70.0, 0.0], [x + 31.7, 50.1, 100.3], "wall"));
    }
    let door = entity(
        "func_door",
        &brush([-8.0, -128.0, 0.0], [8.0, -64.0, 128.0], "wall"),
    );
    assert_eq!(leaks_of(&brushes, &door, START), []);
}

#[test]
fn a_missing_wall_and_a_gap_of_a_unit_leak_at_their_place() {
    // Without the wall to the east, at 4 to 4.5 m.
    let mut brushes = room().to_vec();
    brushes.remove(3);
    let found = leaks_of(&brushes, "", START);
    let [leak] = &found[..] else {
        panic!("{found:#?}")
    };
    assert!(leak.at.x > 3.0 && leak.at.x < 5.5, "{leak:#?}");
    assert!((leak.size - 4.0).abs() < 0.1, "{leak:#?}");
    // The wall is a unit, 31 mm, too far east, too high, too low or too short.
    let gaps = [
        ([129.0, -144.0, 0.0], [144.0, 144.0, 128.0]),
        ([128.0, -144.0, 1.0], [144.0, 144.0, 128.0]),
        ([128.0, -144.0, 0.0], [144.0, 144.0, 127.0]),
        ([128.0, -127.0, 0.0], [144.0, 144.0, 128.0]),
    ];
    for (low, high) in gaps {
        let mut brushes = room().to_vec();
        brushes[3] = brush(low, high, "wall");
        let found = leaks_of(&brushes, "", START);
        assert!(!found.is_empty(), "{low:?} {high:?}");
        for leak in &found {
            assert!((leak.size - 1.0 / 32.0).abs() < 1e-3, "{leak:#?}");
            assert!(leak.at.x > 3.9 && leak.at.x < 4.6, "{leak:#?}");
        }
        assert_eq!(found[0].way[0], DVec3::new(0.0, 0.75, 0.0));
    }
}

#[test]
fn two_holes_are_two_leaks_and_one_that_is_mended_leaves_the_other() {
    let hole = |brushes: &mut Vec<String>, at: usize, lows: [f64; 2]| {
        // Two halves of a wall, with a gap of 8 units between them.
        let y = [lows[0], lows[0] + 8.0];
        let x = if at == 2 {
            [-144.0, -128.0]
        } else {
            [128.0, 144.0]
        };
        brushes[at] = brush([x[0], -144.0, 0.0], [x[1], y[0], 128.0], "wall");
        brushes.push(brush([x[0], y[1], 0.0], [x[1], 144.0, 128.0], "wall"));
    };
    let mut brushes = room().to_vec();
    hole(&mut brushes, 2, [50.0; 2]);
    let west = leaks_of(&brushes, "", START);
    assert_eq!(west.len(), 1, "{west:#?}");
    hole(&mut brushes, 3, [-40.0; 2]);
    let both = leaks_of(&brushes, "", START);
    let ids: Vec<_> = both.iter().map(Finding::id).collect();
    assert_eq!(both.len(), 2, "{ids:?}");
    assert!(ids.contains(&west[0].id()), "{ids:?}");
    for leak in &both {
        assert!((leak.size - 0.25).abs() < 1e-3, "{leak:#?}");
        assert!(leak.at.x.abs() > 3.9, "{leak:#?}");
    }
}

#[test]
fn a_start_outside_or_in_a_solid_and_a_map_of_nothing_but_floor_are_told() {
    for (brushes, start, count) in [
        (room().to_vec(), [400.0, 0.0, 24.0], 1),
        (room().to_vec(), [1e5, 0.0, 24.0], 1),
        // Its middle lies in the wall. Air leads nowhere from there.
        (room().to_vec(), [136.0, 0.0, 64.0], 0),
        (room()[..1].to_vec(), START, 1),
    ] {
        let found = leaks_of(&brushes, "", start);
        assert_eq!(found.len(), count, "{start:?}: {found:#?}");
        for leak in found {
            let words = "nothing is between its start and the void";
            assert!(leak.message.contains(words), "{leak:#?}");
        }
    }
}

#[test]
fn the_way_goes_from_room_to_room_and_to_the_hole_of_the_last_one() {
    // A second room to the east, behind a doorway, without its east wall; and a slab before that, which does not close it.
    let mut brushes = room().to_vec();
    brushes[3] = brush([128.0, -144.0, 0.0], [144.0, 40.0, 128.0], "wall");
    brushes.push(brush([128.0, 104.0, 0.0], [144.0, 144.0, 128.0], "wall"));
    for (low, high) in [
        ([144.0, -144.0, -16.0], [400.0, 144.0, 0.0]),
        ([144.0, -144.0, 128.0], [400.0, 144.0, 144.0]),
        ([144.0, -144.0, 0.0], [400.0, -128.0, 128.0]),
        ([144.0, 128.0, 0.0], [400.0, 144.0, 128.0]),
        ([384.0, -128.0, 0.0], [400.0, 20.0, 128.0]),
        ([384.0, 44.0, 0.0], [400.0, 128.0, 128.0]),
        ([440.0, -400.0, -100.0], [460.0, 400.0, 300.0]),
    ] {
        brushes.push(brush(low, high, "wall"));
    }
    let found = leaks_of(&brushes, "", START);
    let [leak] = &found[..] else {
        panic!("{found:#?}")
    };
    assert!((leak.size - 0.75).abs() < 1e-3, "{leak:#?}");
    assert!(leak.at.x > 11.9 && leak.at.x < 12.6, "{leak:#?}");
}

#[test]
fn a_level_with_a_map_in_it_leaks_and_other_levels_are_open_by_intention() {
    let [floor, ..] = room();
    let map = format!("{{\n\"classname\" \"worldspawn\"\n{floor}}}\n");
    let head =
        "format = 1\nname = \"Room\"\n[spawn]\nposition = [0.0, 0.6, 0.0]\n[[mesh]]\nfile = ";
    let obj = "v -4 0 -4\nv -4 0 4\nv 4 0 4\nf 1 2 3\n";
    for (file, text, count) in [("room.map", map.as_str(), 1), ("room.obj", obj, 0)] {
        let level = format!("{head}\"{file}\"\n");
        let files = InMemory([("room.toml", level.as_str()), (file, text)]);
        let level = load_level("room.toml".as_ref(), &files)
            .level
            .expect("a good level");
        let report = Audit::new(level, "room.toml", Default::default()).report();
        let leaks = report
            .findings
            .iter()
            .filter(|finding| finding.kind() == FindingKind::Leak);
        assert_eq!(leaks.count(), count, "{file}");
    }
}
