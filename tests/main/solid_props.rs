//! Props that collide as their mesh or hull: like a `[[mesh]]` with the same triangles, and like themselves after an edit.

use std::fmt::Write;
use std::io;
use std::path::Path;

use sidle::geometry::{Placement, Segment, Sphere};
use sidle::glam::{DMat3, DVec3};
use sidle::level::{Budget, Files, Level, PropColliders, load_level, load_level_reporting};
use sidle::player::{Axis, Command, Controller};
use sidle::replay::LevelHash;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, TriangleId};

const CONTROLLERS: [Controller; 3] = [Controller::Classic, Controller::Swept, Controller::Boxed];
const SHAPES: [&str; 3] = ["box", "mesh", "hull"];

/// A box from `low` to `high`, as lines of an OBJ file after `corners` others.
fn solid(low: [f64; 3], high: [f64; 3], corners: usize) -> String {
    let mut text = String::new();
    for number in 0..8 {
        let at = |axis: usize| [low, high][number >> axis & 1][axis];
        writeln!(text, "v {} {} {}", at(0), at(1), at(2)).unwrap();
    }
    for face in [
        [1, 3, 4, 2],
        [5, 6, 8, 7],
        [1, 5, 7, 3],
        [2, 4, 8, 6],
        [1, 2, 6, 5],
        [3, 7, 8, 4],
    ] {
        let [a, b, c, d] = face.map(|corner| corner + corners);
        writeln!(text, "f {a} {b} {c} {d}").unwrap();
    }
    text
}

/// A wall of 6 × 3 m with an opening of 2 × 2.4 m in its middle.
fn gate() -> String {
    solid([-3.0, 0.0, -0.2], [-1.0, 3.0, 0.2], 0)
        + &solid([1.0, 0.0, -0.2], [3.0, 3.0, 0.2], 8)
        + &solid([-1.0, 2.4, -0.2], [1.0, 3.0, 0.2], 16)
}

/// A ramp up along -Z, 1 m high and 4 m long: half of a box.
const RAMP: &str = "v -1 0 2\nv 1 0 2\nv -1 0 -2\nv 1 0 -2\nv -1 1 -2\nv 1 1 -2\n\
                    f 1 2 6 5\nf 3 5 6 4\nf 1 5 3\nf 2 4 6\nf 1 3 4 2\n";

const FLOOR: &str = "v -200 0 -200\nv -200 0 200\nv 200 0 200\nv 200 0 -200\nf 1 2 3 4\n";

/// The files of every test, and a level.
struct Kit(String);

impl Files for Kit {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = match path.to_str() {
            Some("a.toml") => self.0.clone(),
            Some("gate.obj") => gate(),
            Some("ramp.obj") => RAMP.to_owned(),
            Some("floor.obj") => FLOOR.to_owned(),
            Some("sheet.obj") => "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n".to_owned(),
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(text.into_bytes())
    }
}

const HEAD: &str = "format = 1\nname = \"Kit\"\n[spawn]\nposition = [0, 0.5, 6]\n[[mesh]]\nfile = \"floor.obj\"\n\
                    [kinds.gate]\nmesh = \"gate.obj\"\n[kinds.ramp]\nmesh = \"ramp.obj\"\n";

fn level(body: &str) -> Level {
    let loaded = load_level("a.toml".as_ref(), &Kit(format!("{HEAD}{body}")));
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error());
    let errors: Vec<_> = errors.map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    loaded.level.expect("no errors")
}

fn prop(kind: &str, collide: &str, position: [f64; 3]) -> String {
    format!("[[prop]]\nkind = \"{kind}\"\ncollide = \"{collide}\"\nposition = {position:?}\n")
}

/// A simulation after the player has walked ahead for so long.
fn walked(body: &str, controller: Controller, hz: u32, seconds: f64) -> Sim {
    let (mut sim, _) = Sim::of_level(level(body), hz);
    let command = Command {
        forward: Axis::new(1.0),
        controller,
        ..Command::default()
    };
    for _ in 0..(seconds * f64::from(hz)) as u32 {
        sim.tick(&command);
    }
    sim
}

#[test]
fn a_gate_is_walked_through_as_a_mesh_and_stops_as_a_box_or_hull() {
    for controller in CONTROLLERS {
        for hz in [30, 60, 120, 360] {
            for shape in SHAPES {
                let sim = walked(&prop("gate", shape, [0.0; 3]), controller, hz, 3.0);
                let z = sim.player().position.z;
                let case = format!("{shape}, {} at {hz} Hz: {z}", controller.name());
                match shape {
                    "mesh" => assert!(z < -5.0, "{case}"),
                    _ => assert!((0.6..0.8).contains(&z), "{case}"),
                }
            }
        }
    }
}

