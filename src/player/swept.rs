//! The swept controller's walker: slides, steps, and the ground under it.
//!
//! The move itself is [`move_and_slide`](super::move_and_slide)'s. Here is what makes it a walk:
//!
//! - **steps**: a walker whom something low stops tries again from higher up: up, ahead, down, each
//!   part swept. The try counts when it ends on ground that can be walked on, and farther ahead.
//!   Source: the stair test of Source's and Jolt's movers.
//! - **snap**: a walker who was on a floor and leaves it by little follows it down.
//! - **edges**: where the body leans on the edge of a step, the face decides that belongs to the edge,
//!   not the slant of the touch, as long as the edge is no higher than a step.

use glam::DVec3;

use super::ground::ground_of;
use super::slide::{Course, Wish, slide};
use super::{Body, Event, Ground, PlayerState, Slide, SlideEnd, Trace, Try, Tuning};
use crate::geometry::angle::cos_deg;
use crate::geometry::float::max;
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, REST_SPEED, STOP_GAP, TOUCH};
use crate::world::{Surface, World};

/// A walker only brushes along what it walks into by less than this share of its way.
///
/// Smaller: steps are tried along every wall; larger: steps met aslant are not climbed.
const BRUSHES: f64 = 1e-3;

/// How much farther than its motion a walker looks around, in radii, to find the ground there if it
/// falls away. Smaller: the tree is asked once more; larger: there is more to look at in every tick.
const SNAP_MARGIN: f64 = 0.03;

/// A walker gets on that makes more than this share of the way it wants. Smaller: low edges slow it
/// down; larger: steps are tried for nothing.
const GETS_ON: f64 = 0.99;

/// An edge is tried as a step when its normal's upward part is less than the ground's by more than
/// this. Smaller: every bump of a mesh is tried; larger: low kerbs slow a walker down.
const EDGE_LEAN: f64 = 0.05;

/// Least upward part of the normal of a touch that holds a walker: below, it would hang by its side.
const HANGS_COS: f64 = 0.3;

/// Flies by `motion`.
pub(super) fn fly(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    trace: &mut Trace,
) {
    let Some(body) = tuning.body() else {
        return;
    };
    let wish = Wish {
        motion,
        floor_cos: 0.0,
        course: Course::Slide,
        margin: 0.0,
        steer: DVec3::ZERO,
    };
    let velocity = &mut state.velocity;
    let end = slide(world, body, state.position, wish, velocity, trace);
    state.position = end.position;
    trace.keep_touching(TOUCH);
}

/// Walks by `motion`, while the player wants to go along `wish`.
pub(super) fn walk(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    wish: DVec3,
    trace: &mut Trace,
) {
    let Some(body) = tuning.body() else {
        return;
    };
    let footing = Footing {
        world,
        floor_cos: cos_deg(tuning.max_slope_deg),
        edge_cos: max(1.0 - tuning.step_height / tuning.radius, HANGS_COS),
    };
    // In the air, momentum is worth more than what is wished.
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
        trace,
    };
    // A jump has set the ground to none before this tick's motion: no step, and no pull back.
    let walked = state.ground.is_floor();
    let before = state.velocity;
    walker.move_or_step(state, motion, walked);
    let lands = !walked && walker.met_floor(before);
    walker.find_ground(state, walked || lands);
    if lands && state.ground.is_floor() {
        // Of a fall, only the level part is left: no push off the edge that it landed on.
        let level = DVec3::new(before.x, 0.0, before.z);
        state.velocity = closest_cone_point(walker.trace.planes(), level);
    }
}

/// What came of trying a step.
enum Step {
    /// It ends here, on something to stand on.
    Landed(DVec3),
    /// It would, but the motion is too short: the walker would hang by its side.
    TooShort,
    /// There is no step.
    Impossible,
}

struct Walker<'w> {
    footing: Footing<'w>,
    tuning: &'w Tuning,
    body: Body,
    /// Where the player wants to go; zero: nowhere.
    steer: DVec3,
    trace: &'w mut Trace,
}

