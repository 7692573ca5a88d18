//! The free and the taken space while the HUD is drawn, part by part from the edges inwards.

use macroquad::math::Rect;

use crate::draw::viewport::Viewport;
use crate::view::hud::info_panels::PanelSide;
use crate::view::hud::time_bar;

/// The space below the crosshair begins this far below the middle, at scale 1; logical pixels.
const CROSSHAIR: f32 = 42.0;

/// The largest width of an info panel with its margins, and the height of a window below which two of them lie side by side, at
/// scale 1; logical pixels.
const PANEL: f32 = 396.0;
const TWO_PANELS: f32 = 600.0;

/// The places of the HUD's parts in a frame; logical pixels. Parts that are not drawn have an empty rectangle.
pub struct Layout<'f> {
    pub viewport: &'f Viewport,
    /// The window without the map in a corner, and without the card of the view from the side.
    pub beside_map: Viewport,
    pub beside_card: Viewport,
    map: Rect,
    map_is_left: bool,
    pub card: Option<Rect>,
    /// Whether the view from the side fills the window.
    pub fills: bool,
    /// The right edge of the readings, and their bottom.
    pub readings_end: (f32, f32),
    /// Whether there is room for the name of the target.
    pub names_target: bool,
    pub chart: Rect,
    pub tour_card: Option<Rect>,
    /// The board of verdicts.
    pub board: Rect,
    pub about: Rect,
    pub legend: Rect,
    pub panels: Vec<Rect>,
    /// The upper edge of all that lies at the bottom, and of bars that take the whole width there.
    pub bottom: f32,
    pub foot: f32,
    /// Space that labels leave free, and nothing behind it needs a label.
    pub taken: Vec<Rect>,
    /// More space that labels leave free, through which one can see: the texts of the level's signs, and the crosshair
    /// with the name of its target.
    pub free: Vec<Rect>,
}

