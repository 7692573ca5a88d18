//! The walk of the swept controller: slides, steps, and the ground.
//!
//! The move itself is [`move_and_slide`](fn@super::move_and_slide)'s. This file adds the walk, which games share
//! through [`step_and_slide`](fn@super::step_and_slide):
//!
//! - **steps**. Where a low obstacle stops a walker, the walker climbs it (`step.rs`), whatever the shape of
//!   its front (`front.rs`), and goes on with the rest of its motion. Its height counts from the ground (`settle.rs`).
//!   A tick ends where the walker can stand. That leads it farther than asked, by at most the depth of the front and a
//!   part of the radius (see [`step_and_slide`](fn@super::step_and_slide)).
//! - **snap**: a walker that leaves a floor by a little follows it down, also along steep surfaces
//!   (`follow.rs`). A long motion follows stairs down in pieces.
//! - **ramps**. Where the ground turns, at a foot or at a crest, the walker turns with it and covers the
//!   whole length of its motion along the ground, and no more.
//! - **edges**. Where the body rests on the edge of a step, the normal of the step's face counts as the
//!   ground's, not the contact normal, as long as the edge is no higher than a step.

mod follow;
mod front;
mod raise;
mod settle;
mod step;

use glam::DVec3;

use super::footing::Footing;
use super::motion::level;
use super::rest::Walk;
use super::slide::{MoveRequest, Slide, SlideMode, slide};
use super::trace::Tracer;
use super::{
    Body, Contacts, Event, Ground, PlayerState, Scratch, StepSettings, Stop, Try, Tuning, WalkState,
};
use crate::geometry::float::{max, min};
use crate::query::closest_cone_point;
use crate::tolerance::{MIN_DISTANCE, REST_SPEED, TOUCH};
use crate::world::{FilteredWorld, SlopeLimit, Surface};

/// A motion only grazes a surface if less than this share of it points into the surface.
///
/// Smaller: steps are tried along every wall; larger: steps met at a slant are not climbed.
const GRAZING_SHARE: f64 = 1e-3;

/// How much farther than its motion a walker gathers, in radii, to find ground that falls away. Smaller: a
/// second query of the tree; larger: more colliders in every tick.
const SNAP_MARGIN: f64 = 0.03;

/// A surface stops a walker that covers less than this share of its motion into the surface. Smaller: low
/// edges slow it down; larger: steps are tried in vain.
const PROGRESS_SHARE: f64 = 0.99;

/// An edge is tried as a step if its `normal.y` is less than the ground's by more than this. Smaller: every
/// bump of a mesh is tried; larger: low kerbs slow a walker down.
const EDGE_TILT: f64 = 0.005;

/// How many steps a walker climbs in one tick. Smaller: runners lose speed on stairs; larger: a tick on
/// stairs costs more.
const MAX_STEPS: usize = 8;

/// Flies by `motion`.
pub(super) fn fly(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let Some(body) = tuning.body() else {
        return;
    };
    let (start, velocity) = (state.position, &mut state.velocity);
    let request = MoveRequest {
        asks: true,
        ..MoveRequest::flight(motion)
    };
    let end = slide(world, body, start, &request, velocity, scratch, tracer);
    state.position = end.position;
    scratch.contacts.keep_touching(TOUCH);
}

/// Walks by `motion`. `wish` is the direction that the command requests.
#[inline]
pub(super) fn walk(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    wish: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let Some(body) = tuning.body() else {
        return;
    };
    let settings = StepSettings {
        wish,
        ..StepSettings::from(tuning)
    };
    let mut walk = state.walk();
    step_and_slide(world, body, &mut walk, motion, &settings, scratch, tracer);
    state.set_walk(walk);
}

