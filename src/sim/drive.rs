//! Movers on their way: what a tick does to each of them, and what each does to the player.
//!
//! A mover goes in steps so short that nothing is jumped over. A step counts when the box then meets
//! no other box that it did not meet before, and the player, carried or pushed, has room to give way;
//! else it is tried again half as long, until it is too short to be seen: then the mover is blocked.
//! So a player is never squeezed: a mover with a player before it who cannot give way stands still.

use crate::geometry::Obb;
use crate::player::{PlayerState, Trace, Tuning, carry, give_way};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::TOUCH;
use crate::world::{BoxId, DrivenMover, Mover, MoverState, Obstacle, OnHit, PathEnd, World};

/// The longest step, as a share of the smallest of the mover's half extents and the player's radius.
/// Smaller: more work; larger: at 1 something could be jumped over.
const STEP_SHARE: f64 = 0.5;

/// The shortest step that is tried; metres. Ten [`TOUCH`]. Smaller: more tries; larger: a gap is left
/// that can be seen.
const LEAST_STEP: f64 = TOUCH * 10.0;

/// A mover makes no more steps in a tick: what is too fast for that is slower than it should be.
const MOST_STEPS: u32 = 2048;

/// What a tick of the movers works with.
pub(super) struct Drive<'d> {
    pub world: &'d mut World,
    pub tuning: &'d Tuning,
    pub player: &'d mut PlayerState,
    pub dt: f64,
    /// To work with.
    pub trace: &'d mut Trace,
    /// The boxes near a step.
    pub near: &'d mut Vec<BoxId>,
}

impl Drive<'_> {
    /// Takes one mover a tick further.
    pub fn advance(&mut self, driven: &mut DrivenMover) {
        let DrivenMover {
            mover,
            id,
            state,
            previous,
        } = driven;
        state.blocked_by = None;
        *previous = state.distance;
        let plan = mover.plan();
        let extents = mover.obb(state.distance).half_extents();
        let longest = extents.min_element().min(self.tuning.radius) * STEP_SHARE;
        let mut left = plan.speed * self.dt;
        let mut step = longest.max(LEAST_STEP);
        for _ in 0..MOST_STEPS {
            if left <= 0.0 {
                return;
            }
            let to_end = if state.backward {
                state.distance
            } else {
                plan.path.length() - state.distance
            };
            if to_end <= 0.0 {
                if !self.turn_at_end(mover, *id, state, previous) {
                    return;
                }
                continue;
            }
            let way = step.min(left).min(to_end);
            let ahead = if way == to_end {
                end_of_path(mover, state.backward)
            } else if state.backward {
                state.distance - way
            } else {
                state.distance + way
            };
            match self.go(mover, *id, state.distance, ahead, true) {
                Ok(()) => {
                    state.distance = ahead;
                    left -= way;
                }
                Err(_) if way > LEAST_STEP => step = way * 0.5,
                Err(obstacle) => {
                    state.blocked_by = Some(obstacle);
                    let returns = plan.on_hit == OnHit::Return;
                    if returns && matches!(obstacle, Obstacle::Box(_)) {
                        state.backward = !state.backward;
                    }
                    return;
                }
            }
        }
    }

    /// What is done at the end of the path; whether the mover goes on.
    fn turn_at_end(
        &mut self,
        mover: &Mover,
        id: BoxId,
        state: &mut MoverState,
        previous: &mut f64,
    ) -> bool {
        match mover.plan().on_end {
            PathEnd::Stop => false,
            // Whoever was sent back to the start sets out again.
            PathEnd::Restart if !state.backward => {
                let round = mover.goes_round();
                match self.go(mover, id, state.distance, 0.0, round) {
                    Ok(()) => {
                        *previous = if round {
                            *previous - state.distance
                        } else {
                            0.0
                        };
                        state.distance = 0.0;
                    }
                    Err(obstacle) => state.blocked_by = Some(obstacle),
                }
                state.blocked_by.is_none()
            }
            PathEnd::Return | PathEnd::Restart => {
                state.backward = !state.backward;
                true
            }
        }
    }

    /// Takes the mover's box from one distance to another, or leaves it where it is.
    fn go(
        &mut self,
        mover: &Mover,
        id: BoxId,
        from: f64,
        to: f64,
        carries: bool,
    ) -> Result<(), Obstacle> {
        let (before, after) = (mover.obb(from), mover.obb(to));
        if mover.plan().on_hit != OnHit::Pass
            && let Some(other) = self.new_hit(id, &before, &after)
        {
            return Err(Obstacle::Box(other));
        }
        let player = *self.player;
        self.world.move_box(id, after);
        if carries {
            self.carry(id, &before, &after);
        }
        if give_way(self.world, self.tuning, self.player, id, self.trace) {
            return Ok(());
        }
        *self.player = player;
        self.world.move_box(id, before);
        Err(Obstacle::Player)
    }

    /// The first box that is met after a step, and was not before.
    fn new_hit(&mut self, id: BoxId, before: &Obb, after: &Obb) -> Option<BoxId> {
        self.world.boxes_near(after, self.near);
        let boxes = self.world.boxes();
        let mut others = self.near.iter().copied().filter(|other| *other != id);
        others.find(|other| {
            let other = &boxes[other.0 as usize];
            overlaps(after, other) && !overlaps(before, other)
        })
    }

    /// Takes a player who stands on the box along with it.
    fn carry(&mut self, id: BoxId, before: &Obb, after: &Obb) {
        if self.player.ride.is_none_or(|ride| ride.platform != id) {
            return;
        }
        let start = self.player.position;
        let motion = after.to_world(before.to_local(start)) - start;
        carry(self.world, self.tuning, self.player, motion, id, self.trace);
    }
}

fn end_of_path(mover: &Mover, backward: bool) -> f64 {
    if backward {
        0.0
    } else {
        mover.plan().path.length()
    }
}

/// Whether two boxes are in one another by more than a touch.
fn overlaps(one: &Obb, other: &Obb) -> bool {
    match overlap_obb_obb(one, other) {
        ObbOverlap::Apart(_) => false,
        ObbOverlap::Overlapping(gap) => gap.separation < -TOUCH,
    }
}
