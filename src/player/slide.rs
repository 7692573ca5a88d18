//! The swept mover: moves a body exactly up to what it touches, and slides along.
//!
//! Nothing is entered, whatever the speed: the position only ever changes by a part of a straight
//! way that has been tested against everything near it. Where the way is blocked, what is left of
//! the *original* motion is projected exactly on the directions that all touched surfaces allow
//! ([`closest_cone_point`]), so that creases and corners need no cases of their own, no speed is
//! lost, and the order of the surfaces does not matter. If all else fails, the body stays where it
//! is, which is always a safe place.
//!
//! | distance from the surface | what it means |
//! |---|---|
//! | below 0 | overlap: pushed out first, by a way that is itself tested |
//! | [`STOP_GAP`] | where a motion ends that is blocked |
//! | up to [`CONTACT_GAP`] | touching: the surface takes part in the projection |
//!
//! A body at rest is strictly between the last two, so that rounding never carries it from one case
//! to another and back. It stops a little before it must ([`BACK_OFF`]), so that a floor of many
//! triangles, slid along, is never met again edge by edge.
//!
//! Source: the projection is that of `avian` (J. Ericsson and others, 2025) with exact planes; the
//! rest is new, with what Quake, Jolt and PhysX taught: the stop rule `d·d₀ ≤ 0` (Quake 2), and
//! neighbours whose nearest point lies on or behind the plane of a nearer contact are silent
//! (P. Terdiman's voided features).

mod tell;

use core::cmp::Ordering;

use glam::DVec3;

use super::{Body, Event, Stop, Trace, Tuning};
use crate::geometry::Capsule;
use crate::geometry::angle::cos_deg;
use crate::geometry::float::{clamp, max};
use crate::query::{SweepHit, closest_cone_point};
use crate::tolerance::{
    BACK_OFF, CONTACT_GAP, MIN_DISTANCE, STOP_GAP, TOUCH, VOID_COS, VOID_HEIGHT, WALL_COS,
};
use crate::world::{ColliderId, Nearby, Surface, World};

/// How often a motion may be stopped and go on. Smaller: fine meshes stop a fast slide; larger: a
/// move through a heap of scree takes longer.
const MOST_TURNS: usize = 16;

/// How many pushes may take a body out of what it overlaps.
const MOST_PUSHES: usize = 16;

/// How many contacts may speak at once; the nearest ones do. The others stop the motion if they must.
const MOST_PLANES: usize = 12;

/// Where a move ended, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// What all stops on the way left of the motion, in its full length: divided by the time that the
    /// motion takes, the new velocity.
    pub motion: DVec3,
    /// Why the motion ended.
    pub end: SlideEnd,
}

/// Why a motion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideEnd {
    /// The whole motion was made, or what the surfaces left of it.
    Done,
    /// The touched surfaces leave no way that goes on.
    Blocked,
    /// The way turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered something: it did not move.
    Refused,
}

/// Moves `body` from `position` by `motion`, exactly up to what it touches, and slides along the rest.
///
/// # Shapes
/// - `position` of the body's reference point and `motion`, the whole displacement: metres.
/// - Of `tuning`, the slope limit: steeper ground is not climbed. At 90 degrees, as for a flight,
///   everything is.
/// # Returns
/// Where it ends, what the surfaces left of the motion, and why it ended. The `trace` then knows what
/// is touched there.
/// # Example
/// A ball of half a metre runs aslant into a wall, and keeps what is along it:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{Body, Trace, Tuning, move_and_slide};
/// let wall = Obb::new(DVec3::X * 2.0, DMat3::IDENTITY, DVec3::new(1.0, 9.0, 9.0)).unwrap();
/// let (world, body) = (World::new(vec![], vec![wall]), Body::sphere(0.5).unwrap());
/// let motion = DVec3::new(1.0, 0.0, 2.0);
/// let mut trace = Trace::off();
/// let slide = move_and_slide(&world, &Tuning::default(), body, DVec3::ZERO, motion, &mut trace);
/// assert!(slide.position.abs_diff_eq(DVec3::new(0.5, 0.0, 2.0), 1e-4));
/// assert_eq!((slide.motion, trace.touching().len()), (DVec3::Z * 2.0, 1));
/// ```
pub fn move_and_slide(
    world: &World,
    tuning: &Tuning,
    body: Body,
    position: DVec3,
    motion: DVec3,
    trace: &mut Trace,
) -> Slide {
    trace.clear();
    let mut left = motion;
    let wish = Wish {
        motion,
        floor_cos: cos_deg(tuning.max_slope_deg),
        course: Course::Slide,
        margin: 0.0,
        steer: DVec3::ZERO,
    };
    slide(world, body, position, wish, &mut left, trace)
}

