//! Players and moving boxes. A box carries the player that stands on it, and pushes the player in its way.
//!
//! To move a box of the world, first move the box, then call [`carry`] and [`give_way`]. Every controller
//! guarantees two things. The player passes through nothing. If the player has no room, [`give_way`]
//! says so, so the caller can move the box back. A [`Driver`](super::Driver) does all of this for any number of players.

use glam::DVec3;

use super::slide::push_out::push_out;
use super::slide::{MoveRequest, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Controller, NoRoom, PlayerState, Scratch, Tuning, boxed, classic};
use crate::contact::contact_sphere_obb;
use crate::geometry::float::max;
use crate::geometry::{Sphere, UprightBody};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::{BACK_OFF, SLOP, TOUCH};
use crate::world::{BoxId, ColliderId, FilteredWorld, PlacedBody};

/// The player of the classic or the boxed controller has room if a second round of pushes is no longer
/// than this; metres. Ten [`SLOP`]. Smaller: corners, into which such a player sinks, stop the box; larger:
/// the player is visibly inside the colliders that squeeze it.
const MAX_SECOND_PUSH: f64 = SLOP * 10.0;

/// Carries the player by `motion` with the box `platform`, on which the player stands. The box has already
/// moved.
///
/// # Arguments
/// - `motion`: the displacement of the platform's point under the player; metres. Every other collider
///   blocks the player, who slides along it.
pub fn carry<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    platform: BoxId,
    scratch: &mut Scratch,
) {
    let world = world.into();
    match state.controller {
        Controller::Classic => {
            scratch.clear();
            let from = state.position;
            state.position += motion;
            classic::push_out(world, tuning, state, from, scratch, &mut Tracer::off());
        }
        Controller::Boxed => {
            scratch.clear();
            boxed::push_out(world, tuning, state, motion, scratch, &mut Tracer::off());
        }
        Controller::Swept => {
            if let Some(body) = tuning.for_player(state).body() {
                carry_body(world, body, &mut state.position, motion, platform, scratch);
            }
        }
        // It follows its platform itself.
        Controller::Outer(_) => {}
    }
}

/// [`carry`] for a body that is no player, such as one that a game moves by [`move_and_slide`](fn@super::move_and_slide).
///
/// # Arguments
/// - `position`: the body's reference point, metres, which changes.
pub fn carry_body<'w>(
    world: impl Into<FilteredWorld<'w>>,
    body: Body,
    position: &mut DVec3,
    motion: DVec3,
    platform: BoxId,
    scratch: &mut Scratch,
) {
    scratch.clear();
    let request = MoveRequest::flight(motion);
    let world = world.into().without_platform(ColliderId::Box(platform));
    let (spent, tracer) = (&mut DVec3::default(), &mut Tracer::off());
    *position = slide(&world, body, *position, &request, spent, scratch, tracer).position;
}

/// Pushes the player out of the box `pusher`, which has just moved.
///
/// The player is then clear of the box, and no deeper in any other collider.
///
/// # Errors
/// When the player is squeezed between the box and another collider. The error says how much room is missing.
/// The player then stays where it was, and the caller moves the box back, or harms the player.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, World}};
/// use sidle::player::{PlayerState, Scratch, Tuning, give_way};
/// // A crate has moved 0.1 m into a player who has room.
/// let cube = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut world = World::new(vec![], vec![cube(-1.4), cube(9.0)]);
/// let (tuning, mut state, mut scratch) = (Tuning::default(), PlayerState::default(), Scratch::new());
/// assert_eq!(give_way(&world, &tuning, &mut state, BoxId(0), &mut scratch), Ok(()));
/// assert!(state.position.abs_diff_eq(DVec3::X * 0.1, 1e-4));
/// // Now there is a wall behind the player, and the crate comes by another 0.3 m.
/// world.move_box(BoxId(1), cube(1.6 + 1e-3));
/// world.move_box(BoxId(0), cube(-1.1));
/// let squeezed = give_way(&world, &tuning, &mut state, BoxId(0), &mut scratch).unwrap_err();
/// assert_eq!(squeezed.against, Some(ColliderId::Box(BoxId(1))));
/// assert!((squeezed.depth - 0.3).abs() < 2e-3);
/// ```
pub fn give_way<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> Result<(), NoRoom> {
    let (world, start) = (world.into(), state.position);
    let has_room = match state.controller {
        Controller::Classic => classic_gives_way(world, tuning, state, pusher, scratch),
        Controller::Swept => swept_gives_way(world, tuning, state, pusher, scratch),
        Controller::Boxed => boxed_gives_way(world, tuning, state, pusher, scratch),
        Controller::Outer(_) => true,
    };
    if has_room {
        return Ok(());
    }
    let room = NoRoom::find(world, tuning.placed_body(state), pusher);
    state.position = start;
    Err(room)
}

