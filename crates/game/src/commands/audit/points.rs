//! The ways of findings as point files, which TrenchBroom draws over a map: `File`, `Load Point File`.
//!
//! A file is one line, so each finding has a file: `OUT`, then `OUT` with `-2` and so on before its ending. A line of a file is
//! a point of the way, in the units and axes of the map.

use std::fmt::Write as _;
use std::path::Path;

use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::replay::Recording;
use sidle::sim::Sim;
use sidle_audit::Report;

use crate::platform::terminal;

/// Points a second. Smaller: corners are cut off; larger: TrenchBroom has more to draw.
const POINTS_PER_SECOND: u32 = 20;

/// The length of the mark of a finding without a way; metres.
const MARK: f64 = 2.0;

/// Units of a metre, as far as a map does not say otherwise, and its key for that.
const UNITS_PER_METRE: f64 = 32.0;
const SCALE_KEY: &str = "\"_units_per_metre\"";

/// Writes the way of each finding in `report`, which is of `level`. Its `text` is that of the map.
pub fn write(path: &Path, level: &Level, text: &str, report: &Report) -> Result<(), String> {
    let units = units_per_metre(text);
    let open = report
        .findings
        .iter()
        .filter(|finding| finding.ignored.is_none());
    for (number, finding) in open.enumerate() {
        let way = finding.recording.as_ref();
        let way = way.and_then(|recording| way_of(recording, level.clone()));
        let way = way.or_else(|| Some(finding.way.clone()));
        let way = way.filter(|way| way.len() > 1);
        let way = way.unwrap_or_else(|| vec![finding.at, finding.at + DVec3::Y * MARK]);
        let mut lines = String::new();
        for point in way {
            let DVec3 { x, y, z } = point * units;
            let _ = writeln!(lines, "{x:.3} {:.3} {y:.3}", -z);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match number {
            0 => terminal::write(path, lines)?,
            _ => {
                let name = format!("{name}-{}.{ending}", number + 1);
                terminal::write(&path.with_file_name(name), lines)?;
            }
        }
    }
    Ok(())
}

/// The way of a recording in `level`. `None` if it does not fit it.
fn way_of(recording: &Recording, mut level: Level) -> Option<Vec<DVec3>> {
    recording.header.apply_to(&mut level);
    let mut sim = Sim::of_level(level, recording.header.hz).0;
    recording.header.begin(&mut sim).ok()?;
    let every = (recording.header.hz / POINTS_PER_SECOND).max(1) as usize;
    let mut way = vec![sim.player().position];
    for (tick, input) in (1..).zip(recording.inputs.iter()) {
        sim.play(&input);
        if tick % every == 0 {
            way.push(sim.player().position);
        }
    }
    way.push(sim.player().position);
    Some(way)
}

/// The units of a metre in the map of this text.
fn units_per_metre(text: &str) -> f64 {
    let value = text
        .split_once(SCALE_KEY)
        .and_then(|(_, rest)| rest.split('"').nth(1));
    let number = value.and_then(|value| value.trim().parse().ok());
    number
        .filter(|units| (1e-3..=1e5).contains(units))
        .unwrap_or(UNITS_PER_METRE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_says_its_units() {
        assert_eq!(units_per_metre("{\n\"_units_per_metre\" \"64\"\n"), 64.0);
        assert_eq!(units_per_metre("{\n\"_units_per_metre\" \"many\"\n"), 32.0);
        assert_eq!(units_per_metre(""), 32.0);
    }
}
