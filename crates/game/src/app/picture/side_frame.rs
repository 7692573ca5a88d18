//! The contact inspector in a frame: its subject and its place. One of the two views fills the window, and the other is
//! small.

use macroquad::window::screen_dpi_scale;

use crate::app::Game;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::DebugDraw;
use crate::draw::renderer::{Picture, Renderer, Section};
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::Session;
use crate::view::hud::side_card::CardPlace;
use crate::view::hud::{SideContent, time_bar};
use crate::view::map;
use crate::view::side::SidePicture;
use crate::view::side::caption::Caption;
use crate::view::side::framing::FIELD_OF_VIEW_DEG;

/// The view from the side in one frame.
pub struct SideFrame {
    place: CardPlace,
    /// `None` if there was no contact yet.
    seen: Option<(SidePicture, Section)>,
    /// The part of the window with the small view, as left, bottom, width and height; physical pixels from the lower
    /// left.
    part: Option<[i32; 4]>,
    fills: bool,
}

impl SideFrame {
    /// Whether it fills the window.
    pub fn fills(&self) -> bool {
        self.fills
    }

    /// Its part of the HUD; `debug` are its drawings.
    pub fn content<'n>(&self, page: &Viewport, debug: &'n DebugDraw) -> SideContent<'n> {
        let seen = self.seen.as_ref();
        SideContent {
            place: if seen.is_some() {
                self.place
            } else {
                self.place.without_contact(page)
            },
            caption: seen.map_or_else(Caption::nothing_yet, |(side, _)| side.caption.clone()),
            labels: &debug.labels,
            camera: seen.map(|(_, section)| section.marks),
            details: seen
                .filter(|_| self.fills)
                .map(|(side, _)| side.details.clone()),
            is_large: self.fills,
        }
    }

    /// Draws both views, in the window the one from the side if it is the large one, or else `own` by `draw_own`, which
    /// is the player's; the other one in the card. `small_camera` is the player's camera for a small picture.
    pub fn draw(
        &self,
        renderer: &mut Renderer,
        session: &Session,
        marks: (&DebugDraw, f32),
        draw_own: impl FnOnce(&mut Renderer),
        small_camera: impl FnOnce(&Renderer, (f32, f32)) -> Camera,
    ) {
        let aside = self.seen.as_ref().map(|(side, section)| {
            let (debug, scale) = marks;
            let picture = Picture {
                camera: section.camera,
                marks: Some(section.marks),
                geometry: Some((&debug.geometry, scale)),
            };
            (picture, &side.movers)
        });
        let Some((picture, movers)) = aside else {
            return draw_own(renderer);
        };
        let place_movers_then = |renderer: &mut Renderer| {
            if let Some(movers) = movers {
                renderer.place_movers(movers.iter().copied());
            }
        };
        if !self.fills {
            draw_own(renderer);
            if let Some(part) = self.part {
                place_movers_then(renderer);
                renderer.draw_inset(&picture, part);
            }
            return;
        }
        place_movers_then(renderer);
        renderer.draw(&picture);
        renderer.present();
        renderer.place_movers(session.mover_placements());
        if let Some(part) = self.part {
            let size = (part[2] as f32, part[3] as f32);
            let own = Picture {
                camera: small_camera(renderer, size),
                marks: None,
                geometry: None,
            };
            renderer.draw_inset(&own, part);
        }
    }
}

impl Game {
    /// Prepares the view from the side for a frame. `None` if it is off, or something covers it.
    pub(in crate::app) fn side_frame(&mut self, page: &Viewport) -> Option<SideFrame> {
        let place = self.side_place(page)?;
        self.session.update_contact_clip();
        let (views, session) = (&mut self.views, &self.session);
        let dpi = screen_dpi_scale();
        let part = place.picture.map(|picture| {
            let pixels = |length: f32| (length * dpi).round() as i32;
            [
                pixels(picture.x),
                pixels(page.height - picture.bottom()),
                pixels(picture.w),
                pixels(picture.h),
            ]
        });
        let is_large = views.side.is_large;
        let size = match part {
            _ if is_large => views.renderer.picture_size(),
            Some([.., width, height]) => (width as f32, height as f32),
            // Without room for a picture, the caption alone tells of the contact.
            None => (1.0, 1.0),
        };
        let aspect = f64::from(size.0 / size.1.max(1.0));
        // The card covers the right of a large picture.
        let free = f64::from(place.rect().x / page.width);
        let free = if is_large { free } else { 1.0 };
        let seen = views.side.draw(session, aspect, free).map(|side| {
            let eye = (side.eye, &side.axes);
            let renderer = &views.renderer;
            let section = renderer.section_camera(eye, size, FIELD_OF_VIEW_DEG, side.cut);
            (side, section)
        });
        Some(SideFrame {
            place,
            fills: is_large && seen.is_some(),
            seen,
            part,
        })
    }

    /// Where the view from the side has its card; `None` if it is off, or something covers it.
    fn side_place(&self, page: &Viewport) -> Option<CardPlace> {
        let views = &self.views;
        let is_covered = self.screens.hide_text() || views.map.size == MapSize::Large;
        if !views.overlays.shown.moves() || is_covered || !page.has_text_room() {
            return None;
        }
        let map = map::rect_of(views.map.size, page);
        let at_right = map.filter(|map| map.right() > page.width * 0.5);
        let floor = at_right.map(|map| map.y);
        let has_race = self.session.race_clock().is_some();
        let clock_end = time_bar::end(page, &self.session.clock(), has_race);
        Some(CardPlace::new(page, clock_end, floor))
    }
}
