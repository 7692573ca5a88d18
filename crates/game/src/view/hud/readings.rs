//! The readings in the corner: position, speed, ground and contacts of the player, and the length of a frame.

use std::fmt::{self, Write};

use crate::draw::adaptive_quality::Quality;
use crate::draw::canvas::Canvas;
use crate::draw::theme::{FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::play::Readings;

/// Lengths at scale 1; logical pixels.
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;

/// Width of the column of labels, and the smallest width of all.
const LABELS: f32 = 92.0;
const MIN_WIDTH: f32 = 330.0;

/// The rows of the readings. The memory of their texts is used again in every frame.
#[derive(Default)]
pub struct ReadingRows {
    rows: Vec<(&'static str, String)>,
    /// The number of rows of this frame.
    count: usize,
}

impl ReadingRows {
    /// Sets the rows for `readings`, and for the length of a `frame` in seconds and its quality if all of them are shown.
    fn set(&mut self, readings: &Readings, all: Option<Option<(f64, Quality)>>) {
        let [x, y, z] = readings.position;
        let (yaw, pitch) = (readings.yaw_deg, readings.pitch_deg);
        self.count = 0;
        if all.is_some() {
            self.push("position", format_args!("{x:8.2} {y:7.2} {z:8.2} m"));
            self.push("looking", format_args!("{yaw:8.1} {pitch:7.1} deg"));
        }
        self.push("speed", format_args!("{:8.2} m/s", readings.speed));
        self.push("ground", format_args!("    {}", readings.ground));
        self.push("touching", format_args!("    {}", readings.touching));
        let (controller, mode) = (readings.controller, readings.mode);
        self.push("controller", format_args!("    {controller}, {mode}"));
        let Some(frame) = all else { return };
        let (ticks, hz) = (readings.ticks, readings.hz);
        self.push("tick", format_args!("{ticks:8} at {hz} Hz"));
        if let Some((seconds, Quality { samples, percent })) = frame {
            let (milliseconds, frames) = (seconds * 1000.0, 1.0 / seconds.max(1e-4));
            self.push(
                "frame",
                format_args!("{milliseconds:8.1} ms {frames:7.0} per s"),
            );
            let plural = if samples == 1 { "" } else { "s" };
            self.push(
                "drawn",
                format_args!("{percent:8} %, {samples} sample{plural} a pixel"),
            );
        }
    }

    fn push(&mut self, label: &'static str, text: fmt::Arguments) {
        if self.count == self.rows.len() {
            self.rows.push((label, String::new()));
        }
        let (row_label, row_text) = &mut self.rows[self.count];
        *row_label = label;
        row_text.clear();
        // A string takes any text.
        let _ = row_text.write_fmt(text);
        self.count += 1;
    }

    fn get(&self) -> &[(&'static str, String)] {
        &self.rows[..self.count]
    }
}

/// Whether the readings fit next to other text.
pub fn fits(viewport: &Viewport) -> bool {
    viewport.left_inset == 0.0 || viewport.free_width() > viewport.scaled(MIN_WIDTH * 2.0)
}

/// Draws the readings in `rows`, with those for a closer look if `all` has the length of a frame. Returns their right
/// and lower edges.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    rows: &mut ReadingRows,
    readings: &Readings,
    all: Option<Option<(f64, Quality)>>,
) -> (f32, f32) {
    rows.set(readings, all);
    let rows = rows.get();
    let [row, margin, padding, labels] =
        [ROW, MARGIN, PADDING, LABELS].map(|length| viewport.scaled(length));
    let (font, mono) = (
        canvas.proportional(viewport.scaled(16.0)),
        canvas.monospace(viewport.scaled(15.0)),
    );
    let room = viewport.free_width() - 2.0 * (margin + padding) - labels;
    let widths = rows.iter().map(|(_, text)| {
        let text = mono.truncate(text, room);
        mono.width(&text)
    });
    let widest = widths.fold(0.0, f32::max);
    let width = (labels + widest + 2.0 * padding).max(viewport.scaled(MIN_WIDTH));
    let height = row * rows.len() as f32 + viewport.scaled(14.0);
    let edge = viewport.left_inset + margin;
    canvas.fill_rect(edge, margin, width, height, SHADE);
    let left = edge + padding;
    for (number, (label, text)) in rows.iter().enumerate() {
        let baseline = margin + viewport.scaled(22.0) + row * number as f32;
        font.draw(label, left, baseline, FAINT);
        mono.draw(&mono.truncate(text, room), left + labels, baseline, INK);
    }
    (edge + width, margin + height)
}
