//! The panel in the corner: where the player is, what it does and touches.

use crate::draw::adaptive_quality::Quality;
use crate::draw::page::{FAINT, Fonts, INK, Page, SHADE, draw_board};
use crate::session::readings::Readings;

/// Distance between two rows, at the usual scale; logical pixels, as all lengths here.
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;

/// Width of the column of labels.
const LABELS: f32 = 92.0;
const NARROWEST: f32 = 330.0;

/// The rows of `readings`, and of the length of a `frame` and its quality.
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

/// Whether the page has room for it beside other things.
pub fn fits(page: &Page) -> bool {
    page.left == 0.0 || page.room() > page.scaled(NARROWEST * 2.0)
}

/// Draws the panel, and tells where it ends: at the right and below.
pub fn draw(
    fonts: &Fonts,
    page: &Page,
    readings: &Readings,
    frame: Option<(f64, Quality)>,
) -> (f32, f32) {
    let rows = rows(readings, frame);
    let [row, margin, padding, labels] = [ROW, MARGIN, PADDING, LABELS].map(|it| page.scaled(it));
    let (words, numbers) = (
        fonts.words(page.scaled(16.0)),
        fonts.numbers(page.scaled(15.0)),
    );
    let room = page.room() - 2.0 * (margin + padding) - labels;
    let texts = rows.iter().map(|(_, text)| numbers.clip(text, room));
    let texts: Vec<_> = texts.collect();
    let widest = numbers.widest(texts.iter().map(String::as_str));
    let width = (labels + widest + 2.0 * padding).max(page.scaled(NARROWEST));
    let height = row * rows.len() as f32 + page.scaled(14.0);
    let edge = page.left + margin;
    draw_board(edge, margin, width, height, SHADE);
    let left = edge + padding;
    for (number, ((label, _), text)) in rows.iter().zip(&texts).enumerate() {
        let baseline = margin + page.scaled(22.0) + row * number as f32;
        words.draw(label, left, baseline, FAINT);
        numbers.draw(text, left + labels, baseline, INK);
    }
    (edge + width, margin + height)
}
