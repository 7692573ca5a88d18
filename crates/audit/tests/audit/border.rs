//! Findings that would only be noise. The outer edge of a level is reported once, and the insides of its solids are not
//! reported.

use sidle::level::{Level, load_level};
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Report, Spot, Spots};

use super::planted::{InMemory, Mesh, level_of};

fn audit(mesh: &Mesh, ticks: u64, seed: u64) -> Report {
    let options = AuditOptions {
        seed,
        ..AuditOptions::default()
    };
    let mut audit = Audit::new(level_of(mesh), "planted.toml", options);
    audit.run(ticks, &mut |_| ());
    audit.report()
}

/// A level with a map, whose player starts there.
fn level_of_map(text: &str, start: [f64; 3]) -> Level {
    let level = format!(
        "format = 1\nname = \"Planted\"\n[spawn]\nposition = {start:?}\n[[mesh]]\nfile = \"planted.map\"\n"
    );
    let files = InMemory([("planted.toml", level.as_str()), ("planted.map", text)]);
    let loaded = load_level("planted.toml".as_ref(), &files);
    loaded.level.expect("a good map")
}

/// The escapes over the outer edge of the level, and all others.
fn escapes(report: &Report) -> [Vec<&Finding>; 2] {
    let all = report.findings.iter();
    let all = all.filter(|finding| finding.kind() == FindingKind::Escape);
    let is_at_end = |finding: &&Finding| finding.message.contains("where the level ends");
    let (ends, others) = all.partition(is_at_end);
    [ends, others]
}

/// A level square frame of floor around the origin, with these half widths outside and inside.
fn ring(mesh: &mut Mesh, outer: f64, inner: f64) {
    let face = |mesh: &mut Mesh, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2]| {
        mesh.face(&[[x0, 0.0, z0], [x0, 0.0, z1], [x1, 0.0, z1], [x1, 0.0, z0]]);
    };
    face(mesh, [-outer, -outer], [outer, -inner]);
    face(mesh, [-outer, inner], [outer, outer]);
    face(mesh, [-outer, -inner], [-inner, inner]);
    face(mesh, [inner, -inner], [outer, inner]);
}

#[test]
fn a_hole_that_leads_to_another_floor_is_noted_if_a_body_fits() {
    let holes = |width: f64, depth: f64| {
        let mut mesh = Mesh::default();
        ring(&mut mesh, 6.0, width * 0.5);
        let far = 9.0;
        mesh.face(&[
            [-far, -depth, -far],
            [-far, -depth, far],
            [far, -depth, far],
            [far, -depth, -far],
        ]);
        mesh.start = [4.0, 0.6, 4.0];
        let mut found = audit(&mesh, 60_000, 1).findings;
        found.retain(|finding| finding.kind() == FindingKind::Hole);
        found
    };
    let found = holes(1.4, 4.0);
    let [hole] = &found[..] else {
        panic!("{found:#?}")
    };
    assert!(hole.at.length() < 0.1, "{hole:#?}");
    let words = "1.40 by 1.40 m in the floor leads 4.0 m down";
    assert!(hole.message.contains(words), "{}", hole.message);
    // A body does not fit, or climbs out, and nobody overlooks a wide opening. The outer edge is no hole either.
    for (width, depth) in [(0.9, 4.0), (1.4, 1.2), (3.4, 4.0)] {
        assert_eq!(holes(width, depth), [], "{width} m wide, {depth} m deep");
    }
}

#[test]
fn floor_below_the_height_at_which_players_return_is_one_finding() {
    let mut mesh = Mesh::default();
    for (half, y) in [(3.0, 0.0), (9.0, -30.0)] {
        mesh.face(&[
            [-half, y, -half],
            [-half, y, half],
            [half, y, half],
            [half, y, -half],
        ]);
    }
    mesh.start = [0.0, 0.6, 0.0];
    let report = audit(&mesh, 60_000, 1);
    let all = report.findings.iter();
    let found: Vec<_> = all
        .filter(|finding| finding.kind() == FindingKind::Escape)
        .collect();
    let [escape] = &found[..] else {
        panic!("{found:#?}")
    };
    let words = "a walker falls below `kill_y`, -20 m, and the level goes on there";
    assert_eq!(escape.message, words);
    assert!(escape.repair.to_string().contains("lower `kill_y`"));
}

