//! Tests of goals: each is reached as its sentence says, and by nothing less.

use super::*;
use crate::platform::built_in::{BuiltIn, gallery};
use crate::test_support::{enter_root, play};
use sidle::geometry::angle::BinaryAngle;
use sidle::level::{Level, load_level, load_script};
use sidle::player::{Axis, Controller, Mode, TickInput};
use std::ffi::OsString;

fn level(name: &str) -> (Level, &'static Goal) {
    let path = format!("levels/{name}.toml");
    let goal = goal_of(path.as_ref()).expect("a goal");
    let level = load_level(path.as_ref(), &BuiltIn).level;
    (level.expect("a shipped level"), goal)
}

/// Whether `inputs` reach the goal of `level`.
fn reaches(
    level: Level,
    goal: &Goal,
    exhibit: Option<&str>,
    inputs: impl Iterator<Item = TickInput>,
) -> bool {
    let mut session = Session::new(level, exhibit, 120);
    let mut watch = GoalWatch::default();
    if let Some(lab) = &mut session.lab {
        lab.settles = true;
    }
    for input in inputs {
        let before = session.sim.player().position;
        play(&mut session, input);
        if watch.reaches(goal, &session, before, &input.command) {
            return true;
        }
    }
    false
}

/// A walk of `seconds` from `position` along `yaw_deg`.
fn walk(
    name: &str,
    (controller, position): (Controller, [f64; 3]),
    (yaw_deg, forward, right): (f64, f64, f64),
    seconds: f64,
) -> bool {
    let (mut level, goal) = level(name);
    level.rules.spawn.controller = controller;
    level.rules.spawn.position = DVec3::from_array(position);
    level.rules.spawn.yaw = BinaryAngle::from_degrees(yaw_deg);
    let command = Command {
        forward: Axis::new(forward),
        right: Axis::new(right),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        controller,
        mode: Mode::Walk,
        fast: name == "speed",
        jump: matches!(name, "courtyard" | "surfaces"),
        ..Command::default()
    };
    let ticks = (seconds * 120.0) as usize;
    reaches(
        level,
        goal,
        None,
        std::iter::repeat_n(command.into(), ticks),
    )
}

/// The shipped walk script through the level `name`.
fn script(name: &str) -> bool {
    enter_root();
    let (level, goal) = level(name);
    let path = format!("tests/fixtures/walks/{name}.toml");
    let script = load_script(path.as_ref(), &crate::platform::HostFiles).script;
    let inputs = script.expect("a script").inputs(&level.rules.spawn, 120);
    reaches(level, goal, None, inputs)
}

#[test]
fn every_shipped_level_has_one_goal_and_no_other_level_has() {
    let stems: Vec<_> = gallery()
        .map(|path| Path::new(path).file_stem().expect("a name").to_owned())
        .collect();
    let goals: Vec<_> = GOALS
        .iter()
        .map(|goal| OsString::from(goal.level))
        .collect();
    assert_eq!(stems, goals);
    for other in [
        "levels/mine.toml",
        "speed.toml",
        "mine/speed.toml",
        "",
        "levels",
    ] {
        assert!(goal_of(other.as_ref()).is_none(), "{other}");
    }
    assert!(goal_of("/home/me/sidle/levels/speed.toml".as_ref()).is_some());
}

#[test]
fn nobody_reaches_a_goal_by_standing_at_the_start() {
    for goal in &GOALS {
        let (level, goal) = level(goal.level);
        if level.scene.lab.is_some() {
            continue;
        }
        let idle = Session::new(level.clone(), None, 120).idle_input();
        let inputs = std::iter::repeat_n(idle, 240);
        assert!(!reaches(level, goal, None, inputs), "{}", goal.level);
    }
}

#[test]
fn every_goal_is_reached_by_what_its_sentence_says() {
    use Controller::{Boxed, Classic, Swept};
    let ahead = |yaw_deg| (yaw_deg, 1.0, 0.0);
    assert!(walk(
        "courtyard",
        (Swept, [13.4, 3.2, 3.0]),
        ahead(-90.0),
        1.0
    ));
    assert!(walk("corners", (Swept, [13.6, 0.6, -6.0]), ahead(0.0), 6.0));
    assert!(walk("speed", (Classic, [0.0, 0.5, 95.0]), ahead(0.0), 1.0));
    assert!(walk(
        "one-sided",
        (Classic, [0.0, 0.5, 25.0]),
        ahead(180.0),
        0.5
    ));
    assert!(walk(
        "edge-radius",
        (Classic, [0.0, 0.5, 3.0]),
        ahead(60.0),
        4.0
    ));
    assert!(walk(
        "ghost-edges",
        (Swept, [-9.0, 0.5, 3.0]),
        ahead(30.0),
        3.5
    ));
    assert!(walk(
        "stairs-and-ramps",
        (Swept, [-17.8, 0.5, -1.5]),
        ahead(0.0),
        6.0
    ));
    assert!(walk(
        "car-crash",
        (Swept, [-16.0, 0.5, -9.0]),
        ahead(45.0),
        3.0
    ));
    assert!(walk("columns", (Swept, [4.9, 0.5, -5.0]), ahead(0.0), 2.0));
    assert!(walk(
        "boxed",
        (Boxed, [0.0, 0.5, 2.0]),
        (90.0, 0.0, 1.0),
        2.0
    ));
    assert!(walk(
        "box-turns",
        (Boxed, [-3.0, 0.5, 4.0]),
        ahead(90.0),
        2.0
    ));
    assert!(walk("blocks", (Swept, [8.69, 1.9, 9.5]), ahead(-5.0), 2.0));
    assert!(walk("garden", (Swept, [0.0, 0.5, 9.0]), ahead(0.0), 4.0));
    let still = (0.0, 0.0, 0.0);
    assert!(walk("surfaces", (Swept, [0.0, 4.9, -21.0]), still, 2.0));
    for name in ["spiral-tower", "terrain", "obstacle-course", "moves"] {
        assert!(script(name), "{name}");
    }
}

