//! The walk of the swept controller: slides, steps, and the ground.
//!
//! The move itself is [`move_and_slide`](super::move_and_slide)'s. This file adds the walk:
//!
//! - **steps**: where a low obstacle stops a walker, the walker tries to step over it: up, ahead, down,
//!   each part swept. The try counts if it ends on walkable ground, farther ahead than the plain slide.
//!   Source: the stair test of Source's and Jolt's character controllers.
//! - **snap**: a walker that leaves a floor by a little follows it down.
//! - **edges**: where the body rests on the edge of a step, the normal of the step's face counts as the
//!   ground's, not the contact normal, as long as the edge is no higher than a step.

use glam::DVec3;

use super::ground::ground_of;
use super::slide::{MoveRequest, Slide, SlideMode, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Event, Ground, PlayerState, Scratch, SlideEnd, Try, Tuning};
use crate::geometry::angle::cos_deg;
use crate::geometry::float::max;
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, REST_SPEED, STOP_GAP, TOUCH};
use crate::world::{Surface, World};

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
    let steer = if state.ground.is_floor() {
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
    let walked = state.ground.is_floor();
    let before = state.velocity;
    walker.move_or_step(state, motion, walked);
    let lands = !walked && walker.met_floor(before);
    walker.find_ground(state, walked || lands);
    if lands && state.ground.is_floor() {
        // A landing keeps only the level part of the velocity, so a landing on an edge is not deflected.
        let level = DVec3::new(before.x, 0.0, before.z);
        state.velocity = closest_cone_point(walker.contacts().planes(), level);
    }
}

/// The result of trying a step.
enum Step {
    /// The step ends at this position, on walkable ground.
    Landed(DVec3),
    /// There is a step, but the motion is too short: the walker would hang by its side.
    TooShort,
    /// There is no step.
    Impossible,
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
    /// Makes one motion. `velocity` loses the parts that point into what stops it.
    fn move_by(
        &mut self,
        from: DVec3,
        motion: DVec3,
        mode: SlideMode,
        velocity: &mut DVec3,
    ) -> Slide {
        let request = MoveRequest {
            floor_cos: self.footing.floor_cos,
            mode,
            margin: self.body.radius() * SNAP_MARGIN,
            steer: self.steer,
            ..MoveRequest::flight(motion)
        };
        let (scratch, tracer) = (&mut *self.scratch, &mut *self.tracer);
        let world = self.footing.world;
        slide(world, self.body, from, request, velocity, scratch, tracer)
    }

    fn contacts(&self) -> &Contacts {
        &self.scratch.contacts
    }

    fn move_or_step(&mut self, state: &mut PlayerState, motion: DVec3, walked: bool) {
        let (start, velocity) = (state.position, state.velocity);
        let plain = self.move_by(start, motion, SlideMode::Slide, &mut state.velocity);
        state.position = plain.position;
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let progresses =
            (plain.position - start).dot(ahead) > ahead.length_squared() * PROGRESS_SHARE;
        if !walked || progresses || !self.is_stopped(state.ground, ahead) {
            return;
        }
        let mut stepped = velocity;
        self.scratch.begin_try();
        match self.step(start, ahead, &mut stepped) {
            Step::Landed(landing)
                if (landing - plain.position).dot(ahead) > BACK_OFF * ahead.length() =>
            {
                let rise = landing.y - start.y;
                self.tracer.push(Event::Step { rise });
                state.position = landing;
                state.velocity = stepped;
            }
            Step::TooShort => {
                // The walker keeps its speed, and the next tick takes it far enough.
                self.scratch.undo_try();
                state.velocity = velocity;
            }
            Step::Landed(_) | Step::Impossible => self.scratch.undo_try(),
        }
    }

    /// Whether the motion of this tick, made at `velocity`, hit walkable ground.
    fn met_floor(&self, velocity: DVec3) -> bool {
        let floor_cos = self.footing.floor_cos;
        let mut planes = self.contacts().planes().iter();
        planes.any(|normal| normal.y >= floor_cos && normal.dot(velocity) < -REST_SPEED)
    }

