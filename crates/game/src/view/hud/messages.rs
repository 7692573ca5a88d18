//! Text that comes and goes: short messages, questions, the level's description, and the hints at the bottom.

use macroquad::color::Color;
use macroquad::math::Rect;

use sidle::level::Scene;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;

/// How long a short message stays; seconds.
const MESSAGE_SECONDS: f64 = 3.5;

/// A long message stays this long for each of its characters; seconds.
const CHARACTER_SECONDS: f64 = 0.05;

/// How long the level's description stays at the start; seconds of game time.
const ABOUT_SECONDS: f64 = 14.0;

/// Lines of the level's description at the start; the help shows all of it.
const ABOUT_LINES: usize = 5;

/// Distance between two lines of text, at scale 1; logical pixels.
const LINE: f32 = 21.0;

/// A message needs at least this width next to the info panels, at scale 1; logical pixels.
const MIN_ROOM: f32 = 260.0;

/// The bars at the top of the picture already.
#[derive(Clone, Copy, Debug)]
pub struct TakenAbove {
    /// The right edge of the readings, and their bottom; logical pixels.
    pub readings_end: (f32, f32),
    /// The bottom of the time bar and of the race's clock; 0 without both; logical pixels.
    pub time_bar_end: f32,
}

/// The current message, and the name and description of the level.
pub struct Messages {
    message: String,
    message_seconds: f64,
    level_name: String,
    about: String,
    about_seconds: f64,
}

impl Messages {
    /// The description of `level`, and no message.
    pub fn new(level: &Scene) -> Self {
        Self {
            message: String::new(),
            message_seconds: 0.0,
            level_name: level.name.clone(),
            about: level.about.clone(),
            about_seconds: ABOUT_SECONDS,
        }
    }

    /// Shows the description of `level`, if it is another one.
    pub fn set_level(&mut self, level: &Scene) {
        if (&self.level_name, &self.about) != (&level.name, &level.about) {
            (self.level_name, self.about) = (level.name.clone(), level.about.clone());
            self.about_seconds = ABOUT_SECONDS;
        }
    }

    pub fn level_name(&self) -> &str {
        &self.level_name
    }

    /// Shows `message` for as long as it takes to read.
    pub fn show(&mut self, message: String) {
        let characters = message.chars().count() as f64;
        self.message = message;
        self.message_seconds = MESSAGE_SECONDS.max(characters * CHARACTER_SECONDS);
    }

    /// Whether a message is shown.
    pub fn has_message(&self) -> bool {
        self.message_seconds > 0.0
    }

    /// Hides the message.
    pub fn hide_message(&mut self) {
        self.message_seconds = 0.0;
    }

    /// Lets `seconds` pass. A `hidden` message keeps its time.
    pub fn update(&mut self, seconds: f64, hidden: bool) {
        if !hidden {
            self.message_seconds -= seconds;
        }
        self.about_seconds -= seconds;
    }

