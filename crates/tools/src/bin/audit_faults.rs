//! Audits worlds with planted faults, and prints how many were found.
//!
//! - `cargo run --release -p sidle-tools --bin audit_faults -- [WORLDS] [TICKS] [SEED]`: many small worlds; by default 200 from
//!   seed 0, and a million ticks in each.
//! - `cargo run --release -p sidle-tools --bin audit_faults -- wide METRES FAULTS TICKS [SHARDS]`: a wide world. Each shard walks
//!   TICKS. The shards run one after the other, although they are made for several machines, and their reports are merged.
//!
//! The exit code is 1 if a fault was missed, or something else raised an alarm.

#[path = "../../../audit/tests/audit/planted.rs"]
mod planted;
#[path = "../../../audit/tests/audit/wide.rs"]
mod wide;

use sidle_tools::random;

use std::process::ExitCode;
use std::time::Instant;

use planted::{Planted, Score};
use sidle_audit::{Audit, AuditOptions, FindingKind, Report};
use wide::Wide;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        let text = arguments.get(at);
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let score = if arguments.first().is_some_and(|argument| argument == "wide") {
        wide(
            number(1, 300) as f64,
            number(2, 30) as usize,
            number(3, 50_000_000),
            number(4, 1) as u32,
        )
    } else {
        small(number(0, 200), number(1, 1_000_000), number(2, 0))
    };
    println!("fault    planted  found");
    for (name, [planted, found]) in &score.rows {
        println!("{name:8} {planted:7}  {found:5}");
    }
    println!("false alarms: {}", score.false_alarms.len());
    for line in score.false_alarms.iter().chain(&score.missed) {
        println!("  {line}");
    }
    match score.false_alarms.is_empty() && score.missed.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Audits small worlds.
fn small(worlds: u64, ticks: u64, first: u64) -> Score {
    let mut score = Score::default();
    for seed in first..first + worlds {
        let world = Planted::new(seed);
        let mut audit = Audit::new(world.level(), "planted.toml", AuditOptions::default());
        audit.run(ticks, &mut |_| ());
        score.add(seed, &world.lots, &audit.report().findings);
    }
    score
}

/// Audits a wide world in this many shards, and prints the progress.
fn wide(width: f64, faults: usize, ticks: u64, shards: u32) -> Score {
    let world = Wide::new(width, faults);
    let mut merged: Option<Report> = None;
    for shard in 1..=shards {
        let report = explore(&world, ticks, (shard, shards));
        merged = match merged {
            Some(before) => before.merged(report).ok(),
            None => Some(report),
        };
        if let Some(merged) = merged.as_ref().filter(|_| shards > 1) {
            print!("{shard} of {shards} shards: ");
            print(merged);
        }
    }
    let findings = merged.map_or_else(Vec::new, |report| report.findings);
    let mut score = Score::default();
    score.add(AuditOptions::default().seed, &world.lots, &findings);
    score
}

/// Audits a `shard` of a wide world for this many `ticks`.
fn explore(world: &Wide, ticks: u64, shard: (u32, u32)) -> Report {
    let start = Instant::now();
    let options = AuditOptions {
        shard,
        memory: 3 << 30,
        ..AuditOptions::default()
    };
    let mut audit = Audit::new(world.level(), "wide.toml", options);
    println!("loaded after {:.1} s", start.elapsed().as_secs_f64());
    let mut next = 0;
    audit.run(ticks, &mut |audit| {
        if audit.ticks() >= next {
            next += ticks / 20;
            println!(
                "{:6.1} s  {:4} M ticks  {:5.2} % of the floor  {} places  {} MB",
                start.elapsed().as_secs_f64(),
                audit.ticks() / 1_000_000,
                audit.covered() * 100.0,
                audit.cells(),
                audit.memory() >> 20
            );
        }
    });
    let report = audit.report();
    print!("{:.1} s: ", start.elapsed().as_secs_f64());
    print(&report);
    report
}

fn print(report: &Report) {
    let kinds = FindingKind::NAMES.map(|(name, kind)| {
        let of_kind = report
            .findings
            .iter()
            .filter(|finding| finding.kind() == kind);
        format!("{name} {}", of_kind.count())
    });
    println!(
        "{} ticks, {:.2} % of {:.0} m²: {}",
        report.ticks,
        report.coverage.share() * 100.0,
        report.coverage.floor,
        kinds.join(", ")
    );
}
