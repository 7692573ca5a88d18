//! The walk of the swept controller: slides, steps, and the ground.
//!
//! The move itself is [`move_and_slide`](fn@super::move_and_slide)'s. This file adds the walk:
//!
//! - **steps**: where a low obstacle stops a walker, the walker tries to step over it: up, ahead, down,
//!   each part swept. The try counts if it ends on walkable ground, farther ahead than the plain slide.
//!   Source: the stair test of Source's and Jolt's character controllers.
//! - **snap**: a walker that leaves a floor by a little follows it down.
//! - **ramps**: where the ground turns, at a foot or at a crest, the walker turns with it and covers the
//!   whole length of its motion along the ground, and no more.
//! - **edges**: where the body rests on the edge of a step, the normal of the step's face counts as the
//!   ground's, not the contact normal, as long as the edge is no higher than a step.

use glam::DVec3;

use super::footing::{Footing, flatter};
use super::motion::along_ground;
use super::slide::{MoveRequest, Slide, SlideMode, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Event, Ground, PlayerState, Scratch, SlideEnd, Try, Tuning};
use crate::geometry::angle::cos_deg;
use crate::geometry::float::max;
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, CONTACT_GAP, GRAZING, REST_SPEED, STOP_GAP, TOUCH};
use crate::world::World;

/// A motion only grazes a surface if less than this share of it points into the surface.
///
/// Smaller: steps are tried along every wall; larger: steps met at a slant are not climbed.
const GRAZING_SHARE: f64 = 1e-3;

/// How much farther than its motion a walker gathers, in radii, to find ground that falls away. Smaller: a
/// second query of the tree; larger: more colliders in every tick.
const SNAP_MARGIN: f64 = 0.03;

/// A walker makes progress if it covers more than this share of its motion. Smaller: low edges slow it
/// down; larger: steps are tried in vain.
const PROGRESS_SHARE: f64 = 0.99;

/// An edge is tried as a step if its `normal.y` is less than the ground's by more than this. Smaller: every
/// bump of a mesh is tried; larger: low kerbs slow a walker down.
const EDGE_TILT: f64 = 0.05;

/// Minimum `normal.y` of a contact that supports a walker. Smaller: the walker hangs by its side; larger:
/// it slips off the edges of steps.
const MIN_SUPPORT_COS: f64 = 0.3;

/// The shortest motion ahead of a step that a slow walker tries; metres. Ten [`TOUCH`]. Smaller: the body
/// slips down beside the edge; larger: a crawling walker jerks on steps.
const MIN_STEP_AHEAD: f64 = TOUCH * 10.0;

/// How far the ground may turn under one piece of a motion over a crest; radians. Smaller: a tick on a crest
/// costs more; larger: a fast walker gains or loses speed there.
const MAX_CREST_TURN: f64 = 0.2;

/// How many steps a walker climbs in one tick. Smaller: runners lose speed on stairs; larger: a tick on
/// stairs costs more.
const MAX_STEPS: usize = 8;

/// Flies by `motion`.
pub(super) fn fly(
    world: &World,
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
    let request = MoveRequest::flight(motion);
    let end = slide(world, body, start, request, velocity, scratch, tracer);
    state.position = end.position;
    scratch.contacts.keep_touching(TOUCH);
}

/// Walks by `motion`. `wish` is the direction that the command requests.
pub(super) fn walk(
    world: &World,
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
    let footing = Footing {
        world,
        floor_cos: cos_deg(tuning.max_slope_deg),
        edge_cos: max(1.0 - tuning.step_height / tuning.radius, MIN_SUPPORT_COS),
    };
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
    if lands && state.ground.stands() {
        // A landing keeps only the level part of the velocity, so a landing on an edge is not deflected.
        let level = DVec3::new(before.x, 0.0, before.z);
        state.velocity = closest_cone_point(walker.contacts().planes(), level);
    }
}

/// Where the downward part of a step ends.
enum Descent {
    /// On walkable ground, at this position.
    Landed(DVec3),
    /// On the edge of a tread, too far out to stand on it. The contact normal tells how far.
    Overhangs(DVec3),
    /// On no tread.
    Missed,
}

