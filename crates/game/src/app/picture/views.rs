//! The contents of the picture: the level, overlays, map and HUD, seen from a viewpoint.

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::{EntryId, Level};
use sidle::player::{Command, Tuning};

use crate::app::picture::sway::Sway;
use crate::app::setup::GameSetup;
use crate::draw::renderer::Renderer;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::session::Session;
use crate::session::eye::{FreeCamera, Viewpoint};
use crate::ui::input::hints::FilledHints;
use crate::ui::key_labels::LabelSource;
use crate::view::hud::Hud;
use crate::view::map::Map;
use crate::view::overlays::Overlays;
use crate::view::side::SideView;

/// The parts of the picture.
pub struct Views {
    pub renderer: Renderer,
    pub hud: Hud,
    pub overlays: Overlays,
    pub map: Map,
    pub side: SideView,
    pub viewpoint: Viewpoint,
    /// The viewpoint before panes were shown from outside, to which it returns.
    pub viewpoint_before: Option<Viewpoint>,
    /// The number of the direction from which the cameras of panes look.
    pub pane_direction: usize,
    pub sway: Sway,
    /// The hints at the lower edge.
    pub hints: FilledHints,
    /// What the keys on the signs depend on.
    pub signs_of: Option<LabelSource>,
    /// The entry of the level's text that is marked in the picture.
    pub marked: Option<EntryId>,
}

impl Views {
    /// The views of `level`, drawn as `drawing`.
    ///
    /// # Errors
    /// When the graphics driver refuses the renderer or the text.
    pub fn new(level: &Level, drawing: LevelMesh, setup: &GameSetup) -> Result<Self, String> {
        let renderer = Renderer::new(drawing)?;
        let mut hud = Hud::new(&level.scene)?;
        // In a lab, the board shows the numbers that matter.
        hud.shows_readings = level.scene.lab.is_none();
        let mut side = SideView::new(renderer.origin());
        side.is_large = setup.why;
        Ok(Self {
            hud,
            overlays: Overlays::new(setup.overlays, renderer.origin()),
            map: Map::new(setup.map, renderer.origin()),
            side,
            viewpoint: setup.viewpoint,
            viewpoint_before: None,
            pane_direction: 0,
            sway: Sway::default(),
            hints: FilledHints::default(),
            signs_of: None,
            marked: None,
            renderer,
        })
    }

    /// Draws the level as `drawing` from now on, and everything else around its origin. `is_same` says that the same level was
    /// loaded again.
    pub fn set_drawing(&mut self, drawing: LevelMesh, is_same: bool) {
        self.renderer.set_level(drawing, is_same);
        self.reset_overlays();
        self.map.set_level(self.renderer.origin());
    }

    /// Drops the overlays' memory of earlier shapes and places.
    pub fn reset_overlays(&mut self) {
        self.overlays = Overlays::new(self.overlays.shown, self.renderer.origin());
        let is_large = self.side.is_large;
        self.side = SideView::new(self.renderer.origin());
        self.side.is_large = is_large;
    }

    /// The eye of a picture along `axes`, and the free room around it; metres.
    pub fn eye(&self, session: &Session, axes: &ViewAxes) -> (DVec3, f64) {
        match self.viewpoint {
            Viewpoint::FirstPerson => (session.eye(), session.clearance()),
            Viewpoint::ThirdPerson => session.third_person_eye(axes.look),
            Viewpoint::Free(camera) => (camera.eye, FreeCamera::CLEARANCE),
        }
    }

    /// Moves a free camera as `command` says.
    pub fn fly_camera(&mut self, command: &Command, tuning: &Tuning, seconds: f64) {
        if let Viewpoint::Free(camera) = &mut self.viewpoint {
            camera.fly(command, tuning, seconds);
        }
    }
}
