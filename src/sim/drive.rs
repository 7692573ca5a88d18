//! One tick of a mover: how far it drives, and how it carries and pushes the player.
//!
//! A mover advances in steps so short that it cannot jump over anything. A step is accepted if the box
//! overlaps no other box that it did not overlap before, and the player, carried or pushed, has room to
//! give way. Otherwise the mover tries a step of half the length, until steps are too short to be seen;
//! then the mover is blocked. So a player is never squeezed: a mover stops before a player without room.

use crate::geometry::Obb;
use crate::geometry::float::{max, min};
use crate::player::{PlayerState, Scratch, Tuning, carry, give_way};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::TOUCH;
use crate::world::{BoxId, DrivenMover, MoverState, Obstacle, OnHit, PathEnd, World};

/// The longest step, as a share of the smallest of the mover's half extents and the player's radius.
/// Smaller: more work; larger: from 1 on, a step could jump over a collider.
const STEP_SHARE: f64 = 0.5;

/// The shortest step; metres. Ten [`TOUCH`]. Smaller: more tries; larger: a blocked mover leaves a visible
/// gap.
const MIN_STEP: f64 = TOUCH * 10.0;

/// The steps that all movers together may take in a tick. They share these evenly, so that the last ones are not slower
/// than the first. Smaller: fast movers are slower than they should be; larger: a tick may take longer.
const MAX_STEPS: usize = 4096;

/// Every mover may take this many steps in a tick. Smaller: many movers are slower than they should be; larger: as above.
const LEAST_STEPS: usize = 32;

/// The steps that each of `movers` may take in a tick.
pub(super) fn steps_of_each(movers: usize) -> usize {
    (MAX_STEPS / movers.max(1)).max(LEAST_STEPS)
}

/// The data that a tick of the movers reads and changes.
pub(super) struct Drive<'d> {
    pub world: &'d mut World,
    pub tuning: &'d Tuning,
    pub player: &'d mut PlayerState,
    pub dt: f64,
    /// The most steps of a mover.
    pub max_steps: usize,
    pub scratch: &'d mut Scratch,
    /// The boxes near a step; reused memory.
    pub near: &'d mut Vec<BoxId>,
}

impl Drive<'_> {
    /// Advances one mover by a tick.
    pub fn advance(&mut self, driven: &mut DrivenMover) {
        driven.state.blocked_by = None;
        driven.previous = driven.state.distance;
        let extents = driven.obb(driven.state.distance).half_extents();
        let longest = min(extents.min_element(), self.tuning.radius) * STEP_SHARE;
        let (length, speed) = (driven.mover.desc().path.length(), driven.mover.desc().speed);
        let mut left = speed * self.dt;
        let mut step = max(longest, MIN_STEP);
        for _ in 0..self.max_steps {
            if left <= 0.0 {
                return;
            }
            let MoverState {
                distance, backward, ..
            } = driven.state;
            let to_end = if backward {
                distance
            } else {
                length - distance
            };
            if to_end <= 0.0 {
                if !self.turn_at_end(driven) {
                    return;
                }
                continue;
            }
            let way = min(min(step, left), to_end);
            let ahead = match (way == to_end, backward) {
                (true, false) => length,
                (true, true) => 0.0,
                (false, false) => distance + way,
                (false, true) => distance - way,
            };
            match self.move_box_to(driven, ahead, true) {
                Ok(()) => {
                    driven.state.distance = ahead;
                    left -= way;
                }
                Err(_) if way > MIN_STEP => step = way * 0.5,
                Err(obstacle) => {
                    driven.state.blocked_by = Some(obstacle);
                    let returns = driven.mover.desc().on_hit == OnHit::Return;
                    if returns && matches!(obstacle, Obstacle::Box(_)) {
                        driven.state.backward = !backward;
                    }
                    return;
                }
            }
        }
    }

    /// Turns a mover at the end of its path. Returns whether the mover drives on in this tick.
    fn turn_at_end(&mut self, driven: &mut DrivenMover) -> bool {
        match driven.mover.desc().on_end {
            PathEnd::Stop => false,
            PathEnd::Restart if !driven.state.backward => {
                let round = driven.mover.is_loop();
                match self.move_box_to(driven, 0.0, round) {
                    Ok(()) => {
                        let before = driven.previous - driven.state.distance;
                        driven.previous = if round { before } else { 0.0 };
                        driven.state.distance = 0.0;
                    }
                    Err(obstacle) => driven.state.blocked_by = Some(obstacle),
                }
                driven.state.blocked_by.is_none()
            }
            // A mover that a box sent back turns again at the start of its path.
            PathEnd::Return | PathEnd::Restart => {
                driven.state.backward = !driven.state.backward;
                true
            }
        }
    }

    /// Moves the mover's box to the distance `to` along its path, or leaves it where it is.
    fn move_box_to(
        &mut self,
        driven: &DrivenMover,
        to: f64,
        carries: bool,
    ) -> Result<(), Obstacle> {
        let id = driven.id;
        let (before, after) = (driven.obb(driven.state.distance), driven.obb(to));
        if driven.mover.desc().on_hit != OnHit::Pass
            && let Some(other) = self.new_overlap(id, &before, &after)
        {
            return Err(Obstacle::Box(other));
        }
        let player = *self.player;
        self.world.move_box(id, after);
        if carries {
            self.carry(id, &before, &after);
        }
        if give_way(&*self.world, self.tuning, self.player, id, self.scratch) {
            return Ok(());
        }
        *self.player = player;
        self.world.move_box(id, before);
        Err(Obstacle::Player)
    }

    /// The first box that the mover's box overlaps after a step and did not overlap before.
    fn new_overlap(&mut self, id: BoxId, before: &Obb, after: &Obb) -> Option<BoxId> {
        self.world.boxes_near(after, self.near);
        let boxes = self.world.boxes();
        let mut others = self.near.iter().copied().filter(|other| *other != id);
        others.find(|other| {
            let other = &boxes[other.0 as usize];
            overlaps(after, other) && !overlaps(before, other)
        })
    }

    /// Carries a player that stands on the box along with the box.
    fn carry(&mut self, id: BoxId, before: &Obb, after: &Obb) {
        if self.player.ride.is_none_or(|ride| ride.platform != id) {
            return;
        }
        let start = self.player.position;
        let motion = after.to_world(before.to_local(start)) - start;
        carry(
            &*self.world,
            self.tuning,
            self.player,
            motion,
            id,
            self.scratch,
        );
    }
}

/// Whether two boxes overlap by more than a touch.
fn overlaps(one: &Obb, other: &Obb) -> bool {
    match overlap_obb_obb(one, other) {
        ObbOverlap::Apart(_) => false,
        ObbOverlap::Overlapping(gap) => gap.separation < -TOUCH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_movers_of_a_tick_share_its_steps_and_each_has_some() {
        assert_eq!([0, 1, 9, 10_000].map(steps_of_each), [4096, 4096, 455, 32]);
    }
}
