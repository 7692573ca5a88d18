//! The player's choices and presses for the next tick: mode, controller, boxes, jump, respawn.

use sidle::player::{BodyShape, Command, Controller, Mode, Spawn, TickInput};
use sidle::world::BoxFit;

use crate::options::action::Action;
use crate::options::controls::Switch;

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
    jump: bool,
    respawn: bool,
}

impl PlayerInput {
    /// Takes mode and controller from `spawn`.
    pub fn start(&mut self, spawn: &Spawn, body: BodyShape) {
        self.mode = spawn.mode;
        self.controller = spawn.controller;
        self.boxes = BoxFit::default();
        self.set_body(body);
    }

    /// Offers the controllers that can move `body`; replaces a controller that cannot by the first that can.
    pub fn set_body(&mut self, body: BodyShape) {
        self.body = body;
        let all = Controller::NAMES.map(|(_, controller)| controller);
        self.supported = all.into_iter().filter(|one| one.suits(body)).collect();
        if !self.controller.suits(body) {
            self.controller = self.supported.first().copied().unwrap_or_default();
        }
    }

    /// Offers all controllers to a player whose body, now of this shape, changes with the controller.
    pub fn offer_all(&mut self, body: BodyShape) {
        self.body = body;
        self.supported = Controller::NAMES.map(|(_, controller)| controller).into();
    }

    /// Takes mode, controller and boxes from `input`, and drops the presses since then.
    pub fn resume_from(&mut self, input: &TickInput) {
        self.mode = input.command.mode;
        self.controller = input.command.controller;
        self.boxes = input.box_fit;
        self.clear_presses();
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
    }

    pub fn controller(&self) -> Controller {
        self.controller
    }

    pub fn set_controller(&mut self, controller: Controller) {
        self.controller = controller;
    }

    /// Whether more than one controller can move the body.
    pub fn has_other_controllers(&self) -> bool {
        self.supported.len() > 1
    }

    /// Whether the body can crouch.
    pub fn can_crouch(&self) -> bool {
        self.body == BodyShape::Capsule
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
                self.mode = match self.mode {
                    Mode::Walk => Mode::Fly,
                    Mode::Fly => Mode::Walk,
                };
                Action::ModeChanged(self.mode)
            }
            Switch::Boxes => {
                self.boxes = match self.boxes {
                    BoxFit::Oriented => BoxFit::Aligned,
                    BoxFit::Aligned => BoxFit::Oriented,
                };
                Action::BoxFitChanged(self.boxes)
            }
            Switch::Controller => {
                let known = &self.supported;
                let at = known.iter().position(|one| *one == self.controller);
                let next = at.map_or(0, |at| (at + 1) % known.len());
                self.controller = known.get(next).copied().unwrap_or_default();
                Action::ControllerChanged(self.controller)
            }
        })
    }

    /// `held` with the choices and presses. The presses are used up; a jump only where `held` moves the body.
    pub fn complete(&mut self, held: Command, moves_body: bool) -> TickInput {
        let jump = std::mem::take(&mut self.jump);
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
    fn an_unsupported_controller_is_replaced() {
        let mut player = PlayerInput::default();
        player.set_controller(Controller::Classic);
        player.set_body(BodyShape::Capsule);
        assert!(player.controller().suits(BodyShape::Capsule));
    }
}
