//! One tick of a player.

use glam::DVec3;

use super::{
    Command, Controller, Ground, Mode, PlayerState, Trace, Tuning, boxed, classic, ground, motion,
    swept,
};
use crate::world::World;

/// Takes the player one tick of `dt` seconds further.
///
/// # Shapes
/// - `trace` is emptied and then filled with what happens.
///
/// # Example
/// With nothing under it, a walker falls: `½·20·(1/120)²` m in its first tick.
/// ```
/// use sidle::{player::{Command, PlayerState, Trace, Tuning, advance}, world::World};
/// let mut state = PlayerState::default();
/// let (world, tuning) = (World::default(), Tuning::default());
/// advance(&world, &tuning, &mut state, &Command::default(), 1.0 / 120.0, &mut Trace::off());
/// assert!((state.position.y + 10.0 / 14400.0).abs() < 1e-15);
/// ```
pub fn advance(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
    dt: f64,
    trace: &mut Trace,
) {
    trace.clear();
    take_orders(tuning, state, command);
    match state.mode {
        Mode::Walk => {
            let motion = motion::walk(tuning, state, command, dt, trace);
            walk(world, tuning, state, motion, command.walk_wish(), trace);
        }
        Mode::Fly => {
            let motion = motion::fly(tuning, state, command, dt);
            state.ground = Ground::None;
            fly(world, tuning, state, motion, trace);
        }
    }
}

/// Walks by `motion`, where the wish is another one, as the player's controller does it, and finds the
/// ground.
fn walk(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    wish: DVec3,
    trace: &mut Trace,
) {
    match state.controller {
        Controller::Classic => {
            let before = state.ground;
            classic::move_and_push(world, tuning, state, motion, trace);
            ground::find_ground(world, tuning, state, before, trace);
        }
        Controller::Swept => swept::walk(world, tuning, state, motion, wish, trace),
        Controller::Boxed => {
            let before = state.ground;
            boxed::move_and_push(world, tuning, state, motion, trace);
            ground::find_ground(world, tuning, state, before, trace);
        }
    }
}

/// Flies by `motion` as the player's controller does it.
fn fly(world: &World, tuning: &Tuning, state: &mut PlayerState, motion: DVec3, trace: &mut Trace) {
    match state.controller {
        Controller::Classic => {
            classic::move_and_push(world, tuning, state, motion, trace);
            ground::find_touching(world, tuning, state, trace);
        }
        Controller::Swept => swept::fly(world, tuning, state, motion, trace),
        Controller::Boxed => {
            boxed::move_and_push(world, tuning, state, motion, trace);
            ground::find_touching(world, tuning, state, trace);
        }
    }
}

/// What the command simply sets: the view, the mode and the controller. A controller that cannot move
/// the body leaves it to the swept one.
fn take_orders(tuning: &Tuning, state: &mut PlayerState, command: &Command) {
    state.yaw = command.yaw;
    state.pitch = command.pitch;
    // The flying camera has no inertia that a walker could inherit.
    if state.mode == Mode::Fly && command.mode == Mode::Walk {
        state.velocity = DVec3::ZERO;
    }
    state.mode = command.mode;
    state.controller = if command.controller.suits(tuning.body) {
        command.controller
    } else {
        Controller::Swept
    };
}
