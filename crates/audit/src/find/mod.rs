//! What an audit finds, each kind from what is known.
//!
//! Reading order: `explored.rs` (what is known), [`examine`] and [`all`] here, then a file for each kind: `incidents.rs` with
//! `rims.rs` and `border.rs` (falls, and where the level ends), `traps.rs`, `unreached.rs`, `snags.rs`, `gaps.rs`, `thin.rs`,
//! `differences.rs` and `defects.rs`. `trial.rs` makes short runs for some of them, and `heat.rs` is for maps.

mod border;
mod defects;
mod differences;
mod explored;
mod gaps;
mod heat;
mod incidents;
mod rims;
mod snags;
mod thin;
mod traps;
mod trial;
mod unreached;

pub use explored::Explored;
pub use heat::{HeatSquare, heat_squares};
pub use incidents::Incidents;
pub use traps::trap_searches;

use crate::report::{Coverage, Finding, joined, reason};
use trial::Trials;

/// What directed walks find in at most about so many ticks, and how many they made: over the floor for snags, into walls that
/// may be thin, and with the same keys for both of the controllers that may differ.
pub fn examine(explored: &Explored, ticks: u64) -> (Vec<Finding>, u64) {
    let seen = unreached::coverage(explored);
    let mut trials = Trials::new(ticks / 2);
    let mut found = snags::findings(explored, &seen, &mut trials);
    trials.allow(ticks / 4);
    found.extend(thin::findings(explored, &seen, &mut trials));
    trials.allow(ticks / 4);
    found.extend(differences::findings(explored, &mut trials));
    (found, trials.ticks())
}

/// How much of the level was reached, and all findings, by their spots: those of walks, and what directed walks have `examined`.
pub fn all(explored: &Explored, examined: &[Finding]) -> (Coverage, Vec<Finding>) {
    let mut findings = incidents::findings(explored);
    findings.extend(traps::findings(explored, &findings));
    let coverage = unreached::coverage(explored);
    findings.extend(gaps::findings(explored, &coverage));
    findings.extend(examined.iter().cloned());
    findings.extend(defects::findings(explored, &coverage, &findings));
    let mut findings = joined(findings);
    findings.extend(unreached::findings(explored, &coverage));
    findings.sort_by(|a, b| a.spots.cmp(&b.spots));
    for finding in &mut findings {
        finding.ignored = reason(finding, &explored.expectations.ignore);
    }
    (coverage.summary, findings)
}
