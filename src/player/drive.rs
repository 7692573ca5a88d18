//! Driving platforms, how a box that moves carries and pushes any number of bodies.
//!
//! A box advances in steps so short that it cannot jump over anything. A step is accepted if the box
//! overlaps no other box that it did not overlap before, and every body, carried or pushed, has room to
//! give way. Otherwise the box tries a step of half the length, until steps are too short to be seen;
//! then the box is blocked. So no body is ever squeezed, because a box stops before a body without room.

use super::rider::{Rider, Squeeze};
use super::{NoRoom, PlayerState, Scratch, carry, give_way};
use crate::geometry::Obb;
use crate::geometry::float::{max, min};
use crate::player::platform::KinematicBox;
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::tolerance::{SLOP, TOUCH};
use crate::world::{
    BoxId, ColliderId, DrivenMover, MoverState, Obstacle, OnHit, PathEnd, PlacedBody, World,
};

/// The longest step, as a share of the smallest of the box's half extents and the bodies' radii.
/// Smaller: more work; larger: from 1 on, a step could jump over a collider.
const STEP_SHARE: f64 = 0.5;

/// The shortest step; metres. Ten [`TOUCH`]. Smaller: more tries; larger: a blocked box leaves a visible
/// gap.
const MIN_STEP: f64 = TOUCH * 10.0;

/// The steps that all movers together may take in a tick. They share these evenly, so that the last ones are not slower
/// than the first. Smaller: fast movers are slower than they should be; larger: a tick may take longer.
const MAX_STEPS: usize = 4096;

/// Every mover may take this many steps in a tick. Smaller: many movers are slower than they should be; larger: as above.
const MIN_STEPS: usize = 32;

/// How deep two bodies may be in each other's boxes after a step; metres. Ten [`SLOP`], as for [`give_way`]. Smaller:
/// bodies that jostle on a platform stop it; larger: they visibly enter each other.
const MAX_JOSTLE: f64 = SLOP * 10.0;

/// The steps that each of `movers` may take in a tick.
fn steps_of_each(movers: usize) -> usize {
    (MAX_STEPS / movers.max(1)).max(MIN_STEPS)
}

/// Drives platforms: boxes that carry and push bodies. It holds nothing but memory that it reuses, so one is enough for
/// any number of worlds.
///
/// A tick has three parts: drive the platforms, [`advance`](super::advance()) each body, and let it [`ride`](super::ride()).
///
/// # Example
/// Two bodies on one lift, and a third that the ceiling would stop:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
/// use sidle::player::{Command, Driver, KinematicBox, PlayerState, Rider, Scratch, Tuning, advance, ride};
/// let slab = |x, y, half| Obb::new(DVec3::new(x, y, 0.0), DMat3::IDENTITY, DVec3::new(half, 0.1, half)).unwrap();
/// let mut world = World::new(vec![], vec![slab(0.0, 0.0, 5.0), slab(4.0, 2.1, 0.5)]);
/// let (mut lift, tuning, dt) = (KinematicBox::new(BoxId(0), slab(0.0, 0.0, 5.0)), Tuning::default(), 1.0 / 60.0);
/// let mut players = [-3.0, 0.0, 4.0].map(|x| PlayerState {
///     position: DVec3::new(x, 0.6, 0.0),
///     ..PlayerState::default()
/// });
/// let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
/// for tick in 1..=120 {
///     let to = slab(0.0, f64::from(tick) * dt, 5.0);
///     let mut riders: Vec<_> = players.iter_mut().map(|player| Rider::new(player, &tuning)).collect();
///     let moved = driver.move_to(&mut world, &mut lift, to, &mut riders, &mut scratch);
///     assert_eq!(moved.is_err(), lift.obb() != to);
///     if let Err(squeeze) = moved {
///         assert_eq!((squeeze.rider, squeeze.platform), (2, BoxId(0))); // One metre of room is all it has.
///     }
///     for player in &mut players {
///         let contacts = advance(&world, &tuning, player, &Command::default(), dt, &mut scratch, None);
///         ride(player, contacts, &[lift], dt);
///     }
/// }
/// assert!((lift.obb().center().y - 0.9).abs() < 2e-3);
/// assert!((players[0].position.y - 1.5).abs() < 3e-3 && players[1].position.y == players[0].position.y);
/// ```
#[doc(alias = "moving platform")]
#[derive(Clone, Debug, Default)]
pub struct Driver {
    /// The boxes near a step.
    near: Vec<BoxId>,
    /// The bodies that a step may move, as they were before it.
    touched: Vec<Touched>,
    squeezes: Vec<Squeeze>,
}

