//! A question with two or three buttons, in the middle of the picture.

use std::path::Path;

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
use crate::platform::event::Answer;
use crate::session::load::OversizeQuestion;
use crate::session::words::QuestionText;
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

/// The keys of the answers, in their order.
const KEYS: [&str; 3] = ["⟦Enter⟧", "⟦Esc⟧", "⟦L⟧"];

/// The reason of a question.
pub enum Subject {
    /// A level is over the limits of the player's files.
    Oversize(OversizeQuestion),
    /// The ticks take longer than there is time.
    SlowTicks(QuestionText),
}

impl Subject {
    /// The words of the question.
    pub fn text(&self) -> &QuestionText {
        match self {
            Self::Oversize(question) => &question.text,
            Self::SlowTicks(text) => text,
        }
    }
}

/// A question, and where its buttons are.
pub struct Question {
    pub subject: Subject,
    /// Empty: the page around the game shows the question.
    buttons: Buttons,
}

/// Where the buttons are, in the order of [`Answer::NAMES`]; logical pixels.
#[derive(Clone, Debug, Default)]
struct Buttons(Vec<Rect>);

impl Buttons {
    /// The answer of a press on one of them.
    fn answer(&self, events: &Events) -> Option<Answer> {
        let mut buttons = self.0.iter().zip(Answer::NAMES);
        let (_, (_, answer)) = buttons.find(|(area, _)| events.clicks_in(Some(**area)))?;
        Some(answer)
    }
}

impl Question {
    pub fn new(subject: Subject) -> Self {
        Self {
            subject,
            buttons: Buttons::default(),
        }
    }

    /// Whether it asks whether to load the level at `path`.
    pub fn is_about(&self, path: &Path) -> bool {
        match &self.subject {
            Subject::Oversize(question) => question.path() == path,
            Subject::SlowTicks(_) => false,
        }
    }

    /// Whether one of the answers is to leave.
    fn can_leave(&self) -> bool {
        self.subject.text().answers.len() == KEYS.len()
    }
}

impl Screen for Question {
    fn name(&self) -> &'static str {
        "question"
    }

    fn takes(&self, input: InputKind) -> bool {
        use InputKind::{Click, Key, Scroll};
        match input {
            Key(KeyCode::L) => self.can_leave(),
            Key(key) => matches!(key, KeyCode::Enter | KeyCode::KpEnter),
            Click(_) => true,
            Scroll => false,
        }
    }

    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let answer = if events.enters() {
            Some(Answer::Yes)
        } else if self.can_leave() && events.has_key(KeyCode::L) {
            Some(Answer::Leave)
        } else {
            self.buttons.answer(events)
        };
        answer.map(Action::AnswerQuestion).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, _: &ScreenContext<'_>) {
        if !platform::SHOWS_QUESTIONS {
            self.buttons = draw(canvas, page, self.subject.text());
        }
    }
}

/// Draws the question, and returns where its buttons are.
fn draw(canvas: &Canvas, page: &Viewport, question: &QuestionText) -> Buttons {
    let [padding, line, button, gap] =
        [PADDING, LINE, BUTTON, GAP].map(|length| page.scaled(length));
    let width = page.scaled(WIDTH).min(page.width * 0.96);
    let inside = width - 2.0 * padding;
    let (large, small) = (
        canvas.proportional(page.scaled(20.0)),
        canvas.proportional(page.scaled(16.0)),
    );
    let texts = [(&large, &question.title, ACCENT)].into_iter();
    let details = question.details.iter();
    let texts = texts.chain(details.map(|detail| (&small, detail, INK)));
    let texts = texts.chain([(&small, &question.note, FAINT)]);
    let lines: Vec<(&TextStyle<'_>, String, Color)> = texts
        .flat_map(|(style, text, color)| {
            let wrapped = style.wrap(text, inside, MAX_LINES).to_vec();
            wrapped.into_iter().map(move |text| (style, text, color))
        })
        .collect();
    // Side by side, or below each other where the page is narrow.
    let answers = question.answers.iter().zip(KEYS);
    let answers: Vec<_> = answers
        .map(|(words, key)| format!("{key} {words}"))
        .collect();
    let count = answers.len() as f32;
    let widest = small.widest(answers.iter().map(String::as_str)) + 2.0 * gap;
    let is_narrow = (widest + gap) * count - gap > inside;
    let rows = if is_narrow { count } else { 1.0 };
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
    let area = |number: f32| {
        if is_narrow {
            let top = first + number * (button + gap);
            Rect::new(left + padding, top, inside, button)
        } else {
            let share = (inside + gap) / count - gap;
            let left = left + padding + number * (share + gap);
            Rect::new(left, first, share, button)
        }
    };
    let draw_button = |(number, words): (usize, &String)| {
        let rect = area(number as f32);
        let face = if number == 0 { CHOSEN } else { FACE };
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, face);
        let x = rect.x + (rect.w - small.width(words)) * 0.5;
        small.draw(words, x, rect.y + rect.h * 0.5 + page.scaled(6.0), INK);
        rect
    };
    Buttons(answers.iter().enumerate().map(draw_button).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_press_on_a_button_answers() {
        let button = |left| Rect::new(left, 10.0, 50.0, 20.0);
        let buttons = Buttons(vec![button(10.0), button(70.0), button(130.0)]);
        let answer = |pointer, clicks| {
            buttons.answer(&Events {
                pointer,
                clicks,
                ..Events::default()
            })
        };
        assert_eq!(answer((12.0, 15.0), true), Some(Answer::Yes));
        assert_eq!(answer((80.0, 29.0), true), Some(Answer::No));
        assert_eq!(answer((140.0, 29.0), true), Some(Answer::Leave));
        assert_eq!(answer((65.0, 15.0), true), None);
        assert_eq!(answer((12.0, 31.0), true), None);
        assert_eq!(answer((12.0, 15.0), false), None);
    }
}
