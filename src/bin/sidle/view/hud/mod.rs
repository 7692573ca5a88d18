//! The HUD: all text over the picture, and where each part has its place.

pub mod chart;
pub mod crosshair;
pub mod info_panels;
pub mod labels;
pub mod legend;
pub mod map_frame;
pub mod messages;
pub mod panes;
pub mod problems;
pub mod race_clock;
pub mod readings;
pub mod side_card;
pub mod signs;
pub mod time_bar;
pub mod tour_card;
pub mod verdict_board;
pub mod verdict_texts;

use macroquad::math::Rect;
use macroquad::miniquad::RenderPass;

use sidle::glam::DVec3;
use sidle::level::Scene;
use sidle::player::Controller;

use crate::draw::adaptive_quality::Quality;
use crate::draw::camera::Camera;
use crate::draw::canvas::Canvas;
use crate::draw::debug_draw::Label;
use crate::draw::info_panel::InfoPanel;
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::chart::Chart;
use crate::session::clock::Clock;
use crate::session::race::RaceClock;
use crate::session::readings::Readings;
use crate::session::verdicts::Verdict;
use crate::view::hud::info_panels::PanelSide;
use crate::view::hud::messages::{Messages, TakenAbove};
use crate::view::hud::readings::ReadingRows;
use crate::view::hud::side_card::CardPlace;
use crate::view::hud::signs::SignText;
use crate::view::hud::tour_card::{TourButtons, TourCard};
use crate::view::hud::verdict_texts::VerdictTexts;
use crate::view::legend::LegendRow;
use crate::view::map::MapAnnotations;
use crate::view::side::caption::Caption;

/// The view from the side, as the HUD shows it.
pub struct SideContent<'n> {
    pub place: CardPlace,
    pub caption: Caption,
    pub labels: &'n [Label],
    /// The camera that projects them; `None`: there is no picture.
    pub camera: Option<Camera>,
    /// The steps of the tick, in the large view.
    pub details: Option<InfoPanel>,
    /// Whether it fills the window.
    pub is_large: bool,
}

/// The panes, as the HUD shows them: the player's first.
pub struct PaneContent<'n> {
    pub places: &'n [Rect],
    pub controllers: &'n [Controller],
}

/// What the HUD shows in one frame, apart from its own messages.
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
    /// Whether the player looks closer, and wants all numbers.
    pub all_readings: bool,
    pub clock: Clock,
    /// The clock of the race; `None`: there is no race.
    pub race: Option<RaceClock>,
    /// What each controller made of the last contact; `None`: there are no ghosts.
    pub verdicts: Option<&'n [Verdict]>,
    /// The panes; `None`: off.
    pub panes: Option<PaneContent<'n>>,
    /// The card of the tour; `None`: there is none.
    pub tour: Option<TourCard<'n>>,
    /// The keys that control time, and what they do.
    pub clock_keys: String,
    /// `None`: the map is off.
    pub map: Option<MapAnnotations>,
    /// The strip chart up to the tick of `clock`; `None`: off.
    pub chart: Option<&'n Chart>,
    /// Whether the page lists the level's problems beside the game.
    pub page_lists_problems: bool,
    /// The view from the side; `None`: off.
    pub side: Option<SideContent<'n>>,
    /// A question to the player, until it is answered.
    pub question: Option<&'n str>,
    /// The camera that projects the points of the labels.
    pub camera: &'n Camera,
}

/// Where what lies at the top of the picture ends; logical pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopEnds {
    /// The right edge of the numbers, and their bottom.
    pub readings: (f32, f32),
    /// The bottom of the time bar.
    pub time_bar: f32,
}

/// In a window lower than this, at scale 1, info panels at the left take the place of the readings; logical pixels.
const LOW: f32 = 600.0;

/// The HUD with its state.
pub struct Hud {
    canvas: Canvas,
    pub shows_readings: bool,
    reading_rows: ReadingRows,
    /// The side of the info panels.
    panel_side: PanelSide,
    messages: Messages,
    /// The problems of a changed level that cannot be loaded, as text.
    problems: Vec<String>,
    problems_title: String,
    sign_texts: Vec<SignText>,
    verdict_texts: VerdictTexts,
    pub shows_problems: bool,
    /// Where the last frame drew the time bar.
    pub time_bar: Option<Rect>,
    /// Where the last frame drew the buttons of the tour.
    pub tour_buttons: TourButtons,
    /// What the last frame drew at the top.
    pub top: TopEnds,
}

