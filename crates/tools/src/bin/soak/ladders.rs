//! Family: ladders at every slope, of boxes and of triangles, with a floor behind the upper edge. Whoever walks into one comes
//! onto that floor, no higher, and backs down it to the ground, no faster than a climb. Then random keys and jumps.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Ground};
use sidle::sim::Sim;
use sidle::world::{ColliderId, SurfaceRules, TriangleId, World};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{Walker, ahead, any_rate, idle, random_body, rules};

pub const FAMILY: Family = Family {
    name: "ladders",
    figure: "m above the floor at the top",
    moves: 1500,
    run,
};

/// Two heights of the feet that differ by less are the same; metres.
const SAME_HEIGHT: f64 = 2e-3;

/// The share of the walking speed with which a player climbs, and how much faster it may fall for a moment; m/s.
const SPEED_SHARE: f64 = 0.6;
const MAX_FALL: f64 = 1.0;

const TAG: u32 = 1;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.walk_speed = [5.0, random.between(1.0, 12.0)][random.below(2)];
    tuning.step_height = [0.35, 0.0, random.between(0.0, 0.5)][random.below(3)];
    let hz = any_rate(random);
    let top = random.between(2.5, 5.0);
    let deg = [
        90.0,
        random.between(52.0, 90.0),
        random.between(90.0, 132.0),
    ][random.below(3)];
    let cells = 1 + random.below(6) as u32;
    let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
    let turn = rotation_from_degrees(DVec3::Y * yaw);
    let as_box = random.below(2) == 0;

    let mut builder = Builder::default();
    let foot = top / libm::tan(deg.to_radians());
    let (left, up) = (DVec3::new(-1.5, 0.0, foot), DVec3::new(0.0, top, -foot));
    builder.sheet(turn * left, turn * (DVec3::X * 3.0), turn * up, cells);
    let ladder = builder.triangles().len() as u32;
    let (edge, along) = (DVec3::new(-9.0, top, 0.0), DVec3::X * 18.0);
    builder.sheet(turn * edge, turn * along, turn * (DVec3::NEG_Z * 60.0), 1);
    let half = DVec3::new(90.0, 0.5, 90.0);
    builder.block(DVec3::Y * -0.5, turn, half, as_box);
    let mut world = World::new(builder.triangles(), builder.obbs());
    for id in 0..ladder {
        world.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
    }
    let rule = SurfaceRules {
        ladder: true,
        ..SurfaceRules::default()
    };
    world.set_surface_rules(TAG, rule);

    let aside = random.between(-0.8, 0.8);
    let away = foot.max(0.0) + tuning.radius * 2.0 + 0.5;
    let start = turn * DVec3::new(aside, tuning.radius + 1e-4, away);
    let mut walker = Walker::of_sim(Sim::new(world, tuning, rules(start), hz));
    let text = |walker: &Walker, what: &str| {
        format!(
            "{what}: {:?} of radius {}, height {}, {} m/s, {hz} Hz, step {}, {deg}° up to {top} m, {cells} cells, yaw {yaw}, \
             aside {aside}, box {as_box}: {:?}",
            tuning.body,
            tuning.radius,
            tuning.height,
            tuning.walk_speed,
            tuning.step_height,
            walker.player()
        )
    };
    for _ in 0..3 {
        walker.tick(case, &idle())?;
    }
    let speed = tuning.walk_speed * SPEED_SHARE;
    let length = up.length() + tuning.radius * 2.0;
    let seconds = length / speed + (away - foot.min(0.0) + 2.0) / tuning.walk_speed + 1.0;
    let ticks = (seconds * f64::from(hz)) as u32;
    let on_top =
        |walker: &Walker| walker.player().ground.stands() && walker.feet() > top - SAME_HEIGHT;
    let mut climbed = false;
    for _ in 0..ticks {
        walker.tick(case, &ahead(yaw))?;
        case.measure(walker.feet() - top);
        if walker.feet() > top + SAME_HEIGHT {
            return Err(text(&walker, "a hop"));
        }
        climbed |= matches!(walker.player().ground, Ground::Ladder { .. });
        if on_top(&walker) {
            break;
        }
    }
    if !climbed || !on_top(&walker) {
        return Err(text(&walker, "not climbed"));
    }
    case.count("climbed up");
    for _ in 0..hz / 4 {
        walker.tick(case, &ahead(yaw))?;
    }
    let back = Command {
        forward: Axis::new(-1.0),
        ..ahead(yaw)
    };
    let ticks = ((seconds + 1.0) * f64::from(hz)) as u32;
    let mut fastest = speed;
    for _ in 0..ticks {
        walker.tick(case, &back)?;
        let fall = -walker.player().velocity.y;
        if walker.player().ground.stands() {
            // A run over the rounding of the upper edge leads down as fast as one down a slope.
            fastest = fall.max(speed);
        } else if fall > fastest + MAX_FALL + 20.0 / f64::from(hz) {
            return Err(text(&walker, "fell"));
        }
        if walker.player().ground.stands() && walker.feet() < SAME_HEIGHT {
            case.count("climbed down");
            break;
        }
    }
    if walker.feet() > SAME_HEIGHT {
        return Err(text(&walker, "not down"));
    }
    let mut command = ahead(yaw);
    for tick in 0..400 {
        let random = &mut case.random;
        if tick % 20 == 0 {
            command = Command {
                forward: Axis::new([1.0, 1.0, -1.0, 0.0][random.below(4)]),
                right: Axis::new([0.0, 0.0, 1.0, -1.0][random.below(4)]),
                pitch: ahead([0.0, 0.0, -60.0, 40.0][random.below(4)]).yaw,
                fast: random.below(3) == 0,
                ..ahead(yaw + [0.0, 0.0, random.between(0.0, 360.0)][random.below(3)])
            };
        }
        command.jump = random.below(40) == 0;
        walker.tick(case, &command)?;
    }
    Ok(())
}