/// What a move works with: kept from move to move, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    nearby: Nearby,
    contacts: Vec<Surface>,
    /// Where the body was when the contacts were found; `None`: not in this tick.
    contacts_at: Option<DVec3>,
    /// The contacts that speak for themselves and for silent neighbours.
    speaking: Vec<Surface>,
    /// Normals of hits at the present place that its contacts do not explain.
    unexplained: Vec<DVec3>,
    planes: Vec<DVec3>,
}

impl Workspace {
    /// Another body may come, or another world, or a world without `except`.
    pub fn forget(&mut self, except: Option<ColliderId>) {
        self.contacts_at = None;
        self.nearby.forget(except);
    }
}

/// A motion that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The whole displacement; metres.
    pub motion: DVec3,
    /// A surface whose normal has an upward part, but less than this, is a wall to a walker, who does
    /// not climb it. A cosine; 0: there are none.
    pub floor_cos: f64,
    /// What to do when something is in the way.
    pub course: Course,
    /// How much farther than the motion to look around, for what comes after it; metres.
    pub margin: f64,
    /// Where whoever moves wants to go: no surface turns the motion against that. Zero: nowhere.
    pub steer: DVec3,
}

/// What a motion does when something is in the way, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// It slides on.
    Slide,
    /// It ends there.
    Straight,
    /// It ends there; where nothing is, it does not begin.
    Landing,
}

/// Moves `body` through `world` as it is wished; `velocity` loses what every stop on the way forbids;
/// the trace gets what happened and what is touched at the end.
pub(crate) fn slide(
    world: &World,
    body: Body,
    position: DVec3,
    wish: Wish,
    velocity: &mut DVec3,
    trace: &mut Trace,
) -> Slide {
    let refused = Slide {
        position,
        motion: DVec3::ZERO,
        end: SlideEnd::Refused,
    };
    let body = body.at(position).filter(|_| wish.motion.is_finite());
    let Some(body) = body else {
        trace.push(Event::Stop(Stop::Refused));
        return refused;
    };
    with_slider(world, body, wish, velocity, trace, |slider| slider.run())
}

/// Pushes `body` the nearest way out of what it overlaps, as far as everything else lets it go, and
/// returns where it is then. The trace gets what is touched there.
pub(crate) fn push_out(world: &World, body: Body, position: DVec3, trace: &mut Trace) -> DVec3 {
    let wish = Wish {
        motion: DVec3::ZERO,
        floor_cos: 0.0,
        course: Course::Slide,
        margin: 0.0,
        steer: DVec3::ZERO,
    };
    let Some(body) = body.at(position) else {
        return position;
    };
    with_slider(world, body, wish, &mut DVec3::default(), trace, |slider| {
        slider.gather(DVec3::ZERO);
        slider.push_nearest_way();
        slider.find_contacts();
        slider.report_touching();
        slider.body.base()
    })
}

/// Lets `work` be done on the workspace that the `trace` keeps.
fn with_slider<T>(
    world: &World,
    body: Capsule,
    wish: Wish,
    velocity: &mut DVec3,
    trace: &mut Trace,
    work: impl FnOnce(&mut Slider<'_>) -> T,
) -> T {
    let mut workspace = trace.take_workspace();
    let done = work(&mut Slider {
        world,
        wish,
        body,
        stop: body,
        velocity,
        work: &mut workspace,
        trace,
    });
    trace.give_workspace(workspace);
    done
}

struct Slider<'m> {
    world: &'m World,
    wish: Wish,
    /// The body, where it is now.
    body: Capsule,
    /// What is swept: the body and the gap it keeps.
    stop: Capsule,
    velocity: &'m mut DVec3,
    work: &'m mut Workspace,
    trace: &'m mut Trace,
}

