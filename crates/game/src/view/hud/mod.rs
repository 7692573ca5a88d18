//! The HUD: all text over the picture, and where each part has its place.

pub mod chart;
mod content;
pub mod crosshair;
pub mod info_panels;
pub mod labels;
mod layout;
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

pub use content::{HudAreas, HudContent, PaneContent, SideContent, TopEnds};

use macroquad::math::Rect;
use macroquad::miniquad::RenderPass;

use sidle::level::Scene;

use crate::draw::camera::Camera;
use crate::draw::canvas::Canvas;
use crate::draw::viewport::Viewport;
use crate::session::play::{RaceClock, Readings};
use crate::view::hud::info_panels::PanelSide;
use crate::view::hud::layout::Layout;
use crate::view::hud::messages::{Messages, TakenAbove};
use crate::view::hud::race_clock::RaceView;
use crate::view::hud::readings::ReadingRows;
use crate::view::hud::signs::SignText;
use crate::view::hud::verdict_texts::VerdictTexts;

/// In a window lower than this, at scale 1, info panels at the left take the place of the readings; logical pixels. Lower: the
/// panels' text gets small next to them.
const LOW: f32 = 840.0;

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
    /// The texts of the level's signs; `None` until they are filled.
    sign_texts: Option<Vec<SignText>>,
    verdict_texts: VerdictTexts,
    pub shows_problems: bool,
    /// Where the last frame drew the time bar.
    pub areas: HudAreas,
    /// What the last frame drew at the top.
    pub top: TopEnds,
}

impl Hud {
    /// The HUD for `level`.
    ///
    /// # Errors
    /// When a font cannot be read.
    pub fn new(level: &Scene) -> Result<Self, String> {
        Ok(Self::on(Canvas::new()?, level))
    }

    /// The HUD for `level` on `canvas`.
    pub fn on(canvas: Canvas, level: &Scene) -> Self {
        Self {
            sign_texts: None,
            canvas,
            shows_readings: true,
            reading_rows: ReadingRows::default(),
            panel_side: PanelSide::default(),
            messages: Messages::new(level),
            problems: Vec::new(),
            problems_title: String::new(),
            verdict_texts: VerdictTexts::default(),
            shows_problems: true,
            areas: HudAreas::default(),
            top: TopEnds::default(),
        }
    }

    /// Notes that this frame draws nothing to press.
    pub fn hide_buttons(&mut self) {
        self.areas = HudAreas::default();
    }

    /// The canvas of all text and of the shapes around it.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Shows another level, or the same level after a change.
    pub fn set_level(&mut self, level: &Scene) {
        self.messages.set_level(level);
        self.sign_texts = None;
    }

    /// Forgets the problems that were shown.
    pub fn forget_problems(&mut self) {
        self.problems.clear();
    }

    /// Whether the signs of the level have their texts.
    pub fn has_sign_texts(&self) -> bool {
        self.sign_texts.is_some()
    }

    /// Writes the texts of the level's signs onto them. `fill` replaces the names of controls in braces.
    pub fn fill_signs(&mut self, level: &Scene, fill: impl Fn(&str) -> String) {
        let signs = level.signs.iter();
        let texts = signs.map(|sign| SignText::new(&self.canvas, sign, &fill(&sign.text)));
        self.sign_texts = Some(texts.collect());
    }

    /// Shows the problems of a level until a level is loaded.
    pub fn show_problems(&mut self, title: String, problems: Vec<String>) {
        self.problems_title = title;
        self.problems = problems;
        self.shows_problems = true;
        self.messages.hide_message();
    }

    /// Shows a message for a few seconds. Its lines, such as a fault and its repair, become parts of one sentence.
    pub fn show_message(&mut self, message: impl Into<String>) {
        self.messages
            .show(message.into().trim_end().replace('\n', "; "));
    }

    /// Shows the message of a success for a few seconds, in its colour.
    pub fn show_success(&mut self, message: String) {
        self.messages.show_success(message);
    }

    /// Whether a message is shown.
    pub fn has_message(&self) -> bool {
        self.messages.has_message()
    }

    /// Whether the message of a success is shown.
    pub fn praises(&self) -> bool {
        self.messages.praises()
    }

    /// Takes `end` off the end of the message: it no longer holds.
    pub fn cut_message(&mut self, end: &str) {
        self.messages.cut(end);
    }

    /// Hides the message, whose advice was followed.
    pub fn hide_message(&mut self) {
        self.messages.hide_message();
    }

    /// Ages messages by `seconds`.
    pub fn update(&mut self, seconds: f64) {
        self.messages.update(seconds);
    }

