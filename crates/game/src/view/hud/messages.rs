//! Text that comes and goes: short messages, questions, the level's description, and the hints at the bottom.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use sidle::level::Scene;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE, SUCCESS};
use crate::draw::viewport::Viewport;

/// How long a short message stays; seconds.
const MESSAGE_SECONDS: f64 = 3.5;

/// A long message stays this long for each of its characters; seconds.
const CHARACTER_SECONDS: f64 = 0.05;

/// A message of a success stays this much longer, and the window's edge is lit for so long; seconds.
const SUCCESS_SECONDS: f64 = 3.0;
const FLASH_SECONDS: f64 = 1.2;

/// The width of that edge, and that of the check mark, at scale 1; logical pixels.
const FLASH: f32 = 14.0;
const CHECK: f32 = 16.0;

/// Separates a success from a message that comes with it.
const AND: &str = "  ·  ";

/// Lines of the level's goal, and on a touch screen, which is narrow.
const GOAL_LINES: usize = 2;
const TOUCHED_GOAL_LINES: usize = 4;

/// How long the level's description stays at the start; seconds of game time.
const ABOUT_SECONDS: f64 = 14.0;

/// Lines of the level's description at the start; the help shows all of it.
const ABOUT_LINES: usize = 5;

/// Distance between two lines of text, at scale 1; logical pixels.
const LINE: f32 = 21.0;

/// A message needs at least this width next to the info panels, at scale 1; logical pixels.
const MIN_ROOM: f32 = 260.0;

/// How long it takes to read `text`; seconds.
pub fn reading_seconds(text: &str) -> f64 {
    let characters = text.chars().count() as f64;
    MESSAGE_SECONDS.max(characters * CHARACTER_SECONDS)
}

/// The bars at the top of the picture already.
#[derive(Clone, Copy, Debug)]
pub struct TakenAbove {
    /// The right edge of the readings, and their bottom; logical pixels.
    pub readings_end: (f32, f32),
    /// The bottom of the time bar and of the race's clock; 0 without both; logical pixels.
    pub time_bar_end: f32,
}

/// The goal of the level, in words, and whether it was reached.
#[derive(Clone, Copy, Debug)]
pub struct GoalText<'n> {
    pub words: &'n str,
    pub is_reached: bool,
}

