//! The panes of a frame: the player's view and that of each ghost, side by side.

use macroquad::math::Rect;
use macroquad::window::screen_dpi_scale;

use sidle::geometry::angle::ViewAxes;
use sidle::player::Controller;

use crate::app::Game;
use crate::draw::camera::Camera;
use crate::draw::renderer::debug::debug_geometry::DebugGeometry;
use crate::draw::renderer::{Picture, Renderer};
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::options::overlay_set::Overlay;
use crate::session::eye::Viewpoint;
use crate::view::hud::PaneContent;
use crate::view::hud::panes::divide;

/// The panes of one frame, the player's first.
pub struct Panes {
    places: Vec<Rect>,
    controllers: Vec<Controller>,
    /// The parts of the window with their cameras: left, bottom, width and height; physical pixels from the lower left.
    pictures: Vec<([i32; 4], Camera)>,
    /// Whether the bodies are seen from outside.
    outside: bool,
}

impl Panes {
    /// Their part of the HUD.
    pub fn content(&self) -> PaneContent<'_> {
        PaneContent {
            places: &self.places,
            controllers: &self.controllers,
        }
    }

    /// The camera of the player's pane.
    pub fn player_camera(&self) -> Option<Camera> {
        self.pictures.first().map(|(_, camera)| *camera)
    }

    /// Draws them, with the debug `geometry` of the frame.
    pub fn draw(&self, renderer: &mut Renderer, geometry: Option<(&DebugGeometry, f32)>) {
        let pictures = self.pictures.iter().enumerate();
        renderer.draw_panes(pictures.map(|(number, (part, camera))| {
            let picture = Picture {
                camera: *camera,
                marks: None,
                // A ghost does not see its own body around its eye.
                geometry: geometry.filter(|_| number == 0 || self.outside),
            };
            (*part, picture)
        }));
    }
}

impl Game {
    /// Prepares the panes of a frame. `None` if they are off, nobody is there to compare with, or something covers
    /// them.
    pub(in crate::app) fn panes(&self, page: &Viewport, axes: &ViewAxes) -> Option<Panes> {
        let (views, session) = (&self.views, &self.session);
        let outside = match views.viewpoint {
            Viewpoint::FirstPerson => false,
            Viewpoint::ThirdPerson => true,
            Viewpoint::Free(_) => return None,
        };
        let is_on = views.overlays.shown.has(Overlay::Panes);
        let is_covered = self.screens.hide_text() || views.map.size == MapSize::Large;
        if !is_on || is_covered || !page.has_text_room() || session.ghosts.iter().next().is_none() {
            return None;
        }
        let own = (session.sim.player().controller, views.eye(session, axes));
        let look = outside.then_some(axes.look);
        let ghosts = session.ghosts.iter();
        let ghosts = ghosts.map(|ghost| (ghost.controller(), session.ghost_eye(ghost, look)));
        let (controllers, eyes): (Vec<_>, Vec<_>) = std::iter::once(own).chain(ghosts).unzip();
        let places = divide(page, controllers.len());
        let dpi = screen_dpi_scale();
        let pixels = |length: f32| (length * dpi).round() as i32;
        let pictures = places.iter().zip(eyes).map(|(place, (eye, clearance))| {
            let bottom = pixels(page.height - place.bottom());
            let part = [pixels(place.x), bottom, pixels(place.w), pixels(place.h)];
            let size = (part[2] as f32, part[3] as f32);
            let camera = views.renderer.camera_of_size(eye, axes, clearance, size);
            (part, camera)
        });
        Some(Panes {
            pictures: pictures.collect(),
            places,
            controllers,
            outside,
        })
    }
}
