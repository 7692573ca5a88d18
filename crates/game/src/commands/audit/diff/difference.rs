//! What an edit of a level has done.

use sidle::replay::Recording;
use sidle_audit::{Finding, FindingKind, Report};

use super::causes::Cause;
use super::floor::{Floor, Region};

/// What an edit has done.
pub struct Difference {
    /// The findings of the new level that the old one has not, and those of the old one that the new one has not.
    pub opened: Vec<Changed>,
    pub closed: Vec<Changed>,
    pub regions: Vec<(Region, Vec<Cause>)>,
    /// The reports of both levels, and their floors.
    pub reports: [Report; 2],
    pub floors: [Floor; 2],
    /// Whether the bodies of both levels have one size, so that their floors can be compared.
    pub compares_floors: bool,
    /// How many entries and meshes differ.
    pub changes: usize,
    /// How many differences are left out, because none of them seems to have done it.
    pub left_out: usize,
}

/// A finding that only one of both levels has.
pub struct Changed {
    pub finding: Finding,
    pub causes: Vec<Cause>,
    /// The same keys in the other level.
    pub other: Option<Recording>,
}

impl Changed {
    /// Whether it is reported. That floor was not reached, or is narrow, is known from random walks only.
    pub fn is_told(&self) -> bool {
        use FindingKind::{Geometry, Hole, Narrow, Unreached};
        let is_lucky = matches!(self.finding.kind(), Unreached | Narrow | Geometry | Hole);
        !is_lucky || !self.causes.is_empty()
    }
}