#[test]
fn a_hull_is_climbed_like_the_mesh_where_the_box_is_a_wall() {
    // The boxed controller climbs no slopes of triangles.
    for controller in [Controller::Classic, Controller::Swept] {
        for hz in [30, 120, 240] {
            for shape in SHAPES {
                let sim = walked(&prop("ramp", shape, [0.0; 3]), controller, hz, 1.45);
                let (y, z) = (sim.player().position.y, sim.player().position.z);
                let case = format!("{shape}, {} at {hz} Hz: {y}, {z}", controller.name());
                match shape {
                    "box" => assert!(y < 0.6 && z > 2.4, "{case}"),
                    _ => assert!(y > 1.2 && z < -0.5, "{case}"),
                }
            }
        }
    }
}

#[test]
fn a_prop_as_a_mesh_has_the_triangles_of_a_mesh_in_its_place() {
    let place = "position = [3, 0.25, -2]\nrotation_deg = [5, 40, -3]\nscale = [1.5, 0.7, 2]\n";
    let as_prop = level(&format!(
        "[[prop]]\nkind = \"gate\"\ncollide = \"mesh\"\n{place}"
    ));
    let as_mesh = level(&format!("[[mesh]]\nfile = \"gate.obj\"\n{place}"));
    assert_eq!(as_prop.world, as_mesh.world);
    assert_eq!(LevelHash::of_level(&as_prop), LevelHash::of_level(&as_mesh));
    // The kind says so for all its props, and each may differ.
    let kind = "[kinds.arch]\nmesh = \"gate.obj\"\ncollide = \"mesh\"\n";
    let of_kind = level(&format!("{kind}[[prop]]\nkind = \"arch\"\n{place}"));
    assert_eq!(of_kind.world, as_mesh.world);
    let own = level(&format!(
        "{kind}[[prop]]\nkind = \"arch\"\ncollide = \"box\"\n{place}"
    ));
    assert_eq!(own.world.boxes().len(), 1);
    // A built-in kind, too.
    let fence = level(&prop("fence", "mesh", [0.0; 3]));
    assert!(fence.world.boxes().is_empty() && fence.world.triangles().len() > 90);
}

#[test]
fn shape_and_place_are_part_of_the_level_hash() {
    let mut hashes = Vec::new();
    for shape in SHAPES {
        for x in [0.0, 1.0] {
            hashes.push(LevelHash::of_level(&level(&prop(
                "gate",
                shape,
                [x, 0.0, 0.0],
            ))));
        }
    }
    for (number, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..number].contains(hash), "{number}");
    }
}

#[test]
fn colliders_name_their_props_in_any_mixture_of_shapes() {
    let lift = "[[mover]]\nkind = \"crate\"\npath = [[20, 0.5, 0], [20, 5, 0]]\nspeed = 1\n";
    let body = [
        prop("gate", "mesh", [0.0, 0.0, 0.0]),
        prop("gate", "box", [10.0, 0.0, 0.0]),
        prop("crate", "hull", [0.0, 0.5, 9.0]),
        prop("crate", "box", [5.0, 0.5, 9.0]),
        prop("gate", "mesh", [-10.0, 0.0, 0.0]),
        lift.to_owned(),
    ];
    let scene = level(&body.concat()).scene;
    let boxes = [0, 1, 2].map(|number| ColliderId::Box(BoxId(number)));
    let names = boxes.map(|id| scene.numbered_name_of(id));
    assert_eq!(names, ["gate 2", "crate 2", "crate 3"]);
    assert_eq!(boxes.map(|id| scene.prop_of(id)), [Some(1), Some(3), None]);
    let movers = [0, 1, 2].map(|number| scene.mover_of(BoxId(number)));
    assert_eq!(movers, [None, None, Some(0)]);
    // Two triangles of the floor, 36 of the first gate, 12 of the hull, 36 of the last gate.
    for (triangle, name, prop) in [
        (1, "floor.obj, triangle 2", None),
        (2, "gate 1, triangle 1", Some(0)),
        (37, "gate 1, triangle 36", Some(0)),
        (38, "crate 1, triangle 1", Some(2)),
        (50, "gate 3, triangle 1", Some(4)),
        (85, "gate 3, triangle 36", Some(4)),
    ] {
        let id = ColliderId::Triangle(TriangleId(triangle));
        assert_eq!(
            (scene.numbered_name_of(id).as_str(), scene.prop_of(id)),
            (name, prop)
        );
    }
    assert_eq!(scene.name_of(ColliderId::Triangle(TriangleId(50))), "gate");
    let names: Vec<_> = (0..5)
        .map(|number| scene.numbered_name_of_prop(number))
        .collect();
    assert_eq!(names, ["gate 1", "gate 2", "crate 1", "crate 2", "gate 3"]);
}

