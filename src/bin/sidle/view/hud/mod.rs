//! The text over the picture: the panel of numbers, the crosshair, hints, messages and the help.

pub mod board;
pub mod chart;
pub mod clock;
pub mod labels;
pub mod legend;
pub mod map;
pub mod problems;
pub mod readings;
pub mod signs;

use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::miniquad::RenderPass;
use macroquad::shapes::{draw_circle_lines, draw_line};

use sidle::level::Level;

use crate::draw::adaptive_quality::Quality;
use crate::draw::board::Board;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::Label;
use crate::draw::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, draw_board};
use crate::options::map_size::MapSize;
use crate::session::chart::Chart;
use crate::session::clock::Clock;
use crate::session::readings::Readings;
use crate::view::hud::signs::Writing;
use crate::view::map::MapNotes;

/// How long a short message stays; seconds.
const MESSAGE_SECONDS: f64 = 3.5;

/// How long a message of many letters stays, for each of them; seconds.
const LETTER_SECONDS: f64 = 0.05;

/// How long the level's own words stay at the start; seconds of game time.
const ABOUT_SECONDS: f64 = 14.0;

/// Lines of the level's own words at the start; all of them are in the help.
const ABOUT_LINES: usize = 5;

/// Distance between two lines of text, at the usual scale; logical pixels.
const LINE: f32 = 21.0;

/// What is written of the world itself.
pub struct Notes<'n> {
    /// What the crosshair points at.
    pub target: Option<String>,
    /// What the overlays' colours mean.
    pub legend: Vec<(Color, &'static str)>,
    pub labels: &'n [Label],
    /// What overlays measured.
    pub boards: &'n [Board],
    /// Length of a frame, and how finely it is drawn; `None` before there are some.
    pub frame: Option<(f64, Quality)>,
    pub clock: Clock,
    /// What one can do about time.
    pub clock_keys: String,
    /// While it is shown.
    pub map: Option<MapNotes>,
    /// How everybody did, up to the clock's tick; while it is wanted.
    pub chart: Option<&'n Chart>,
    /// What the player is asked, until it is answered.
    pub question: Option<&'n str>,
    /// How the labels' points are seen.
    pub camera: &'n Camera,
}

/// Everything that is drawn over the picture.
pub struct Hud {
    fonts: Fonts,
    pub shows_readings: bool,
    message: String,
    message_seconds: f64,
    name: String,
    about: String,
    about_seconds: f64,
    /// Of a level that was changed and cannot be loaded, as text.
    problems: Vec<String>,
    problems_head: String,
    /// What is written on the level's boards.
    writings: Vec<Writing>,
    pub shows_problems: bool,
    /// Where the bar of the clock was drawn.
    pub time_bar: Option<Rect>,
}

impl Hud {
    /// The text in and over `level`.
    pub fn new(level: &Level) -> Result<Self, String> {
        let fonts = Fonts::load()?;
        Ok(Self {
            writings: writings(&fonts, level),
            fonts,
            shows_readings: true,
            message: String::new(),
            message_seconds: 0.0,
            name: level.name.clone(),
            about: level.about.clone(),
            about_seconds: ABOUT_SECONDS,
            problems: Vec::new(),
            problems_head: String::new(),
            shows_problems: true,
            time_bar: None,
        })
    }

    /// No bar of the clock is drawn in this frame.
    pub fn hide_time_bar(&mut self) {
        self.time_bar = None;
    }

    /// The fonts of all text.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Goes on over another level, or the same with other words.
    pub fn enter(&mut self, level: &Level) {
        if (&self.name, &self.about) != (&level.name, &level.about) {
            (self.name, self.about) = (level.name.clone(), level.about.clone());
            self.about_seconds = ABOUT_SECONDS;
        }
        self.writings = writings(&self.fonts, level);
        self.problems.clear();
    }

    /// Shows the problems of a level until one that can be used is entered.
    pub fn show_problems(&mut self, head: String, problems: Vec<String>) {
        self.problems_head = head;
        self.problems = problems;
        self.shows_problems = true;
        // They are worth more than what is to be said now.
        self.message_seconds = 0.0;
    }

    /// Shows a message for a few seconds.
    pub fn show_message(&mut self, message: impl Into<String>) {
        self.message = message.into();
        let letters = self.message.chars().count() as f64;
        self.message_seconds = MESSAGE_SECONDS.max(letters * LETTER_SECONDS);
    }

    /// Ages messages by `seconds`. Messages behind the help, which are `hidden`, wait.
    pub fn update(&mut self, seconds: f64, hidden: bool) {
        if !hidden {
            self.message_seconds -= seconds;
        }
        self.about_seconds -= seconds;
    }

