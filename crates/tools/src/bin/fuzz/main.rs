//! Fuzzes everything that a stranger may send: levels, meshes, materials, scripts, recordings and links.
//!
//! ```sh
//! cargo run --release -p sidle-tools --bin fuzz -- --seconds 60
//! cargo run --release -p sidle-tools --bin fuzz -- --only link --seed 7 --case 123 --out case.txt
//! ```
//!
//! Each case is a shipped file with random changes, read as the program reads it, and walked for 20 ticks if
//! it is accepted. A `pile` is a level with many things in one place, in which a second is played. For each kind, prints the
//! numbers of cases, of accepted ones, of panics, of cases over 1 s and over 200 MB, and of ticks over 50 ms, and the worst
//! time, memory and tick with the case that repeats it. Exits with 1 if any case failed.

mod gltf;
mod memory;
mod mutate;
mod pictures;
mod piles;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use piles::Work;
use sidle_tools::random::Random;
use targets::{Corpus, Kind};

/// The longest that a case may take, apart from the second that is played.
const MAX_TIME: Duration = Duration::from_secs(1);

/// The longest that a tick may take: three frames, and ten times that in a debug build.
const MAX_TICK: Duration = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });

/// The most memory that a case may hold; bytes.
const MAX_MEMORY: u64 = 200 << 20;

struct Arguments {
    cases: u64,
    seconds: f64,
    seed: u64,
    only: Option<Kind>,
    threads: usize,
    case: Option<u64>,
    /// Where the input of the case is written.
    out: Option<PathBuf>,
}

/// The results of one kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    cases: u64,
    accepted: u64,
    panics: u64,
    late: u64,
    large: u64,
    /// How many have a tick that is too long.
    slow: u64,
    /// The worst value, and its case.
    worst_time: (Duration, u64),
    worst_memory: (u64, u64),
    worst_tick: (Duration, u64),
    /// The most colliders that a body touched.
    most_touched: (usize, u64),
}

impl Tally {
    fn failed(&self) -> u64 {
        self.panics + self.late + self.large + self.slow
    }

    fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.accepted += other.accepted;
        self.panics += other.panics;
        self.late += other.late;
        self.large += other.large;
        self.slow += other.slow;
        self.worst_tick = self.worst_tick.max(other.worst_tick);
        self.most_touched = self.most_touched.max(other.most_touched);
        self.worst_time = self.worst_time.max(other.worst_time);
        self.worst_memory = self.worst_memory.max(other.worst_memory);
    }
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!(
                "{message}\nusage: fuzz [--cases N] [--seconds S] [--seed S] [--only KIND] [--threads N] [--case N [--out FILE]]"
            );
            return ExitCode::from(2);
        }
    };
    let corpus = match Corpus::read() {
        Ok(corpus) => corpus,
        Err(error) => {
            eprintln!("run it in the project's folder: {error}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let tallies = Mutex::new([Tally::default(); Kind::NAMES.len()]);
    let next = AtomicU64::new(0);
    std::panic::set_hook(Box::new(|_| ()));
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            // Deeply nested texts need no more stack than the program has.
            let worker = || work(&corpus, &arguments, &next, start, &tallies);
            scope.spawn(worker);
        }
    });
    let tallies = tallies
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    report(&tallies, &arguments, start.elapsed());
    ExitCode::from(u8::from(tallies.iter().any(|tally| tally.failed() > 0)))
}

/// Takes the next case until there is none or the time is over.
fn work(
    corpus: &Corpus,
    arguments: &Arguments,
    next: &AtomicU64,
    start: Instant,
    tallies: &Mutex<[Tally; Kind::NAMES.len()]>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let is_over = start.elapsed().as_secs_f64() > arguments.seconds;
        if number >= arguments.cases || is_over {
            return;
        }
        let (place, case) = match (arguments.only, arguments.case) {
            (_, Some(_)) if number > 0 => return,
            (Some(kind), case) => (kind as usize, case.unwrap_or(number)),
            (None, case) => {
                let number = case.unwrap_or(number);
                ((number % Kind::NAMES.len() as u64) as usize, number)
            }
        };
        let (name, kind) = Kind::NAMES[place];
        if let Some(out) = &arguments.out {
            let bytes = corpus.case(kind, &mut seeded(kind, arguments.seed, case));
            if let Err(error) = std::fs::write(out, bytes) {
                eprintln!("cannot write {}: {error}", out.display());
            }
        }
        let tally = run(corpus, kind, arguments.seed, case);
        if tally.failed() > 0 {
            let fault = if tally.panics > 0 {
                "panic"
            } else if tally.late > 0 {
                "over 1 s"
            } else if tally.slow > 0 {
                "a tick over 50 ms"
            } else {
                "over 200 MB"
            };
            println!(
                "{fault}: --only {name} --seed {} --case {case}",
                arguments.seed
            );
        }
        if let Ok(mut tallies) = tallies.lock() {
            tallies[place].add(&tally);
        }
    }
}

