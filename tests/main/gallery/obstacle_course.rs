//! The level `obstacle-course`, and its clock.

use sidle::glam::DVec3;
use sidle::level::load_script;
use sidle::player::{Axis, Command};
use sidle::sim::{Race, Sim, ZoneEffect};

use super::{SWEPT, end_of_script, walker};
use crate::support::fs::Disk;
use crate::support::shipped_level;

#[test]
fn a_walk_script_finishes_the_obstacle_course() {
    let end = end_of_script("obstacle-course", SWEPT).position;
    assert!(end.distance(DVec3::new(0.0, 4.9, -72.5)) < 1.0, "{end}");
}

#[test]
fn the_clock_of_the_obstacle_course_runs_from_the_foot_of_the_stairs_to_the_gate() {
    for hz in [60, 120, 240] {
        let level = shipped_level("obstacle-course");
        let path = "tests/fixtures/walks/obstacle-course.toml";
        let script = load_script(path.as_ref(), &Disk).script.expect("a script");
        let spawn = level.rules.spawn;
        let mut sim = Sim::of_level(level, hz).0;
        let (mut effects, mut stood) = (Vec::new(), Vec::new());
        for input in script.inputs(&spawn, hz) {
            sim.play(&input);
            for event in sim.zone_events() {
                effects.push(event.effect);
                stood.push(sim.player().position);
            }
        }
        let Race::Finished { ticks } = sim.race() else {
            panic!("{hz} Hz: {effects:?}")
        };
        let expected = [
            ZoneEffect::Ready,
            ZoneEffect::Go,
            ZoneEffect::Checkpoint { number: 1 },
            ZoneEffect::Checkpoint { number: 2 },
            ZoneEffect::Checkpoint { number: 3 },
            ZoneEffect::Finish { ticks },
        ];
        assert_eq!(effects, expected, "{hz} Hz");
        // The body leaves the start up the stairs, and reaches the gate at z = -72.
        assert!(
            stood[1].y > 0.9 && (-6.7..-6.3).contains(&stood[1].z),
            "{:?}",
            stood[1]
        );
        assert!((-71.5..-71.2).contains(&stood[5].z), "{:?}", stood[5]);
        let seconds = ticks as f64 / f64::from(hz);
        assert!((19.0..22.0).contains(&seconds), "{hz} Hz: {seconds}");
    }
}

#[test]
fn a_fall_from_the_obstacle_course_ends_the_race() {
    let level = shipped_level("obstacle-course");
    let walk = walker(level, SWEPT, [0.0, 0.5, -4.6], 0.0);
    // Up the stairs, then over the side.
    let mut sim = walk.forward(1.5).sim;
    let aside = Command {
        right: Axis::new(1.0),
        ..sim.idle_command()
    };
    while !sim.respawned() {
        assert!(matches!(sim.race(), Race::Running { .. }));
        assert!(sim.ticks() < 1200, "{:?}", sim.player());
        sim.tick(&aside);
    }
    assert_eq!(sim.race(), Race::None);
}
