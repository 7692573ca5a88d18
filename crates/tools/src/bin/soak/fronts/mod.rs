//! Family: steps whose fronts are upright, rounded, chamfered, leaning or overhanging, with noses, with open or tilted
//! treads, of triangles, boxes and both.
//!
//! The body that is placed along the profile says how far a walker comes. At every tick rate, speed and angle, a walker
//! must come that far, and no higher. It comes to rest before a step that is too high, and walks down on the ground.

mod profile;
mod shapes;

use sidle::geometry::rotation_from_degrees;
use sidle::glam::{DVec2, DVec3};
use sidle::player::{BodyShape, Tuning};

use crate::family::{Case, Family};
use crate::scene::Draw;
use crate::walker::{Walker, ahead, any_rate, idle, segment_length};
use profile::{Reach, Walk};
use shapes::{Flight, Front, Material};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "fronts",
    figure: "s slower than on the flat",
    moves: 250,
    run,
};

/// Two heights of the feet that differ by less are the same; metres.
const SAME_HEIGHT: f64 = 3e-3;

/// A climb may take this much longer than the same way on the flat; seconds.
const SLOWER: f64 = 1.5;

/// How far from the first front, and at least from its foot, a walker begins; metres.
const CLEAR: f64 = 0.02;
const MIN_CLEAR: f64 = 0.08;

/// How far aside a walker at a slant may come; metres.
const BESIDE: f64 = 38.0;

/// How far a walker at rest may move in one tick; metres.
const STILL: f64 = 1e-6;

/// How far one that slides along a front may drift towards it or away, within the gap that a body keeps; metres.
const DRIFT: f64 = 2e-4;

