//! Family: ledges of every height and depth, with and without a roof. Whoever jumps at one that is within reach and has room comes onto it,
//! no higher, and nobody comes onto one beyond reach. Then random keys.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::DVec3;
use sidle::player::{Command, Event};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{Walker, ahead, any_rate, random_body, random_keys};

pub const FAMILY: Family = Family {
    name: "ledges",
    figure: "m above the ledge",
    moves: 700,
    run,
};

/// Two heights of the feet that differ by less are the same; metres.
const SAME_HEIGHT: f64 = 2e-3;

/// Ledges that are nearer to the greatest height within reach are climbed or not; metres.
const MARGIN: f64 = 0.1;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.mantle_height = [1.0, random.between(0.3, 2.5)][random.below(2)];
    tuning.walk_speed = [5.0, random.between(2.0, 10.0)][random.below(2)];
    let hz = any_rate(random);
    let jump = tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity);
    let reach = jump + tuning.mantle_height;
    let top = random.between(0.5, reach + 0.5);
    let depth = [40.0, random.between(0.05, 2.0)][random.below(2)];
    let tall = tuning.radius * 2.0 + crate::walker::segment_length(&tuning);
    let room = [20.0, random.between(0.2, 2.0) * tall][random.below(2)];
    let lean = [0.0, random.between(-15.0, 15.0)][random.below(2)];
    let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
    let turn = rotation_from_degrees(DVec3::Y * yaw);
    let as_box = random.below(2) == 0;
    let mut builder = Builder::default();
    builder.block(DVec3::Y * -0.5, turn, DVec3::new(90.0, 0.5, 90.0), as_box);
    // The upper edge of the front is at z = 0, also where the front leans.
    let tilt = turn * rotation_from_degrees(DVec3::X * lean);
    let half = DVec3::new(20.0, top, depth * 0.5);
    let block = match lean == 0.0 {
        true => DVec3::new(0.0, 0.0, -depth * 0.5),
        false => DVec3::new(0.0, 0.0, -depth * 0.5 - top * libm::tan(lean.to_radians())),
    };
    builder.block(turn * block, tilt, half, as_box);
    let roof = DVec3::new(0.0, top + room + 5.0, -50.0);
    builder.block(turn * roof, turn, DVec3::new(20.0, 5.0, 50.0), as_box);
    let start = turn * DVec3::new(0.1, tuning.radius + 1e-4, tuning.radius + 1.5 + top * 0.3);
    let mut walker = Walker::new(&builder, tuning, start, hz);
    let text = |walker: &Walker, what: &str| {
        format!(
            "{what}: {:?} of radius {}, height {}, mantle {}, {} m/s, {hz} Hz, ledge {top} m, depth {depth}, room {room}, lean {lean}, \
             yaw {yaw}, box {as_box}: {:?}",
            tuning.body,
            tuning.radius,
            tuning.height,
            tuning.mantle_height,
            tuning.walk_speed,
            walker.player()
        )
    };
    let plain = lean == 0.0;
    let must = plain && top < reach - MARGIN && depth > 4.0 && room > tall + 0.05;
    // Without a mantle, a body lands on edges a little above its feet.
    let never = plain && top > reach + MARGIN + tuning.step_height;
    let mut is_on = false;
    let mut mantled = false;
    for tick in 0..hz * 3 {
        // Jumps whenever it stands at the wall.
        let jump = tick > hz / 2 && walker.player().ground.stands();
        walker.tick(case, &Command { jump, ..ahead(yaw) })?;
        let mut events = walker.sim.trace().events().iter();
        mantled |= events.any(|event| matches!(event, Event::Mantle { .. }));
        let height = walker.feet() - top;
        if plain && walker.player().ground.stands() && height.abs() < SAME_HEIGHT {
            is_on = true;
            break;
        }
    }
    if mantled {
        case.count(if is_on {
            "climbed onto a ledge"
        } else {
            "began to climb"
        });
        case.measure(walker.feet() - top);
    }
    if must && !is_on {
        return Err(text(&walker, "not climbed"));
    }
    if never && is_on {
        return Err(text(&walker, "climbed beyond reach"));
    }
    let mut command = ahead(yaw);
    for tick in 0..300 {
        let random = &mut case.random;
        if tick % 20 == 0 {
            command = [random_keys(random), ahead(yaw)][random.below(2)];
        }
        command.jump = random.below(15) == 0;
        walker.tick(case, &command)?;
    }
    Ok(())
}
