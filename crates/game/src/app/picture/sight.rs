//! The sight of a frame: its viewpoint, its camera, and the pictures next to each other.

use sidle::geometry::Obb;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;

use crate::app::Game;
use crate::app::picture::panes::Panes;
use crate::app::picture::side_frame::SideFrame;
use crate::draw::camera::Camera;
use crate::draw::debug_draw::DebugDraw;
use crate::draw::renderer::{Picture, Renderer};
use crate::draw::viewport::Viewport;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::options::surface_style::SurfaceStyle;
use crate::session::Session;
use crate::session::editor::{Editor, Target, box_of};
use crate::session::guide::TourStep;
use crate::view::context::{AuditView, ViewContext};
use crate::view::hud::Hud;

/// The view of one frame.
pub struct Sight {
    pub eye: DVec3,
    axes: ViewAxes,
    pub camera: Camera,
    /// The view from the side; `None` if it is off.
    pub side: Option<SideFrame>,
    /// The views of all controllers; `None` if they are off.
    pub panes: Option<Panes>,
    /// The direction through the free mouse that edits the level, if there is one; unit.
    pub pointed: Option<DVec3>,
    /// The target of the crosshair, while the overlays explain it.
    pub target: Option<Target>,
    /// Whether the texts of signs are drawn.
    pub has_signs: bool,
    /// Whether overlays are drawn into the level.
    pub has_overlays: bool,
    /// Whether the camera is outside of the player.
    outside: bool,
    /// The box around the entry of the level's text that is marked.
    marked: Option<Obb>,
    /// The step of the tour whose card is shown.
    tour_step: Option<TourStep>,
    /// The direction of the step's place, if the picture does not show it.
    pub tour_arrow: Option<f32>,
    /// Whether a person stands next to a bare mesh, to show its size.
    compares_size: bool,
    /// Whether there are effects.
    has_effects: bool,
    /// The number of the window's pixels per logical pixel.
    pixel_scale: f32,
}

impl Game {
    /// The view of a frame. With `shows_tour`, it includes the place of the tour.
    pub(in crate::app) fn sight(&mut self, page: &Viewport, shows_tour: bool) -> Sight {
        let films = self.films();
        let side = self.side_frame(page).filter(|_| !films);
        let player = self.session.sim.player();
        let angles = if films {
            (player.yaw, player.pitch)
        } else {
            self.input.view.angles()
        };
        let axes = self.views.sway.axes(angles);
        let panes = self.panes(page, &axes).filter(|_| !films);
        let (eye, clearance) = if films {
            self.session.third_person_eye(axes.look)
        } else {
            self.views.eye(&self.session, &axes)
        };
        let pane_camera = panes.as_ref().and_then(Panes::player_camera);
        let camera =
            pane_camera.unwrap_or_else(|| self.views.renderer.camera(eye, &axes, clearance));
        let (views, session) = (&self.views, &self.session);
        // The help covers all other text and overlays.
        let shows_help = self.screens.help.is_some();
        let has_large_map = views.map.is_large();
        let is_single = !side.as_ref().is_some_and(SideFrame::fills_window) && panes.is_none();
        let explains = is_single && (views.overlays.shown.any() || self.slot.edits());
        let points = explains && !shows_help && !has_large_map && views.viewpoint.shows_target();
        let target = || Target::find(session.sim.world(), eye, axes.look);
        Sight {
            tour_arrow: self.tour_arrow(&camera, eye, axes.right),
            tour_step: self.tour.shown_step().filter(|_| shows_tour),
            pointed: (self.input.editing_place()).map(|place| self.ray(Some(place)).look),
            target: points.then(target).flatten(),
            // Nothing collides with signs.
            has_signs: !shows_help && self.settings.values.surfaces != SurfaceStyle::Collision,
            has_overlays: !shows_help && !has_large_map,
            outside: films || views.viewpoint.shows_body(),
            marked: views
                .marked
                .and_then(|entry| box_of(&session.level, &session.sim, entry)),
            compares_size: self.screens.mesh_card.is_some(),
            has_effects: self.settings.values.effects,
            pixel_scale: page.pixel_scale(),
            eye,
            axes,
            camera,
            side,
            panes,
        }
    }
}

impl Sight {
    /// The parts of `session` that the overlays and the map read.
    pub fn context<'v>(
        &'v self,
        session: &'v Session,
        editor: Option<&'v Editor>,
        audit: Option<AuditView<'v>>,
    ) -> ViewContext<'v> {
        ViewContext {
            level: &session.level,
            sim: &session.sim,
            outside: self.outside,
            alpha: session.interpolation_fraction(),
            player_position: session.player_position(),
            eye: self.eye,
            axes: self.axes,
            pointed: self.pointed,
            target: self.target.as_ref(),
            lab: session.lab.as_ref(),
            ghosts: &session.ghosts,
            race_ghost: session.race_ghost(),
            tour_step: self.tour_step,
            trail: &session.trail,
            marked: self.marked,
            editor,
            audit,
            compares_size: self.compares_size,
            effects: self.has_effects.then_some(&session.effects),
        }
    }

    /// The overlays of `shown` whose colours the legend has to explain.
    pub fn explained(
        &self,
        mut shown: OverlaySet,
        view: &ViewContext,
        session: &Session,
    ) -> OverlaySet {
        // The panes, and the board of verdicts, have the names of the controllers.
        let has_names = self.panes.is_some() || !session.verdicts().is_empty();
        for (overlay, is_missing) in [
            (Overlay::Zones, view.sim.zones().is_empty()),
            (Overlay::Surfaces, view.level.surfaces.is_empty()),
            (Overlay::Heat, view.audit.is_none()),
            (Overlay::Findings, view.audit.is_none()),
            (Overlay::Ghosts, has_names),
            (Overlay::Panes, has_names),
        ] {
            if is_missing {
                shown.set(overlay, false);
            }
        }
        // The view from the side draws none of the others.
        if self.side.as_ref().is_some_and(SideFrame::fills_window) {
            for entry in Overlay::ALL {
                let is_drawn = matches!(entry.overlay, Overlay::Moves | Overlay::Ghosts);
                shown.set(entry.overlay, is_drawn && shown.has(entry.overlay));
            }
        }
        shown
    }

    /// Draws the level in one picture or in several. `debug` are the drawings of the overlays, if there are any, and `side_debug`
    /// those of the view from the side.
    pub fn draw_level(
        &self,
        renderer: &mut Renderer,
        hud: &Hud,
        session: &Session,
        debug: Option<&DebugDraw>,
        side_debug: &DebugDraw,
    ) {
        let player_picture = Picture {
            camera: self.camera,
            marks: None,
            geometry: debug.map(|debug| (&debug.geometry, self.pixel_scale)),
            over: None,
        };
        let draw_player_view = |renderer: &mut Renderer| {
            renderer.draw(&player_picture, |camera, pass| {
                if self.has_signs {
                    hud.draw_signs(camera, pass);
                }
            });
            renderer.present();
        };
        match (&self.panes, &self.side) {
            (Some(panes), _) => panes.draw(renderer, player_picture.geometry, |camera, pass| {
                if self.has_signs {
                    hud.draw_signs(camera, pass);
                }
            }),
            (None, Some(side)) => {
                let marks = (side_debug, self.pixel_scale);
                side.draw(renderer, session, marks, draw_player_view);
            }
            (None, None) => draw_player_view(renderer),
        }
    }
}
