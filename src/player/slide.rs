//! The swept controller's slide. It moves a body exactly up to a surface, then along the surface.
//!
//! The body enters no collider, at any speed, because each change of its position is a part of a straight displacement
//! that was swept against all colliders nearby. Where the displacement is blocked, the rest of the *original* motion is
//! projected exactly onto the directions that all touched surfaces allow
//! ([`closest_cone_point`](fn@crate::query::closest_cone_point)). So creases and corners need no special cases, and no
//! speed is lost. If no motion is possible, the body keeps its position, which is always safe. The order of the
//! colliders changes no bit, because contacts and hits that tie are ordered by their geometry.
//!
//! | distance from the surface | meaning |
//! |---|---|
//! | below 0 | overlap: the body is pushed out first, by a displacement that is swept too |
//! | [`STOP_GAP`] | where a blocked motion ends |
//! | up to [`CONTACT_GAP`] | touching: the surface takes part in the projection |
//!
//! A body at rest is strictly between the last two distances, so rounding never moves it from one case to
//! another and back. The body stops a little early ([`BACK_OFF`]), so it never hits the inner edges of a
//! floor of many triangles when it slides over them.
//!
//! Source: the projection is that of `avian` (J. Ericsson and others, 2025) with exact planes. The stop
//! rule `d·d₀ ≤ 0` comes from Quake 2. A contact whose nearest point lies on or behind the plane of a
//! nearer contact is left out, like P. Terdiman's voided features. The rest is new, after Quake, Jolt and
//! PhysX.

mod ask;
mod planes;
pub(super) mod push_out;
mod report;
mod request;
mod workspace;

use glam::DVec3;

use super::motion::uphill;
use super::trace::Tracer;
use super::{Body, Contacts, Event, Scratch, SlideEnd, Stop};
use crate::geometry::UprightBody;
use crate::geometry::float::{clamp, max};
use crate::query::{SweepHit, closest_cone_point};
use crate::tolerance::{
    BACK_OFF, CONE_MARGIN, CONTACT_GAP, MIN_DISTANCE, STOP_GAP, TOUCH, WALL_COS,
};
use crate::world::{ColliderId, FilteredWorld, HitResponder, KnownContacts};
use planes::nearest_first;
pub(super) use request::{MoveRequest, SlideMode};
pub(super) use workspace::{ContactQuery, Workspace};

/// How often a motion may turn. Smaller: fine meshes stop a fast slide; larger: a move through a heap of
/// scree takes longer.
const MAX_TURNS: usize = 16;

/// How many colliders a move lists. Where more are nearby, its queries search the tree. Smaller: more searches;
/// larger: moves over dense meshes test each of thousands of triangles.
const MAX_LISTED: usize = 128;

/// Within this distance from the origin, in radii of the body, normals are exact enough to tell that a motion enters no plane.
/// Smaller: more exact tests; larger: rounding could hide a hit.
const FAR_RADII: f64 = 1e5;

/// A wall has turned a motion that has lost more than this share, squared. Smaller: rounding counts as a wall; larger: a
/// walker goes up walls that it meets head on only.
const LOST_SHARE: f64 = 1e-6;

/// Where a motion ended, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slide {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The velocity without the parts that point into the planes that blocked the motion.
    pub velocity: DVec3,
    /// Why the motion ended.
    pub end: SlideEnd,
}

