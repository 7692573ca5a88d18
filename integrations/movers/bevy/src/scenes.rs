//! Each adapter passes a scene of its own project's tests, samples or numbers, and walks to a wall.

use sidle::glam::DVec3;
use sidle::player::{Command, Tuning};
use sidle_movers::Setup;
use sidle_movers_rust::trial::{
    ahead, cuboid, floor, in_world, person, slope, walk, walk_to_a_wall,
};

use crate::MOVERS;

#[test]
fn each_walks_to_a_wall_and_stops_there() {
    walk_to_a_wall(MOVERS);
}

fn mover(name: &str) -> Box<dyn sidle_movers::Mover> {
    let found = MOVERS.iter().find(|(known, _)| *known == name);
    found.expect("a mover").1(false)
}

/// How high a jump leads, in a world of a floor.
fn height_of_jump(name: &str, tuning: Tuning) -> f64 {
    let setup = Setup {
        boxes: vec![(0, floor())],
        ..Setup::new(60, tuning)
    };
    let mut mover = in_world(mover(name), &setup, DVec3::Y * 0.3);
    let low = walk(&mut *mover, &Command::default(), 10)[9].position.y;
    let jump = Command {
        jump: true,
        ..Command::default()
    };
    walk(&mut *mover, &jump, 1);
    let flight = walk(&mut *mover, &Command::default(), 60);
    let heights = flight.iter().map(|state| state.position.y);
    heights.fold(low, f64::max) - low
}

/// Its example: a limit of 30°, a jump of 7 m/s in twice the usual gravity.
#[test]
fn avian_climbs_up_to_its_limit_and_jumps_as_high_as_in_its_example() {
    let tuning = Tuning {
        max_slope_deg: 30.0,
        gravity: 9.81 * 2.0,
        jump_speed: 7.0,
        ..person().tuning
    };
    for (deg, climbs) in [(25.0_f64, true), (35.0, false)] {
        let setup = Setup {
            tuning,
            ..slope(deg)
        };
        let start = DVec3::Y * (0.3 / deg.to_radians().cos());
        let mut mover = in_world(mover("avian"), &setup, start);
        let end = walk(&mut *mover, &ahead(), 60).pop().expect("a state");
        assert_eq!(end.position.y > 1.0, climbs, "{deg}°: {}", end.position);
    }
    let high = height_of_jump("avian", tuning);
    assert!((high - 49.0 / (4.0 * 9.81)).abs() < 0.1, "{high} m");
}

/// Its numbers: 12 m/s, a jump of 1.8 m in a gravity of 29 m/s², steps of 0.7 m, and a limit of 40°. Its authors recommend the
/// cylinder.
#[test]
fn ahoy_jumps_and_climbs_as_high_as_its_numbers_say() {
    let tuning = Tuning {
        gravity: 29.0,
        jump_speed: (2.0_f64 * 29.0 * 1.8).sqrt(),
        step_height: 0.7,
        walk_speed: 12.0,
        max_slope_deg: 40.0,
        ..person().tuning
    };
    for name in ["ahoy", "ahoy-cylinder"] {
        let high = height_of_jump(name, tuning);
        assert!((high - 1.8).abs() < 0.15, "{name}: {high} m");
    }
    for (height, climbs) in [(0.6, true), (0.8, false)] {
        let center = DVec3::new(0.0, height - 1.0, -12.0);
        let setup = Setup {
            boxes: vec![
                (0, floor()),
                (1, cuboid(center, DVec3::new(4.0, 1.0, 10.0))),
            ],
            ..Setup::new(60, tuning)
        };
        let mut mover = in_world(mover("ahoy-cylinder"), &setup, DVec3::Y * 0.3);
        let end = walk(&mut *mover, &ahead(), 90).pop().expect("a state");
        let climbed = end.position.y > 0.3 + height * 0.9;
        assert_eq!(climbed, climbs, "{height} m: {}", end.position);
    }
}
