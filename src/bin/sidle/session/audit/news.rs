//! What the audit of a level reports.

use sidle::audit::{HeatSquare, Report};

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
