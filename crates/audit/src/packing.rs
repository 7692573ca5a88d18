//! Packs the findings of an audit for another instance of the program, in chunks.
//!
//! The page audits a level in a worker, which shares no memory with the game. The game unpacks a few chunks in each frame.

use crate::find::HeatSquare;
use crate::places::WayBack;
use crate::report::{Coverage, Finding, FindingKind, Reached, Repair, Report, Spot};
use sidle::geometry::packing::{Packed, pack_list, packed_choice, packed_fields, unpack_list};
use sidle::replay::LevelHash;

/// The tags of chunks.
const HEAD: u8 = 1;
const FINDING: u8 = 2;
const SQUARES: u8 = 3;

/// Chunks with this tag or a higher one never belong to results.
pub const FIRST_OTHER_TAG: u8 = 16;

/// Packs the results of an audit into chunks for a [`ResultsUnpacker`], and calls `emit` with each.
pub fn pack_results(report: &Report, squares: &[HeatSquare], emit: &mut dyn FnMut(&[u8])) {
    let Report {
        level,
        level_hash,
        seed,
        ticks,
        coverage,
        findings,
    } = report;
    let mut head = vec![HEAD];
    level.pack(&mut head);
    [level_hash.bits(), *seed, *ticks, coverage.cells].pack(&mut head);
    coverage.floor.pack(&mut head);
    coverage.limit.pack(&mut head);
    coverage.points.to_string().pack(&mut head);
    coverage.beyond.pack(&mut head);
    emit(&head);
    // Its recording takes the longest to unpack, so each has a chunk of its own.
    for finding in findings {
        let mut chunk = vec![FINDING];
        finding.pack(&mut chunk);
        emit(&chunk);
    }
    pack_list(SQUARES, squares, emit);
}

/// The results of an audit, which come in chunks.
///
/// # Example
/// ```
/// use sidle_audit::{Audit, ResultsUnpacker, pack_results};
/// use sidle::level::{Disk, load_level};
/// let level = load_level("../../levels/courtyard.toml".as_ref(), &Disk).level.unwrap();
/// let mut audit = Audit::new(level, "levels/courtyard.toml", Default::default());
/// audit.explore(10_000);
/// let (report, squares) = (audit.report(), audit.heat());
/// let mut arriving = ResultsUnpacker::default();
/// pack_results(&report, &squares, &mut |chunk| arriving.add(chunk).unwrap());
/// assert_eq!(arriving.finish(), Some((report, squares)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ResultsUnpacker {
    /// The report, whose findings follow.
    report: Option<Report>,
    squares: Vec<HeatSquare>,
}

impl ResultsUnpacker {
    /// Adds the next chunk, in their order. `None` if it is damaged.
    #[must_use = "a damaged chunk is refused"]
    pub fn add(&mut self, chunk: &[u8]) -> Option<()> {
        let (tag, mut rest) = chunk.split_first()?;
        match *tag {
            HEAD => {
                let level = Packed::unpack(&mut rest)?;
                let [hash, seed, ticks, cells] = Packed::unpack(&mut rest)?;
                let (floor, limit) = (Packed::unpack(&mut rest)?, Packed::unpack(&mut rest)?);
                let points = Reached::parse(&String::unpack(&mut rest)?)?;
                let mut coverage = Coverage::new(floor, points, cells, limit);
                coverage.beyond = Packed::unpack(&mut rest)?;
                let hash = LevelHash::from_bits(hash);
                self.report = Some(Report::new(level, hash, seed, ticks, coverage, Vec::new()));
            }
            FINDING => {
                let finding = Packed::unpack(&mut rest)?;
                self.report.as_mut()?.findings.push(finding);
            }
            SQUARES => {
                unpack_list(&mut self.squares, rest)?;
                rest = &[];
            }
            _ => return None,
        }
        rest.is_empty().then_some(())
    }

    /// The report and the squares, once all chunks are added. `None` if something is missing.
    #[must_use]
    pub fn finish(self) -> Option<(Report, Vec<HeatSquare>)> {
        Some((self.report?, self.squares))
    }
}

packed_fields!(Finding {
    spots,
    at,
    size,
    message,
    repair,
    recording,
    way,
    ignored,
});
impl Packed for Repair {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.to_string().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(String::unpack(bytes)?.into())
    }
}

packed_fields!(Spot { kind, at });
packed_choice!(FindingKind, FindingKind::NAMES);
packed_fields!(HeatSquare {
    corner,
    side,
    height,
    visits,
    soonest,
    way_back,
});
packed_choice!(WayBack, WAYS_BACK);

const WAYS_BACK: [(&str, WayBack); 3] = [
    ("absent", WayBack::Absent),
    ("unknown", WayBack::Unknown),
    ("known", WayBack::Known),
];

#[cfg(test)]
mod tests;
