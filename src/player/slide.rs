//! The swept controller's slide: moves a body exactly up to what it touches, and on along it.
//!
//! The body enters nothing, at any speed: its position only ever changes by a part of a straight way
//! that was tested against everything near it. Where the way is blocked, the rest of the *original*
//! motion is projected exactly on the directions that all touched surfaces allow
//! ([`closest_cone_point`]). So creases and corners need no cases of their own, no speed is lost, and
//! the order of the surfaces does not matter. If all else fails, the body stays where it is, which is
//! always a safe place.
//!
//! | distance from the surface | what it means |
//! |---|---|
//! | below 0 | overlap: the body is pushed out first, by a way that is itself tested |
//! | [`STOP_GAP`] | where a blocked motion ends |
//! | up to [`CONTACT_GAP`] | touching: the surface takes part in the projection |
//!
//! A body at rest is strictly between the last two, so rounding never carries it from one case to
//! another and back. It stops a little before it must ([`BACK_OFF`]), so a body that slides over a floor of
//! many triangles never meets their edges.
//!
//! Source: the projection is that of `avian` (J. Ericsson and others, 2025) with exact planes. The rest
//! is new, with what Quake, Jolt and PhysX taught: the stop rule `d·d₀ ≤ 0` (Quake 2), and contacts
//! whose nearest point lies on or behind the plane of a nearer contact are left out (P. Terdiman's
//! voided features).

mod report;

use core::cmp::Ordering;

use glam::DVec3;

use super::trace::Tracer;
use super::{Body, Contacts, Event, Scratch, SlideEnd, Stop};
use crate::geometry::Capsule;
use crate::geometry::float::{clamp, max};
use crate::query::{SweepHit, closest_cone_point};
use crate::tolerance::{
    BACK_OFF, CONTACT_GAP, MIN_DISTANCE, STOP_GAP, TOUCH, VOID_COS, VOID_HEIGHT, WALL_COS,
};
use crate::world::{ColliderId, Filter, Nearby, Surface, World};

/// How often a motion may be stopped and go on. Smaller: fine meshes stop a fast slide; larger: a
/// move through a heap of scree takes longer.
const MOST_TURNS: usize = 16;

/// How many pushes may take a body out of what it overlaps. Smaller: it stays in deep overlaps longer;
/// larger: a body that cannot get out costs more.
const MOST_PUSHES: usize = 16;

/// How many contacts may give planes at once: the nearest ones. The others stop the motion if they must.
/// Smaller: rough ground stops a slide; larger: the projection costs more.
const MOST_PLANES: usize = 12;

/// Where a motion ended, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slide {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// What all stops on the way left of the velocity.
    pub velocity: DVec3,
    /// Why the motion ended.
    pub end: SlideEnd,
}

/// What a move works with: kept from move to move, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    nearby: Nearby,
    /// The filter that the contacts were found with.
    filter: Filter,
    contacts: Vec<Surface>,
    /// Where the body was when the contacts were found; `None`: not in this tick.
    contacts_at: Option<DVec3>,
    /// The contacts that give planes, for themselves and for those that are left out.
    active_contacts: Vec<Surface>,
    /// Normals of hits at the present place that its contacts do not explain.
    unexplained: Vec<DVec3>,
    planes: Vec<DVec3>,
}

impl Workspace {
    /// Another body may come, or another world.
    pub fn forget(&mut self) {
        self.contacts_at = None;
        self.nearby.forget();
    }

    /// Only what `filter` allows is met from now on.
    fn use_filter(&mut self, filter: Filter) {
        if filter != self.filter {
            self.filter = filter;
            self.contacts_at = None;
        }
    }
}

