//! A card with the sizes that a bare mesh may have: a unit of length for each, and the axis that points up.

use macroquad::input::KeyCode;
use macroquad::math::{Rect, Vec2};

use sidle::level::{LengthUnit, UpAxis};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FACE, FAINT, INK, SHEET};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::options::key_names::cap;
use crate::platform::event::InputDevice;
use crate::session::load::MeshChooser;
use crate::ui::events::{Events, InputKind};
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::screen::{Screen, ScreenContext};

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 330.0;
const PADDING: f32 = 14.0;
const ROW: f32 = 30.0;
const GAP: f32 = 3.0;
const MARGIN: f32 = 16.0;
const TITLE: f32 = 26.0;

/// The room for the line of hints at the lower edge.
const FOOT: f32 = 60.0;

/// The units, the other axis, and to keep the choice.
const ROWS: usize = LengthUnit::NAMES.len() + 2;

/// The card, and where its rows are.
pub struct MeshCard {
    pub chooser: MeshChooser,
    /// Logical pixels.
    rows: Option<[Rect; ROWS]>,
}

impl MeshCard {
    pub fn new(chooser: MeshChooser) -> Self {
        Self {
            chooser,
            rows: None,
        }
    }

    /// The action of a press there, if one of the rows is.
    fn action_at(&self, place: (f32, f32)) -> Option<Action> {
        action_at(self.rows.as_ref()?, place)
    }
}

/// The action of a press there, if one of the `rows` is.
fn action_at(rows: &[Rect; ROWS], (x, y): (f32, f32)) -> Option<Action> {
    let row = rows.iter().position(|row| row.contains(Vec2::new(x, y)))?;
    Some(match row.checked_sub(LengthUnit::NAMES.len()) {
        None => Action::ChooseUnits(row),
        Some(0) => Action::ChooseOtherAxis,
        Some(_) => Action::ToggleMeshChooser,
    })
}

/// The keys of the units.
const UNIT_KEYS: [KeyCode; 5] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
];

impl Screen for MeshCard {
    fn name(&self) -> &'static str {
        "mesh"
    }

    fn takes(&self, input: InputKind) -> bool {
        use KeyCode::{Enter, KpEnter, Tab};
        match input {
            InputKind::Key(Enter | KpEnter | Tab) => true,
            InputKind::Key(key) => UNIT_KEYS.contains(&key),
            InputKind::Click(place) => self.action_at(place).is_some(),
            InputKind::Scroll => false,
        }
    }

    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let units = UNIT_KEYS.iter().position(|key| events.has_key(*key));
        let other_axis = events.has_key(KeyCode::Tab);
        let by_key = units
            .map(Action::ChooseUnits)
            .or(other_axis.then_some(Action::ChooseOtherAxis))
            .or(events.enters().then_some(Action::ToggleMeshChooser));
        let clicked = || self.action_at(events.pointer).filter(|_| events.clicks);
        by_key.or_else(clicked).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>) {
        let rows = draw(canvas, page, context.head, &self.chooser, &context.labels);
        self.rows = Some(rows);
    }
}

/// Draws the card at the left edge, below `head`, and returns where its rows are.
fn draw(
    canvas: &Canvas,
    page: &Viewport,
    head: f32,
    chooser: &MeshChooser,
    labels: &KeyLabels<'_>,
) -> [Rect; ROWS] {
    let [padding, gap, margin] = [PADDING, GAP, MARGIN].map(|length| page.scaled(length));
    let width = page.scaled(WIDTH).min(page.free_width() - 2.0 * margin);
    let head = head + margin;
    let free = page.height - page.bottom_inset - page.scaled(FOOT) - head;
    let count = ROWS as f32;
    // On a low window, the rows are lower.
    let title = page.scaled(TITLE).min(free / (count + 2.0));
    let row = page
        .scaled(ROW)
        .min((free - title - 2.0 * padding) / count - gap);
    let height = 2.0 * padding + title + count * (row + gap);
    let left = page.left_inset + margin;
    let top = head + (free - height).max(0.0) * 0.5;
    canvas.fill_rect(left, top, width, height, SHEET);
    let inside = width - 2.0 * padding;
    let large = canvas.proportional(page.scaled(17.0).min(title * 0.75));
    let small = canvas.proportional(page.scaled(15.0).min(row * 0.62));
    let heading = format!("How large is {}?", chooser.name());
    let heading = large.truncate(&heading, inside);
    large.draw(
        &heading,
        left + padding,
        top + padding + title * 0.6,
        ACCENT,
    );
    let first = top + padding + title;
    let rows = core::array::from_fn(|number| {
        let y = first + number as f32 * (row + gap);
        Rect::new(left + padding, y, inside, row)
    });
    for (number, rect) in rows.iter().enumerate() {
        let (words, size, is_chosen) = row_text(chooser, number, labels);
        let face = if is_chosen { CHOSEN } else { FACE };
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, face);
        let baseline = rect.y + rect.h * 0.5 + small.size() * 0.34;
        let ink = if is_chosen { ACCENT } else { INK };
        small.draw(&words, rect.x + padding * 0.6, baseline, ink);
        let end = rect.x + rect.w - padding * 0.6;
        small.draw(&size, end - small.width(&size), baseline, FAINT);
    }
    rows
}

/// The words of a row, the text at its end, and whether it is chosen.
fn row_text(
    chooser: &MeshChooser,
    number: usize,
    labels: &KeyLabels<'_>,
) -> (String, String, bool) {
    let touch = labels.device == InputDevice::Touch;
    let key = |key: &str| {
        if touch {
            String::new()
        } else {
            cap(key) + "  "
        }
    };
    if let Some((_, units)) = LengthUnit::NAMES.get(number) {
        let words = key(&(number + 1).to_string()) + units.in_words();
        return (words, chooser.size_with(number), chooser.is_played(number));
    }
    if number == LengthUnit::NAMES.len() {
        let up = match chooser.space().up {
            UpAxis::Y => "Y points up",
            UpAxis::Z => "Z points up",
        };
        let other = match chooser.space().up {
            UpAxis::Y => "or Z?",
            UpAxis::Z => "or Y?",
        };
        return (key("Tab") + up, other.to_owned(), false);
    }
    let size = if chooser.is_a_unit() {
        String::new()
    } else {
        chooser.size_now()
    };
    (key("Enter") + "keep it", size, !chooser.is_a_unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_action() {
        let rows =
            core::array::from_fn(|number| Rect::new(10.0, 40.0 * number as f32, 100.0, 30.0));
        for number in 0..5 {
            let place = (20.0, 40.0 * number as f32 + 5.0);
            assert_eq!(action_at(&rows, place), Some(Action::ChooseUnits(number)));
        }
        assert_eq!(
            action_at(&rows, (20.0, 205.0)),
            Some(Action::ChooseOtherAxis)
        );
        assert_eq!(
            action_at(&rows, (20.0, 245.0)),
            Some(Action::ToggleMeshChooser)
        );
        assert_eq!(action_at(&rows, (20.0, 35.0)), None, "between two rows");
        assert_eq!(action_at(&rows, (5.0, 5.0)), None);
    }
}
