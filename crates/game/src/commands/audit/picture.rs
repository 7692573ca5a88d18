//! The plans of a level as SVG, with a pin for each finding. They show how often walkers came through each square, how soon,
//! and whether they came back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use macroquad::color::Color;
use sidle::geometry::float::{max, min};
use sidle_audit::{Finding, HeatSquare, Report};

use crate::commands::svg::{INK, escaped, hex};
use crate::options::heat::Heat;
use crate::platform::terminal;
use crate::session::audit::Shades;
use crate::view::palette;

/// The width of a plan, the height of its heading, and the margin around both; pixels.
pub(super) const WIDTH: f64 = 1000.0;
pub(super) const HEAD: f64 = 34.0;
pub(super) const MARGIN: f64 = 16.0;

/// The longest list of findings below the plans.
const MAX_LISTED: usize = 200;

/// The part of a level that a plan shows, and its place in the picture.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The corner with the least X and Z; metres.
    pub low: [f64; 2],
    /// Pixels in a metre.
    pub scale: f64,
    /// Pixels.
    pub height: f64,
    pub left: f64,
    pub top: f64,
}

impl Plan {
    /// The plan of all `squares` and findings.
    pub fn around<'a>(squares: &[HeatSquare], findings: impl Iterator<Item = &'a Finding>) -> Self {
        let places = findings.flat_map(|finding| finding.way.iter().chain([&finding.at]));
        let places = places.map(|place| [place.x, place.z]);
        let ends = squares.iter().flat_map(|square| {
            let [x, z] = square.corner;
            [[x, z], [x + square.side, z + square.side]]
        });
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for end in ends.chain(places) {
            for axis in 0..2 {
                low[axis] = min(low[axis], end[axis]);
                high[axis] = max(high[axis], end[axis]);
            }
        }
        if low[0] > high[0] {
            (low, high) = ([0.0; 2], [1.0; 2]);
        }
        // Room for pins at the edge.
        let low = low.map(|end| end - 1.0);
        let size = [0, 1].map(|axis| high[axis] + 1.0 - low[axis]);
        let scale = WIDTH / size[0];
        Self {
            low,
            scale,
            height: size[1] * scale,
            left: MARGIN,
            top: 0.0,
        }
    }

    /// The pixel of a place.
    pub fn at(&self, [x, z]: [f64; 2]) -> [f64; 2] {
        let [left, back] = self.low;
        [
            self.left + (x - left) * self.scale,
            self.top + (z - back) * self.scale,
        ]
    }
}

/// The picture of a level.
pub fn svg(squares: &[HeatSquare], report: &Report) -> String {
    let mut plan = Plan::around(squares, report.findings.iter());
    let listed = &report.findings[..report.findings.len().min(MAX_LISTED)];
    let (line, plans) = (17.0, Heat::ALL.len() as f64 * (plan.height + HEAD));
    let (width, height) = (
        WIDTH + 2.0 * MARGIN,
        plans + HEAD + line * listed.len() as f64 + MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (heat, _, about) in Heat::ALL {
        let foot = plan.top + HEAD * 0.65;
        let name = escaped(&report.level);
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{foot:.1}\" font-size=\"16\">{name}: {about}</text>"
        );
        draw_legend(&mut svg, heat, foot);
        plan.top += HEAD;
        let shades = Shades::new(heat, squares);
        draw_squares(&mut svg, &plan, squares, |square| {
            palette::shade(shades.of(square))
        });
        draw_pins(&mut svg, &plan, report);
        plan.top += plan.height;
    }
    for (number, finding) in (1..).zip(listed) {
        let y = plan.top + HEAD * 0.65 + line * f64::from(number - 1);
        let words = escaped(&format!("{number}  {}: {}", finding.id(), finding.message));
        let color = hex(pin_color(finding));
        let _ = writeln!(
            svg,
            "<rect x=\"{MARGIN}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"5\" fill=\"{color}\"/>\
             <text x=\"{:.1}\" y=\"{y:.1}\" fill=\"{INK}\">{words}</text>",
            y - 9.0,
            MARGIN + 16.0
        );
    }
    svg + "</svg>\n"
}

/// Draws the meanings of the colours of `heat`, at the right of its heading.
fn draw_legend(svg: &mut String, heat: Heat, foot: f64) {
    let all: &[(&[Color], &str)] = match heat {
        Heat::Visits => &[(&[], "seldom"), (&palette::HEAT, "often")],
        Heat::Soon => &[(&[], "late"), (&palette::HEAT, "soon")],
        Heat::Back => &[
            (&[palette::RETURNS], "yes"),
            (&[palette::NOT_YET], "not yet"),
            (&[palette::ERROR], "no: searched in every direction"),
        ],
    };
    let unreached: (&[Color], &str) = (&[palette::UNREACHED], "nobody came");
    let all = all.iter().chain([&unreached]).copied();
    draw_meanings(svg, [MARGIN + WIDTH * 0.55, foot], all);
}