/// A motion that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRequest {
    /// The whole displacement; metres.
    pub motion: DVec3,
    /// Minimum walkable `normal.y`: steeper surfaces that face up count as walls. A cosine; 0: no
    /// surface is too steep.
    pub floor_cos: f64,
    /// What to do when something is in the way.
    pub mode: SlideMode,
    /// How much farther than the motion to gather, for the motions that follow; metres.
    pub margin: f64,
    /// Where the player wants to go: no surface turns the motion against it. Zero: nowhere.
    pub steer: DVec3,
    /// What is met.
    pub filter: Filter,
}

impl MoveRequest {
    /// A flight by `motion`, which slides along everything.
    pub fn flight(motion: DVec3) -> Self {
        Self {
            motion,
            floor_cos: 0.0,
            mode: SlideMode::Slide,
            margin: 0.0,
            steer: DVec3::ZERO,
            filter: Filter::ALL,
        }
    }
}

/// What a motion does when something is in the way, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlideMode {
    /// It slides on.
    Slide,
    /// It ends there.
    Straight,
    /// It ends there; where nothing is, it does not begin.
    Landing,
}

/// Moves `body` through `world` as `request` says; `velocity` loses what every stop on the way forbids.
/// The contacts of `scratch` then hold what is touched at the end.
pub(super) fn slide(
    world: &World,
    body: Body,
    position: DVec3,
    request: MoveRequest,
    velocity: &mut DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> Slide {
    let refused = Slide {
        position,
        velocity: DVec3::ZERO,
        end: SlideEnd::Refused,
    };
    let body = body.at(position).filter(|_| request.motion.is_finite());
    let Some(body) = body else {
        tracer.push(Event::Stop(Stop::Refused));
        return refused;
    };
    Slider::new(world, body, request, velocity, scratch, tracer).run()
}

/// Pushes `body` the nearest way out of what it overlaps, as far as everything else lets it go, and
/// returns where it is then. The contacts of `scratch` then hold what is touched there.
pub(super) fn push_out(
    world: &World,
    body: Body,
    position: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> DVec3 {
    let Some(body) = body.at(position) else {
        return position;
    };
    let (request, velocity) = (MoveRequest::flight(DVec3::ZERO), &mut DVec3::default());
    let mut slider = Slider::new(world, body, request, velocity, scratch, tracer);
    slider.gather(DVec3::ZERO);
    slider.push_nearest_way();
    slider.find_contacts();
    slider.report_touching();
    slider.body.base()
}

struct Slider<'m, 't> {
    world: &'m World,
    request: MoveRequest,
    /// The body, where it is now.
    body: Capsule,
    /// What is swept: the body and the gap it keeps.
    stop: Capsule,
    velocity: &'m mut DVec3,
    work: &'m mut Workspace,
    contacts: &'m mut Contacts,
    tracer: &'m mut Tracer<'t>,
}

impl<'m, 't> Slider<'m, 't> {
    fn new(
        world: &'m World,
        body: Capsule,
        request: MoveRequest,
        velocity: &'m mut DVec3,
        scratch: &'m mut Scratch,
        tracer: &'m mut Tracer<'t>,
    ) -> Self {
        let Scratch {
            workspace,
            contacts,
            ..
        } = scratch;
        workspace.use_filter(request.filter);
        Self {
            world,
            request,
            body,
            stop: body,
            velocity,
            work: workspace,
            contacts,
            tracer,
        }
    }

    fn run(&mut self) -> Slide {
        let (start, motion) = (self.body.base(), self.request.motion);
        self.gather(motion);
        if self.depth() > BACK_OFF {
            self.push_out();
            self.gather(motion);
        }
        let depth = self.depth();
        self.choose_stop(depth);
        let mut stop = self.advance(motion);

        self.find_contacts();
        // Whoever begins in something may have to go through more of it to get out.
        let entered = depth <= BACK_OFF && self.depth() > BACK_OFF * 2.0;
        debug_assert!(!entered, "{} deep, from {start} by {motion}", self.depth());
        if entered {
            self.body = self.body.at(start);
            self.gather(DVec3::ZERO);
            stop = Stop::Refused;
        }
        self.report_touching();
        self.tracer.push(Event::Stop(stop));
        self.ended(stop)
    }

    /// Finds what the body can meet on the way, and what it touches now. A motion that never turns
    /// asks the tree only once: for that, nothing is gathered.
    fn gather(&mut self, motion: DVec3) {
        let nearby = &mut self.work.nearby;
        if self.request.mode == SlideMode::Slide {
            let length = motion.length() + self.request.margin;
            nearby.gather(self.world, &self.body, length, CONTACT_GAP);
            self.report_gathered();
        }
        self.find_contacts();
    }

    /// What the body touches where it is, unless that is known.
    fn find_contacts(&mut self) {
        let Workspace {
            nearby,
            contacts,
            contacts_at,
            ..
        } = self.work;
        let place = Some(self.body.base());
        if *contacts_at != place {
            let filter = self.request.filter;
            nearby.surfaces(self.world, &self.body, CONTACT_GAP, filter, contacts);
            contacts.sort_unstable_by(nearest_first);
            *contacts_at = place;
        }
    }

    /// How deep the body is in its deepest contact; negative: how far away the nearest is.
    fn depth(&self) -> f64 {
        let nearest = self.work.contacts.first();
        nearest.map_or(-CONTACT_GAP, |surface| -surface.separation)
    }

    /// What is swept is the body with the gap that it keeps, or with the smaller one that it has: so a
    /// body that slides along a wall never meets the wall's next triangle.
    fn choose_stop(&mut self, depth: f64) {
        let gap = clamp(-depth - BACK_OFF, -TOUCH, STOP_GAP);
        self.stop = self.body.grown(gap);
    }

    /// Takes the body out of what it overlaps: the nearest way; or, out of a box and where that is
    /// blocked, any way square to one of its faces.
    fn push_out(&mut self) {
        let start = self.body;
        self.push_nearest_way();
        self.find_contacts();
        if self.depth() <= 0.0 {
            return;
        }
        let (stuck, deepest) = (self.body, self.work.contacts.first().copied());
        let Some(ColliderId::Box(id)) = deepest.map(|surface| surface.collider) else {
            return;
        };
        let others = Filter::except(ColliderId::Box(id));
        for way in self.world.ways_out_of_box(id, &start, STOP_GAP + BACK_OFF) {
            self.body = start;
            if self
                .world
                .sweep_capsule_filtered(&start, way, others)
                .is_none()
            {
                self.push(way, ColliderId::Box(id));
                self.find_contacts();
                if self.depth() <= 0.0 {
                    return;
                }
            }
        }
        self.body = stuck;
    }

    /// The deepest first, by ways that go no deeper into anything else.
    fn push_nearest_way(&mut self) {
        for _ in 0..MOST_PUSHES {
            self.find_contacts();
            let Some(deepest) = self.work.contacts.first().copied() else {
                return;
            };
            if deepest.separation >= 0.0 {
                return;
            }
            self.choose_planes();
            let push = deepest.normal * (STOP_GAP + BACK_OFF - deepest.separation);
            let way = closest_cone_point(&self.work.planes, push);
            if way.length() <= BACK_OFF {
                return;
            }
            self.stop = self.body;
            let fraction = self.sweep(way).map_or(1.0, |(_, hit)| hit.fraction);
            self.push(way * fraction, deepest.collider);
            if fraction * way.length() <= BACK_OFF {
                return;
            }
        }
    }

    fn push(&mut self, offset: DVec3, collider: ColliderId) {
        self.go(offset, 1.0);
        let position = self.body.base();
        self.tracer.push(Event::Push {
            collider,
            offset,
            position,
        });
    }

    /// Moves and turns until the motion is done or blocked.
    fn advance(&mut self, motion: DVec3) -> Stop {
        let mut remaining = 1.0;
        let mut steered = false;
        self.work.unexplained.clear();
        for _ in 0..MOST_TURNS {
            self.choose_planes();
            *self.velocity = closest_cone_point(&self.work.planes, *self.velocity);
            let left = motion * remaining;
            let way = closest_cone_point(&self.work.planes, left);
            let length = way.length();
            let turned = self.request.mode != SlideMode::Slide && way != left;
            self.report_turn(left, way);
            // Never back against what was asked for (Quake 2).
            if way.dot(motion) <= 0.0 || length <= MIN_DISTANCE || turned {
                return self.stop_of(left, way, turned);
            }
            // Into a blunt corner, momentum would take the body along one wall, and round onto the
            // other: it comes to rest between them.
            let along = way.dot(self.request.steer);
            if steered && along < 0.0 {
                let forward = way / length;
                *self.velocity -= forward * max(self.velocity.dot(forward), 0.0);
                return Stop::Between;
            }
            steered = along >= 0.0 && self.request.steer != DVec3::ZERO;
            let hit = self.sweep(way);
            if hit.is_none() && self.request.mode == SlideMode::Landing {
                return Stop::Free;
            }
            let from = self.body.base();
            let fraction = match &hit {
                None => 1.0,
                // A little before the touch, square to the surface.
                Some((_, hit)) => max(hit.fraction + BACK_OFF / hit.normal.dot(way), 0.0),
            };
            self.go(way, fraction);
            self.tracer.push(Event::Sweep {
                from,
                to: self.body.base(),
                hit: hit.map(|(collider, hit)| (collider, hit.normal)),
            });
            let Some((collider, hit)) = hit else {
                return Stop::Free;
            };
            self.tracer.mark_acted(collider);
            remaining *= 1.0 - fraction;
            if fraction * length > BACK_OFF {
                self.work.unexplained.clear();
                self.find_contacts();
            } else {
                self.work.unexplained.push(hit.normal);
            }
        }
        Stop::Exhausted
    }

    fn go(&mut self, way: DVec3, fraction: f64) {
        let center = self.body.base() + way * fraction;
        self.body = self.body.at(center);
        self.stop = self.stop.at(center);
    }

    /// The first touch on the way that the way does not merely graze.
    fn sweep(&self, way: DVec3) -> Option<(ColliderId, SweepHit)> {
        let filter = self.request.filter;
        self.work.nearby.sweep(self.world, &self.stop, way, filter)
    }

    /// The planes that the motion must not enter, from the contacts.
    fn choose_planes(&mut self) {
        let Workspace {
            contacts,
            active_contacts,
            unexplained,
            planes,
            ..
        } = self.work;
        active_contacts.clear();
        for contact in contacts.iter() {
            // Silent: what lies on or behind the plane of a nearer contact. The edge of the next
            // triangle of the same floor is the usual case.
            let silent = |nearer: &Surface| {
                let height = (contact.point - nearer.point).dot(nearer.normal);
                height <= VOID_HEIGHT && contact.normal.dot(nearer.normal) > VOID_COS
            };
            if active_contacts.len() < MOST_PLANES && !active_contacts.iter().any(silent) {
                active_contacts.push(*contact);
            }
        }
        planes.clear();
        let normals = active_contacts.iter().map(|surface| surface.normal);
        for normal in normals.chain(unexplained.iter().copied()) {
            planes.push(normal);
            // Too steep to walk up: to a walker, a wall.
            if normal.y > WALL_COS && normal.y < self.request.floor_cos {
                planes.extend(DVec3::new(normal.x, 0.0, normal.z).try_normalize());
            }
        }
        for normal in planes.iter() {
            self.contacts.add_plane(*normal);
        }
    }
}

/// A total order of contacts that does not depend on how they were found.
fn nearest_first(a: &Surface, b: &Surface) -> Ordering {
    let by_separation = a.separation.total_cmp(&b.separation);
    by_separation.then_with(|| a.collider.cmp(&b.collider))
}
