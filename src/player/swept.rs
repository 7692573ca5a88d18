//! The walk of the swept controller: slides, steps, and the ground.
//!
//! The move itself is [`move_and_slide`](fn@super::move_and_slide)'s. This file adds the walk:
//!
//! - **steps**. Where a low obstacle stops a walker, the walker climbs it (`step.rs`), and goes on with the
//!   rest of its motion.
//! - **snap**: a walker that leaves a floor by a little follows it down.
//! - **ramps**. Where the ground turns, at a foot or at a crest, the walker turns with it and covers the
//!   whole length of its motion along the ground, and no more.
//! - **edges**. Where the body rests on the edge of a step, the normal of the step's face counts as the
//!   ground's, not the contact normal, as long as the edge is no higher than a step.

mod front;
mod step;

use glam::DVec3;

use super::footing::Footing;
use super::motion::along_ground;
use super::slide::{MoveRequest, Slide, SlideMode, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Event, Ground, PlayerState, Scratch, SlideEnd, Try, Tuning};
use crate::geometry::float::{max, min};
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, CONTACT_GAP, GRAZING, MIN_DISTANCE, REST_SPEED, TOUCH, WALL_COS};
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

/// How far the ground may turn under one piece of a motion over a crest; radians. Smaller: a tick on a crest
/// costs more; larger: a fast walker gains or loses speed there.
const MAX_CREST_TURN: f64 = 0.2;

/// How many surfaces too steep to stand on a walker follows down. Smaller: it takes off at rounded steps; larger: a landing
/// among rocks costs more.
const MAX_SLOPES: usize = 24;

/// How long the pieces are in which a runner follows stairs down; radii. Smaller: a long motion costs more; larger: a
/// runner takes off from steps.
const MAX_PIECE: f64 = 0.5;

/// The greatest number of these pieces. Smaller: a small body takes off from steps; larger: a runner who leaves the
/// ground costs more.
const MAX_PIECES: f64 = 64.0;

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
    let footing = footing(world, tuning, scratch);
    // In the air, momentum counts and the command does not.
    let steer = if state.ground.stands() {
        wish
    } else {
        DVec3::ZERO
    };
    let mut walker = Walker {
        footing,
        tuning,
        body,
        steer,
        scratch,
        tracer,
    };
    // A jump has set the ground to none before this tick's motion, so there is no step and no snap.
    let ground = state.ground.support();
    let walked = ground.is_some();
    let (start, before) = (state.position, state.velocity);
    walker.move_or_step(state, motion, walked);
    let lands = !walked && walker.met_floor(before);
    let end = state.position;
    walker.find_ground(state, walked || lands);
    if let Some(normal) = ground.filter(|_| state.position != end) {
        walker.follow_crest(state, start, motion, end, normal);
    }
    if let Some(normal) = ground.filter(|_| !state.ground.stands()) {
        walker.follow_steps_down(state, start, motion, normal);
    }
    if walked && !state.ground.stands() {
        // The edge of a step turns a run upwards, but it throws nobody into the air.
        state.velocity.y = min(state.velocity.y, max(before.y, 0.0));
    }
    if lands && state.ground.stands() {
        // A landing keeps only the level part of the velocity, so a landing on an edge is not deflected.
        state.velocity = closest_cone_point(walker.contacts().planes(), level(before));
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
        let footing = footing(world, tuning, scratch);
        let Scratch {
            contacts, normals, ..
        } = &mut *scratch;
        state.ground = footing.ground(contacts, position, DVec3::ZERO, true, normals);
    }
    scratch.clear();
}

fn footing<'w>(
    world: &'w FilteredWorld<'w>,
    tuning: &Tuning,
    scratch: &mut Scratch,
) -> Footing<'w> {
    Footing::new(world, tuning, scratch.slope_cos(tuning.max_slope_deg))
}

