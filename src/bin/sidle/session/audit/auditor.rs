//! The one that audits a level: it loads the level, lets walkers walk for their time, and reports what they find.

use std::ops::ControlFlow;
use std::time::Duration;

use sidle::audit::{Audit, AuditOptions, Trails};
use sidle::geometry::float::min;

use crate::platform::Instant;
use crate::session::audit::news::{AuditProgress, AuditResults, AuditState, News};
use crate::session::limits::Limits;
use crate::session::loader::{LevelSource, load};

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
pub struct Auditor<S> {
    /// Reports. `Break`: nobody waits for the audit any longer.
    pub send: S,
}

impl<S> Auditor<S>
where
    S: Fn(News) -> ControlFlow<()>,
{
    /// Loads the level of `source`, and walks the `trails` of an audit of it before it was edited. `None`: it cannot be loaded.
    pub fn begin(
        &self,
        source: LevelSource,
        limits: Limits,
        trails: Option<&Trails>,
    ) -> ControlFlow<(), Option<Audit>> {
        (self.send)(News::State(AuditState::Loading))?;
        let path = source.path().to_string_lossy().into_owned();
        let loaded = load(source, limits, |_, _| (), &mut |_| ());
        let Some((level, ())) = loaded.level else {
            let problem = loaded.diagnostics.first().map(ToString::to_string);
            let problem = problem.unwrap_or_else(|| "it cannot be loaded".to_owned());
            (self.send)(News::State(AuditState::Failed(problem)))?;
            return ControlFlow::Continue(None);
        };
        (self.send)(News::State(AuditState::Preparing))?;
        let options = AuditOptions {
            memory: MEMORY,
            ..AuditOptions::default()
        };
        let mut audit = Audit::new(level, &path, options);
        if let Some(trails) = trails {
            audit.retrace(trails);
        }
        ControlFlow::Continue(Some(audit))
    }

    /// Lets the walkers walk for their time, and reports what they find.
    pub fn walk(&self, audit: &mut Audit) -> ControlFlow<()> {
        let begun = Instant::now();
        let mut due = (begun, Duration::ZERO);
        audit.run_while(&mut |audit, until| {
            let share = begun.elapsed().as_secs_f64() / SECONDS;
            self.watch(audit, share, &mut due)?;
            ControlFlow::Continue(if share < until { SLICE } else { 0 })
        })?;
        self.report(audit)?;
        (self.send)(News::State(AuditState::Done(progress(1.0, audit))))
    }

    /// Reports how far `audit` is, and what it has found if anybody has walked and that is `due`: so long after that moment.
    fn watch(&self, audit: &Audit, share: f64, due: &mut (Instant, Duration)) -> ControlFlow<()> {
        (self.send)(News::State(AuditState::Walking(progress(share, audit))))?;
        if audit.ticks() > 0 && due.0.elapsed() >= due.1 {
            let took = self.report(audit)?;
            *due = (Instant::now(), RESULTS_APART.max(took * RESULTS_SHARE));
        }
        ControlFlow::Continue(())
    }

    /// Reports what the audit has found. Returns how long that took to find out.
    fn report(&self, audit: &Audit) -> ControlFlow<(), Duration> {
        let begun = Instant::now();
        let results = AuditResults {
            report: audit.report(),
            squares: audit.heat(),
        };
        let took = begun.elapsed();
        (self.send)(News::Results(Box::new(results)))?;
        ControlFlow::Continue(took)
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
