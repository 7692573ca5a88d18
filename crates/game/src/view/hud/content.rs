//! The contents of the HUD in a frame, and the parts of it that can be pressed.

use macroquad::math::Rect;

use sidle::glam::DVec3;
use sidle::player::Controller;
use sidle::world::World;

use crate::draw::adaptive_quality::Quality;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::Label;
use crate::draw::info_panel::InfoPanel;
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::observe::Verdict;
use crate::session::play::{Chart, Clock};
use crate::view::hud::messages::GoalText;
use crate::view::hud::race_clock::RaceView;
use crate::view::hud::side_card::CardPlace;
use crate::view::hud::tour_card::{TourButtons, TourCard};
use crate::view::legend::LegendRow;
use crate::view::map::MapAnnotations;
use crate::view::side::caption::Caption;

/// A window lower than this has no room for both the card after a race and a message; logical pixels.
const LOW_FOR_TWO: f32 = 600.0;

/// The view from the side, as the HUD shows it.
pub struct SideContent<'n> {
    pub place: CardPlace,
    pub caption: Caption,
    pub labels: &'n [Label],
    /// The arrows that they leave free.
    pub arrows: &'n [[DVec3; 2]],
    /// The camera that projects the labels; `None` if there is no picture.
    pub camera: Option<Camera>,
    /// The steps of the tick, in the large view.
    pub details: Option<InfoPanel>,
    /// Whether the view fills the window.
    pub is_large: bool,
}

/// The panes, as the HUD shows them: the player's first.
pub struct PaneContent<'n> {
    pub places: &'n [Rect],
    pub controllers: &'n [Controller],
}

/// The contents of the HUD in one frame, apart from its own messages.
pub struct HudContent<'n> {
    /// The name of the target of the crosshair.
    pub target: Option<String>,
    /// The meanings of the overlays' colours.
    pub legend: Vec<LegendRow>,
    pub labels: &'n [Label],
    pub panels: &'n [InfoPanel],
    /// The place that the panels explain, and leave free.
    pub subject: Option<DVec3>,
    /// Length of a frame in seconds, and its quality; `None` before the first measurement.
    pub frame: Option<(f64, Quality)>,
    /// Whether there is room for the readings.
    pub has_readings: bool,
    /// Whether the player looks closer, and wants all numbers.
    pub all_readings: bool,
    pub clock: Clock,
    /// The goal of the level, if it has one.
    pub goal: Option<GoalText<'n>>,
    /// Whether the player looks closer at a contact or at the other controllers, and the rest steps back.
    pub looks_closer: bool,
    /// The clock of the race, or the card after it; `None` if there is neither.
    pub race: Option<RaceView<'n>>,
    /// The verdicts of all controllers on the last contact, and the controller that the player has now; `None` if there are no ghosts.
    pub verdicts: Option<(&'n [Verdict], Controller)>,
    /// The panes; `None`: off.
    pub panes: Option<PaneContent<'n>>,
    /// The card of the tour; `None` if there is none.
    pub tour: Option<TourCard<'n>>,
    /// The keys that control time, and their effects.
    pub clock_keys: String,
    /// `None` if the map is off.
    pub map: Option<MapAnnotations>,
    /// The strip chart up to the tick of `clock`; `None`: off.
    pub chart: Option<&'n Chart>,
    /// Whether the page lists the level's problems around the game.
    pub page_lists_problems: bool,
    /// The view from the side; `None` if it is off.
    pub side: Option<SideContent<'n>>,
    /// A question to the player, until it is answered.
    pub question: Option<&'n str>,
    /// The camera that projects the points of the labels.
    pub camera: &'n Camera,
    /// The world and the eye, for signs that must stay readable; `None` if no signs are drawn.
    pub sight: Option<(&'n World, DVec3)>,
}

impl<'n> HudContent<'n> {
    /// The race as it is shown next to the rest. Its card steps back for a closer look, and in a low window for a message.
    pub(super) fn race_beside(
        &self,
        viewport: &Viewport,
        has_message: bool,
    ) -> Option<RaceView<'n>> {
        let looks_closer = self.looks_closer || self.side.is_some() || !self.panels.is_empty();
        let needs_more = self.tour.is_some() || self.question.is_some() || self.map.is_some();
        let is_low = viewport.is_touched() || viewport.height < LOW_FOR_TWO;
        let steps_back =
            looks_closer || (is_low && (has_message || needs_more || self.clock.is_visible()));
        self.race
            .map(|race| race.stepping_back(steps_back || self.has_large_map()))
    }

    /// Whether there is more to see than the level and the readings.
    pub(super) fn needs_room(&self) -> bool {
        let is_timed = self.race.is_some() || self.clock.is_visible();
        let asks = self.tour.is_some() || self.question.is_some();
        let explains = self.looks_closer || !self.panels.is_empty() || self.map.is_some();
        is_timed || asks || explains
    }

    pub(super) fn has_large_map(&self) -> bool {
        let map = self.map.as_ref();
        map.is_some_and(|map| map.size == MapSize::Large)
    }
}

/// The lower end of the bars at the top of the picture; logical pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopEnds {
    /// The right edge of the numbers, and their bottom.
    pub readings: (f32, f32),
    /// The bottom of the time bar.
    pub time_bar: f32,
}

/// The parts of the HUD that the mouse can press; pixels of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct HudAreas {
    pub time_bar: Option<Rect>,
    /// The card of the tour, and its buttons.
    pub tour_card: Option<Rect>,
    pub tour: TourButtons,
    /// The card of the view from the side.
    pub side_card: Option<Rect>,
}
