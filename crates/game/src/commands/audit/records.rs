//! Reports as JSON, written by `--json` and read by `sidle audit merge`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use sidle::glam::DVec3;
use sidle::replay::{LevelHash, Recording};
use sidle::sim::Sim;
use sidle_audit::{Coverage, Finding, Reached, Report, Spot};

use crate::platform;
use crate::platform::terminal;

/// No coordinate of a finding is larger, because no level reaches farther; metres.
const MAX_COORDINATE: f64 = 1e12;

/// The report of a level.
#[derive(Debug, Deserialize, Serialize)]
pub struct LevelRecord {
    /// The level's name.
    pub level: String,
    /// The path of the level, as on the command line.
    pub file: String,
    level_hash: String,
    seed: u64,
    ticks: u64,
    /// The game time of all walkers together.
    seconds: f64,
    coverage: CoverageRecord,
    pub findings: Vec<FindingRecord>,
}

#[derive(Debug, Deserialize, Serialize)]
struct CoverageRecord {
    floor_m2: f64,
    reached_m2: f64,
    cells: u64,
    /// Which points of the floor were reached, in the notation of `Reached`.
    reached: String,
    /// How far above other floor it may be to count. Absent from old reports.
    #[serde(default)]
    limit_m: Option<f64>,
    /// Floor to which one expects a way only from where walkers have been, by the middle of each patch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beyond: Vec<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub struct FindingRecord {
    pub id: String,
    kind: String,
    severity: String,
    at: [f64; 3],
    size_m: f64,
    message: String,
    repair: String,
    /// A file next to the report.
    pub recording: Option<String>,
    /// The way of air from the start to the void, through a leak. Absent for all other kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    way: Vec<[f64; 3]>,
    /// The one-metre cubes in which it was observed, each written as the id of a finding there.
    spots: Vec<String>,
    /// The reason that the level gives for ignoring it.
    ignored: Option<String>,
}

impl LevelRecord {
    /// The record of `report`, on the level in `file`. `recordings` has the file name of each finding's recording.
    pub fn of(file: &str, report: &Report, recordings: &[Option<String>]) -> Self {
        let coverage = &report.coverage;
        let findings = report.findings.iter().zip(recordings);
        Self {
            level: report.level.clone(),
            file: file.to_owned(),
            level_hash: report.level_hash.to_string(),
            seed: report.seed,
            ticks: report.ticks,
            seconds: report.ticks as f64 / f64::from(Sim::DEFAULT_HZ),
            coverage: CoverageRecord {
                floor_m2: coverage.floor,
                reached_m2: coverage.reached,
                cells: coverage.cells,
                reached: coverage.points.to_string(),
                limit_m: coverage.limit,
                beyond: coverage.beyond.iter().map(Spot::to_string).collect(),
            },
            findings: findings
                .map(|(finding, recording)| FindingRecord::of(finding, recording.clone()))
                .collect(),
        }
    }

    /// Restores the report. `recording` loads the recording with the given file name.
    ///
    /// # Errors
    /// A message, if a value is not one that an audit writes.
    pub fn report(
        &self,
        mut recording: impl FnMut(&str) -> Option<Recording>,
    ) -> Result<Report, String> {
        let bits = u64::from_str_radix(&self.level_hash, 16);
        let bits = bits.map_err(|_| format!("`{}` is not the hash of a level", self.level_hash))?;
        let level_hash = LevelHash::from_bits(bits);
        let reached = Reached::parse(&self.coverage.reached)
            .ok_or("`coverage.reached` is not a list of lengths")?;
        let findings = self.findings.iter().map(|kept| {
            let spots = kept.spots.iter().map(|spot| Spot::parse(spot));
            let spots: Option<Vec<_>> = spots.collect();
            let spots = spots.filter(|spots| !spots.is_empty());
            let spots = spots.ok_or_else(|| {
                format!(
                    "the finding `{}` has no spots, or one that is no id",
                    kept.id
                )
            })?;
            let mut places = kept.way.iter().chain([&kept.at]);
            if places.any(|at| at.iter().any(|along| along.abs() > MAX_COORDINATE)) {
                return Err(format!("the finding `{}` is not in a level", kept.id));
            }
            let at = DVec3::from_array(kept.at);
            let mut finding =
                Finding::new(spots[0].kind, at, kept.message.clone(), kept.repair.clone());
            finding.spots = spots;
            finding.size = kept.size_m;
            finding.ignored.clone_from(&kept.ignored);
            finding.way = kept.way.iter().copied().map(DVec3::from_array).collect();
            finding.recording = kept.recording.as_deref().and_then(&mut recording);
            Ok(finding)
        });
        let mut coverage = Coverage::new(
            self.coverage.floor_m2,
            reached,
            self.coverage.cells,
            self.coverage.limit_m,
        );
        let beyond = self.coverage.beyond.iter().map(|id| Spot::parse(id));
        let beyond: Option<Vec<_>> = beyond.collect();
        coverage.beyond = beyond.ok_or("`coverage.beyond` has an entry that is no id")?;
        Ok(Report::new(
            self.level.clone(),
            level_hash,
            self.seed,
            self.ticks,
            coverage,
            findings.collect::<Result<_, String>>()?,
        ))
    }
}

impl FindingRecord {
    /// The record of `finding`, with the file name of its recording.
    pub fn of(finding: &Finding, recording: Option<String>) -> Self {
        Self {
            id: finding.id(),
            kind: finding.kind().name().to_owned(),
            severity: finding.kind().severity().name().to_owned(),
            at: finding.at.to_array(),
            size_m: finding.size,
            message: finding.message.clone(),
            repair: finding.repair.to_string(),
            recording,
            way: finding.way.iter().map(DVec3::to_array).collect(),
            spots: finding.spots.iter().map(Spot::to_string).collect(),
            ignored: finding.ignored.clone(),
        }
    }
}

/// Writes reports to `path`.
pub fn write(path: &Path, records: &[LevelRecord]) -> Result<(), String> {
    terminal::write(path, terminal::json_of(&records)? + "\n")
}

/// Reads the reports in `path`.
pub fn read(path: &Path) -> Result<Vec<LevelRecord>, String> {
    let shown = path.display();
    let bytes = platform::read(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| format!("{shown}: this is not a report of `sidle audit --json`: {error}"))
}
