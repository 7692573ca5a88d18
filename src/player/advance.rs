//! One tick of a player.

use glam::DVec3;

use super::trace::Tracer;
use super::underfoot::Underfoot;
use super::{
    Command, Contacts, Controller, Ground, Mode, PlayerState, Scratch, Trace, Tuning, Water, boxed,
    classic, ground, ladder, mantle, motion, resize, swept, swim, wall_jump,
};
use crate::world::FilteredWorld;

/// Advances the player by one tick of `dt` seconds, and returns its contacts.
///
/// # Arguments
/// - `world`: a `&World`, or a filtered view of it. See [`World::filtered`](crate::world::World::filtered).
/// - `trace`, if there is one, is emptied and then filled with the tick's events. It changes no result.
/// - [`Command::respawn`] does nothing here, because only a [`Sim`](crate::sim::Sim) has a spawn.
///
/// # Example
/// A walker without ground falls by `½·20·(1/120)²` m in its first tick.
/// ```
/// use sidle::{player::{Command, PlayerState, Scratch, Tuning, advance}, world::World};
/// let (mut state, mut scratch) = (PlayerState::default(), Scratch::new());
/// let (world, tuning, command) = (World::default(), Tuning::default(), Command::default());
/// advance(&world, &tuning, &mut state, &command, 1.0 / 120.0, &mut scratch, None);
/// assert!((state.position.y + 10.0 / 14400.0).abs() < 1e-15);
/// ```
#[doc(alias = "character controller")]
pub fn advance<'w, 's>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
    dt: f64,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    let order = (command, None);
    advance_in(&world.into(), tuning, state, order, dt, scratch, trace)
}

/// [`advance`] in a filtered world, in water if there is any. It is not generic, so that it is compiled once, together with its callees.
pub(crate) fn advance_in<'s>(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, water): (&Command, Option<&Water>),
    dt: f64,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    scratch.begin(world);
    let tracer = &mut Tracer::new(trace);
    apply_command(world, tuning, state, command);
    let low;
    let tuning = if state.crouched {
        low = tuning.for_player(state);
        &low
    } else {
        tuning
    };
    let start = state.position;
    let mut swims = false;
    match state.mode {
        Mode::Walk => {
            if state.controller == Controller::Swept {
                swept::find_first_ground(world, tuning, state, scratch);
            }
            let wish = scratch.walk_wish(command);
            if let Some(water) = water {
                let order = (command, wish, water);
                swims = swim::swim_instead(world, tuning, state, order, dt, scratch, tracer);
            }
            let stream = water.filter(|water| water.current != DVec3::ZERO);
            let order = (command, wish, stream);
            if swims {
                // The stroke was the whole tick.
            } else if (tuning.mantle_height > 0.0 || mantle::is_held(state))
                && mantle::climb(
                    world,
                    tuning,
                    state,
                    (command, wish, false),
                    dt,
                    scratch,
                    tracer,
                )
            {
                // The climb was the whole tick.
            } else {
                walk_or_climb(world, tuning, state, order, dt, scratch, tracer);
            }
        }
        Mode::Fly => {
            let motion = motion::fly(tuning, state, command, dt);
            state.ground = Ground::None;
            fly(world, tuning, state, motion, scratch, tracer);
        }
    }
    let contacts = end_tick(world, tuning, state, start, scratch, dt);
    if swims {
        (state.air_time, state.last_wall) = (0.0, None);
    }
    contacts
}

/// Notes how a tick of `dt` seconds has left the player, who was at `start` before: on the ground or in the air, and through which
/// sensors.
#[inline]
pub(super) fn end_tick<'s>(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    start: DVec3,
    scratch: &'s mut Scratch,
    dt: f64,
) -> &'s Contacts {
    state.leaving = state.speed_off_ground();
    if state.ground.stands() {
        scratch.contacts.time_landing(state.air_time, dt);
        (state.air_time, state.last_wall) = (0.0, None);
    } else if state.mode == Mode::Walk && !state.ground.is_held() {
        state.air_time += dt;
    } else {
        (state.air_time, state.last_wall) = (0.0, None);
    }
    if world.world().has_sensors()
        && let Some(end) = tuning.placed_body(state)
    {
        let start = end.moved(start - state.position);
        world.sensors_passed(&start, &end, scratch.contacts.sensors_mut());
    }
    scratch.contacts()
}

/// What a walker follows: the command, the direction that it requests, and water that flows.
type Order<'o> = (&'o Command, DVec3, Option<&'o Water>);

