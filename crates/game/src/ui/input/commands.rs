//! The commands of the player, of a free camera, and of a lab, from the keys that are held and the presses since the last tick.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Controller, Mode, Spawn, TickInput};
use sidle::world::BoxFit;

use crate::options::action::Action;
use crate::options::controllers;
use crate::options::controls::{Control, Switch};
use crate::session::lab::LabInput;
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

    /// Whether a key is held that moves the player.
    pub fn moves(&self) -> bool {
        self.move_axes() != [Axis::ZERO; 3]
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

/// Which of the switches were changed since the last tick.
#[derive(Clone, Copy, Debug, Default)]
struct Changed {
    mode: bool,
    controller: bool,
    boxes: bool,
}

/// The part of the next [`TickInput`] that is switched or pressed, rather than held.
#[derive(Clone, Debug, Default)]
pub struct PlayerInput {
    mode: Mode,
    controller: Controller,
    /// The controllers that can move the body.
    supported: Vec<Controller>,
    body: BodyShape,
    /// Which boxes movers have.
    boxes: BoxFit,
    /// What no tick has used yet.
    changed: Changed,
    jump: bool,
    respawn: bool,
}

impl PlayerInput {
    /// Takes mode and controller from `spawn`.
    pub fn start(&mut self, spawn: &Spawn, body: BodyShape) {
        self.mode = spawn.mode;
        self.controller = spawn.controller;
        self.boxes = BoxFit::default();
        self.changed = Changed::default();
        self.set_body(body);
    }

    /// Offers the controllers that can move `body`; replaces a controller that cannot by the first that can.
    pub fn set_body(&mut self, body: BodyShape) {
        self.body = body;
        self.supported = controllers::all().filter(|one| one.suits(body)).collect();
        if !self.controller.suits(body) {
            self.controller = self.supported.first().copied().unwrap_or_default();
        }
    }

    /// Offers all controllers to a player whose body, now of this shape, changes with the controller.
    pub fn offer_all(&mut self, body: BodyShape) {
        self.body = body;
        self.supported = controllers::all().collect();
    }

    /// Offers no controller that is not `alive`. If the player has one, the swept controller takes over.
    pub fn keep_controllers(&mut self, alive: impl Fn(Controller) -> bool) {
        self.supported.retain(|one| alive(*one));
        if !alive(self.controller) {
            self.controller = Controller::Swept;
        }
    }

    /// Takes mode, controller and boxes from `input`, and drops the presses since then.
    pub fn resume_from(&mut self, input: &TickInput) {
        self.mode = input.command.mode;
        self.controller = input.command.controller;
        self.boxes = input.box_fit;
        self.changed = Changed::default();
        self.clear_presses();
    }

    /// Takes mode, controller and boxes from `input`, the one of the shown tick, but for what was changed during the pause.
    pub fn follow(&mut self, input: &TickInput) {
        let Changed {
            mode,
            controller,
            boxes,
        } = self.changed;
        let command = &input.command;
        if !mode {
            self.mode = command.mode;
        }
        if !controller {
            self.controller = command.controller;
        }
        if !boxes {
            self.boxes = input.box_fit;
        }
    }

    /// Drops the presses that no tick has used yet.
    pub fn clear_presses(&mut self) {
        self.jump = false;
        self.respawn = false;
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.changed.mode = true;
    }

    pub fn controller(&self) -> Controller {
        self.controller
    }

    pub fn set_controller(&mut self, controller: Controller) {
        self.controller = controller;
        self.changed.controller = true;
    }

    /// Whether more than one controller can move the body.
    pub fn has_other_controllers(&self) -> bool {
        self.supported.len() > 1
    }

    /// Whether the body can crouch.
    pub fn can_crouch(&self) -> bool {
        self.body != BodyShape::Sphere
    }

    /// Whether a respawn was pressed since the last tick.
    pub fn wants_respawn(&self) -> bool {
        self.respawn
    }

    /// Respawns in the next tick.
    pub fn respawn(&mut self) {
        self.respawn = true;
    }

    /// Jumps in the next tick.
    pub fn jump(&mut self) {
        self.jump = true;
    }

    /// Applies `switch`; returns the action that announces it.
    pub fn apply(&mut self, switch: Switch) -> Option<Action> {
        Some(match switch {
            Switch::Respawn => {
                self.respawn = true;
                return None;
            }
            Switch::Mode => {
                self.changed.mode = true;
                self.mode = match self.mode {
                    Mode::Walk => Mode::Fly,
                    Mode::Fly => Mode::Walk,
                };
                Action::ModeChanged(self.mode)
            }
            Switch::Boxes => {
                self.changed.boxes = true;
                self.boxes = match self.boxes {
                    BoxFit::Oriented => BoxFit::Aligned,
                    BoxFit::Aligned => BoxFit::Oriented,
                };
                Action::BoxFitChanged(self.boxes)
            }
            Switch::Controller => {
                self.changed.controller = true;
                let known = &self.supported;
                let at = known.iter().position(|one| *one == self.controller);
                let next = at.map_or(0, |at| (at + 1) % known.len());
                self.controller = known.get(next).copied().unwrap_or_default();
                Action::ControllerChanged(self.controller)
            }
        })
    }

    /// `held` with what was chosen and pressed. The presses are used up; a jump only where `held` moves the body.
    pub fn complete(&mut self, held: Command, moves_body: bool) -> TickInput {
        let jump = std::mem::take(&mut self.jump);
        self.changed = Changed::default();
        TickInput {
            command: Command {
                mode: self.mode,
                controller: self.controller,
                jump: jump && moves_body,
                respawn: std::mem::take(&mut self.respawn),
                ..held
            },
            box_fit: self.boxes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_reaches_one_tick_only() {
        let mut player = PlayerInput::default();
        player.jump();
        player.respawn();
        let command = player.complete(Command::default(), true).command;
        assert!(command.jump && command.respawn);
        let command = player.complete(Command::default(), true).command;
        assert!(!command.jump && !command.respawn);
        player.jump();
        assert!(!player.complete(Command::default(), false).command.jump);
        assert!(!player.complete(Command::default(), true).command.jump);
    }

    #[test]
    fn what_is_switched_in_a_pause_is_kept_and_the_rest_follows_the_shown_tick() {
        let mut player = PlayerInput::default();
        player.set_body(BodyShape::Sphere);
        player.set_mode(Mode::Walk);
        player.set_controller(Controller::Classic);
        let shown = player.complete(Command::default(), true);
        player.set_mode(Mode::Fly);
        player.complete(Command::default(), true);
        player.apply(Switch::Controller);
        let chosen = player.controller();
        assert_ne!(chosen, Controller::Classic);
        // A rewind, and the next step, show a tick that classic made.
        for _ in 0..2 {
            player.follow(&shown);
            assert_eq!((player.mode(), player.controller()), (Mode::Walk, chosen));
        }
        let next = player.complete(Command::default(), true);
        assert_eq!(next.command.controller, chosen);
        player.follow(&shown);
        assert_eq!(player.controller(), Controller::Classic);
    }

    #[test]
    fn an_unsupported_controller_is_replaced() {
        let mut player = PlayerInput::default();
        player.set_controller(Controller::Classic);
        player.set_body(BodyShape::Capsule);
        assert!(player.controller().suits(BodyShape::Capsule));
    }
}
