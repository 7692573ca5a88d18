//! Overlay `findings`: a pin at each finding of an audit. The one that the player looks at has its words next to it.

use sidle::glam::DVec3;
use sidle_audit::{Finding, FindingSeverity};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{self, ERROR, NOTE, WARNING};

pub const LEGEND: [LegendRow; 3] = [
    (ERROR, "finding of the audit: an error"),
    (WARNING, "a warning"),
    (NOTE, "a note"),
];

/// Pins farther from the eye are not drawn; metres.
const REACH: f64 = 200.0;

/// Errors and warnings up to the first distance have a name, and notes up to the second; metres.
const NAMED: [f64; 2] = [25.0, 6.0];

/// The height of a pin, and the radius of the ring around the selected one; metres.
const PIN: f64 = 1.2;
const RING: f64 = 0.6;

/// Draws the pins near the eye.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let Some(audit) = view.audit else {
        return;
    };
    // Labels find a place in the order in which they are drawn.
    let selected = audit
        .selected
        .and_then(|at| Some((at, *audit.findings.get(at)?)));
    if let Some((number, finding)) = selected {
        draw_pin(debug, finding, 4.0);
        let color = color_of(finding);
        debug.circle(Pen::new(color, 3.0), finding.at, DVec3::Y, RING);
        let words = format!("{} {}", number + 1, finding.kind().name());
        debug.label(top(finding), LabelSide::Right, color, words);
        debug.pin_label();
    }
    for (number, finding) in audit.findings.iter().enumerate() {
        let distance = finding.at.distance(view.eye);
        if distance > REACH || Some(number) == audit.selected {
            continue;
        }
        draw_pin(debug, finding, 2.0);
        let is_note = finding.kind().severity() == FindingSeverity::Note;
        if distance < NAMED[usize::from(is_note)] {
            let words = format!("{} {}", number + 1, finding.kind().name());
            debug.label(top(finding), LabelSide::Above, color_of(finding), words);
        }
    }
}

fn draw_pin(debug: &mut DebugDraw, finding: &Finding, width: f32) {
    let color = color_of(finding);
    debug.segment(Pen::new(color, width), finding.at, top(finding));
    debug.dot(Pen::new(color, width * 4.0), top(finding));
}

fn top(finding: &Finding) -> DVec3 {
    finding.at + DVec3::Y * PIN
}

fn color_of(finding: &Finding) -> macroquad::color::Color {
    palette::severity(finding.kind().severity())
}
