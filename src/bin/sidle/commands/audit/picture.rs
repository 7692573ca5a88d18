//! A level's plan as SVG: how often walkers came through each square, and a pin for each finding.

use std::fmt::Write as _;
use std::path::Path;

use sidle::audit::{FindingSeverity, HeatSquare, Report};

use crate::platform;
use crate::platform::terminal;

/// The width of a picture; pixels.
const WIDTH: f64 = 1000.0;

/// The colours of squares, from seldom to often; and of floor that nobody reached.
const HEAT: [&str; 6] = [
    "#2c3e66", "#2f6f8f", "#3a9d85", "#8cbf4d", "#e3c23c", "#f2873a",
];
const UNREACHED: &str = "#c9c9c9";

/// The picture of a level.
pub fn svg(squares: &[HeatSquare], report: &Report) -> String {
    let places = report.findings.iter().map(|it| [it.at.x, it.at.z]);
    let ends = squares.iter().flat_map(|it| {
        let [x, z] = it.corner;
        [[x, z], [x + it.side, z + it.side]]
    });
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for end in ends.chain(places) {
        for axis in 0..2 {
            low[axis] = if end[axis] < low[axis] {
                end[axis]
            } else {
                low[axis]
            };
            high[axis] = if end[axis] > high[axis] {
                end[axis]
            } else {
                high[axis]
            };
        }
    }
    if low[0] > high[0] {
        (low, high) = ([0.0; 2], [1.0; 2]);
    }
    // A margin for pins at the edge.
    let size = [0, 1].map(|axis| high[axis] - low[axis] + 2.0);
    let scale = WIDTH / size[0];
    let at = |[x, z]: [f64; 2]| [(x - low[0] + 1.0) * scale, (z - low[1] + 1.0) * scale];
    let height = size[1] * scale;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let most = squares.iter().map(|it| it.visits).max().unwrap_or(0);
    let steps = f64::from(most.max(1).ilog2().max(1));
    for square in squares {
        let [x, y] = at(square.corner);
        let side = square.side * scale;
        let colour = match square.visits.checked_ilog2() {
            None => UNREACHED,
            Some(often) => {
                let share = f64::from(often) / steps * (HEAT.len() - 1) as f64;
                HEAT[(share as usize).min(HEAT.len() - 1)]
            }
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.2}\" height=\"{side:.2}\" fill=\"{colour}\"/>"
        );
    }
    for (number, finding) in (1..).zip(&report.findings) {
        let [x, y] = at([finding.at.x, finding.at.z]);
        let colour = match (finding.ignored.is_some(), finding.kind().severity()) {
            (true, _) => "#888888",
            (false, FindingSeverity::Error) => "#c8102e",
            (false, FindingSeverity::Warning) => "#b35900",
            (false, FindingSeverity::Note) => "#1f4e9e",
        };
        let title = escaped(&format!("{}: {}", finding.id(), finding.message));
        let _ = writeln!(
            svg,
            "<g><title>{title}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{colour}\" \
             stroke=\"#ffffff\" stroke-width=\"2\"/><text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#ffffff\" \
             text-anchor=\"middle\">{number}</text></g>",
            y + 4.0
        );
    }
    svg + "</svg>\n"
}

/// `text` inside of an element.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes the picture of level `number`, from 0, to `path`. The pictures of further levels get a number.
pub fn write(path: &Path, number: usize, svg: &str) -> Result<(), String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let path = match number {
        0 => path.to_owned(),
        _ => path.with_file_name(format!("{stem}-{}.svg", number + 1)),
    };
    platform::write(&path, svg).map_err(|error| terminal::cannot_write(&path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle::audit::{Audit, AuditOptions};

    #[test]
    fn a_picture_has_a_square_for_each_place_and_a_pin_for_each_finding() {
        let mut audit = Audit::new(courtyard(), "courtyard.toml", AuditOptions::default());
        audit.explore(20_000);
        let (squares, report) = (audit.heat(), audit.report());
        let picture = svg(&squares, &report);
        assert!(squares.len() > 1000 && squares.iter().any(|it| it.visits > 0));
        assert_eq!(picture.matches("<rect ").count(), squares.len() + 1);
        assert_eq!(picture.matches("<circle ").count(), report.findings.len());
        assert!(!picture.contains("NaN") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn words_of_a_level_are_shown_as_text() {
        assert_eq!(escaped("<a & b>"), "&lt;a &amp; b&gt;");
    }
}