/// Where rays in many directions, and falling balls, hit the world of `sim`.
fn hits(sim: &Sim) -> Vec<(ColliderId, f64)> {
    let world = sim.world();
    let mut found = Vec::new();
    for number in 0..2000_u32 {
        let share = |step: u32| f64::from(number.wrapping_mul(step) % 1009) / 1009.0 - 0.5;
        let from = DVec3::new(share(17) * 60.0, 4.0 + share(29) * 6.0, share(41) * 60.0);
        let way = DVec3::new(share(53) * 40.0, share(61) * 20.0 - 6.0, share(71) * 40.0);
        let hit = world.intersect_segment(&Segment::new(from, from + way));
        found.extend(hit.map(|(id, hit)| (id, hit.fraction)));
        let ball = Sphere::new(from, 0.4).unwrap();
        let hit = world.sweep_sphere(&ball, way);
        found.extend(hit.map(|(id, hit)| (id, hit.fraction)));
    }
    found
}

#[test]
fn an_edited_prop_is_the_prop_of_a_level_that_is_loaded_with_it_there() {
    let others: String = (0..30)
        .map(|number| {
            prop(
                "gate",
                SHAPES[number % 3],
                [number as f64 * 7.0 - 100.0, 0.0, 20.0],
            )
        })
        .collect();
    for shape in SHAPES {
        let (mut sim, mut scene) =
            Sim::of_level(level(&(prop("gate", shape, [0.0; 3]) + &others)), 60);
        for (position, rotation, scale) in [
            ([0.1, 0.0, 0.0], [0.0; 3], [1.0; 3]),
            ([-20.0, 1.0, 13.0], [10.0, 70.0, -5.0], [1.0; 3]),
            ([3.0, 0.0, -4.0], [0.0, 90.0, 0.0], [0.1, 3.0, 2.0]),
            // Beyond what the broad phase sorts, and back.
            ([1e7, 0.0, 0.0], [0.0; 3], [1.0; 3]),
            ([0.0, 0.0, 0.0], [0.0, 180.0, 0.0], [2.0; 3]),
        ] {
            let [at, turn, size] = [position, rotation, scale].map(DVec3::from_array);
            let placement = Placement::new(at, turn, size);
            let colliders = scene.place_prop(0, placement).expect("the prop fits there");
            assert_eq!(matches!(colliders, PropColliders::Box(..)), shape == "box");
            assert!(sim.edit_prop(&colliders));
            let text = format!(
                "[[prop]]\nkind = \"gate\"\ncollide = \"{shape}\"\nposition = {position:?}\nrotation_deg = {rotation:?}\n\
                 scale = {scale:?}\n{others}"
            );
            let (loaded, there) = Sim::of_level(level(&text), 60);
            assert_eq!(sim.world(), loaded.world(), "{shape} at {position:?}");
            assert_eq!(scene, there);
            assert_eq!(LevelHash::of(&sim), LevelHash::of(&loaded));
            let expected = hits(&loaded);
            assert!(expected.len() > 500, "{}", expected.len());
            assert!(hits(&sim) == expected, "{shape} at {position:?}");
        }
        // Where nothing is left of it, it stays.
        let nothing = Placement {
            position: DVec3::X * 1e9,
            rotation: DMat3::IDENTITY,
            scale: DVec3::splat(1e-3),
        };
        assert_eq!(scene.place_prop(0, nothing).is_none(), shape != "box");
        assert_eq!(scene.place_prop(999, Placement::IDENTITY), None);
    }
}

#[test]
fn a_player_inside_an_edited_prop_is_pushed_out() {
    for controller in CONTROLLERS {
        let (mut sim, mut scene) =
            Sim::of_level(level(&prop("ramp", "hull", [0.0, 0.0, -20.0])), 60);
        let command = Command {
            controller,
            ..Command::default()
        };
        sim.tick(&command);
        // Its high edge is now 0.3 m in the player.
        let start = sim.player().position;
        let placement = Placement::new(DVec3::new(0.0, 0.0, 8.2), DVec3::ZERO, DVec3::ONE);
        let colliders = scene.place_prop(0, placement).unwrap();
        sim.edit_prop(&colliders);
        for _ in 0..120 {
            sim.tick(&command);
        }
        let position = sim.player().position;
        assert!(
            position.distance(start) > 0.1,
            "{}: {position}",
            controller.name()
        );
        let mut near = Vec::new();
        sim.world()
            .surfaces_near(Sphere::new(position, 0.49).unwrap(), 0.0, &mut near);
        assert!(
            near.iter().all(|surface| surface.separation > -0.02),
            "{}: {near:?}",
            controller.name()
        );
    }
}

