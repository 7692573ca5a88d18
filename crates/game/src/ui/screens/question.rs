//! A question with two buttons, in the middle of the picture.

use macroquad::color::Color;
use macroquad::input::KeyCode;
use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::text::TextStyle;
use crate::draw::theme::{ACCENT, CHOSEN, FACE, FAINT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::platform;
use crate::session::load::OversizeQuestion;
use crate::ui::events::{Events, InputKind};
use crate::ui::screens::screen::{Screen, ScreenContext};

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 560.0;
const PADDING: f32 = 24.0;
const LINE: f32 = 25.0;
const BUTTON: f32 = 44.0;
const GAP: f32 = 14.0;

/// The most lines of the title, and of each sentence below it.
const MAX_LINES: usize = 3;

/// The words on the buttons, the answers yes and no.
const ANSWERS: [&str; 2] = ["⟦Enter⟧ load it", "⟦Esc⟧ do not load it"];

/// A question, and where its buttons are.
pub struct Question {
    pub subject: OversizeQuestion,
    /// `None`: the page around the game shows the question.
    buttons: Option<Buttons>,
}

/// Where the buttons are; logical pixels.
#[derive(Clone, Copy, Debug)]
struct Buttons {
    yes: Rect,
    no: Rect,
}

impl Buttons {
    /// The answer of a press on one of them.
    fn answer(&self, events: &Events) -> Option<bool> {
        let declines = || events.clicks_in(Some(self.no)).then_some(false);
        let accepts = events.clicks_in(Some(self.yes)).then_some(true);
        accepts.or_else(declines)
    }
}

impl Question {
    pub fn new(subject: OversizeQuestion) -> Self {
        Self {
            subject,
            buttons: None,
        }
    }
}

impl Screen for Question {
    fn name(&self) -> &'static str {
        "question"
    }

    fn takes(&self, input: InputKind) -> bool {
        use InputKind::{Click, Key, Scroll};
        match input {
            Key(key) => matches!(key, KeyCode::Enter | KeyCode::KpEnter),
            Click(_) => true,
            Scroll => false,
        }
    }

    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let clicked = self.buttons.and_then(|buttons| buttons.answer(events));
        let answer = if events.enters() { Some(true) } else { clicked };
        answer.map(Action::AnswerQuestion).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, _: &ScreenContext<'_>) {
        if !platform::SHOWS_QUESTIONS {
            self.buttons = Some(draw(canvas, page, &self.subject));
        }
    }
}

/// Draws the question, and returns where its buttons are.
fn draw(canvas: &Canvas, page: &Viewport, question: &OversizeQuestion) -> Buttons {
    let [padding, line, button, gap] = [PADDING, LINE, BUTTON, GAP].map(|it| page.scaled(it));
    let width = page.scaled(WIDTH).min(page.width * 0.96);
    let inside = width - 2.0 * padding;
    let (large, small) = (
        canvas.proportional(page.scaled(20.0)),
        canvas.proportional(page.scaled(16.0)),
    );
    let texts = [(&large, &question.title, ACCENT)].into_iter();
    let overruns = question.overruns.iter();
    let texts = texts.chain(overruns.map(|overrun| (&small, overrun, INK)));
    let texts = texts.chain([(&small, &question.cost, FAINT)]);
    let lines: Vec<(&TextStyle<'_>, String, Color)> = texts
        .flat_map(|(style, text, color)| {
            let wrapped = style.wrap(text, inside, MAX_LINES).to_vec();
            wrapped.into_iter().map(move |text| (style, text, color))
        })
        .collect();
    // Side by side, or below each other where the page is narrow.
    let widest = small.widest(ANSWERS) + 2.0 * gap;
    let is_narrow = widest * 2.0 + gap > inside;
    let rows = if is_narrow { 2.0 } else { 1.0 };
    let foot = rows * (button + gap);
    let height = 2.0 * padding + line * lines.len() as f32 + foot;
    let (left, top) = ((page.width - width) * 0.5, (page.height - height) * 0.5);
    canvas.fill_rect(0.0, 0.0, page.width, page.height, VEIL);
    canvas.fill_rect(left, top, width, height, SHEET);
    for (row, (style, text, color)) in lines.iter().enumerate() {
        let baseline = top + padding + line * (row as f32 + 0.75);
        style.draw(text, left + padding, baseline, *color);
    }
    let first = top + height - padding - foot + gap;
    let [yes, no] = [0.0, 1.0].map(|number: f32| {
        if is_narrow {
            let top = first + number * (button + gap);
            Rect::new(left + padding, top, inside, button)
        } else {
            let half = (inside - gap) * 0.5;
            Rect::new(left + padding + number * (half + gap), first, half, button)
        }
    });
    for (rect, words, face) in [(yes, ANSWERS[0], CHOSEN), (no, ANSWERS[1], FACE)] {
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, face);
        let x = rect.x + (rect.w - small.width(words)) * 0.5;
        small.draw(words, x, rect.y + rect.h * 0.5 + page.scaled(6.0), INK);
    }
    Buttons { yes, no }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_press_on_a_button_answers() {
        let buttons = Buttons {
            yes: Rect::new(10.0, 10.0, 50.0, 20.0),
            no: Rect::new(70.0, 10.0, 50.0, 20.0),
        };
        let answer = |pointer, clicks| {
            buttons.answer(&Events {
                pointer,
                clicks,
                ..Events::default()
            })
        };
        assert_eq!(answer((12.0, 15.0), true), Some(true));
        assert_eq!(answer((80.0, 29.0), true), Some(false));
        assert_eq!(answer((65.0, 15.0), true), None);
        assert_eq!(answer((12.0, 31.0), true), None);
        assert_eq!(answer((12.0, 15.0), false), None);
    }
}
