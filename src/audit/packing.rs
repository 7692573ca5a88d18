//! Packs what an audit has found for another instance of the same program.
//!
//! The page audits a level in a worker, which shares no memory with the game.

use super::finding::{Finding, FindingKind, Spot};
use super::heat::{HeatSquare, WayBack};
use super::reached::Reached;
use super::report::{Coverage, Report};
use crate::geometry::packing::Packed;
use crate::replay::{LevelHash, Recording};

impl Packed for Report {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self {
            level,
            level_hash,
            seed,
            ticks,
            coverage,
            findings,
        } = self;
        level.pack(bytes);
        [level_hash.bits(), *seed, *ticks, coverage.cells].pack(bytes);
        coverage.floor.pack(bytes);
        coverage.points.to_string().pack(bytes);
        findings.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let level = Packed::unpack(bytes)?;
        let [hash, seed, ticks, cells] = Packed::unpack(bytes)?;
        let (floor, points) = (Packed::unpack(bytes)?, String::unpack(bytes)?);
        let coverage = Coverage::new(floor, Reached::parse(&points)?, cells);
        let findings = Packed::unpack(bytes)?;
        let hash = LevelHash::from_bits(hash);
        Some(Self::new(level, hash, seed, ticks, coverage, findings))
    }
}

impl Packed for Finding {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self {
            spots,
            at,
            size,
            message,
            repair,
            recording,
            ignored,
        } = self;
        spots.pack(bytes);
        at.pack(bytes);
        size.pack(bytes);
        message.pack(bytes);
        repair.pack(bytes);
        recording.as_ref().map(Recording::encode).pack(bytes);
        ignored.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let spots: Vec<Spot> = Packed::unpack(bytes)?;
        let (at, size) = (Packed::unpack(bytes)?, Packed::unpack(bytes)?);
        let (message, repair) = (Packed::unpack(bytes)?, Packed::unpack(bytes)?);
        let recording = Option::<Vec<u8>>::unpack(bytes)?;
        let recording = recording.map(|bytes| Recording::decode(&bytes).ok());
        Some(Self {
            size,
            spots,
            recording: match recording {
                Some(recording) => Some(recording?),
                None => None,
            },
            ignored: Packed::unpack(bytes)?,
            ..Self::new(FindingKind::Geometry, at, message, repair)
        })
    }
}

impl Packed for Spot {
    fn pack(&self, bytes: &mut Vec<u8>) {
        (self.kind as u8).pack(bytes);
        self.at.map(|along| along as u32).pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (_, kind) = FindingKind::NAMES.get(usize::from(u8::unpack(bytes)?))?;
        let at = <[u32; 3]>::unpack(bytes)?;
        Some(Self {
            kind: *kind,
            at: at.map(|along| along as i32),
        })
    }
}

impl Packed for HeatSquare {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self {
            corner,
            side,
            height,
            visits,
            soonest,
            way_back,
        } = self;
        corner.pack(bytes);
        side.pack(bytes);
        height.pack(bytes);
        visits.pack(bytes);
        soonest.pack(bytes);
        way_back.map(|it| it as u8).pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            corner: Packed::unpack(bytes)?,
            side: Packed::unpack(bytes)?,
            height: Packed::unpack(bytes)?,
            visits: Packed::unpack(bytes)?,
            soonest: Packed::unpack(bytes)?,
            way_back: match Option::<u8>::unpack(bytes)? {
                None => None,
                Some(0) => Some(WayBack::Absent),
                Some(1) => Some(WayBack::Unknown),
                Some(2) => Some(WayBack::Known),
                Some(_) => return None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn packed<T: Packed>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.pack(&mut bytes);
        bytes
    }

    fn report() -> Report {
        let sim = crate::sim::Sim::new(
            Default::default(),
            Default::default(),
            Default::default(),
            60,
        );
        let findings = FindingKind::NAMES.map(|(name, kind)| {
            let at = DVec3::new(-7.25, 0.5, 3e9);
            let mut finding = Finding::new(kind, at, name.to_owned(), "mend it".to_owned());
            let recorder = crate::replay::Recorder::new("Void", "void.toml", &sim);
            finding.recording = (name != "geometry").then(|| recorder.recording());
            finding.ignored = (name == "trap").then(|| "meant".to_owned());
            finding
        });
        let coverage = Coverage::new(12.5, Reached::parse("1 3 2").unwrap(), 99);
        let hash = LevelHash::from_bits(u64::MAX - 3);
        Report::new(
            "Void".to_owned(),
            hash,
            7,
            1 << 40,
            coverage,
            findings.to_vec(),
        )
    }

    fn squares() -> Vec<HeatSquare> {
        let ways = [
            None,
            Some(WayBack::Absent),
            Some(WayBack::Unknown),
            Some(WayBack::Known),
        ];
        let square = |way_back: Option<WayBack>| HeatSquare {
            corner: [-0.5, 1e7],
            side: 0.5,
            height: -0.0,
            visits: 3,
            soonest: way_back.map(|_| 0.25),
            way_back,
        };
        ways.map(square).to_vec()
    }

    #[test]
    fn what_was_found_comes_back_as_it_was() {
        let (report, squares) = (report(), squares());
        let mut bytes = &packed(&report)[..];
        assert_eq!(Report::unpack(&mut bytes), Some(report));
        assert!(bytes.is_empty());
        let mut bytes = &packed(&squares)[..];
        assert_eq!(Vec::unpack(&mut bytes), Some(squares));
        assert!(bytes.is_empty());
    }

    #[test]
    fn bytes_that_are_cut_are_refused() {
        let (report, squares) = (packed(&report()), packed(&squares()));
        for end in 0..report.len() {
            assert_eq!(Report::unpack(&mut &report[..end]), None, "{end}");
        }
        for end in 0..squares.len() {
            assert_eq!(
                Vec::<HeatSquare>::unpack(&mut &squares[..end]),
                None,
                "{end}"
            );
        }
        // A count that promises more than there is takes no memory.
        assert_eq!(Vec::<HeatSquare>::unpack(&mut &[255; 8][..]), None);
    }
}