/// The current message, and the name and description of the level.
pub struct Messages {
    message: String,
    message_seconds: f64,
    /// How long ago the success was, of which the message tells; seconds. `None` if it tells of none.
    success_age: Option<f64>,
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
            success_age: None,
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
            // The praise for a goal belongs to its level.
            if self.success_age.is_some() {
                self.hide_message();
            }
        }
    }

    pub fn level_name(&self) -> &str {
        &self.level_name
    }

    /// Shows `message` for as long as it takes to read. It is added to a success that has just been shown.
    pub fn show(&mut self, message: String) {
        if self.success_age == Some(0.0) && self.has_message() {
            let both = format!("{}{AND}{message}", self.message);
            return self.show_success(both);
        }
        self.message_seconds = reading_seconds(&message);
        self.message = message;
        self.success_age = None;
    }

    /// Shows the `message` of a success, in its colour.
    pub fn show_success(&mut self, message: String) {
        self.success_age = None;
        self.show(message);
        self.message_seconds += SUCCESS_SECONDS;
        self.success_age = Some(0.0);
    }

    /// Whether the message of a success is shown.
    pub fn praises(&self) -> bool {
        self.has_message() && self.success_age.is_some()
    }

    /// Takes `end` off the end of the message: it no longer holds.
    pub fn cut(&mut self, end: &str) {
        if let Some(rest) = self.message.strip_suffix(end) {
            self.message.truncate(rest.len());
        }
    }

    /// Whether a message is shown.
    pub fn has_message(&self) -> bool {
        self.message_seconds > 0.0
    }

    /// The message with its colour, for a card that has room for it.
    pub fn spoken(&self) -> Option<(&str, Color)> {
        let color = if self.success_age.is_some() {
            SUCCESS
        } else {
            ACCENT
        };
        self.has_message().then_some((&*self.message, color))
    }

    /// Whether the level is so new that its description is shown.
    pub fn describes_level(&self) -> bool {
        self.about_seconds > 0.0
    }

    /// Hides the message.
    pub fn hide_message(&mut self) {
        self.message_seconds = 0.0;
    }

    /// Lets `seconds` pass.
    pub fn update(&mut self, seconds: f64) {
        self.message_seconds -= seconds;
        if let Some(age) = &mut self.success_age {
            *age += seconds;
        }
        self.about_seconds -= seconds;
    }

    /// Draws the level's description at the start, and below it the `goal`, which stays until it is reached, if there is room
    /// between `top` and `bottom` next to the `panels`. The rest `steps_back` for a closer look. Returns its rectangle.
    pub fn draw_about(
        &self,
        canvas: &Canvas,
        viewport: &Viewport,
        ((top, bottom), steps_back): ((f32, f32), bool),
        panels: &[Rect],
        goal: Option<GoalText>,
    ) -> Rect {
        let opacity = if steps_back {
            0.0
        } else {
            (self.about_seconds as f32 / 1.5).clamp(0.0, 1.0)
        };
        let (line, padding) = (viewport.scaled(LINE), viewport.scaled(18.0));
        let side = viewport.scaled(16.0);
        let font = canvas.proportional(viewport.scaled(17.0));
        let width = (viewport.free_width() - viewport.scaled(80.0)).min(viewport.scaled(760.0));
        let goal = goal.filter(|goal| !goal.is_reached || opacity > 0.0);
        let check = goal.filter(|goal| goal.is_reached);
        let check = check.map_or(0.0, |_| viewport.scaled(CHECK * 1.6));
        let most = if viewport.is_touched() {
            TOUCHED_GOAL_LINES
        } else {
            GOAL_LINES
        };
        let goal_lines = goal.map(|goal| font.wrap_evenly(goal.words, width - check, most));
        let goal_lines = goal_lines.as_deref().unwrap_or_default();
        let goal_height = match goal_lines.len() {
            0 => 0.0,
            lines => line * lines as f32 + viewport.scaled(10.0),
        };
        let bottom = bottom - viewport.scaled(9.0);
        let room = ((bottom - goal_height - top - padding) / line).max(0.0) as usize;
        let max_lines = room.min(ABOUT_LINES);
        // A touch screen has little room, and the web page has already shown the description.
        let is_shown = opacity > 0.0 && !viewport.is_touched() && max_lines > 0;
        let about = is_shown.then(|| font.wrap_evenly(&self.about, width, max_lines));
        let about = about.as_deref().unwrap_or_default();
        let height = match about.len() {
            0 => 0.0,
            lines => line * lines as f32 + padding,
        };
        let widest = font.widest(about.iter().map(String::as_str));
        let goal_width = font.widest(goal_lines.iter().map(String::as_str)) + check;
        // While the description fades, the plate of the goal shrinks to its own width.
        let goal_width = goal_width + (widest - goal_width).max(0.0) * opacity;
        let widest = if height > 0.0 { widest } else { 0.0 }.max(goal_width);
        let rect = Rect::new(
            viewport.center_x() - widest * 0.5 - side,
            bottom - goal_height - height,
            widest + 2.0 * side,
            goal_height + height,
        );
        let is_free = !panels.iter().any(|panel| panel.overlaps(&rect));
        if rect.h == 0.0 || rect.y < top || !is_free {
            return Rect::default();
        }
        canvas.fill_rect(rect.x, rect.y, rect.w, height, faded(SHADE, opacity));
        for (row, text) in about.iter().enumerate() {
            let baseline = rect.y + viewport.scaled(23.0) + line * row as f32;
            font.draw(text, rect.x + side, baseline, faded(INK, opacity));
        }
        let strength = match goal {
            Some(goal) if goal.is_reached => opacity,
            _ => 1.0,
        };
        let left = viewport.center_x() - goal_width * 0.5;
        let goal_top = bottom - goal_height;
        let (plate, color) = (
            goal_width + 2.0 * side,
            if check > 0.0 { SUCCESS } else { ACCENT },
        );
        canvas.fill_rect(
            left - side,
            goal_top,
            plate,
            goal_height,
            faded(SHADE, strength),
        );
        if check > 0.0 {
            let middle = Vec2::new(
                left + viewport.scaled(CHECK * 0.5),
                goal_top + goal_height * 0.5,
            );
            canvas.check_mark(middle, viewport.scaled(CHECK), faded(color, strength));
        }
        for (row, text) in goal_lines.iter().enumerate() {
            let baseline = goal_top + viewport.scaled(20.0) + line * row as f32;
            font.draw(text, left + check, baseline, faded(color, strength));
        }
        rect
    }

    /// Lights the edge of the window just after a success.
    pub fn draw_flash(&self, canvas: &Canvas, viewport: &Viewport) {
        let age = self.success_age.unwrap_or(FLASH_SECONDS);
        let opacity = (1.0 - age / FLASH_SECONDS) as f32;
        if opacity > 0.0 && self.has_message() {
            let place = [0.0, 0.0, viewport.width, viewport.height];
            let thick = viewport.scaled(FLASH) * opacity;
            canvas.rectangle_lines(place, thick * 2.0, faded(SUCCESS, opacity));
        }
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
        let is_success = self.success_age.is_some() && question.is_none();
        self.draw_flash(canvas, viewport);
        let font = canvas.proportional(viewport.scaled(20.0));
        let check = if is_success {
            viewport.scaled(CHECK * 2.0)
        } else {
            0.0
        };
        // If the panels leave no room next to them, as on a phone held upright, the message is below them.
        let beside = panels.x - viewport.left_inset;
        let is_below = panels.w > 0.0 && beside < viewport.scaled(MIN_ROOM);
        let end = if panels.w > 0.0 && !is_below {
            panels.x
        } else {
            viewport.width
        };
        let room = end - viewport.left_inset;
        let width = room - viewport.scaled(60.0) - check;
        let lines = if is_success {
            font.wrap_evenly(text, width.min(viewport.scaled(720.0)), 6)
        } else {
            font.wrap_evenly(text, width, 6)
        };
        let (line, side) = (viewport.scaled(26.0), viewport.scaled(18.0));
        let widest = font.widest(lines.iter().map(String::as_str)) + check;
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
        let color = faded(if is_success { SUCCESS } else { ACCENT }, opacity);
        if is_success {
            canvas.fill_rect(plate.x, plate.y, viewport.scaled(5.0), plate.h, color);
            let middle = Vec2::new(left + check * 0.3, plate.y + plate.h * 0.5);
            canvas.check_mark(middle, viewport.scaled(CHECK * 1.2), color);
        }
        for (row, text) in lines.iter().enumerate() {
            let baseline = top + viewport.scaled(27.0) + line * row as f32;
            font.draw(text, left + check, baseline, color);
        }
        plate
    }
}

