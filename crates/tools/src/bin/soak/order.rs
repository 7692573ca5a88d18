//! Family: permuted worlds. The order of the triangles and boxes changes no bit of a move or a walk of the
//! swept controller.

use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{Body, MoveSettings, Scratch, SlideEnd, move_and_slide};
use sidle::sim::Sim;
use sidle::world::World;

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{random_body, random_keys, reach, rules};
use crate::worlds;
use sidle_conformance::oracle::Oracle;
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "order",
    figure: "m apart",
    moves: 300,
    run,
};

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let (kind, triangles, boxes, radius) = shapes(case.number, random, case.shared);
    let world = World::new(triangles.clone(), boxes.clone());
    let other = World::new(permuted(triangles, random), permuted(boxes, random));
    moves(case, kind, radius, [&world, &other])?;
    walk(case, kind, [world, other])
}

/// Makes the same moves at any speed in both worlds, and compares them.
fn moves(case: &mut Case<'_>, kind: &str, radius: f64, worlds: [&World; 2]) -> Result<(), String> {
    let height = radius * [2.0, case.random.between(2.0, 6.0)][case.random.below(2)];
    let Some(body) = Body::capsule(radius, height) else {
        return Ok(());
    };
    let oracle = Oracle::new(worlds[0].triangles(), worlds[0].boxes());
    let segment_length = height - radius * 2.0;
    let Some(mut position) = clear_place(&mut case.random, &oracle, segment_length, radius) else {
        case.count("worlds too full");
        return Ok(());
    };
    let mut memory = [Scratch::new(), Scratch::new()];
    for number in 0..100 {
        let reach = radius * libm::pow(10.0, case.random.between(-2.0, 2.0));
        let motion = case.random.heading() * reach;
        let settings = [MoveSettings::FLIGHT, MoveSettings::default()][case.random.below(2)];
        let [one, two] = &mut memory;
        let one = move_and_slide(worlds[0], body, position, motion, &settings, one, None);
        let two = move_and_slide(worlds[1], body, position, motion, &settings, two, None);
        case.moved();
        let apart = one.position.distance(two.position);
        case.measure(apart);
        if one.end == SlideEnd::Exhausted {
            case.count("turned too often");
        }
        let ends = [one, two].map(|tick| (tick.position, tick.clipped_motion, tick.end));
        if ends[0] != ends[1] {
            return Err(format!(
                "{apart} m apart, {kind}, move {number}: {body:?} from {position:?} by {motion:?}, \
                {settings:?}: {ends:?}"
            ));
        }
        position = one.position;
    }
    Ok(())
}

/// Makes the same walk in both worlds, and compares the states.
fn walk(case: &mut Case<'_>, kind: &str, worlds: [World; 2]) -> Result<(), String> {
    let tuning = random_body(&mut case.random);
    let oracle = Oracle::new(worlds[0].triangles(), worlds[0].boxes());
    let segment_length = crate::walker::segment_length(&tuning);
    let Some(start) = clear_place(&mut case.random, &oracle, segment_length, reach(&tuning)) else {
        return Ok(());
    };
    let mut sims = worlds.map(|world| Sim::new(world, tuning, rules(start), 60).without_trace());
    for tick in 0..200 {
        let command = random_keys(&mut case.random);
        let before = *sims[0].player();
        sims.iter_mut().for_each(|sim| sim.tick(&command));
        case.moved();
        let [one, two] = [0, 1].map(|number: usize| *sims[number].player());
        let apart = one.position.distance(two.position);
        case.measure(apart);
        if one != two {
            return Err(format!(
                "{apart} m apart, {kind}, tick {tick}: {:?} of radius {}, segment {segment_length}, from \
                {before:?} by {command:?} to {one:?} and {two:?}",
                tuning.body, tuning.radius
            ));
        }
    }
    Ok(())
}

fn clear_place(
    random: &mut Random,
    oracle: &Oracle,
    segment_length: f64,
    radius: f64,
) -> Option<DVec3> {
    let mut places = (0..100).map(|_| random.vec3(6.0));
    places.find(|place| oracle.segment_distance(*place, segment_length) > radius * 1.01)
}

fn permuted<T>(mut shapes: Vec<T>, random: &mut Random) -> Vec<T> {
    for last in (1..shapes.len()).rev() {
        shapes.swap(last, random.below(last + 1));
    }
    shapes
}

/// The shapes of a case and the radius of a body: a cone, a fan, crates in a row, or a world of random
/// moves.
fn shapes(
    number: u64,
    random: &mut Random,
    shared: &crate::family::Shared,
) -> (&'static str, Vec<Triangle>, Vec<Obb>, f64) {
    let mut builder = Builder::default();
    let radius = random.between(0.1, 0.6);
    let kind = match number % 4 {
        0 => {
            cone(random, &mut builder);
            "cone"
        }
        1 => {
            builder.room(DVec3::splat(6.0), 2);
            let turn = rotation_from_degrees(random.vec3(180.0));
            for x in -3..3 {
                for y in -3..3 {
                    let center = turn * DVec3::new(f64::from(x), f64::from(y), 0.0);
                    builder.block(center, turn, DVec3::splat(0.5), random.below(2) == 0);
                }
            }
            "wall of crates"
        }
        _ => {
            let arena = worlds::build(number, random, shared);
            return (arena.kind, arena.triangles, arena.boxes, arena.radius);
        }
    };
    (kind, builder.triangles(), builder.obbs(), radius)
}

/// A narrow funnel of up to a dozen triangles, in the path of a body.
fn cone(random: &mut Random, builder: &mut Builder) {
    let sides = 3 + random.below(10);
    let turn = rotation_from_degrees(random.vec3(180.0));
    let (width, depth) = (random.between(0.5, 5.0), random.between(1.0, 8.0));
    let corner = |side: usize| {
        let angle = 360.0 * side as f64 / sides as f64;
        let around = rotation_from_degrees(DVec3::Y * angle) * DVec3::X * width;
        turn * (around + DVec3::Y * depth)
    };
    for side in 0..sides {
        builder
            .faces
            .push([turn * DVec3::Y * -1.0, corner(side), corner(side + 1)]);
    }
}
