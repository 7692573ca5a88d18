//! Measures how many players one machine can simulate in one shared world, as a game server does.
//!
//! ```sh
//! cargo run --release -p sidle-tools --bin crowd
//! cargo run --release -p sidle-tools --bin crowd -- --level levels/terrain.toml --players 5000
//! ```
//!
//! Many players walk through a level at random, 60 ticks a second. They share one `World`, which does not
//! change, and pass through each other. The movers of the level stand still. The first table has every body and
//! controller on one core. The second spreads the swept spheres over more cores. Every run must end with the
//! same bits. The third lists the slowest single ticks of the swept spheres, and what they met.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use rayon::prelude::*;
use sidle::geometry::Sphere;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::level::{Disk, Level, load_level};
use sidle::player::{
    Axis, BodyShape, Command, Controller, Event, PlayerState, Scratch, Trace, Tuning, advance,
};
use sidle::world::{ColliderId, World};

use sidle_tools::random::Random;

const HZ: u32 = 60;
const DT: f64 = 1.0 / HZ as f64;

/// How long a player keeps a direction, on average; ticks.
const TICKS_PER_TURN: usize = 30;

/// How often each run is timed. The fastest counts.
const ROUNDS: usize = 3;

/// How many of the slowest ticks are listed.
const SLOWEST: usize = 10;

/// The least number of players that a thread takes at a time.
const GROUP: usize = 50;

struct Arguments {
    level: PathBuf,
    players: usize,
    ticks: u32,
}

/// A player, and the random numbers that steer it. Each player has separate memory for its moves, so that each tick finds
/// the colliders of the last one there.
#[derive(Clone)]
struct Walker {
    state: PlayerState,
    command: Command,
    random: Random,
    scratch: Scratch,
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\nusage: crowd [--level FILE] [--players N] [--ticks N]");
            return ExitCode::from(2);
        }
    };
    let loaded = load_level(&arguments.level, &Disk);
    let Some(level) = loaded.level else {
        for diagnostic in &loaded.diagnostics {
            eprintln!("{diagnostic}");
        }
        return ExitCode::from(2);
    };
    match compare(&level, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(1)
        }
    }
}

/// Prints both tables. Returns an error if two runs that must be equal are not.
fn compare(level: &Level, arguments: &Arguments) -> Result<(), String> {
    let Arguments { players, ticks, .. } = arguments;
    println!(
        "{players} players, {ticks} ticks at {HZ} Hz, {}",
        arguments.level.display()
    );
    println!("\n| on one core | µs a tick of a player | players at {HZ} Hz |\n|---|---|---|");
    let rows = [
        ("swept sphere", Controller::Swept, BodyShape::Sphere),
        ("swept capsule", Controller::Swept, BodyShape::Capsule),
        ("swept box", Controller::Swept, BodyShape::Box),
        ("classic", Controller::Classic, BodyShape::Sphere),
        ("boxed", Controller::Boxed, BodyShape::Sphere),
    ];
    for (name, controller, body) in rows {
        let tuning = Tuning {
            body,
            ..level.tuning
        };
        let crowd = gather(level, &tuning, controller, *players)?;
        let seconds = run(level, &tuning, &crowd, *ticks, 1)?.0;
        let per_tick = seconds / f64::from(*ticks) / *players as f64;
        println!("| {name} | {:.3} | {:.0} |", per_tick * 1e6, DT / per_tick);
    }

    println!("\n| cores | players at {HZ} Hz | times one core |\n|---|---|---|");
    let tuning = Tuning {
        body: BodyShape::Sphere,
        ..level.tuning
    };
    let crowd = gather(level, &tuning, Controller::Swept, *players)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts: Vec<_> = (0..)
        .map(|power| 1 << power)
        .take_while(|count| *count < cores)
        .collect();
    counts.push(cores);
    let (mut alone, mut expected) = (0.0, None);
    for threads in counts {
        let (seconds, ends) = run(level, &tuning, &crowd, *ticks, threads)?;
        let capacity = DT * f64::from(*ticks) * *players as f64 / seconds;
        if threads == 1 {
            alone = capacity;
        }
        println!("| {threads} | {capacity:.0} | {:.2} |", capacity / alone);
        if *expected.get_or_insert_with(|| ends.clone()) != ends {
            return Err(format!("{threads} threads gave other bits than one"));
        }
    }
    list_slowest(level, &tuning, &crowd, *ticks);
    Ok(())
}

/// Times each tick on its own, its shortest time of all rounds, and lists the slowest ones with what they met.
fn list_slowest(level: &Level, tuning: &Tuning, crowd: &[Walker], ticks: u32) {
    let mut times = vec![u32::MAX; crowd.len() * ticks as usize];
    for _ in 0..ROUNDS {
        let mut walkers = crowd.to_vec();
        for times in times.chunks_exact_mut(crowd.len()) {
            for (walker, best) in walkers.iter_mut().zip(times) {
                let start = Instant::now();
                walker.tick(level, tuning, None);
                *best = (*best).min(start.elapsed().as_nanos() as u32);
            }
        }
    }
    let mut order: Vec<_> = (0..times.len()).collect();
    order.sort_unstable_by_key(|place| times[*place]);
    let at = |share: usize| times[order[(order.len() - 1) * share / 1000]];
    println!(
        "\np50 / p99 / p99.9 / worst: {} / {} / {} / {} ns, p99 = {:.1} × p50\n",
        at(500),
        at(990),
        at(999),
        at(1000),
        f64::from(at(990)) / f64::from(at(500))
    );
    println!("| ns | at | sweeps | tries | met most often |\n|---|---|---|---|---|");
    let slowest = &order[order.len().saturating_sub(SLOWEST)..];
    let mut walkers = crowd.to_vec();
    let mut lines = Vec::new();
    for tick in 0..ticks as usize {
        for (number, walker) in walkers.iter_mut().enumerate() {
            let place = tick * crowd.len() + number;
            let mut trace = slowest.contains(&place).then(Trace::new);
            walker.tick(level, tuning, trace.as_mut());
            if let Some(trace) = trace {
                lines.push((times[place], describe(walker, &trace)));
            }
        }
    }
    lines.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    for (time, what) in lines {
        println!("| {time} | {what} |");
    }
}

