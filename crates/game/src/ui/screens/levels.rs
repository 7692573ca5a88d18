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
        use KeyCode::{Down, Enter, KpEnter, Left, Right, Up};
        match input {
            InputKind::Key(key) => {
                let makes = MAKES.iter().any(|(_, makes, _)| *makes == key);
                makes || matches!(key, Up | Down | Left | Right | Enter | KpEnter)
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
        for (key, by) in [(KeyCode::Up, -1), (KeyCode::Down, 1)] {
            if events.has_key(key) {
                self.list.select_by(by);
            }
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
    /// The first level that is shown, the chosen one, and how much higher than the others that is.
    first: usize,
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
mod tests {
    use super::*;
    use crate::draw::canvas::LaidOut;

    #[test]
    fn keys_and_mouse_select_and_open_a_level() {
        let entry = |name: &str| LevelEntry {
            path: name.into(),
            name: name.to_owned(),
            about: String::new(),
            brief: String::new(),
            is_done: false,
        };
        let list = LevelList {
            entries: ["a", "b", "c"].map(entry).into(),
            selected: 0,
        };
        let mut screen = LevelsScreen::new(list, (1, 3), false);
        screen.rows = Some(LevelRows {
            area: Rect::new(0.0, 0.0, 100.0, 90.0),
            row: 30.0,
            first: 0,
            chosen: 0,
            extra: 0.0,
        });
        let mut handle = |events| {
            let actions = screen.handle(&events, &mut Bindings::default());
            (screen.list.selected, actions)
        };
        let selected = vec![Action::Selected];
        assert_eq!(handle(Events::of_key(KeyCode::Up)), (2, selected.clone()));
        let opens = vec![Action::OpenLevel];
        assert_eq!(handle(Events::of_key(KeyCode::Enter)), (2, opens));
        for (key, starter) in [(KeyCode::N, Starter::Room), (KeyCode::B, Starter::Empty)] {
            let makes = vec![Action::NewLevel(starter)];
            assert_eq!(handle(Events::of_key(key)), (2, makes));
        }
        let mut mouse = Events {
            pointer: (50.0, 40.0),
            ..Events::default()
        };
        assert_eq!(handle(mouse.clone()), (2, vec![]), "it rests");
        mouse.has_moved = true;
        assert_eq!(handle(mouse.clone()), (1, selected));
        mouse.clicks = true;
        assert_eq!(handle(mouse.clone()), (1, vec![Action::OpenLevel]));
        mouse.pointer = (50.0, -10.0);
        screen.makes[1].1 = Rect::new(40.0, -20.0, 20.0, 20.0);
        let actions = screen.handle(&mouse, &mut Bindings::default());
        assert_eq!(actions, [Action::NewLevel(Starter::Empty)]);
        let mut handle = |events| {
            let actions = screen.handle(&events, &mut Bindings::default());
            (screen.list.selected, actions)
        };
        mouse.pointer = (50.0, 40.0);
        mouse.panel_has_keys = true;
        assert_eq!(handle(mouse), (1, vec![]));
    }

    #[test]
    fn a_list_that_is_cut_says_how_many_levels_are_below() {
        let canvas = Canvas::without_window();
        let page = Viewport::new(1280.0, 720.0);
        let area = Rect::new(100.0, 50.0, 400.0, 300.0);
        for (shown, count, words) in [
            (0..6, 19, Some("13 more below")),
            (7..13, 19, Some("6 more below")),
            (13..19, 19, None),
            (0..6, 6, None),
        ] {
            canvas.begin();
            canvas.take_laid_out();
            draw_more(&canvas, &page, area, &shown, count);
            let laid_out = canvas.take_laid_out();
            let texts = laid_out.iter().filter_map(|part| match part {
                LaidOut::Text(text, place) => Some((&**text, place)),
                LaidOut::Plate(_) => None,
            });
            let texts: Vec<_> = texts.collect();
            assert_eq!(texts.first().map(|(text, _)| *text), words, "{shown:?}");
            // Below the last level, not over it.
            assert!(texts.iter().all(|(_, place)| place.y >= area.bottom()));
        }
    }

    #[test]
    fn only_the_words_make_a_level_and_one_without_a_picture_has_no_empty_box() {
        let canvas = Canvas::without_window();
        let page = Viewport::new(1280.0, 720.0);
        let entry = |path: &str| LevelEntry {
            path: path.into(),
            name: "A level".to_owned(),
            about: "Its words.".to_owned(),
            brief: String::new(),
            is_done: false,
        };
        let shipped = crate::platform::built_in::gallery()
            .next()
            .expect("a level");
        let mut list = LevelList {
            entries: vec![entry(shipped), entry("own/new-level.toml")],
            selected: 0,
        };
        let (rows, makes, pictures) = draw(&canvas, &page, &list, (1, 3));
        assert_eq!((rows.extra, pictures.len()), (ROW, 1));
        for (_, words) in makes {
            assert!(
                words.w > 0.0 && words.h < 24.0 && words.bottom() < rows.area.y,
                "{words:?}"
            );
        }
        list.selected = 1;
        assert_eq!(draw(&canvas, &page, &list, (1, 3)).0.extra, 0.0);
    }

    #[test]
    fn the_visible_range_contains_the_chosen_entry() {
        assert_eq!(visible_range(0, 3, 5), 0..3);
        assert_eq!(visible_range(0, 9, 5), 0..5);
        assert_eq!(visible_range(4, 9, 5), 2..7);
        assert_eq!(visible_range(8, 9, 5), 4..9);
        assert_eq!(visible_range(0, 0, 5), 0..0);
    }

    #[test]
    fn each_level_is_found_where_it_is_drawn() {
        let rows = LevelRows {
            area: Rect::new(100.0, 50.0, 400.0, 5.0 * 40.0 + 36.0),
            row: 40.0,
            first: 3,
            chosen: 5,
            extra: 36.0,
        };
        for (y, level) in [
            (50.0, Some(3)),
            (89.0, Some(3)),
            (91.0, Some(4)),
            (131.0, Some(5)),
            // The chosen one is higher.
            (205.0, Some(5)),
            (207.0, Some(6)),
            (247.0, Some(7)),
            (285.0, Some(7)),
            (287.0, None),
            (49.0, None),
        ] {
            assert_eq!(rows.level_at((300.0, y)), level, "{y}");
        }
        assert_eq!(rows.level_at((99.0, 60.0)), None);
    }
}
