//! Mantling: a player in the air climbs onto a ledge in front of it.
//!
//! Whoever jumps at a ledge that is at most [`mantle_height`](super::Tuning::mantle_height) above its feet, with keys that lead into
//! it, climbs up the wall and over its edge, as up a [ladder](super::ladder): swept, in the time that its speed needs, and
//! without a hop. Each tick finds the ledge anew: up, ahead over the edge, and down, to where the body stands. Without one,
//! or without room on it, nobody climbs. So a ledge that moves away, or something that comes in the way, ends the climb. Whoever lets go of the
//! keys, or is pushed off, falls.
//!
//! Only the swept controller mantles, and only once a jump rises no faster than the climb.

use glam::DVec3;

use super::ladder::{Climber, Order};
use super::motion::{is_launch, level};
use super::slide::{MoveRequest, SlideMode, slide};
use super::trace::Tracer;
use super::{Controller, Ground, PlayerState, Scratch, Tuning};
use crate::geometry::float::{max, min};
use crate::tolerance::{CONTACT_GAP, MIN_DISTANCE, TOUCH, WALL_COS};
use crate::world::{FilteredWorld, Surface};

/// How far beyond its edge a ledge must carry the body, in radii. Smaller: it tips off the edge; larger: narrow ledges are none.
const DEPTH: f64 = 0.25;

/// At how many heights, evenly spaced, the way over the edge is tried, from the lowest up. Fewer: windows in walls of many faces
/// need more room; more: a wall in front costs more.
const HEIGHTS: u32 = 4;

/// How many tries there are in all: at those heights, and just above what is in the way at one of them. Fewer: windows need more
/// room; more: a wall of many faces costs more.
const MAX_TRIES: usize = 12;

/// How far above an edge a body passes over it, in [`CONTACT_GAP`]. Smaller: the edge is in the way; larger: windows need more room.
const CLEARANCE: f64 = 1.25;

/// Whether the player holds a ledge, also one above the end of a ladder, or at a bank.
pub(super) fn is_held(state: &PlayerState) -> bool {
    matches!(state.ground, Ground::Mantle { .. })
}

