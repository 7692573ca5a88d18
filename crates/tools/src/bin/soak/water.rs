//! Family: basins of every depth with banks of every height, with and without crates and a current. Keys into a bank up to a step above the
//! water lead out of it, and never higher than the bank; nobody comes onto a higher one without a jump. Then random strokes.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Event};
use sidle::sim::Sim;
use sidle::world::{World, Zone, ZoneAction};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{Walker, ahead, any_rate, random_body, random_keys, rules};

pub const FAMILY: Family = Family {
    name: "water",
    figure: "m above the bank",
    moves: 1000,
    run,
};

/// Two heights of the feet that differ by less are the same; metres.
const SAME_HEIGHT: f64 = 2e-3;

/// Banks that are nearer than this to the highest that is climbed are climbed or not; metres.
const MARGIN: f64 = 0.05;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.step_height = [0.35, random.between(0.1, 0.6)][random.below(2)];
    tuning.walk_speed = [5.0, random.between(2.5, 10.0)][random.below(2)];
    let hz = any_rate(random);
    let depth = random.between(2.5, 6.0);
    let above = random.between(-0.3, tuning.step_height + 0.4);
    let lean = [0.0, random.between(-15.0, 15.0)][random.below(2)];
    let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
    let current = [DVec3::ZERO, random.vec3(3.0)][random.below(2)];
    let crates = random.below(2) == 0;
    let as_box = random.below(2) == 0;
    let turn = rotation_from_degrees(DVec3::Y * yaw);
    let mut builder = Builder::default();
    if crates {
        builder.crates(random, as_box);
    }
    let bottom = DVec3::Y * (-depth - 0.5);
    builder.block(bottom, turn, DVec3::new(90.0, 0.5, 90.0), as_box);
    // The upper edge of the front is at z = 0, also where the front leans.
    let half = DVec3::new(60.0, depth + above, 30.0);
    let tangent = libm::tan(lean.to_radians());
    let bank = DVec3::new(
        0.0,
        -depth,
        -30.0 / libm::cos(lean.to_radians()) - half.y * tangent,
    );
    let tilt = turn * rotation_from_degrees(DVec3::X * lean);
    builder.block(turn * bank, tilt, half, as_box);
    let obb = Obb::new(
        turn * DVec3::new(0.0, -depth * 0.5, 30.0),
        turn,
        DVec3::new(60.0, depth * 0.5, 30.0),
    );
    let zones = obb.map(|obb| Zone {
        obb,
        action: ZoneAction::Water { current },
    });
    let start = DVec3::new(0.1, -depth * 0.5, tuning.radius + random.between(0.3, 3.0));
    let world = World::new(builder.triangles(), builder.obbs());
    let sim = Sim::new(world, tuning, rules(turn * start), hz);
    let mut walker = Walker::of_sim(sim.with_zones(zones.into_iter().collect()));
    let text = |walker: &Walker, what: &str| {
        format!(
            "{what}: {:?} of radius {}, height {}, step {}, {} m/s, {hz} Hz, bank {above} m, depth {depth}, lean {lean}, yaw {yaw}, box \
             {as_box}: {:?}",
            tuning.body,
            tuning.radius,
            tuning.height,
            tuning.step_height,
            tuning.walk_speed,
            walker.player()
        )
    };
    let plain = lean == 0.0 && !crates && current == DVec3::ZERO;
    let up = Command {
        pitch: BinaryAngle::from_degrees(35.0),
        ..ahead(yaw)
    };
    let (mut is_out, mut highest) = (false, f64::NEG_INFINITY);
    for _ in 0..hz * 8 {
        walker.tick(case, &up)?;
        highest = highest.max(walker.feet());
        if plain && walker.player().ground.stands() && (walker.feet() - above).abs() < SAME_HEIGHT {
            is_out = true;
            break;
        }
    }
    if is_out {
        case.count("climbed out");
        case.measure(highest - above);
    }
    if plain && !is_out && above < tuning.step_height - MARGIN {
        return Err(text(&walker, "not climbed"));
    }
    if plain && is_out && above > tuning.step_height + MARGIN {
        return Err(text(&walker, "climbed beyond reach"));
    }
    if plain && highest > above.max(0.0) + MARGIN {
        return Err(text(&walker, "hopped"));
    }
    let (mut command, mut swam) = (up, false);
    for tick in 0..300 {
        let random = &mut case.random;
        if tick % 20 == 0 {
            command = [random_keys(random), up][random.below(2)];
            command.pitch = BinaryAngle::from_degrees(random.between(-90.0, 90.0));
            command.up = Axis::new(random.below(3) as f64 - 1.0);
        }
        command.jump = random.below(15) == 0;
        walker.tick(case, &command)?;
        let mut events = walker.sim.trace().events().iter();
        swam |= events.any(|event| matches!(event, Event::Swim { .. }));
        if swam && walker.player().velocity.length() > 200.0 {
            return Err(text(&walker, "too fast"));
        }
    }
    if swam {
        case.count("swam with random keys");
    }
    Ok(())
}
