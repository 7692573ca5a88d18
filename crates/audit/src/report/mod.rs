//! What an audit reports, and how the reports of several machines become one.
//!
//! Reading order: [`Report`] here, `kind.rs` and `finding.rs` (what was found, and where), `repair.rs` (how to mend it), `reached.rs` (which floor was reached) and
//! `spots.rs` (many findings at once, as a level's `[audit]` names them).

mod finding;
mod kind;
mod reached;
mod repair;
mod spots;

pub use finding::{Finding, SPOT_SIDE, Spot, joined, rounded};
pub use kind::{FindingKind, FindingSeverity};
pub use reached::Reached;
pub use repair::Repair;
pub use spots::{Spots, reason_to_ignore};

use sidle::replay::LevelHash;

/// How much of a level an audit has seen.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Coverage {
    /// The floor that a player at the start would expect to reach; square metres.
    pub floor: f64,
    /// How much of it was reached; square metres.
    pub reached: f64,
    /// How many places walkers have been to. Of several reports, it is the largest number.
    pub cells: u64,
    /// Which points of the floor were reached.
    pub points: Reached,
    /// Floor that is farther above all other floor is none that a player would expect to reach; metres. `None`: a jump has
    /// no highest point.
    pub limit: Option<f64>,
    /// The patches to which a player at the start expects no way, but which walkers have reached, or which one expects to reach from
    /// where they have been; by the middle of each. They do not count above, because another exploration may not have come so far.
    pub beyond: Vec<Spot>,
}

/// The report of an audit of a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The level's name.
    pub level: String,
    /// The hash of the level.
    pub level_hash: LevelHash,
    /// The seed of its walks.
    pub seed: u64,
    /// How many ticks all walkers together have made.
    pub ticks: u64,
    /// How much of the level it has seen.
    pub coverage: Coverage,
    /// Its findings, in the order of kinds, and then of places.
    pub findings: Vec<Finding>,
}

/// Why two reports cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherLevel;

impl core::fmt::Display for OtherLevel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(
            "the reports are of different levels, or their floors differ by `--memory` or `--rise`",
        )
    }
}

impl core::error::Error for OtherLevel {}

impl Coverage {
    /// The coverage of `floor` square metres of floor, of which these points were reached, after walks through `cells` cells. Floor
    /// more than `limit` above all other floor does not count.
    #[must_use]
    pub fn new(floor: f64, points: Reached, cells: u64, limit: Option<f64>) -> Self {
        let mut coverage = Self {
            floor: rounded(floor),
            reached: 0.0,
            cells,
            points,
            limit,
            beyond: Vec::new(),
        };
        coverage.reached = rounded(coverage.floor * coverage.share());
        coverage
    }

    /// The share of the floor that was reached; 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.points.count() as f64 / self.points.len().max(1) as f64
    }
}

impl Report {
    /// A report of these parts.
    #[must_use]
    pub fn new(
        level: String,
        level_hash: LevelHash,
        seed: u64,
        ticks: u64,
        coverage: Coverage,
        findings: Vec<Finding>,
    ) -> Self {
        Self {
            level,
            level_hash,
            seed,
            ticks,
            coverage,
            findings,
        }
    }

    /// The report of both explorations together, with everything that one of them found, and the floor that neither
    /// reached. The order of merging changes nothing, so parts may be merged as a tree.
    ///
    /// # Errors
    /// When the reports are of different levels, or of different floors.
    pub fn merged(self, other: Self) -> Result<Self, OtherLevel> {
        let same =
            self.level_hash == other.level_hash && self.coverage.limit == other.coverage.limit;
        let points = self.coverage.points.united(&other.coverage.points);
        let Some(points) = points.filter(|_| same) else {
            return Err(OtherLevel);
        };
        // One exploration may have been next to floor that lies behind other floor for the other one.
        let is_at = |spots: &[Spot], spot: &Spot| spots.iter().any(|own| own.at == spot.at);
        let [own, others] = [&self, &other].map(|report| report.coverage.beyond.clone());
        let is_unreached = |finding: &Finding| finding.kind().is_unreached();
        let (mut unreached, mut found): (Vec<_>, Vec<_>) =
            self.findings.into_iter().partition(is_unreached);
        let (mut other_unreached, more): (Vec<_>, Vec<_>) =
            other.findings.into_iter().partition(is_unreached);
        // The other exploration has not come so far that one would expect a way there.
        let is_alone = |finding: &Finding, own: &[Spot], others: &[Spot]| {
            let is_beyond = |spots: &[Spot]| spots.iter().any(|spot| is_at(&finding.spots, spot));
            is_beyond(own) && !is_beyond(others)
        };
        unreached.retain_mut(|finding| {
            let mut known = other_unreached.iter();
            let same = known.find(|other| is_at(&other.spots, &finding.spots[0]));
            // Their barriers may differ, because each saw another part of the level.
            if let Some(other) = same.filter(|other| other.order(finding).is_lt()) {
                finding.clone_from(other);
            }
            same.is_some() || is_alone(finding, &own, &others)
        });
        other_unreached.retain(|finding| is_alone(finding, &others, &own));
        unreached.append(&mut other_unreached);
        let mut beyond = [own, others].concat();
        beyond.sort_unstable();
        beyond.dedup();
        found.extend(more);
        let mut findings = joined(found);
        findings.extend(unreached);
        findings.sort_by(|a, b| a.spots.cmp(&b.spots));
        let mut coverage = Coverage::new(
            self.coverage.floor,
            points,
            self.coverage.cells.max(other.coverage.cells),
            self.coverage.limit,
        );
        coverage.beyond = beyond;
        Ok(Self {
            level: self.level,
            level_hash: self.level_hash,
            seed: self.seed.min(other.seed),
            ticks: self.ticks.saturating_add(other.ticks),
            coverage,
            findings,
        })
    }
}
