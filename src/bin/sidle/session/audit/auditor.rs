//! The one that audits a level: it loads the level, lets walkers walk for their time, and reports what they find.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use sidle::audit::{Audit, AuditOptions, Trails};
use sidle::geometry::float::min;

use crate::platform::{self, Instant};
use crate::session::audit::news::{AuditProgress, AuditResults, AuditState, News};
use crate::session::handover::unpack_request;
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

impl<S: Fn(News) -> ControlFlow<()>> Auditor<S> {
    /// Loads the level of `source`, and walks the `trails` of an audit of it before it was edited. `None`: it cannot be loaded,
    /// or, in a worker, its files are still to come.
    pub fn begin(
        &self,
        source: LevelSource,
        limits: Limits,
        trails: Option<&Trails>,
    ) -> ControlFlow<(), Option<Audit>> {
        (self.send)(News::State(AuditState::Loading))?;
        let path = source.path().to_string_lossy().into_owned();
        let loaded = load(source, limits, |_, _| (), &mut |_| ());
        if platform::has_pending_files() {
            return ControlFlow::Continue(None);
        }
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

thread_local! {
    /// In a worker: the audit that may go on, or the trails of the one before.
    static AUDIT: RefCell<Option<Result<Audit, Trails>>> = const { RefCell::new(None) };
}

/// In a worker: audits the level of `request`, or, if that is empty, lets the walkers of the last one go on. Calls `send` with
/// each message for the game. If files of the level are missing, the caller repeats the call once they have arrived.
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has workers")
)]
pub fn serve(request: &[u8], send: &dyn Fn(&[u8])) {
    let auditor = Auditor {
        send: |news: News| {
            send(&news.pack());
            ControlFlow::Continue(())
        },
    };
    let mut before = AUDIT.take();
    if let Some((source, limits)) = unpack_request(request) {
        // The audit before frees its memory.
        let trails = before
            .take()
            .map(|it| it.map_or_else(|trails| trails, |it| it.trails()));
        before = match auditor.begin(source, limits, trails.as_ref()) {
            ControlFlow::Continue(Some(audit)) => Some(Ok(audit)),
            // The files of the level are still to come.
            _ => trails.map(Err),
        };
    }
    if let Some(Ok(audit)) = &mut before {
        // Nobody ends it but with the worker.
        let _ = auditor.walk(audit);
    }
    AUDIT.set(before);
}