#[test]
fn what_falls_short_of_a_sentence_does_not_reach_its_goal() {
    use Controller::{Boxed, Swept};
    let ahead = |yaw_deg| (yaw_deg, 1.0, 0.0);
    // Stopped by a wall; a gate that is too narrow; a gate that the box does not fit; a jump beside the shelves.
    let still = (0.0, 0.0, 0.0);
    assert!(!walk("surfaces", (Swept, [5.0, 0.5, -21.0]), still, 2.0));
    assert!(!walk("speed", (Swept, [0.0, 0.5, 95.0]), ahead(0.0), 1.0));
    assert!(!walk(
        "columns",
        (Swept, [18.05, 0.5, -5.0]),
        ahead(0.0),
        2.0
    ));
    assert!(!walk("blocks", (Swept, [8.6, 0.4, 7.5]), ahead(-5.0), 2.0));
    assert!(!walk("boxed", (Boxed, [0.0, 0.5, 2.0]), ahead(0.0), 2.0));
    assert!(!walk(
        "box-turns",
        (Boxed, [0.0, 0.5, 2.0]),
        ahead(0.0),
        2.0
    ));
}

#[test]
fn a_box_that_settles_reaches_the_goal_of_the_lab() {
    let (level, goal) = level("contact-lab");
    let idle = Session::new(level.clone(), None, 120).idle_input();
    let inputs = std::iter::repeat_n(idle, 1200);
    assert!(reaches(level, goal, Some("box-box"), inputs));
}

#[test]
fn goals_are_counted_and_every_lesson_is_a_sentence_or_two() {
    let reached = ["corners", "mine", "speed"].map(str::to_owned);
    assert_eq!(goal_count(&reached), (2, GOALS.len()));
    assert_eq!(goal_count(&[]), (0, GOALS.len()));
    for goal in &GOALS {
        assert!(
            goal.lesson.ends_with('.') && goal.lesson.len() < 110,
            "{}",
            goal.lesson
        );
        assert_eq!(
            goal.is_among(&reached),
            ["corners", "speed"].contains(&goal.level)
        );
    }
}

#[test]
fn each_challenge_is_met_by_its_controller_and_by_no_other() {
    use Controller::{Boxed, Classic, Swept};
    // Where a walk begins, along which heading, how long, and how long the player then stands.
    let walks = [
        (Classic, [-8.0, 0.5, 9.0], 0.0, 1.2, false),
        (Classic, [0.2, 0.5, 1.0], 0.0, 3.0, false),
        (Boxed, [8.0, 1.5, -1.0], 0.0, 0.77, false),
        (Swept, [12.5, 0.5, 13.6], 0.0, 1.05, true),
    ];
    let (plain, goal) = level("challenges");
    assert_eq!(goal.challenges().len(), walks.len());
    for (number, (by, position, yaw_deg, seconds, jumps)) in walks.into_iter().enumerate() {
        for controller in [Classic, Swept, Boxed] {
            let mut level = plain.clone();
            level.rules.spawn.controller = controller;
            level.rules.spawn.position = DVec3::from_array(position);
            level.rules.spawn.yaw = BinaryAngle::from_degrees(yaw_deg);
            let mut session = Session::new(level, None, 120);
            let idle = session.idle_input();
            let mut walk = idle;
            walk.command.forward = Axis::new(1.0);
            let mut reached = Vec::new();
            let mut met = None;
            let walked = (seconds * 120.0) as usize;
            for tick in 0..walked + 180 {
                walk.command.jump = jumps && tick > 36;
                play(&mut session, if tick < walked { walk } else { idle });
                met = met.or(goal.meet_challenge(&session, &mut reached));
            }
            let name = met.map(|challenge| challenge.name);
            let expected = (controller == by).then_some(goal.challenges()[number].name);
            assert_eq!(
                name,
                expected,
                "{number} by {controller:?}: {}",
                session.sim.player().position
            );
            assert_eq!(reached.len(), usize::from(met.is_some()));
        }
    }
}