impl<'f> Layout<'f> {
    /// The places that are known before anything is drawn, those of the `map` in a corner and of the `card`. The view
    /// from the side `fills` the window, or not.
    pub fn new(viewport: &'f Viewport, map: Option<Rect>, card: Option<Rect>, fills: bool) -> Self {
        let map = map.unwrap_or(Rect::new(viewport.width, viewport.height, 0.0, 0.0));
        let map_is_left = map.right() < viewport.width * 0.5;
        let mut beside_map = *viewport;
        if map_is_left {
            beside_map.left_inset = beside_map.left_inset.max(map.right());
        } else {
            beside_map.width = map.x;
        }
        let mut beside_card = beside_map;
        // On a phone held upright, the card lies above all else.
        if let Some(card) = card.filter(|_| !viewport.is_upright_phone()) {
            beside_card.width = beside_card.width.min(card.x);
        }
        Self {
            viewport,
            beside_map,
            beside_card,
            map,
            map_is_left,
            card,
            fills,
            readings_end: (viewport.left_inset, 0.0),
            names_target: true,
            chart: Rect::default(),
            tour_card: None,
            board: Rect::default(),
            about: Rect::default(),
            legend: Rect::default(),
            panels: Vec::new(),
            bottom: viewport.height,
            foot: viewport.height,
            taken: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Whether info panels may lie at either side.
    pub fn has_free_sides(&self) -> bool {
        self.card.is_none() && !self.map_is_left
    }

    /// Whether messages are shown on the card of the tour: a touch screen has no room for both. A `question` has none there.
    pub fn tour_speaks(&self, question: Option<&str>) -> bool {
        self.viewport.is_touched() && question.is_none()
    }

    /// Where parts at the middle or at the left may begin: below the readings, and on a phone held upright below the card.
    pub fn start(&self) -> f32 {
        let card = self.card.filter(|_| self.viewport.is_upright_phone());
        let card_end = card.map_or(0.0, |card| card.bottom());
        self.readings_end.1.max(card_end)
    }

    pub fn below_crosshair(&self) -> f32 {
        self.viewport.height * 0.5 + self.viewport.scaled(CROSSHAIR)
    }

    /// The right and lower ends of the bars at the top, with the clocks down to `clocks_end`.
    pub fn upper_ends(&self, clocks_end: f32) -> impl Iterator<Item = (f32, f32)> + use<> {
        let clock = time_bar::place(self.viewport, self.readings_end.0);
        let clock_end = (clocks_end > 0.0).then_some((clock.right(), clocks_end));
        let card_end = self.card.map(|card| (card.right(), card.bottom()));
        let ends = [Some(self.readings_end), clock_end, card_end];
        ends.into_iter().flatten()
    }

    /// The room for the info panels at `side`, with the clocks down to `clocks_end`.
    pub fn panel_room(&self, side: PanelSide, clocks_end: f32) -> Rect {
        // A board at the left does not shorten what is at the right.
        let is_beside_board =
            side == PanelSide::Right && self.board.right() <= self.viewport.center_x();
        let end = if is_beside_board {
            self.foot
        } else {
            self.bottom
        };
        let end = if self.map_is_left {
            end
        } else {
            end.min(self.map.y)
        };
        let (left, start) = match side {
            PanelSide::Right => (0.0, self.panels_start().max(self.above_panels(clocks_end))),
            PanelSide::Left => (
                self.viewport.left_inset,
                self.readings_end.1.max(clocks_end),
            ),
        };
        Rect::new(left, start, self.viewport.width - left, end - start)
    }

    /// Whether two info panels lie side by side.
    pub fn is_low(&self) -> bool {
        self.viewport.height < self.viewport.scaled(TWO_PANELS)
    }

    /// How far down the clocks, which end at `clocks_end`, reach into the room of panels at the right. In a low window, two panels
    /// lie side by side there.
    fn above_panels(&self, clocks_end: f32) -> f32 {
        let columns = if self.is_low() { 2.0 } else { 1.0 };
        let clock = time_bar::place(self.viewport, self.readings_end.0);
        let panels = self.viewport.width - columns * self.viewport.scaled(PANEL);
        if clock.right() > panels {
            clocks_end
        } else {
            0.0
        }
    }

    /// Where panels at the right begin, below the legend and the card.
    fn panels_start(&self) -> f32 {
        let card_end = self.card.map_or(0.0, |card| card.bottom());
        self.legend.bottom().max(card_end)
    }

    /// All that is drawn, apart from the middle, with the clocks down to `clocks_end`.
    pub fn all_taken(&self, clocks_end: f32) -> Vec<Rect> {
        let viewport = self.viewport;
        let (readings_right, readings_bottom) = self.readings_end;
        let clock = time_bar::place(viewport, readings_right);
        let others = [
            self.about,
            Rect::new(0.0, 0.0, readings_right, readings_bottom),
            Rect::new(0.0, 0.0, viewport.left_inset, viewport.height),
            Rect::new(0.0, self.foot, viewport.width, viewport.height - self.foot),
            self.board,
            self.legend,
            self.map,
            Rect::new(clock.x, 0.0, clock.w, clocks_end),
        ];
        let panels = self.panels.iter().copied();
        let all = panels.chain(others).chain(self.card);
        all.chain(self.tour_card).collect()
    }

    /// The window next to the info panels at `side`, for a message, and the rectangle around everything at the
    /// right. The message lies below that where there is no room next to it.
    pub fn beside_panels(&self, side: PanelSide) -> (Viewport, Rect) {
        let mut beside = *self.viewport;
        match side {
            PanelSide::Right => {
                let none = Rect::new(beside.width, self.panels_start(), 0.0, 0.0);
                let all = self.panels.iter().chain(&self.card);
                (beside, all.fold(none, |all, area| all.combine_with(*area)))
            }
            PanelSide::Left => {
                let ends = self.panels.iter().map(Rect::right);
                beside.left_inset = ends.fold(beside.left_inset, f32::max);
                (beside, Rect::default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::hud::side_card::CardPlace;

    const SIZES: [(f32, f32); 5] = [
        (640.0, 400.0),
        (1280.0, 720.0),
        (3840.0, 2160.0),
        (390.0, 844.0),
        (844.0, 390.0),
    ];

    fn meet(one: Rect, other: Rect) -> bool {
        let shared = one.intersect(other);
        shared.is_some_and(|area| area.w > 1e-3 && area.h > 1e-3)
    }

    #[test]
    fn panels_and_messages_keep_clear_of_the_card_the_readings_and_the_foot_in_every_window() {
        for (width, height) in SIZES {
            let viewport = Viewport::new(width, height);
            let corner = Rect::new(width * 0.7, height * 0.6, width * 0.3, height * 0.4);
            let left = Rect::new(0.0, height * 0.6, width * 0.3, height * 0.4);
            for map in [None, Some(corner), Some(left)] {
                let floor = map.filter(|map| map.x > 0.0).map(|map| map.y);
                let card = CardPlace::new(&viewport, 0.0, floor, 3).rect();
                for card in [None, Some(card)] {
                    let mut layout = Layout::new(&viewport, map, card, false);
                    layout.readings_end = (viewport.scaled(330.0), viewport.scaled(112.0));
                    layout.bottom = height - viewport.scaled(70.0);
                    layout.foot = layout.bottom;
                    let foot = Rect::new(0.0, layout.foot, width, height - layout.foot);
                    let (right, bottom) = layout.readings_end;
                    let readings = Rect::new(0.0, 0.0, right, bottom);
                    let cards = card.unwrap_or_default();
                    let rooms = [(PanelSide::Right, cards), (PanelSide::Left, readings)];
                    for (side, other) in rooms {
                        let room = layout.panel_room(side, 0.0);
                        assert!(!meet(room, other) && !meet(room, foot), "{side:?} {width}");
                    }
                    // Centred text next to the card, such as the description, does not reach it.
                    assert!(layout.beside_card.width <= card.map_or(width, |card| card.x));
                    let taken = layout.all_taken(0.0);
                    for place in [readings, foot].into_iter().chain(card).chain(map) {
                        assert!(taken.contains(&place), "{width}: {place:?}");
                    }
                }
            }
        }
    }
}
