//! Changes of the body's size. Each happens only where the new body fits.
//!
//! The lowest point stays in place, on the ground and in the air, so a step, a slope or a platform carries
//! the new body as it carried the old one. A crouch changes only the height of a capsule and neither its
//! position, which is the centre of the lower hemisphere, nor its velocity. With
//! [`Tuning::crouch_lifts_feet`], a crouch in the air keeps the highest point in place instead.

use glam::DVec3;

use super::{BodySize, Command, Controller, PlayerState, Tuning};
use crate::tolerance::CONTACT_GAP;
use crate::world::{FilteredWorld, Misfit, PlacedBody, Surface};

/// Why a player keeps its tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RetuneError {
    /// A number is out of its range, or the body's sizes contradict each other.
    Invalid,
    /// The new body does not fit where the player is.
    NoRoom(Misfit),
}

impl core::fmt::Display for RetuneError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Invalid => write!(f, "a number of the tuning is out of its range"),
            Self::NoRoom(misfit) => write!(f, "the body {misfit}"),
        }
    }
}

impl core::error::Error for RetuneError {}

/// Changes the size of a player's body where it fits, as [`Sim::try_resize`](crate::sim::Sim::try_resize) does.
///
/// # Errors
/// When a size is invalid, or the body does not fit. The error then says how much room is missing. Nothing
/// changes.
///
/// # Example
/// ```
/// use sidle::{glam::DVec3, world::World};
/// use sidle::player::{BodySize, PlayerState, RetuneError, Tuning, try_resize};
/// let (world, mut tuning, mut player) = (World::default(), Tuning::default(), PlayerState::default());
/// let giant = BodySize { radius: 2.0, ..tuning.size() };
/// assert_eq!(try_resize(&world, &mut tuning, &mut player, giant), Ok(()));
/// assert_eq!((tuning.radius, player.position), (2.0, DVec3::Y * 1.5)); // The lowest point stays at -0.5 m.
/// let nothing = BodySize { radius: 0.0, ..giant };
/// assert_eq!(try_resize(&world, &mut tuning, &mut player, nothing), Err(RetuneError::Invalid));
/// ```
pub fn try_resize<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &mut Tuning,
    player: &mut PlayerState,
    size: BodySize,
) -> Result<(), RetuneError> {
    let resized = tuning.with_size(size);
    retune(world, tuning, player, resized)
}

/// Replaces a player's `tuning` by `now`. If the size of the body changes, the same holds as for [`try_resize`].
///
/// # Errors
/// When `now` is invalid, or its body does not fit where the player is. Nothing changes then.
pub fn retune<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &mut Tuning,
    player: &mut PlayerState,
    now: Tuning,
) -> Result<(), RetuneError> {
    if !now.is_valid() {
        return Err(RetuneError::Invalid);
    }
    let world = world.into();
    match resized(world, (tuning, player), (&now, player)) {
        Resized::Fits(resized) => {
            (*tuning, *player) = (now, resized);
            Ok(())
        }
        Resized::Blocked(surface, body) => Err(RetuneError::NoRoom(world.misfit(surface, &body))),
    }
}

/// Crouches while `command` requests it. Otherwise stands up as soon as there is room.
pub(super) fn crouch_or_stand(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
) {
    if tuning.can_crouch() && command.crouch() {
        if !state.crouched && lifts_feet(tuning, state) {
            // The low body lies within the high one, so there is room.
            state.position.y += tuning.crouch_depth();
        }
        state.crouched = true;
    } else if state.crouched {
        if lifts_feet(tuning, state) && put_feet_down(world, tuning, state) {
            return;
        }
        let standing = PlayerState {
            crouched: false,
            ..*state
        };
        if let Resized::Fits(standing) = resized(world, (tuning, state), (tuning, &standing)) {
            *state = standing;
        }
    }
}

/// Whether a change of the stature moves the feet, not the head.
fn lifts_feet(tuning: &Tuning, state: &PlayerState) -> bool {
    tuning.crouch_lifts_feet && !state.ground.stands()
}

/// Stands up in the air by putting the feet down. Returns whether there is room.
fn put_feet_down(world: FilteredWorld<'_>, tuning: &Tuning, state: &mut PlayerState) -> bool {
    let standing = PlayerState {
        crouched: false,
        position: state.position - DVec3::Y * tuning.crouch_depth(),
        ..*state
    };
    let was = tuning.placed_body(state);
    let body = tuning.placed_body(&standing);
    let is_free = body.is_none_or(|body| world.blocking_surface(&body, was.as_ref()).is_none());
    if is_free {
        *state = standing;
    }
    is_free
}

/// Gives the player another controller. Between a sphere and a box with its own half extents, it changes
/// as soon as there is room for the other body, around the same reference point, or else with the lowest
/// point in place.
///
/// The usual box has the sphere's radius along each axis. It changes at once, and its corners may push it
/// off a wall.
#[inline]
pub(super) fn switch_controller(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    controller: Controller,
) {
    if tuning.box_half_extents.is_some() {
        return switch_to_own_box(*world, tuning, state, controller);
    }
    state.controller = controller;
}

/// The same where a box has its own half extents.
#[cold]
fn switch_to_own_box(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    controller: Controller,
) {
    let boxed = Controller::Boxed;
    if (state.controller == boxed) == (controller == boxed) {
        state.controller = controller;
        return;
    }
    let switched = PlayerState {
        controller,
        ..*state
    };
    let (was, body) = (tuning.placed_body(state), tuning.placed_body(&switched));
    let blocked = body.and_then(|body| world.blocking_surface(&body, was.as_ref()));
    if blocked.is_none() {
        *state = switched;
    } else if let Resized::Fits(switched) = resized(world, (tuning, state), (tuning, &switched)) {
        *state = switched;
    }
}

/// The result of a change of size.
enum Resized {
    /// The player with its new size.
    Fits(PlayerState),
    /// The new body would be deeper in this surface than the old one.
    Blocked(Surface, PlacedBody),
}

/// The player with the size of `now`, and its lowest point where it was with the size of `before`.
///
/// The lowest point moves by up to [`CONTACT_GAP`] if the body fits only then, because a resting body keeps a
/// gap to the floor, and still fits into a room of exactly its height.
fn resized(
    world: FilteredWorld<'_>,
    before: (&Tuning, &PlayerState),
    now: (&Tuning, &PlayerState),
) -> Resized {
    let player = *now.1;
    let was = before.0.placed_body(before.1);
    let body = now.0.placed_body(now.1);
    let (Some(was), Some(body)) = (was, body) else {
        return Resized::Fits(player);
    };
    if was == body {
        return Resized::Fits(player);
    }
    let blocking = |body: &PlacedBody| world.blocking_surface(body, Some(&was));
    let moved = |offset| PlayerState {
        position: player.position + offset,
        ..player
    };
    let lift = DVec3::Y * (was.bottom() - body.bottom());
    let body = body.moved(lift);
    let Some(surface) = blocking(&body) else {
        return Resized::Fits(moved(lift));
    };
    let missing = surface.normal * -surface.separation;
    let close = -surface.separation <= CONTACT_GAP;
    if close && blocking(&body.moved(missing)).is_none() {
        return Resized::Fits(moved(lift + missing));
    }
    Resized::Blocked(surface, body)
}