/// How far from straight ahead a walker may walk; degrees. Larger: it comes to the side of the flight first.
const STEEPEST_SLANT: f64 = 80.0;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_tuning(random);
    let hz = any_rate(random);
    let flight = random_flight(random, &tuning);
    let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
    let slant = [
        0.0,
        0.0,
        random.between(-60.0, 60.0),
        random.signed() * STEEPEST_SLANT,
    ][random.below(4)];
    let turn = rotation_from_degrees(DVec3::Y * yaw);
    let built = flight.build(turn, random);
    // A walker follows steps down that are as high as those that it climbs.
    tuning.snap_distance = tuning.step_height + 0.02;
    // A body that begins in something is pushed out first, perhaps onto it.
    let overhang = (CLEAR - built.nearest).max(MIN_CLEAR);
    let (surely, possibly) = (body(&tuning, yaw, true), body(&tuning, yaw, false));
    let before = surely.reach() * 1.02 + overhang + random.between(0.0, 0.1);
    let start = DVec2::new(-before, tuning.radius + 1e-4);
    let end = built.top.x.max(built.foot.x) + tuning.radius * 0.5;
    let sure = built.profile.walk(&surely, start, end);
    let perhaps = built.profile.walk(&possibly, start, end);
    let place = turn * DVec3::new(0.0, start.y, -start.x);
    let mut walker = Walker::new(&built.builder, tuning, place, hz);
    let arrives = |reach: Reach| reach.ahead >= end && reach.feet > built.top.y - SAME_HEIGHT;
    if arrives(perhaps) != arrives(sure) || perhaps.highest - sure.highest > SAME_HEIGHT {
        case.count("unclear");
    }
    let text = |walker: &Walker, what: &str| {
        format!(
            "{what}: {:?} of radius {}, height {}, {} m/s by {} m/s², {hz} Hz, step height {}, start {start}, slant \
            {slant}, yaw {yaw}, {flight:?}: feet at {} of {}, sure {sure:?}, perhaps {perhaps:?}, end {end}",
            tuning.body,
            tuning.radius,
            tuning.height,
            tuning.walk_speed,
            tuning.ground_accel,
            tuning.step_height,
            walker.feet(),
            built.top.y,
        )
    };
    for _ in 0..3 {
        walker.tick_of_many(case, &idle())?;
    }
    let forward = tuning.walk_speed * libm::cos(slant.to_radians());
    let flat = (end + before) / forward + tuning.walk_speed / tuning.ground_accel;
    let command = ahead(yaw + slant);
    let late = SLOWER.min(flat * 4.0).max(0.1);
    let ticks = ((flat + late) * f64::from(hz)) as u32 + 3 + 2 * flight.fronts.len() as u32;
    let is_open = flight
        .fronts
        .iter()
        .any(|front| matches!(front, Front::Open(_)));
    // The lines of a profile have no inside. A small body that comes past the end below the top has slipped in between two of them.
    let has_slipped_in = perhaps.ahead >= end && !is_open;
    let highest = if arrives(perhaps) || arrives(sure) || has_slipped_in {
        f64::INFINITY
    } else {
        // What stops the body, such as a ceiling, may do so between two of the places where it was put down.
        perhaps.highest.max(sure.highest) + possibly.rise_of_stride() + SAME_HEIGHT
    };
    let heading = turn * DVec3::NEG_Z;
    let mut arrived = false;
    for number in 1..=ticks {
        walker.tick_of_many(case, &command)?;
        let (feet, stands) = (walker.feet(), walker.player().ground.stands());
        if stands && feet > highest {
            return Err(text(&walker, "too high"));
        }
        if !stands {
            case.count("ticks in the air");
        }
        if walker.player().position.dot(turn * DVec3::X).abs() > BESIDE {
            case.count("left at the side");
            return Ok(());
        }
        let gone = walker.player().position.dot(heading);
        if stands && gone >= end && feet > built.top.y - SAME_HEIGHT {
            case.measure((f64::from(number) / f64::from(hz) - flat).max(0.0));
            arrived = true;
            break;
        }
    }
    if arrives(sure) && !arrived {
        return Err(text(&walker, "not climbed"));
    }
    if arrived {
        case.count("climbed");
        let top = DVec2::new(end, built.top.y + tuning.radius);
        let most = tuning.snap_distance - SAME_HEIGHT;
        if !built.profile.carries_down(&surely, top, start.x, most) {
            case.count("no way down");
            return Ok(());
        }
        return go_down(case, walker, yaw + slant + 180.0, built.top, forward).map_err(|what| {
            format!(
                "{what}, {} m/s, {hz} Hz, {tuning:?}, {flight:?}",
                tuning.walk_speed
            )
        });
    }
    if perhaps.ahead >= end || sure.ahead >= end {
        return Ok(());
    }
    // Whoever goes below an open tread may come down behind a lower one.
    if walker.feet() < sure.feet - SAME_HEIGHT && !is_open {
        return Err(text(&walker, "stopped below"));
    }
    case.count("refused");
    let rest = walker.player().position;
    for _ in 0..hz / 10 + 2 {
        let before = walker.player().position;
        walker.tick_of_many(case, &command)?;
        let place = walker.player().position;
        let (moved, drift) = (place - before, place - rest);
        if place.dot(turn * DVec3::X).abs() > BESIDE {
            // It slides along the front, and the floor ends there.
            case.count("left at the side");
            return Ok(());
        }
        let slides = moved.dot(turn * DVec3::X).abs() > STILL;
        let still = if slides { DRIFT } else { STILL };
        let leaves = |way: DVec3, by: f64| way.y.abs() > by || way.dot(heading).abs() > by;
        if leaves(moved, still) || leaves(drift, DRIFT) {
            return Err(text(
                &walker,
                &format!("trembles by {moved}, {drift} in all"),
            ));
        }
    }
    Ok(())
}

/// Walks back down to the floor, by `forward` metres a second, on the ground all the way.
fn go_down(
    case: &mut Case<'_>,
    mut walker: Walker,
    yaw: f64,
    top: DVec2,
    forward: f64,
) -> Result<(), String> {
    let (tuning, hz) = (*walker.sim.tuning(), walker.sim.hz());
    let command = ahead(yaw);
    let seconds = (top.x + tuning.radius * 2.5 + 0.2) * 2.5 / forward
        + tuning.walk_speed * 2.0 / tuning.ground_accel;
    for number in 0..(seconds * f64::from(hz)) as u32 + 3 {
        walker.tick_of_many(case, &command)?;
        if !walker.player().ground.stands() {
            return Err(format!(
                "down in the air, tick {number}, at {:?}",
                walker.player()
            ));
        }
        if walker.feet() < SAME_HEIGHT {
            case.count("came down");
            return Ok(());
        }
    }
    Err(format!("not come down: {:?}", walker.player()))
}

