//! An audit in the background: an [`Auditor`] lets walkers walk for their time, and sends [`News`] while they do.
//!
//! A thread of a game can run it, or a worker of a page, whose messages [`Arriving`] joins to news again.

mod news;

use core::time::Duration;
use std::ops::ControlFlow;

use sidle::geometry::float::min;
use sidle::level::Level;

pub use news::{Arrival, Arriving, AuditProgress, AuditResults, AuditState, News, first_problem};

use crate::audit::{Audit, AuditOptions, Trails};

/// How long the walkers walk, and how much longer each time that the player wants more; seconds.
const SECONDS: f64 = 10.0;

/// How many ticks are made between two looks at the clock. Smaller: cores wait for one another; larger: an audit ends late.
const SLICE: u64 = 20_000;

/// Results come at least this far apart, and take at most this share of the time; seconds.
const RESULTS_APART: Duration = Duration::from_millis(1000);
const RESULTS_SHARE: u32 = 5;

/// About how much memory the walkers remember places in; bytes.
const MEMORY: usize = 256 << 20;

/// The one that audits a level.
pub struct Auditor<S, C> {
    /// Reports. `Break`: the audit is no longer wanted.
    pub send: S,
    /// The time since any moment.
    pub clock: C,
}

impl<S, C> Auditor<S, C>
where
    S: Fn(News) -> ControlFlow<()>,
    C: Fn() -> Duration,
{
    /// Begins to audit `level`, whose file is at `path`, and walks the `trails` of an audit of it before it was edited.
    pub fn begin(
        &self,
        level: Level,
        path: &str,
        trails: Option<&Trails>,
    ) -> ControlFlow<(), Audit> {
        (self.send)(News::State(AuditState::Preparing))?;
        let options = AuditOptions {
            memory: MEMORY,
            ..AuditOptions::default()
        };
        let mut audit = Audit::new(level, path, options);
        if let Some(trails) = trails {
            audit.retrace(trails);
        }
        ControlFlow::Continue(audit)
    }

    /// Lets the walkers walk for their time, and reports their findings.
    pub fn walk(&self, audit: &mut Audit) -> ControlFlow<()> {
        let begun = (self.clock)();
        let mut due = (begun, Duration::ZERO);
        audit.run_while(&mut |audit, until| {
            let share = self.since(begun).as_secs_f64() / SECONDS;
            self.watch(audit, share, &mut due)?;
            ControlFlow::Continue(if share < until { SLICE } else { 0 })
        })?;
        self.finish(audit)
    }

    /// Reports the findings so far, and that the walkers have walked.
    pub fn finish(&self, audit: &Audit) -> ControlFlow<()> {
        self.report(audit)?;
        (self.send)(News::State(AuditState::Done(progress(1.0, audit))))
    }

    /// Reports how far `audit` is, and its findings, if anybody has walked and they are `due`, so long after that
    /// moment.
    fn watch(&self, audit: &Audit, share: f64, due: &mut (Duration, Duration)) -> ControlFlow<()> {
        (self.send)(News::State(AuditState::Walking(progress(share, audit))))?;
        if audit.ticks() > 0 && self.since(due.0) >= due.1 {
            let took = self.report(audit)?;
            *due = ((self.clock)(), RESULTS_APART.max(took * RESULTS_SHARE));
        }
        ControlFlow::Continue(())
    }

    /// Reports the findings of the audit. Returns how long that took to find out.
    fn report(&self, audit: &Audit) -> ControlFlow<(), Duration> {
        let begun = (self.clock)();
        let results = AuditResults {
            report: audit.report(),
            squares: audit.heat(),
        };
        let took = self.since(begun);
        (self.send)(News::Results(Box::new(results)))?;
        ControlFlow::Continue(took)
    }

    fn since(&self, moment: Duration) -> Duration {
        (self.clock)().saturating_sub(moment)
    }
}

/// How far `audit` is, after this share of its time.
fn progress(share: f64, audit: &Audit) -> AuditProgress {
    AuditProgress {
        share: min(share, 1.0),
        ticks: audit.ticks(),
        places: audit.cells(),
    }
}
