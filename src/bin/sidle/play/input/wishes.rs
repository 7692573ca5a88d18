//! What the hands want: the commands of a player, of a free camera, and of a lab.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command};

use super::table::Control;
use super::{Input, is_shift_down};
use crate::play::lab::Hands;

impl Input {
    /// The command of a tick. Presses are used up by it.
    pub fn command(&mut self) -> Command {
        let jump = std::mem::take(&mut self.jump);
        let hands = match self.body_view {
            Some((yaw_deg, pitch_deg)) => Command {
                yaw: BinaryAngle::from_degrees(yaw_deg),
                pitch: BinaryAngle::from_degrees(pitch_deg),
                ..Command::default()
            },
            None => Command {
                jump,
                ..self.flight()
            },
        };
        Command {
            mode: self.mode,
            controller: self.controller,
            respawn: std::mem::take(&mut self.respawn),
            boxes: self.boxes,
            ..hands
        }
    }

    /// From now on the hands fly a camera, and the body stands still and looks where it looks.
    pub fn leave_body(&mut self) {
        let view = (self.yaw_deg, self.pitch_deg);
        self.body_view.get_or_insert(view);
    }

    /// The hands move the body again, which looks where it looked.
    pub fn return_to_body(&mut self) {
        if let Some(view) = self.body_view.take() {
            (self.yaw_deg, self.pitch_deg) = view;
        }
    }

    /// What a free camera is asked to do now.
    pub fn flight(&self) -> Command {
        let (yaw, pitch) = self.view();
        let [forward, right, up] = self.wish();
        Command {
            forward,
            right,
            up,
            yaw,
            pitch,
            fast: self.is_down(Control::Fast),
            ..Command::default()
        }
    }

    /// Where the keys lead: forward, to the right, and up.
    fn wish(&self) -> [Axis; 3] {
        // With Ctrl, keys are the editor's.
        let walks = self.editing.is_none() || !self.control;
        let axis = |plus, minus| if walks { self.held(plus, minus) } else { 0.0 };
        let [right, ahead] = if self.listens {
            self.gamepad.walk()
        } else {
            [0.0; 2]
        };
        [
            axis(Control::Forward, Control::Back) + ahead,
            axis(Control::Right, Control::Left) + right,
            axis(Control::Jump, Control::Down),
        ]
        .map(Axis::new)
    }

    /// What the hands do in a lab: keys move along the view's heading.
    pub fn hands(&self) -> Hands {
        let axes = ViewAxes::new(self.view().0, BinaryAngle::ZERO);
        let away = self.held(Control::LabAway, Control::LabNear);
        let right = self.held(Control::LabRight, Control::LabLeft);
        let up = self.held(Control::LabUp, Control::LabDown);
        let shift = axes.heading * away + axes.right * right + DVec3::Y * up;
        // Away tips it over away from the eye, right rolls it to the right, up turns it to the left.
        let turn = axes.heading * right - axes.right * away + DVec3::Y * up;
        let stretch = f64::from(u8::from(self.is_down(Control::LabStretch)));
        if is_shift_down() {
            Hands {
                turn,
                stretch: -stretch,
                ..Hands::default()
            }
        } else {
            Hands {
                shift,
                stretch,
                ..Hands::default()
            }
        }
    }
}
