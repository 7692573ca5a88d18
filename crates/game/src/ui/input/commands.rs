//! The commands of the player, of a free camera, and of a lab.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Mode, TickInput};

use crate::options::controls::Control;
use crate::session::lab::state::LabInput;
use crate::ui::input::Input;
use crate::ui::input::keyboard::is_shift_down;

impl Input {
    /// The player's input for a tick. It uses up the presses since the last tick.
    pub fn take_tick_input(&mut self) -> TickInput {
        match self.view.detached_body() {
            // While the camera flies, the body stands still.
            Some((yaw, pitch)) => {
                let still = Command {
                    yaw,
                    pitch,
                    ..Command::default()
                };
                self.player.complete(still, false)
            }
            None => self.player.complete(self.player_command(), true),
        }
    }

    /// The command that the held keys give the player. When walking, "down" crouches, also during a jump.
    fn player_command(&self) -> Command {
        let command = self.fly_command();
        let down = self.keys_move() && self.controls.is_down(Control::Down);
        if self.player.mode() == Mode::Walk && down {
            let up = Axis::new(-1.0);
            return Command { up, ..command };
        }
        command
    }

    /// The command that the held keys give a camera that flies freely.
    pub fn fly_command(&self) -> Command {
        let (yaw, pitch) = self.view.angles();
        let [forward, right, up] = self.move_axes();
        Command {
            forward,
            right,
            up,
            yaw,
            pitch,
            fast: self.controls.is_down(Control::Fast),
            ..Command::default()
        }
    }

    /// Whether the keys move the player. With Ctrl, letters are the editor's.
    fn keys_move(&self) -> bool {
        !self.context.editor.is_on() || !self.keyboard.control
    }

    /// The direction of motion: forward, to the right, and up.
    fn move_axes(&self) -> [Axis; 3] {
        let axis = |plus, minus| {
            if self.keys_move() {
                self.controls.axis(plus, minus)
            } else {
                0.0
            }
        };
        let [right, ahead] = self.controls.walk();
        [
            axis(Control::Forward, Control::Back) + ahead,
            axis(Control::Right, Control::Left) + right,
            axis(Control::Jump, Control::Down),
        ]
        .map(Axis::new)
    }

    /// The motion of a lab's shape. Keys move it along the heading of the view.
    pub fn lab_input(&self) -> LabInput {
        let axes = ViewAxes::new(self.view.angles().0, BinaryAngle::ZERO);
        let axis = |plus, minus| self.controls.axis(plus, minus);
        let away = axis(Control::LabAway, Control::LabNear);
        let right = axis(Control::LabRight, Control::LabLeft);
        let up = axis(Control::LabUp, Control::LabDown);
        let shift = axes.heading * away + axes.right * right + DVec3::Y * up;
        // Away tips the shape over away from the eye, right rolls it to the right, up turns it to the left.
        let turn = axes.heading * right - axes.right * away + DVec3::Y * up;
        let stretch = f64::from(u8::from(self.controls.is_down(Control::LabStretch)));
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
