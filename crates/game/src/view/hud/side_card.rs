//! The card of the view from the side, at the right: its picture, and the caption below. In the large view, it is the caption.

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::view::side::caption::Caption;

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 440.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;
const TITLE: f32 = 17.0;
const TITLE_ROW: f32 = 26.0;
const TEXT: f32 = 15.0;
const ROW: f32 = 20.0;
const STRIP_ROW: f32 = 22.0;
/// Below the card, for the hints. On a touch screen, those are beside it, or far below.
const FOOT: f32 = 70.0;
/// A lower picture is not worth its place.
const MIN_PICTURE: f32 = 70.0;

/// The largest share of the window's width that the card takes, of that of one narrower than [`NARROW`] logical pixels, and of
/// that of a touch screen, on whose card fingers must be able to read.
const MAX_SHARE: f32 = 0.42;
const MAX_SHARE_OF_NARROW: f32 = 0.6;
const MAX_SHARE_OF_TOUCHED: f32 = 0.52;
const NARROW: f32 = 440.0;

/// The height of the picture to its width, at most; and on a phone held upright, where the card lies above all else, to what the
/// sticks leave.
const PICTURE_SHAPE: f32 = 0.66;
const UPRIGHT_PICTURE: f32 = 0.3;

/// Lines of the sentence, at most.
const LINES: usize = 4;

/// A row on a touch screen, which is low.
const TOUCHED_ROW: f32 = 18.0;

const TRACK: Color = Color { a: 0.35, ..FAINT };

/// Where the card lies; logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardPlace {
    /// `None` if there is no room for one.
    pub picture: Option<Rect>,
    caption: Rect,
}

impl CardPlace {
    /// The place of the card, at the right, below the clock, which ends at `clock_end`, and above `floor`, where a map
    /// begins. The caption has so many `rows` of values.
    pub fn new(viewport: &Viewport, clock_end: f32, floor: Option<f32>, rows: usize) -> Self {
        let foot = if viewport.is_touched() { MARGIN } else { FOOT };
        let [margin, foot] = [MARGIN, foot].map(|length| viewport.scaled(length));
        let share = if viewport.is_upright_phone() {
            1.0
        } else if viewport.is_touched() {
            MAX_SHARE_OF_TOUCHED
        } else if viewport.width < viewport.scaled(NARROW) {
            MAX_SHARE_OF_NARROW
        } else {
            MAX_SHARE
        };
        let width = viewport.scaled(WIDTH).min(viewport.free_width() * share);
        let width = width.min(viewport.free_width() - 2.0 * margin).round();
        let left = (viewport.width - margin - width).round();
        let top = margin.max(clock_end + margin * 0.5).round();
        let end = viewport.height - viewport.bottom_inset - foot;
        let end = floor.map_or(end, |floor| end.min(floor - margin * 0.5));
        let caption = height(viewport, LINES + rows, true);
        let mut shape = width * PICTURE_SHAPE;
        if viewport.is_upright_phone() {
            shape = shape.min((viewport.height - viewport.bottom_inset) * UPRIGHT_PICTURE);
        }
        let height = (end - top - caption).min(shape).round();
        let picture =
            (height >= viewport.scaled(MIN_PICTURE)).then(|| Rect::new(left, top, width, height));
        let below = picture.map_or(top, |picture| picture.bottom());
        Self {
            picture,
            caption: Rect::new(left, below, width, caption),
        }
    }

    /// The place of a card that has nothing to show yet, with no picture, and one line.
    pub fn without_contact(self, viewport: &Viewport) -> Self {
        let start = self.picture.unwrap_or(self.caption);
        let height = height(viewport, 2, false);
        Self {
            picture: None,
            caption: Rect::new(self.caption.x, start.y, self.caption.w, height),
        }
    }

    /// The place of no card: the labels say enough.
    pub fn hidden(viewport: &Viewport) -> Self {
        Self {
            picture: None,
            caption: Rect::new(viewport.width, 0.0, 0.0, 0.0),
        }
    }

    /// The place of the caption alone, at the top, of a view that fills the window.
    pub fn without_picture(self) -> Self {
        let top = self.picture.unwrap_or(self.caption).y;
        Self {
            picture: None,
            caption: Rect {
                y: top,
                ..self.caption
            },
        }
    }

    /// The rectangle around all of it.
    pub fn rect(&self) -> Rect {
        self.picture
            .map_or(self.caption, |picture| picture.combine_with(self.caption))
    }
}

/// Distance between two rows of the caption; logical pixels.
fn row(viewport: &Viewport) -> f32 {
    viewport.scaled(if viewport.is_touched() {
        TOUCHED_ROW
    } else {
        ROW
    })
}

/// The height of a caption with this many `rows` below its title, and with a strip of ticks or without.
fn height(viewport: &Viewport, rows: usize, has_strip: bool) -> f32 {
    let strip = if has_strip { STRIP_ROW } else { 0.0 };
    let others = viewport.scaled(TITLE_ROW + strip + PADDING * 0.5);
    (others + rows as f32 * row(viewport)).round()
}

