//! The two movers of docs/movers.md, in Python and in C.
//!
//! They run where there is a `python3` and a `cc`. With `SIDLE_TEST_MOVERS`, as in .ci/run, both must be there.

use std::path::Path;
use std::process::{Command as Program, Stdio};
use std::time::Duration;

use sidle::glam::DVec3;
use sidle::player::{Axis, Command};
use sidle_movers::{Can, Mover, MoverGround, Process};

use super::room;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../integrations/movers/minimal"
);

/// Whether the program is installed.
fn exists(program: &str) -> bool {
    let mut asked = Program::new(program);
    asked
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let found = asked.status().is_ok_and(|status| status.success());
    assert!(
        found || std::env::var_os("SIDLE_TEST_MOVERS").is_none(),
        "install {program}"
    );
    found
}

fn start(command: &str) -> Process {
    let command = format!("minimal={command}").parse().unwrap();
    Process::start(&command, Duration::from_secs(20)).unwrap()
}

#[test]
fn the_one_in_python_walks_to_the_wall_and_jumps() {
    if !exists("python3") {
        return;
    }
    let mut mover = start(&format!("python3 \"{FOLDER}/mover.py\""));
    let can = mover.hello().unwrap().can;
    assert_eq!(
        can,
        Can {
            tick: true,
            save: true,
            contacts: true,
            ..Can::default()
        }
    );
    mover.world(&room()).unwrap();
    mover.reset(DVec3::Y * 0.2, DVec3::ZERO, 0.0).unwrap();
    let ahead = Command {
        forward: Axis::new(1.0),
        ..Command::default()
    };
    let walk = |mover: &mut Process, command: &Command, ticks: u32| {
        (0..ticks)
            .map(|_| mover.tick(1.0 / 120.0, command, &[]).unwrap())
            .last()
            .unwrap()
    };
    let at_wall = walk(&mut mover, &ahead, 120);
    // The sphere of half a metre stands on the floor, and touches the wall.
    assert!(
        at_wall.position.abs_diff_eq(DVec3::Z * -2.5, 1e-6),
        "{at_wall:?}"
    );
    assert_eq!(
        (at_wall.ground, at_wall.contacts.is_empty()),
        (MoverGround::Floor, false)
    );
    let saved = mover.save().unwrap();
    let jump = Command {
        jump: true,
        ..Command::default()
    };
    let jumped = walk(&mut mover, &jump, 20);
    assert!(
        jumped.position.y > 0.5 && jumped.ground == MoverGround::None,
        "{jumped:?}"
    );
    assert_eq!(mover.load(&saved).unwrap().position, at_wall.position);
    assert_eq!(walk(&mut mover, &jump, 20), jumped);
}

#[test]
fn the_one_in_c_stops_at_the_wall() {
    if !exists("cc") {
        return;
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mover");
    let mut compile = Program::new("cc");
    compile
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program);
    compile.arg(format!("{FOLDER}/mover.c")).arg("-lm");
    assert!(compile.status().unwrap().success());
    let mut mover = start(&format!("\"{}\"", program.display()));
    assert_eq!(
        mover.hello().unwrap().can,
        Can {
            move_by: true,
            ..Can::default()
        }
    );
    mover.world(&room()).unwrap();
    mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0).unwrap();
    let moved = mover
        .move_by(DVec3::Y * 0.1, DVec3::new(1.0, -1.0, -9.0))
        .unwrap();
    // Its steps are 5 mm at most.
    assert!(
        moved.position.abs_diff_eq(DVec3::new(1.0, 0.0, -2.5), 6e-3),
        "{moved:?}"
    );
    let error = mover
        .tick(0.01, &Command::default(), &[])
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("the mover `minimal` does not offer `tick`\n"),
        "{error}"
    );
}