/// A body that a step may move, as it was before the step.
#[derive(Clone, Copy, Debug)]
struct Touched {
    rider: usize,
    state: PlayerState,
    /// Its own box or body in the world.
    own: Option<(BoxId, PlacedBody)>,
    /// Whether the platform carries it.
    rides: bool,
}

impl Touched {
    fn is_own(&self, collider: ColliderId) -> bool {
        self.own
            .is_some_and(|(id, _)| collider == ColliderId::Box(id))
    }
}

impl Driver {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Drives `movers` along their paths by one tick of `dt` seconds, one after the other. They carry and push
    /// `riders`, those who stand on them, and those in their way. Bodies that are not listed are not moved.
    ///
    /// # Returns
    /// For each mover that stopped because a body has no room, it says which body, and how much of the
    /// mover's way is missing.
    pub fn drive(
        &mut self,
        world: &mut World,
        movers: &mut [DrivenMover],
        riders: &mut [Rider<'_>],
        dt: f64,
        scratch: &mut Scratch,
    ) -> &[Squeeze] {
        let max_steps = steps_of_each(movers.len());
        let mut drive = self.begin(world, riders, scratch);
        for mover in movers {
            drive.advance(mover, dt, max_steps);
        }
        &self.squeezes
    }

    /// Moves `platform` to the pose `to` within one tick, straight ahead, and turning by the shorter way. It carries
    /// and pushes `riders` as [`Self::drive`] does, and passes through other boxes.
    ///
    /// A platform makes 4096 steps at most, each about half as long as the least of its half extents and the bodies'
    /// radii. If that is not enough, it comes only as far as that. See [`KinematicBox::obb`].
    ///
    /// # Errors
    /// When a body has no room. The error says which body, and how much of the way is missing. The platform
    /// then stays before the body.
    pub fn move_to(
        &mut self,
        world: &mut World,
        platform: &mut KinematicBox,
        to: Obb,
        riders: &mut [Rider<'_>],
        scratch: &mut Scratch,
    ) -> Result<(), Squeeze> {
        self.begin(world, riders, scratch).move_to(platform, to)
    }

    /// The movers that stopped in the last tick because a body has no room.
    pub fn squeezes(&self) -> &[Squeeze] {
        &self.squeezes
    }

    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        self.squeezes.clear();
    }

    fn begin<'d, 'r>(
        &'d mut self,
        world: &'d mut World,
        riders: &'d mut [Rider<'r>],
        scratch: &'d mut Scratch,
    ) -> Drive<'d, 'r> {
        self.squeezes.clear();
        Drive {
            world,
            riders,
            scratch,
            memory: self,
        }
    }
}

/// The collider that refuses a step.
enum Refusal {
    /// Another box is in the way.
    Box(BoxId),
    /// A rider has no room.
    Rider(usize, NoRoom),
}

/// The data that a tick of the platforms reads and changes.
struct Drive<'d, 'r> {
    world: &'d mut World,
    riders: &'d mut [Rider<'r>],
    scratch: &'d mut Scratch,
    memory: &'d mut Driver,
}

