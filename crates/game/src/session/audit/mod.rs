//! An audit of the level that is played: in the background, with results while it runs.
//!
//! It loads the level a second time, so that the level that is played does not change. A thread does the work ([`work`]), or a
//! worker of the page.

mod shade;
mod work;

pub use self::shade::{STEPS, Shade, Shades, near_x};

use sidle_audit::background::News;
pub use sidle_audit::background::{AuditProgress, AuditResults, AuditState};
use sidle_audit::{Finding, Repair};

use crate::platform;
use crate::session::audit::work::{Next, Work};
use crate::session::load::{LevelSource, Limits};

/// The message where nothing can run in the background.
const UNAVAILABLE: &str =
    "this browser starts no worker for an audit: `sidle audit` does it on a computer";

/// The message when the work ends by an error.
const BROKEN_OFF: &str = if platform::HAS_WORKERS {
    "the audit broke off: the level may need more memory than the browser has"
} else {
    "the audit broke off: the terminal shows an error"
};

/// An audit of a level in the background. Dropping it ends the audit.
pub struct LevelAudit {
    state: AuditState,
    results: Option<Box<AuditResults>>,
    /// Another number for other results.
    revision: u64,
    /// `None` if nothing runs.
    work: Option<Work>,
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

    /// Takes the reports. Returns whether the audit has come to its end since the last call.
    pub fn poll(&mut self) -> bool {
        let mut ended = false;
        while let Some(work) = &mut self.work {
            match work.next() {
                // The work that was under way when it was cancelled.
                Next::News(News::State(_)) if self.state == AuditState::Cancelled => {}
                Next::News(News::State(state)) => {
                    ended |= matches!(state, AuditState::Done(_) | AuditState::Failed(_));
                    self.state = state;
                }
                Next::News(News::Results(results)) => {
                    self.revision += 1;
                    if let Some(before) = self.results.replace(results) {
                        platform::discard(before);
                    }
                }
                Next::Nothing => break,
                Next::Ended => {
                    self.work = None;
                    if self.runs() {
                        ended = true;
                        self.state = AuditState::Failed(BROKEN_OFF.to_owned());
                    }
                }
            }
        }
        ended
    }

    /// Whether walkers walk, or will.
    pub fn runs(&self) -> bool {
        matches!(
            self.state,
            AuditState::Loading | AuditState::Preparing | AuditState::Walking(_)
        )
    }

    pub fn state(&self) -> &AuditState {
        &self.state
    }

    /// The findings so far; `None` if nothing is known yet.
    pub fn results(&self) -> Option<&AuditResults> {
        self.results.as_deref()
    }

    /// Another number for other results.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Ends the audit, and keeps its results.
    pub fn cancel(&mut self) {
        if self.runs() {
            if let Some(work) = &mut self.work {
                work.cancel();
            }
            self.state = AuditState::Cancelled;
        }
    }

    /// Lets the walkers walk on. Returns whether they can.
    pub fn go_on(&mut self) -> bool {
        let AuditState::Done(progress) = self.state else {
            return false;
        };
        let goes = self.work.as_mut().is_some_and(Work::go_on);
        if goes {
            let share = 0.0;
            self.state = AuditState::Walking(AuditProgress { share, ..progress });
        }
        goes
    }

    /// The findings that the level does not ignore.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let all = self.results().into_iter();
        let all = all.flat_map(|results| &results.report.findings);
        all.filter(|finding| finding.ignored.is_none())
    }

    /// The number of the finding to look at first: the worst one, and of equals one in the level before the level's end, which
    /// is often intended.
    pub fn worst(&self) -> Option<usize> {
        let findings = self.findings().enumerate();
        let worst = findings.min_by_key(|(number, finding)| {
            let is_end = finding.repair == Repair::FenceOff;
            (finding.kind().severity(), is_end, *number)
        });
        worst.map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::TEST_LEVEL;
    use std::time::Duration;

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
        wait(&mut audit, |audit| audit.results().is_some());
        assert!(audit.runs());
        audit.cancel();
        assert_eq!(*audit.state(), AuditState::Cancelled);
        assert!(!audit.go_on() && !audit.poll());
        let squares = &audit.results().expect("results").squares;
        assert!(squares.iter().any(|square| square.visits > 0));
    }

    #[test]
    fn another_audit_begins_after_the_one_before_and_shows_its_results_until_then() {
        let mut first = begin(TEST_LEVEL, None);
        wait(&mut first, |audit| audit.results().is_some());
        let known = first.revision();
        let mut second = begin(TEST_LEVEL, Some(first));
        assert!(second.runs() && second.results().is_some());
        assert_eq!(second.revision(), known);
        wait(&mut second, |audit| audit.revision() > known);
    }

    #[test]
    fn a_level_that_cannot_be_loaded_cannot_be_audited() {
        let mut audit = begin("levels/none.toml", None);
        wait(&mut audit, |audit| !audit.runs());
        assert!(matches!(audit.state(), AuditState::Failed(_)));
        assert_eq!(audit.findings().count(), 0);
        audit.cancel();
        assert!(matches!(audit.state(), AuditState::Failed(_)));
    }
}
