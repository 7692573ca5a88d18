//! Family: traps of two to six colliders that a walker or a flyer presses into: gaps, wedges, edges, ceilings, creases.
//! Whoever presses on for seconds comes to rest or moves on, and so does the reported velocity.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{Walker, ahead, random_body};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "traps",
    figure: "mm of jitter in a tick",
    moves: 250,
    run,
};

/// How long a walker presses before it is watched; seconds.
const PRESS: f64 = 2.0;

/// How many ticks a walker is watched.
const WATCH: usize = 24;

/// Who moves less in a tick is at rest; metres.
const STILL: f64 = 1e-6;

/// A velocity that changes less in a tick rests; m/s.
const STEADY: f64 = 1e-6;

/// Who moves on comes at least this share of its path nearer to where it goes.
const MOVES_ON: f64 = 0.5;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.walk_speed = [5.0, random.between(0.5, 12.0)][random.below(2)];
    tuning.fly_speed = tuning.walk_speed;
    tuning.ground_accel = [f64::INFINITY, 60.0][random.below(2)];
    let hz = [30, 60, 120, 240][random.below(4)];
    let builder = trap(random, &tuning);
    let start = DVec3::new(0.0, tuning.radius + 1e-4, 0.0);
    let mut walker = Walker::new(&builder, tuning, start, hz);
    let body = tuning.body().and_then(|body| body.at(start));
    if body.is_none_or(|body| walker.sim.world().worst_overlap(body) > 0.0) {
        case.count("without room");
        return Ok(());
    }
    let yaw = [
        0.0,
        random.between(-30.0, 30.0),
        random.between(-80.0, 80.0),
    ][random.below(3)];
    let flies = random.below(4) == 0;
    let command = Command {
        mode: if flies { Mode::Fly } else { Mode::Walk },
        ..ahead(yaw)
    };
    for _ in 0..(PRESS * f64::from(hz)) as u32 {
        walker.tick(case, &command)?;
    }
    let mut places = vec![*walker.player()];
    for _ in 0..WATCH {
        walker.tick(case, &command)?;
        places.push(*walker.player());
    }
    let ways = places
        .windows(2)
        .map(|pair| pair[1].position - pair[0].position);
    let longest = ways.clone().map(|way| way.length()).fold(0.0, f64::max);
    let path: f64 = ways.map(|way| way.length()).sum();
    let gone = places[WATCH].position.distance(places[0].position);
    let changes = places
        .windows(2)
        .map(|pair| pair[1].velocity.distance(pair[0].velocity));
    let change = changes.fold(0.0, f64::max);
    if longest >= STILL && gone >= path * MOVES_ON {
        case.count("moved on");
        return Ok(());
    }
    if longest < STILL && change < STEADY {
        case.count("came to rest");
        return Ok(());
    }
    case.measure(longest * 1e3);
    case.count("jitters");
    Err(format!(
        "moves by up to {longest} m and changes its velocity by up to {change} m/s in a tick at {hz} Hz, flies {flies}, yaw \
        {yaw}: {tuning:?}, from {:?} to {:?} and {:?}, boxes {:?}, faces {:?}",
        places[WATCH - 2],
        places[WATCH - 1],
        places[WATCH],
        builder.boxes,
        builder.faces,
    ))
}

/// A floor, and two to six colliders ahead.
fn trap(random: &mut Random, tuning: &Tuning) -> Builder {
    let mut builder = Builder::default();
    builder.block(
        DVec3::Y * -0.5,
        rotation_from_degrees(DVec3::ZERO),
        DVec3::new(60.0, 0.5, 60.0),
        random.below(2) == 0,
    );
    let radius = tuning.radius;
    let kind = random.below(5);
    let count = 2 + random.below(5);
    let gap = random.between(0.05, 2.2) * radius;
    let far = radius + random.between(0.1, 1.0);
    let lean = [0.0, 0.0, random.between(-40.0, 40.0)][random.below(3)];
    for number in 0..count {
        let as_box = random.below(2) == 0;
        let side = if number % 2 == 0 { -1.0 } else { 1.0 };
        match kind {
            // Two posts with a gap between their edges, and more behind them.
            0 => {
                let yaw = [45.0, 0.0, random.between(0.0, 90.0)][random.below(3)];
                let half = [0.2, random.between(0.02, 0.5)][random.below(2)];
                let row = f64::from(number as u32 / 2);
                let place = DVec3::new(
                    side * (gap * 0.5 + half),
                    1.0,
                    -far - half * 1.5 - row * 0.5,
                );
                builder.block(
                    place,
                    rotation_from_degrees(DVec3::Y * yaw),
                    DVec3::new(half, 1.0, half),
                    as_box,
                );
            }
            // Two walls that meet ahead.
            1 => {
                let angle = random.between(2.0, 178.0) * 0.5;
                let turn = rotation_from_degrees(DVec3::new(lean, side * (90.0 - angle), 0.0));
                let half = DVec3::new(3.0, 3.0, 0.05);
                let place =
                    DVec3::new(0.0, 1.0, -far - 1.0) + turn * DVec3::new(side * 3.0, 0.0, -0.05);
                builder.block(place, turn, half, as_box);
            }
            // A ramp up, below a ceiling that comes down.
            2 => {
                let slope = random.between(10.0, 80.0);
                let tilt = if number % 2 == 0 {
                    slope
                } else {
                    -random.between(5.0, 80.0)
                };
                let turn =
                    rotation_from_degrees(DVec3::new(tilt, random.between(-20.0, 20.0), 0.0));
                let height = if number % 2 == 0 {
                    0.0
                } else {
                    radius * 2.0 + random.between(0.1, 3.0)
                };
                let middle = DVec3::new(0.0, height, -far);
                let up = if number % 2 == 0 { -0.05 } else { 0.05 };
                builder.block(
                    middle + turn * DVec3::Y * up,
                    turn,
                    DVec3::new(6.0, 0.05, 6.0),
                    as_box,
                );
            }
            // Any boxes that lie about.
            3 => {
                let half = DVec3::from_array([0; 3].map(|_: i32| random.between(0.05, 1.0)));
                let turn = rotation_from_degrees(random.vec3(180.0));
                let aside = random.signed() * (gap + half.x);
                let place = DVec3::new(aside, random.between(0.0, 2.0), -far - half.length());
                builder.block(place, turn, half, as_box);
            }
            // Steep planes that form a crease or a funnel.
            _ => {
                let slope = random.between(51.0, 89.0);
                let turn =
                    rotation_from_degrees(DVec3::new(slope, random.between(-80.0, 80.0), 0.0));
                let place = DVec3::new(0.0, 0.0, -far) - turn * DVec3::Y * 0.05;
                builder.block(place, turn, DVec3::new(5.0, 0.05, 5.0), as_box);
            }
        }
    }
    builder
}