impl Drive<'_, '_> {
    /// Advances one mover by a tick.
    fn advance(&mut self, driven: &mut DrivenMover, dt: f64, max_steps: usize) {
        driven.state.blocked_by = None;
        driven.previous = driven.state.distance;
        let mut step = self.first_step(&driven.obb(driven.state.distance));
        let (length, speed) = (driven.mover.desc().path.length(), driven.mover.desc().speed);
        let mut left = speed * dt;
        for _ in 0..max_steps {
            // Nor where the time is not a number.
            if left.partial_cmp(&0.0) != Some(core::cmp::Ordering::Greater) {
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
                if !self.turn_at_end(driven, left) {
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
            match self.move_along(driven, ahead, true) {
                Ok(()) => {
                    driven.state.distance = ahead;
                    left -= way;
                }
                Err(_) if way > MIN_STEP => step = way * 0.5,
                Err(refusal) => {
                    self.block(driven, refusal, left);
                    let returns = driven.mover.desc().on_hit == OnHit::Return;
                    if returns && matches!(driven.state.blocked_by, Some(Obstacle::Box(_))) {
                        driven.state.backward = !backward;
                    }
                    return;
                }
            }
        }
    }

    /// The length of a tick's first step of `obb`; metres.
    fn first_step(&self, obb: &Obb) -> f64 {
        let radii = self.riders.iter().map(|rider| rider.tuning.radius);
        let least = radii.fold(obb.half_extents().min_element(), min);
        max(least * STEP_SHARE, MIN_STEP)
    }

    /// Stops a mover because of `refusal`, when `left` metres of its way are missing.
    fn block(&mut self, driven: &mut DrivenMover, refusal: Refusal, left: f64) {
        driven.state.blocked_by = Some(match refusal {
            Refusal::Box(other) => Obstacle::Box(other),
            Refusal::Rider(rider, room) => {
                let squeeze = Squeeze::new(driven.id, rider, room, left);
                self.memory.squeezes.push(squeeze);
                Obstacle::Player
            }
        });
    }

    /// Turns a mover at the end of its path. Returns whether the mover drives on in this tick, by `left` metres.
    fn turn_at_end(&mut self, driven: &mut DrivenMover, left: f64) -> bool {
        match driven.mover.desc().on_end {
            PathEnd::Stop => false,
            PathEnd::Restart if !driven.state.backward => {
                let round = driven.mover.is_loop();
                match self.move_along(driven, 0.0, round) {
                    Ok(()) => {
                        let before = driven.previous - driven.state.distance;
                        driven.previous = if round { before } else { 0.0 };
                        driven.state.distance = 0.0;
                    }
                    Err(refusal) => self.block(driven, refusal, left),
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
    fn move_along(&mut self, driven: &DrivenMover, to: f64, carries: bool) -> Result<(), Refusal> {
        let (before, after) = (driven.obb(driven.state.distance), driven.obb(to));
        if driven.mover.desc().on_hit != OnHit::Pass
            && let Some(other) = self.new_overlap(driven.id, &before, &after)
        {
            return Err(Refusal::Box(other));
        }
        self.step(driven.id, &before, &after, carries)
    }

    /// Moves a platform to a pose, or as far as the bodies have room.
    fn move_to(&mut self, platform: &mut KinematicBox, to: Obb) -> Result<(), Squeeze> {
        let way = platform.begin(to);
        let mut step = min(self.first_step(&platform.obb()), way);
        let mut made = 0.0;
        for _ in 0..MAX_STEPS {
            let ahead = min(made + step, way);
            let next = platform.pose_at(&to, if ahead < way { ahead / way } else { 1.0 });
            match self.step(platform.id(), &platform.obb(), &next, true) {
                Ok(()) => {
                    platform.reach(next);
                    made = ahead;
                    if made >= way {
                        break;
                    }
                }
                Err(_) if ahead - made > MIN_STEP => step = (ahead - made) * 0.5,
                Err(Refusal::Rider(rider, room)) => {
                    let squeeze = Squeeze::new(platform.id(), rider, room, way - made);
                    self.memory.squeezes.push(squeeze);
                    return Err(squeeze);
                }
                Err(Refusal::Box(_)) => break,
            }
        }
        Ok(())
    }

    /// Moves a box by one step, with the bodies that it carries and pushes, or leaves all of them where they are.
    fn step(&mut self, id: BoxId, before: &Obb, after: &Obb, carries: bool) -> Result<(), Refusal> {
        self.find_touched(id, before, after, carries);
        if !self.world.move_box(id, *after) {
            // A platform that does not exist moves no body.
            return Ok(());
        }
        let moved = self.carry_and_push(id, before, after);
        if moved.is_err() {
            for touched in &self.memory.touched {
                *self.riders[touched.rider].state = touched.state;
                if let Some((own, placed)) = touched.own {
                    self.world.move_body(own, placed);
                }
            }
            self.world.move_box(id, *before);
        }
        moved
    }

    /// Finds the bodies that a step of a box may move. Those in front come first, so that no body is carried into one who
    /// is still to be carried.
    fn find_touched(&mut self, id: BoxId, before: &Obb, after: &Obb, carries: bool) {
        let touched = &mut self.memory.touched;
        touched.clear();
        for (number, rider) in self.riders.iter().enumerate() {
            let rides = carries && rider.state.ride.is_some_and(|ride| ride.platform == id);
            if rides || rider.may_touch(after) {
                let own = rider.own_box.filter(|own| *own != id);
                touched.push(Touched {
                    rider: number,
                    state: *rider.state,
                    own: own.and_then(|own| Some((own, self.world.body(own)?))),
                    rides,
                });
            }
        }
        let way = after.center() - before.center();
        let place = |touched: &Touched| touched.state.position.dot(way);
        touched.sort_unstable_by(|one, other| {
            let farther = place(other).total_cmp(&place(one));
            farther.then(one.rider.cmp(&other.rider))
        });
    }

    /// Carries and pushes the bodies that a step may move.
    fn carry_and_push(&mut self, id: BoxId, before: &Obb, after: &Obb) -> Result<(), Refusal> {
        for place in 0..self.memory.touched.len() {
            let Touched { state, rides, .. } = self.memory.touched[place];
            if rides {
                let start = state.position;
                let motion = after.to_world(before.to_local(start)) - start;
                self.with_body(place, |world, rider, scratch| {
                    carry(world, rider.tuning, rider.state, motion, id, scratch);
                });
            }
        }
        for place in 0..self.memory.touched.len() {
            self.with_body(place, |world, rider, scratch| {
                give_way(world, rider.tuning, rider.state, id, scratch)
            })
            .map_err(|room| Refusal::Rider(self.memory.touched[place].rider, room))?;
        }
        self.find_jostle()
    }

    /// Moves a body, and its own box along with it. A body does not meet its own box, nor those of the bodies that the
    /// same platform has still to carry.
    fn with_body<T>(
        &mut self,
        place: usize,
        act: impl FnOnce(crate::world::FilteredWorld<'_>, &mut Rider<'_>, &mut Scratch) -> T,
    ) -> T {
        let touched = &self.memory.touched;
        let body = touched[place];
        let waiting = touched[place + 1..].iter().filter(|other| other.rides);
        let is_met = |id| !body.is_own(id) && !waiting.clone().any(|other| other.is_own(id));
        let rider = &mut self.riders[body.rider];
        let world = self.world.filtered(rider.filter);
        let result = if touched.iter().any(|touched| touched.own.is_some()) {
            act(world.only(&is_met), rider, self.scratch)
        } else {
            act(world, rider, self.scratch)
        };
        if let Some((own, placed)) = body.own {
            let moved = rider.state.position - body.state.position;
            self.world.move_body(own, placed.moved(moved));
        }
        result
    }

    /// Refuses the step if a body has entered another one's box.
    fn find_jostle(&self) -> Result<(), Refusal> {
        let is_own = |id| self.memory.touched.iter().any(|touched| touched.is_own(id));
        for touched in self
            .memory
            .touched
            .iter()
            .filter(|touched| touched.own.is_some())
        {
            let rider = &self.riders[touched.rider];
            let others = |id| is_own(id) && !touched.is_own(id);
            let world = self.world.filtered(rider.filter).only(&others);
            let entered = rider
                .tuning
                .placed_body(rider.state)
                .and_then(|body| world.blocking_surface(&body, None));
            if let Some(surface) = entered.filter(|surface| -surface.separation > MAX_JOSTLE) {
                return Err(Refusal::Rider(touched.rider, NoRoom::of(&surface)));
            }
        }
        Ok(())
    }

    /// The first box that a mover's box overlaps after a step and did not overlap before. The boxes of the riders do
    /// not count, since they give way.
    fn new_overlap(&mut self, id: BoxId, before: &Obb, after: &Obb) -> Option<BoxId> {
        let near = &mut self.memory.near;
        self.world.boxes_near(after, near);
        let (world, riders) = (&*self.world, &*self.riders);
        let is_rider = |other: BoxId| riders.iter().any(|rider| rider.own_box == Some(other));
        let mut others = near.iter().copied().filter(|other| *other != id);
        others.find(|other| {
            let met = |place: &Obb| overlaps(after, place) && !overlaps(before, place);
            world.obb(*other).is_some_and(met) && !is_rider(*other)
        })
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
