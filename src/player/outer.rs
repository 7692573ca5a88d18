//! Players whom a controller outside of the library moves.

use glam::DVec3;

use super::advance::{apply_command, end_tick};
use super::{Command, Contacts, Ground, PlayerState, Scratch, Trace, Tracer, Tuning};
use crate::tolerance::SLOP;
use crate::world::World;

/// How near a surface must be to count as touched by such a player, who keeps a gap that is not ours; metres. Smaller: a
/// controller with a skin touches nothing; larger: walls are touched from afar.
const OUTER_TOUCH: f64 = SLOP * 400.0;

/// Where a controller outside of the library has moved the player in a tick.
///
/// See [`Sim::play_with`](crate::sim::Sim::play_with).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OuterStep {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// In the world, not relative to a platform; m/s.
    pub velocity: DVec3,
    /// The ground under the player.
    pub ground: Ground,
}

/// The tick of such a player. It makes this `step`, through everything, or stays without one.
pub(crate) fn follow<'s>(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, dt): (&Command, f64),
    step: Option<&OuterStep>,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    let world = world.into();
    scratch.begin(&world);
    // It empties the trace.
    Tracer::new(trace);
    apply_command(&world, tuning, state, command);
    let (start, fall) = (
        state.position,
        (!state.ground.stands()).then_some(state.velocity),
    );
    if let Some(step) = step {
        (state.position, state.velocity) = (step.position, step.velocity);
        state.ground = step.ground;
    }
    (state.ride, state.coyote, state.jump_wanted) = (None, 0.0, 0.0);
    if let Some(body) = tuning
        .for_player(state)
        .body()
        .and_then(|body| body.at(state.position))
    {
        world.surfaces_near(body, OUTER_TOUCH, scratch.contacts.touching_mut());
    }
    if let (Some(velocity), Some(normal)) = (fall, state.ground.support()) {
        scratch.contacts.land(velocity, normal);
    }
    end_tick(&world, tuning, state, start, scratch, dt)
}