/// Moves a walker by `motion` with all that belongs to a walk: slides, steps, landings, and the ground.
#[inline]
pub(super) fn step_and_slide(
    world: &FilteredWorld<'_>,
    body: Body,
    state: &mut WalkState,
    motion: DVec3,
    settings: &StepSettings,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    // A trace needs the events.
    let is_new = scratch.contacts.are_clear() && !tracer.is_on();
    let walk = Walk {
        world,
        body,
        state,
        motion,
        settings,
    };
    if is_new && let Some(end) = scratch.rest.recall(&walk, &mut scratch.contacts) {
        *state = end;
        return;
    }
    let footing = footing(world, body, settings, scratch);
    // In the air, momentum counts and the command does not.
    let steer = if state.ground.stands() {
        settings.wish
    } else {
        DVec3::ZERO
    };
    let mut walker = Walker {
        footing,
        settings,
        body,
        steer,
        asks: true,
        last_up: None,
        scratch,
        tracer,
    };
    // A jump has set the ground to none before this tick's motion, so there is no step and no snap.
    let walked = state.ground.stands();
    let (start, before) = (*state, state.velocity);
    let Moved {
        last_start,
        end,
        lands,
    } = walker.move_over_ground(state, motion);
    if walked && !state.ground.stands() {
        walker.follow_steps_down(state, &start, motion);
    }
    if walked && state.ground.stands() {
        walker.walk_where_it_has_flown(state, &start, last_start, motion);
        if !walker.is_grounded() {
            walker.come_down(state, last_start);
        }
    }
    if walked && !state.ground.stands() {
        // The edge of a step turns a run upwards, but it throws no walker into the air.
        state.velocity.y = min(state.velocity.y, max(before.y, 0.0));
    }
    if lands && state.ground.stands() {
        // A landing keeps only the level part of the velocity, so a landing on an edge is not deflected.
        state.velocity = closest_cone_point(walker.contacts().planes(), level(before));
    }
    if walker.contacts().dropped() > 0.0 && walked && end.y > start.position.y {
        walker.stay_if_led_back(state, start.position, motion);
    }
    if is_new && state.position == start.position {
        let walk = Walk {
            world,
            body,
            state: &start,
            motion,
            settings,
        };
        scratch.rest.keep(&walk, state, &scratch.contacts);
    }
}

/// Finds the ground of a walker who has none and does not move, such as one at the spawn. Otherwise its first
/// tick would be one in the air, which lasts longer at a low tick rate.
#[inline]
pub(super) fn find_first_ground(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    scratch: &mut Scratch,
) {
    if state.ground == Ground::None && state.velocity == DVec3::ZERO {
        find_ground_at_rest(world, tuning, state, scratch);
    }
}

#[cold]
fn find_ground_at_rest(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    scratch: &mut Scratch,
) {
    let Some(body) = tuning.body() else {
        return;
    };
    let (position, still) = (state.position, MoveRequest::flight(DVec3::ZERO));
    let (ignored, untraced) = (&mut DVec3::default(), &mut Tracer::new(None));
    let rest = slide(world, body, position, &still, ignored, scratch, untraced);
    // A body that overlaps something is pushed out first, in the tick.
    if rest.position == position {
        let footing = footing(world, body, &StepSettings::from(tuning), scratch);
        let Scratch {
            contacts, normals, ..
        } = &mut *scratch;
        state.ground = footing.ground(contacts, position, DVec3::ZERO, true, normals);
    }
    scratch.clear();
}

#[inline]
fn footing<'w>(
    world: &'w FilteredWorld<'w>,
    body: Body,
    settings: &StepSettings,
    scratch: &mut Scratch,
) -> Footing<'w> {
    let floor_cos = scratch.floor_cos(settings.max_slope_deg);
    Footing::new(world, body, settings.step_height, floor_cos)
}

/// How a walker has moved.
struct Moved {
    /// Where the last part of the motion began; metres.
    last_start: DVec3,
    /// Where it ended, before the walker followed the ground; metres.
    end: DVec3,
    /// Whether a walker in the air has landed.
    lands: bool,
}

struct Walker<'w, 't> {
    footing: Footing<'w>,
    settings: &'w StepSettings,
    body: Body,
    /// The direction that the command requests; zero: none.
    steer: DVec3,
    /// Whether the world's responder is asked about hits: this is the motion of the tick, and no try.
    asks: bool,
    /// The last way up over the front of a step, as bits: where it began, and how far it went. Then where it ended.
    last_up: Option<([u64; 4], DVec3)>,
    scratch: &'w mut Scratch,
    tracer: &'w mut Tracer<'t>,
}

