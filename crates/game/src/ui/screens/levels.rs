//! The list of levels, with one of them chosen.

use core::ops::Range;
use std::path::Path;

use macroquad::input::KeyCode;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FAINT, INK, SHADE, SUCCESS};
use crate::draw::viewport::Viewport;
use crate::options::action::{Action, Starter};
use crate::options::bindings::Bindings;
use crate::platform;
use crate::session::guide::{LevelEntry, LevelList};
use crate::ui::events::{Events, InputKind};
use crate::ui::screens::screen::{Hides, Screen, ScreenContext};

/// Distance between two levels, and between two lines of a description; like all lengths here in logical pixels at the
/// default scale.
const ROW: f32 = 46.0;
const LINE: f32 = 18.0;
const WIDTH: f32 = 620.0;
const PADDING: f32 = 20.0;
const HEAD: f32 = 46.0;

/// The height of the words that are pressed like buttons.
const WORDS: f32 = 20.0;

/// The width of the bar that shows which part of the list is seen.
const BAR: f32 = 4.0;

/// Width over height of a level's picture, and how much larger the chosen one's is.
const PICTURE_SHAPE: f32 = 1.6;
const CHOSEN_SCALE: f32 = 2.0;

/// The most lines of the chosen level's description. The others have one. Fewer: the longest of the shipped levels is cut off.
const MAX_LINES: usize = 9;

/// The keys that choose a level.
const CHOOSES: [KeyCode; 6] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
];

/// What makes a new level: its key, and the words for it.
const MAKES: [(Starter, KeyCode, &str); 2] = [
    (Starter::Room, KeyCode::N, "⟦N⟧ new sample room"),
    (Starter::Empty, KeyCode::B, "⟦B⟧ new empty level"),
];

/// The open list.
pub struct LevelsScreen {
    pub list: LevelList,
    /// How many goals were reached, and how many there are.
    goals: (usize, usize),
    /// Whether the mouse turned the view before the list freed it.
    pub took_mouse: bool,
    rows: Option<LevelRows>,
    /// The words that make a new level, and are pressed like buttons; pixels of the window.
    makes: Makes,
    /// Where the picture of a level comes, by the level's number; pixels of the window.
    pictures: Vec<(usize, Rect)>,
}

impl LevelsScreen {
    pub fn new(list: LevelList, goals: (usize, usize), took_mouse: bool) -> Self {
        Self {
            list,
            goals,
            took_mouse,
            rows: None,
            makes: MAKES.map(|(starter, ..)| (starter, Rect::default())),
            pictures: Vec::new(),
        }
    }

    /// Chooses the level to which one of [`CHOOSES`] leads. The arrows go on at the other end, and the pages stop there.
    fn choose(&mut self, key: KeyCode) {
        let last = self.list.entries.len().saturating_sub(1);
        let page = self.rows.map_or(1, |rows| rows.seen.max(1));
        match key {
            KeyCode::Up => self.list.select_by(-1),
            KeyCode::Down => self.list.select_by(1),
            KeyCode::Home => self.list.selected = 0,
            KeyCode::End => self.list.selected = last,
            KeyCode::PageUp => self.list.selected = self.list.selected.saturating_sub(page),
            KeyCode::PageDown => self.list.selected = (self.list.selected + page).min(last),
            _ => {}
        }
    }

    /// The pictures that are shown, each with its name, its file and its place.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn pictures(&self) -> Vec<(&'static str, &'static [u8], Rect)> {
        let places = self.pictures.iter();
        let pictures = places.filter_map(|(number, place)| {
            let path = &self.list.entries.get(*number)?.path;
            let (name, bytes) = platform::level_pictures::picture_of(path)?;
            Some((name, bytes, *place))
        });
        pictures.collect()
    }
}

impl Screen for LevelsScreen {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn takes(&self, input: InputKind) -> bool {
        use KeyCode::{Enter, KpEnter, Left, Right};
        match input {
            InputKind::Key(key) => {
                let makes = MAKES.iter().any(|(_, makes, _)| *makes == key);
                let chooses = CHOOSES.contains(&key);
                makes || chooses || matches!(key, Left | Right | Enter | KpEnter)
            }
            InputKind::Click(_) | InputKind::Scroll => true,
        }
    }

    fn hides(&self) -> Hides {
        Hides::Text
    }

