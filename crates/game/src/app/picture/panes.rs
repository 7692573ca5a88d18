//! The panes of a frame: the player's view and that of each ghost, side by side. From outside, each shows a body from the same
//! direction, together with the place where the controllers parted.

use macroquad::math::Rect;
use macroquad::miniquad::RenderPass;
use macroquad::window::screen_dpi_scale;

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::player::Controller;

use crate::app::Game;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::DebugDraw;
use crate::draw::renderer::debug::debug_geometry::DebugGeometry;
use crate::draw::renderer::{Picture, Renderer};
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::options::overlay_set::Overlay;
use crate::session::eye::Viewpoint;
use crate::view::hud::PaneContent;
use crate::view::hud::panes::divide;
use crate::view::overlays::body;

/// How far the cameras outside are turned from the player's heading, to either side, and how far they look down; degrees.
/// Smaller: a wall ahead is seen as a blank plane; larger: one cannot steer.
const TURN_DEG: f64 = 50.0;
const DOWN_DEG: f64 = 24.0;
const STEEP_DEG: f64 = 62.0;

/// The directions of the cameras outside: the side, how far down, and the cost as a share of free sight. From above one sees less of
/// how deep a body is in a wall.
const DIRECTIONS: [(f64, f64, f64); 4] = [
    (1.0, DOWN_DEG, 0.0),
    (-1.0, DOWN_DEG, 0.0),
    (1.0, STEEP_DEG, 0.4),
    (-1.0, STEEP_DEG, 0.4),
];

/// The cameras change to a direction with more free sight by this share of it. Smaller: they jump to and fro.
const OTHER_SIDE_GAIN: f64 = 0.3;

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
        let is_covered = self.screens.hide_text() || self.views.map.size == MapSize::Large;
        let session = &self.session;
        if !is_on || is_covered || !page.has_text_room() || session.ghosts.iter().next().is_none() {
            return None;
        }
        let axes = &if outside { self.turn_panes() } else { *axes };
        let (views, session) = (&self.views, &self.session);
        let eye = if outside {
            session.pane_eye(session.player_position(), axes.look)
        } else {
            views.eye(session, axes)
        };
        let own = (session.sim.player(), session.player_position(), eye);
        let fraction = session.interpolation_fraction();
        let ghosts = session.ghosts.iter().map(|ghost| {
            let place = ghost.position_at(fraction);
            let eye = if outside {
                session.pane_eye(place, axes.look)
            } else {
                session.ghost_eye(ghost)
            };
            (ghost.player(), place, eye)
        });
        let all: Vec<_> = std::iter::once(own).chain(ghosts).collect();
        let controllers: Vec<_> = all.iter().map(|(player, ..)| player.controller).collect();
        let seen = all.iter().filter(|_| outside);
        let bodies = seen.map(|(player, place, (eye, _))| {
            let mut debug = DebugDraw::new(views.renderer.origin());
            debug.begin(*eye, *axes);
            body::draw(&mut debug, session.sim.tuning(), player, *place);
            debug
        });
        let bodies = bodies.collect();
        let places = divide(page, controllers.len());
        let dpi = screen_dpi_scale();
        let pixels = |length: f32| (length * dpi).round() as i32;
        let pictures = places
            .iter()
            .zip(&all)
            .map(|(place, (_, _, (eye, clearance)))| {
                let bottom = pixels(page.height - place.bottom());
                let part = [pixels(place.x), bottom, pixels(place.w), pixels(place.h)];
                let size = (part[2] as f32, part[3] as f32);
                let camera = views.renderer.camera_of_size(*eye, axes, *clearance, size);
                (part, camera)
            });
        Some(Panes {
            pictures: pictures.collect(),
            places,
            controllers,
            bodies,
        })
    }

    /// The directions of cameras outside: obliquely from behind the player, from the side with more free sight of all bodies, or
    /// from above where walls are close on both sides.
    fn turn_panes(&mut self) -> ViewAxes {
        let (yaw, _) = self.input.view.angles();
        let turned = |(side, down, _): (f64, f64, f64)| {
            let turn = BinaryAngle::from_degrees(side * TURN_DEG);
            let yaw = BinaryAngle::from_bits(yaw.bits().wrapping_add(turn.bits()));
            ViewAxes::new(yaw, BinaryAngle::from_degrees(-down))
        };
        let now = &mut self.views.pane_direction;
        let values = DIRECTIONS
            .map(|direction| self.session.free_sight(turned(direction).look) - direction.2);
        let best =
            (0..DIRECTIONS.len()).max_by(|one, other| values[*one].total_cmp(&values[*other]));
        if let Some(best) = best.filter(|best| values[*best] > values[*now] + OTHER_SIDE_GAIN) {
            *now = best;
        }
        turned(DIRECTIONS[*now])
    }
}