impl Walker<'_> {
    /// Where a motion ends, and what the stops on its way leave of the velocity.
    fn go(&mut self, from: DVec3, motion: DVec3, course: Course, velocity: &mut DVec3) -> Slide {
        let wish = Wish {
            motion,
            floor_cos: self.footing.floor_cos,
            course,
            margin: self.body.radius() * SNAP_MARGIN,
            steer: self.steer,
        };
        let world = self.footing.world;
        slide(world, self.body, from, wish, velocity, self.trace)
    }

    fn move_or_step(&mut self, state: &mut PlayerState, motion: DVec3, walked: bool) {
        let (start, velocity) = (state.position, state.velocity);
        let plain = self.go(start, motion, Course::Slide, &mut state.velocity);
        state.position = plain.position;
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let gets_on = (plain.position - start).dot(ahead) > ahead.length_squared() * GETS_ON;
        if !walked || gets_on || !self.is_stopped(state.ground, ahead) {
            return;
        }
        let mut stepped = velocity;
        self.trace.set_touching_aside();
        match self.step(start, ahead, &mut stepped) {
            Step::Landed(landing)
                if (landing - plain.position).dot(ahead) > BACK_OFF * ahead.length() =>
            {
                let rise = landing.y - start.y;
                self.trace.push(Event::Step { rise });
                state.position = landing;
                state.velocity = stepped;
            }
            Step::TooShort => {
                // With the speed that it has, the next tick takes it far enough.
                self.trace.take_touching_back();
                state.velocity = velocity;
            }
            Step::Landed(_) | Step::Impossible => self.trace.take_touching_back(),
        }
    }

    /// Whether the motion of this tick, with this velocity, ran into ground that can be walked on.
    fn met_floor(&self, velocity: DVec3) -> bool {
        let floor_cos = self.footing.floor_cos;
        let mut planes = self.trace.planes().iter();
        planes.any(|normal| normal.y >= floor_cos && normal.dot(velocity) < -REST_SPEED)
    }

    /// Whether the motion of this tick met something ahead that is too steep to walk up, or that leans
    /// much more than the ground, as the edge of a low step does.
    fn is_stopped(&self, ground: Ground, ahead: DVec3) -> bool {
        let Ground::Floor { normal: ground } = ground else {
            return false;
        };
        let flat = max(ground.y - EDGE_LEAN, self.footing.floor_cos);
        let least = -BRUSHES * ahead.length();
        let mut planes = self.trace.planes().iter();
        planes.any(|normal| normal.y < flat && normal.dot(ahead) < least)
    }

    /// Up, ahead and down again.
    fn step(&mut self, start: DVec3, ahead: DVec3, velocity: &mut DVec3) -> Step {
        if self.tuning.step_height <= 0.0 {
            return Step::Impossible;
        }
        // From what it stands on, which on the edge of a step is higher than its own bottom.
        let bottom = start.y - self.body.radius();
        let footing = self.footing;
        let touching = self.trace.touching().iter();
        let floors =
            touching.filter(|surface| footing.stand(surface, start).y >= footing.floor_cos);
        let support = floors.map(|surface| surface.point.y).fold(bottom, max);
        let height = support - bottom + self.tuning.step_height;
        let spent = &mut DVec3::default();
        self.trace.push(Event::Try(Try::Up));
        let up = self.go(start, DVec3::Y * height, Course::Straight, spent);
        let raised = up.position;
        let rise = raised.y - start.y;
        if rise <= STOP_GAP {
            return Step::Impossible;
        }
        self.trace.push(Event::Try(Try::Over));
        let over = self.go(raised, ahead, Course::Slide, velocity);
        if over.end == SlideEnd::Refused {
            return Step::Impossible;
        }
        self.trace.push(Event::Try(Try::Down));
        let down = self.go(over.position, DVec3::NEG_Y * rise, Course::Landing, spent);
        let landing = down.position;
        // What it stands on there is higher than before, and no higher than a step.
        let (low, high) = (start.y + TOUCH, bottom + height + TOUCH);
        let touching = self.trace.touching().iter();
        let mut treads = touching.filter(|surface| {
            surface.point.y <= high && footing.face(surface, landing).y >= footing.floor_cos
        });
        if landing.y <= low || treads.clone().next().is_none() {
            return Step::Impossible;
        }
        if treads.any(|surface| footing.stand(surface, landing).y >= footing.floor_cos) {
            Step::Landed(landing)
        } else {
            Step::TooShort
        }
    }

    /// Whether what is touched now, at `position`, holds a walker.
    fn stands(&mut self, position: DVec3) -> bool {
        self.ground(position, DVec3::ZERO, true).is_floor()
    }

    fn find_ground(&mut self, state: &mut PlayerState, walked: bool) {
        self.trace.keep_touching(TOUCH);
        state.ground = self.ground(state.position, state.velocity, walked);
        if !walked || state.ground.is_floor() {
            return;
        }
        let down = DVec3::NEG_Y * self.tuning.snap_distance;
        self.trace.set_touching_aside();
        let spent = &mut DVec3::default();
        self.trace.push(Event::Try(Try::Follow));
        let straight = self.go(state.position, down, Course::Landing, spent);
        let mut landing = straight.position;
        if straight.end == SlideEnd::Done {
            // Nothing is there.
            self.trace.take_touching_back();
            return;
        }
        if !self.stands(landing) {
            // Perhaps beside a steep surface, down along it.
            self.trace.push(Event::Try(Try::Beside));
            let beside = self.go(state.position, down, Course::Slide, spent);
            landing = beside.position;
        }
        if self.stands(landing) {
            let drop = state.position.y - landing.y;
            self.trace.push(Event::Snap { drop });
            state.position = landing;
            state.ground = self.ground(landing, state.velocity, true);
            self.trace.keep_touching(TOUCH);
        } else {
            self.trace.take_touching_back();
        }
    }

    fn ground(&mut self, position: DVec3, velocity: DVec3, walked: bool) -> Ground {
        let footing = self.footing;
        let stand = |surface: &Surface| footing.stand(surface, position);
        ground_of(self.trace, velocity, footing.floor_cos, walked, stand)
    }
}

/// What decides whether a walker can stand on something.
#[derive(Clone, Copy)]
struct Footing<'w> {
    world: &'w World,
    floor_cos: f64,
    /// Least upward part of the normal of a touch with the edge of a step.
    edge_cos: f64,
}

impl Footing<'_> {
    /// The normal of the ground that a touched surface would be: the touch's own, or, on the edge of a
    /// low step, that of the face which ends there.
    fn stand(&self, surface: &Surface, position: DVec3) -> DVec3 {
        if surface.normal.y < self.edge_cos {
            return surface.normal;
        }
        self.face(surface, position)
    }

    /// The same, however the body leans.
    fn face(&self, surface: &Surface, position: DVec3) -> DVec3 {
        let face = self.world.supporting_face(surface, position);
        if face.y >= self.floor_cos && face.y > surface.normal.y {
            return face;
        }
        surface.normal
    }
}
