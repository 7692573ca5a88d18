//! The readings in the corner: position, speed, ground and contacts of the player, and the length of a frame.

use crate::draw::adaptive_quality::Quality;
use crate::draw::text::Fonts;
use crate::draw::theme::{FAINT, INK, SHADE, fill_rect};
use crate::draw::viewport::Viewport;
use crate::session::readings::Readings;

/// Lengths at scale 1; logical pixels.
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;

/// Width of the column of labels, and the smallest width of all.
const LABELS: f32 = 92.0;
const MIN_WIDTH: f32 = 330.0;

/// The rows for `readings`, and for the length of a `frame` in seconds and its quality.
fn rows(readings: &Readings, frame: Option<(f64, Quality)>) -> Vec<(&'static str, String)> {
    let [x, y, z] = readings.position;
    let (yaw, pitch) = (readings.yaw_deg, readings.pitch_deg);
    let mut rows = vec![
        ("position", format!("{x:8.2} {y:7.2} {z:8.2} m")),
        ("looking", format!("{yaw:8.1} {pitch:7.1} deg")),
        ("speed", format!("{:8.2} m/s", readings.speed)),
        ("ground", format!("    {}", readings.ground)),
        ("touching", format!("    {}", readings.touching)),
        (
            "controller",
            format!("    {}, {}", readings.controller, readings.mode),
        ),
        (
            "tick",
            format!("{:8} at {} Hz", readings.ticks, readings.hz),
        ),
    ];
    if let Some((seconds, Quality { samples, percent })) = frame {
        let (milliseconds, frames) = (seconds * 1000.0, 1.0 / seconds.max(1e-4));
        rows.push(("frame", format!("{milliseconds:8.1} ms {frames:7.0} per s")));
        let samples = match samples {
            1 => "1 sample".to_owned(),
            many => format!("{many} samples"),
        };
        rows.push(("drawn", format!("{percent:8} %, {samples} a pixel")));
    }
    rows
}

/// Whether the readings fit beside other text.
pub fn fits(viewport: &Viewport) -> bool {
    viewport.left_inset == 0.0 || viewport.free_width() > viewport.scaled(MIN_WIDTH * 2.0)
}

/// Draws the readings. Returns their right and lower edges.
pub fn draw(
    fonts: &Fonts,
    viewport: &Viewport,
    readings: &Readings,
    frame: Option<(f64, Quality)>,
) -> (f32, f32) {
    let rows = rows(readings, frame);
    let [row, margin, padding, labels] =
        [ROW, MARGIN, PADDING, LABELS].map(|it| viewport.scaled(it));
    let (font, mono) = (
        fonts.proportional(viewport.scaled(16.0)),
        fonts.monospace(viewport.scaled(15.0)),
    );
    let room = viewport.free_width() - 2.0 * (margin + padding) - labels;
    let texts = rows.iter().map(|(_, text)| mono.truncate(text, room));
    let texts: Vec<_> = texts.collect();
    let widest = mono.widest(texts.iter().map(String::as_str));
    let width = (labels + widest + 2.0 * padding).max(viewport.scaled(MIN_WIDTH));
    let height = row * rows.len() as f32 + viewport.scaled(14.0);
    let edge = viewport.left_inset + margin;
    fill_rect(edge, margin, width, height, SHADE);
    let left = edge + padding;
    for (number, ((label, _), text)) in rows.iter().zip(&texts).enumerate() {
        let baseline = margin + viewport.scaled(22.0) + row * number as f32;
        font.draw(label, left, baseline, FAINT);
        mono.draw(text, left + labels, baseline, INK);
    }
    (edge + width, margin + height)
}