    /// Draws the level's description at the start, if there is room between `top` and `bottom` next to the `panels`.
    /// Returns its rectangle.
    pub fn draw_about(
        &self,
        canvas: &Canvas,
        viewport: &Viewport,
        (top, bottom): (f32, f32),
        panels: &[Rect],
    ) -> Rect {
        let opacity = (self.about_seconds as f32 / 1.5).clamp(0.0, 1.0);
        let (line, padding) = (viewport.scaled(LINE), viewport.scaled(18.0));
        let bottom = bottom - viewport.scaled(9.0);
        let room = ((bottom - top - padding) / line).max(0.0) as usize;
        let max_lines = room.min(ABOUT_LINES);
        // A touch screen has little room, and the web page has already shown the description.
        let skipped = self.about.is_empty() || viewport.is_touched();
        if opacity == 0.0 || skipped || max_lines == 0 {
            return Rect::default();
        }
        let font = canvas.proportional(viewport.scaled(17.0));
        let width = (viewport.free_width() - viewport.scaled(80.0)).min(viewport.scaled(760.0));
        let lines = font.wrap_evenly(&self.about, width, max_lines);
        let height = line * lines.len() as f32 + padding;
        let top = bottom - height;
        let widest = font.widest(lines.iter().map(String::as_str));
        let left = viewport.center_x() - widest * 0.5;
        let side = viewport.scaled(16.0);
        let rect = Rect::new(left - side, top, widest + 2.0 * side, height);
        if panels.iter().any(|panel| panel.overlaps(&rect)) {
            return Rect::default();
        }
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, faded(SHADE, opacity));
        for (row, text) in lines.iter().enumerate() {
            let baseline = top + viewport.scaled(23.0) + line * row as f32;
            font.draw(text, left, baseline, faded(INK, opacity));
        }
        rect
    }

    /// Draws the question, or else the message, in the upper half, next to the info panels, and below the readings
    /// where it, or the time bar, would cover them. Returns its rectangle.
    pub fn draw_message(
        &self,
        canvas: &Canvas,
        viewport: &Viewport,
        taken: TakenAbove,
        panels: Rect,
        question: Option<&str>,
    ) -> Rect {
        let opacity = (self.message_seconds as f32 / 0.6).clamp(0.0, 1.0);
        let (text, opacity) = question.map_or((&*self.message, opacity), |text| (text, 1.0));
        if opacity == 0.0 {
            return Rect::default();
        }
        let font = canvas.proportional(viewport.scaled(20.0));
        // If the panels leave no room next to them, as on a phone held upright, the message is below them.
        let beside = panels.x - viewport.left_inset;
        let is_below = panels.w > 0.0 && beside < viewport.scaled(MIN_ROOM);
        let end = if panels.w > 0.0 && !is_below {
            panels.x
        } else {
            viewport.width
        };
        let room = end - viewport.left_inset;
        let lines = font.wrap(text, room - viewport.scaled(60.0), 6);
        let (line, side) = (viewport.scaled(26.0), viewport.scaled(18.0));
        let widest = font.widest(lines.iter().map(String::as_str));
        let height = line * lines.len() as f32 + viewport.scaled(14.0);
        let left = viewport.left_inset + (room - widest) * 0.5;
        let mut top = viewport.height * 0.24 - viewport.scaled(27.0);
        if taken.time_bar_end > 0.0 {
            top = top.max(taken.time_bar_end + viewport.scaled(8.0));
        }
        let (readings_right, readings_bottom) = taken.readings_end;
        if left - side < readings_right {
            top = top.max(readings_bottom + viewport.scaled(8.0));
        }
        if is_below {
            top = top.max(panels.bottom() + viewport.scaled(8.0));
        }
        let shade = faded(SHADE, opacity);
        let plate = Rect::new(left - side, top, widest + 2.0 * side, height);
        canvas.fill_rect(plate.x, plate.y, plate.w, plate.h, shade);
        for (row, text) in lines.iter().enumerate() {
            let baseline = top + viewport.scaled(27.0) + line * row as f32;
            font.draw(text, left, baseline, faded(ACCENT, opacity));
        }
        plate
    }
}

/// Draws `hints` at the bottom. Returns their upper edge.
pub fn draw_hints(canvas: &Canvas, viewport: &Viewport, hints: &[String]) -> f32 {
    let font = canvas.proportional(viewport.scaled(16.0));
    let room = viewport.free_width() - viewport.scaled(40.0);
    let lines = font.wrap_pieces(hints, "   ", room, 4);
    let height = viewport.scaled(LINE) * lines.len() as f32 + viewport.scaled(6.0);
    let end = viewport.height - viewport.bottom_inset;
    if lines.is_empty() {
        return end;
    }
    let top = end - viewport.scaled(10.0) - height;
    let widest = font.widest(lines.iter().map(String::as_str));
    let width = widest + viewport.scaled(24.0);
    canvas.fill_rect(viewport.center_x() - width * 0.5, top, width, height, SHADE);
    for (row, line) in lines.iter().enumerate() {
        let baseline = top + viewport.scaled(19.0 + LINE * row as f32);
        let left = viewport.center_x() - font.width(line) * 0.5;
        font.draw(line, left, baseline, FAINT);
    }
    top
}

fn faded(color: Color, opacity: f32) -> Color {
    Color {
        a: color.a * opacity,
        ..color
    }
}
