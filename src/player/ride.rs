//! The player and what moves it: carried by what it stands on, pushed by what comes against it.
//!
//! Whoever moves a box of the world first moves the box, then lets the player be carried and give
//! way. Each controller does both in its own manner, with the same two promises: the player goes
//! through nothing, and where it has no room to give way, the caller is told so and takes the box back.

use glam::DVec3;

use super::slide::{Course, Wish, push_out, slide};
use super::{Controller, PlayerState, Trace, Tuning, boxed, classic};
use crate::contact::contact_sphere_obb;
use crate::geometry::float::max;
use crate::geometry::{Capsule, Sphere};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::{BACK_OFF, SLOP, TOUCH};
use crate::world::{BoxId, ColliderId, World};

/// The classic and the boxed controller have given way when nothing pushes them once more by more than
/// this; metres. Ten [`SLOP`]. Smaller: corners, which it sinks into, stop what pushes it; larger: it can
/// be seen inside of what squeezes it.
const SQUEEZED: f64 = SLOP * 10.0;

/// Carries the player by `motion` with the box `platform` on which it stands, and which is already
/// where it goes.
///
/// # Shapes
/// - `motion`: the way of the platform's point under the player; metres. What is in the way stops
///   the player or lets it slide; it is no wall to the player what the platform does.
/// - The `trace` is emptied, and used to work with.
pub fn carry(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    platform: BoxId,
    trace: &mut Trace,
) {
    match state.controller {
        Controller::Classic => {
            trace.clear();
            state.position += motion;
            classic::push_out(world, tuning, state, trace);
        }
        Controller::Boxed => {
            trace.clear();
            boxed::push_out(world, tuning, state, motion, trace);
        }
        Controller::Swept => {
            let Some(body) = tuning.body() else {
                return;
            };
            trace.clear_except(ColliderId::Box(platform));
            let wish = Wish {
                motion,
                floor_cos: 0.0,
                course: Course::Slide,
                margin: 0.0,
                steer: DVec3::ZERO,
            };
            let spent = &mut DVec3::default();
            state.position = slide(world, body, state.position, wish, spent, trace).position;
        }
    }
}

/// Pushes the player out of the box `pusher`, which has just moved; whether there was room.
///
/// # Returns
/// `true`: the player is clear, and where it was in nothing it still is. `false`: it is squeezed
/// between the box and something else; then its place means nothing.
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
/// use sidle::player::{PlayerState, Trace, Tuning, give_way};
/// // The side of a crate has come 0.1 m into the player, who has all the room there is.
/// let crate_box = Obb::new(DVec3::X * -1.4, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let world = World::new(vec![], vec![crate_box]);
/// let mut state = PlayerState::default();
/// assert!(give_way(&world, &Tuning::default(), &mut state, BoxId(0), &mut Trace::off()));
/// assert!(state.position.abs_diff_eq(DVec3::X * 0.1, 1e-4));
/// ```
pub fn give_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    trace: &mut Trace,
) -> bool {
    match state.controller {
        Controller::Classic => classic_gives_way(world, tuning, state, pusher, trace),
        Controller::Swept => swept_gives_way(world, tuning, state, pusher, trace),
        Controller::Boxed => boxed_gives_way(world, tuning, state, pusher, trace),
    }
}

/// Out of all that the camera sphere is in.
fn classic_gives_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    trace: &mut Trace,
) -> bool {
    let sphere = Sphere::new(state.position, tuning.radius + TOUCH);
    let (Some(sphere), Some(obb)) = (sphere, world.boxes().get(pusher.0 as usize)) else {
        return true;
    };
    if contact_sphere_obb(&sphere, obb).is_none() {
        return true;
    }
    trace.clear();
    has_room(state, |state| {
        classic::push_out(world, tuning, state, trace)
    })
}

/// Out of all that the player's box is in.
fn boxed_gives_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    trace: &mut Trace,
) -> bool {
    let player = tuning.obb(state.position, state.yaw);
    let (Some(player), Some(obb)) = (player, world.boxes().get(pusher.0 as usize)) else {
        return true;
    };
    // Also what it only touches: being carried may have pressed the player into something else.
    if matches!(overlap_obb_obb(&player, obb), ObbOverlap::Apart(gap) if gap.separation > TOUCH) {
        return true;
    }
    trace.clear();
    has_room(state, |state| {
        boxed::push_out(world, tuning, state, DVec3::ZERO, trace)
    })
}

/// All pushes once; squeezed is who would be pushed again.
fn has_room(state: &mut PlayerState, mut push_out: impl FnMut(&mut PlayerState) -> f64) -> bool {
    push_out(state);
    let pushed = state.position;
    let squeezed = push_out(state);
    state.position = pushed;
    squeezed <= SQUEEZED
}

/// The nearest way out, as far as everything else lets it.
fn swept_gives_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    trace: &mut Trace,
) -> bool {
    let Some(body) = tuning.body() else {
        return true;
    };
    let start = body.at(state.position);
    let pusher = ColliderId::Box(pusher);
    let (pushed_in, elsewhere) = depths(world, start, pusher, trace);
    if pushed_in <= BACK_OFF {
        return true;
    }
    trace.clear();
    state.position = push_out(world, body, state.position, trace);
    let (still_in, deepest) = depths(world, body.at(state.position), pusher, trace);
    still_in <= BACK_OFF && deepest <= max(elsewhere, BACK_OFF)
}

/// How deep `body` is in `pusher`, and how deep in anything else; metres, 0 for not at all.
fn depths(
    world: &World,
    body: Option<Capsule>,
    pusher: ColliderId,
    trace: &mut Trace,
) -> (f64, f64) {
    let Some(body) = body else {
        return (0.0, 0.0);
    };
    let touching = trace.touching_mut();
    world.surfaces_near(body, 0.0, touching);
    let mut depths = (0.0_f64, 0.0_f64);
    for surface in touching.iter() {
        let depth = -surface.separation;
        if surface.collider == pusher {
            depths.0 = max(depths.0, depth);
        } else {
            depths.1 = max(depths.1, depth);
        }
    }
    depths
}