impl Slider<'_> {
    fn run(&mut self) -> Slide {
        let (start, motion) = (self.body.base(), self.wish.motion);
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
        self.trace.push(Event::Stop(stop));
        self.ended(stop)
    }

    /// Finds what the body can meet on the way, and what it touches now. A motion that never turns
    /// asks the tree only once: for that, nothing is gathered.
    fn gather(&mut self, motion: DVec3) {
        let nearby = &mut self.work.nearby;
        if self.wish.course == Course::Slide {
            let length = motion.length() + self.wish.margin;
            nearby.gather(self.world, &self.body, length, CONTACT_GAP);
            self.tell_gathered();
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
            nearby.surfaces(self.world, &self.body, CONTACT_GAP, contacts);
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
        for way in self.world.ways_out_of_box(id, &start, STOP_GAP + BACK_OFF) {
            self.body = start;
            if self.world.sweep_past_box(&start, way, id).is_none() {
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
        self.trace.push(Event::Push {
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
            let turned = self.wish.course != Course::Slide && way != left;
            self.tell_turn(left, way);
            // Never back against what was asked for (Quake 2).
            if way.dot(motion) <= 0.0 || length <= MIN_DISTANCE || turned {
                return self.stop_of(left, way, turned);
            }
            // Into a blunt corner, momentum would take the body along one wall, and round onto the
            // other: it comes to rest between them.
            let along = way.dot(self.wish.steer);
            if steered && along < 0.0 {
                let forward = way / length;
                *self.velocity -= forward * max(self.velocity.dot(forward), 0.0);
                return Stop::Between;
            }
            steered = along >= 0.0 && self.wish.steer != DVec3::ZERO;
            let hit = self.sweep(way);
            if hit.is_none() && self.wish.course == Course::Landing {
                return Stop::Free;
            }
            let from = self.body.base();
            let fraction = match &hit {
                None => 1.0,
                // A little before the touch, square to the surface.
                Some((_, hit)) => max(hit.fraction + BACK_OFF / hit.normal.dot(way), 0.0),
            };
            self.go(way, fraction);
            self.trace.push(Event::Sweep {
                from,
                to: self.body.base(),
                hit: hit.map(|(collider, hit)| (collider, hit.normal)),
            });
            let Some((collider, hit)) = hit else {
                return Stop::Free;
            };
            self.trace.acted(collider);
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
        self.work.nearby.sweep(self.world, &self.stop, way)
    }

    /// The planes that the motion must not enter, from the contacts.
    fn choose_planes(&mut self) {
        let Workspace {
            contacts,
            speaking,
            unexplained,
            planes,
            ..
        } = self.work;
        speaking.clear();
        for contact in contacts.iter() {
            // Silent: what lies on or behind the plane of a nearer contact. The edge of the next
            // triangle of the same floor is the usual case.
            let silent = |nearer: &Surface| {
                let height = (contact.point - nearer.point).dot(nearer.normal);
                height <= VOID_HEIGHT && contact.normal.dot(nearer.normal) > VOID_COS
            };
            if speaking.len() < MOST_PLANES && !speaking.iter().any(silent) {
                speaking.push(*contact);
            }
        }
        planes.clear();
        let normals = speaking.iter().map(|surface| surface.normal);
        for normal in normals.chain(unexplained.iter().copied()) {
            planes.push(normal);
            // Too steep to walk up: to a walker, a wall.
            if normal.y > WALL_COS && normal.y < self.wish.floor_cos {
                planes.extend(DVec3::new(normal.x, 0.0, normal.z).try_normalize());
            }
        }
        for normal in planes.iter() {
            self.trace.add_plane(*normal);
        }
    }
}

/// A total order of contacts that does not depend on how they were found.
fn nearest_first(a: &Surface, b: &Surface) -> Ordering {
    let by_separation = a.separation.total_cmp(&b.separation);
    by_separation.then_with(|| a.collider.cmp(&b.collider))
}