/// Draws the frame of the card and the caption.
pub fn draw(canvas: &Canvas, viewport: &Viewport, place: &CardPlace, caption: &Caption) {
    let rect = place.caption;
    if rect.w <= 0.0 {
        return;
    }
    let (padding, row) = (viewport.scaled(PADDING), row(viewport));
    let thick = viewport.scaled(2.0);
    if let Some(picture) = place.picture {
        let sides = [picture.x, picture.y, picture.w, picture.h];
        canvas.rectangle_lines(sides, thick * 2.0, SHADE);
    }
    let text = canvas.proportional(viewport.scaled(TEXT));
    // The page's button that closes the card lies at its upper right: see web/areas.js.
    let close = if place.picture.is_none() {
        viewport.pressable(0.0)
    } else {
        0.0
    };
    let beside = rect.w - 2.0 * padding - close;
    let lines = text.wrap(&caption.sentence, beside, LINES);
    let used = height(
        viewport,
        lines.len() + caption.rows.len(),
        caption.ticks[0] > 0,
    );
    let rect = Rect {
        h: rect.h.min(used),
        ..rect
    };
    canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, SHADE);
    let left = rect.x + padding;
    let right = left + beside;
    let title = canvas.proportional(viewport.scaled(TITLE));
    let mono = canvas.monospace(viewport.scaled(TEXT * 0.93));
    let mut baseline = rect.y + viewport.scaled(TITLE_ROW * 0.76);
    let shown = title.truncate(&caption.title, beside);
    title.draw(&shown, left, baseline, ACCENT);
    baseline += viewport.scaled(TITLE_ROW * 0.24) + row * 0.72;
    for line in lines.iter() {
        text.draw(line, left, baseline, INK);
        baseline += row;
    }
    let swatch = (viewport.scaled(18.0), viewport.scaled(4.0));
    for (color, meaning, value) in &caption.rows {
        let middle = baseline - viewport.scaled(5.0);
        canvas.fill_rect(left, middle - swatch.1 * 0.5, swatch.0, swatch.1, *color);
        let (start, end) = (left + swatch.0 + padding * 0.6, right - mono.width(value));
        let meaning = text.truncate(meaning, end - padding * 0.6 - start);
        text.draw(&meaning, start, baseline, INK);
        mono.draw(value, end, baseline, INK);
        baseline += row;
    }
    draw_strip(canvas, viewport, rect, caption);
}

/// Draws a mark for each tick of the clip, and the note next to them.
fn draw_strip(canvas: &Canvas, viewport: &Viewport, rect: Rect, caption: &Caption) {
    let [count, shown, contact] = caption.ticks;
    let padding = viewport.scaled(PADDING);
    let middle = rect.bottom() - viewport.scaled(STRIP_ROW * 0.5);
    let small = canvas.proportional(viewport.scaled(13.0));
    let (step, mark) = (viewport.scaled(8.0), viewport.scaled(5.0));
    for tick in 0..count {
        let left = rect.x + padding + tick as f32 * step;
        let (color, size) = match tick {
            _ if tick == shown => (ACCENT, mark * 1.7),
            _ if tick == contact => (INK, mark),
            _ => (TRACK, mark),
        };
        let (x, y) = (left + (mark - size) * 0.5, middle - size * 0.5);
        canvas.fill_rect(x, y, size, size, color);
    }
    let start = rect.x + 2.0 * padding + count as f32 * step;
    let note = small.truncate(&caption.note, rect.right() - padding - start);
    let left = rect.right() - padding - small.width(&note);
    small.draw(&note, left, middle + viewport.scaled(4.5), FAINT);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::play::{Clock, RaceClock, RaceTime};
    use crate::view::hud::race_clock::RaceView;
    use crate::view::hud::time_bar;

    const RACE: RaceClock = RaceClock {
        time: RaceTime { ticks: 0, hz: 120 },
        checkpoints: (0, 3),
        best: None,
        medal: None,
    };

    fn clock(paused: bool) -> Clock {
        Clock {
            paused,
            slowdown: 1,
            tick: 240,
            behind: 239,
            ahead: 0,
            hz: 120,
            recorded: None,
            is_elsewhere: false,
        }
    }

    #[test]
    fn the_card_lies_in_windows_of_any_size_beside_the_clock_and_the_map() {
        let sizes = [
            (640.0, 400.0),
            (1280.0, 720.0),
            (3840.0, 2160.0),
            (390.0, 844.0),
            (844.0, 390.0),
        ];
        let states = [(false, false), (true, false), (false, true), (true, true)];
        let cases = sizes
            .into_iter()
            .flat_map(|size| states.map(|state| (size, state)));
        for ((width, height), (paused, races)) in cases {
            let viewport = Viewport::new(width, height);
            let race = RaceView::Clock(RACE, None);
            let race = races.then_some(&race);
            let clock_end = time_bar::end(&viewport, &clock(paused), race);
            let place = CardPlace::new(&viewport, clock_end, None, 3);
            let rect = place.rect();
            assert!(place.picture.is_some(), "{width}x{height}");
            assert!(rect.x >= 0.0 && rect.right() <= width, "{rect:?}");
            assert!(rect.y >= clock_end, "{rect:?}");
            assert!(rect.bottom() < height, "{rect:?}");
            let above = CardPlace::new(&viewport, clock_end, Some(height * 0.55), 3);
            if above.picture.is_some() {
                assert!(above.rect().bottom() <= height * 0.55);
            }
        }
    }

    #[test]
    fn a_touch_screen_has_room_above_the_sticks() {
        for (width, height) in [(390.0, 844.0), (844.0, 390.0), (667.0, 375.0)] {
            let mut viewport = Viewport::new(width, height);
            viewport.bottom_inset = 160.0;
            let clock_end = time_bar::end(&viewport, &clock(false), None);
            let place = CardPlace::new(&viewport, clock_end, None, 3);
            assert!(place.picture.is_some(), "{width}x{height}");
            assert!(place.rect().bottom() < height - 160.0);
        }
    }
}
