//! An audit of the level that is played: in the background, with results while it runs.
//!
//! It loads the level anew, so that nothing that is played changes. Another audit of the level begins only after the threads of
//! the one before have ended.

#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "a page has no threads for it")
)]

pub mod shade;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use sidle::audit::{Audit, AuditOptions, Finding, HeatSquare, Report};
use sidle::geometry::float::min;

use crate::platform::{self, Instant};
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

/// What is said where nothing can run in the background.
pub const UNAVAILABLE: &str =
    "a page has no threads for an audit: `sidle audit` does it on a computer";

/// How far an audit is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AuditProgress {
    /// The share of its time that has passed; 0 to 1.
    pub share: f64,
    /// How many ticks all walkers together have made, and how many places they have been to.
    pub ticks: u64,
    pub places: usize,
}

/// What an audit has found so far.
pub struct AuditResults {
    pub report: Report,
    pub squares: Vec<HeatSquare>,
}

/// Whether an audit runs.
#[derive(Clone, Debug, PartialEq)]
pub enum AuditState {
    Loading,
    Walking(AuditProgress),
    /// The time is over: the walkers can go on.
    Done(AuditProgress),
    /// It was cancelled; its results stay.
    Cancelled,
    Failed(String),
}

/// What the thread reports.
enum News {
    State(AuditState),
    Results(Box<AuditResults>),
}

/// An audit of a level in the background. Dropping it ends the audit.
pub struct LevelAudit {
    state: AuditState,
    results: Option<Box<AuditResults>>,
    /// Another number for other results.
    revision: u64,
    /// `None`: nothing runs.
    work: Option<Work>,
}

/// The thread of an audit.
struct Work {
    news: Receiver<News>,
    /// Sends when the walkers shall go on.
    more: Sender<()>,
    cancelled: Arc<AtomicBool>,
    /// Disconnected once the thread has ended.
    ended: Receiver<()>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl LevelAudit {
    /// Begins to audit the level of `source`. Gives up `before`, and shows its results until there are others.
    pub fn begin(source: LevelSource, limits: Limits, before: Option<Self>) -> Self {
        let (results, revision, work) = match before {
            Some(Self {
                results,
                revision,
                work,
                ..
            }) => (results, revision, work),
            None => (None, 0, None),
        };
        Self {
            state: AuditState::Loading,
            results,
            revision,
            work: Work::begin(source, limits, work),
        }
        .or_unavailable()
    }

    /// Where nothing can run in the background, it has failed.
    fn or_unavailable(mut self) -> Self {
        if self.work.is_none() {
            self.state = AuditState::Failed(UNAVAILABLE.to_owned());
        }
        self
    }

    /// Takes what the thread has reported. Returns whether the audit has come to its end since the last call.
    pub fn poll(&mut self) -> bool {
        let mut ended = false;
        while let Some(work) = &self.work {
            match work.news.try_recv() {
                // What was under way when it was cancelled.
                Ok(News::State(_)) if self.state == AuditState::Cancelled => {}
                Ok(News::State(state)) => {
                    ended |= matches!(state, AuditState::Done(_) | AuditState::Failed(_));
                    self.state = state;
                }
                Ok(News::Results(results)) => {
                    self.revision += 1;
                    if let Some(before) = self.results.replace(results) {
                        platform::discard(before);
                    }
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.work = None;
                    if self.runs() {
                        ended = true;
                        let words = "the audit broke off: the terminal shows an error";
                        self.state = AuditState::Failed(words.to_owned());
                    }
                }
            }
        }
        ended
    }

    /// Whether walkers walk, or will.
    pub fn runs(&self) -> bool {
        matches!(self.state, AuditState::Loading | AuditState::Walking(_))
    }

    pub fn state(&self) -> &AuditState {
        &self.state
    }

    /// What was found so far; `None`: nothing is known yet.
    pub fn results(&self) -> Option<&AuditResults> {
        self.results.as_deref()
    }

    /// Another number for other results.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Ends the audit, and keeps its results.
    pub fn cancel(&mut self) {
        if let Some(work) = self.work.as_ref().filter(|_| self.runs()) {
            work.cancelled.store(true, Ordering::Relaxed);
            self.state = AuditState::Cancelled;
        }
    }

    /// Lets the walkers walk on. Returns whether they can.
    pub fn go_on(&mut self) -> bool {
        let AuditState::Done(progress) = self.state else {
            return false;
        };
        let work = self.work.as_ref();
        let goes = work.is_some_and(|work| work.more.send(()).is_ok());
        if goes {
            let share = 0.0;
            self.state = AuditState::Walking(AuditProgress { share, ..progress });
        }
        goes
    }

    /// The findings that are not meant.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let all = self.results().into_iter();
        let all = all.flat_map(|results| &results.report.findings);
        all.filter(|finding| finding.ignored.is_none())
    }
}