/// [`give_way`] for a body that is no player.
///
/// # Arguments
/// - `position`: the body's reference point, metres, which changes.
///
/// # Errors
/// As those of [`give_way`].
///
/// # Example
/// A lift with a body on it has come up by 0.1 m. The body gives way upwards.
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
/// use sidle::player::{Body, Scratch, body_gives_way};
/// let lift = Obb::new(DVec3::Y * -0.9, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap();
/// let (world, body) = (World::new(vec![], vec![lift]), Body::sphere(0.5).unwrap());
/// let (mut position, mut scratch) = (DVec3::ZERO, Scratch::new());
/// assert_eq!(body_gives_way(&world, body, &mut position, BoxId(0), &mut scratch), Ok(()));
/// assert!(position.abs_diff_eq(DVec3::Y * 0.1, 1e-4));
/// ```
pub fn body_gives_way<'w>(
    world: impl Into<FilteredWorld<'w>>,
    body: Body,
    position: &mut DVec3,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> Result<(), NoRoom> {
    let (world, start) = (world.into(), *position);
    if push_body_out(world, body, position, pusher, scratch) {
        return Ok(());
    }
    let room = NoRoom::find(world, body.at(*position).map(PlacedBody::from), pusher);
    *position = start;
    Err(room)
}

/// Pushes the camera sphere out of everything.
fn classic_gives_way(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let sphere = Sphere::new(state.position, tuning.radius + TOUCH);
    let (Some(sphere), Some(obb)) = (sphere, world.world().obb(pusher)) else {
        return true;
    };
    if contact_sphere_obb(&sphere, obb).is_none() {
        return true;
    }
    scratch.clear();
    has_room(state, |state| {
        let from = state.position;
        classic::push_out(world, tuning, state, from, scratch, &mut Tracer::off())
    })
}

/// Pushes the player's box out of everything.
fn boxed_gives_way(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let player = tuning.obb(state.position, state.yaw);
    let (Some(player), Some(obb)) = (player, world.world().obb(pusher)) else {
        return true;
    };
    // A touch is enough to go on: the box may have carried the player into another collider.
    if matches!(overlap_obb_obb(&player, obb), ObbOverlap::Apart(gap) if gap.separation > TOUCH) {
        return true;
    }
    scratch.clear();
    has_room(state, |state| {
        let tracer = &mut Tracer::off();
        boxed::push_out(world, tuning, state, DVec3::ZERO, scratch, tracer)
    })
}

/// Pushes once, and returns whether a second round of pushes would be negligible. If not, the player is
/// squeezed.
fn has_room(state: &mut PlayerState, mut push_out: impl FnMut(&mut PlayerState) -> f64) -> bool {
    push_out(state);
    let pushed = state.position;
    let squeezed = push_out(state);
    state.position = pushed;
    squeezed <= MAX_SECOND_PUSH
}

/// Pushes the body out by the shortest displacement, as far as the other colliders allow.
fn swept_gives_way(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let body = tuning.for_player(state).body();
    body.is_none_or(|body| push_body_out(world, body, &mut state.position, pusher, scratch))
}

/// The same for any body. Returns whether it had room.
fn push_body_out(
    world: FilteredWorld<'_>,
    body: Body,
    position: &mut DVec3,
    pusher: BoxId,
    scratch: &mut Scratch,
) -> bool {
    let start = body.at(*position);
    let pusher = ColliderId::Box(pusher);
    let (pushed_in, elsewhere) = depths(world, start, pusher, &mut scratch.contacts);
    if pushed_in <= BACK_OFF {
        return true;
    }
    scratch.clear();
    *position = push_out(&world, body, *position, scratch, &mut Tracer::off());
    let pushed = body.at(*position);
    let (still_in, deepest) = depths(world, pushed, pusher, &mut scratch.contacts);
    still_in <= BACK_OFF && deepest <= max(elsewhere, BACK_OFF)
}

/// The depth of `body` in `pusher`, and its greatest depth in any other collider; metres; 0 for none.
fn depths(
    world: FilteredWorld<'_>,
    body: Option<UprightBody>,
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
            depths.0 = max(depths.0, depth);
        } else {
            depths.1 = max(depths.1, depth);
        }
    }
    depths
}