/// Walks as ordered, or climbs a ladder.
#[inline]
fn walk_or_climb(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    order: Order<'_>,
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let climbs = world.world().has_ladders() && state.controller == Controller::Swept;
    let (command, wish, _) = order;
    let on_ladder = (command, wish, false);
    if climbs && ladder::climb(world, tuning, state, on_ladder, dt, scratch, tracer) {
        return;
    }
    let stood = state.ground.stands();
    walk_as_ordered(world, tuning, state, order, dt, scratch, tracer);
    if climbs && stood && !state.ground.stands() {
        let over = (command, wish);
        ladder::climb_over_edge(world, tuning, state, over, dt, scratch, tracer);
    }
}

/// Walks as ordered.
#[inline]
fn walk_as_ordered(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, wish, stream): Order<'_>,
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let without_jump;
    let mut command = command;
    if tuning.wall_jump_speed > 0.0
        && wall_jump::jump_off(world, tuning, state, (command, wish), scratch, tracer)
    {
        without_jump = Command {
            jump: false,
            ..*command
        };
        command = &without_jump;
    }
    // Surfaces or water may slow down or carry those who stand on them or in it.
    let mut before = None;
    let tuned;
    let mut tuning_there = tuning;
    if stream.is_some() || world.world().has_underfoot_rules() {
        let underfoot = underfoot(world, tuning, state, stream, scratch);
        scratch.clear();
        tuned = underfoot.tuned(tuning);
        tuning_there = &tuned;
        before = Some(underfoot);
    }
    let mut motion = motion::walk(tuning_there, state, command, wish, dt, tracer);
    if let Some(before) = &before {
        motion += before.conveyor * dt;
    }
    walk(world, tuning, state, motion, wish, scratch, tracer);
    if let Some(before) = before {
        scratch.begin_try();
        let after = underfoot(world, tuning, state, stream, scratch);
        scratch.undo_try();
        before.hand_over(&after, state);
    }
}

/// What the player stands on and in.
#[cold]
fn underfoot(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    stream: Option<&Water>,
    scratch: &mut Scratch,
) -> Underfoot {
    Underfoot::find(*world, tuning, state, scratch).in_stream(stream, tuning, state)
}

/// Walks by `motion` with the player's controller, and finds the ground. `wish` is the direction that the
/// command requests.
#[inline(always)]
fn walk(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    wish: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let fall = (!state.ground.stands()).then_some(state.velocity);
    match state.controller {
        Controller::Classic => {
            let before = state.ground;
            classic::move_and_push_out(*world, tuning, state, motion, scratch, tracer);
            ground::find_ground(*world, tuning, state, before, scratch, tracer);
        }
        Controller::Swept => swept::walk(world, tuning, state, motion, wish, scratch, tracer),
        Controller::Boxed => {
            let before = state.ground;
            boxed::move_and_push_out(*world, tuning, state, motion, scratch, tracer);
            ground::find_ground(*world, tuning, state, before, scratch, tracer);
        }
        Controller::Outer(_) => {}
    }
    if let Some(velocity) = fall
        && let Some(normal) = state.ground.support()
    {
        scratch.contacts.land(velocity, normal);
    }
}

/// Flies by `motion` with the player's controller.
#[inline(never)]
pub(super) fn fly(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    match state.controller {
        Controller::Classic => {
            classic::move_and_push_out(*world, tuning, state, motion, scratch, tracer);
            ground::find_touching(*world, tuning, state, scratch);
        }
        Controller::Swept => swept::fly(world, tuning, state, motion, scratch, tracer),
        Controller::Boxed => {
            boxed::move_and_push_out(*world, tuning, state, motion, scratch, tracer);
            ground::find_touching(*world, tuning, state, scratch);
        }
        Controller::Outer(_) => {}
    }
}

/// Sets the view, the mode and the controller, and crouches or stands up. The swept controller replaces one
/// that cannot move the body.
#[inline]
pub(super) fn apply_command(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
) {
    state.yaw = command.yaw;
    state.pitch = command.pitch;
    // The flying camera has no inertia, so a walker starts at rest.
    if state.mode == Mode::Fly && command.mode == Mode::Walk {
        state.velocity = DVec3::ZERO;
    }
    state.mode = command.mode;
    let controller = if command.controller.suits(tuning.body) {
        command.controller
    } else {
        Controller::Swept
    };
    resize::switch_controller(world, tuning, state, controller);
    if command.crouch() || state.crouched {
        resize::crouch_or_stand(*world, tuning, state, command);
    }
}