struct Walker<'w, 't> {
    footing: Footing<'w>,
    tuning: &'w Tuning,
    body: Body,
    /// The direction that the command requests; zero: none.
    steer: DVec3,
    scratch: &'w mut Scratch,
    tracer: &'w mut Tracer<'t>,
}

impl Walker<'_, '_> {
    /// The request for a motion of the walker.
    fn request(&self, motion: DVec3, mode: SlideMode) -> MoveRequest {
        MoveRequest {
            slope: self.footing.slope,
            mode,
            margin: self.body.radius() * SNAP_MARGIN,
            ..MoveRequest::flight(motion)
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
    /// motion. So a long motion climbs several steps.
    fn move_or_step(&mut self, state: &mut PlayerState, motion: DVec3, walked: bool) {
        let (velocity, mut motion) = (state.velocity, motion);
        let ground = state.ground.support().filter(|_| walked);
        for steps in 0..=MAX_STEPS {
            let start = state.position;
            let request = MoveRequest {
                climbs: walked,
                steer: self.steer,
                ground: ground.unwrap_or(DVec3::ZERO),
                asks: true,
                ..self.request(motion, SlideMode::Slide)
            };
            let pushes = self.contacts().pushes().len();
            state.velocity = velocity;
            let plain = self.slide(start, &request, &mut state.velocity);
            state.position = plain.position;
            let ahead = level(motion);
            if !walked || steps == MAX_STEPS || !self.is_stopped(state, start, ahead) {
                return;
            }
            let responder = self.footing.world.responder();
            if responder.is_some_and(|it| it.has_stopped()) {
                return;
            }
            let Some(step) = self.step(state, start, ahead, velocity) else {
                return;
            };
            let rise = step.landing.y - start.y;
            self.tracer.push(Event::Step { rise });
            // The walker has climbed what it would have pushed.
            self.scratch.contacts.keep_pushes(pushes);
            (state.position, state.velocity) = (step.landing, step.velocity);
            if step.rest <= 1.0 - PROGRESS_SHARE {
                return;
            }
            motion = ahead * step.rest;
        }
    }

    /// Whether the motion of this tick, made at `velocity`, hit walkable ground.
    fn met_floor(&self, velocity: DVec3) -> bool {
        let mut planes = self.planes();
        planes
            .any(|(normal, floor_cos)| normal.y >= floor_cos && normal.dot(velocity) < -REST_SPEED)
    }

    /// Whether a surface ahead stopped the level motion `ahead` of this tick, which began at `start`.
    fn is_stopped(&self, state: &PlayerState, start: DVec3, ahead: DVec3) -> bool {
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
    /// surfaces stops nobody.
    #[inline(never)]
    fn stops(
        &self,
        (normal, floor_cos): (DVec3, f64),
        state: &PlayerState,
        ahead: DVec3,
        touching: &[Surface],
    ) -> bool {
        let Some(ground) = state.ground.support() else {
            return false;
        };
        let is_ramp =
            |surface: &Surface| self.footing.is_floor_face(surface, state.position, normal);
        let flat = max(ground.y - EDGE_TILT, floor_cos);
        // A walker that a riser has stopped accelerates along the riser only. The command counts.
        let heading = if self.steer == DVec3::ZERO {
            ahead
        } else {
            self.steer
        };
        let least = -GRAZING_SHARE * heading.length();
        normal.y < flat && normal.dot(heading) < least && !touching.iter().any(is_ramp)
    }

    /// Whether the touched surfaces support a walker at `position`.
    fn stands(&mut self, position: DVec3) -> bool {
        self.ground(position, DVec3::ZERO, true).stands()
    }

    /// Finds the ground among all surfaces that took part in the slide. Each of them can hold the body, so a
    /// walker who rests on several in a pit has ground.
    fn find_ground(&mut self, state: &mut PlayerState, walked: bool) {
        state.ground = self.ground(state.position, state.velocity, walked);
        if walked && !state.ground.stands() {
            self.snap(state);
        }
    }

    /// Follows the ground down where it has fallen away from a walker, or finds a place to stand next to a steep
    /// surface.
    #[inline(never)]
    fn snap(&mut self, state: &mut PlayerState) {
        let down = DVec3::NEG_Y * self.tuning.snap_distance;
        self.scratch.begin_try();
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Follow));
        let straight = self.move_by(state.position, down, SlideMode::Landing, ignored);
        let mut landing = straight.position;
        if straight.end == SlideEnd::Done {
            // There is nothing below.
            self.scratch.undo_try();
            return;
        }
        let mut stands = self.stands(landing);
        for _ in 0..MAX_SLOPES {
            if stands {
                break;
            }
            // There may be ground farther down, along a steep surface.
            let dropped = state.position.y - landing.y;
            let Some(way) = self.way_down(self.tuning.snap_distance - dropped) else {
                break;
            };
            self.tracer.push(Event::Try(Try::Beside));
            let request = MoveRequest {
                slope: SlopeLimit::NONE,
                ..self.request(way, SlideMode::Straight)
            };
            let next = self.slide(landing, &request, ignored).position;
            if landing.y - next.y <= MIN_DISTANCE {
                break;
            }
            landing = next;
            stands = self.stands(landing);
        }
        if stands {
            let drop = state.position.y - landing.y;
            self.tracer.push(Event::Snap { drop });
            state.position = landing;
            state.ground = self.ground(landing, state.velocity, true);
        } else {
            self.scratch.undo_try();
        }
    }

    /// The straight way down along the touched surfaces, by `drop`; metres. `None`: they lead no farther down.
    fn way_down(&mut self, drop: f64) -> Option<DVec3> {
        let Scratch {
            contacts, normals, ..
        } = &mut *self.scratch;
        normals.clear();
        normals.extend(contacts.touching().iter().map(|surface| surface.normal));
        let way = closest_cone_point(normals, DVec3::NEG_Y);
        (drop > MIN_DISTANCE && way.y < -WALL_COS).then(|| way * (drop / -way.y))
    }

    /// Where the ground fell away under a straight `motion` from `start` to `end`, and the walker followed it
    /// down. Repeats the motion along the ground instead. So the walker covers the whole length of its motion,
    /// and no more. `before` is the normal of the ground at the start.
    fn follow_crest(
        &mut self,
        state: &mut PlayerState,
        start: DVec3,
        motion: DVec3,
        end: DVec3,
        before: DVec3,
    ) {
        let Some(after) = state.ground.support() else {
            return;
        };
        // The length of the difference is about the angle between both normals.
        let turn = before.distance(after);
        if turn > GRAZING && (end - start).abs_diff_eq(motion, BACK_OFF) {
            self.repeat_along_ground(state, start, motion, before, turn);
        }
    }

    /// Repeats a `motion` from `start` along the ground, whose normal is `before` at the start and turns by about `turn` radians.
    #[inline(never)]
    fn repeat_along_ground(
        &mut self,
        state: &mut PlayerState,
        start: DVec3,
        motion: DVec3,
        before: DVec3,
        turn: f64,
    ) {
        self.scratch.begin_try();
        self.tracer.push(Event::Try(Try::Follow));
        let pieces = (turn / MAX_CREST_TURN).ceil();
        let (mut position, mut normal) = (start, before);
        for _ in 0..pieces as usize {
            let Some((next, ground)) = self.follow(position, motion / pieces, normal) else {
                self.scratch.undo_try();
                return;
            };
            (position, normal) = (next, ground);
        }
        let ground = self.ground(position, state.velocity, true);
        (state.position, state.ground) = (position, ground);
    }

    /// Where a straight `motion` from `start` has led farther above the ground than a walker follows it down. Repeats the
    /// motion in pieces and follows the ground down after each, as at a higher tick rate. So a runner stays on the
    /// ground of stairs that go down. `normal` is that of the ground at the start.
    #[inline(never)]
    fn follow_steps_down(
        &mut self,
        state: &mut PlayerState,
        start: DVec3,
        motion: DVec3,
        normal: DVec3,
    ) {
        let pieces = motion.length() / (self.body.radius() * MAX_PIECE);
        let is_straight = (state.position - start).abs_diff_eq(motion, BACK_OFF);
        if pieces <= 1.0 || !is_straight {
            return;
        }
        let pieces = min(pieces.ceil(), MAX_PIECES);
        let mut walker = PlayerState {
            position: start,
            ground: Ground::Floor { normal },
            ..*state
        };
        let ignored = &mut DVec3::default();
        for _ in 0..pieces as usize {
            let Some(normal) = walker.ground.support() else {
                // The contacts are those of the place where the walker is.
                let place = state.position;
                self.move_by(place, DVec3::ZERO, SlideMode::Straight, ignored);
                return;
            };
            let piece = motion / pieces;
            self.tracer.push(Event::Try(Try::Follow));
            if let Some((place, normal)) = self.follow(walker.position, piece, normal) {
                walker.position = place;
                walker.ground = Ground::Floor { normal };
                continue;
            }
            // There is a step, not a crest.
            let along = along_ground(piece, normal);
            let made = self.move_by(walker.position, along, SlideMode::Slide, ignored);
            walker.position = made.position;
            self.find_ground(&mut walker, true);
        }
        if walker.ground.stands() {
            (state.position, state.ground) = (walker.position, walker.ground);
        }
    }

    /// Makes one motion along the ground with this `normal`, and along the ground beyond, if it falls away.
    /// Returns the place and the normal of the ground there.
    fn follow(&mut self, start: DVec3, motion: DVec3, normal: DVec3) -> Option<(DVec3, DVec3)> {
        let ignored = &mut DVec3::default();
        let motion = along_ground(motion, normal);
        let ahead = self.move_by(start, motion, SlideMode::Slide, ignored);
        let (landing, beyond) = self.land_on_floor(ahead.position, DVec3::Y)?;
        let is_straight = (ahead.position - start).abs_diff_eq(motion, BACK_OFF);
        let share = crest(motion, landing - start, beyond).filter(|_| is_straight);
        let Some(share) = share else {
            return Some((landing, beyond));
        };
        let rest = along_ground(motion * (1.0 - share), beyond);
        let over = self.move_by(start + motion * share, rest, SlideMode::Slide, ignored);
        self.land_on_floor(over.position, beyond)
    }

    /// Where a walker at `position` comes to a floor, if it moves against `up` by no more than the snap
    /// distance, and the floor's normal.
    fn land_on_floor(&mut self, position: DVec3, up: DVec3) -> Option<(DVec3, DVec3)> {
        let mut place = position;
        if !self.stands(place) {
            let down = up * -self.tuning.snap_distance;
            let ignored = &mut DVec3::default();
            place = self
                .move_by(place, down, SlideMode::Landing, ignored)
                .position;
        }
        match self.ground(place, DVec3::ZERO, true) {
            Ground::Floor { normal } => Some((place, normal)),
            _ => None,
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

/// The share of `motion` after which it leaves the ground, if the walker comes to `landing`, relative to the
/// start of the motion, and the ground there has this `normal`. `None` if there is no crest.
fn crest(motion: DVec3, landing: DVec3, normal: DVec3) -> Option<f64> {
    // The motion crosses the plane through the landing from below, or starts a little above it.
    let (height, rise) = (landing.dot(normal), motion.dot(normal));
    let falls_away = rise > GRAZING * motion.length() && height >= -CONTACT_GAP && height <= rise;
    falls_away.then(|| max(height / rise, 0.0))
}

/// The level part of `vector`.
fn level(vector: DVec3) -> DVec3 {
    DVec3::new(vector.x, 0.0, vector.z)
}