    /// Writes onto the boards of the level, as `camera` sees them, in `pass`.
    pub fn draw_signs(&self, camera: &Camera, pass: Option<RenderPass>) {
        for writing in &self.writings {
            writing.draw(&self.fonts, camera, pass);
        }
    }

    /// Draws it all; `hints` are short and go to the lower edge.
    pub fn draw(&mut self, page: &Page, readings: &Readings, hints: &[String], notes: &Notes) {
        self.time_bar = None;
        if let Some(notes) = &notes.map {
            map::draw(&self.fonts, page, &self.name, notes);
        }
        let size = notes.map.as_ref().map(|map| map.size);
        if size == Some(MapSize::Large) {
            self.draw_hints(page, hints);
            self.time_bar = self.draw_clock(page, notes, page.left);
            self.draw_message(page, (page.left, 0.0), Rect::default(), notes.question);
            return;
        }
        let nowhere = Rect::new(page.width, page.height, 0.0, 0.0);
        let map = notes.map.as_ref().map_or(nowhere, |map| map.sheet.rect);
        let mut beside = *page;
        beside.width = map.x;
        if !page.has_room() {
            return;
        }
        draw_crosshair(page);
        let mut panel = (page.left, 0.0);
        if self.shows_readings && readings::fits(page) {
            panel = readings::draw(&self.fonts, page, readings, notes.frame);
        }
        let mut bottom = self.draw_hints(&beside, hints);
        if self.shows_problems && !self.problems.is_empty() {
            let (head, problems) = (&self.problems_head, &self.problems);
            bottom = problems::draw(&self.fonts, page, head, problems, bottom);
        }
        if let Some(chart) = notes.chart {
            bottom = chart::draw(&self.fonts, &beside, chart, &notes.clock, bottom);
        }
        // Beside a map there is little room: none of it is to be taken from the crosshair.
        let middle = page.height * 0.5 + page.scaled(42.0);
        let top = panel.1.max(if size.is_some() { middle } else { 0.0 });
        let about = self.draw_about(&beside, top, bottom);
        let clock = clock::place(page, panel.0);
        let clock = (clock.right(), clock.bottom());
        let others = if notes.clock.speaks() {
            vec![panel, clock]
        } else {
            vec![panel]
        };
        let legend = legend::draw(&self.fonts, page, &notes.legend, &others);
        let room = bottom.min(map.y) - legend.bottom();
        let room = Rect::new(0.0, legend.bottom(), page.width, room);
        let places = board::draw_all(&self.fonts, page, notes.boards, room);
        let none = Rect::new(page.width, legend.bottom(), 0.0, 0.0);
        let boards = places
            .iter()
            .fold(none, |all, place| all.combine_with(*place));
        let mut taken = places;
        taken.extend([
            about,
            Rect::new(0.0, 0.0, panel.0, panel.1),
            Rect::new(0.0, 0.0, page.left, page.height),
            Rect::new(0.0, bottom, page.width, page.height - bottom),
            legend,
            map,
            self.draw_target(page, notes.target.as_deref()),
        ]);
        labels::draw(&self.fonts, page, notes.camera, notes.labels, taken);
        self.time_bar = self.draw_clock(page, notes, panel.0);
        self.draw_message(page, panel, boards, notes.question);
    }

    fn draw_clock(&self, page: &Page, notes: &Notes, panel_right: f32) -> Option<Rect> {
        let (clock, keys) = (&notes.clock, &notes.clock_keys);
        clock::draw(&self.fonts, page, clock, keys, panel_right)
    }

    /// The name of what the crosshair points at, below it; tells the place of both.
    fn draw_target(&self, page: &Page, name: Option<&str>) -> Rect {
        let (x, y) = (page.width * 0.5, page.height * 0.5);
        let name = name.unwrap_or_default();
        let words = self.fonts.words(page.scaled(15.0));
        let reach = page.scaled(14.0);
        let (width, height) = (words.width(name) + page.scaled(14.0), page.scaled(22.0));
        if !name.is_empty() {
            let top = y + page.scaled(18.0);
            draw_board(x - width * 0.5, top, width, height, SHADE);
            let left = x - (width - page.scaled(14.0)) * 0.5;
            words.draw(name, left, top + page.scaled(16.0), INK);
        }
        let half = reach.max(width * 0.5);
        Rect::new(
            x - half,
            y - reach,
            half * 2.0,
            reach + page.scaled(18.0) + height,
        )
    }