/// Moves `body` through `world` as `request` describes. `velocity` loses the parts that point into the
/// planes that block the motion. The contacts of `scratch` then hold the surfaces touched at the end.
pub(super) fn slide(
    world: &FilteredWorld<'_>,
    body: Body,
    position: DVec3,
    request: &MoveRequest,
    velocity: &mut DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> Slide {
    let body = body.at(position).filter(|_| request.motion.is_finite());
    let Some(body) = body else {
        tracer.push(Event::Stop(Stop::Refused));
        return Slide {
            position,
            velocity: DVec3::ZERO,
            end: SlideEnd::Refused,
        };
    };
    Slider::new(world, body, request, velocity, scratch, tracer).run()
}

struct Slider<'m, 't> {
    world: &'m FilteredWorld<'m>,
    request: &'m MoveRequest,
    /// The body at its current position.
    body: UprightBody,
    /// How much larger the body to sweep is, by the gap that the body keeps; metres.
    gap: f64,
    velocity: &'m mut DVec3,
    work: &'m mut Workspace,
    contacts: &'m mut Contacts,
    tracer: &'m mut Tracer<'t>,
}

impl<'m, 't> Slider<'m, 't> {
    #[inline]
    fn new(
        world: &'m FilteredWorld<'m>,
        body: UprightBody,
        request: &'m MoveRequest,
        velocity: &'m mut DVec3,
        scratch: &'m mut Scratch,
        tracer: &'m mut Tracer<'t>,
    ) -> Self {
        let Scratch {
            workspace,
            contacts,
            ..
        } = scratch;
        workspace.unexplained.clear();
        workspace.meet(world, &body);
        Self {
            world,
            request,
            body,
            gap: 0.0,
            velocity,
            work: workspace,
            contacts,
            tracer,
        }
    }

    fn run(&mut self) -> Slide {
        let (start, motion) = (self.body.base(), self.request.motion);
        // A responder costs nothing where there is none.
        let responder = if self.request.asks {
            self.world.responder()
        } else {
            None
        };
        self.list_nearby(motion);
        if self.is_free(motion) {
            return self.go_free(motion);
        }
        self.find_contacts();
        let pushes = self.contacts.pushes().len();
        if let Some(responder) = responder {
            self.ask_about_contacts(responder, motion);
        }
        if self.depth() > BACK_OFF {
            self.push_out();
            self.gather(motion);
        }
        let depth = self.depth();
        self.choose_gap(depth);
        let mut stop = self.advance(motion, responder);
        if responder.is_some_and(|responder| !responder.has_stopped()) {
            self.go_on_with_pushed(pushes);
        }

        self.find_contacts();
        // A body that starts inside a collider may have to go deeper on its way out.
        let entered = depth <= BACK_OFF && self.depth() > BACK_OFF * 2.0;
        debug_assert!(!entered, "{} deep, from {start} by {motion}", self.depth());
        if entered {
            self.body = self.body.at(start);
            self.gather(DVec3::ZERO);
            stop = Stop::Refused;
        }
        self.report_touching();
        self.tracer.push(Event::Stop(stop));
        self.result(stop)
    }

    /// Gathers the colliders that the motion can reach, and finds the current contacts.
    fn gather(&mut self, motion: DVec3) {
        self.list_nearby(motion);
        self.find_contacts();
    }

    /// Gathers the colliders that the motion can reach. A motion that never turns queries the tree only once, so it gathers
    /// nothing.
    fn list_nearby(&mut self, motion: DVec3) {
        let nearby = &mut self.work.nearby;
        nearby.depart();
        if self.request.mode == SlideMode::Slide {
            let length = motion.length() + self.request.margin;
            // A trace lists all of them.
            let most = if self.tracer.is_on() {
                (usize::MAX, true)
            } else {
                (MAX_LISTED, false)
            };
            nearby.gather(self.world, &self.body, length, CONTACT_GAP, most);
            if self.tracer.is_on() {
                self.report_gathered();
            }
        }
    }

    /// Whether the motion can meet nothing, as in the air. A trace shows how that is found.
    #[inline]
    fn is_free(&self, motion: DVec3) -> bool {
        self.request.mode == SlideMode::Slide
            && self.work.nearby.is_clear()
            && !self.tracer.is_on()
            && !self.leads_back(motion, motion)
            && motion.length() > MIN_DISTANCE
    }

    /// Makes the whole motion, which meets nothing. What follows ends the same way, by more steps.
    #[inline]
    fn go_free(&mut self, motion: DVec3) -> Slide {
        self.advance_by(motion, 1.0);
        self.work.contacts.clear();
        self.work.note_contacts(self.body.base());
        self.contacts.touching_mut().clear();
        Slide {
            position: self.body.base(),
            velocity: *self.velocity,
            end: SlideEnd::Done,
        }
    }

    /// Finds the contacts at the body's position, unless they are known.
    #[inline]
    fn find_contacts(&mut self) {
        if !self.work.knows_contacts(self.body.base()) {
            self.search_contacts();
        }
    }

    #[inline(never)]
    fn search_contacts(&mut self) {
        let Workspace {
            nearby, contacts, ..
        } = &mut *self.work;
        nearby.surfaces(self.world, &self.body, CONTACT_GAP, contacts);
        contacts.sort_unstable_by(nearest_first);
        self.work.note_contacts(self.body.base());
    }

    /// The depth of the deepest contact. Negative, the distance to the nearest surface.
    fn depth(&self) -> f64 {
        let nearest = self.work.contacts.first();
        nearest.map_or(-CONTACT_GAP, |surface| -surface.separation)
    }

    /// The swept body grows by the gap that the body keeps, or by its current gap if that is smaller. So
    /// a body that slides along a wall never hits the wall's next triangle.
    fn choose_gap(&mut self, depth: f64) {
        self.gap = clamp(-depth - BACK_OFF, -TOUCH, STOP_GAP);
    }

    /// Moves and turns until the motion is done or blocked.
    fn advance(&mut self, mut motion: DVec3, responder: Option<&HitResponder<'_>>) -> Stop {
        let mut remaining = 1.0;
        let mut steered = false;
        for _ in 0..MAX_TURNS {
            if let Some(responder) = responder
                && self.ask_about_contacts(responder, motion)
            {
                return self.rest();
            }
            self.choose_planes();
            if self.request.climbs {
                self.choose_faces(motion);
                if !self.work.faces.is_empty() {
                    motion = uphill(motion, &self.work.faces);
                    *self.velocity = uphill(*self.velocity, &self.work.faces);
                }
            }
            let left = motion * remaining;
            let mut way = self.work.allowed(left, left);
            let before = *self.velocity;
            *self.velocity = self.work.allowed(before, left);
            let lost = (left - way).length_squared();
            if lost > LOST_SHARE * left.length_squared() && self.request.ground.y > 0.0 {
                way = self.along_ground(way, left);
                *self.velocity = self.along_ground(*self.velocity, before);
            }
            let length = way.length();
            let turned = self.request.mode != SlideMode::Slide && way != left;
            if self.tracer.is_on() {
                self.report_turn(left, way);
            }
            // The body never moves back against the requested motion (Quake 2).
            if self.leads_back(way, motion) || length <= MIN_DISTANCE || turned {
                let stop = self.stop_reason(left, way, turned);
                let turned_back = steered && self.velocity.dot(self.request.steer) < 0.0;
                if stop == Stop::Against || stop == Stop::Blocked && turned_back {
                    *self.velocity = DVec3::ZERO;
                }
                return stop;
            }
            // In a blunt corner, momentum would carry the body along one wall and then along the other. It
            // comes to rest between them instead.
            let along = way.dot(self.request.steer);
            if steered && along < 0.0 {
                let forward = way / length;
                *self.velocity -= forward * max(self.velocity.dot(forward), 0.0);
                return Stop::Between;
            }
            steered = along >= 0.0 && self.request.steer != DVec3::ZERO;
            let hit = match responder {
                Some(responder) => self.sweep_and_ask(responder, way),
                None => self.sweep(way),
            };
            if hit.is_none() && self.request.mode == SlideMode::Landing {
                return Stop::Free;
            }
            let from = self.body.base();
            let fraction = match &hit {
                None => 1.0,
                // A little before the touch, measured perpendicular to the surface.
                Some((_, hit)) => max(hit.fraction + BACK_OFF / hit.normal.dot(way), 0.0),
            };
            self.advance_by(way, fraction);
            self.work.nearby.arrive(self.body.base());
            if self.tracer.is_on() {
                self.report_sweep(from, hit.as_ref());
            }
            let Some((collider, hit)) = hit else {
                return Stop::Free;
            };
            if responder.is_some_and(|responder| responder.is_stopped_by(collider)) {
                return self.rest();
            }
            remaining *= 1.0 - fraction;
            if fraction * length > BACK_OFF {
                self.work.unexplained.clear();
                self.find_contacts();
            } else {
                self.work.unexplained.push((collider, hit.normal));
            }
        }
        Stop::Exhausted
    }

    /// The motion or velocity `vector` of a walker that walls have turned, which was `before`. What is left of it rises no
    /// more than the ground does, so nobody who presses against a wall at the end of a ramp goes up the wall.
    #[inline(never)]
    fn along_ground(&mut self, vector: DVec3, before: DVec3) -> DVec3 {
        let climb = |ground: DVec3| -(ground.x * vector.x + ground.z * vector.z) / ground.y;
        let ground = self.request.ground;
        let mut along = DVec3::new(vector.x, climb(ground), vector.z);
        if along.y >= vector.y {
            return vector;
        }
        let margin = -CONE_MARGIN * vector.length();
        let work = &mut *self.work;
        let (usual, limits) = (self.request.slope.usual_cos(), &work.floor_cos);
        let places = || work.planes.iter().enumerate();
        let blocks = |normal: &DVec3, along: DVec3| normal.dot(along) < margin;
        // Ground that can be walked on raises the walker, as far as it rises itself. Steeper ground only holds it.
        let raises = |(place, normal): &(usize, &DVec3)| {
            normal.y >= limits.get(*place).copied().unwrap_or(usual) && blocks(normal, along)
        };
        let raised = places().filter(raises).map(|(_, normal)| climb(*normal));
        if let Some(raised) = raised.reduce(max) {
            along.y = raised;
            let is_blocked = work.planes.iter().any(|normal| blocks(normal, along));
            let rises_so_far = vector.y - raised <= -margin;
            return if is_blocked || rises_so_far {
                vector
            } else {
                along
            };
        }
        // Along something that leans over the walker, the same heading would lead away from it, and back in the next tick.
        let leans_over = |normal: &DVec3| normal.y < -WALL_COS && normal.dot(before) < 0.0;
        let is_blocked = work.planes.iter().any(|normal| blocks(normal, along));
        if !work.rooms.is_empty() || !is_blocked && !work.planes.iter().any(leans_over) {
            return if is_blocked { vector } else { along };
        }
        work.planes.push(-ground);
        let along = closest_cone_point(&work.planes, before);
        work.planes.pop();
        along
    }

    /// Whether the allowed part `way` leads back against `motion`. A walker's height has no part in that, because the ground
    /// has given the motion its slope.
    #[inline]
    fn leads_back(&self, way: DVec3, motion: DVec3) -> bool {
        if self.request.ground.y > 0.0 {
            way.x * motion.x + way.z * motion.z <= 0.0
        } else {
            way.dot(motion) <= 0.0
        }
    }

    fn advance_by(&mut self, way: DVec3, fraction: f64) {
        let center = self.body.base() + way * fraction;
        self.body = self.body.at(center);
    }

    /// The first collider that `way` hits and does not merely graze.
    fn sweep(&mut self, way: DVec3) -> Option<(ColliderId, SweepHit)> {
        let swept = self.body.grown(self.gap);
        let place = self.body.base();
        let is_near = place.abs().max_element() <= self.body.radius() * FAR_RADII;
        let knows = is_near && !self.body.is_box() && self.work.knows_contacts(place);
        let Workspace {
            nearby, contacts, ..
        } = &mut *self.work;
        let known = if knows { contacts.as_slice() } else { &[] };
        nearby.sweep(self.world, &swept, way, KnownContacts::new(known, self.gap))
    }
}
