//! Steps: how a walker climbs a low obstacle that stops it.
//!
//! A step goes up, ahead and down, each part swept. How far it goes ahead follows from the shape of the
//! obstacle, so whether a step is climbed depends neither on the speed nor on the tick rate:
//!
//! 1. Where the walker is stopped, the raised body must find the way into the obstacle free. Otherwise the
//!    obstacle is too high. Where something overhangs the walker, it goes up around that (`raise.rs`).
//! 2. The raised body goes ahead from where the motion began, until the motion ends or the next obstacle
//!    stops it. There it goes down.
//! 3. A body that comes down on the edge of a tread too far out to stand there goes a little farther in. One
//!    that leans on the next riser goes back until it passes in front of that riser.
//! 4. If it finds no tread there, it goes in from where it was stopped, and follows the front of the step to
//!    the first place where it stands (`front.rs`).
//!
//! Source: the stair test of Source's and Jolt's character controllers. The places where it goes down are
//! new.

use glam::DVec3;

use super::Walker;
use super::raise::Raised;
use crate::geometry::Capsule;
use crate::geometry::float::{clamp, max};
use crate::player::footing::flatter;
use crate::player::motion::level;
use crate::player::slide::{MoveRequest, SlideMode};
use crate::player::{Event, Try, WalkState};
use crate::tolerance::{BACK_OFF, CONTACT_GAP, SAME_NORMAL_COS, TOUCH, WALL_COS};
use crate::world::{SlopeLimit, Surface};

/// The shortest motion ahead of a step; metres. Ten [`TOUCH`]. Smaller: the body slips down next to the
/// edge; larger: a crawling walker jerks on steps.
pub(super) const MIN_STEP_AHEAD: f64 = TOUCH * 10.0;

/// The downward parts of a step. The body shifts before each further one. The last one may slide down along a
/// slope behind the tread. Fewer: a step in a corner is refused; more: a refused step costs more.
const DESCENTS: [SlideMode; 4] = [
    SlideMode::Landing,
    SlideMode::Landing,
    SlideMode::Landing,
    SlideMode::Slide,
];

/// A step that was climbed.
pub(super) struct Step {
    /// Where it ends; metres.
    pub landing: DVec3,
    /// The velocity after it.
    pub velocity: DVec3,
    /// The share of the motion that is left.
    pub rest: f64,
}

/// How many step heights a walker tries, from the lowest up, where surfaces have their own. Fewer: a ledge
/// among many different ones is not climbed; more: a walker among them costs more.
const MAX_HEIGHTS: usize = 8;

/// The way into an obstacle.
#[derive(Clone, Copy)]
struct WayIn {
    /// Where the obstacle stops the walker; metres.
    start: DVec3,
    raised: Raised,
    /// A little way in, above the obstacle; metres.
    place: DVec3,
    /// The level direction, a unit vector.
    inward: DVec3,
}

/// Where the downward part of a step ends.
pub(super) enum Descent {
    /// On walkable ground, at this position.
    Landed(DVec3),
    /// On the edge of a tread, too far out to stand on it. The contact normal says how far, and from which
    /// `normal.y` on it would stand there.
    Overhangs(DVec3, f64),
    /// On a surface with this contact normal that does not carry the walker, such as the next riser.
    Leans(DVec3),
    /// On no tread.
    Missed,
}

impl Walker<'_, '_> {
    /// Tries to climb the obstacle that stopped the motion `ahead` from `start`. `state` is where it was stopped.
    ///
    /// How high a step may be is up to the surface that it leads onto. Where surfaces have separate step heights,
    /// each height nearby is tried, and counts only for those that allow it.
    #[inline(never)]
    pub(super) fn step(
        &mut self,
        state: &WalkState,
        start: DVec3,
        ahead: DVec3,
        velocity: DVec3,
    ) -> Option<Step> {
        // The tries add planes of their own.
        let planes = self.contacts().planes().len();
        if !self.footing.world.world().has_step_rules() {
            let usual = self.settings.step_height;
            return self.step_by(usual, state, start, ahead, velocity, planes);
        }
        let (heights, count) = self.step_heights(start, ahead);
        let mut heights = heights[..count].iter();
        heights.find_map(|height| self.step_by(*height, state, start, ahead, velocity, planes))
    }