impl Walker<'_, '_> {
    /// Moves by `motion`, over steps and crests, and finds the ground there.
    #[inline]
    fn move_over_ground(&mut self, state: &mut WalkState, motion: DVec3) -> Moved {
        let ground = state.ground.support();
        let walked = ground.is_some();
        let (start, before) = (state.position, state.velocity);
        let last_start = self.move_or_step(state, motion, walked);
        let lands = !walked && self.met_floor(before);
        let end = state.position;
        self.find_ground(state, walked || lands);
        if let Some(normal) = ground.filter(|_| state.position != end) {
            self.follow_crest(state, start, motion, end, normal);
        }
        Moved {
            last_start,
            end,
            lands,
        }
    }

    /// The request for a motion of the walker.
    fn request(&self, motion: DVec3, mode: SlideMode) -> MoveRequest {
        MoveRequest {
            slope: self.footing.slope,
            mode,
            margin: self.body.radius() * SNAP_MARGIN,
            ..MoveRequest::flight(motion)
        }
    }

    /// The slope limit of a plain slide. A body in the air may surf on surfaces that are too steep to stand on.
    fn slope_of_slide(&self, walked: bool) -> SlopeLimit {
        if self.settings.surf && !walked {
            SlopeLimit::NONE
        } else {
            self.footing.slope
        }
    }

    /// Makes one motion. `velocity` loses the parts that point into its obstacles.
    fn slide(&mut self, from: DVec3, request: &MoveRequest, velocity: &mut DVec3) -> Slide {
        let (scratch, tracer) = (&mut *self.scratch, &mut *self.tracer);
        let world = self.footing.world;
        slide(world, self.body, from, request, velocity, scratch, tracer)
    }

    /// Makes one motion with the walker's own slope limit.
    fn move_by(
        &mut self,
        from: DVec3,
        motion: DVec3,
        mode: SlideMode,
        velocity: &mut DVec3,
    ) -> Slide {
        self.slide(from, &self.request(motion, mode), velocity)
    }

    fn contacts(&self) -> &Contacts {
        &self.scratch.contacts
    }

    /// The planes that blocked the motion, each with its slope limit.
    fn planes(&self) -> impl Iterator<Item = (DVec3, f64)> {
        self.contacts()
            .planes_with_limits(self.footing.slope.usual_cos())
    }

    /// Moves by `motion`. A walker that a low obstacle stops climbs it and goes on with the rest of the
    /// motion. So a long motion climbs several steps. Returns where the last part of the motion began, or where the step led that
    /// was the last part.
    fn move_or_step(&mut self, state: &mut WalkState, motion: DVec3, walked: bool) -> DVec3 {
        let (velocity, mut motion) = (state.velocity, motion);
        let ground = state.ground.support().filter(|_| walked);
        let mut start = state.position;
        for steps in 0..=MAX_STEPS {
            start = state.position;
            let request = MoveRequest {
                climbs: walked,
                steer: self.steer,
                ground: ground.unwrap_or(DVec3::ZERO),
                asks: self.asks,
                slope: self.slope_of_slide(walked),
                ..self.request(motion, SlideMode::Slide)
            };
            let pushes = self.contacts().pushes().len();
            state.velocity = velocity;
            let plain = self.slide(start, &request, &mut state.velocity);
            state.position = plain.position;
            let ahead = level(motion);
            if !walked || steps == MAX_STEPS || !self.is_stopped(state, start, ahead) {
                return start;
            }
            let responder = self.footing.world.responder();
            if responder.is_some_and(|responder| responder.has_stopped()) {
                return start;
            }
            let is_grounded = self.is_grounded() && !self.has_flown_over(state.position, start);
            let step = if is_grounded {
                self.step(state, start, ahead, velocity)
            } else {
                self.step_from_air(state, start, ahead, velocity)
            };
            let Some(step) = step else {
                return start;
            };
            let rise = step.landing.y - start.y;
            self.tracer.push(Event::Step { rise });
            self.scratch.contacts.add_climb(rise);
            // The walker has climbed what it would have pushed.
            self.scratch.contacts.keep_pushes(pushes);
            (state.position, state.velocity) = (step.landing, step.velocity);
            if step.rest <= 1.0 - PROGRESS_SHARE {
                // The step has counted its height from the ground.
                return step.landing;
            }
            motion = ahead * step.rest;
        }
        start
    }

