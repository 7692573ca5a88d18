//! The view from the side, which inspects the last contact, in one frame. It fills the window, or it is a small picture on a
//! card over the player's view.

use macroquad::window::screen_dpi_scale;

use crate::app::Game;
use crate::app::records::countdown::race_view;
use crate::draw::debug_draw::DebugDraw;
use crate::draw::renderer::{Picture, Renderer, Section};
use crate::draw::viewport::Viewport;
use crate::session::Session;
use crate::view::hud::side_card::CardPlace;
use crate::view::hud::{SideContent, time_bar};
use crate::view::map;
use crate::view::side::SidePicture;
use crate::view::side::caption::Caption;
use crate::view::side::framing::FIELD_OF_VIEW_DEG;

/// Rows of values on the card: what was asked, what pushed or was taken away, and what the player moved.
const ROWS: usize = 3;

/// The view from the side in one frame.
pub struct SideFrame {
    card: CardPlace,
    /// `None` before the first contact.
    picture: Option<(SidePicture, Section)>,
    /// The rectangle of the small view, as left, bottom, width and height; physical pixels from the lower left of the
    /// window. `None` if the view fills the window, or the card has no room for a picture.
    inset: Option<[i32; 4]>,
    fills_window: bool,
}

impl SideFrame {
    /// Whether the view from the side fills the window.
    pub fn fills_window(&self) -> bool {
        self.fills_window
    }

    /// The contents of the HUD for this view. `debug` has the drawings of the view, and thus its labels.
    pub fn content<'n>(&self, page: &Viewport, debug: &'n DebugDraw) -> SideContent<'n> {
        let picture = self.picture.as_ref();
        SideContent {
            place: if picture.is_some() {
                self.card
            } else {
                self.card.without_contact(page)
            },
            caption: picture.map_or_else(Caption::nothing_yet, |(side, _)| side.caption.clone()),
            labels: &debug.labels,
            arrows: &debug.kept_free,
            camera: picture.map(|(_, section)| section.marks),
            details: picture
                .filter(|_| self.fills_window)
                .map(|(side, _)| side.details.clone()),
            is_large: self.fills_window,
        }
    }

    /// Draws it into the window, or the player's view there and this one into the card.
    ///
    /// `marks` are the drawings over the view from the side, and the factor of their line widths. `draw_player_view` draws
    /// the player's view into the window.
    pub fn draw(
        &self,
        renderer: &mut Renderer,
        session: &Session,
        marks: (&DebugDraw, f32),
        draw_player_view: impl FnOnce(&mut Renderer),
    ) {
        let Some((side, section)) = &self.picture else {
            return draw_player_view(renderer);
        };
        let (debug, line_scale) = marks;
        let side_picture = Picture {
            camera: section.camera,
            marks: Some(section.marks),
            geometry: Some((&debug.geometry, line_scale)),
            over: None,
        };
        let place_past_movers = |renderer: &mut Renderer| {
            if let Some(movers) = &side.movers {
                renderer.models.place_movers(movers.iter().copied());
            }
        };
        if !self.fills_window {
            draw_player_view(renderer);
            if let Some(inset) = self.inset {
                place_past_movers(renderer);
                renderer.draw_inset(&side_picture, inset);
            }
            return;
        }
        place_past_movers(renderer);
        renderer.draw(&side_picture, |_, _| ());
        renderer.present();
        renderer.models.place_movers(session.mover_placements());
    }
}

/// The large view in a narrower frame of another page has no caption; logical pixels. Smaller: it covers most of the picture.
const MIN_CAPTIONED: f32 = 480.0;

impl Game {
    /// Prepares the view from the side for a frame. `None` if it is off, or something covers it.
    pub(in crate::app) fn side_frame(&mut self, page: &Viewport) -> Option<SideFrame> {
        let card = self.side_card(page)?;
        self.session.update_contact_clip();
        let (views, session) = (&mut self.views, &self.session);
        let dpi = screen_dpi_scale();
        let inset = card.picture.map(|picture| {
            let pixels = |length: f32| (length * dpi).round() as i32;
            [
                pixels(picture.x),
                pixels(page.height - picture.bottom()),
                pixels(picture.w),
                pixels(picture.h),
            ]
        });
        let is_large = views.side.is_large;
        let size = if is_large {
            views.renderer.picture_size()
        } else if let Some([.., width, height]) = inset {
            (width as f32, height as f32)
        } else {
            // Without room for a picture, only the caption is shown.
            (1.0, 1.0)
        };
        let aspect = f64::from(size.0 / size.1.max(1.0));
        // The card covers the right part of a large picture.
        let free_share = if is_large {
            f64::from(card.rect().x / page.width)
        } else {
            1.0
        };
        let picture = views.side.draw(session, aspect, free_share).map(|side| {
            let eye = (side.eye, &side.axes);
            let renderer = &views.renderer;
            let section = renderer.section_camera(eye, size, FIELD_OF_VIEW_DEG, side.cut);
            (side, section)
        });
        let fills_window = is_large && picture.is_some();
        Some(SideFrame {
            card: if fills_window {
                card.without_picture()
            } else {
                card
            },
            fills_window,
            picture,
            inset: inset.filter(|_| !fills_window),
        })
    }

    /// The place of the card of the view from the side. `None` if the view is off, or something covers it.
    fn side_card(&self, page: &Viewport) -> Option<CardPlace> {
        let views = &self.views;
        let is_covered = self.screens.hide_text() || views.map.is_large();
        if !views.overlays.shown.moves() || is_covered || !page.has_text_room() {
            return None;
        }
        // The page around it has the words.
        if self.window.is_embedded && views.side.is_large && page.width < MIN_CAPTIONED {
            return Some(CardPlace::hidden(page));
        }
        let map = map::rect_of(views.map.size, page);
        // The card is at the right, above a map that is also there.
        let map_at_right = map.filter(|map| map.right() > page.width * 0.5);
        // On an upright phone, it is also above the card of the tour, where that was in the last frame.
        let tour = views.hud.areas.tour_card;
        let tour = tour.filter(|_| page.is_upright_phone());
        let floors = [map_at_right, tour].into_iter().flatten();
        let bottom = floors.map(|below| below.y).reduce(f32::min);
        let race = race_view(&self.session, self.countdown.as_ref(), "");
        let race = race.map(|race| race.stepping_back(true));
        let clock_end = time_bar::end(page, &self.clock(), race.as_ref());
        // A run with another value has a row, too.
        let rows = ROWS + usize::from(self.session.trial_run().is_some());
        Some(CardPlace::new(page, clock_end, bottom, rows))
    }
}
