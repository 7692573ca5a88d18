//! The text over the picture: the panel of numbers, the crosshair, hints, messages and the help.

use macroquad::color::Color;
use macroquad::shapes::{draw_circle_lines, draw_line, draw_rectangle};
use macroquad::text::{
    Font, TextParams, draw_text_ex, load_ttf_font_from_bytes, measure_text, set_default_font,
};
use macroquad::window::{screen_height, screen_width};

use super::input::KEYS;

const INK: Color = Color::new(0.96, 0.97, 0.98, 1.0);
const FAINT: Color = Color::new(0.74, 0.80, 0.84, 1.0);
const ACCENT: Color = Color::new(0.98, 0.74, 0.47, 1.0);
const SHADE: Color = Color::new(0.07, 0.10, 0.13, 0.66);

/// Distance between two lines of text; logical pixels.
const LINE: f32 = 21.0;
const MARGIN: f32 = 14.0;

/// How long a message stays; seconds.
const MESSAGE_SECONDS: f64 = 3.5;

/// How long the level's own words stay at the start; seconds of game time.
const ABOUT_SECONDS: f64 = 14.0;

/// What the panel in the corner shows.
pub struct Readings {
    pub position: [f64; 3],
    pub yaw_deg: f64,
    pub pitch_deg: f64,
    pub speed: f64,
    pub ground: &'static str,
    pub touching: String,
    pub controller: &'static str,
    pub mode: &'static str,
    pub ticks: u64,
    pub hz: u32,
    pub frame_seconds: f64,
}

/// Everything that is drawn over the picture.
pub struct Hud {
    numbers: Font,
    words: Font,
    pub help: bool,
    pub panel: bool,
    message: String,
    message_seconds: f64,
    about: String,
    about_seconds: f64,
}

impl Hud {
    pub fn new(about: String) -> Result<Self, String> {
        let font = |bytes: &[u8]| {
            load_ttf_font_from_bytes(bytes)
                .map_err(|error| format!("a font cannot be read: {error}"))
        };
        let words = font(epaint_default_fonts::UBUNTU_LIGHT)?;
        set_default_font(words.clone());
        Ok(Self {
            numbers: font(epaint_default_fonts::HACK_REGULAR)?,
            words,
            help: false,
            panel: true,
            message: String::new(),
            message_seconds: 0.0,
            about,
            about_seconds: ABOUT_SECONDS,
        })
    }

