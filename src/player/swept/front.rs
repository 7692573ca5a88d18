//! The front of a step: how a raised walker finds the tread behind it.
//!
//! A front may be upright, lean back, be rounded or chamfered. The body that comes down on it follows its surface
//! inward, one facet after the other, until a tread carries it or the front rises above the height of a step. What a
//! tick covers has no part in that, so whether a step is climbed follows from its geometry alone.

use glam::DVec3;

use super::Walker;
use super::raise::Raised;
use super::step::{Descent, MIN_STEP_AHEAD};
use crate::geometry::float::{max, min};
use crate::player::motion::level;
use crate::player::slide::{MoveRequest, SlideMode};
use crate::player::{Event, Try};
use crate::tolerance::{CONTACT_GAP, SAME_NORMAL_COS, STOP_GAP, TOUCH, VOID_HEIGHT, WALL_COS};
use crate::world::{SlopeLimit, Surface};

/// How many facets and edges of a front a walker follows. Smaller: finely rounded fronts are not climbed; larger: a
/// walker at a heap of scree costs more.
const MAX_FACETS: usize = 48;

/// By which angle a body rolls over an edge whose next face it does not touch; the cosine and the sine of 0.15 radians.
/// Smaller: more tries; larger: the body may pass a narrow tread.
const ROLL: (f64, f64) = (0.988_771_077_936_042_2, 0.149_438_132_473_599_22);

/// The least progress of a body that follows a front; metres. Smaller: more tries in vain; larger: fine fronts are
/// not climbed.
const MIN_PROGRESS: f64 = TOUCH * 0.25;

/// How far above an edge a body passes over it, in [`CONTACT_GAP`]. Smaller: the edge stops the body; larger: low
/// ceilings do.
const CLEARANCE: f64 = 1.25;

/// The least `normal.y` for which that is perpendicular to the edge. Smaller: an upright edge costs a long way up.
const MIN_CLEAR_COS: f64 = 0.05;

/// Two slopes, or two cosines, that differ by less are the same; a ratio.
const SAME_SLOPE: f64 = 1e-9;

/// The contact of a body with a front.
struct FrontContact {
    surface: Surface,
    /// How steep it is in the direction inward; metres up for each metre ahead.
    slope: f64,
    over_face: bool,
    /// Whether the body rests on it.
    is_near: bool,
}

impl Walker<'_, '_> {
    /// Where a walker comes to stand that was raised and then moved a little `inward` to `place`. It comes down and
    /// follows the front of the step. `None`: the front leads to no tread.
    pub(super) fn follow_front(
        &mut self,
        place: DVec3,
        inward: DVec3,
        raised: &Raised,
    ) -> Option<DVec3> {
        let mut place = self.lower(place, raised);
        for _ in 0..MAX_FACETS {
            if self.meets_other_tread(place, raised) {
                return None;
            }
            let descent = self.descent_to(place, raised);
            let next = match descent {
                Descent::Landed(landing) => return Some(landing),
                Descent::Missed => return None,
                Descent::Overhangs(normal, edge_cos) => {
                    self.roll_over(place, normal, edge_cos, raised).or_else(|| {
                        // There is more of the front above this edge.
                        self.straight(place, DVec3::ZERO, Try::Down);
                        self.follow_facet(place, inward, raised)
                    })
                }
                Descent::Leans(_) if self.is_barred(inward, raised) => return None,
                Descent::Leans(_) => self.follow_facet(place, inward, raised),
            };
            // Above an upright part of the front, there may be more of it.
            let room = raised.position.y - place.y;
            let next =
                next.or_else(|| self.pass_over(place, room, inward * MIN_STEP_AHEAD, raised))?;
            let gone = next - place;
            if gone.dot(inward) < MIN_PROGRESS && gone.y < MIN_PROGRESS {
                return None;
            }
            place = next;
        }
        None
    }