    /// Tells where the hints begin.
    fn draw_hints(&self, page: &Page, hints: &[String]) -> f32 {
        let words = self.fonts.words(page.scaled(16.0));
        let room = page.room() - page.scaled(40.0);
        let lines = words.wrap_pieces(hints.iter().map(String::as_str), "     ", room, 4);
        let height = page.scaled(LINE) * lines.len() as f32 + page.scaled(6.0);
        let end = page.height - page.below;
        if lines.is_empty() {
            return end;
        }
        let top = end - page.scaled(10.0) - height;
        let widest = words.widest(lines.iter().map(String::as_str));
        let width = widest + page.scaled(24.0);
        draw_board(page.middle() - width * 0.5, top, width, height, SHADE);
        for (row, line) in lines.iter().enumerate() {
            let baseline = top + page.scaled(19.0 + LINE * row as f32);
            let left = page.middle() - words.width(line) * 0.5;
            words.draw(line, left, baseline, FAINT);
        }
        top
    }

    /// The level's own words, at the start, where there is room between `top` and `bottom`; tells the
    /// place.
    fn draw_about(&self, page: &Page, top: f32, bottom: f32) -> Rect {
        let strength = (self.about_seconds as f32 / 1.5).clamp(0.0, 1.0);
        let (line, padding) = (page.scaled(LINE), page.scaled(18.0));
        let bottom = bottom - page.scaled(9.0);
        let room = ((bottom - top - padding) / line).max(0.0) as usize;
        let most = room.min(ABOUT_LINES);
        // Above thumbs there is little room, and the page has told it before.
        let told = self.about.is_empty() || page.below > 0.0;
        if strength == 0.0 || told || most == 0 {
            return Rect::default();
        }
        let words = self.fonts.words(page.scaled(17.0));
        let width = (page.room() - page.scaled(80.0)).min(page.scaled(760.0));
        let lines = words.wrap(&self.about, width, most);
        let height = line * lines.len() as f32 + padding;
        let top = bottom - height;
        let widest = words.widest(lines.iter().map(String::as_str));
        let left = page.middle() - widest * 0.5;
        let side = page.scaled(16.0);
        let place = Rect::new(left - side, top, widest + 2.0 * side, height);
        draw_board(place.x, place.y, place.w, place.h, faded(SHADE, strength));
        for (row, text) in lines.iter().enumerate() {
            let baseline = top + page.scaled(23.0) + line * row as f32;
            words.draw(text, left, baseline, faded(INK, strength));
        }
        place
    }

    /// The question, else the message: in the upper half, beside boards, and below the panel where that
    /// would be covered.
    fn draw_message(
        &self,
        page: &Page,
        (panel_right, panel_bottom): (f32, f32),
        boards: Rect,
        question: Option<&str>,
    ) {
        let strength = (self.message_seconds as f32 / 0.6).clamp(0.0, 1.0);
        let (text, strength) = question.map_or((&*self.message, strength), |text| (text, 1.0));
        if strength == 0.0 {
            return;
        }
        let words = self.fonts.words(page.scaled(20.0));
        let end = if boards.w > 0.0 { boards.x } else { page.width };
        let room = end - page.left;
        let lines = words.wrap(text, room - page.scaled(60.0), 6);
        let (line, side) = (page.scaled(26.0), page.scaled(18.0));
        let widest = words.widest(lines.iter().map(String::as_str));
        let height = line * lines.len() as f32 + page.scaled(14.0);
        let left = page.left + (room - widest) * 0.5;
        let mut top = page.height * 0.24 - page.scaled(27.0);
        if left - side < panel_right {
            top = top.max(panel_bottom + page.scaled(8.0));
        }
        let shade = faded(Color { a: 0.8, ..SHADE }, strength);
        draw_board(left - side, top, widest + 2.0 * side, height, shade);
        for (row, text) in lines.iter().enumerate() {
            let baseline = top + page.scaled(27.0) + line * row as f32;
            words.draw(text, left, baseline, faded(ACCENT, strength));
        }
    }
}

fn writings(fonts: &Fonts, level: &Level) -> Vec<Writing> {
    let signs = level.signs.iter();
    signs.map(|sign| Writing::new(fonts, sign)).collect()
}

fn faded(color: Color, strength: f32) -> Color {
    Color {
        a: color.a * strength,
        ..color
    }
}

fn draw_crosshair(page: &Page) {
    let (x, y) = (page.width * 0.5, page.height * 0.5);
    let dark = Color::new(0.0, 0.0, 0.0, 0.35);
    let [radius, inner, outer] = [4.0, 7.0, 11.0].map(|length| page.scaled(length));
    draw_circle_lines(x, y, radius, page.scaled(3.0), dark);
    draw_circle_lines(x, y, radius, page.scaled(1.5), INK);
    for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        draw_line(
            x + dx * inner,
            y + dy * inner,
            x + dx * outer,
            y + dy * outer,
            page.scaled(1.5),
            INK,
        );
    }
}