/// Climbs onto a ledge instead of falling, if the player does so already or begins to. Returns whether it did.
#[cold]
#[inline(never)]
pub(super) fn climb(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    order: Order<'_>,
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> bool {
    let (command, walk, _) = order;
    let held = match state.ground {
        Ground::Mantle { normal } => Some(normal),
        // Who holds a ladder, stands or has just left the ground jumps first.
        Ground::Ladder { .. } => return false,
        _ if state.ground.stands() || state.coyote > 0.0 => return false,
        _ => None,
    };
    let wants_jump = command.jump || state.jump_wanted > 0.0;
    let jumps_off = held.is_none() && wants_jump && tuning.wall_jump_speed > 0.0;
    if walk != DVec3::ZERO && !jumps_off && state.controller == Controller::Swept {
        let height = match held {
            // It began where the ledge was low enough: above the end of a ladder, which reaches the middle of the body's lower end.
            Some(_) => max(tuning.mantle_height, tuning.step_height + tuning.radius),
            None => tuning.mantle_height,
        };
        let climber = Climber::onto_ledge(world, tuning, order, dt, scratch);
        let is_pushed = |normal| is_launch(state.velocity.dot(normal), tuning.launch_speed);
        let climber = climber.filter(|_| !held.is_some_and(is_pushed));
        if let Some(climber) = climber
            && let Some(grip) = climber.wall_ahead(state, held, scratch)
            && climber.has_ledge(height, state.position, &grip, scratch)
        {
            (state.coyote, state.jump_wanted) = (0.0, 0.0);
            climber.climb(state, grip, scratch, tracer);
            return true;
        }
    }
    if held.is_some() {
        // Nobody hops who lets go.
        state.velocity.y = min(state.velocity.y, 0.0);
        state.leave_ground();
    }
    false
}

impl Climber<'_, '_> {
    /// The wall into which the keys of a player lead who `held` one with this normal, or who can begin to climb it.
    fn wall_ahead(
        &self,
        state: &PlayerState,
        held: Option<DVec3>,
        scratch: &mut Scratch,
    ) -> Option<Surface> {
        let Some(held) = held else {
            return self.first_grip(state, scratch);
        };
        let grip = self.grip(state.position, held, scratch);
        grip.filter(|grip| self.walk.dot(level(grip.normal)) < 0.0)
    }

    /// Whether a body at `position`, which touches a wall or its edge, stands on a ledge above it, at most `height` higher.
    pub(super) fn has_ledge(
        &self,
        height: f64,
        position: DVec3,
        grip: &Surface,
        scratch: &mut Scratch,
    ) -> bool {
        let inward = -level(grip.normal);
        let Some(ahead) = inward.try_normalize() else {
            return false;
        };
        let ahead = ahead * (self.body.radius() * (inward.length() + DEPTH) + grip.separation);
        let mut top = position;
        let mut finds = || {
            let (mut number, mut rise) = (0, 0.0);
            for _ in 0..MAX_TRIES {
                let up = position.y + rise - top.y;
                let raised = self.probe(top, DVec3::Y * up, SlideMode::Straight, scratch);
                let is_under_ceiling = raised.y < position.y + rise - TOUCH;
                top = raised;
                let over = self.probe(top, ahead, SlideMode::Straight, scratch);
                let is_free = over.distance(top + ahead) <= TOUCH;
                if is_free {
                    let down = DVec3::NEG_Y * (over.y - position.y + TOUCH);
                    let landing = self.probe(over, down, SlideMode::Landing, scratch);
                    if landing.y > position.y - TOUCH && self.ground(landing, scratch).stands() {
                        return true;
                    }
                }
                if is_under_ceiling || number == HEIGHTS {
                    return false;
                }
                let next = height * (f64::from(number + 1) / f64::from(HEIGHTS));
                // What is in the way may end below the next of the heights, and a roof may begin there.
                let above = (!is_free).then(|| self.height_over(over, ahead, scratch) - position.y);
                match above.filter(|above| *above > rise + TOUCH && *above < next) {
                    Some(above) => rise = above,
                    None => (number, rise) = (number + 1, next),
                }
            }
            false
        };
        let found = finds();
        // The tick's own motions come after this.
        scratch.clear();
        found
    }

    /// How high a body at `place`, where the last probe `ahead` was stopped, must be to pass over what stopped it, as far as
    /// the touched faces and edges show; metres.
    fn height_over(&self, place: DVec3, ahead: DVec3, scratch: &Scratch) -> f64 {
        let world = self.world.world();
        let in_the_way = scratch.contacts.touching().iter();
        let in_the_way = in_the_way
            .filter(|surface| surface.normal.dot(ahead) < 0.0 && surface.normal.y > -WALL_COS);
        let ends = in_the_way.map(|surface| {
            let is_face = self.footing.is_over_face(surface, place);
            let left = if is_face {
                world.share_on_face(surface, DVec3::Y)
            } else {
                0.0
            };
            surface.point.y + left
        });
        ends.fold(f64::NEG_INFINITY, max) + self.body.radius() + CONTACT_GAP * CLEARANCE
    }

    /// Where a body comes that moves straight along `way`. Nobody sees it.
    fn probe(&self, from: DVec3, way: DVec3, mode: SlideMode, scratch: &mut Scratch) -> DVec3 {
        if way.length() <= MIN_DISTANCE {
            return from;
        }
        let request = MoveRequest {
            mode,
            ..MoveRequest::flight(way)
        };
        let (ignored, untraced) = (&mut DVec3::default(), &mut Tracer::new(None));
        slide(
            self.world, self.body, from, &request, ignored, scratch, untraced,
        )
        .position
    }
}

#[cfg(test)]
mod tests;