    /// Whether the body leans on something ahead that is higher than a step. No raised body passes over that, and on the way in
    /// nothing lower comes to carry the body, because it rises faster along the higher contact.
    ///
    /// The contact is `f` ahead and `l` aside, and the center of the body `h` above it. Something lower by `e` carries the body
    /// farther in only if `(h + e)² / h² < 1 + l² / f²`. Here `h` is at most the radius.
    fn is_barred(&self, inward: DVec3, raised: &Raised) -> bool {
        let radius = self.body.rounding();
        self.contacts().touching().iter().any(|surface| {
            let (excess, ahead) = (surface.point.y - raised.high, -surface.normal.dot(inward));
            let aside_squared = level(surface.normal).length_squared() - ahead * ahead;
            surface.normal.y > WALL_COS
                && excess > 0.0
                && ahead > 0.0
                && aside_squared * radius <= 2.0 * excess * ahead * ahead
        })
    }

    /// Whether the front ends at a tread that allows lower steps only. What is behind that is no part of the step.
    fn meets_other_tread(&self, place: DVec3, raised: &Raised) -> bool {
        let (footing, world) = (&self.footing, self.footing.world.world());
        world.has_step_rules()
            && self.contacts().touching().iter().any(|surface| {
                let floor_cos = footing.floor_cos(surface);
                let faces = footing.all_faces(surface, place);
                surface.normal.y >= footing.edge_cos(surface)
                    && faces.iter().any(|face| face.y >= floor_cos)
                    && !self.allows_step(surface, raised.step_height)
            })
    }

    /// Follows the steepest contact to the end of its face, or over its edge.
    fn follow_facet(&mut self, place: DVec3, inward: DVec3, raised: &Raised) -> Option<DVec3> {
        let contact = self.steepest_contact(place, inward)?;
        let room = raised.position.y - place.y;
        if contact.slope == f64::INFINITY {
            return None;
        }
        if contact.over_face {
            let way = inward + DVec3::Y * contact.slope;
            let world = self.footing.world.world();
            let length = world.share_on_face(&contact.surface, way) + TOUCH;
            let length = min(length, room / contact.slope);
            let next = self.straight(place, way * length, Try::Over);
            if (next - place).dot(inward) > MIN_PROGRESS {
                return Some(self.lower(next, raised));
            }
            // Another surface, just ahead, stops the body on this one.
            let rise = min(contact.slope * length + CONTACT_GAP * CLEARANCE, room);
            return self.pass_over(place, rise, inward * length, raised);
        }
        let normal = contact.surface.normal;
        let cos = match self.next_face(&contact.surface, place, inward) {
            // A body that has come to the end of a face stands on the next one as soon as it leaves the face.
            Some((_, true)) => normal.y,
            Some((face, false)) => face.y,
            None => normal.y * ROLL.0 - normal.dot(inward) * ROLL.1,
        };
        self.roll_over(place, normal, cos, raised)
    }

    /// Rolls over the edge that the body touches with this `normal`, until the contact normal has this `cos`.
    fn roll_over(
        &mut self,
        place: DVec3,
        normal: DVec3,
        cos: f64,
        raised: &Raised,
    ) -> Option<DVec3> {
        let radius = self.body.rounding();
        let (outward, tilt) = (level(normal).normalize_or_zero(), level(normal).length());
        let over = radius * (tilt - (1.0 - min(cos * cos, 1.0)).sqrt()) + TOUCH;
        // The body must leave the edge, which would block it otherwise.
        let clear = CONTACT_GAP * CLEARANCE / max(normal.y, MIN_CLEAR_COS);
        let rise = radius * max(cos - normal.y, 0.0) + clear;
        let room = raised.position.y - place.y;
        self.pass_over(place, min(rise, room), outward * -over, raised)
    }

    /// Goes up, over and down. `None`: the way over is not free.
    fn pass_over(
        &mut self,
        place: DVec3,
        rise: f64,
        over: DVec3,
        raised: &Raised,
    ) -> Option<DVec3> {
        let mut up = self.up_from(place, rise);
        let left = rise - (up.y - place.y);
        if left > STOP_GAP {
            // The front overhangs, perhaps by rounding only.
            up = self.along(up, DVec3::Y * left, SlideMode::Slide, Try::Up);
        }
        let aside = level(place - up);
        let ahead = self.straight(up, over + aside, Try::Over);
        let made = (ahead - place).dot(over);
        (made > over.length_squared() * 0.5).then(|| self.lower(ahead, raised))
    }