    /// Keys choose, open, and make a new one. The mouse chooses where it moves, a press opens, and the wheel turns the list.
    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let mut actions = Vec::new();
        if events.panel_has_keys {
            return actions;
        }
        let before = self.list.selected;
        let pressed = CHOOSES.into_iter().filter(|key| events.has_key(*key));
        for key in pressed {
            self.choose(key);
        }
        let mut opens = events.enters();
        let pressed = MAKES.iter().filter(|(_, key, _)| events.has_key(*key));
        let pressed = pressed.map(|(starter, ..)| *starter);
        let clicked = self
            .makes
            .iter()
            .filter(|(_, words)| events.clicks && words.contains(Vec2::from(events.pointer)));
        let makes = pressed.chain(clicked.map(|(starter, _)| *starter)).next();
        let pointed = self.rows.and_then(|rows| rows.level_at(events.pointer));
        if events.wheel != 0.0 {
            self.list.select_by(if events.wheel > 0.0 { -1 } else { 1 });
        } else if let Some(level) = pointed.filter(|_| events.clicks || events.has_moved && !opens)
        {
            self.list.selected = level;
            opens |= events.clicks;
        }
        let is_other = self.list.selected != before;
        actions.extend(is_other.then_some(Action::Selected));
        actions.extend(opens.then_some(Action::OpenLevel));
        actions.extend(makes.map(Action::NewLevel));
        actions
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, _: &ScreenContext<'_>) {
        let (rows, makes, pictures) = draw(canvas, page, &self.list, self.goals);
        (self.rows, self.makes, self.pictures) = (Some(rows), makes, pictures);
    }
}

/// Where the levels of the list are; pixels of the window.
#[derive(Clone, Copy, Debug)]
struct LevelRows {
    area: Rect,
    row: f32,
    /// The first level that is shown, how many are, the chosen one, and how much higher than the others that is.
    first: usize,
    seen: usize,
    chosen: usize,
    extra: f32,
}

impl LevelRows {
    /// The number of the level there, if one is.
    fn level_at(&self, (x, y): (f32, f32)) -> Option<usize> {
        if !self.area.contains(Vec2::new(x, y)) {
            return None;
        }
        let rows = (y - self.area.y) / self.row;
        let chosen = (self.chosen - self.first) as f32;
        let after = rows - self.extra / self.row;
        let rows = if after >= chosen + 1.0 {
            after
        } else {
            rows.min(chosen + 0.5)
        };
        Some(self.first + rows as usize)
    }
}

/// Where the words are that make a level, and which one.
type Makes = [(Starter, Rect); 2];

/// Whether the game comes with a picture of the level at `path`.
#[cfg(not(target_arch = "wasm32"))]
fn has_picture(path: &Path) -> bool {
    platform::level_pictures::picture_of(path).is_some()
}

#[cfg(target_arch = "wasm32")]
fn has_picture(_: &Path) -> bool {
    false
}

