//! Family: many moves of bodies of all sizes, at three speeds, in rooms full of shapes.

use sidle::player::{
    Body, BodyShape, Event, MoveSettings, Scratch, SlideEnd, Trace, move_and_slide,
};
use sidle::world::World;

use crate::body::Solid;
use crate::family::{Case, Family};
use crate::scene::Draw;
use crate::worlds;
use sidle_conformance::oracle::{MAX_DEPTH, Oracle};

pub const FAMILY: Family = Family {
    name: "moves",
    figure: "mm of overlap",
    moves: MOVES_PER_WORLD,
    run,
};

/// The number of moves in one world before the next one is built.
const MOVES_PER_WORLD: u64 = 2_000;

/// One in this many moves is checked along its whole path, and not only at its end.
const MOVES_PER_PATH_CHECK: u64 = 8;

/// Speeds in metres per second, at 60 ticks per second, for a body of 0.3 m.
const SPEEDS: [f64; 3] = [5.0, 60.0, 600.0];

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let arena = worlds::build(case.number, &mut case.random, case.shared);
    let speed = SPEEDS[(case.number / worlds::KINDS % 3) as usize];
    let world = World::new(arena.triangles.clone(), arena.boxes.clone());
    let oracle = Oracle::new(&arena.triangles, &arena.boxes);
    let radius = arena.radius;
    // One world in four is for an upright capsule, and one for an upright box. Only some of their moves are checked, because such a
    // check is slow.
    let shape =
        [BodyShape::Capsule, BodyShape::Box, BodyShape::Sphere][case.random.below(4).min(2)];
    let height = match shape {
        BodyShape::Sphere => radius * 2.0,
        _ => radius * (2.0 + case.random.between(0.1, 4.0)),
    };
    let moves_per_check = match shape {
        BodyShape::Sphere => 1,
        _ => MOVES_PER_PATH_CHECK * 4,
    };
    let body = match shape {
        BodyShape::Box => Body::square_box(radius, height),
        _ => Body::capsule(radius, height),
    };
    let Some(body) = body else {
        return Ok(());
    };
    let solid = Solid::new(shape, radius, body.height() - radius * 2.0);
    let Some(mut position) = arena.start(&oracle, &mut case.random, &solid) else {
        case.count("rooms too full");
        return Ok(());
    };
    // The speed scales with the size; a body of 0.3 m is the reference.
    let reach = speed / 60.0 * (radius / 0.3);
    let (settings, mut scratch, mut trace) = (MoveSettings::FLIGHT, Scratch::new(), Trace::new());
    let mut heading = case.random.direction();
    for number in 0..MOVES_PER_WORLD {
        if case.random.below(20) == 0 {
            heading = case.random.heading();
        }
        let motion = heading * reach;
        let (memory, traced) = (&mut scratch, Some(&mut trace));
        let slide = move_and_slide(&world, body, position, motion, &settings, memory, traced);
        case.moved();
        let (end, why) = (slide.position, slide.end);
        match why {
            SlideEnd::Exhausted => case.count("turned too often"),
            SlideEnd::Refused => case.count("refused"),
            _ => {}
        }
        let violation = |message: String| {
            Err(format!(
                "{message}, {}, move {number}: {shape:?} of radius {radius}, segment {}, from {position:?} by \
                {motion:?} to {end:?}",
                arena.kind, solid.rise
            ))
        };
        if !end.is_finite() {
            return violation("not finite".to_owned());
        }
        // Far from the origin, positions have a limited precision.
        let grain = end.abs().max_element() * 4.0 * f64::EPSILON;
        let length = position.distance(end);
        if length > motion.length() * (1.0 + 1e-9) + grain {
            return violation(format!("{length} m instead of {}", motion.length()));
        }
        let mut depth = 0.0_f64;
        if number % moves_per_check == 0 {
            depth = solid.depth(&oracle, end);
        }
        if number % (MOVES_PER_PATH_CHECK * moves_per_check) == 0 {
            for event in trace.events() {
                if let Event::Sweep { from, to, .. } = event {
                    depth = depth.max(solid.depth_on_path(&oracle, *from, *to));
                }
            }
        }
        case.measure(depth * 1e3);
        if depth > MAX_DEPTH {
            return violation(format!("{depth} m deep"));
        }
        if !arena.contains(end) {
            return violation("escaped".to_owned());
        }
        position = end;
    }
    Ok(())
}
