//! What the hands want: the commands of a player, and of a free camera.

use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Axis, Command, TickInput};

use crate::options::controls::Control;
use crate::ui::input::Input;

impl Input {
    /// The input of a tick. Presses are used up by it.
    pub fn tick_input(&mut self) -> TickInput {
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
        TickInput {
            command: Command {
                mode: self.mode,
                controller: self.controller,
                respawn: std::mem::take(&mut self.respawn),
                ..hands
            },
            box_fit: self.boxes,
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
}
