//! How a body leaves the colliders that it overlaps.

use core::cmp::Ordering;

use glam::DVec3;

use super::{MoveRequest, Slider, WayOut, Workspace};
use crate::geometry::float::total_cmp;
use crate::player::trace::Tracer;
use crate::player::{Body, Event, Scratch};
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, STOP_GAP};
use crate::world::{ColliderId, Filter, World};

/// How many pushes a move may make to resolve overlaps. Smaller: deep overlaps last longer; larger: a body
/// that cannot get out costs more time.
const MAX_PUSHES: usize = 16;

/// How many ways through the faces of boxes a stuck body tries, the shortest ones. Smaller: a way out of a
/// heap is missed; larger: a body in a heap costs more time.
const MAX_WAYS_OUT: usize = 48;

/// Pushes `body` out of its overlaps by the shortest displacements, as far as the other colliders allow.
/// Returns its new position. The contacts of `scratch` then hold the surfaces touched there.
pub(in crate::player) fn push_out(
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
    slider.push_shortest_way();
    slider.find_contacts();
    slider.report_touching();
    slider.body.base()
}

impl Slider<'_, '_> {
    /// Pushes the body out of its overlaps by the shortest displacements. If the body is still stuck, tries
    /// the displacements through the faces of the boxes that it overlaps, the shortest first.
    pub(super) fn push_out(&mut self) {
        let start = self.body;
        self.push_shortest_way();
        self.find_contacts();
        if self.depth() <= 0.0 {
            return;
        }
        let stuck = self.body;
        self.body = start;
        self.find_ways_out();
        for place in 0..self.work.ways_out.len() {
            let WayOut { way, id } = self.work.ways_out[place];
            let collider = ColliderId::Box(id);
            let others = Filter::except(collider);
            if !self.world.is_blocked(&start, way, others) {
                self.push(way, collider);
                self.find_contacts();
                if self.depth() <= 0.0 {
                    return;
                }
                self.body = start;
            }
        }
        self.body = stuck;
    }

    /// Finds the shortest ways out of the boxes that the body overlaps.
    fn find_ways_out(&mut self) {
        self.find_contacts();
        let Workspace {
            contacts, ways_out, ..
        } = &mut *self.work;
        ways_out.clear();
        for contact in contacts.iter().filter(|contact| contact.separation < 0.0) {
            if let ColliderId::Box(id) = contact.collider {
                let gap = STOP_GAP + BACK_OFF;
                let ways = self.world.ways_out_of_box(id, &self.body, gap);
                ways_out.extend(ways.map(|way| WayOut { way, id }));
            }
        }
        if ways_out.len() > MAX_WAYS_OUT {
            // Of equal ways, all are tried or none, so the order of the boxes does not matter.
            ways_out.select_nth_unstable_by(MAX_WAYS_OUT, shortest_first);
            let limit = ways_out[MAX_WAYS_OUT];
            ways_out.truncate(MAX_WAYS_OUT);
            ways_out.retain(|way| by_length(way.way, limit.way).is_lt());
        }
        ways_out.sort_unstable_by(shortest_first);
    }

    /// Pushes out of the deepest contact first, without going deeper into any other.
    fn push_shortest_way(&mut self) {
        for _ in 0..MAX_PUSHES {
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
            self.swept = self.body;
            let fraction = self.sweep(way).map_or(1.0, |(_, hit)| hit.fraction);
            self.push(way * fraction, deepest.collider);
            if fraction * way.length() <= BACK_OFF {
                return;
            }
        }
    }

    /// Moves the body by `offset`, and traces the push.
    fn push(&mut self, offset: DVec3, collider: ColliderId) {
        self.advance_by(offset, 1.0);
        let position = self.body.base();
        self.tracer.push(Event::Push {
            collider,
            offset,
            position,
        });
    }
}

/// A total order of ways. Equal ways lead to the same place, so the id decides nothing.
fn shortest_first(a: &WayOut, b: &WayOut) -> Ordering {
    by_length(a.way, b.way).then_with(|| a.id.cmp(&b.id))
}

/// The order of displacements by their length. It is total, too.
fn by_length(a: DVec3, b: DVec3) -> Ordering {
    let by_length = a.length_squared().total_cmp(&b.length_squared());
    by_length.then_with(|| total_cmp(a, b))
}
