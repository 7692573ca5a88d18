//! What the player's hands hold: mode and controller, and in a lab the shape that is moved.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Mode};

use crate::options::controls::Control;
use crate::session::lab::state::LabInput;
use crate::ui::input::{Input, is_shift_down};

impl Input {
    /// Offers the controllers that can move `body`; from one that cannot, goes on to the first.
    pub fn set_supported_controllers(&mut self, body: BodyShape) {
        let all = Controller::NAMES.map(|(_, controller)| controller);
        self.controllers = all.into_iter().filter(|one| one.suits(body)).collect();
        if !self.controller.suits(body) {
            self.controller = self.controllers.first().copied().unwrap_or_default();
        }
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    pub fn controller(&self) -> Controller {
        self.controller
    }

    pub fn set_controller(&mut self, controller: Controller) {
        self.controller = controller;
    }

    /// Whether going back to the spawn was asked for since the last tick.
    pub fn respawns(&self) -> bool {
        self.respawn
    }

    /// Goes back to the spawn in the next tick.
    pub fn respawn(&mut self) {
        self.respawn = true;
    }

    /// Whether the mouse turns the view.
    pub fn is_grabbed(&self) -> bool {
        self.grabbed
    }

    /// What the hands do in a lab: keys move along the view's heading.
    pub fn lab_input(&self) -> LabInput {
        let axes = ViewAxes::new(self.view().0, BinaryAngle::ZERO);
        let away = self.held(Control::LabAway, Control::LabNear);
        let right = self.held(Control::LabRight, Control::LabLeft);
        let up = self.held(Control::LabUp, Control::LabDown);
        let shift = axes.heading * away + axes.right * right + DVec3::Y * up;
        // Away tips it over away from the eye, right rolls it to the right, up turns it to the left.
        let turn = axes.heading * right - axes.right * away + DVec3::Y * up;
        let stretch = f64::from(u8::from(self.is_down(Control::LabStretch)));
        if is_shift_down() {
            LabInput {
                turn,
                stretch: -stretch,
                ..LabInput::default()
            }
        } else {
            LabInput {
                shift,
                stretch,
                ..LabInput::default()
            }
        }
    }
}
