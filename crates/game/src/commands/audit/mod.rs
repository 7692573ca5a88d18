//! `sidle audit`: thousands of walkers test levels, and their findings are reported.

mod arguments;
mod diff;
mod merge;
mod picture;
mod points;
mod progress;
mod recordings;
mod records;
mod sarif;
mod terms;

use std::ops::ControlFlow;
use std::path::Path;

use sidle_audit::{Audit, AuditOptions, Report};

pub use crate::commands::audit::arguments::{AuditArguments, AuditCommand};
use crate::commands::audit::arguments::{Budget, JudgeArguments};
use crate::commands::audit::progress::ProgressBar;
use crate::commands::audit::records::LevelRecord;
use crate::commands::audit::terms::Terms;
use crate::exit::Exit;
use crate::platform::{self, Instant};
use crate::session::load::{LevelSource, load_and_report};

/// How many ticks are made between two looks at the clock. Smaller: cores wait for one another; larger: an audit takes
/// longer than asked.
const SLICE: u64 = 100_000;

pub fn run(arguments: &AuditArguments) -> Result<Exit, String> {
    match &arguments.command {
        Some(AuditCommand::Merge(arguments)) => return merge::run(arguments),
        Some(AuditCommand::Diff(arguments)) => return diff::run(arguments),
        None => {}
    }
    let terms = Terms::of(&arguments.judged)?;
    let threads = pool(arguments.threads)?;
    let mut exit = Exit::Fine;
    let mut reports = Vec::new();
    for path in &arguments.levels {
        let Some((level, _)) = load_and_report(LevelSource::at(path)) else {
            exit = Exit::Problems;
            continue;
        };
        let options = AuditOptions {
            seed: arguments.seed,
            shard: arguments.shard,
            memory: arguments.memory.saturating_mul(1 << 20),
            ..AuditOptions::default()
        };
        let shown = path.to_string_lossy().into_owned();
        let kept = arguments.pts.as_ref().map(|points| (points, level.clone()));
        let (report, squares) = threads.install(|| {
            let mut audit = Audit::new(level, &shown, options);
            spend(&mut audit, arguments.budget());
            (audit.report(), audit.heat())
        });
        if let Some(path) = &arguments.svg {
            picture::write(path, reports.len(), &picture::svg(&squares, &report))?;
        }
        if let Some((points, level)) = kept {
            let text = platform::read(path).unwrap_or_default();
            points::write(points, &level, &String::from_utf8_lossy(&text), &report)?;
        }
        reports.push((shown, report));
    }
    let json = arguments.json.as_deref();
    let judged = publish(&reports, json, &arguments.judged, &terms)?;
    Ok(if exit == Exit::Fine { judged } else { exit })
}

/// As many threads as were asked for; one for each core otherwise.
fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, String> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    let threads = threads.build();
    threads.map_err(|error| format!("cannot start the threads: {error}"))
}

/// Runs the walkers of an audit, and shows their progress.
fn spend(audit: &mut Audit, budget: Budget) {
    let start = Instant::now();
    let progress = ProgressBar::new();
    match budget {
        Budget::Ticks(ticks) => audit.run(ticks, &mut |audit| {
            progress.show(audit.ticks() as f64 / ticks as f64, audit);
        }),
        Budget::Seconds(seconds) => {
            // Nothing ends it early.
            let _ = audit.run_while(&mut |audit, share| {
                let passed = start.elapsed().as_secs_f64() / seconds;
                progress.show(passed, audit);
                ControlFlow::Continue(if passed < share { SLICE } else { 0 })
            });
        }
    }
}

/// Prints reports, writes them, and judges them by `terms`.
fn publish(
    reports: &[(String, Report)],
    json: Option<&Path>,
    judged: &JudgeArguments,
    terms: &Terms,
) -> Result<Exit, String> {
    let names = recordings::write(reports, json)?;
    let mut exit = Exit::Fine;
    for (file, report) in reports {
        terms.print(file, report)?;
        if terms.fails(file, report) {
            exit = Exit::Problems;
        }
    }
    if let Some(json) = json {
        let records = reports.iter().zip(&names);
        let records: Vec<_> = records
            .map(|((file, report), names)| LevelRecord::of(file, report, names))
            .collect();
        records::write(json, &records)?;
    }
    if let Some(path) = &judged.sarif {
        sarif::write(path, reports, terms)?;
    }
    Ok(exit)
}