/// The longest that a case of this kind may take. A pile has as many triangles as a link may hold, and a debug build takes longer
/// to build their tree.
fn longest(kind: Kind) -> Duration {
    if kind == Kind::Pile && cfg!(debug_assertions) {
        MAX_TIME * 5
    } else {
        MAX_TIME
    }
}

/// The random numbers of a case.
fn seeded(kind: Kind, seed: u64, case: u64) -> Random {
    Random::new(seed ^ case.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ kind as u64)
}

/// Runs one case. A late case runs again, since the machine may have been busy.
fn run(corpus: &Corpus, kind: Kind, seed: u64, case: u64) -> Tally {
    let (mut fastest, mut fastest_tick) = (Duration::MAX, Duration::MAX);
    let mut tally = Tally {
        cases: 1,
        ..Tally::default()
    };
    for _ in 0..3 {
        let mut random = seeded(kind, seed, case);
        let bytes = corpus.case(kind, &mut random);
        let start = Instant::now();
        let (mut result, mut work) = (None, Work::default());
        let held = memory::most_held(|| {
            let run = AssertUnwindSafe(|| corpus.run(kind, &bytes, &mut random, &mut work));
            result = catch_unwind(run).ok();
        });
        fastest = fastest.min(start.elapsed().saturating_sub(work.played));
        fastest_tick = fastest_tick.min(work.time);
        tally.most_touched = (work.touched, case);
        tally.accepted = u64::from(result == Some(true));
        tally.panics = u64::from(result.is_none());
        tally.large = u64::from(held > MAX_MEMORY);
        tally.worst_memory = (held, case);
        if fastest <= longest(kind) && fastest_tick <= MAX_TICK {
            break;
        }
    }
    tally.late = u64::from(fastest > longest(kind));
    tally.slow = u64::from(fastest_tick > MAX_TICK);
    tally.worst_time = (fastest, case);
    tally.worst_tick = (fastest_tick, case);
    tally
}

fn report(tallies: &[Tally], arguments: &Arguments, time: Duration) {
    println!(
        "kind         cases  accepted  panics  over 1 s  over 200 MB  worst time         worst memory"
    );
    for ((name, _), tally) in Kind::NAMES.iter().zip(tallies) {
        let Tally {
            cases,
            accepted,
            panics,
            late,
            large,
            worst_time,
            worst_memory,
            worst_tick,
            most_touched,
            ..
        } = tally;
        let (seconds, megabytes) = (worst_time.0.as_secs_f64(), worst_memory.0 as f64 / 1e6);
        println!(
            "{name:9} {cases:8} {accepted:9} {panics:7} {late:9} {large:12}  {seconds:.3} s --case {}  \
             {megabytes:.1} MB --case {}",
            worst_time.1, worst_memory.1
        );
        if *name == "pile" {
            println!(
                "          {} ticks over 50 ms; the longest took {:.1} ms --case {}, and a body touched {} colliders --case {}",
                tally.slow,
                worst_tick.0.as_secs_f64() * 1e3,
                worst_tick.1,
                most_touched.0,
                most_touched.1
            );
        }
    }
    let cases: u64 = tallies.iter().map(|tally| tally.cases).sum();
    let (seconds, seed) = (time.as_secs_f64(), arguments.seed);
    println!(
        "{cases} cases in {seconds:.1} s, {:.0} a second, seed {seed}",
        cases as f64 / seconds
    );
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = Arguments {
        cases: u64::MAX,
        seconds: f64::INFINITY,
        seed: 1,
        only: None,
        threads,
        case: None,
        out: None,
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let wrong = || format!("{word}: `{value}` is not a number");
        let whole = || value.parse::<u64>().map_err(|_| wrong());
        match word.as_str() {
            "--cases" => arguments.cases = whole()?,
            "--seconds" => arguments.seconds = value.parse().map_err(|_| wrong())?,
            "--seed" => arguments.seed = whole()?,
            "--threads" => arguments.threads = whole()?.clamp(1, 256) as usize,
            "--case" => arguments.case = Some(whole()?),
            "--out" => arguments.out = Some(value.into()),
            "--only" => {
                let known = Kind::NAMES.iter().find(|(name, _)| *name == value);
                let (_, kind) = known.ok_or(format!("--only: unknown kind `{value}`"))?;
                arguments.only = Some(*kind);
            }
            _ => return Err(format!("unknown option {word}")),
        }
    }
    if arguments.cases == u64::MAX && arguments.seconds.is_infinite() && arguments.case.is_none() {
        return Err("expected --cases, --seconds or --case".to_owned());
    }
    Ok(arguments)
}