/// The heights between which a step may end; metres.
struct StepLimits {
    /// The body's reference point must be above this.
    low: f64,
    /// The tread must be no higher than this.
    high: f64,
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
            floor_cos: self.footing.floor_cos,
            mode,
            margin: self.body.radius() * SNAP_MARGIN,
            steer: self.steer,
            ..MoveRequest::flight(motion)
        }
    }

    /// Makes one motion. `velocity` loses the parts that point into what stops it.
    fn slide(&mut self, from: DVec3, request: MoveRequest, velocity: &mut DVec3) -> Slide {
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
        self.slide(from, self.request(motion, mode), velocity)
    }

    fn contacts(&self) -> &Contacts {
        &self.scratch.contacts
    }

    fn move_or_step(&mut self, state: &mut PlayerState, motion: DVec3, walked: bool) {
        let (start, velocity) = (state.position, state.velocity);
        let request = MoveRequest {
            climbs: walked,
            ..self.request(motion, SlideMode::Slide)
        };
        let plain = self.slide(start, request, &mut state.velocity);
        state.position = plain.position;
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let progresses =
            (plain.position - start).dot(ahead) > ahead.length_squared() * PROGRESS_SHARE;
        if !walked || progresses || !self.is_stopped(state, ahead) {
            return;
        }
        // A long motion climbs several steps. Each must end ahead of where the walker is without it.
        let (mut here, mut without, mut share) = (start, plain.position, 1.0);
        for _ in 0..MAX_STEPS {
            let mut stepped = velocity;
            self.scratch.begin_try();
            let landing = self.step(here, without, ahead * share, &mut stepped);
            let gains =
                |landing: &DVec3| (*landing - without).dot(ahead) > BACK_OFF * ahead.length();
            let Some(landing) = landing.filter(gains) else {
                self.scratch.undo_try();
                return;
            };
            let rise = landing.y - here.y;
            self.tracer.push(Event::Step { rise });
            (state.position, state.velocity) = (landing, stepped);
            share -= (landing - here).dot(ahead) / ahead.length_squared();
            if share <= 1.0 - PROGRESS_SHARE {
                return;
            }
            (here, without) = (landing, landing);
        }
    }

    /// Whether the motion of this tick, made at `velocity`, hit walkable ground.
    fn met_floor(&self, velocity: DVec3) -> bool {
        let floor_cos = self.footing.floor_cos;
        let mut planes = self.contacts().planes().iter();
        planes.any(|normal| normal.y >= floor_cos && normal.dot(velocity) < -REST_SPEED)
    }

    /// Whether a surface ahead stopped the motion of this tick: one too steep to walk up, or the edge of a
    /// low step, which is much steeper than the ground. A ramp stops nobody.
    fn is_stopped(&self, state: &PlayerState, ahead: DVec3) -> bool {
        let Some(ground) = state.ground.support() else {
            return false;
        };
        let is_ramp = |normal: &DVec3| {
            let (mut touching, footing) = (self.contacts().touching().iter(), self.footing);
            touching.any(|surface| footing.is_floor_face(surface, state.position, *normal))
        };
        let flat = max(ground.y - EDGE_TILT, self.footing.floor_cos);
        let least = -GRAZING_SHARE * ahead.length();
        let mut planes = self.contacts().planes().iter();
        planes.any(|normal| normal.y < flat && normal.dot(ahead) < least && !is_ramp(normal))
    }

    /// Tries a step: up, ahead and down again. Returns where it ends, if that is on walkable ground.
    /// `without` is where the walker is without the step.
    fn step(
        &mut self,
        start: DVec3,
        without: DVec3,
        ahead: DVec3,
        velocity: &mut DVec3,
    ) -> Option<DVec3> {
        if self.tuning.step_height <= 0.0 {
            return None;
        }
        // Step height is measured from the support. On the edge of a step, that is above the body's bottom.
        let bottom = start.y - self.body.radius();
        let footing = self.footing;
        let ignored = &mut DVec3::default();
        self.move_by(start, DVec3::ZERO, SlideMode::Straight, ignored);
        let touching = self.contacts().touching().iter();
        let floors =
            touching.filter(|surface| footing.ground_normal(surface, start).y >= footing.floor_cos);
        let support = floors.map(|surface| surface.point.y).fold(bottom, max);
        let height = support - bottom + self.tuning.step_height;
        self.tracer.push(Event::Try(Try::Up));
        let up = self.move_by(start, DVec3::Y * height, SlideMode::Straight, ignored);
        let raised = up.position;
        let rise = raised.y - start.y;
        if rise <= STOP_GAP {
            return None;
        }
        // The landing must be above the start, by no more than the height of a step.
        let limits = StepLimits {
            low: start.y + TOUCH,
            high: bottom + height + TOUCH,
        };
        // The first try may be too short to reach over the edge, or so long that it leads up the next steps.
        // The second one stays level.
        let (before, length) = (*velocity, ahead.length());
        let request = self.request(ahead, SlideMode::Slide);
        let longer = ahead * (max(length, MIN_STEP_AHEAD) / length);
        let level = MoveRequest {
            floor_cos: 1.0,
            ..self.request(longer, SlideMode::Slide)
        };
        for request in [request, level] {
            *velocity = before;
            self.tracer.push(Event::Try(Try::Over));
            let over = self.slide(raised, request, velocity);
            let gains = (over.position - without).dot(ahead) > BACK_OFF * length;
            if over.end == SlideEnd::Refused || !gains {
                return None;
            }
            let landing = self.land(over.position, rise, &limits);
            let is_level = over.position.y <= raised.y + TOUCH;
            if landing.is_some() || is_level && length >= MIN_STEP_AHEAD {
                return landing;
            }
        }
        None
    }

    /// The last part of a step: down by `rise`. A body that lands on the edge of a tread moves farther, just
    /// far enough to stand there. So a slow walker climbs the same steps as a fast one.
    fn land(&mut self, from: DVec3, rise: f64, limits: &StepLimits) -> Option<DVec3> {
        let normal = match self.descend(from, rise, limits) {
            Descent::Landed(landing) => return Some(landing),
            Descent::Overhangs(normal) => normal,
            Descent::Missed => return None,
        };
        let outward = DVec3::new(normal.x, 0.0, normal.z);
        let edge_sin = (1.0 - self.footing.edge_cos * self.footing.edge_cos).sqrt();
        let overhang = self.body.radius() * (outward.length() - edge_sin) + TOUCH;
        let inward = outward.normalize_or_zero() * -overhang;
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Over));
        let farther = self.move_by(from, inward, SlideMode::Slide, ignored);
        match self.descend(farther.position, rise, limits) {
            Descent::Landed(landing) => Some(landing),
            Descent::Overhangs(_) | Descent::Missed => None,
        }
    }

    /// The downward part of a step: straight down, or down along the edge of the next step, if the raised
    /// body leans on it.
    fn descend(&mut self, from: DVec3, rise: f64, limits: &StepLimits) -> Descent {
        let mut descent = Descent::Missed;
        for mode in [SlideMode::Landing, SlideMode::Slide] {
            self.tracer.push(Event::Try(Try::Down));
            let ignored = &mut DVec3::default();
            let down = self.move_by(from, DVec3::NEG_Y * rise, mode, ignored);
            descent = self.descent_to(down.position, limits);
            if !matches!(descent, Descent::Missed) || down.end == SlideEnd::Done {
                break;
            }
        }
        descent
    }

    /// What a step to `landing` reaches there.
    fn descent_to(&mut self, landing: DVec3, limits: &StepLimits) -> Descent {
        let footing = self.footing;
        let touching = self.contacts().touching().iter();
        let treads = touching.filter(|surface| {
            surface.point.y <= limits.high
                && footing.face_normal(surface, landing).y >= footing.floor_cos
        });
        let flattest = treads.max_by(|a, b| flatter(&a.normal, &b.normal));
        let Some(tread) = flattest.filter(|_| landing.y > limits.low) else {
            return Descent::Missed;
        };
        if footing.ground_normal(tread, landing).y < footing.floor_cos {
            Descent::Overhangs(tread.normal)
        } else if self.stands(landing) {
            Descent::Landed(landing)
        } else {
            Descent::Missed
        }
    }

    /// Whether the touched surfaces support a walker at `position`.
    fn stands(&mut self, position: DVec3) -> bool {
        self.ground(position, DVec3::ZERO, true).stands()
    }

    /// Finds the ground among all surfaces that took part in the slide. Each of them can hold the body, so a
    /// walker who rests on several in a pit has ground.
    fn find_ground(&mut self, state: &mut PlayerState, walked: bool) {
        state.ground = self.ground(state.position, state.velocity, walked);
        if !walked || state.ground.stands() {
            return;
        }
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
        if !self.stands(landing) {
            // There may be ground farther down, along a steep surface.
            self.tracer.push(Event::Try(Try::Beside));
            let beside = self.move_by(state.position, down, SlideMode::Slide, ignored);
            landing = beside.position;
        }
        if self.stands(landing) {
            let drop = state.position.y - landing.y;
            self.tracer.push(Event::Snap { drop });
            state.position = landing;
            state.ground = self.ground(landing, state.velocity, true);
        } else {
            self.scratch.undo_try();
        }
    }

    /// Where the ground fell away under a straight `motion` from `start` to `end`, and the walker followed it
    /// down: repeats the motion along the ground instead. So the walker covers the whole length of its
    /// motion, and no more. `before` is the normal of the ground at the start.
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
        if turn <= GRAZING || !(end - start).abs_diff_eq(motion, BACK_OFF) {
            return;
        }
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

    /// Makes one motion along the ground with this `normal`, and along the ground beyond, if it falls away.
    /// Returns the place and the normal of the ground there.
    fn follow(&mut self, start: DVec3, motion: DVec3, normal: DVec3) -> Option<(DVec3, DVec3)> {
        let ignored = &mut DVec3::default();
        let motion = along_ground(motion, normal);
        let ahead = self.move_by(start, motion, SlideMode::Slide, ignored);
        let (landing, beyond) = self.land_on_floor(ahead.position, DVec3::Y)?;
        let Some(share) = crest(motion, landing - start, beyond) else {
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
/// start of the motion, and the ground there has this `normal`. `None`: there is no crest.
fn crest(motion: DVec3, landing: DVec3, normal: DVec3) -> Option<f64> {
    // The motion crosses the plane through the landing from below, or starts a little above it.
    let (height, rise) = (landing.dot(normal), motion.dot(normal));
    let falls_away = rise > GRAZING * motion.length() && height >= -CONTACT_GAP && height <= rise;
    falls_away.then(|| max(height / rise, 0.0))
}
