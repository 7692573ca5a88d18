//! Soak test of the swept controller: many random moves in many worlds, checked by an oracle that
//! shares no code with it.
//!
//! ```sh
//! cargo run --release --example soak -- --moves 1000000 --seed 1
//! cargo run --release --example soak -- --moves 100000 --mesh some.obj other.obj
//! ```
//!
//! Prints for each speed: moves, escapes, overlaps deeper than 0.1 mm, positions that are not
//! finite, moves longer than requested, the worst overlap, and moves per second. Exits with 1 if
//! any check failed. A failed case is printed with its seed, so that it can be reproduced.

mod oracle;
#[path = "../../src/test_support/random.rs"]
mod random;
mod worlds;

use std::process::ExitCode;
use std::time::Instant;

use sidle::player::{Body, Event, MoveSettings, Scratch, Trace, move_and_slide};
use sidle::world::World;

use oracle::Oracle;
use random::Random;
use worlds::{Arena, Draw};

/// The number of moves in one world before the next one is built.
const MOVES_PER_WORLD: u64 = 2_000;

/// One in this many moves is checked along its whole path, not only at its end.
const WAYS_CHECKED: u64 = 8;

/// Speeds in metres per second, at 60 ticks per second, for a body of 0.3 m.
const SPEEDS: [f64; 3] = [5.0, 60.0, 600.0];

/// An overlap deeper than this fails; metres.
const TOO_DEEP: f64 = 1e-4;

struct Arguments {
    moves: u64,
    seed: u64,
    only: Option<u64>,
    meshes: Vec<String>,
}

/// Counts of failed checks.
#[derive(Default)]
struct Tally {
    moves: u64,
    escapes: u64,
    overlaps: u64,
    not_finite: u64,
    too_long: u64,
    exhausted: u64,
    refused: u64,
    worst: f64,
    seconds: f64,
}

impl Tally {
    fn wrong(&self) -> u64 {
        self.escapes + self.overlaps + self.not_finite + self.too_long
    }
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!(
                "{message}\nusage: soak [--moves N] [--seed S] [--world CASE] [--mesh FILE...]"
            );
            return ExitCode::from(2);
        }
    };
    let meshes = match worlds::load_meshes(&arguments.meshes) {
        Ok(meshes) => meshes,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(1);
        }
    };
    let mut tallies = SPEEDS.map(|_| Tally::default());
    let cases = arguments.moves.div_ceil(MOVES_PER_WORLD).max(1);
    for case in arguments.only.map_or(0..cases, |only| only..only + 1) {
        let seed = arguments.seed.wrapping_mul(0x9E37_79B9).wrapping_add(case);
        let mut random = Random::new(seed);
        let arena = worlds::build(case, &mut random, &meshes);
        let which = (case / worlds::KINDS % 3) as usize;
        soak(
            &arena,
            case,
            SPEEDS[which],
            &mut random,
            &mut tallies[which],
        );
    }
    report(&tallies);
    ExitCode::from(u8::from(tallies.iter().any(|tally| tally.wrong() > 0)))
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        moves: 100_000,
        seed: 1,
        only: None,
        meshes: Vec::new(),
    };
    let mut in_meshes = false;
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            text.parse::<u64>()
                .map_err(|_| format!("{word}: `{text}` is no whole number"))
        };
        match word.as_str() {
            "--moves" => arguments.moves = number()?,
            "--seed" => arguments.seed = number()?,
            "--world" => arguments.only = Some(number()?),
            "--mesh" => in_meshes = true,
            _ if in_meshes => arguments.meshes.push(word),
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(arguments)
}

/// Makes many moves in one world.
fn soak(arena: &Arena, case: u64, speed: f64, random: &mut Random, tally: &mut Tally) {
    let world = World::new(arena.triangles.clone(), arena.boxes.clone());
    let oracle = Oracle::new(&arena.triangles, &arena.boxes);
    let radius = arena.radius;
    // One world in four is for an upright capsule, of which only some moves are checked, because
    // its check is slow.
    let rise = match random.below(4) {
        0 => radius * random.between(0.1, 4.0),
        _ => 0.0,
    };
    let checked = if rise > 0.0 { WAYS_CHECKED * 4 } else { 1 };
    let Some(body) = Body::capsule(radius, radius * 2.0 + rise) else {
        return;
    };
    let rise = body.height() - radius * 2.0;
    let Some(mut position) = arena.start(&oracle, random, rise) else {
        return;
    };
    // The speed scales with the size; a body of 0.3 m is the reference.
    let reach = speed / 60.0 * (radius / 0.3);
    let (settings, mut scratch, mut trace) = (MoveSettings::FLIGHT, Scratch::new(), Trace::new());
    let mut heading = random.direction();
    for number in 0..MOVES_PER_WORLD {
        if random.below(20) == 0 {
            heading = random.heading();
        }
        let motion = heading * reach;
        let begin = Instant::now();
        let (scratch, traced) = (&mut scratch, Some(&mut trace));
        let slide = move_and_slide(&world, body, position, motion, &settings, scratch, traced);
        tally.seconds += begin.elapsed().as_secs_f64();
        tally.moves += 1;
        tally.exhausted += u64::from(slide.end == sidle::player::SlideEnd::Exhausted);
        tally.refused += u64::from(slide.end == sidle::player::SlideEnd::Refused);

        let end = slide.position;
        let complain = |what: String| {
            println!("case {case} ({}), move {number}: {what}", arena.kind);
            println!(
                "    radius {radius}, rise {rise}, from {position:?} by {motion:?} to {end:?}"
            );
        };
        if !end.is_finite() {
            tally.not_finite += 1;
            complain("not finite".to_owned());
            return;
        }
        // Far from the origin, positions have a limited precision.
        let grain = end.abs().max_element() * 4.0 * f64::EPSILON;
        if position.distance(end) > motion.length() * (1.0 + 1e-9) + grain {
            tally.too_long += 1;
            complain(format!(
                "{} m instead of {}",
                position.distance(end),
                motion.length()
            ));
        }
        let mut depth = 0.0_f64;
        if number % checked == 0 {
            depth = radius - oracle.segment_distance(end, rise);
        }
        if number % (WAYS_CHECKED * checked) == 0 {
            for event in trace.events() {
                if let Event::Sweep { from, to, .. } = event {
                    depth = depth.max(radius - oracle.nearest_on_way(*from, *to, radius, rise));
                }
            }
        }
        tally.worst = tally.worst.max(depth);
        if depth > TOO_DEEP {
            tally.overlaps += 1;
            complain(format!("{depth} m deep"));
        }
        if !arena.contains(end) {
            tally.escapes += 1;
            complain("escaped".to_owned());
            return;
        }
        position = end;
        if depth > TOO_DEEP {
            return;
        }
    }
}

fn report(tallies: &[Tally]) {
    println!(
        "speed m/s      moves  escapes  overlaps  not finite  too long  worst mm  refused  turned out  moves/s"
    );
    for (tally, speed) in tallies.iter().zip(SPEEDS) {
        println!(
            "{speed:9} {:10} {:8} {:9} {:11} {:9} {:9.4} {:8} {:11} {:8.0}",
            tally.moves,
            tally.escapes,
            tally.overlaps,
            tally.not_finite,
            tally.too_long,
            tally.worst.max(0.0) * 1e3,
            tally.refused,
            tally.exhausted,
            tally.moves as f64 / tally.seconds.max(1e-9),
        );
    }
}
