//! The boxed controller: the player is a box, pushed off the faces that it runs into.
//!
//! Source: "OBB collision 2" (blog, 2016), whose character is an OBB, or an AABB that does not turn.
//! The text finds the face that was hit, takes the normal of its plane, builds the sliding vector from the
//! motion and that normal, and moves along the face.
//!
//! First the box turns and moves, through everything. Then *every* triangle near it, in order, may push it
//! out, tested by 13 separating axes; and so may every box, tested by 15. Each push is applied at once. It
//! removes the part of the motion that points into the face; the rest is the slide.
//!
//! The texts do not define which face was hit when the box crosses several. Here a face counts only if the
//! motion of this tick reached it. Of several faces, one that the box touched before wins, as along a
//! fence of many panels; otherwise the face that was reached last wins. Colliders of which only one face
//! was reached push first, the others after them, so the inner edges of a triangulated floor do not stop a
//! player. If the motion reached no face, as after a turn, the axis of least penetration counts.
//!
//! The known limits are kept, like those of the classic controller:
//! - there is no sweep between two ticks, so a fast box passes through thin walls;
//! - a turn next to a wall pushes the box away from the wall;
//! - the result depends on the order of the colliders, and a later push may press the box into one that
//!   pushed before;
//! - the box climbs no steps. A kerb of any height is a wall;
//! - two boxes that meet edge to edge are separated along neither box's face.

mod penetration;
mod touching;

use glam::DVec3;

use super::trace::Tracer;
use super::{Event, PlayerState, Scratch, Trace, Tuning};
use crate::geometry::float::max;
use crate::geometry::{Obb, Sphere};
use crate::query::closest_cone_point;
use crate::tolerance::TOUCH;
use crate::world::{FilteredWorld, PlacedBody};
use penetration::penetration;
pub(super) use touching::{find_touching, follow_ground_down};

/// Moves the player's box by `motion`, through everything, and pushes it out of the world.
///
/// # Arguments
/// - `motion` in metres. Only the position and the velocity of `state` change.
/// - `trace`, if there is one, is emptied and then filled with the events of the move.
///
/// # Example
/// A box of 1 m flies 0.2 m towards a wall that it already touches, and stays in place:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{PlayerState, Scratch, Tuning, boxed};
/// let wall = Obb::new(DVec3::X * -1.0, DMat3::IDENTITY, DVec3::new(1.0, 9.0, 9.0)).unwrap();
/// let world = World::new(vec![], vec![wall]);
/// let mut state = PlayerState { position: DVec3::X * 0.5, ..Default::default() };
/// let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
/// boxed::move_and_push(&world, &tuning, &mut state, DVec3::X * -0.2, &mut scratch, None);
/// assert!((state.position - DVec3::X * 0.5).length() < 1e-12);
/// ```
pub fn move_and_push<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    trace: Option<&mut Trace>,
) {
    scratch.clear();
    move_and_push_out(
        world.into(),
        tuning,
        state,
        motion,
        scratch,
        &mut Tracer::new(trace),
    );
}

/// [`move_and_push`] within a tick, which has already added to the contacts and to the trace.
pub(super) fn move_and_push_out(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    // Colliders that the box turned into push it away before it moves.
    push_out(world, tuning, state, DVec3::ZERO, scratch, tracer);
    push_out(world, tuning, state, motion, scratch, tracer);
    state.velocity = closest_cone_point(scratch.contacts.planes(), state.velocity);
}

/// Moves the box by `motion` and pushes it out of all colliders near it, in order, first where the
/// direction is unambiguous. Returns the longest push; metres.
pub(super) fn push_out(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> f64 {
    let from = state.position;
    state.position += motion;
    if motion != DVec3::ZERO {
        let to = state.position;
        tracer.push(Event::Move { from, to });
    }
    let Some(mut obb) = tuning.obb(state.position, state.yaw) else {
        return 0.0;
    };
    let mut longest = 0.0_f64;
    let Scratch { near, contacts, .. } = scratch;
    let reach = obb.half_extents().length();
    find_near(world, &obb, reach, near);
    tracer.push(Event::Gather {
        position: state.position,
        reach,
    });
    tracer.add_near(near.iter().map(|number| world.collider(*number).id()));
    let came_from = PlacedBody::from(obb.at(from));
    near.retain(|number| world.is_below(*number, &came_from, TOUCH));
    for unambiguous_only in [true, false] {
        let mut clear = true;
        for number in near.iter() {
            let (collider, moved) = (world.collider(*number), state.position - from);
            let found = penetration(&obb, collider, moved);
            clear &= found.is_none();
            let Some(found) = found.filter(|found| found.unambiguous || !unambiguous_only) else {
                continue;
            };
            longest = max(longest, found.depth);
            let offset = found.direction * found.depth;
            state.position += offset;
            obb = obb.at(state.position);
            contacts.add_plane(found.direction);
            tracer.mark_acted(collider.id());
            tracer.push(Event::Push {
                collider: collider.id(),
                offset,
                position: state.position,
            });
        }
        if clear {
            break;
        }
    }
    longest
}

/// Fills `found` with the numbers of all colliders that may be within `reach` of the box, in order.
fn find_near(world: FilteredWorld<'_>, obb: &Obb, reach: f64, found: &mut Vec<u32>) {
    found.clear();
    if let Some(sphere) = Sphere::new(obb.center(), obb.half_extents().length()) {
        world.numbers_near(&sphere.into(), reach, found);
    }
}

#[cfg(test)]
mod tests;