#[test]
fn the_checks_of_a_level_see_such_props() {
    let warnings = |body: &str| {
        let loaded = load_level("a.toml".as_ref(), &Kit(format!("{HEAD}{body}")));
        let words = loaded
            .diagnostics
            .iter()
            .map(|problem| problem.message.clone());
        words
            .filter(|message| !message.contains("never used"))
            .collect::<Vec<_>>()
    };
    // The spawn is on the floor at z = 6.
    for shape in ["mesh", "hull"] {
        let found = warnings(&prop("ramp", shape, [0.0, 0.0, 7.8]));
        assert!(
            found.len() == 1 && found[0].contains("the spawn overlaps `ramp 1, triangle"),
            "{found:?}"
        );
        let found = warnings(&prop("ramp", shape, [9000.0, 0.0, 0.0]));
        assert_eq!(found, ["this `ramp` is 8799 m away from everything else"]);
        assert_eq!(warnings(&prop("ramp", shape, [0.0; 3])), [""; 0]);
    }
    // The doorway of a mesh is free.
    assert_eq!(warnings(&prop("gate", "mesh", [0.0, 0.0, 6.0])), [""; 0]);
    assert_eq!(warnings(&prop("gate", "box", [0.0, 0.0, 6.0])).len(), 1);
}

/// A mesh of 10 000 triangles.
struct Dense(String);

impl Files for Dense {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == Path::new("a.toml") {
            return Ok(self.0.clone().into_bytes());
        }
        let mut text = String::new();
        for number in 0..10_000 {
            let (x, z) = (f64::from(number % 100), f64::from(number / 100));
            write!(
                text,
                "v {x} 0 {z}\nv {x} 0 {}\nv {} 0 {z}\nf -3 -2 -1\n",
                z + 0.9,
                x + 0.9
            )
            .unwrap();
        }
        Ok(text.into_bytes())
    }
}

#[test]
fn twenty_thousand_props_of_a_dense_mesh_are_refused_before_they_fill_the_memory() {
    for shape in ["mesh", "box"] {
        let mut text = format!(
            "{}[kinds.d]\nmesh = \"d.obj\"\n",
            "format = 1\nname = \"D\"\nspawn.position = [0, 1, 0]\n"
        );
        for number in 0..20_000 {
            text += &prop("d", shape, [f64::from(number), 0.0, 0.0]);
        }
        let loaded = load_level_reporting(
            "a.toml".as_ref(),
            &Dense(text.clone()),
            &Budget::OWN,
            &mut |_| (),
        );
        assert!(loaded.level.is_none());
        let words: Vec<_> = loaded
            .diagnostics
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert!(
            words.iter().any(|message| message.contains("triangles")),
            "{words:?}"
        );
        assert!(loaded.excess.is_some());
        // Without limits, what the memory cannot hold is still refused.
        let small = Budget {
            least_memory: 1 << 30,
            ..Budget::UNLIMITED
        };
        if shape == "mesh" {
            let loaded = load_level_reporting("a.toml".as_ref(), &Dense(text), &small, &mut |_| ());
            assert!(loaded.level.is_none());
        }
    }
}

#[test]
fn meshes_of_every_unit_and_axis_stand_where_they_should() {
    // The gate in centimetres, lying on its back, is the gate.
    let upright =
        level("[[mesh]]\nfile = \"gate.obj\"\nposition = [1, 0, -3]\nrotation_deg = [0, 30, 0]\n");
    for (units, metres) in [
        ("m", 1.0),
        ("cm", 0.01),
        ("mm", 0.001),
        ("in", 0.0254),
        ("ft", 0.3048),
    ] {
        let lying = gate()
            .lines()
            .map(|line| {
                let Some(corner) = line.strip_prefix("v ") else {
                    return format!("{line}\n");
                };
                let numbers: Vec<f64> = corner
                    .split(' ')
                    .map(|number| number.parse().unwrap())
                    .collect();
                let [x, y, z] = [numbers[0], numbers[1], numbers[2]].map(|number| number / metres);
                format!("v {x} {} {y}\n", -z)
            })
            .collect::<String>();
        let text = format!(
            "{HEAD}[[mesh]]\nfile = \"lying.obj\"\nunits = \"{units}\"\nup = \"z\"\nposition = [1, 0, -3]\n\
             rotation_deg = [0, 30, 0]\n"
        );
        struct Lying(Kit, String);
        impl Files for Lying {
            fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
                match path.to_str() {
                    Some("lying.obj") => Ok(self.1.clone().into_bytes()),
                    _ => self.0.read(path),
                }
            }
        }
        let loaded = load_level("a.toml".as_ref(), &Lying(Kit(text), lying));
        let found = loaded.level.expect("a good level").world;
        assert_eq!(found.triangles().len(), upright.world.triangles().len());
        for (a, b) in found.triangles().iter().zip(upright.world.triangles()) {
            for (a, b) in a.vertices().into_iter().zip(b.vertices()) {
                assert!(a.distance(b) < 1e-5, "{units}: {a} {b}");
            }
        }
    }
}