impl Hud {
    /// The HUD for `level`.
    ///
    /// # Errors
    /// When a font cannot be read.
    pub fn new(level: &Scene) -> Result<Self, String> {
        let canvas = Canvas::new()?;
        Ok(Self {
            sign_texts: sign_texts(&canvas, level),
            canvas,
            shows_readings: true,
            reading_rows: ReadingRows::default(),
            panel_side: PanelSide::default(),
            messages: Messages::new(level),
            problems: Vec::new(),
            problems_title: String::new(),
            verdict_texts: VerdictTexts::default(),
            shows_problems: true,
            time_bar: None,
            tour_buttons: TourButtons::default(),
            top: TopEnds::default(),
        })
    }

    /// Notes that this frame draws nothing to press.
    pub fn hide_buttons(&mut self) {
        self.time_bar = None;
        self.tour_buttons = TourButtons::default();
    }

    /// The canvas of all text and of the shapes around it.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Shows another level, or the same level after a change.
    pub fn set_level(&mut self, level: &Scene) {
        self.messages.set_level(level);
        self.sign_texts = sign_texts(&self.canvas, level);
        self.problems.clear();
    }

    /// Shows the problems of a level until a level is loaded.
    pub fn show_problems(&mut self, title: String, problems: Vec<String>) {
        self.problems_title = title;
        self.problems = problems;
        self.shows_problems = true;
        self.messages.hide_message();
    }

    /// Shows a message for a few seconds.
    pub fn show_message(&mut self, message: impl Into<String>) {
        self.messages.show(message.into());
    }

    /// Whether a message is shown.
    pub fn has_message(&self) -> bool {
        self.messages.has_message()
    }

    /// Hides the message, whose advice was followed.
    pub fn hide_message(&mut self) {
        self.messages.hide_message();
    }

    /// Ages messages by `seconds`. A message `hidden` behind the help keeps its time.
    pub fn update(&mut self, seconds: f64, hidden: bool) {
        self.messages.update(seconds, hidden);
    }

    /// Draws the texts of the level's signs into `pass`, as `camera` sees them.
    pub fn draw_signs(&self, camera: &Camera, pass: Option<RenderPass>) {
        for sign_text in &self.sign_texts {
            sign_text.draw(&self.canvas, camera);
        }
        self.canvas.present_in_level(pass);
    }

