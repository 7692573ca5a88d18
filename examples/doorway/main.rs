//! Many players who want through the same doorway, and collide with each other.
//!
//! ```sh
//! cargo run --release --example doorway
//! ```
//!
//! Each player stands in the world as a box, and meets the boxes of all others. Nobody may enter anybody, and nobody may
//! be flung: the program prints the worst of all ticks, and fails if it is wrong.

use std::process::ExitCode;
use std::time::Instant;

mod crowd;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../src/test_support/random.rs"]
mod random;

use crowd::{Crowd, HZ};

const PLAYERS: u32 = 200;

const SECONDS: u32 = 60;

fn main() -> ExitCode {
    let mut crowd = Crowd::new(PLAYERS, 1);
    println!("{PLAYERS} players, {HZ} Hz");
    println!("\n| second | through | worst overlap, m | nearest | fastest | µs a player |");
    println!("|---|---|---|---|---|---|");
    for second in 1..=SECONDS {
        let start = Instant::now();
        for _ in 0..HZ {
            crowd.tick();
        }
        let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(HZ * PLAYERS);
        let report = &crowd.report;
        if second % 10 == 0 {
            println!(
                "| {second} | {} | {:.1e} | {:.4} | {:.4} | {each:.1} |",
                report.through, report.overlap, report.nearest, report.speed
            );
        }
    }
    let report = crowd.report;
    if let Some(problem) = report.problem() {
        eprintln!("{problem}: {report:?}");
        return ExitCode::from(1);
    }
    if (report.through as u32) < PLAYERS {
        let through = report.through;
        eprintln!("only {through} of {PLAYERS} players are through after {SECONDS} s");
        return ExitCode::from(1);
    }
    ExitCode::SUCCESS
}