    /// Draws the texts of the level's signs into `pass`, as `camera` sees them.
    pub fn draw_signs(&self, camera: &Camera, pass: Option<RenderPass>) {
        for sign_text in self.sign_texts.iter().flatten() {
            sign_text.draw(&self.canvas, camera);
        }
        self.canvas.present_in_level(pass);
    }

    /// Draws the `clock` of a race alone, for a clip.
    pub fn draw_film(&mut self, page: &Viewport, clock: RaceClock) {
        self.hide_buttons();
        race_clock::draw_film(&self.canvas, page, clock);
    }

    /// Draws the HUD, with `hints` at the bottom, from the edges inwards, so that each part knows its free space.
    pub fn draw(
        &mut self,
        viewport: &Viewport,
        readings: &Readings,
        hints: &[String],
        content: &HudContent,
    ) {
        self.hide_buttons();
        self.top = TopEnds {
            readings: (viewport.left_inset, 0.0),
            time_bar: time_bar::end(
                viewport,
                &content.clock,
                content
                    .race_beside(viewport, self.messages.has_message())
                    .as_ref(),
            ),
        };
        if let Some(map) = &content.map {
            map_frame::draw(&self.canvas, viewport, self.messages.level_name(), map);
        }
        if content.has_large_map() {
            return self.draw_beside_large_map(viewport, hints, content);
        }
        if !viewport.has_text_room() {
            return;
        }
        let map = content.map.as_ref().map(|map| map.view.rect);
        let side = content.side.as_ref();
        let card = side.map(|side| side.place.rect());
        let fills = side.is_some_and(|side| side.is_large);
        let mut layout = Layout::new(viewport, map, card, fills);
        self.draw_readings(&mut layout, readings, content);
        self.draw_foot(&mut layout, hints, content);
        self.draw_verdicts(&mut layout, content);
        self.draw_panels(&mut layout, content);
        self.draw_about(&mut layout, content);
        layout.free = self.sign_places(viewport, content);
        self.draw_middle(&mut layout, content);
        self.draw_head(&mut layout, content);
        self.draw_labels(&layout, content);
    }

    /// Draws the parts that a large map leaves, the hints, the time bar and the message.
    fn draw_beside_large_map(
        &mut self,
        viewport: &Viewport,
        hints: &[String],
        content: &HudContent,
    ) {
        let canvas = &self.canvas;
        messages::draw_hints(canvas, viewport, hints);
        let race = content.race_beside(viewport, self.messages.has_message());
        self.areas.time_bar = draw_time_bar(canvas, viewport, (content, race), viewport.left_inset);
        let taken = TakenAbove {
            readings_end: (viewport.left_inset, 0.0),
            time_bar_end: self.top.time_bar,
        };
        let (messages, no_panels) = (&self.messages, Rect::default());
        messages.draw_message(canvas, viewport, taken, no_panels, content.question);
    }

    /// Draws the crosshair, the readings at the upper left and the edges of the panes.
    fn draw_readings(&mut self, layout: &mut Layout, readings: &Readings, content: &HudContent) {
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let panes = content.panes.as_ref();
        if !layout.fills && panes.is_none() {
            crosshair::draw(canvas, viewport);
        }
        let subject = content.subject.filter(|_| layout.has_free_sides());
        let subject = subject.and_then(|place| content.camera.project(place));
        self.panel_side = self.panel_side.beside(subject.map(|(across, _)| across));
        // In a low window, panels at the left need the room of the readings.
        let gives_way =
            self.panel_side == PanelSide::Left && viewport.height < viewport.scaled(LOW);
        // They are wider than a pane. A phone has room for one thing at a time.
        let has_room = panes.is_none() && readings::fits(viewport);
        let is_taken = content.needs_room() || self.messages.has_message();
        let has_room = has_room && !(viewport.is_touched() && is_taken);
        // In a low window, two panels and the time bar need it, too.
        let has_panels = !content.panels.is_empty() && content.clock.is_visible();
        let has_room = has_room && !(layout.is_low() && has_panels);
        if self.shows_readings && content.has_readings && !gives_way && has_room {
            let rows = &mut self.reading_rows;
            let all = content.all_readings.then_some(content.frame);
            layout.readings_end = readings::draw(canvas, viewport, rows, readings, all);
        }
        self.top.readings = layout.readings_end;
        if let Some(panes) = panes {
            panes::draw_edges(canvas, viewport, panes.places, panes.controllers);
        }
    }

