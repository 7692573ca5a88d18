//! Makes the findings of an audit from its knowledge of the level.
//!
//! Reading order: `explored.rs` (the knowledge), [`examine`] and [`all`] here, then a file for each kind: `incidents.rs` with
//! `rims.rs` and `border.rs` (falls, and where the level ends), `traps.rs`, `unreached.rs` with `barrier.rs`, `snags.rs`, `gaps.rs`, `holes.rs`, `thin.rs`,
//! `differences.rs`, `leaks.rs`, `navmesh.rs` with `links.rs`, and `defects.rs`. `approaches.rs` with `tried.rs` chooses walks at floor that
//! nobody reached, `trial.rs` makes short runs for some kinds, and `heat.rs` counts visits for maps.

mod approaches;
mod barrier;
mod border;
mod defects;
mod differences;
mod explored;
mod gaps;
mod heat;
mod holes;
mod incidents;
mod leaks;
mod links;
mod navmesh;
mod rims;
mod snags;
mod thin;
mod traps;
mod trial;
mod tried;
mod unreached;

pub use approaches::Approaches;
pub use explored::{Explored, KnownLevel};
pub use heat::{HeatSquare, heat_squares};
pub use incidents::Incidents;
pub use traps::trap_searches;
pub use tried::Tried;

use crate::report::{Coverage, Finding, joined, reason_to_ignore};
use trial::Trials;

/// Makes directed walks: over the floor for snags, into walls that may be thin, and with the same keys for both controllers
/// where they may differ. Takes about `ticks` at most. Returns the findings, and how many ticks it took.
pub fn examine(explored: &Explored, ticks: u64) -> (Vec<Finding>, u64) {
    let coverage = unreached::coverage(explored);
    let mut trials = Trials::new(ticks / 2);
    let mut found = snags::findings(explored, &coverage, &mut trials);
    trials.allow(ticks / 4);
    found.extend(thin::findings(explored, &coverage, &mut trials));
    trials.allow(ticks / 4);
    found.extend(differences::findings(explored, &mut trials));
    (found, trials.ticks())
}

/// How much of the level was reached, and all findings, sorted by their spots. `examined` are the findings of directed walks.
pub fn all(explored: &Explored, examined: &[Finding]) -> (Coverage, Vec<Finding>) {
    let mut findings = incidents::findings(explored);
    findings.extend(traps::findings(explored, &findings));
    let coverage = unreached::coverage(explored);
    findings.extend(gaps::findings(explored, &coverage));
    findings.extend(holes::findings(explored, &coverage));
    findings.extend(leaks::findings(explored));
    findings.extend(examined.iter().cloned());
    findings.extend(defects::findings(explored, &coverage, &findings));
    let mut findings = joined(findings);
    findings.extend(unreached::findings(explored, &coverage));
    if let Some(navmesh) = &explored.navmesh {
        findings.extend(navmesh::findings(explored, &coverage, navmesh));
    }
    findings.sort_by(|a, b| a.spots.cmp(&b.spots));
    for finding in &mut findings {
        finding.ignored = reason_to_ignore(finding, &explored.expectations.ignore);
    }
    (coverage.summary, findings)
}
