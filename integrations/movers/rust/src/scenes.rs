//! Each adapter passes a scene of its own project's tests, samples or numbers, and walks to a wall.

use sidle::glam::DVec3;
use sidle::player::{Command, Tuning};
use sidle_movers::{Mover, Setup};
use sidle_movers_rust::trial::{self, ahead, cuboid, floor, person, slope, walk, walk_to_a_wall};

use crate::MOVERS;

fn mover(name: &str) -> Box<dyn Mover> {
    let (_, make) = MOVERS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a mover");
    make(false)
}

fn in_world(name: &str, setup: &Setup, start: DVec3) -> Box<dyn Mover> {
    trial::in_world(mover(name), setup, start)
}

#[test]
fn each_walks_to_a_wall_and_stops_there() {
    walk_to_a_wall(MOVERS);
}

/// rapier's own test climbs one slope and not the other.
#[cfg(feature = "rapier")]
#[test]
fn rapier_climbs_a_slope_of_30_degrees_and_none_of_60() {
    for (deg, climbs) in [(30.0_f64, true), (60.0, false)] {
        let setup = slope(deg);
        let mut mover = in_world(
            "rapier",
            &setup,
            DVec3::Y * (0.3 / deg.to_radians().cos() + 0.03),
        );
        let end = walk(&mut *mover, &ahead(), 60).pop().expect("a state");
        assert_eq!(end.position.y > 1.0, climbs, "{deg}°: {}", end.position);
    }
}

/// The test of its cast: a wall 1.25 m ahead stops a motion of 4 m.
#[cfg(feature = "box3d")]
#[test]
fn box3d_stops_at_a_wall_before_the_end_of_a_motion() {
    let wall = cuboid(DVec3::X * 2.0, DVec3::new(0.5, 2.0, 2.0));
    let tuning = Tuning {
        radius: 0.25,
        height: 1.5,
        ..person().tuning
    };
    let setup = Setup {
        boxes: vec![(0, wall)],
        ..Setup::new(60, tuning)
    };
    let mut mover = mover("box3d");
    mover.world(&setup).expect("a world");
    let state = mover
        .move_by(DVec3::Y * -0.5, DVec3::X * 4.0)
        .expect("a state");
    let gap = 1.25 - state.position.x;
    assert!(
        (-1e-6..=mover.padding() + 1e-3).contains(&gap),
        "{}",
        state.position
    );
}

/// The numbers of the game: a jump of 270 units a second in a gravity of 800 is 45 units high, and a step of 18 units is climbed.
/// A round bottom also rolls over a somewhat higher one.
#[test]
fn quake_jumps_45_units_high_and_climbs_steps_of_18() {
    let unit = 1.0 / 32.0;
    let tuning = Tuning {
        gravity: 800.0 * unit,
        jump_speed: 270.0 * unit,
        step_height: 18.0 * unit,
        ..person().tuning
    };
    let jump = Command {
        jump: true,
        ..Command::default()
    };
    for (height, climbs) in [(17.0, true), (30.0, false)] {
        let center = DVec3::new(0.0, height * unit - 1.0, -12.0);
        let setup = Setup {
            boxes: vec![
                (0, floor()),
                (1, cuboid(center, DVec3::new(4.0, 1.0, 10.0))),
            ],
            ..Setup::new(125, tuning)
        };
        let mut mover = in_world("quake", &setup, DVec3::Y * 0.3);
        walk(&mut *mover, &Command::default(), 10);
        let low = walk(&mut *mover, &Command::default(), 1)[0].position.y;
        walk(&mut *mover, &jump, 1);
        let flight = walk(&mut *mover, &Command::default(), 60);
        let peak = flight
            .iter()
            .map(|state| state.position.y)
            .fold(low, f64::max)
            - low;
        assert!((peak / unit - 45.0).abs() < 4.0, "{} units", peak / unit);
        let end = walk(&mut *mover, &ahead(), 60)
            .pop()
            .expect("a state")
            .position;
        assert_eq!(end.y > 0.3 + height * unit * 0.9, climbs, "{end}");
    }
}