/// The lines of hints on a touch screen, which has few and is narrow.
const TOUCH_LINES: usize = 4;

/// Between two hints.
const BETWEEN: &str = "   ";

/// The last hints lead to the help and out. They stay when others give way.
const LAST_HINTS: usize = 2;

/// Draws `hints` at the bottom, as many as have room in one line. Returns their upper edge.
pub fn draw_hints(canvas: &Canvas, viewport: &Viewport, hints: &[String]) -> f32 {
    let font = canvas.proportional(viewport.scaled(16.0));
    let room = viewport.free_width() - viewport.scaled(40.0);
    let lines = if viewport.is_touched() {
        // Between the map and a card there may be no room for a single one.
        let has_room = font.widest(hints.iter().map(String::as_str)) <= room;
        let hints = if has_room { hints } else { &[] };
        font.wrap_pieces(hints, BETWEEN, room, TOUCH_LINES)
    } else {
        let shown = fitting(hints, |text| font.width(text) <= room);
        font.wrap_pieces(&shown, BETWEEN, room, 1)
    };
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

/// Those of `hints` that fit into one line together. Those before the last two give way first, then the others from the end.
fn fitting(hints: &[String], fits: impl Fn(&str) -> bool) -> Vec<&str> {
    let mut shown: Vec<&str> = hints.iter().map(String::as_str).collect();
    while shown.len() > 1 && !fits(&shown.join(BETWEEN)) {
        let last = shown.len() - 1;
        let before = last.checked_sub(LAST_HINTS).filter(|at| *at > 0);
        shown.remove(before.unwrap_or(last));
    }
    shown
}

fn faded(color: Color, opacity: f32) -> Color {
    Color {
        a: color.a * opacity,
        ..color
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_give_way_before_the_last_two_and_the_first_stays_to_the_end() {
        let hints = ["a", "b", "c", "help", "out"].map(str::to_owned);
        let shown = |room: usize| fitting(&hints, |text| text.len() <= room).join(" ");
        assert_eq!(shown(99), "a b c help out");
        assert_eq!(shown(19), "a b help out");
        assert_eq!(shown(15), "a help out");
        assert_eq!(shown(9), "a help");
        assert_eq!(shown(0), "a");
        assert!(fitting(&[], |_| false).is_empty());
    }

    #[test]
    fn a_message_that_comes_with_a_success_does_not_hide_it() {
        let mut messages = Messages::new(&Scene::default());
        messages.show_success("goal: 5 closes it".to_owned());
        messages.cut(": 5 closes it");
        messages.show("finish".to_owned());
        assert!(messages.message.starts_with("goal") && messages.message.ends_with("finish"));
        assert_eq!(messages.success_age, Some(0.0));
        messages.update(0.1);
        messages.show("later".to_owned());
        assert_eq!((&*messages.message, messages.success_age), ("later", None));
    }

    #[test]
    fn the_praise_for_a_goal_ends_with_its_level() {
        let mut messages = Messages::new(&Scene::default());
        messages.show_success("goal".to_owned());
        messages.set_level(&Scene::default());
        assert!(messages.praises());
        let mut next = Scene::default();
        next.name = "next".to_owned();
        messages.set_level(&next);
        assert!(!messages.has_message());
    }
}
