//! The memory of a walk that has left the walker in its place: at rest, or against something that it does not climb.
//!
//! Players stand still for much of their time, and one who presses against a wall tries to climb it in every tick. A walk
//! whose inputs have the same bits as those of the last one ends with the same bits. So it is not walked again.

use core::mem::{Discriminant, discriminant};

use glam::DVec3;

use super::slide::ContactQuery;
use super::{Body, Contacts, Ground, StepSettings, WalkState};
use crate::world::FilteredWorld;

/// The last walk that has left the walker in its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    /// What was walked, and how it ended; `None`: nothing is known.
    known: Option<(WalkQuery, WalkState)>,
    /// The first bits of its place.
    x: u64,
    contacts: Contacts,
}

/// All that a walk follows from.
#[derive(Clone, Copy, Debug)]
struct WalkQuery {
    body: ContactQuery,
    ground: Discriminant<Ground>,
    numbers: [u64; 20],
}

/// A walk that is asked for.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub world: &'a FilteredWorld<'a>,
    pub body: Body,
    pub state: &'a WalkState,
    pub motion: DVec3,
    pub settings: &'a StepSettings,
}

impl Walk<'_> {
    /// Bits, because a zero and its negative do not give the same bits.
    fn numbers(&self) -> [u64; 20] {
        let WalkState {
            position,
            velocity,
            ground,
        } = *self.state;
        let StepSettings {
            max_slope_deg,
            step_height,
            snap_distance,
            launch_speed,
            surf,
            wish,
        } = *self.settings;
        let normal = ground.normal().unwrap_or_default();
        let mut numbers = [0; 20];
        let vectors = [position, velocity, normal, self.motion, wish];
        for (place, vector) in numbers.chunks_exact_mut(3).zip(vectors) {
            place.copy_from_slice(&vector.to_array().map(f64::to_bits));
        }
        let limits = [max_slope_deg, step_height, snap_distance, launch_speed];
        numbers[15..19].copy_from_slice(&limits.map(f64::to_bits));
        numbers[19] = u64::from(surf);
        numbers
    }
}

impl Rest {
    /// How `walk` ends, if it is the last one again. Then it fills `contacts`, which must be clear.
    #[inline]
    pub fn recall(&self, walk: &Walk<'_>, contacts: &mut Contacts) -> Option<WalkState> {
        // Most walkers move.
        if self.x != walk.state.position.x.to_bits() {
            return None;
        }
        self.recall_at(walk, contacts)
    }

    #[inline(never)]
    fn recall_at(&self, walk: &Walk<'_>, contacts: &mut Contacts) -> Option<WalkState> {
        let (query, end) = self.known.as_ref()?;
        let body = walk.body.at(walk.state.position)?;
        let is_same = query.ground == discriminant(&walk.state.ground)
            && query.numbers == walk.numbers()
            && query.body.is_of(walk.world, &body);
        is_same.then(|| {
            contacts.copy_walk(&self.contacts);
            *end
        })
    }

    /// Notes that `walk` has left the walker in its place, in the state `end`, with `contacts`.
    #[inline(never)]
    pub fn keep(&mut self, walk: &Walk<'_>, end: &WalkState, contacts: &Contacts) {
        let body = walk.body.at(walk.state.position);
        let body = body.and_then(|body| ContactQuery::new(walk.world, &body));
        self.x = walk.state.position.x.to_bits();
        self.known = body.map(|body| {
            self.contacts.copy_walk(contacts);
            let query = WalkQuery {
                body,
                ground: discriminant(&walk.state.ground),
                numbers: walk.numbers(),
            };
            (query, *end)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Obb;
    use crate::player::{Scratch, step_and_slide};
    use crate::world::{BoxId, World};
    use glam::DMat3;

    #[test]
    fn a_walk_is_recalled_only_where_it_is_the_same() {
        let slab = |y| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::ONE).unwrap();
        let mut world = World::new(vec![], vec![slab(-1.5)]);
        let (body, settings) = (Body::sphere(0.5).unwrap(), StepSettings::default());
        let (mut state, mut scratch) = (WalkState::default(), Scratch::new());
        for _ in 0..3 {
            step_and_slide(
                &world,
                body,
                &mut state,
                0.01,
                &settings,
                &mut scratch,
                None,
            );
        }
        let recalls = |world: &World, state: &WalkState, motion| {
            let walk = Walk {
                world: &world.into(),
                body,
                state,
                motion,
                settings: &settings,
            };
            scratch.rest.recall(&walk, &mut Contacts::default())
        };
        let walk = state;
        assert_eq!(recalls(&world, &walk, DVec3::ZERO), Some(walk));
        assert_eq!(recalls(&world, &walk, DVec3::X * 1e-9), None);
        assert_eq!(recalls(&world, &walk, -DVec3::ZERO), None, "other bits");
        let pushed = WalkState {
            velocity: DVec3::X,
            ..walk
        };
        assert_eq!(recalls(&world, &pushed, DVec3::ZERO), None);
        assert!(world.move_box(BoxId(0), slab(-1.6)));
        assert_eq!(recalls(&world, &walk, DVec3::ZERO), None);
    }
}