    /// The step heights of the surfaces that a step from `start` may lead onto, the lowest [`MAX_HEIGHTS`] in
    /// order, and how many they are.
    #[cold]
    fn step_heights(&mut self, start: DVec3, ahead: DVec3) -> ([f64; MAX_HEIGHTS], usize) {
        let (mut heights, mut count) = ([0.0; MAX_HEIGHTS], 0);
        let world = self.footing.world;
        let near = &mut self.scratch.near;
        near.clear();
        let highest = world.world().highest_step();
        let reach = max(ahead.length(), MIN_STEP_AHEAD) + self.body.radius() * 2.0;
        if let Some(body) = Capsule::new(start, self.body.radius(), highest) {
            world.numbers_near(&body, reach, near);
        }
        for number in near.iter() {
            let collider = world.collider(*number).id();
            let own = world.world().own_step_height(collider);
            let height = own.unwrap_or(self.settings.step_height);
            let place = heights[..count].partition_point(|known| *known < height);
            let is_known = place < count && heights[place] == height;
            if !is_known && place < MAX_HEIGHTS {
                count = (count + 1).min(MAX_HEIGHTS);
                heights[place..count].rotate_right(1);
                heights[place] = height;
            }
        }
        (heights, count)
    }

    /// Tries a step of at most this height. The first `planes` planes stopped the motion.
    fn step_by(
        &mut self,
        step_height: f64,
        state: &WalkState,
        start: DVec3,
        ahead: DVec3,
        velocity: DVec3,
        planes: usize,
    ) -> Option<Step> {
        if step_height <= 0.0 {
            return None;
        }
        self.scratch.begin_try();
        let mut way_in = self.way_in(step_height, state, state.position, ahead);
        let slid_past = way_in.is_none() && self.slid_past(state, ahead, planes);
        let mut step = None;
        if way_in.is_some() || slid_past {
            step = self.step_ahead(step_height, state, start, ahead, velocity, planes);
            if step.is_none() {
                if slid_past {
                    // The obstacle is where the motion met it.
                    let ignored = &mut DVec3::default();
                    self.tracer.push(Event::Try(Try::Over));
                    let met = self.move_by(start, ahead, SlideMode::Straight, ignored);
                    way_in = self.way_in(step_height, state, met.position, ahead);
                }
                let near = way_in.and_then(|way_in| self.land_behind(&way_in));
                // A step around something that overhangs may lead back.
                let heading = self.heading(ahead);
                let near = near.filter(|landing| (*landing - start).dot(heading) > 0.0);
                step = near.map(|landing| {
                    let covered = (landing - start).dot(ahead) / ahead.length_squared();
                    let rest = clamp(1.0 - covered, 0.0, 1.0);
                    Step {
                        landing,
                        velocity,
                        rest,
                    }
                });
            }
        }
        if step.is_none() {
            self.scratch.undo_try();
        }
        step
    }

    /// The walker raised at `place`, where it was stopped and whose contacts are known, and the place a little way into
    /// the obstacle. `None` if that is too high, or the headroom too low.
    fn way_in(
        &mut self,
        step_height: f64,
        state: &WalkState,
        place: DVec3,
        ahead: DVec3,
    ) -> Option<WayIn> {
        let mut low = core::mem::take(&mut self.scratch.normals);
        self.find_low_obstacles(step_height, state, place, ahead, &mut low);
        let way_in = self.way_into(step_height, place, &low);
        self.scratch.normals = low;
        way_in
    }

    /// Fills `low` with the normals of the obstacles of a motion `ahead`, without those that are clearly too
    /// high. They are sorted, so the order of the colliders decides nothing.
    fn find_low_obstacles(
        &self,
        step_height: f64,
        state: &WalkState,
        place: DVec3,
        ahead: DVec3,
        low: &mut Vec<DVec3>,
    ) {
        low.clear();
        let touching = self.contacts().touching();
        let up = DVec3::Y * self.lift(step_height, place).1;
        for surface in touching {
            let normal = surface.normal;
            let floor_cos = self.footing.floor_cos(surface);
            if self.stops((normal, floor_cos), state, ahead, touching) {
                // A collider is convex. If it blocks the body at both heights, it blocks it between them.
                let inward = level(normal).normalize_or_zero() * -MIN_STEP_AHEAD;
                let raised = self.body.at(place + up + inward * 0.5);
                let world = self.footing.world.world();
                let is_high = raised
                    .is_some_and(|raised| world.separation(surface.collider, &raised) < -BACK_OFF);
                if !is_high {
                    low.push(normal);
                }
            }
        }
        low.sort_unstable_by(flatter);
    }