#[test]
fn the_border_of_hills_is_one_finding_with_its_length_and_a_hole_is_another() {
    // Steep ridges run over the edge of the floor, so that no walker stands on all of it.
    let mut mesh = Mesh::default();
    ring(&mut mesh, 6.0, 0.7);
    for along in [-3.0, 3.0] {
        for (low, high) in [(-6.0, -5.0), (5.0, 6.0)] {
            let ridge = |side: f64| {
                [
                    [along + side, 0.0, low],
                    [along + side, 0.0, high],
                    [along, 2.0, high],
                    [along, 2.0, low],
                ]
            };
            mesh.face(&ridge(1.0));
            mesh.face(&ridge(-1.0));
        }
    }
    mesh.start = [3.0, 0.6, 0.0];
    let report = audit(&mesh, 200_000, 1);
    let [ends, others] = escapes(&report);
    assert_eq!((ends.len(), others.len()), (1, 1), "{:#?}", report.findings);
    assert!((40.0..60.0).contains(&ends[0].size), "{}", ends[0].message);
    assert!(others[0].is_named_by("escape:0,0,0"), "{}", others[0].id());
    assert!(ends[0].repair.to_string().contains("`ignore`"));
    // Explorations of different seeds find the same two.
    let merged = report.clone().merged(audit(&mesh, 200_000, 2));
    let merged = merged.expect("one level");
    let [ends, others] = escapes(&merged);
    assert_eq!((ends.len(), others.len()), (1, 1));
    assert!((40.0..60.0).contains(&ends[0].size), "{}", ends[0].message);
}

#[test]
fn two_windows_in_an_outer_wall_are_two_findings_and_not_the_end_of_the_level() {
    let mut mesh = Mesh::default();
    let plate = [[-5.0, -5.0], [-5.0, 5.0], [5.0, 5.0], [5.0, -5.0]];
    mesh.face(&plate.map(|[x, z]| [x, 0.0, z]));
    for [from, to] in [
        [[5.0, -5.0], [5.0, 5.0]],
        [[5.0, 5.0], [-5.0, 5.0]],
        [[-5.0, 5.0], [-5.0, -5.0]],
        [[-5.0, -5.0], [-4.0, -5.0]],
        [[-2.5, -5.0], [2.5, -5.0]],
        [[4.0, -5.0], [5.0, -5.0]],
    ] {
        mesh.wall(from, to, -0.5, 3.0);
    }
    for [from, to] in [[-4.0, -2.5], [2.5, 4.0]] {
        mesh.wall([from, -5.0], [to, -5.0], 1.5, 3.0);
    }
    mesh.start = [0.0, 0.6, 2.0];
    let report = audit(&mesh, 200_000, 1);
    let [ends, others] = escapes(&report);
    assert_eq!((ends.len(), others.len()), (0, 2), "{:#?}", report.findings);
}

#[test]
fn the_inside_of_a_solid_does_not_count_as_unreached_floor_and_a_closed_room_does() {
    let unreached = |is_room: bool| {
        let mut mesh = Mesh::default();
        let plate = [[-6.0, -6.0], [-6.0, 6.0], [6.0, 6.0], [6.0, -6.0]];
        mesh.face(&plate.map(|[x, z]| [x, 0.0, z]));
        // The faces of a block point outward, and those of a room inward.
        let (low, high, near, far) = (0.0, 4.0, -4.0, 0.0);
        for mut face in [
            [
                [near, high, near],
                [near, high, far],
                [far, high, far],
                [far, high, near],
            ],
            [
                [far, low, far],
                [far, low, near],
                [far, high, near],
                [far, high, far],
            ],
            [
                [near, low, near],
                [near, low, far],
                [near, high, far],
                [near, high, near],
            ],
            [
                [near, low, far],
                [far, low, far],
                [far, high, far],
                [near, high, far],
            ],
            [
                [far, low, near],
                [near, low, near],
                [near, high, near],
                [far, high, near],
            ],
        ] {
            if is_room {
                face.reverse();
            }
            mesh.face(&face);
        }
        mesh.start = [3.0, 0.6, 3.0];
        let report = audit(&mesh, 60_000, 1);
        let found = report.findings.iter();
        found
            .filter(|finding| finding.kind() == FindingKind::Unreached)
            .count()
    };
    assert_eq!([false, true].map(unreached), [0, 1]);
}

