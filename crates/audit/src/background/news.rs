//! The news of an audit in the background, also as messages from a worker of a page.

use crate::find::HeatSquare;
use crate::packing::{FIRST_OTHER_TAG, ResultsUnpacker, pack_results};
use crate::report::Report;
use sidle::geometry::packing::{Packed, packed_fields};
use sidle::level::Diagnostic;

/// How far an audit is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AuditProgress {
    /// The share of its time that has passed; 0 to 1.
    pub share: f64,
    /// How many ticks all walkers together have made.
    pub ticks: u64,
    /// How many places they have been to.
    pub places: usize,
}

/// The findings of an audit so far.
pub struct AuditResults {
    /// The findings, and how much of the level was reached.
    pub report: Report,
    /// How often and how soon walkers came through each square.
    pub squares: Vec<HeatSquare>,
}

/// Whether an audit runs.
#[derive(Clone, Debug, PartialEq)]
pub enum AuditState {
    /// The level is being loaded.
    Loading,
    /// The floor is being looked for.
    Preparing,
    /// The walkers walk.
    Walking(AuditProgress),
    /// The time is over: the walkers can go on.
    Done(AuditProgress),
    /// It was cancelled; its results stay.
    Cancelled,
    /// The level cannot be audited, with the reason.
    Failed(String),
}

/// A report from the audit of a level.
pub enum News {
    /// The audit goes on, or has ended.
    State(AuditState),
    /// New results, which replace those before.
    Results(Box<AuditResults>),
}

/// Why a level with these problems cannot be audited.
pub fn first_problem(diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.first().map(ToString::to_string);
    first.unwrap_or_else(|| "it cannot be loaded".to_owned())
}

/// The tags of messages, besides those of the chunks of results.
const LOADING: u8 = FIRST_OTHER_TAG;
const PREPARING: u8 = FIRST_OTHER_TAG + 1;
const WALKING: u8 = FIRST_OTHER_TAG + 2;
const DONE: u8 = FIRST_OTHER_TAG + 3;
const FAILED: u8 = FIRST_OTHER_TAG + 4;
/// All chunks of the results have come.
const RESULTS: u8 = FIRST_OTHER_TAG + 5;

impl News {
    /// Packs the news into messages for the game, and calls `emit` with each. A worker that is cancelled reports nothing.
    pub fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        let mut message = Vec::new();
        match self {
            Self::State(AuditState::Loading | AuditState::Cancelled) => message.push(LOADING),
            Self::State(AuditState::Preparing) => message.push(PREPARING),
            Self::State(AuditState::Walking(progress)) => {
                message.push(WALKING);
                progress.pack(&mut message);
            }
            Self::State(AuditState::Done(progress)) => {
                message.push(DONE);
                progress.pack(&mut message);
            }
            Self::State(AuditState::Failed(why)) => {
                message.push(FAILED);
                why.pack(&mut message);
            }
            Self::Results(results) => {
                pack_results(&results.report, &results.squares, emit);
                message.push(RESULTS);
            }
        }
        emit(&message);
    }
}

/// The result that a message completes.
pub enum Arrival {
    /// Nothing yet.
    More,
    /// These news.
    News(News),
}

/// News that come in messages.
#[derive(Default)]
pub struct Arriving {
    results: ResultsUnpacker,
}

impl Arriving {
    /// Adds a message. `None` if it is damaged.
    pub fn add(&mut self, message: &[u8]) -> Option<Arrival> {
        let (tag, mut rest) = message.split_first()?;
        let state = match *tag {
            LOADING => AuditState::Loading,
            PREPARING => AuditState::Preparing,
            WALKING => AuditState::Walking(Packed::unpack(&mut rest)?),
            DONE => AuditState::Done(Packed::unpack(&mut rest)?),
            FAILED => AuditState::Failed(Packed::unpack(&mut rest)?),
            RESULTS => {
                let (report, squares) = std::mem::take(&mut self.results).finish()?;
                let results = AuditResults { report, squares };
                return Some(Arrival::News(News::Results(Box::new(results))));
            }
            _ => {
                self.results.add(message)?;
                return Some(Arrival::More);
            }
        };
        Some(Arrival::News(News::State(state)))
    }
}

packed_fields!(AuditProgress {
    share,
    ticks,
    places,
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Audit;
    use crate::test_support::courtyard;

    fn messages(news: &News) -> Vec<Vec<u8>> {
        let mut messages = Vec::new();
        news.pack(&mut |message| messages.push(message.to_vec()));
        messages
    }

    #[test]
    fn states_arrive_as_they_were_sent() {
        let progress = AuditProgress {
            share: 0.25,
            ticks: 7_000_000_000,
            places: 12,
        };
        for state in [
            AuditState::Loading,
            AuditState::Preparing,
            AuditState::Walking(progress),
            AuditState::Done(progress),
            AuditState::Failed("no such level".to_owned()),
        ] {
            let [message] = &messages(&News::State(state.clone()))[..] else {
                panic!("more than one message");
            };
            let mut arriving = Arriving::default();
            let arrived = arriving.add(message);
            assert!(matches!(arrived, Some(Arrival::News(News::State(other))) if other == state));
            for end in 0..message.len() {
                assert!(arriving.add(&message[..end]).is_none());
            }
        }
        assert!(Arriving::default().add(&[99]).is_none());
    }

    #[test]
    fn results_arrive_with_their_last_message_and_another_time_again() {
        let mut audit = Audit::new(courtyard(), "courtyard.toml", Default::default());
        let mut arriving = Arriving::default();
        for _ in 0..2 {
            audit.explore(10_000);
            let (report, squares) = (audit.report(), audit.heat());
            let results = News::Results(Box::new(AuditResults {
                report: report.clone(),
                squares: squares.clone(),
            }));
            let messages = messages(&results);
            let (last, others) = messages.split_last().expect("messages");
            for message in others {
                assert!(matches!(arriving.add(message), Some(Arrival::More)));
            }
            let Some(Arrival::News(News::Results(arrived))) = arriving.add(last) else {
                panic!("no results");
            };
            assert_eq!(arrived.report, report);
            assert_eq!(arrived.squares, squares);
        }
        // Results whose beginning is missing.
        assert!(arriving.add(&[RESULTS]).is_none());
    }
}
