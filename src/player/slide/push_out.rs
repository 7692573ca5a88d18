//! How a body leaves the colliders that it overlaps.

use glam::DVec3;

use super::{MoveRequest, Slider};
use crate::geometry::UprightBody;
use crate::player::trace::Tracer;
use crate::player::{Body, Event, Scratch};
use crate::query::closest_cone_point;
use crate::tolerance::{BACK_OFF, STOP_GAP};
use crate::world::{ColliderId, Exit, FilteredWorld, PlacedBody};

/// How many pushes a move may make to resolve overlaps. Smaller: deep overlaps last longer; larger: a body
/// that cannot get out costs more time.
const MAX_PUSHES: usize = 16;

/// A body that is pushed farther than the deepest overlap, by more than this share, looks for a shorter way.
/// Smaller: pushes out of corners cost more time; larger: a body that is deep in two things goes farther
/// than it needs to.
const DETOUR: f64 = 0.1;

/// Pushes `body` out of its overlaps by the shortest displacements, as far as the other colliders allow.
/// Returns its new position. The contacts of `scratch` then hold the surfaces touched there.
pub(in crate::player) fn push_out(
    world: &FilteredWorld<'_>,
    body: Body,
    position: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> DVec3 {
    let Some(body) = body.at(position) else {
        return position;
    };
    let (request, velocity) = (&MoveRequest::flight(DVec3::ZERO), &mut DVec3::default());
    let mut slider = Slider::new(world, body, request, velocity, scratch, tracer);
    slider.gather(DVec3::ZERO);
    slider.push_one_by_one();
    slider.find_contacts();
    slider.report_touching();
    slider.body.base()
}

impl Slider<'_, '_> {
    /// Pushes the body out of its overlaps, one after the other. If it is still stuck, or if that is a
    /// detour, takes the shortest way out of all of them.
    pub(super) fn push_out(&mut self) {
        let Some(deepest) = self.work.contacts.first().copied() else {
            return;
        };
        let start = self.body;
        self.push_one_by_one();
        self.find_contacts();
        let limit = if self.depth() <= 0.0 {
            self.body.base().distance(start.base()) * (1.0 - DETOUR)
        } else {
            f64::INFINITY
        };
        if limit > STOP_GAP - deepest.separation
            && let Some(way) = self.way_out(start, limit)
        {
            self.body = start;
            self.push(way, deepest.collider);
        }
    }

    /// The shortest way from `start` on which the body enters nothing that it is not inside already, if it is
    /// shorter than `limit`; metres.
    fn way_out(&mut self, start: UprightBody, limit: f64) -> Option<DVec3> {
        let world = *self.world;
        let exit = Exit {
            world,
            body: PlacedBody::Upright(start.grown(STOP_GAP + BACK_OFF)),
            limit,
        };
        let search = &mut self.work.way_search;
        search.find(&exit, |way| !world.is_entered(&start, way))
    }

    /// Pushes out of the deepest contact first, without going deeper into any other.
    fn push_one_by_one(&mut self) {
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
            self.gap = 0.0;
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