    /// Draws the HUD, with `hints` at the bottom.
    pub fn draw(
        &mut self,
        viewport: &Viewport,
        readings: &Readings,
        hints: &[String],
        content: &HudContent,
    ) {
        self.time_bar = None;
        self.tour_buttons = TourButtons::default();
        self.top = TopEnds {
            readings: (viewport.left_inset, 0.0),
            time_bar: time_bar::end(viewport, &content.clock, content.race.is_some()),
        };
        let canvas = &self.canvas;
        let messages = &self.messages;
        if let Some(map) = &content.map {
            map_frame::draw(canvas, viewport, messages.level_name(), map);
        }
        let map_size = content.map.as_ref().map(|map| map.size);
        if map_size == Some(MapSize::Large) {
            messages::draw_hints(canvas, viewport, hints);
            self.time_bar = draw_time_bar(canvas, viewport, content, viewport.left_inset);
            let taken = TakenAbove {
                readings_end: (viewport.left_inset, 0.0),
                time_bar_end: self.top.time_bar,
            };
            messages.draw_message(canvas, viewport, taken, Rect::default(), content.question);
            return;
        }
        let no_map = Rect::new(viewport.width, viewport.height, 0.0, 0.0);
        let map = content.map.as_ref().map_or(no_map, |map| map.view.rect);
        let mut beside_map = *viewport;
        let map_is_left = map.right() < viewport.width * 0.5;
        if map_is_left {
            beside_map.left_inset = beside_map.left_inset.max(map.right());
        } else {
            beside_map.width = map.x;
        }
        if !viewport.has_text_room() {
            return;
        }
        let card = content.side.as_ref().map(|side| side.place.rect());
        let mut beside_card = beside_map;
        if let Some(card) = card {
            beside_card.width = beside_card.width.min(card.x);
        }
        let side = content.side.as_ref();
        let fills = side.is_some_and(|side| side.is_large);
        let panes = content.panes.as_ref();
        if !fills && panes.is_none() {
            crosshair::draw(canvas, viewport);
        }
        let subject = content.subject.filter(|_| card.is_none() && !map_is_left);
        let subject = subject.and_then(|place| content.camera.project(place));
        self.panel_side = self.panel_side.beside(subject.map(|(across, _)| across));
        // In a low window, panels at the left need the room of the readings.
        let gives_way =
            self.panel_side == PanelSide::Left && viewport.height < viewport.scaled(LOW);
        let mut readings_end = (viewport.left_inset, 0.0);
        // They are wider than a pane.
        let has_room = panes.is_none() && readings::fits(viewport);
        if self.shows_readings && !gives_way && has_room {
            let rows = &mut self.reading_rows;
            let all = content.all_readings.then_some(content.frame);
            readings_end = readings::draw(canvas, viewport, rows, readings, all);
        }
        self.top.readings = readings_end;
        if let Some(panes) = &content.panes {
            panes::draw_edges(canvas, viewport, panes.places, panes.controllers);
        }
        let mut bottom = messages::draw_hints(canvas, &beside_map, hints);
        let lists = self.shows_problems && !content.page_lists_problems;
        if lists && !self.problems.is_empty() {
            let (title, problems) = (&self.problems_title, &self.problems);
            bottom = problems::draw(canvas, viewport, title, problems, bottom);
        }
        let below_crosshair = viewport.height * 0.5 + viewport.scaled(42.0);
        // A list of problems may reach up to the crosshair: then it counts more than the name of the target.
        let target = content
            .target
            .as_deref()
            .filter(|_| bottom > below_crosshair);
        let mut chart_place = Rect::default();
        if let Some(chart) = content.chart {
            // Below the card, or else beside it.
            let below = chart::Layout::new(&beside_map, bottom)
                .filter(|it| card.is_none_or(|card| it.place.y >= card.bottom()));
            if let Some(layout) = below.or_else(|| chart::Layout::new(&beside_card, bottom)) {
                chart::draw(canvas, viewport, chart, &content.clock, layout);
                (chart_place, bottom) = (layout.place, layout.place.y);
            }
        }
        let tour_card = content.tour.as_ref().map(|card| {
            let (rect, buttons) = tour_card::draw(canvas, &beside_card, card, bottom);
            (self.tour_buttons, bottom) = (buttons, rect.y);
            rect
        });
        let verdicts = content.verdicts.map(|it| self.verdict_texts.of(it));
        let (mut board, mut lower) = (Rect::default(), bottom);
        match (panes, verdicts) {
            (Some(panes), lines) => {
                let shown = (panes.controllers, lines.unwrap_or_default());
                bottom = panes::draw(canvas, viewport, panes.places, shown, bottom);
                lower = bottom;
            }
            (None, Some(lines)) => {
                let room = (readings_end.1, bottom);
                board = verdict_board::draw(canvas, &beside_card, lines, room);
                if board.h > 0.0 {
                    bottom = board.y;
                }
            }
            (None, None) => {}
        }
        // Beside a map or above a board there is little room, and the crosshair must stay free.
        let is_crowded = map_size.is_some() || bottom < lower || panes.is_some();
        let top = readings_end
            .1
            .max(if is_crowded { below_crosshair } else { 0.0 });
        // Panels that explain a place need the room around it.
        let about = if fills || content.subject.is_some() || tour_card.is_some() {
            Rect::default()
        } else {
            messages.draw_about(canvas, &beside_card, top, bottom)
        };
        let time_bar_end = self.top.time_bar;
        let clock = time_bar::place(viewport, readings_end.0);
        let clock_end = (time_bar_end > 0.0).then_some((clock.right(), time_bar_end));
        let card_end = card.map(|card| (card.right(), card.bottom()));
        let others = [Some(readings_end), clock_end, card_end];
        let others = others.into_iter().flatten();
        let legend = legend::draw(canvas, viewport, &content.legend, others, bottom);
        let panels_end = if map_is_left {
            bottom
        } else {
            bottom.min(map.y)
        };
        let panels_start = card.map_or(legend.bottom(), |card| legend.bottom().max(card.bottom()));
        let (panels_left, panels_start) = match self.panel_side {
            PanelSide::Right => (0.0, panels_start),
            PanelSide::Left => (viewport.left_inset, readings_end.1.max(self.top.time_bar)),
        };
        let width = viewport.width - panels_left;
        let room = Rect::new(panels_left, panels_start, width, panels_end - panels_start);
        let details = side.and_then(|side| side.details.as_ref());
        let shown_panels = details.map_or(content.panels, std::slice::from_ref);
        let panels = info_panels::draw_all(canvas, viewport, shown_panels, (room, self.panel_side));
        let no_panel = Rect::new(viewport.width, panels_start, 0.0, 0.0);
        let all_panels = panels
            .iter()
            .chain(&card)
            .fold(no_panel, |all, panel| all.combine_with(*panel));
        let panels_right = panels.iter().map(Rect::right).fold(panels_left, f32::max);
        let mut taken = panels;
        taken.extend([
            about,
            Rect::new(0.0, 0.0, readings_end.0, readings_end.1),
            Rect::new(0.0, 0.0, viewport.left_inset, viewport.height),
            Rect::new(0.0, lower, viewport.width, viewport.height - lower),
            board,
            legend,
            map,
            Rect::new(clock.x, 0.0, clock.w, time_bar_end),
            crosshair::draw_target(
                canvas,
                viewport,
                target,
                &[card.unwrap_or_default(), board, chart_place],
            ),
        ]);
        taken.extend(card);
        taken.extend(tour_card);
        let arrow = content.tour.as_ref().and_then(|card| card.arrow);
        if let Some(side) = arrow.filter(|_| panes.is_none() && !fills) {
            let arrow = tour_card::draw_arrow(canvas, &beside_card, side, &taken);
            taken.push(arrow);
        }
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        let own_pane = panes.and_then(|panes| panes.places.first());
        let own_picture = own_pane.map_or(window, |pane| *pane);
        if let Some(side) = side {
            side_card::draw(canvas, viewport, &side.place, &side.caption);
            let picture = side.place.picture.filter(|_| !fills);
            let (picture, taken) = match picture {
                Some(picture) => (picture, Vec::new()),
                None => (window, taken.clone()),
            };
            if let Some(camera) = side
                .camera
                .as_ref()
                .filter(|_| fills || side.place.picture.is_some())
            {
                labels::draw(canvas, (viewport, picture), camera, side.labels, taken);
            }
        }
        if !fills {
            let room = (viewport, own_picture);
            labels::draw(canvas, room, content.camera, content.labels, taken);
        }
        self.time_bar = draw_time_bar(canvas, viewport, content, readings_end.0);
        let taken = TakenAbove {
            readings_end,
            time_bar_end,
        };
        let mut beside_panels = *viewport;
        let panels = match self.panel_side {
            PanelSide::Right => all_panels,
            PanelSide::Left => {
                beside_panels.left_inset = panels_right;
                Rect::default()
            }
        };
        messages.draw_message(canvas, &beside_panels, taken, panels, content.question);
    }
}

fn draw_time_bar(
    canvas: &Canvas,
    viewport: &Viewport,
    content: &HudContent,
    readings_right: f32,
) -> Option<Rect> {
    let (clock, keys) = (&content.clock, &content.clock_keys);
    if let Some(race) = &content.race {
        let top = time_bar::end(viewport, clock, false);
        race_clock::draw(canvas, viewport, race, top, readings_right);
    }
    time_bar::draw(canvas, viewport, clock, keys, readings_right)
}

fn sign_texts(canvas: &Canvas, level: &Scene) -> Vec<SignText> {
    let signs = level.signs.iter();
    signs.map(|sign| SignText::new(canvas, sign)).collect()
}