/// Draws colours with their meanings, in a line from `at`.
pub(super) fn draw_meanings<'a>(
    svg: &mut String,
    [mut x, foot]: [f64; 2],
    meanings: impl Iterator<Item = (&'a [Color], &'a str)>,
) {
    for (colors, words) in meanings {
        for color in colors {
            let (top, color) = (foot - 10.0, hex(*color));
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"14\" height=\"12\" fill=\"{color}\"/>"
            );
            x += 14.0;
        }
        let left = x + 5.0;
        let _ = writeln!(svg, "<text x=\"{left:.1}\" y=\"{foot:.1}\">{words}</text>");
        x += 18.0 + 7.0 * words.len() as f64;
    }
}

/// Draws squares, the lowest floors first. Those side by side along Z that look the same are one rectangle.
pub(super) fn draw_squares(
    svg: &mut String,
    plan: &Plan,
    squares: &[HeatSquare],
    color: impl Fn(&HeatSquare) -> Color,
) {
    // Squares of one column come from below, so that the highest floor is the last.
    let columns: Vec<&HeatSquare> = squares
        .chunk_by(|a, b| a.corner == b.corner)
        .filter_map(|column| column.last())
        .collect();
    let follows = |a: &HeatSquare, b: &HeatSquare| {
        let gap = b.corner[1] - a.corner[1] - a.side;
        a.corner[0] == b.corner[0] && gap.abs() < a.side * 0.5 && color(a) == color(b)
    };
    // Without smoothing, no line shows between rectangles.
    svg.push_str("<g shape-rendering=\"crispEdges\">\n");
    for run in columns.chunk_by(|a, b| follows(a, b)) {
        let [x, y] = plan.at(run[0].corner);
        let side = run[0].side * plan.scale;
        let color = hex(color(run[0]));
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{side:.2}\" height=\"{:.2}\" fill=\"{color}\"/>",
            side * run.len() as f64
        );
    }
    svg.push_str("</g>\n");
}

/// Draws the pins, those of notes first, so that none covers an error.
fn draw_pins(svg: &mut String, plan: &Plan, report: &Report) {
    let mut pins: Vec<_> = (1..).zip(&report.findings).collect();
    pins.sort_by_key(|(_, finding)| core::cmp::Reverse(finding.kind().severity()));
    for (number, finding) in pins {
        draw_pin(svg, plan, number, finding, pin_color(finding));
    }
}

/// Draws the pin of a finding.
pub(super) fn draw_pin(
    svg: &mut String,
    plan: &Plan,
    number: u32,
    finding: &Finding,
    color: Color,
) {
    let [x, y] = plan.at([finding.at.x, finding.at.z]);
    let color = hex(color);
    let title = escaped(&format!("{}: {}", finding.id(), finding.message));
    if !finding.way.is_empty() {
        let way = finding.way.iter().map(|place| plan.at([place.x, place.z]));
        let points: Vec<_> = way.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<g><title>{title}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{color}\" \
         stroke=\"#ffffff\" stroke-width=\"2\"/><text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{INK}\" \
         font-size=\"10\" font-weight=\"600\" text-anchor=\"middle\">{number}</text></g>",
        y + 3.5
    );
}

/// The colour of a pin. A finding that the level expects is grey.
fn pin_color(finding: &Finding) -> Color {
    match finding.ignored {
        Some(_) => palette::MUTED,
        None => palette::severity(finding.kind().severity()),
    }
}

/// Writes the picture of level `number`, from 0, to `path`. The pictures of further levels get a number. Returns its path.
pub fn write(path: &Path, number: usize, svg: &str) -> Result<PathBuf, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let path = match number {
        0 => path.to_owned(),
        _ => path.with_file_name(format!("{stem}-{}.svg", number + 1)),
    };
    terminal::write(&path, svg)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle_audit::{Audit, AuditOptions};

    #[test]
    fn a_picture_has_three_plans_with_all_their_squares_and_a_pin_for_each_finding_in_each() {
        let mut audit = Audit::new(courtyard(), "courtyard.toml", AuditOptions::default());
        audit.explore(20_000);
        let (squares, report) = (audit.heat(), audit.report());
        let picture = svg(&squares, &report);
        assert!(squares.len() > 1000 && squares.iter().any(|square| square.visits > 0));
        let pins = picture.matches("<circle ").count();
        assert_eq!(pins, 3 * report.findings.len());
        assert!(!picture.contains("NaN") && picture.ends_with("</svg>\n"));
        // The runs of squares cover the area of all columns, in each plan.
        let mut columns: Vec<_> = squares
            .iter()
            .map(|square| square.corner.map(f64::to_bits))
            .collect();
        columns.dedup();
        let plan = Plan::around(&squares, report.findings.iter());
        let side = squares[0].side * plan.scale;
        let mut svg = String::new();
        let shades = Shades::new(Heat::Visits, &squares);
        draw_squares(&mut svg, &plan, &squares, |square| {
            palette::shade(shades.of(square))
        });
        let heights = svg.lines().filter_map(|line| {
            let (_, rest) = line.split_once("height=\"")?;
            rest.split('"').next()?.parse::<f64>().ok()
        });
        let covered = heights.sum::<f64>() / side;
        let expected = columns.len() as f64;
        assert!(
            (covered / expected - 1.0).abs() < 0.01,
            "{covered} of {expected}"
        );
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let audit = Audit::new(courtyard(), "courtyard.toml", AuditOptions::default());
        let picture = svg(&[], &audit.report());
        assert!(!picture.contains("inf") && picture.ends_with("</svg>\n"));
    }
}
