//! Soak test of the swept controller. Each family makes random cases of one kind of difficult world, which an
//! oracle checks that shares no code with the controller.
//!
//! ```sh
//! cargo run --release -p sidle-tools --bin soak -- --moves 1000000 --ticks 100000 --seed 1
//! cargo run --release -p sidle-tools --bin soak -- --family pits,stairs --moves 1000000
//! cargo run --release -p sidle-tools --bin soak -- --family moves --mesh some.obj other.obj
//! ```
//!
//! `--moves` sets how many moves each family makes; a tick of a walker is a move. `--ticks` sets how
//! many random ticks each shipped level gets. `--threads` changes the speed only.
//!
//! Prints a line for each family with its cases, violations, worst figure and moves per second, and a line that
//! counts the situations which the cases reached. For the first violation of a family, or the first N by
//! `--show N`, it prints a description and the command that repeats it. Exits with 1 if there is a violation.

mod air;
mod body;
mod ceilings;
mod family;
mod fronts;
mod ladders;
mod ledges;
mod levels;
mod meshes;
mod moves;
mod order;
mod pits;
mod platforms;
mod scene;
mod sizes;
mod stairs;
mod states;
mod traps;
mod walker;
mod water;
mod worlds;

use std::process::ExitCode;
use std::time::Instant;

use family::{Family, Shared, Tally};

/// All families. `--family` selects some of them.
const FAMILIES: [&Family; 15] = [
    &moves::FAMILY,
    &pits::FAMILY,
    &traps::FAMILY,
    &stairs::FAMILY,
    &fronts::FAMILY,
    &ladders::FAMILY,
    &air::FAMILY,
    &ledges::FAMILY,
    &water::FAMILY,
    &platforms::FAMILY,
    &ceilings::FAMILY,
    &sizes::FAMILY,
    &states::FAMILY,
    &order::FAMILY,
    &levels::FAMILY,
];

const USAGE: &str = "usage: soak [--family NAME,...] [--moves N] [--ticks N] [--seed S] \
    [--threads N] [--case N] [--show N] [--mesh FILE...]";

struct Arguments {
    families: Vec<&'static Family>,
    /// How many moves each family makes, except for the levels.
    moves: u64,
    /// How many ticks each shipped level gets.
    ticks: u64,
    seed: u64,
    threads: usize,
    /// The only case to run.
    case: Option<u64>,
    /// How many violations of each family to print.
    show: usize,
    meshes: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let shared = meshes::load_meshes(&arguments.meshes).and_then(|meshes| {
        let levels = levels::load()?;
        Ok(Shared { meshes, levels })
    });
    let shared = match shared {
        Ok(shared) => shared,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    println!("family        cases      moves  violations    moves/s  worst");
    let mut violations = 0;
    for family in &arguments.families {
        let start = Instant::now();
        let all_cases = if family.name == levels::FAMILY.name {
            arguments.ticks.div_ceil(family.moves) * shared.levels.len() as u64
        } else {
            arguments.moves.div_ceil(family.moves)
        };
        let cases = arguments.case.map_or(0..all_cases, |case| case..case + 1);
        let tally = family.run_cases(cases, arguments.seed, arguments.threads, &shared);
        report(family, &tally, start.elapsed().as_secs_f64());
        for (case, violation) in tally.first.iter().take(arguments.show) {
            println!("    case {case}: {violation}");
            println!("    repeat: {}", repeat_command(family, &arguments, *case));
        }
        violations += tally.violations;
    }
    ExitCode::from(u8::from(violations > 0))
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        families: FAMILIES.to_vec(),
        moves: 100_000,
        ticks: 10_000,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        case: None,
        show: 1,
        meshes: Vec::new(),
    };
    while let Some(word) = words.next() {
        // All words after `--mesh` are files.
        if word == "--mesh" {
            arguments.meshes.extend(words);
            break;
        }
        let value = words.next().unwrap_or_default();
        let number = || {
            let number = value.parse::<u64>();
            number.map_err(|_| format!("{word}: `{value}` is not a whole number"))
        };
        match word.as_str() {
            "--family" => {
                arguments.families = value
                    .split(',')
                    .map(family_named)
                    .collect::<Result<_, _>>()?
            }
            "--moves" => arguments.moves = number()?,
            "--ticks" => arguments.ticks = number()?,
            "--seed" => arguments.seed = number()?,
            "--threads" => arguments.threads = number()?.clamp(1, 256) as usize,
            "--show" => arguments.show = number()? as usize,
            "--case" => arguments.case = Some(number()?),
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(arguments)
}

fn family_named(name: &str) -> Result<&'static Family, String> {
    let known = FAMILIES.iter().find(|family| family.name == name);
    known.copied().ok_or_else(|| {
        let names = FAMILIES.map(|family| family.name).join(", ");
        format!("no family `{name}`; there are {names}")
    })
}

fn report(family: &Family, tally: &Tally, seconds: f64) {
    println!(
        "{:10} {:8} {:10} {:11} {:10.0}  {:.6} {}",
        family.name,
        tally.cases,
        tally.moves,
        tally.violations,
        tally.moves as f64 / seconds.max(1e-9),
        tally.worst,
        family.figure,
    );
    let counts = tally.counts.iter();
    let counts: Vec<_> = counts
        .map(|(event, count)| format!("{count} {event}"))
        .collect();
    if !counts.is_empty() {
        println!("    {}", counts.join(", "));
    }
}

/// The command that repeats one case alone.
fn repeat_command(family: &Family, arguments: &Arguments, case: u64) -> String {
    let mut meshes = String::new();
    if !arguments.meshes.is_empty() {
        meshes = format!(" --mesh {}", arguments.meshes.join(" "));
    }
    format!(
        "cargo run --release -p sidle-tools --bin soak -- --family {} --seed {} --case {case}{meshes}",
        family.name, arguments.seed
    )
}