/// The body that is placed along the profile, which is turned by `yaw`: one that can do what is `sure`, or what is perhaps possible.
fn body(tuning: &Tuning, yaw: f64, sure: bool) -> Walk {
    let side = if sure { 1.0 } else { -1.0 };
    let floor_cos = libm::cos((tuning.max_slope_deg - side * 0.2).to_radians());
    let (mut rounding, mut half) = (tuning.radius, 0.0);
    if tuning.body == BodyShape::Box {
        // A box never turns, so it has a corner ahead of it where the flight is turned.
        rounding = (tuning.radius * 0.5).min(0.01);
        let (sin, cos) = (libm::sin(yaw.to_radians()), libm::cos(yaw.to_radians()));
        half = (tuning.radius - rounding) * (sin.abs() + cos.abs());
    }
    let edge_cos = (1.0 - tuning.step_height / rounding).max(0.3);
    let walk = Walk {
        radius: tuning.radius,
        rise: segment_length(tuning),
        rounding,
        half,
        step_height: tuning.step_height + if sure { 1e-6 } else { 5e-4 },
        highest_edge: if sure {
            tuning.step_height + 1e-6
        } else {
            f64::INFINITY
        },
        floor_cos,
        edge_cos: edge_cos + side * 0.01,
        spare: if sure { 4e-4 } else { -4e-4 },
        touch: if sure { 1e-7 } else { 4e-4 },
        stands: if sure { 4 } else { 1 },
    };
    if sure { walk } else { walk.between_places() }
}

fn random_tuning(random: &mut Random) -> Tuning {
    let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][random.below(3)];
    let step_height = [0.35, 0.35, random.between(0.1, 0.6)][random.below(3)];
    // The edge of a step is a slope that a larger sphere walks up.
    let largest = step_height * 1.4;
    let radius = match random.below(4) {
        0 => largest.min(0.5),
        1 => 0.3_f64.min(largest),
        _ => largest * libm::pow(10.0, random.between(-1.2, 0.0)),
    };
    let walk_speed = 0.2 * libm::pow(150.0, random.unit());
    // Whoever turns back on the top stops within 10 m.
    let least_accel = (walk_speed * walk_speed / 20.0).max(5.0);
    let tall = 1.75_f64.max(radius * 2.0) * random.between(1.0, 1.2);
    let short = radius * random.between(2.0, 2.6);
    Tuning {
        body,
        radius,
        height: [tall, tall, short][random.below(3)],
        step_height,
        walk_speed,
        ground_accel: [f64::INFINITY, 60.0, least_accel * random.between(1.0, 20.0)]
            [random.below(3)],
        ..Tuning::default()
    }
}

fn random_flight(random: &mut Random, tuning: &Tuning) -> Flight {
    let limit = tuning.step_height;
    let steps = if tuning.walk_speed > 1.0 {
        1 + random.below(4)
    } else {
        1
    };
    let height = match random.below(8) {
        0 => limit,
        1 => limit + 1e-3,
        2 => limit * random.between(1.01, 1.6),
        _ => limit * random.between(0.3, 1.0),
    };
    let tall = segment_length(tuning) + tuning.radius * 2.0;
    let is_mixed = random.below(3) == 0;
    // Only the rounded edge of a low box slides off something flat above it.
    let round = match tuning.body {
        BodyShape::Box if tall < height => (tuning.radius * 0.5).min(0.01),
        _ => tuning.radius,
    };
    let mut random_front = || {
        let front = Front::random(random, height, round);
        match front {
            // The body would pass below the tread.
            Front::Open(_) if tall < height => Front::Upright,
            _ => front,
        }
    };
    let same = random_front();
    let fronts: Vec<_> = (0..steps)
        .map(|_| if is_mixed { random_front() } else { same })
        .collect();
    let headroom = match random.below(8) {
        0 if steps == 1 => Some(tall + random.between(2e-3, 0.3)),
        1 if steps == 1 => Some(tall - random.between(2e-3, 0.9) * height),
        _ => None,
    };
    let mut flight = Flight {
        fronts,
        height,
        tread: random.between(0.2, 0.6),
        tilt: [0.0, 0.0, random.between(-15.0, 15.0)][random.below(3)],
        headroom,
        material: [Material::Triangles, Material::Boxes, Material::Both][random.below(3)],
    };
    if tall < height && flight.material != Material::Triangles {
        // The box of the tread above an overhanging front is a nose. If that reaches out far, such a body finds no way around it.
        let steepest = shapes::steepest_overhang(round);
        for front in &mut flight.fronts {
            if matches!(front, Front::Leaning(lean) if -*lean > steepest) {
                *front = Front::Upright;
            }
        }
    }
    flight
}