    /// Keeps a walker at `start` that its `motion` has lifted, and that the ground below has led back against the command.
    /// Otherwise it would go up and come down for ever.
    #[inline(never)]
    fn stay_if_led_back(&mut self, state: &mut WalkState, start: DVec3, motion: DVec3) {
        let gain = (state.position - start).dot(self.steer);
        if motion.dot(self.steer) <= 0.0 || gain > MIN_DISTANCE {
            return;
        }
        self.scratch.begin_try();
        self.tracer.push(Event::Try(Try::Follow));
        let ignored = &mut DVec3::default();
        let still = self.move_by(start, DVec3::ZERO, SlideMode::Straight, ignored);
        let ground = self.ground(start, DVec3::ZERO, true);
        // A body that something has entered was pushed out first.
        if still.position != start || !ground.stands() {
            self.scratch.undo_try();
            return;
        }
        self.tracer.push(Event::Stop(Stop::Against));
        self.scratch.contacts.set_changes((0.0, 0.0));
        (state.position, state.velocity, state.ground) = (start, DVec3::ZERO, ground);
    }

    /// Whether the motion of this tick, made at `velocity`, hit walkable ground.
    fn met_floor(&self, velocity: DVec3) -> bool {
        let mut planes = self.planes();
        planes
            .any(|(normal, floor_cos)| normal.y >= floor_cos && normal.dot(velocity) < -REST_SPEED)
    }

    /// Whether a surface ahead stopped the level motion `ahead` of this tick, which began at `start`.
    fn is_stopped(&self, state: &WalkState, start: DVec3, ahead: DVec3) -> bool {
        let (touching, made) = (self.contacts().touching(), state.position - start);
        let mut planes = self.planes();
        planes.any(|(normal, floor_cos)| {
            let (asked, into) = (-normal.dot(ahead), -level(normal).dot(made));
            asked > MIN_DISTANCE
                && into < asked * PROGRESS_SHARE
                && self.stops((normal, floor_cos), state, ahead, touching)
        })
    }

    /// Whether a surface with this normal and this slope limit stops a motion `ahead`, one too steep to walk
    /// up, or the edge of a low step, which is much steeper than the ground. A ramp among the `touching`
    /// surfaces stops no walker.
    #[inline(never)]
    fn stops(
        &self,
        (normal, floor_cos): (DVec3, f64),
        state: &WalkState,
        ahead: DVec3,
        touching: &[Surface],
    ) -> bool {
        let Some(ground) = state.ground.support() else {
            return false;
        };
        let is_ramp =
            |surface: &Surface| self.footing.is_floor_face(surface, state.position, normal);
        let flat = max(ground.y - EDGE_TILT, floor_cos);
        let heading = self.heading(ahead);
        let least = -GRAZING_SHARE * heading.length();
        normal.y < flat && normal.dot(heading) < least && !touching.iter().any(is_ramp)
    }

    /// Where a walker wants to go that moves `ahead`. One that a riser has stopped accelerates along the riser only, so the
    /// command counts.
    fn heading(&self, ahead: DVec3) -> DVec3 {
        if self.steer == DVec3::ZERO {
            ahead
        } else {
            self.steer
        }
    }

    /// Whether the touched surfaces support a walker at `position`.
    fn stands(&mut self, position: DVec3) -> bool {
        self.ground(position, DVec3::ZERO, true).stands()
    }

    /// Finds the ground among all surfaces that took part in the slide. Each of them can hold the body, so a
    /// walker who rests on several in a pit has ground.
    fn find_ground(&mut self, state: &mut WalkState, walked: bool) {
        state.ground = self.ground(state.position, state.velocity, walked);
        if walked && !state.ground.stands() {
            self.snap(state);
        }
    }

    fn ground(&mut self, position: DVec3, velocity: DVec3, walked: bool) -> Ground {
        let Scratch {
            contacts, normals, ..
        } = &mut *self.scratch;
        self.footing
            .ground(contacts, position, velocity, walked, normals)
    }
}
