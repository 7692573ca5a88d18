//! Landings on movers: the swept player rides from the tick in which it lands, also near edges.

use crate::movers::*;
use crate::random::Random;
use sidle::geometry::rotation_from_degrees;
use sidle::player::BodyShape;

const SEED: u64 = 2;

/// Half the size of the platform; metres.
const HALF: DVec3 = DVec3::new(1.0, 1.0, 1.0);

/// A platform that drives, lifts or turns, and a player who falls onto it, mostly near an edge.
fn landing(case: usize, random: &mut Random) -> Drive {
    let paths: [&[[f64; 3]]; 3] = [
        &[[0.0, 0.0, 0.0], [60.0, 0.0, 0.0]],
        &[[0.0, 0.0, 0.0], [1.0, 3.0, 1.0], [2.0, 0.0, 0.0]],
        &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 9.0]],
    ];
    let path = case % 3;
    let platform = MoverDesc {
        speed: [3.0, 1.5, 0.5][case / 3 % 3],
        turn: path == 2,
        on_end: PathEnd::Return,
        ..mover_desc(paths[path], HALF * 2.0)
    };
    let hz = [30, 60, 120, 240][case / 9 % 4];
    let (body, radius) = [
        (BodyShape::Sphere, 0.3),
        (BodyShape::Capsule, 0.3),
        (BodyShape::Box, 0.3),
    ][case / 36 % 3];
    let overhang = radius * 0.6;
    let edge = DVec3::new(HALF.x, 0.0, HALF.z) + overhang * random.signed();
    let side = random.vec3(1.0);
    let mut place = edge * DVec3::new(side.x.signum(), 0.0, side.z);
    if random.below(2) == 0 {
        place = DVec3::new(place.z, 0.0, place.x);
    }
    let drop = [0.0, 0.05, 0.5][random.below(3)] * random.signed().abs();
    let position = place + DVec3::Y * (HALF.y + radius + drop);
    let tuning = Tuning {
        body,
        radius,
        ..Tuning::default()
    };
    let (shapes, swept) = (Shapes::default(), Controller::Swept);
    drive_tuned(shapes, vec![platform], position, swept, tuning, hz)
}

/// Lets `count` players land, and returns how many landed and stood on a platform without riding it.
fn land(count: usize) -> (usize, Vec<String>) {
    let mut random = Random::new(SEED);
    let (mut landed, mut left_behind) = (0, Vec::new());
    for case in 0..count {
        let mut drive = landing(case, &mut random);
        let ticks = drive.sim.hz() * 3 / 2;
        let place = |drive: &Drive| {
            let obb = drive.mover(0).mover.obb(drive.distance(0));
            obb.to_local(drive.player().position)
        };
        let mut stood: Option<(DVec3, f64)> = None;
        for tick in 0..ticks {
            drive.sim.tick(&drive.command);
            let player = drive.player();
            if !player.ground.is_floor() {
                stood = None;
                continue;
            }
            let here = place(&drive);
            // A player who lands slides along the platform until its own velocity is gone.
            let over_the_top = here.abs().x < HALF.x && here.abs().z < HALF.z;
            let moved = stood
                .filter(|_| over_the_top)
                .map_or(0.0, |(before, speed)| {
                    here.distance(before) - speed / f64::from(drive.sim.hz())
                });
            if player.ride.is_none() || moved > 1e-3 {
                left_behind.push(format!(
                    "landing {case}, tick {tick}: moved by {moved}, rides {:?}",
                    player.ride.map(|ride| ride.platform)
                ));
                break;
            }
            landed += usize::from(stood.is_none());
            stood = Some((here, player.velocity.length()));
        }
    }
    (landed, left_behind)
}

#[test]
fn a_player_rides_a_platform_from_the_tick_in_which_it_lands() {
    let (landed, left_behind) = land(720);
    assert!(landed > 500, "only {landed} of 720 landed");
    assert!(left_behind.is_empty(), "seed {SEED}: {left_behind:#?}");
}

#[test]
#[ignore = "takes a minute: 12 000 landings"]
fn no_player_of_many_thousands_is_left_behind_by_a_platform() {
    let (landed, left_behind) = land(12_000);
    assert!(landed > 8000, "only {landed} of 12 000 landed");
    assert!(left_behind.is_empty(), "seed {SEED}: {left_behind:#?}");
}

#[test]
fn a_player_wedged_between_two_movers_rides_along() {
    for hz in [30, 60, 120, 240] {
        for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
            // Two slabs of 60 degrees form a gutter along X, and both drive along it.
            let side = |sign: f64| MoverDesc {
                rotation: rotation_from_degrees(DVec3::new(sign * 60.0, 0.0, 0.0)),
                speed: 2.0,
                ..mover_desc(
                    &[[0.0, 0.0, sign], [60.0, 0.0, sign]],
                    DVec3::new(4.0, 0.2, 8.0),
                )
            };
            let tuning = Tuning {
                body,
                ..Tuning::default()
            };
            let mut drive = drive_tuned(
                Shapes::default(),
                vec![side(-1.0), side(1.0)],
                DVec3::Y * 4.0,
                Controller::Swept,
                tuning,
                hz,
            );
            drive.run(2.0);
            let before = drive.player().position;
            assert_eq!(drive.player().ground.name(), "wedged", "{body:?}, {hz} Hz");
            drive.run(1.0);
            let way = drive.player().position - before;
            assert!(
                way.abs_diff_eq(DVec3::X * 2.0, 1e-3),
                "{body:?}, {hz} Hz: {way}"
            );
        }
    }
}