    /// Where the body comes that goes up from `place` by `rise`. Where it cannot roll over an edge, it passes over it by less, and
    /// mostly goes up by as much.
    fn up_from(&mut self, place: DVec3, rise: f64) -> DVec3 {
        let way = [place.x, place.y, place.z, rise].map(f64::to_bits);
        match self.last_up {
            // A trace needs the events.
            Some((known, up)) if known == way && !self.tracer.is_on() => up,
            _ => {
                let up = self.straight(place, DVec3::Y * rise, Try::Up);
                self.last_up = Some((way, up));
                up
            }
        }
    }

    /// Moves straight, up to the first touch.
    fn straight(&mut self, from: DVec3, motion: DVec3, is: Try) -> DVec3 {
        self.along(from, motion, SlideMode::Straight, is)
    }

    /// Makes a motion for which no surface is too steep.
    fn along(&mut self, from: DVec3, motion: DVec3, mode: SlideMode, is: Try) -> DVec3 {
        let ignored = &mut DVec3::default();
        let request = MoveRequest {
            slope: SlopeLimit::NONE,
            ..self.request(motion, mode)
        };
        self.tracer.push(Event::Try(is));
        self.slide(from, &request, ignored).position
    }

    /// Comes down from `from`, at most to where the walker was raised.
    fn lower(&mut self, from: DVec3, raised: &Raised) -> DVec3 {
        let ignored = &mut DVec3::default();
        let down = max(from.y - (raised.position.y - raised.rise), STOP_GAP);
        self.tracer.push(Event::Try(Try::Down));
        self.move_by(from, DVec3::NEG_Y * down, SlideMode::Landing, ignored)
            .position
    }

    /// The touched surface on which the body rests and that rises ahead. One over whose face the body is counts before one
    /// whose edge it touches, and of several such ones, the steepest.
    fn steepest_contact(&self, place: DVec3, inward: DVec3) -> Option<FrontContact> {
        let touching = self.contacts().touching();
        let separations = touching.iter().map(|surface| surface.separation);
        let nearest = separations.fold(f64::INFINITY, min) + VOID_HEIGHT;
        let mut first: Option<FrontContact> = None;
        for surface in touching {
            let (against, up) = (-surface.normal.dot(inward), surface.normal.y);
            if against <= WALL_COS || up < -WALL_COS {
                continue;
            }
            let contact = FrontContact {
                surface: *surface,
                slope: if up > WALL_COS {
                    against / up
                } else {
                    f64::INFINITY
                },
                over_face: self.footing.is_over_face(surface, place),
                is_near: surface.separation <= nearest,
            };
            let is_before = first.as_ref().is_none_or(|known| {
                let order = (contact.is_near, contact.over_face);
                let before = (known.is_near, known.over_face);
                order > before || order == before && contact.slope > known.slope
            });
            if is_before {
                first = Some(contact);
            }
        }
        first
    }

    /// The normal of the face that follows inward, where the body touches an edge, and whether the body still touches the
    /// face before that edge while the next one can be walked on.
    fn next_face(&self, edge: &Surface, place: DVec3, inward: DVec3) -> Option<(DVec3, bool)> {
        let mut next: Option<(DVec3, bool)> = None;
        let mut touches_last = false;
        for surface in self.contacts().touching() {
            if surface.point.distance_squared(edge.point) > TOUCH * TOUCH {
                continue;
            }
            let floor_cos = self.footing.floor_cos(surface);
            for face in self.footing.all_faces(surface, place).iter() {
                touches_last |= face.dot(edge.normal) >= SAME_NORMAL_COS;
                let follows = face.y > edge.normal.y + SAME_SLOPE
                    && face.dot(inward) > edge.normal.dot(inward) + SAME_SLOPE;
                if follows && next.is_none_or(|(known, _)| face.y < known.y) {
                    next = Some((face, face.y >= floor_cos));
                }
            }
        }
        next.map(|(face, is_floor)| (face, is_floor && touches_last))
    }
}
