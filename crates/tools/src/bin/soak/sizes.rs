//! Family: bodies that change their size at random places. If the new size fits, it is taken and pushes
//! nothing. If it does not fit, nothing changes.

use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Tuning};
use sidle::sim::Sim;

use crate::body::Solid;
use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{MAX_NUDGE, RATES, Walker, random_keys};
use sidle_conformance::oracle::Oracle;
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "sizes",
    figure: "mm of overlap",
    moves: 300,
    run,
};

/// Half the size of the room; metres.
const HALF: f64 = 3.0;

/// A body whose overlap or distance is less than this may fit or not; metres.
const TOLERANCE: f64 = 3e-4;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let builder = low_room(random);
    let oracle = Oracle::new(&builder.triangles(), &builder.obbs());
    let tuning = sized(random);
    let body = Solid::of(&tuning);
    let mut places = (0..200).map(|_| random.vec3(HALF));
    let clear = |place: &DVec3| body.room(&oracle, *place) > 1e-3;
    let Some(start) = places.find(clear) else {
        case.count("rooms too full");
        return Ok(());
    };
    let hz = RATES[random.below(RATES.len())];
    let mut walker = Walker::new(&builder, tuning, start, hz);
    for _ in 0..30 {
        let command = Command {
            // Below 0, a capsule that can crouch does.
            up: Axis::new(1.0 - case.random.below(3) as f64),
            ..random_keys(&mut case.random)
        };
        for _ in 0..1 + case.random.below(20) {
            walker.tick(case, &command)?;
            let place = walker.player().position;
            if place.abs().max_element() > HALF {
                return Err(format!("left the room, to {place:?}"));
            }
        }
        resize_once(case, &mut walker, &oracle)?;
    }
    case.measure(walker.deepest * 1e3);
    Ok(())
}

/// Asks for another size, and compares the answer with the oracle's.
fn resize_once(case: &mut Case<'_>, walker: &mut Walker, oracle: &Oracle) -> Result<(), String> {
    let (before, old) = (walker.sim.snapshot(), *walker.sim.tuning());
    let mut new = sized(&mut case.random);
    if case.random.below(3) == 0 {
        // A size that only just fits, or only just does not.
        let spare = [-4e-4, 4e-4, 1e-3][case.random.below(3)];
        let place = before.player.position + DVec3::Y * (new.radius - old.radius);
        let above = headroom(oracle, place, &new);
        new.height = (above + new.radius * 2.0 - spare).max(new.radius * 2.0);
    }
    let place = before.player.position + DVec3::Y * (new.radius - old.radius);
    let room = walker.body_with(&new).room(oracle, place);
    let done = resize(&mut walker.sim, new);
    let violation = |message: &str, walker: &Walker| {
        let size = |tuning: &Tuning| (tuning.body, tuning.radius, tuning.height);
        Err(format!(
            "{message}: from {:?} to {:?} with {room} m of room, at {:?}, now at {:?}",
            size(&old),
            size(&new),
            before.player,
            walker.player().position
        ))
    };
    if done {
        case.count("changed");
        if room < -TOLERANCE {
            return violation("a body grew where it does not fit", walker);
        }
        if walker.player().position.distance(place) > MAX_NUDGE || *walker.sim.tuning() != new {
            return violation("a body's feet moved", walker);
        }
    } else {
        case.count("refused");
        if room > TOLERANCE {
            return violation("a body that fits was refused", walker);
        }
        if walker.sim.snapshot() != before || *walker.sim.tuning() != old {
            return violation("a refused change changed something", walker);
        }
    }
    Ok(())
}

/// Changes the size of the body, and returns whether it did.
fn resize(sim: &mut Sim, tuning: Tuning) -> bool {
    sim.retune(tuning).is_ok()
}

/// How far the lower end of a body of this tuning can rise from `place`; metres, at most 2.
fn headroom(oracle: &Oracle, place: DVec3, tuning: &Tuning) -> f64 {
    let (mut low, mut high) = (0.0, 2.0);
    for _ in 0..40 {
        let middle = (low + high) * 0.5;
        let body = Solid::new(tuning.body, tuning.radius, middle);
        let free = body.room(oracle, place) > 0.0;
        (low, high) = if free { (middle, high) } else { (low, middle) };
    }
    low
}

/// A random size: a sphere, a capsule or a box, crouched, upright or in between.
fn sized(random: &mut Random) -> Tuning {
    let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][random.below(3)];
    let radius = [0.3, random.between(0.1, 0.6)][random.below(2)];
    let height = [1.0, 1.75, random.between(0.4, 2.0)][random.below(3)];
    Tuning {
        body,
        radius,
        height: height.max(radius * 2.0),
        ..Tuning::default()
    }
}

/// A closed room with slabs to duck under, crates, and posts.
fn low_room(random: &mut Random) -> Builder {
    let mut builder = Builder::default();
    builder.room(DVec3::splat(HALF), 1 + random.below(3) as u32);
    for _ in 0..8 {
        let center = random.vec3(HALF);
        let half = DVec3::new(random.between(0.2, 1.5), 0.1, random.between(0.2, 1.5));
        let turn = DVec3::new(random.signed() * 20.0, random.signed() * 180.0, 0.0);
        let rotation = sidle::geometry::rotation_from_degrees(turn);
        builder.block(center, rotation, half, random.below(2) == 0);
    }
    builder
}