    /// Whether a surface ahead stopped the motion of this tick: one too steep to walk up, or one much
    /// steeper than the ground, such as the edge of a low step.
    fn is_stopped(&self, ground: Ground, ahead: DVec3) -> bool {
        let Ground::Floor { normal: ground } = ground else {
            return false;
        };
        let flat = max(ground.y - EDGE_TILT, self.footing.floor_cos);
        let least = -GRAZING_SHARE * ahead.length();
        let mut planes = self.contacts().planes().iter();
        planes.any(|normal| normal.y < flat && normal.dot(ahead) < least)
    }

    /// Tries a step: up, ahead and down again.
    fn step(&mut self, start: DVec3, ahead: DVec3, velocity: &mut DVec3) -> Step {
        if self.tuning.step_height <= 0.0 {
            return Step::Impossible;
        }
        // Step height is measured from the support. On the edge of a step, that is above the body's bottom.
        let bottom = start.y - self.body.radius();
        let footing = self.footing;
        let touching = self.contacts().touching().iter();
        let floors =
            touching.filter(|surface| footing.ground_normal(surface, start).y >= footing.floor_cos);
        let support = floors.map(|surface| surface.point.y).fold(bottom, max);
        let height = support - bottom + self.tuning.step_height;
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Up));
        let up = self.move_by(start, DVec3::Y * height, SlideMode::Straight, ignored);
        let raised = up.position;
        let rise = raised.y - start.y;
        if rise <= STOP_GAP {
            return Step::Impossible;
        }
        self.tracer.push(Event::Try(Try::Over));
        let over = self.move_by(raised, ahead, SlideMode::Slide, velocity);
        if over.end == SlideEnd::Refused {
            return Step::Impossible;
        }
        self.tracer.push(Event::Try(Try::Down));
        let down = self.move_by(
            over.position,
            DVec3::NEG_Y * rise,
            SlideMode::Landing,
            ignored,
        );
        let landing = down.position;
        // The landing must be above the start, by no more than the height of a step.
        let (low, high) = (start.y + TOUCH, bottom + height + TOUCH);
        let touching = self.contacts().touching().iter();
        let mut treads = touching.filter(|surface| {
            surface.point.y <= high && footing.face_normal(surface, landing).y >= footing.floor_cos
        });
        if landing.y <= low || treads.clone().next().is_none() {
            return Step::Impossible;
        }
        if treads.any(|surface| footing.ground_normal(surface, landing).y >= footing.floor_cos) {
            Step::Landed(landing)
        } else {
            Step::TooShort
        }
    }

    /// Whether the touched surfaces support a walker at `position`.
    fn stands(&mut self, position: DVec3) -> bool {
        self.ground(position, DVec3::ZERO, true).is_floor()
    }

    /// Finds the ground among all surfaces that took part in the slide. Those that only [`TOUCH`] leaves out
    /// hold the body too: without them, a walker in a pit would have no ground for good.
    fn find_ground(&mut self, state: &mut PlayerState, walked: bool) {
        state.ground = self.ground(state.position, state.velocity, walked);
        if !walked || state.ground.is_floor() {
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

    fn ground(&mut self, position: DVec3, velocity: DVec3, walked: bool) -> Ground {
        let footing = self.footing;
        let ground_normal = |surface: &Surface| footing.ground_normal(surface, position);
        ground_of(
            self.scratch,
            velocity,
            footing.floor_cos,
            walked,
            ground_normal,
        )
    }
}

/// Decides whether a walker can stand on a surface.
#[derive(Clone, Copy)]
struct Footing<'w> {
    world: &'w World,
    floor_cos: f64,
    /// Minimum `normal.y` of a contact with the edge of a step.
    edge_cos: f64,
}

impl Footing<'_> {
    /// The normal of a touched surface as ground: the contact normal, or, on the edge of a low step, the
    /// normal of the face that ends there.
    fn ground_normal(&self, surface: &Surface, position: DVec3) -> DVec3 {
        if surface.normal.y < self.edge_cos {
            return surface.normal;
        }
        self.face_normal(surface, position)
    }

    /// The same, however far the body overhangs the edge.
    fn face_normal(&self, surface: &Surface, position: DVec3) -> DVec3 {
        let face = self.world.supporting_face(surface, position);
        if face.y >= self.floor_cos && face.y > surface.normal.y {
            return face;
        }
        surface.normal
    }
}
