//! The panes of a frame: the player's view and that of each ghost, side by side. From outside, each shows a body from the same
//! direction, together with the place where the controllers parted.

use macroquad::math::Rect;
use macroquad::miniquad::RenderPass;
use macroquad::window::screen_dpi_scale;

use sidle::geometry::angle::ViewAxes;
use sidle::player::Controller;

use crate::app::Game;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::DebugDraw;
use crate::draw::renderer::debug::debug_geometry::DebugGeometry;
use crate::draw::renderer::{Picture, Renderer};
use crate::draw::viewport::Viewport;
use crate::options::overlay_set::Overlay;
use crate::session::eye::Viewpoint;
use crate::session::play::PaneCamera;
use crate::view::hud::PaneContent;
use crate::view::hud::panes::divide;
use crate::view::overlays::body;

/// The panes of one frame, the player's first.
pub struct Panes {
    places: Vec<Rect>,
    controllers: Vec<Controller>,
    /// The parts of the window with their cameras: left, bottom, width and height; physical pixels from the lower left.
    pictures: Vec<([i32; 4], Camera)>,
    /// The body of each pane as seen from outside; none if they are not.
    bodies: Vec<DebugDraw>,
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

    /// Draws them, with the debug `geometry` of the frame, and over it the pane's own body, which another one may coincide with.
    /// `draw_signs` adds the texts of signs to a pane with this camera.
    pub fn draw(
        &self,
        renderer: &mut Renderer,
        geometry: Option<(&DebugGeometry, f32)>,
        draw_signs: impl FnMut(&Camera, Option<RenderPass>),
    ) {
        let pictures = self.pictures.iter().enumerate();
        let pictures = pictures.map(|(number, (part, camera))| {
            let picture = Picture {
                camera: *camera,
                marks: None,
                // A ghost does not see its own body around its eye.
                geometry: geometry.filter(|_| number == 0 || !self.bodies.is_empty()),
                over: self.bodies.get(number).map(|body| &body.geometry),
            };
            (*part, picture)
        });
        renderer.draw_panes(pictures, draw_signs);
    }
}

impl Game {
    /// Prepares the panes of a frame. `None` if they are off, nobody is there to compare with, or something covers
    /// them.
    pub(in crate::app) fn panes(&mut self, page: &Viewport, axes: &ViewAxes) -> Option<Panes> {
        let outside = match self.views.viewpoint {
            Viewpoint::FirstPerson => false,
            Viewpoint::ThirdPerson => true,
            Viewpoint::Free(_) => return None,
        };
        let is_on = self.views.overlays.shown.has(Overlay::Panes);
        let is_covered = self.screens.hide_text() || self.views.map.is_large();
        let session = &self.session;
        if !is_on || is_covered || !page.has_text_room() || session.ghosts.iter().next().is_none() {
            return None;
        }
        let (yaw, _) = self.input.view.angles();
        let (views, session) = (&mut self.views, &self.session);
        let mut cameras = if outside {
            session.pane_cameras(yaw, &mut views.pane_direction)
        } else {
            Vec::new()
        };
        let views = &*views;
        if !outside {
            let own = views.eye(session, axes);
            let ghosts = session.ghosts.iter().map(|ghost| session.ghost_eye(ghost));
            let eyes = std::iter::once(own).chain(ghosts);
            cameras.extend(eyes.map(|(eye, clearance)| PaneCamera {
                eye,
                clearance,
                axes: *axes,
                is_outside: false,
            }));
        }
        let fraction = session.interpolation_fraction();
        let ghosts = session
            .ghosts
            .iter()
            .map(|ghost| (ghost.player(), ghost.position_at(fraction)));
        let own = (session.sim.player(), session.player_position());
        let all: Vec<_> = std::iter::once(own).chain(ghosts).collect();
        let controllers: Vec<_> = all.iter().map(|(player, _)| player.controller).collect();
        let seen = all.iter().zip(&cameras).filter(|_| outside);
        let bodies = seen.map(|((player, place), camera)| {
            let mut debug = DebugDraw::new(views.renderer.origin());
            debug.begin(camera.eye, camera.axes);
            // From inside, one would see nothing but facets.
            if camera.is_outside {
                body::draw(&mut debug, session.sim.tuning(), player, *place);
            }
            debug
        });
        let bodies = bodies.collect();
        let places = divide(page, controllers.len());
        let dpi = screen_dpi_scale();
        let pixels = |length: f32| (length * dpi).round() as i32;
        let pictures = places.iter().zip(&cameras).map(|(place, view)| {
            let bottom = pixels(page.height - place.bottom());
            let part = [pixels(place.x), bottom, pixels(place.w), pixels(place.h)];
            let size = (part[2] as f32, part[3] as f32);
            let camera = {
                let renderer = &views.renderer;
                renderer.camera_of_size(view.eye, &view.axes, view.clearance, size)
            };
            (part, camera)
        });
        Some(Panes {
            pictures: pictures.collect(),
            places,
            controllers,
            bodies,
        })
    }
}