#[cfg(target_arch = "wasm32")]
impl Work {
    /// Never begins: a page has no threads.
    fn begin(_: LevelSource, _: Limits, _: Option<Self>) -> Option<Self> {
        None
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Work {
    /// Begins the thread, which waits for that of `before` to end.
    fn begin(source: LevelSource, limits: Limits, before: Option<Self>) -> Option<Self> {
        let (sender, news) = channel();
        let (more, wants_more) = channel();
        let (alive, ended) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let is_cancelled = cancelled.clone();
        let before = before.map(|mut before| {
            before.cancelled.store(true, Ordering::Relaxed);
            std::mem::replace(&mut before.ended, channel().1)
        });
        std::thread::spawn(move || {
            let _alive: Sender<()> = alive;
            if let Some(before) = before {
                let _ = before.recv();
            }
            let auditor = Auditor {
                sender,
                is_cancelled,
            };
            let _ = auditor.run(source, limits, &wants_more);
        });
        Some(Self {
            news,
            more,
            cancelled,
            ended,
        })
    }
}

/// The thread of an audit, and whom it reports to.
#[cfg(not(target_arch = "wasm32"))]
struct Auditor {
    sender: Sender<News>,
    is_cancelled: Arc<AtomicBool>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Auditor {
    /// Audits the level of `source` until nobody wants more.
    fn run(&self, source: LevelSource, limits: Limits, more: &Receiver<()>) -> ControlFlow<()> {
        self.check()?;
        let path = source.path().to_string_lossy().into_owned();
        let loaded = load(source, limits, |_, _| (), &mut |_| ());
        let Some((level, ())) = loaded.level else {
            let problem = loaded.diagnostics.first().map(ToString::to_string);
            let problem = problem.unwrap_or_else(|| "it cannot be loaded".to_owned());
            return self.send(News::State(AuditState::Failed(problem)));
        };
        // One core draws.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1));
        let threads = match threads.build() {
            Ok(threads) => threads,
            Err(error) => {
                let words = format!("cannot start threads: {error}");
                return self.send(News::State(AuditState::Failed(words)));
            }
        };
        self.check()?;
        let options = AuditOptions {
            memory: MEMORY,
            ..AuditOptions::default()
        };
        let mut audit = threads.install(|| Audit::new(level, &path, options));
        loop {
            threads.install(|| self.walk(&mut audit))?;
            if more.recv().is_err() {
                return ControlFlow::Break(());
            }
        }
    }

    /// Lets the walkers walk for their time, and reports what they find.
    fn walk(&self, audit: &mut Audit) -> ControlFlow<()> {
        let begun = Instant::now();
        let mut due = begun;
        audit.run_while(&mut |audit, until| {
            let share = begun.elapsed().as_secs_f64() / SECONDS;
            self.watch(audit, share, &mut due)?;
            ControlFlow::Continue(if share < until { SLICE } else { 0 })
        })?;
        self.report(audit)?;
        self.send(News::State(AuditState::Done(progress(1.0, audit))))
    }

    /// Reports how far `audit` is, and what it has found if that is `due` and anybody has walked.
    fn watch(&self, audit: &Audit, share: f64, due: &mut Instant) -> ControlFlow<()> {
        self.send(News::State(AuditState::Walking(progress(share, audit))))?;
        if audit.ticks() > 0 && Instant::now() >= *due {
            let took = self.report(audit)?;
            *due = Instant::now() + RESULTS_APART.max(took * RESULTS_SHARE);
        }
        self.check()
    }

    /// Reports what the audit has found. Returns how long that took to find out.
    fn report(&self, audit: &Audit) -> ControlFlow<(), Duration> {
        let begun = Instant::now();
        let results = AuditResults {
            report: audit.report(),
            squares: audit.heat(),
        };
        let took = begun.elapsed();
        self.send(News::Results(Box::new(results)))?;
        ControlFlow::Continue(took)
    }

    fn send(&self, news: News) -> ControlFlow<()> {
        match self.sender.send(news) {
            Ok(()) => self.check(),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Breaks off if nobody waits for the audit any longer.
    fn check(&self) -> ControlFlow<()> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::TEST_LEVEL;

    fn begin(path: &str, before: Option<LevelAudit>) -> LevelAudit {
        LevelAudit::begin(LevelSource::at(path.as_ref()), Limits::Own, before)
    }

    /// Polls until `is_so`.
    fn wait(audit: &mut LevelAudit, is_so: impl Fn(&LevelAudit) -> bool) {
        while !is_so(audit) {
            audit.poll();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn results_come_while_walkers_walk_and_stay_when_they_are_cancelled() {
        let mut audit = begin(TEST_LEVEL, None);
        assert!(audit.runs() && audit.results().is_none());
        wait(&mut audit, |it| it.results().is_some());
        assert!(audit.runs());
        audit.cancel();
        assert_eq!(*audit.state(), AuditState::Cancelled);
        assert!(!audit.go_on() && !audit.poll());
        let squares = &audit.results().expect("results").squares;
        assert!(squares.iter().any(|it| it.visits > 0));
    }

    #[test]
    fn another_audit_begins_after_the_one_before_and_shows_its_results_until_then() {
        let mut first = begin(TEST_LEVEL, None);
        wait(&mut first, |it| it.results().is_some());
        let known = first.revision();
        let mut second = begin(TEST_LEVEL, Some(first));
        assert!(second.runs() && second.results().is_some());
        assert_eq!(second.revision(), known);
        wait(&mut second, |it| it.revision() > known);
    }

    #[test]
    fn a_level_that_cannot_be_loaded_cannot_be_audited() {
        let mut audit = begin("levels/none.toml", None);
        wait(&mut audit, |it| !it.runs());
        assert!(matches!(audit.state(), AuditState::Failed(_)));
        assert_eq!(audit.findings().count(), 0);
        audit.cancel();
        assert!(matches!(audit.state(), AuditState::Failed(_)));
    }
}
