//! What an audit finds, each kind from what is known.

use crate::explored::Explored;
use crate::finding::{Finding, joined};
use crate::report::Coverage;
use crate::trial::Trials;
use crate::{defects, differences, gaps, incidents, snags, spots, thin, traps, unreached};

/// What directed walks find in at most about so many ticks, and how many they made: over the floor for snags, into walls that
/// may be thin, and with the same keys for both of the controllers that may differ.
pub(super) fn examine(explored: &Explored, ticks: u64) -> (Vec<Finding>, u64) {
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
pub(super) fn all(explored: &Explored, examined: &[Finding]) -> (Coverage, Vec<Finding>) {
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
        finding.ignored = spots::reason(finding, &explored.expectations.ignore);
    }
    (coverage.summary, findings)
}