    /// Draws the bottom, with the hints, and above them problems, the chart and the card of the tour.
    fn draw_foot(&mut self, layout: &mut Layout, hints: &[String], content: &HudContent) {
        let canvas = &self.canvas;
        let hint_room = if layout.viewport.is_touched() {
            &layout.beside_card
        } else {
            &layout.beside_map
        };
        // On a phone, a message or the card of the tour takes their place.
        let has_message = self.messages.has_message() || content.question.is_some();
        let is_taken = has_message || content.tour.is_some();
        let are_covered = layout.viewport.is_touched() && is_taken;
        let hints = if are_covered { &[] } else { hints };
        let mut bottom = messages::draw_hints(canvas, hint_room, hints);
        let lists = self.shows_problems && !content.page_lists_problems;
        if lists && !self.problems.is_empty() {
            let (title, problems) = (&self.problems_title, &self.problems);
            bottom = problems::draw(canvas, layout.viewport, title, problems, bottom);
        }
        // A list of problems may reach up to the crosshair: then it counts more than the name of the target.
        layout.names_target = bottom > layout.below_crosshair();
        if let Some(chart) = content.chart {
            // Below the card, or else next to it.
            let card_end = layout.card.map_or(0.0, |card| card.bottom());
            let below = chart::Layout::new(&layout.beside_map, bottom);
            let below = below.filter(|run| run.place.y >= card_end);
            let is_upright = layout.viewport.is_upright_phone();
            let beside = || chart::Layout::new(&layout.beside_card, bottom);
            if let Some(it) = below.or_else(|| beside().filter(|_| !is_upright)) {
                chart::draw(canvas, layout.viewport, chart, &content.clock, it);
                (layout.chart, bottom) = (it.place, it.place.y);
            }
        }
        if let Some(card) = content.tour {
            let spoken = self.messages.spoken();
            let spoken = spoken.filter(|_| layout.tour_speaks(content.question));
            let card = &spoken.map_or(card, |spoken| card.saying(spoken));
            let ends = (self.top.time_bar, layout.below_crosshair(), bottom);
            let room = &layout.beside_card;
            let place = tour_card::place(canvas, room, card, ends);
            self.areas.tour = tour_card::draw(canvas, room, card, place);
            (layout.tour_card, self.areas.tour_card) = (Some(place), Some(place));
            if place.bottom() <= bottom - place.h {
                self.top.time_bar = place.bottom();
            } else {
                bottom = place.y;
            }
        }
        (layout.bottom, layout.foot) = (bottom, bottom);
    }

    /// Draws the verdicts on the last contact, on the plates of the panes, or on a board.
    fn draw_verdicts(&mut self, layout: &mut Layout, content: &HudContent) {
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let lines = content
            .verdicts
            .map(|(verdicts, own)| self.verdict_texts.of(verdicts, own));
        if let Some(panes) = &content.panes {
            // In low panes, a message covers the plates.
            let has_message = self.messages.has_message() || content.question.is_some();
            if !(viewport.is_upright_phone() && has_message) {
                let shown = (panes.controllers, lines.unwrap_or_default());
                layout.bottom = panes::draw(canvas, viewport, panes.places, shown, layout.bottom);
                layout.foot = layout.bottom;
            }
        } else if let Some(lines) = lines {
            let room = (layout.start(), layout.bottom);
            layout.board = verdict_board::draw(canvas, &layout.beside_card, lines, room);
            if layout.board.h > 0.0 {
                layout.bottom = layout.board.y;
            }
        }
    }

    /// Draws the level's goal, and its description at the start. Panels that explain a place, and a closer look, need the room.
    fn draw_about(&self, layout: &mut Layout, content: &HudContent) {
        // In a frame of another page, that page says it.
        let is_embedded = content.clock.is_elsewhere;
        // Over panes, only what a new level has to say.
        let is_over_panes = content.panes.is_some() && self.messages.describes_level();
        let has_panes = content.panes.is_some() && !is_over_panes;
        let is_taken = layout.fills || layout.tour_card.is_some() || has_panes;
        if is_embedded || is_taken {
            return;
        }
        let steps_back = !is_over_panes && (content.subject.is_some() || content.looks_closer);
        // Next to a map or above a board there is little room, and the crosshair must stay free.
        let is_crowded = content.map.is_some() || layout.board.h > 0.0;
        let min_top = if is_crowded {
            layout.below_crosshair()
        } else {
            0.0
        };
        let top = layout.start().max(min_top);
        let messages = &self.messages;
        let (room, ends) = (&layout.beside_card, (top, layout.bottom));
        let shown = (ends, steps_back);
        layout.about = messages.draw_about(&self.canvas, room, shown, &layout.panels, content.goal);
    }