    /// As [`Self::way_in`], where `low` holds the normals of the obstacles.
    fn way_into(&mut self, step_height: f64, place: DVec3, low: &[DVec3]) -> Option<WayIn> {
        if low.is_empty() {
            return None;
        }
        let raised = self.raise(step_height, place);
        let way_in = raised.and_then(|raised| self.way_over(raised, place, low));
        way_in.or_else(|| {
            let raised = self.raise_around(step_height, place)?;
            self.way_over(raised, place, low)
        })
    }

    /// The way of a walker that was raised at `start` into one of the obstacles with the `low` normals.
    fn way_over(&mut self, raised: Raised, start: DVec3, low: &[DVec3]) -> Option<WayIn> {
        // Next to something else, the body slides in along that.
        let modes = [SlideMode::Straight, SlideMode::Slide];
        let mut ways = modes
            .into_iter()
            .flat_map(|mode| low.iter().map(move |normal| (mode, normal)));
        ways.find_map(|(mode, normal)| {
            let inward = -level(*normal).normalize_or_zero();
            let ignored = &mut DVec3::default();
            self.tracer.push(Event::Try(Try::Over));
            // The body may have gone around something that overhangs.
            let length = max((start - raised.position).dot(inward), 0.0) + MIN_STEP_AHEAD;
            let motion = inward * length;
            let over = self.move_by(raised.position, motion, mode, ignored);
            let left = length - (over.position - raised.position).dot(inward);
            (left < MIN_STEP_AHEAD * 0.5).then_some(WayIn {
                start,
                raised,
                place: over.position,
                inward,
            })
        })
    }

    /// Where a walker lands that goes just far enough in.
    fn land_behind(&mut self, way_in: &WayIn) -> Option<DVec3> {
        let WayIn {
            start,
            raised,
            place,
            inward,
        } = way_in;
        let landing = self
            .follow_front(*place, *inward, raised)
            .or_else(|| self.land(*place, raised))?;
        // One that has only shifted would shift back in the next tick.
        ((landing - *start).dot(*inward) > TOUCH).then_some(landing)
    }

    /// Whether the motion slid along an obstacle and past its end. The first `planes` planes stopped it.
    fn slid_past(&self, state: &WalkState, ahead: DVec3, planes: usize) -> bool {
        let touching = self.scratch.before_try();
        let mut obstacles = self.planes().take(planes);
        obstacles.any(|(normal, floor_cos)| {
            let outward = level(normal).normalize_or_zero();
            let touches =
                |other: DVec3| level(other).normalize_or_zero().dot(outward) >= SAME_NORMAL_COS;
            self.stops((normal, floor_cos), state, ahead, touching)
                && !touching.iter().any(|surface| touches(surface.normal))
        })
    }

    /// A step that goes ahead from `start` as far as the motion does, or to the next obstacle. If something
    /// next to the walker stops it at once, it slides.
    fn step_ahead(
        &mut self,
        step_height: f64,
        state: &WalkState,
        start: DVec3,
        ahead: DVec3,
        velocity: DVec3,
        planes: usize,
    ) -> Option<Step> {
        let ignored = &mut DVec3::default();
        self.move_by(start, DVec3::ZERO, SlideMode::Straight, ignored);
        let raised = self.raise(step_height, start)?;
        let length = ahead.length();
        let motion = ahead * (max(length, MIN_STEP_AHEAD) / length);
        // The second one is made even if nothing stops the first: what it gathers decides how later sweeps round.
        for mode in [SlideMode::Straight, SlideMode::Slide] {
            // A level motion leads up no further steps.
            let request = MoveRequest {
                slope: SlopeLimit::LEVEL,
                steer: self.steer,
                ..self.request(motion, mode)
            };
            let mut slid = velocity;
            self.tracer.push(Event::Try(Try::Over));
            let over = self.slide(raised.position, &request, &mut slid);
            if !self.passes(over.position, state, ahead, planes) {
                continue;
            }
            let landing = self.land(over.position, &raised);
            let gains = |landing: &DVec3| {
                (*landing - start).dot(ahead) > BACK_OFF * length
                    && self.passes(*landing, state, ahead, planes)
            };
            let Some(landing) = landing.filter(gains) else {
                continue;
            };
            let covered = (landing - start).dot(ahead) / (length * length);
            let (velocity, rest) = match mode {
                SlideMode::Straight => (velocity, clamp(1.0 - covered, 0.0, 1.0)),
                _ => (slid, 0.0),
            };
            return Some(Step {
                landing,
                velocity,
                rest,
            });
        }
        None
    }

