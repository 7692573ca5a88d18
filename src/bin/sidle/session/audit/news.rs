//! What the audit of a level reports, also as bytes from a worker of the page.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has workers")
)]

use sidle::audit::{HeatSquare, Report};
use sidle::geometry::packing::Packed;

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
    /// The floor is being looked for.
    Preparing,
    Walking(AuditProgress),
    /// The time is over: the walkers can go on.
    Done(AuditProgress),
    /// It was cancelled; its results stay.
    Cancelled,
    Failed(String),
}

/// What the audit of a level reports.
pub enum News {
    State(AuditState),
    Results(Box<AuditResults>),
}

/// The tags of messages.
const LOADING: u8 = 0;
const WALKING: u8 = 1;
const DONE: u8 = 2;
const FAILED: u8 = 3;
const RESULTS: u8 = 4;
const PREPARING: u8 = 5;

impl News {
    /// The news as a message for the game. A worker that is cancelled reports nothing.
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Self::State(AuditState::Loading | AuditState::Cancelled) => bytes.push(LOADING),
            Self::State(AuditState::Preparing) => bytes.push(PREPARING),
            Self::State(AuditState::Walking(progress)) => {
                pack_progress(WALKING, progress, &mut bytes)
            }
            Self::State(AuditState::Done(progress)) => pack_progress(DONE, progress, &mut bytes),
            Self::State(AuditState::Failed(why)) => {
                bytes.push(FAILED);
                why.pack(&mut bytes);
            }
            Self::Results(results) => {
                bytes.push(RESULTS);
                results.report.pack(&mut bytes);
                results.squares.pack(&mut bytes);
            }
        }
        bytes
    }

    /// The news of a message. `None` if it is damaged.
    pub fn unpack(message: &[u8]) -> Option<Self> {
        let (tag, mut rest) = message.split_first()?;
        Some(match *tag {
            LOADING => Self::State(AuditState::Loading),
            PREPARING => Self::State(AuditState::Preparing),
            WALKING => Self::State(AuditState::Walking(unpack_progress(&mut rest)?)),
            DONE => Self::State(AuditState::Done(unpack_progress(&mut rest)?)),
            FAILED => Self::State(AuditState::Failed(Packed::unpack(&mut rest)?)),
            RESULTS => Self::Results(Box::new(AuditResults {
                report: Packed::unpack(&mut rest)?,
                squares: Packed::unpack(&mut rest)?,
            })),
            _ => return None,
        })
    }
}

fn pack_progress(tag: u8, progress: &AuditProgress, bytes: &mut Vec<u8>) {
    bytes.push(tag);
    progress.share.pack(bytes);
    [progress.ticks, progress.places as u64].pack(bytes);
}

fn unpack_progress(bytes: &mut &[u8]) -> Option<AuditProgress> {
    let share = Packed::unpack(bytes)?;
    let [ticks, places] = Packed::unpack(bytes)?;
    Some(AuditProgress {
        share,
        ticks,
        places: places as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle::audit::Audit;

    #[test]
    fn news_of_a_worker_arrive_as_they_were_sent() {
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
            let message = News::State(state.clone()).pack();
            assert!(matches!(News::unpack(&message), Some(News::State(it)) if it == state));
            for end in 0..message.len() {
                assert!(News::unpack(&message[..end]).is_none());
            }
        }
        let mut audit = Audit::new(courtyard(), "courtyard.toml", Default::default());
        audit.explore(10_000);
        let (report, squares) = (audit.report(), audit.heat());
        let message = News::Results(Box::new(AuditResults {
            report: report.clone(),
            squares: squares.clone(),
        }));
        let Some(News::Results(arrived)) = News::unpack(&message.pack()) else {
            panic!("no results");
        };
        assert_eq!(arrived.report, report);
        assert_eq!(arrived.squares, squares);
        assert!(News::unpack(&[99]).is_none());
    }
}
