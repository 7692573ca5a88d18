//! Family: pits of two to eight steep walls. A walker that falls in is never locked, since some key moves it
//! by more than 1 mm.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Command;

use crate::family::{Case, Family};
use crate::scene::{Bound, Builder, Draw, behind};
use crate::walker::{RATES, Walker, idle, random_body, random_keys};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "pits",
    figure: "mm of overlap",
    moves: 650,
    run,
};

/// How far a walker may be behind the plane of a wall, since the corners of the wall are rounded; metres.
const MAX_BEHIND: f64 = 1e-4;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let tuning = random_body(random);
    let (builder, walls) = pit(random);
    let hz = RATES[random.below(RATES.len())];
    let place = DVec3::new(random.signed(), 0.0, random.signed()) * 1.5;
    let mut walker = Walker::new(&builder, tuning, place + DVec3::Y * 9.0, hz);
    fall(case, &mut walker, &walls)?;
    case.measure(walker.deepest * 1e3);
    if walker.player().ground.stands() {
        case.count("stood in the pit");
    }
    if walker.is_locked(case)? {
        let (radius, segment_length, player) =
            (tuning.radius, walker.segment_length(), walker.player());
        return Err(format!(
            "locked at {hz} Hz: radius {radius}, segment {segment_length}, {player:?}"
        ));
    }
    Ok(())
}

/// Lets the walker fall into the pit, with random keys or none, until it rests.
fn fall(case: &mut Case<'_>, walker: &mut Walker, walls: &[Bound]) -> Result<(), String> {
    let hz = walker.sim.hz();
    if case.random.below(2) == 0 {
        for _ in 0..15 {
            let command = random_keys(&mut case.random);
            for _ in 0..hz / 10 {
                tick(case, walker, walls, &command)?;
            }
        }
    }
    let mut ticks_at_rest = 0;
    for _ in 0..hz * 3 {
        let before = walker.player().position;
        tick(case, walker, walls, &idle())?;
        let still = walker.player().position.distance(before) < 1e-9;
        ticks_at_rest = if still { ticks_at_rest + 1 } else { 0 };
        if ticks_at_rest > hz / 10 {
            break;
        }
    }
    Ok(())
}

/// Advances one tick. Checks it, and that the walker has passed no wall.
fn tick(
    case: &Case<'_>,
    walker: &mut Walker,
    walls: &[Bound],
    command: &Command,
) -> Result<(), String> {
    walker.tick(case, command)?;
    let (position, tuning) = (walker.player().position, walker.sim.tuning());
    let depth = behind(walls, position, walker.segment_length(), tuning);
    if depth > MAX_BEHIND {
        return Err(format!("passed a wall by {depth} m, to {position:?}"));
    }
    Ok(())
}

/// A pit around the origin, of large sheets or boxes that meet at its bottom, or nearly do. Returns its planes as well.
fn pit(random: &mut Random) -> (Builder, Vec<Bound>) {
    let count = 2 + random.below(7);
    let turn_deg = random.between(0.0, 360.0);
    let (equal, regular) = (random.below(2) == 0, random.below(2) == 0);
    let slope = random.between(51.0, 75.0);
    let mut walls = Vec::new();
    for number in 0..count {
        let slope = if equal {
            slope
        } else {
            random.between(51.0, 75.0)
        };
        // The pit is closed only if neighbouring walls face less than 180 degrees apart. This spread keeps to that.
        let spread = if regular || count == 2 { 0.0 } else { 0.2 };
        let outward_deg =
            turn_deg + 360.0 * (number as f64 + random.signed() * spread) / count as f64;
        walls.push(wall(outward_deg, slope, DVec3::ZERO));
    }
    if count == 2 {
        // A gully, closed by upright ends.
        for side in [90.0, 270.0] {
            let (sin, cos) = sin_cos_deg(turn_deg + side);
            walls.push(wall(turn_deg + side, 90.0, DVec3::new(cos, 0.0, sin) * 3.0));
        }
    }
    // Each wall misses the common point by up to this, which may be less or more than the tolerances.
    let miss = [0.0, 0.0, 1e-5, 1e-4, 3e-4, 1e-3, 0.2][random.below(7)];
    let mut builder = Builder::default();
    let (as_box, cells) = (random.below(2) == 0, 1 + random.below(4) as u32);
    for wall in &mut walls {
        wall.point -= wall.normal * (miss * random.unit());
        wall.build(&mut builder, 20.0, as_box, cells);
    }
    (builder, walls)
}

/// A wall through `point` that rises in the direction `outward_deg`.
fn wall(outward_deg: f64, slope_deg: f64, point: DVec3) -> Bound {
    let (sin_turn, cos_turn) = sin_cos_deg(outward_deg);
    let (sin, cos) = sin_cos_deg(slope_deg);
    Bound::new(point, DVec3::new(-cos_turn * sin, cos, -sin_turn * sin))
}
