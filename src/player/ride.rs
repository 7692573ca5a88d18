//! The player and what moves it: carried by what it stands on, pushed by what comes against it.
//!
//! Whoever moves a box of the world first moves the box, then lets the player be carried and give
//! way. Each controller does both in its own manner, with the same two promises: the player goes
//! through nothing, and where it has no room to give way, the caller is told so and takes the box back.

use glam::DVec3;

use super::slide::{MoveRequest, push_out, slide};
use super::trace::Tracer;
use super::{Contacts, Controller, PlayerState, Scratch, Tuning, boxed, classic};
use crate::contact::contact_sphere_obb;
use crate::geometry::order::larger;
use crate::geometry::{Capsule, Sphere};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::{LIFT, SLOP, TOUCH};
use crate::world::{BoxId, ColliderId, Filter, World};

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
pub fn carry(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    platform: BoxId,
    scratch: &mut Scratch,
) {
    match state.controller {
        Controller::Classic => {
            scratch.clear();
            state.position += motion;
            let (contacts, tracer) = (&mut scratch.contacts, &mut Tracer::off());
            classic::push_out(world, tuning, state, contacts, tracer);
        }
        Controller::Boxed => {
            scratch.clear();
            boxed::push_out(world, tuning, state, motion, scratch, &mut Tracer::off());
        }
        Controller::Swept => {
            let Some(body) = tuning.body() else {
                return;
            };
            scratch.clear();
            let request = MoveRequest {
                filter: Filter::except(ColliderId::Box(platform)),
                ..MoveRequest::flight(motion)
            };
            let (start, spent) = (state.position, &mut DVec3::default());
            let tracer = &mut Tracer::off();
            state.position = slide(world, body, start, request, spent, scratch, tracer).position;
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
/// use sidle::player::{PlayerState, Scratch, Tuning, give_way};
/// // The side of a crate has come 0.1 m into the player, who has all the room there is.
/// let crate_box = Obb::new(DVec3::X * -1.4, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let world = World::new(vec![], vec![crate_box]);
/// let mut state = PlayerState::default();
/// assert!(give_way(&world, &Tuning::default(), &mut state, BoxId(0), &mut Scratch::new()));
/// assert!(state.position.abs_diff_eq(DVec3::X * 0.1, 1e-4));
/// ```
pub fn give_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    match state.controller {
        Controller::Classic => classic_gives_way(world, tuning, state, pusher, scratch),
        Controller::Swept => swept_gives_way(world, tuning, state, pusher, scratch),
        Controller::Boxed => boxed_gives_way(world, tuning, state, pusher, scratch),
    }
}

/// Out of all that the camera sphere is in.
fn classic_gives_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let sphere = Sphere::new(state.position, tuning.radius + TOUCH);
    let (Some(sphere), Some(obb)) = (sphere, world.boxes().get(pusher.0 as usize)) else {
        return true;
    };
    if contact_sphere_obb(&sphere, obb).is_none() {
        return true;
    }
    scratch.clear();
    has_room(state, |state| {
        classic::push_out(
            world,
            tuning,
            state,
            &mut scratch.contacts,
            &mut Tracer::off(),
        )
    })
}

/// Out of all that the player's box is in.
fn boxed_gives_way(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let player = tuning.obb(state.position, state.yaw);
    let (Some(player), Some(obb)) = (player, world.boxes().get(pusher.0 as usize)) else {
        return true;
    };
    // Also what it only touches: being carried may have pressed the player into something else.
    if matches!(overlap_obb_obb(&player, obb), ObbOverlap::Apart(gap) if gap.separation > TOUCH) {
        return true;
    }
    scratch.clear();
    has_room(state, |state| {
        let tracer = &mut Tracer::off();
        boxed::push_out(world, tuning, state, DVec3::ZERO, scratch, tracer)
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
    scratch: &mut Scratch,
) -> bool {
    let Some(body) = tuning.body() else {
        return true;
    };
    let start = body.at(state.position);
    let pusher = ColliderId::Box(pusher);
    let (pushed_in, elsewhere) = depths(world, start, pusher, &mut scratch.contacts);
    if pushed_in <= LIFT {
        return true;
    }
    scratch.clear();
    state.position = push_out(world, body, state.position, scratch, &mut Tracer::off());
    let pushed = body.at(state.position);
    let (still_in, deepest) = depths(world, pushed, pusher, &mut scratch.contacts);
    still_in <= LIFT && deepest <= larger(elsewhere, LIFT)
}

/// How deep `body` is in `pusher`, and how deep in anything else; metres, 0 for not at all.
fn depths(
    world: &World,
    body: Option<Capsule>,
    pusher: ColliderId,
    contacts: &mut Contacts,
) -> (f64, f64) {
    let Some(body) = body else {
        return (0.0, 0.0);
    };
    let touching = contacts.touching_mut();
    world.surfaces_near(body, 0.0, touching);
    let mut depths = (0.0_f64, 0.0_f64);
    for surface in touching.iter() {
        let depth = -surface.separation;
        if surface.collider == pusher {
            depths.0 = larger(depths.0, depth);
        } else {
            depths.1 = larger(depths.1, depth);
        }
    }
    depths
}
