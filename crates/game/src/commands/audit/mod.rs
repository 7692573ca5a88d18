//! `sidle audit`: thousands of walkers test levels, and their findings are reported.

mod arguments;
mod diff;
mod merge;
mod navmesh;
mod picture;
mod points;
mod progress;
mod recordings;
mod records;
mod sarif;
mod terms;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sidle_audit::{Audit, AuditOptions, Report};

pub use crate::commands::audit::arguments::{AuditArguments, AuditCommand};
use crate::commands::audit::arguments::{Budget, JudgeArguments};
use crate::commands::audit::progress::ProgressBar;
use crate::commands::audit::records::LevelRecord;
use crate::commands::audit::terms::Terms;
use crate::exit::Exit;
use crate::options::arguments::suitable;
use crate::platform::{self, Instant, terminal};
use crate::session::load::{LevelSource, load_and_report};
use crate::session::movers::AuditMovers;

/// How many ticks are made between two looks at the clock. Smaller: cores wait for one another; larger: an audit takes
/// longer than asked.
const SLICE: u64 = 100_000;

/// The same for walkers that a program moves, which makes far fewer ticks in a second.
const MOVER_SLICE: u64 = 2_000;

pub fn run(arguments: &AuditArguments) -> Result<Exit, String> {
    match &arguments.command {
        Some(AuditCommand::Merge(arguments)) => return merge::run(arguments),
        Some(AuditCommand::Diff(arguments)) => return diff::run(arguments),
        None => {}
    }
    let terms = Terms::of(&arguments.judged)?;
    let threads = pool(arguments.threads)?;
    let navmesh = arguments
        .navmesh
        .as_deref()
        .map(navmesh::read)
        .transpose()?;
    let mut exit = Exit::Fine;
    let (mut reports, mut pictures) = (Vec::new(), Vec::new());
    for path in &arguments.levels {
        let Some((mut level, _)) = load_and_report(LevelSource::at(path)) else {
            exit = Exit::Problems;
            continue;
        };
        let options = AuditOptions {
            seed: arguments.seed,
            shard: arguments.shard,
            memory: arguments.memory.saturating_mul(1 << 20),
            rise: arguments.rise,
            ..AuditOptions::default()
        };
        let shown = path.to_string_lossy().into_owned();
        let kept = arguments.pts.as_ref().map(|points| (points, level.clone()));
        if let Some(controller) = arguments.controller {
            level.rules.spawn.controller = suitable(controller, &level.tuning)?;
        }
        let mover = arguments.mover();
        let (report, squares, again) = threads.install(|| {
            let start = Instant::now();
            let mut audit = match &mover {
                None => Audit::new(level, &shown, options),
                Some(mover) => Audit::of_outer(level, &shown, options, mover.maker()),
            };
            if let Some(navmesh) = &navmesh {
                audit.compare_with(navmesh)?;
            }
            say_if_slow(&shown, start.elapsed().as_secs_f64(), arguments.budget());
            spend(&mut audit, arguments.budget(), mover.as_ref());
            let (report, again) = (audit.report(), audit.ticks_again());
            match mover.as_ref().and_then(AuditMovers::fault) {
                None => Ok::<_, String>((report, audit.heat(), again)),
                Some(fault) => Err(fault),
            }
        })?;
        if again > 0 {
            let ticks = report.ticks;
            terminal::warning(&format!(
                "{shown}: the mover cannot save its state, so it walked again from the start to each place: {again} ticks \
                 besides the {ticks} of the audit"
            ));
        }
        if let Some(path) = &arguments.svg {
            let drawn = picture::svg(&squares, &report);
            pictures.push(picture::write(path, reports.len(), &drawn)?);
        }
        if let Some((points, level)) = kept {
            let text = platform::read(path).unwrap_or_default();
            points::write(points, &level, &String::from_utf8_lossy(&text), &report)?;
        }
        reports.push((shown, report));
    }
    let json = arguments.json.as_deref();
    let judged = publish(&reports, &pictures, json, &arguments.judged, &terms)?;
    Ok(if exit == Exit::Fine { judged } else { exit })
}

/// As many threads as were asked for; one for each core otherwise.
fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, String> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    let threads = threads.build();
    threads.map_err(|error| format!("cannot start the threads: {error}"))
}

/// Says where the time goes if the floor of a level took longer to find, `seconds`, than its walkers may walk.
fn say_if_slow(shown: &str, seconds: f64, budget: Budget) {
    if let Budget::Seconds(walks) = budget
        && seconds > walks
    {
        terminal::warning(&format!(
            "{shown}: its floor took {seconds:.0} seconds to find, besides the {walks} seconds of walks"
        ));
    }
}

/// Runs the walkers of an audit, and shows their progress. `mover` moves them, if they have one.
fn spend(audit: &mut Audit, budget: Budget, mover: Option<&AuditMovers>) {
    let start = Instant::now();
    let progress = ProgressBar::new();
    match budget {
        Budget::Ticks(ticks) => audit.run(ticks, &mut |audit| {
            progress.show(audit.ticks() as f64 / ticks as f64, audit);
        }),
        Budget::Seconds(seconds) => {
            let slice = if mover.is_some() { MOVER_SLICE } else { SLICE };
            // Only the end of the mover ends it early, and the caller asks for that.
            let _ = audit.run_while(&mut |audit, share| {
                if mover.and_then(AuditMovers::fault).is_some() {
                    return ControlFlow::Break(());
                }
                let passed = start.elapsed().as_secs_f64() / seconds;
                progress.show(passed, audit);
                ControlFlow::Continue(if passed < share { slice } else { 0 })
            });
        }
    }
}

/// Prints reports, writes them, and judges them by `terms`. `pictures` are the files of their plans, if there are any.
fn publish(
    reports: &[(String, Report)],
    pictures: &[PathBuf],
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
        sarif::write(path, reports, pictures, terms)?;
    }
    Ok(exit)
}
