//! Family: low slabs, sloped ceilings, wedges between floor and ceiling, and lifts into ceilings. A body
//! neither overlaps nor passes anything, is not thrown, and is never locked.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Aabb, Polyline};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{BodyShape, Tuning};
use sidle::world::{Mover, MoverDesc, OnHit, PathEnd};

use crate::family::{Case, Family};
use crate::scene::{Bound, Builder, Draw, behind};
use crate::walker::{RATES, Walker, random_body, random_keys};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "ceilings",
    figure: "mm of overlap",
    moves: 300,
    run,
};

/// How far a body may be behind a plane, since stored corners are rounded; metres.
const MAX_BEHIND: f64 = 1e-4;

/// Half the width of a room; metres.
const HALF: f64 = 4.0;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.walk_speed = [5.0, random.between(1.0, 40.0)][random.below(2)];
    let (bounds, lift) = room(random, &tuning);
    let mut builder = Builder::default();
    for bound in &bounds {
        let (as_box, cells) = (random.below(2) == 0, 1 + random.below(4) as u32);
        bound.build(&mut builder, HALF * 4.0, as_box, cells);
    }
    let hz = RATES[random.below(RATES.len())];
    let Some(start) = start(random, &bounds, &lift, &tuning) else {
        case.count("too low to stand in");
        return Ok(());
    };
    let has_lift = lift.is_some();
    let mut walker = Walker::with_movers(&builder, lift.into_iter().collect(), tuning, start, hz);
    let segment_length = walker.segment_length();
    let mut left = 300;
    while left > 0 {
        let command = random_keys(&mut case.random);
        let idles = has_lift && case.random.below(2) == 0;
        let command = if idles {
            crate::walker::idle()
        } else {
            command
        };
        for _ in 0..1 + case.random.below(hz as usize / 4) {
            let before = *walker.player();
            walker.tick(case, &command)?;
            left -= 1;
            let after = walker.player();
            let depth = behind(&bounds, after.position, segment_length, &tuning);
            let violation = |message: &str| {
                Err(format!(
                    "{message}: {depth} m behind, {hz} Hz, radius {}, segment {segment_length}, lift {has_lift}, from \
                    {before:?} by {command:?} to {after:?}",
                    tuning.radius
                ))
            };
            if depth > MAX_BEHIND {
                return violation("passed a plane");
            }
            // A lift may carry its rider as well.
            let fastest = tuning.walk_speed * tuning.fast_factor;
            let speed = before
                .velocity
                .length()
                .max(after.velocity.length())
                .max(fastest);
            let allowed = (speed + tuning.gravity / f64::from(hz)) / f64::from(hz) * 1.01;
            let steps = tuning.step_height + tuning.snap_distance + tuning.radius;
            if after.position.distance(before.position) > allowed + steps {
                return violation("thrown");
            }
        }
    }
    case.measure(walker.deepest * 1e3);
    if walker
        .sim
        .movers()
        .iter()
        .any(|mover| mover.state.blocked_by.is_some())
    {
        case.count("lifts stopped by the player");
    }
    if !has_lift && walker.is_locked(case)? {
        return Err(format!("locked at {hz} Hz: {:?}", walker.player()));
    }
    Ok(())
}

/// A closed convex room under a low ceiling, and a lift in some of them.
fn room(random: &mut Random, tuning: &Tuning) -> (Vec<Bound>, Option<Mover>) {
    let body = match tuning.body {
        BodyShape::Sphere => tuning.radius * 2.0,
        BodyShape::Capsule | BodyShape::Box => tuning.height,
    };
    let mut bounds = Vec::new();
    for turn in 0..4 {
        let (sin, cos) = sin_cos_deg(f64::from(turn) * 90.0 + random.signed() * 10.0);
        let outward = DVec3::new(cos, 0.0, sin);
        bounds.push(Bound::new(outward * HALF, -outward));
    }
    let leaning = |random: &mut Random, slope_deg: f64| {
        let (sin_turn, cos_turn) = sin_cos_deg(random.between(0.0, 360.0));
        let (sin, cos) = sin_cos_deg(slope_deg);
        DVec3::new(cos_turn * sin, cos, sin_turn * sin)
    };
    let spare = 1e-3 * libm::pow(1000.0, random.unit());
    let kind = random.below(4);
    let floor_slope = if kind == 3 {
        random.between(0.0, 45.0)
    } else {
        0.0
    };
    bounds.push(Bound::new(DVec3::ZERO, leaning(random, floor_slope)));
    let ceiling_slope = match kind {
        // A flat slab, with or without a lift below.
        0 | 1 => 0.0,
        _ => random.between(0.5, 70.0),
    };
    let height = if kind == 1 { body + 2.0 } else { body + spare };
    bounds.push(Bound::new(
        DVec3::Y * height,
        -leaning(random, ceiling_slope),
    ));
    let lift = if kind == 1 {
        lift(random, height)
    } else {
        None
    };
    (bounds, lift)
}

/// A lift that rises from the floor to a ceiling of this height, or would pass through it.
fn lift(random: &mut Random, height: f64) -> Option<Mover> {
    let low = DVec3::Y * 0.01;
    let high = DVec3::Y * random.between(height * 0.3, height * 1.2);
    let half = DVec3::new(random.between(0.3, 1.5), 0.1, random.between(0.3, 1.5));
    let half = DVec3::new(half.x, half.y, half.z);
    Mover::new(MoverDesc {
        path: Polyline::new([low, high])?,
        speed: random.between(0.2, 6.0),
        bounds: Aabb::from_points([-half + DVec3::Y * 0.1, half + DVec3::Y * 0.1])?,
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Return,
        on_hit: [OnHit::Stop, OnHit::Return, OnHit::Pass][random.below(3)],
    })
}

/// A place in the room that is clear of all planes and above the lift.
fn start(
    random: &mut Random,
    bounds: &[Bound],
    lift: &Option<Mover>,
    tuning: &Tuning,
) -> Option<DVec3> {
    let segment_length = crate::walker::segment_length(tuning);
    let reach = if lift.is_some() { 1.0 } else { HALF };
    (0..300)
        .map(|_| {
            let place = random.vec3(reach);
            let height = if lift.is_some() {
                0.25
            } else {
                4.0 * random.unit()
            };
            DVec3::new(place.x, tuning.radius + height, place.z)
        })
        .find(|place| behind(bounds, *place, segment_length, tuning) < -2e-4)
}