    /// Draws the legend, and the info panels at the side that leaves their subject free.
    fn draw_panels(&self, layout: &mut Layout, content: &HudContent) {
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let others = layout.upper_ends(self.top.time_bar);
        layout.legend = legend::draw(canvas, viewport, &content.legend, others, layout.bottom);
        let room = layout.panel_room(self.panel_side, self.top.time_bar);
        let details = content.side.as_ref().and_then(|side| side.details.as_ref());
        let panels = details.map_or(content.panels, std::slice::from_ref);
        layout.panels = info_panels::draw_all(canvas, viewport, panels, (room, self.panel_side));
    }

    /// Where the player sees texts of signs that can be read. The view from the side and panes have none.
    fn sign_places(&self, viewport: &Viewport, content: &HudContent) -> Vec<Rect> {
        let fills = content.side.as_ref().is_some_and(|side| side.is_large);
        let Some((world, eye)) = content.sight.filter(|_| !fills && content.panes.is_none()) else {
            return Vec::new();
        };
        if content.labels.is_empty() {
            return Vec::new();
        }
        let (width, height) = (viewport.width, viewport.height);
        let seen = self.sign_texts.iter().flatten().filter_map(|sign| {
            let place = sign.place(content.camera)?;
            (!sign.is_hidden(world, eye)).then_some(place)
        });
        seen.map(|rect| {
            Rect::new(
                rect.x * width,
                rect.y * height,
                rect.w * width,
                rect.h * height,
            )
        })
        .collect()
    }

    /// Draws the name of the target, and the arrow to the place of the tour.
    fn draw_middle(&self, layout: &mut Layout, content: &HudContent) {
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let target = content.target.as_deref().filter(|_| layout.names_target);
        layout.taken = layout.all_taken(self.top.time_bar);
        let target = crosshair::draw_target(canvas, viewport, target, &layout.taken);
        layout.free.push(target);
        let arrow = content.tour.as_ref().and_then(|card| card.arrow);
        if let Some(side) = arrow.filter(|_| content.panes.is_none() && !layout.fills) {
            let arrow = tour_card::draw_arrow(canvas, &layout.beside_card, side, &layout.taken);
            layout.taken.push(arrow);
        }
    }

    /// Draws the card of the view from the side, and the labels of both views.
    fn draw_labels(&mut self, layout: &Layout, content: &HudContent) {
        self.areas.side_card = layout.card.filter(|_| {
            content
                .side
                .as_ref()
                .is_some_and(|side| side.camera.is_some())
        });
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        if let Some(side) = &content.side {
            side_card::draw(canvas, viewport, &side.place, &side.caption);
            let small = side.place.picture;
            let camera = side.camera.as_ref();
            if let Some(camera) = camera.filter(|_| layout.fills || small.is_some()) {
                let (picture, taken) = match small.filter(|_| !layout.fills) {
                    Some(picture) => (picture, &[][..]),
                    None => (window, &layout.taken[..]),
                };
                labels::draw(
                    canvas,
                    (viewport, picture),
                    camera,
                    (side.labels, side.arrows),
                    (taken, &[]),
                );
            }
        }
        if !layout.fills {
            let own_pane = content
                .panes
                .as_ref()
                .and_then(|panes| panes.places.first());
            let room = (viewport, own_pane.copied().unwrap_or(window));
            let taken = (&layout.taken[..], &layout.free[..]);
            labels::draw(canvas, room, content.camera, (content.labels, &[]), taken);
        }
    }

    /// Draws the top, with the clocks, and below them the message.
    fn draw_head(&mut self, layout: &mut Layout, content: &HudContent) {
        let (canvas, viewport) = (&self.canvas, layout.viewport);
        let readings_end = layout.readings_end;
        let race = content.race_beside(viewport, self.messages.has_message());
        self.areas.time_bar = draw_time_bar(canvas, viewport, (content, race), readings_end.0);
        let taken = TakenAbove {
            readings_end,
            time_bar_end: self.top.time_bar,
        };
        let (beside, panels) = layout.beside_panels(self.panel_side);
        let messages = &self.messages;
        if layout.tour_card.is_some() && layout.tour_speaks(content.question) {
            return messages.draw_flash(canvas, viewport);
        }
        let message = messages.draw_message(canvas, &beside, taken, panels, content.question);
        layout.taken.push(message);
    }
}

fn draw_time_bar(
    canvas: &Canvas,
    viewport: &Viewport,
    (content, race): (&HudContent, Option<RaceView>),
    readings_right: f32,
) -> Option<Rect> {
    let (clock, keys) = (&content.clock, &content.clock_keys);
    if let Some(race) = &race {
        let top = time_bar::end(viewport, clock, None);
        race_clock::draw(canvas, viewport, race, top, readings_right);
    }
    time_bar::draw(canvas, viewport, clock, keys, readings_right)
}
