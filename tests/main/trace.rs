//! The trace of a tick of each controller. Tracing changes no state.

use std::path::PathBuf;

use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::level::load_script;
use sidle::player::{Axis, Command, Controller, Event, Finding, TickInput, Tuning};
use sidle::query::PlaneSide;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, TriangleId, World};

use crate::support::fs::{self, Disk};

const WALL: ColliderId = ColliderId::Box(BoxId(0));

/// A floor of two triangles at y = 0, a wall of one box whose face is at z = -2, and a crate and a triangle
/// far away.
fn yard() -> World {
    let [a, b, c, d] =
        [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    let away = [a, b, c].map(|corner| corner + Vec3::X * 50.0);
    let floor = [[a, b, c], [a, c, d], away];
    let floor = floor.map(|corners| Triangle::new(corners).expect("a floor"));
    let solid = |center, half| Obb::new(center, DMat3::IDENTITY, half).expect("a box");
    let wall = solid(DVec3::new(0.0, 2.0, -3.0), DVec3::new(9.0, 2.0, 1.0));
    let far = solid(DVec3::new(8.0, 0.5, 8.0), DVec3::splat(0.5));
    World::new(floor.to_vec(), vec![wall, far])
}

/// A simulation after one second of walking ahead into the wall.
fn at_the_wall(controller: Controller) -> Sim {
    let rules = crate::support::rules(DVec3::Y * 0.5, controller);
    let mut sim = Sim::new(yard(), Tuning::default(), rules, 120);
    let ahead = Command {
        forward: Axis::new(1.0),
        ..sim.idle_command()
    };
    (0..120).for_each(|_| sim.tick(&ahead));
    sim
}

fn finding(sim: &Sim, collider: ColliderId) -> Option<Finding> {
    let mut candidates = sim.trace().candidates().iter();
    let found = candidates.find(|candidate| candidate.collider == collider);
    found.map(|candidate| candidate.finding)
}

#[test]
fn every_controller_traces_its_candidates_and_the_effect_of_the_wall() {
    for (name, controller) in Controller::NAMES {
        let sim = at_the_wall(controller);
        assert_eq!(finding(&sim, WALL), Some(Finding::Acted), "{name}");
        let far = finding(&sim, ColliderId::Box(BoxId(1)));
        assert_eq!(far, None, "{name}");
    }
}

#[test]
fn the_classic_controller_traces_the_side_of_near_triangles_and_counts_the_others() {
    let sim = at_the_wall(Controller::Classic);
    let sides = sim.trace().sides();
    let count = |side| {
        let finding = Finding::Plane(side);
        let candidates = sim.trace().candidates().iter();
        candidates
            .filter(|candidate| candidate.finding == finding)
            .count() as u32
    };
    let found = [PlaneSide::Front, PlaneSide::Intersects, PlaneSide::Behind].map(count);
    assert_eq!(found, [sides.front, sides.intersects, sides.behind]);
    assert_eq!((found.iter().sum::<u32>(), sides.far), (2, 1));
    assert!(finding(&sim, ColliderId::Triangle(TriangleId(0))).is_some());
}

#[test]
fn every_controller_traces_its_motion_and_its_pushes_or_stops() {
    for (name, controller) in Controller::NAMES {
        let sim = at_the_wall(controller);
        let events = sim.trace().events();
        let traced = |what: fn(&Event) -> bool| events.iter().any(what);
        if controller == Controller::Swept {
            assert!(
                traced(|event| matches!(event, Event::Stop(_))),
                "{events:?}"
            );
            assert!(
                traced(|event| matches!(event, Event::Turn { .. })),
                "{events:?}"
            );
        } else {
            assert!(
                traced(|event| matches!(event, Event::Move { .. })),
                "{name}: {events:?}"
            );
            let pushed = |event: &Event| matches!(event, Event::Push { collider: WALL, .. });
            assert!(traced(pushed), "{name}: {events:?}");
        }
    }
}

#[test]
fn tracing_changes_no_state_and_no_contact() {
    let level = crate::support::shipped_level("courtyard");
    let script = load_script("recordings/tour.toml".as_ref(), &Disk).script;
    let script = script.expect("a good script");
    for (name, controller) in Controller::NAMES {
        let mut traced = Sim::of_level(level.clone(), 120).0;
        let mut untraced = Sim::of_level(level.clone(), 120).0.without_trace();
        let mut now_and_then = Sim::of_level(level.clone(), 120).0;
        let mut with_candidates = 0;
        let inputs = script.inputs(&level.rules.spawn, 120);
        for (tick, input) in inputs.take(1500).enumerate() {
            let input = TickInput {
                command: Command {
                    controller,
                    ..input.command
                },
                ..input
            };
            now_and_then.set_tracing(tick % 7 < 3);
            for sim in [&mut traced, &mut untraced, &mut now_and_then] {
                sim.play(&input);
            }
            let states = [&traced, &untraced, &now_and_then].map(Sim::snapshot);
            assert!(
                states[0] == states[1] && states[0] == states[2],
                "{name}, tick {tick}"
            );
            let contacts = [&traced, &untraced, &now_and_then].map(Sim::contacts);
            assert!(
                contacts[0] == contacts[1] && contacts[0] == contacts[2],
                "{name}, tick {tick}"
            );
            let trace = untraced.trace();
            assert!(trace.events().is_empty() && trace.candidates().is_empty());
            let has_candidates = !now_and_then.trace().candidates().is_empty();
            assert!(tick % 7 < 3 || !has_candidates, "{name}, tick {tick}");
            with_candidates += u32::from(has_candidates);
        }
        assert!(with_candidates > 400, "{name}: {with_candidates}");
    }
}

/// The path and the code of each Rust file of `folders`, without tests and comments.
fn code_of(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut folders: Vec<_> = folders.iter().map(PathBuf::from).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the library") {
            let path = entry.expect("a readable folder").path();
            if path.ends_with("tests.rs") || path.ends_with("tests") {
                continue;
            }
            if fs::is_dir(&path) {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = code.lines().filter(|line| !line.trim().starts_with("//"));
            found.push((path, code.collect::<Vec<_>>().join("\n")));
        }
    }
    found
}

/// The names of the public functions of `code` whose signatures contain `part`.
fn functions_with<'c>(code: &'c str, part: &str) -> Vec<&'c str> {
    let heads = code.split("pub fn ").skip(1).filter_map(|rest| {
        let (head, _) = rest.split_once('{')?;
        let name = head.split(['(', '<']).next()?;
        head.contains(part).then_some(name)
    });
    heads.collect()
}

#[test]
fn the_simulation_writes_traces_and_never_reads_them() {
    let files = code_of(&["src/player", "src/sim"]);
    let (_, trace) = files
        .iter()
        .find(|(path, _)| path.ends_with("player/trace.rs"))
        .expect("src/player/trace.rs");
    let (readers, writer) = trace
        .split_once("struct Tracer")
        .expect("the readers before the writer");
    // The simulation may skip work if no trace is written. The writer returns nothing else.
    assert_eq!(functions_with(writer, "->"), ["new", "is_on"]);
    let readers = functions_with(readers, "(&self)");
    assert!(
        readers.contains(&"events") && readers.len() >= 4,
        "{readers:?}"
    );
    for (path, code) in files.iter().filter(|(path, _)| !path.ends_with("trace.rs")) {
        let dense: String = code.split_whitespace().collect();
        for reader in &readers {
            for of in ["trace", "trace()"] {
                let read = format!("{of}.{reader}(");
                assert!(
                    !dense.contains(&read),
                    "{} reads a trace: {read}",
                    path.display()
                );
            }
        }
    }
}
