//! Movers on their way: what a tick does to each of them, and what each does to the player.
//!
//! A mover goes in steps so short that nothing is jumped over. A step counts when the box then meets
//! no other box that it did not meet before, and the player, carried or pushed, has room to give way;
//! else it is tried again half as long, until it is too short to be seen: then the mover is blocked.
//! So a player is never squeezed: a mover with a player before it who cannot give way stands still.

use crate::geometry::Obb;
use crate::geometry::float::{max, min};
use crate::player::{PlayerState, Scratch, Tuning, carry, give_way};
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::TOUCH;
use crate::world::{BoxId, DrivenMover, MoverState, Obstacle, OnHit, PathEnd, World};

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
    pub scratch: &'d mut Scratch,
    /// The boxes near a step.
    pub near: &'d mut Vec<BoxId>,
}

impl Drive<'_> {
    /// Takes one mover a tick further.
    pub fn advance(&mut self, driven: &mut DrivenMover) {
        driven.state.blocked_by = None;
        driven.previous = driven.state.distance;
        let extents = driven.obb(driven.state.distance).half_extents();
        let longest = min(extents.min_element(), self.tuning.radius) * STEP_SHARE;
        let (length, speed) = (driven.mover.desc().path.length(), driven.mover.desc().speed);
        let mut left = speed * self.dt;
        let mut step = max(longest, LEAST_STEP);
        for _ in 0..MOST_STEPS {
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
            match self.go(driven, ahead, true) {
                Ok(()) => {
                    driven.state.distance = ahead;
                    left -= way;
                }
                Err(_) if way > LEAST_STEP => step = way * 0.5,
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

    /// What is done at the end of the path; whether the mover goes on.
    fn turn_at_end(&mut self, driven: &mut DrivenMover) -> bool {
        match driven.mover.desc().on_end {
            PathEnd::Stop => false,
            PathEnd::Restart if !driven.state.backward => {
                let round = driven.mover.is_loop();
                match self.go(driven, 0.0, round) {
                    Ok(()) => {
                        let before = driven.previous - driven.state.distance;
                        driven.previous = if round { before } else { 0.0 };
                        driven.state.distance = 0.0;
                    }
                    Err(obstacle) => driven.state.blocked_by = Some(obstacle),
                }
                driven.state.blocked_by.is_none()
            }
            // Also whoever was sent back to the start of a path sets out again.
            PathEnd::Return | PathEnd::Restart => {
                driven.state.backward = !driven.state.backward;
                true
            }
        }
    }

    /// Takes the mover's box `to` so far along its path, or leaves it where it is.
    fn go(&mut self, driven: &DrivenMover, to: f64, carries: bool) -> Result<(), Obstacle> {
        let id = driven.id;
        let (before, after) = (driven.obb(driven.state.distance), driven.obb(to));
        if driven.mover.desc().on_hit != OnHit::Pass
            && let Some(other) = self.new_hit(id, &before, &after)
        {
            return Err(Obstacle::Box(other));
        }
        let player = *self.player;
        self.world.move_box(id, after);
        if carries {
            self.carry(id, &before, &after);
        }
        if give_way(self.world, self.tuning, self.player, id, self.scratch) {
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
        carry(
            self.world,
            self.tuning,
            self.player,
            motion,
            id,
            self.scratch,
        );
    }
}

/// Whether two boxes are in one another by more than a touch.
fn overlaps(one: &Obb, other: &Obb) -> bool {
    match overlap_obb_obb(one, other) {
        ObbOverlap::Apart(_) => false,
        ObbOverlap::Overlapping(gap) => gap.separation < -TOUCH,
    }
}
