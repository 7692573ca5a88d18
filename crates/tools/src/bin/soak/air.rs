//! Family: jumps off walls, and the air and ground of Quake and Source, in shafts of boxes and triangles. One wall gives one jump, so it
//! leads nobody higher than two jumps. Then random keys among several walls, upright and leaning.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::DVec3;
use sidle::player::{AirControl, Command, Event, Tuning};

use crate::family::{Case, Family};
use crate::scene::{Bound, Builder, Draw};
use crate::walker::{Walker, ahead, any_rate, random_body, random_keys};

pub const FAMILY: Family = Family {
    name: "air",
    figure: "m/s along the level",
    moves: 1200,
    run,
};

/// Walls that face less apart than this are the same. Its cosine.
const SAME_WALL_COS: f64 = 0.9;

/// How much higher than two jumps one wall may lead, by rounding and by the height of its gap; metres.
const MARGIN: f64 = 0.01;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.wall_jump_speed = [4.0, random.between(0.1, 15.0)][random.below(2)];
    tuning.walk_speed = [5.0, random.between(1.0, 12.0)][random.below(2)];
    let presets = AirControl::NAMES;
    presets[random.below(presets.len())].1.apply(&mut tuning);
    let hz = any_rate(random);
    let as_box = random.below(2) == 0;
    let one = random.below(2) == 0;
    let floor = Bound::new(DVec3::ZERO, DVec3::Y);
    let mut builder = Builder::default();
    floor.build(&mut builder, 90.0, as_box, 1);
    // Nobody comes around a single wall.
    let (walls, half) = if one {
        (1, 400.0)
    } else {
        (2 + random.below(3), 20.0)
    };
    for _ in 0..walls {
        let yaw = random.between(0.0, 360.0);
        let lean = if one {
            0.0
        } else {
            [0.0, random.between(-20.0, 40.0)][random.below(2)]
        };
        let normal = rotation_from_degrees(DVec3::Y * yaw) * DVec3::Z;
        let at = normal * -random.between(0.8, 2.0);
        let across = DVec3::Y.cross(normal);
        let (sin, cos) = (libm::sin(lean.to_radians()), libm::cos(lean.to_radians()));
        let normal = normal * cos + DVec3::Y * sin;
        let cells = 1 + random.below(4) as u32;
        if random.below(2) == 0 {
            let up = normal.cross(across);
            let corner = at - (across + up) * half;
            builder.sheet(corner, across * (half * 2.0), up * (half * 2.0), cells);
        } else {
            Bound::new(at, normal).build(&mut builder, half, as_box, cells);
        }
    }
    let start = DVec3::Y * (tuning.radius + 1e-4);
    let mut walker = Walker::new(&builder, tuning, start, hz);
    let jump = tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity);
    let mut last: Option<DVec3> = None;
    let mut command = ahead(0.0);
    for tick in 0..1200 {
        let random = &mut case.random;
        if tick % 15 == 0 {
            command = random_keys(random);
        }
        command = Command {
            jump: random.below(8) == 0,
            ..command
        };
        walker.tick(case, &command)?;
        case.measure(walker.player().velocity.with_y(0.0).length());
        for event in walker.sim.trace().events() {
            let Event::WallJump { normal, .. } = event else {
                continue;
            };
            let outward = normal.with_y(0.0).normalize();
            if last.is_some_and(|last| last.dot(outward) >= SAME_WALL_COS) {
                return Err(text(&walker, &tuning, "two jumps off one wall"));
            }
            last = Some(outward);
            case.count("jumps off a wall");
        }
        if walker.player().ground.stands() {
            last = None;
        }
        if one && walker.feet() > 2.0 * jump + MARGIN {
            return Err(text(&walker, &tuning, "higher than two jumps"));
        }
    }
    Ok(())
}

fn text(walker: &Walker, tuning: &Tuning, what: &str) -> String {
    format!(
        "{what}: {:?} by {tuning:?} at {} Hz",
        walker.player(),
        walker.sim.hz()
    )
}