/// Draws the list in the middle of the page, and returns where its levels are, the words that make a new one, and the pictures.
fn draw(
    canvas: &Canvas,
    page: &Viewport,
    levels: &LevelList,
    (reached, goals): (usize, usize),
) -> (LevelRows, Makes, Vec<(usize, Rect)>) {
    let [row, padding, head, line] = [ROW, PADDING, HEAD, LINE].map(|length| page.scaled(length));
    let width = page.scaled(WIDTH).min(page.width * 0.94);
    let words = canvas.proportional(page.scaled(17.0));
    let small = canvas.proportional(page.scaled(14.0));
    // A page has no pictures.
    let thumbnail = if platform::HAS_LEVEL_PICTURES {
        (row - page.scaled(6.0)) * PICTURE_SHAPE
    } else {
        0.0
    };
    let beside = if thumbnail > 0.0 {
        thumbnail + padding * 0.6
    } else {
        0.0
    };
    let inside = width - 2.0 * padding;
    let written = inside - beside;
    let free = page.height * 0.94 - head - padding;
    let pictured = |entry: &LevelEntry| thumbnail > 0.0 && has_picture(&entry.path);
    let is_large = levels.selected().is_some_and(pictured);
    let chosen = levels.selected().map_or("", |entry| &entry.about);
    let max_lines = ((free - row) / line) as usize + 1;
    let described = inside - beside * if is_large { CHOSEN_SCALE } else { 1.0 };
    let about = small.wrap(chosen, described, MAX_LINES.min(max_lines));
    let lines = line * about.len().saturating_sub(1) as f32;
    let larger = if is_large {
        row * (CHOSEN_SCALE - 1.0)
    } else {
        0.0
    };
    let extra = lines.max(larger.min(free - row)).max(0.0);
    let room = ((free - extra) / row).max(1.0) as usize;
    let shown = visible_range(levels.selected, levels.entries.len(), room);
    let height = head + row * shown.len().max(1) as f32 + extra + padding;
    let (left, top) = ((page.width - width) * 0.5, (page.height - height) * 0.5);
    canvas.fill_rect(left, top, width, height, SHADE);
    let baseline = top + page.scaled(30.0);
    let end = left + width - padding;
    let title = format!("Levels: {reached} of {goals} goals");
    words.draw(&title, left + padding, baseline, ACCENT);
    let mut keys = "⟦Enter⟧ opens".to_owned();
    let offsets = MAKES.map(|(_, _, makes)| {
        keys += ", ";
        let before = small.width(&keys);
        keys += makes;
        (before, small.width(makes))
    });
    let keys = small.truncate(&keys, inside - words.width(&title) - padding);
    let start = end - small.width(&keys);
    small.draw(&keys, start, baseline, FAINT);
    let mut makes = MAKES.map(|(starter, ..)| (starter, Rect::default()));
    for ((_, place), (before, wide)) in makes.iter_mut().zip(offsets) {
        let wide = wide.min(end - start - before).max(0.0);
        // A press beside the words must not write a file.
        let high = page.scaled(WORDS);
        *place = Rect::new(start + before, baseline - high * 0.75, wide, high);
    }
    let area = Rect::new(left, top + head, width, height - head - padding);
    let rows = LevelRows {
        area,
        row,
        first: shown.start,
        seen: shown.len(),
        chosen: levels.selected,
        extra,
    };
    draw_more(canvas, page, area, &shown, levels.entries.len());
    let mut pictures = Vec::new();
    let mut top = area.y;
    for number in shown {
        let LevelEntry {
            path,
            name,
            brief,
            is_done,
            ..
        } = &levels.entries[number];
        let is_chosen = number == levels.selected;
        let height = if is_chosen { row + extra } else { row };
        if is_chosen {
            let side = padding * 0.5;
            canvas.fill_rect(left + side, top, width - 2.0 * side, height, CHOSEN);
        }
        if pictured(&levels.entries[number]) {
            let high = height - page.scaled(6.0);
            let wide = (high * PICTURE_SHAPE).min(thumbnail * CHOSEN_SCALE);
            let high = wide / PICTURE_SHAPE;
            let place = Rect::new(left + padding, top + page.scaled(3.0), wide, high);
            pictures.push((number, place));
        }
        let (start, width) = if is_chosen {
            (left + padding + inside - described, described)
        } else {
            (left + padding + beside, written)
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let baseline = top + page.scaled(20.0);
        small.draw(&file, end - small.width(&file), baseline, FAINT);
        let check = if *is_done { page.scaled(22.0) } else { 0.0 };
        if *is_done {
            let middle = Vec2::new(start + check * 0.35, baseline - page.scaled(5.5));
            canvas.check_mark(middle, page.scaled(15.0), SUCCESS);
        }
        let name = words.truncate(name, width - check - small.width(&file) - padding);
        words.draw(&name, start + check, baseline, INK);
        let first = top + page.scaled(38.0);
        if is_chosen {
            for (at, words) in about.iter().enumerate() {
                small.draw(words, start, first + line * at as f32, INK);
            }
        } else {
            let brief = small.truncate(brief, width);
            small.draw(&brief, start, first, FAINT);
        }
        top += height;
    }
    (rows, makes, pictures)
}

/// Shows which of all `count` levels the list in this `area` shows, by a bar at its right, and how many more are below.
fn draw_more(canvas: &Canvas, page: &Viewport, area: Rect, shown: &Range<usize>, count: usize) {
    if shown.len() >= count {
        return;
    }
    let [padding, thick] = [PADDING, BAR].map(|length| page.scaled(length));
    let share = |number: usize| area.h * number as f32 / count as f32;
    let left = area.right() - (padding * 0.5 + thick) * 0.5;
    canvas.fill_rect(left, area.y, thick, area.h, CHOSEN);
    let (start, height) = (share(shown.start), share(shown.len()));
    canvas.fill_rect(left, area.y + start, thick, height, ACCENT);
    let below = count - shown.end;
    if below > 0 {
        let small = canvas.proportional(page.scaled(14.0));
        let words = format!("{below} more below");
        let left = area.right() - padding - small.width(&words);
        small.draw(&words, left, area.bottom() + padding * 0.75, FAINT);
    }
}

/// The range of `room` entries around the chosen one.
pub fn visible_range(chosen: usize, count: usize, room: usize) -> Range<usize> {
    let first = chosen
        .saturating_sub(room / 2)
        .min(count.saturating_sub(room));
    first..count.min(first + room)
}

#[cfg(test)]
mod tests;
