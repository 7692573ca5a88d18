//! Audits many small worlds with planted faults, and prints how many were found.
//!
//! `cargo run --release --example audit_faults -- [WORLDS] [TICKS]`: by default 200 worlds, and a million ticks in each.

#[path = "../tests/audit/planted.rs"]
mod planted;
#[path = "../src/test_support/random.rs"]
#[allow(dead_code)]
mod random;

use planted::{Planted, Score};
use sidle::audit::{Audit, AuditOptions};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| {
        let text = arguments.next();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (worlds, ticks) = (number(200), number(1_000_000));
    let mut score = Score::default();
    for seed in 0..worlds {
        let world = Planted::new(seed);
        let mut audit = Audit::new(world.level(), "planted.toml", AuditOptions::default());
        audit.run(ticks, &mut |_| ());
        score.add(seed, &world, &audit.report().findings);
    }
    println!("fault    planted  found");
    for (name, [planted, found]) in &score.rows {
        println!("{name:8} {planted:7}  {found:5}");
    }
    println!("false alarms: {}", score.false_alarms.len());
    for line in score.false_alarms.iter().chain(&score.missed) {
        println!("  {line}");
    }
}