    /// Whether `place` lies behind an obstacle that stopped the walker. The first `planes` planes are those
    /// of the obstacles.
    fn passes(&self, place: DVec3, state: &WalkState, ahead: DVec3, planes: usize) -> bool {
        let (touching, gain) = (self.scratch.before_try(), place - state.position);
        let mut obstacles = self.planes().take(planes);
        obstacles.any(|(normal, floor_cos)| {
            self.stops((normal, floor_cos), state, ahead, touching)
                && gain.dot(level(normal).normalize_or_zero()) < -TOUCH
        })
    }

    /// The last part of a step, down from `place`. Where that leads to no place to stand, the body shifts as
    /// the contact asks, and tries again.
    fn land(&mut self, place: DVec3, raised: &Raised) -> Option<DVec3> {
        let mut from = place;
        for mode in DESCENTS {
            let ignored = &mut DVec3::default();
            self.tracer.push(Event::Try(Try::Down));
            let down = self.move_by(from, DVec3::NEG_Y * raised.rise, mode, ignored);
            let shift = match self.descent_to(down.position, raised) {
                Descent::Landed(landing) => return Some(landing),
                Descent::Overhangs(normal, edge_cos) => {
                    let edge_sin = (1.0 - edge_cos * edge_cos).sqrt();
                    let outward = level(normal);
                    let overhang = self.body.rounding() * (outward.length() - edge_sin) + TOUCH;
                    outward.normalize_or_zero() * -overhang
                }
                Descent::Leans(normal) => {
                    let outward = level(normal);
                    let lean = self.body.rounding() * (1.0 - outward.length()) + CONTACT_GAP;
                    outward.normalize_or_zero() * lean
                }
                Descent::Missed => return None,
            };
            self.tracer.push(Event::Try(Try::Over));
            from = self
                .move_by(from, shift, SlideMode::Slide, ignored)
                .position;
        }
        None
    }

    /// The floor that a step to `landing` reaches.
    pub(super) fn descent_to(&mut self, landing: DVec3, raised: &Raised) -> Descent {
        if landing.y <= raised.low {
            return Descent::Missed;
        }
        let footing = self.footing;
        let touching = self.contacts().touching().iter();
        let treads = touching.filter(|surface| {
            surface.point.y <= raised.high
                && footing.face_normal(surface, landing).y >= footing.floor_cos(surface)
                && self.allows_step(surface, raised.step_height)
        });
        if let Some(tread) = treads.max_by(|a, b| flatter(&a.normal, &b.normal)) {
            if footing.ground_normal(tread, landing).y < footing.floor_cos(tread) {
                return Descent::Overhangs(tread.normal, footing.edge_cos(tread));
            }
            if self.stands(landing) {
                return Descent::Landed(landing);
            }
        }
        let touching = self.contacts().touching().iter();
        let below = touching.filter(|surface| surface.normal.y > WALL_COS);
        match below.map(|surface| surface.normal).max_by(flatter) {
            Some(normal) => Descent::Leans(normal),
            None => Descent::Missed,
        }
    }

    /// Whether a step of this height may lead onto `tread`.
    #[inline]
    pub(super) fn allows_step(&self, tread: &Surface, step_height: f64) -> bool {
        let (world, usual) = (self.footing.world.world(), self.settings.step_height);
        !world.has_step_rules()
            || world.own_step_height(tread.collider).unwrap_or(usual) >= step_height
    }
}