#[test]
fn a_narrow_gap_is_reported_between_walls_and_not_between_slopes() {
    for (angle, count) in [(90.0, 1), (80.0, 1), (60.0, 0), (48.0, 0)] {
        // At the height of the body's centre, the gap is always 2 cm narrower than the body.
        let slope = f64::to_radians(angle).tan();
        let foot = 0.49 - 0.5 / slope;
        let mut mesh = Mesh::default();
        ring(&mut mesh, 4.0, 0.0);
        for side in [-1.0, 1.0] {
            let [low, high] = [foot, foot + 2.0 / slope].map(|along| along * side);
            mesh.face(&[
                [low, 0.0, -0.5],
                [low, 0.0, 0.5],
                [high, 2.0, 0.5],
                [high, 2.0, -0.5],
            ]);
        }
        mesh.start = [0.0, 0.6, 3.0];
        let report = audit(&mesh, 30_000, 1);
        let all = report.findings.iter();
        let narrow = all.filter(|finding| finding.kind() == FindingKind::Narrow);
        assert_eq!(
            narrow.count(),
            count,
            "{angle} degrees: {:#?}",
            report.findings
        );
    }
}

/// A brush of a map, a box from one corner to the other.
fn brush([x0, y0, z0]: [i32; 3], [x1, y1, z1]: [i32; 3]) -> String {
    let corners = [
        [[0, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 0, 1], [1, 0, 0]],
        [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
    ];
    let side = |[x, y, z]: [i32; 3], points: [[i32; 3]; 3]| {
        let points = points.map(|[a, b, c]| format!("( {} {} {} )", x + a, y + b, z + c));
        format!("{} stone 0 0 0 1 1\n", points.join(" "))
    };
    let low = corners.map(|points| side([x0, y0, z0], points));
    let high = corners.map(|[a, b, c]| side([x1, y1, z1], [a, c, b]));
    format!("{{\n{}{}}}\n", low.concat(), high.concat())
}

/// The findings of a map with these brushes and a mover, whose brush is last, between two places.
fn findings_beside(
    (class, keys): (&str, &str),
    brushes: &[[[i32; 3]; 2]],
    places: [[i32; 3]; 2],
    start: [f64; 3],
) -> Vec<Finding> {
    let brushes: Vec<_> = brushes
        .iter()
        .map(|[low, high]| brush(*low, *high))
        .collect();
    let (mover, still) = brushes.split_last().unwrap();
    let corner = |[x, y, z]: [i32; 3], name: &str, next: &str| {
        format!(
            "{{\n\"classname\" \"path_corner\"\n\"origin\" \"{x} {y} {z}\"\n\"targetname\" \"{name}\"\n\"target\" \"{next}\"\n}}\n"
        )
    };
    let text = format!(
        "{{\n\"classname\" \"worldspawn\"\n{}}}\n{{\n\"classname\" \"{class}\"\n{keys}{mover}}}\n{}{}",
        still.concat(),
        corner(places[0], "up", "down"),
        corner(places[1], "down", "up"),
    );
    let level = level_of_map(&text, start);
    let mut audit = Audit::new(level, "planted.toml", AuditOptions::default());
    audit.run(60_000, &mut |_| ());
    audit.report().findings
}

fn count(findings: &[Finding], kind: FindingKind) -> usize {
    let all = findings.iter();
    all.filter(|finding| finding.kind() == kind).count()
}

#[test]
fn a_door_of_a_map_turns_back_and_squeezes_nobody() {
    let squeezes = |class: &str, keys: &str| {
        let brushes = [
            [[-256, -256, -16], [256, 256, 0]],
            [[-64, -64, 96], [64, 64, 224]],
        ];
        let places = [[-64, -64, 96], [-64, -64, 8]];
        let found = findings_beside((class, keys), &brushes, places, [-5.0, 0.6, 0.0]);
        count(&found, FindingKind::Squeeze)
    };
    assert_eq!(squeezes("func_train", "\"target\" \"up\"\n"), 1);
    assert_eq!(
        squeezes("func_door", "\"angle\" \"-2\"\n\"lip\" \"40\"\n"),
        0
    );
}

#[test]
fn whom_a_train_presses_into_a_niche_is_squeezed_and_not_stuck() {
    let brushes = [
        [[-256, -256, -16], [256, 256, 0]],
        [[64, -256, 0], [128, -16, 96]],
        [[64, 16, 0], [128, 256, 96]],
        [[92, -16, 0], [128, 16, 32]],
        [[64, -16, 32], [128, 16, 96]],
        [[-40, -64, 8], [24, 64, 90]],
    ];
    let places = [[-40, -64, 8], [0, -64, 8]];
    let train = ("func_train", "\"target\" \"up\"\n");
    let found = findings_beside(train, &brushes, places, [2.36, 0.6, 0.0]);
    let counts = [FindingKind::Squeeze, FindingKind::Stuck].map(|kind| count(&found, kind));
    assert_eq!(counts, [1, 0], "{found:#?}");
}

#[test]
fn only_movers_of_a_map_turn_back_whatever_their_names_are() {
    let door = "v -1 0 -1\nv -1 0 1\nv 1 0 1\nv 1 2 1\nf 1 2 3\nf 1 3 4\n";
    let text = "format = 1\nname = \"Door\"\n[spawn]\nposition = [0, 0.6, 8]\n[kinds.func_door]\nmesh = \"door.obj\"\n\
                [[mover]]\nkind = \"func_door\"\npath = [[0, 0, 0], [3, 0, 0]]\nspeed = 1\n";
    let files = InMemory([("door.toml", text), ("door.obj", door)]);
    let level = load_level("door.toml".as_ref(), &files)
        .level
        .expect("a good level");
    assert_eq!(level.movers.len(), 1);
    assert!(!level.scene.turns_back(0) && !level.scene.turns_back(1));
}

/// How far the ground of these levels reaches, and above which height a walker falls over its end; metres.
const SHIPPED: [(&str, [[i32; 2]; 2], i32); 2] = [
    ("moves", [[-25, 25], [-25, 21]], 3),
    ("challenges", [[-16, 16], [-18, 18]], 0),
];

#[test]
fn shipped_levels_that_end_at_an_edge_ignore_falls_there_alone() {
    for (name, [[x0, x1], [z0, z1]], height) in SHIPPED {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
        let path = std::path::Path::new(root).join(format!("{name}.toml"));
        let level = load_level(&path, &sidle::level::Disk).level;
        let level = level.expect("a shipped level");
        let ignore = &level.expectations.ignore;
        let boxes: Vec<Spots> = ignore
            .iter()
            .filter_map(|entry| Spots::parse(&entry.id))
            .collect();
        let is_ignored = |[x, y, z]: [i32; 3]| {
            let spot = Spot::parse(&format!("escape:{x},{y},{z}")).expect("a spot");
            boxes.iter().any(|spots| spots.contains(&spot))
        };
        for x in x0 + 1..x1 - 1 {
            for z in z0 + 1..z1 - 1 {
                assert!(!is_ignored([x, height, z]), "{name}: a hole at {x}, {z}");
            }
        }
        for x in x0..x1 {
            for z in [z0, z1 - 1] {
                assert!(is_ignored([x, height, z]), "{name}: the edge at {x}, {z}");
                let is_below = height > 0 && is_ignored([x, 0, z]);
                assert!(!is_below, "{name}: a hole below the edge at {x}, {z}");
            }
        }
    }
}
