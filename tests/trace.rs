//! What a trace tells of a tick, by every controller, and that nobody's bits depend on who listens.

use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::level::{Disk, load_level, load_script};
use sidle::player::{Axis, Command, Controller, Event, Finding, Rules, Spawn, Tuning};
use sidle::query::PlaneSide;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, TriangleId, World};

const WALL: ColliderId = ColliderId::Box(BoxId(0));

/// A floor of two triangles at y = 0, a wall of one box whose face is at z = -2, and a crate far away.
fn yard() -> World {
    let [a, b, c, d] =
        [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    let floor = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).expect("a floor"));
    let solid = |center, half| Obb::new(center, DMat3::IDENTITY, half).expect("a box");
    let wall = solid(DVec3::new(0.0, 2.0, -3.0), DVec3::new(9.0, 2.0, 1.0));
    let far = solid(DVec3::new(8.0, 0.5, 8.0), DVec3::splat(0.5));
    World::new(floor.to_vec(), vec![wall, far])
}

/// A second of walking ahead into the wall.
fn at_the_wall(controller: Controller) -> Sim {
    let spawn = Spawn {
        position: DVec3::new(0.0, 0.5, 0.0),
        controller,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
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
fn every_controller_tells_what_it_looked_at_and_that_the_wall_acted() {
    for (name, controller) in Controller::NAMES {
        let sim = at_the_wall(controller);
        assert_eq!(finding(&sim, WALL), Some(Finding::Acted), "{name}");
        let far = finding(&sim, ColliderId::Box(BoxId(1)));
        // Only the classic controller looks at all there is.
        let expected = (controller == Controller::Classic).then_some(Finding::Apart);
        assert_eq!(far, expected, "{name}");
    }
}

#[test]
fn the_classic_controller_tells_the_side_of_every_triangle() {
    let sim = at_the_wall(Controller::Classic);
    let sides = sim.trace().sides();
    let count = |side| {
        let finding = Finding::Plane(side);
        let candidates = sim.trace().candidates().iter();
        candidates.filter(|it| it.finding == finding).count() as u32
    };
    let found = [PlaneSide::Front, PlaneSide::Intersects, PlaneSide::Behind].map(count);
    assert_eq!(found, [sides.front, sides.intersects, sides.behind]);
    assert_eq!(found.iter().sum::<u32>(), 2);
    assert!(finding(&sim, ColliderId::Triangle(TriangleId(0))).is_some());
}

#[test]
fn every_controller_tells_where_it_went_and_what_pushed_or_stopped_it() {
    for (name, controller) in Controller::NAMES {
        let sim = at_the_wall(controller);
        let events = sim.trace().events();
        let told = |what: fn(&Event) -> bool| events.iter().any(what);
        if controller == Controller::Swept {
            assert!(told(|event| matches!(event, Event::Stop(_))), "{events:?}");
            assert!(
                told(|event| matches!(event, Event::Turn { .. })),
                "{events:?}"
            );
        } else {
            assert!(
                told(|event| matches!(event, Event::Move { .. })),
                "{name}: {events:?}"
            );
            let pushed = |event: &Event| matches!(event, Event::Push { collider: WALL, .. });
            assert!(told(pushed), "{name}: {events:?}");
        }
    }
}

#[test]
fn who_listens_changes_no_bit() {
    let level = load_level("levels/courtyard.toml".as_ref(), &Disk).level;
    let level = level.expect("a good level");
    let script = load_script("recordings/tour.toml".as_ref(), &Disk).script;
    let script = script.expect("a good script");
    for (name, controller) in Controller::NAMES {
        let mut listened = Sim::of_level(&mut level.clone(), 120);
        let mut silent = Sim::of_level(&mut level.clone(), 120).without_trace();
        let mut now_and_then = Sim::of_level(&mut level.clone(), 120);
        let mut heard = 0;
        let commands = script.commands(&level.rules.spawn, 120);
        for (tick, command) in commands.take(1500).enumerate() {
            let command = Command {
                controller,
                ..command
            };
            now_and_then.record_trace(tick % 7 < 3);
            for sim in [&mut listened, &mut silent, &mut now_and_then] {
                sim.tick(&command);
            }
            let states = [&listened, &silent, &now_and_then].map(Sim::snapshot);
            assert!(
                states[0] == states[1] && states[0] == states[2],
                "{name}, tick {tick}"
            );
            let [_, silent, now_and_then] = [&listened, &silent, &now_and_then].map(Sim::trace);
            assert!(silent.events().is_empty() && silent.candidates().is_empty());
            let told = !now_and_then.candidates().is_empty();
            assert!(tick % 7 < 3 || !told, "{name}, tick {tick}");
            heard += u32::from(told);
            assert_eq!(
                silent.touching(),
                listened.trace().touching(),
                "{name}, tick {tick}"
            );
        }
        assert!(heard > 400, "{name}: {heard}");
    }
}