    /// Shows a message for a few seconds.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.message_seconds = MESSAGE_SECONDS;
    }

    /// Lets messages grow old.
    pub fn pass_time(&mut self, seconds: f64) {
        self.message_seconds -= seconds;
        self.about_seconds -= seconds;
    }

    pub fn draw(&self, readings: &Readings, grabbed: bool) {
        draw_crosshair();
        if self.panel {
            self.draw_panel(readings);
        }
        if self.help {
            self.draw_help();
        } else {
            self.draw_about();
            self.draw_hint(grabbed);
        }
        self.draw_message();
    }

    fn draw_panel(&self, readings: &Readings) {
        let [x, y, z] = readings.position;
        let rows = [
            ("position", format!("{x:8.2} {y:7.2} {z:8.2} m")),
            (
                "looking",
                format!("{:8.1} {:7.1} deg", readings.yaw_deg, readings.pitch_deg),
            ),
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
            ("frame", {
                let milliseconds = readings.frame_seconds * 1000.0;
                format!(
                    "{milliseconds:8.1} ms {:7.0} per s",
                    1.0 / readings.frame_seconds.max(1e-4)
                )
            }),
        ];
        const LABELS: f32 = 92.0;
        let widest = rows
            .iter()
            .map(|(_, text)| self.width(text, &self.numbers, 15))
            .fold(0.0, f32::max);
        let width = (LABELS + widest + 2.0 * 12.0).max(330.0);
        draw_rectangle(
            MARGIN,
            MARGIN,
            width,
            LINE * rows.len() as f32 + 14.0,
            SHADE,
        );
        for (row, (label, text)) in rows.iter().enumerate() {
            let baseline = MARGIN + 22.0 + LINE * row as f32;
            self.text(label, &self.words, 16, MARGIN + 12.0, baseline, FAINT);
            self.text(
                text,
                &self.numbers,
                15,
                MARGIN + 12.0 + LABELS,
                baseline,
                INK,
            );
        }
    }

    fn draw_help(&self) {
        let (width, height) = (560.0, 92.0 + LINE * 1.15 * KEYS.len() as f32);
        let (left, top) = (
            (screen_width() - width) * 0.5,
            (screen_height() - height) * 0.5,
        );
        draw_rectangle(left, top, width, height, Color { a: 0.86, ..SHADE });
        self.text("Keys", &self.words, 26, left + 28.0, top + 42.0, ACCENT);
        for (row, (keys, action)) in KEYS.iter().enumerate() {
            let baseline = top + 78.0 + LINE * 1.15 * row as f32;
            self.text(keys, &self.words, 17, left + 28.0, baseline, ACCENT);
            self.text(action, &self.words, 17, left + 160.0, baseline, INK);
        }
    }

    /// The level's own words, at the start.
    fn draw_about(&self) {
        let strength = (self.about_seconds as f32 / 1.5).clamp(0.0, 1.0);
        if strength == 0.0 || self.about.is_empty() {
            return;
        }
        let lines = self.wrap(&self.about, 17, (screen_width() - 80.0).min(760.0));
        let height = LINE * lines.len() as f32 + 18.0;
        let top = screen_height() - 54.0 - height;
        let widest = lines
            .iter()
            .map(|line| self.width(line, &self.words, 17))
            .fold(0.0, f32::max);
        let left = (screen_width() - widest) * 0.5;
        let shade = Color {
            a: SHADE.a * strength,
            ..SHADE
        };
        draw_rectangle(left - 16.0, top, widest + 32.0, height, shade);
        for (row, line) in lines.iter().enumerate() {
            let baseline = top + 23.0 + LINE * row as f32;
            self.text(
                line,
                &self.words,
                17,
                left,
                baseline,
                Color { a: strength, ..INK },
            );
        }
    }

    fn draw_hint(&self, grabbed: bool) {
        let hint = if grabbed {
            "WASD walk   Space jump   F1 all keys"
        } else {
            "click to look with the mouse   WASD walk   F1 all keys   Esc quit"
        };
        let width = self.width(hint, &self.words, 16);
        let (left, baseline) = ((screen_width() - width) * 0.5, screen_height() - 18.0);
        draw_rectangle(
            left - 12.0,
            baseline - 19.0,
            width + 24.0,
            27.0,
            Color { a: 0.45, ..SHADE },
        );
        self.text(hint, &self.words, 16, left, baseline, FAINT);
    }

    fn draw_message(&self) {
        let strength = (self.message_seconds as f32 / 0.6).clamp(0.0, 1.0);
        if strength == 0.0 {
            return;
        }
        let width = self.width(&self.message, &self.words, 20);
        let (left, baseline) = ((screen_width() - width) * 0.5, screen_height() * 0.24);
        let shade = Color {
            a: 0.75 * strength,
            ..SHADE
        };
        draw_rectangle(left - 18.0, baseline - 27.0, width + 36.0, 40.0, shade);
        self.text(
            &self.message,
            &self.words,
            20,
            left,
            baseline,
            Color {
                a: strength,
                ..ACCENT
            },
        );
    }

    fn text(&self, text: &str, font: &Font, size: u16, x: f32, baseline: f32, color: Color) {
        let font = Some(font);
        let params = TextParams {
            font,
            font_size: size,
            color,
            ..TextParams::default()
        };
        draw_text_ex(text, x.round(), baseline.round(), params);
    }

    fn width(&self, text: &str, font: &Font, size: u16) -> f32 {
        measure_text(text, Some(font), size, 1.0).width
    }

    /// `text` in lines no wider than `width`, broken between words.
    fn wrap(&self, text: &str, size: u16, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let last = lines.last().map_or("", String::as_str);
            let longer = if last.is_empty() {
                word.to_owned()
            } else {
                format!("{last} {word}")
            };
            if last.is_empty() || self.width(&longer, &self.words, size) <= width {
                lines.pop();
                lines.push(longer);
            } else {
                lines.push(word.to_owned());
            }
        }
        lines
    }
}

fn draw_crosshair() {
    let (x, y) = (screen_width() * 0.5, screen_height() * 0.5);
    let dark = Color::new(0.0, 0.0, 0.0, 0.35);
    draw_circle_lines(x, y, 4.0, 3.0, dark);
    draw_circle_lines(x, y, 4.0, 1.5, INK);
    for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        draw_line(
            x + dx * 7.0,
            y + dy * 7.0,
            x + dx * 11.0,
            y + dy * 11.0,
            1.5,
            INK,
        );
    }
}