/// Where a tick has led, how many sweeps and tries it made, and which collider it met most often.
fn describe(walker: &Walker, trace: &Trace) -> String {
    let (mut sweeps, mut tries) = (0, 0);
    let mut met: BTreeMap<ColliderId, usize> = BTreeMap::new();
    for event in trace.events() {
        match event {
            Event::Try(_) => tries += 1,
            Event::Sweep { hit, .. } => {
                sweeps += 1;
                if let Some((collider, _)) = hit {
                    *met.entry(*collider).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    let most = met.iter().max_by_key(|(_, count)| **count);
    let most = most.map_or("nothing".to_owned(), |(collider, count)| {
        format!("{collider:?}, {count} times")
    });
    let place = walker.state.position;
    format!("{place:.2} | {sweeps} | {tries} | {most}")
}

/// Players at free places on the ground of the level.
fn gather(
    level: &Level,
    tuning: &Tuning,
    controller: Controller,
    players: usize,
) -> Result<Vec<Walker>, String> {
    let (world, spawn) = (&level.world, &level.rules.spawn);
    let mut random = Random::new(60);
    let mut walkers = Vec::new();
    // Every spawn fits; few places of a level are not free.
    for _ in 0..players * 100 {
        if walkers.len() == players {
            break;
        }
        let mut state = PlayerState {
            controller,
            ..PlayerState::at_spawn(spawn)
        };
        if !walkers.is_empty() {
            let away = random.vec3(1.0) * DVec3::new(20.0, 0.0, 20.0);
            let Some(place) = place_near(world, tuning, spawn.position + away) else {
                continue;
            };
            state.position = place;
        }
        let seed = walkers.len() as u64;
        walkers.push(Walker {
            state,
            command: Command::default(),
            random: Random::new(seed),
            scratch: Scratch::new(),
        });
    }
    if walkers.len() < players {
        return Err(format!("found room for {} players only", walkers.len()));
    }
    Ok(walkers)
}

/// A place above the floor at `point`, with room for a body of any shape.
fn place_near(world: &World, tuning: &Tuning, point: DVec3) -> Option<DVec3> {
    let turned = tuning.obb(point, BinaryAngle::ZERO)?;
    let around = tuning
        .radius
        .max(tuning.height)
        .max(turned.half_extents().length());
    let probe = Sphere::new(point + DVec3::Y * 30.0, around)?;
    let (_, hit) = world.sweep_sphere(&probe, DVec3::Y * -60.0)?;
    let center = hit.center + DVec3::Y * 0.01;
    let clear = world.worst_overlap(Sphere::new(center, around)?) == 0.0;
    clear.then_some(center)
}

/// Runs the crowd on this many threads. Returns the seconds of the fastest round, and where all players end.
fn run(
    level: &Level,
    tuning: &Tuning,
    crowd: &[Walker],
    ticks: u32,
    threads: usize,
) -> Result<(f64, Vec<PlayerState>), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| format!("no threads: {error}"))?;
    let mut fastest = f64::INFINITY;
    let mut ends = Vec::new();
    for _ in 0..ROUNDS {
        let mut walkers = crowd.to_vec();
        let start = Instant::now();
        pool.install(|| {
            for _ in 0..ticks {
                walkers
                    .par_iter_mut()
                    .with_min_len(GROUP)
                    .for_each(|walker| walker.tick(level, tuning, None));
            }
        });
        fastest = fastest.min(start.elapsed().as_secs_f64());
        ends = walkers.iter().map(|walker| walker.state).collect();
    }
    Ok((fastest, ends))
}

impl Walker {
    fn tick(&mut self, level: &Level, tuning: &Tuning, trace: Option<&mut Trace>) {
        if self.random.below(TICKS_PER_TURN) == 0 {
            let random = &mut self.random;
            self.command = Command {
                forward: Axis::new(random.signed() + 0.6),
                right: Axis::new(random.signed() * 0.3),
                yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
                jump: random.below(8) == 0,
                controller: self.state.controller,
                ..Command::default()
            };
        }
        advance(
            &level.world,
            tuning,
            &mut self.state,
            &self.command,
            DT,
            &mut self.scratch,
            trace,
        );
        if self.state.position.y < level.rules.kill_y {
            let controller = self.state.controller;
            self.state = PlayerState {
                controller,
                ..PlayerState::at_spawn(&level.rules.spawn)
            };
        }
    }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        level: PathBuf::from("levels/courtyard.toml"),
        players: 1000,
        ticks: 600,
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let whole = || match value.parse::<u32>() {
            Ok(count) if (1..=1_000_000).contains(&count) => Ok(count),
            _ => Err(format!(
                "{word}: `{value}` is not a number from 1 to 1000000"
            )),
        };
        match word.as_str() {
            "--level" => arguments.level = PathBuf::from(value),
            "--players" => arguments.players = whole()? as usize,
            "--ticks" => arguments.ticks = whole()?,
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(arguments)
}
