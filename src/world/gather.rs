//! What one move can meet, found once.

use glam::DVec3;

use super::outline::{OutlineList, Outlines, Probe};
use super::{Collider, ColliderId, Filter, Surface, World};
use crate::geometry::Capsule;
use crate::query::{
    SweepHit, sweep_capsule_obb, sweep_capsule_triangle, sweep_sphere_obb,
    sweep_sphere_triangle_until,
};
use crate::tolerance::GRAZING;

/// A motion no longer than this many radii is gathered for all directions at once: however it turns,
/// it stays inside. Smaller: more gathering; larger: more colliders to look at.
const ROUND_RADII: f64 = 2.0;

/// The colliders near a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    list: OutlineList,
    /// Where the body was when they were gathered.
    center: DVec3,
    /// How far from there, in any direction, nothing is missing; metres.
    budget: f64,
}

impl Nearby {
    /// Finds what `body` can come nearer to than `reach` while its base goes no more than `length`.
    /// Of a long way only the beginning is gathered: what is farther is found when it is asked for.
    pub fn gather(&mut self, world: &World, body: &Capsule, length: f64, reach: f64) {
        let round = length <= body.radius() * ROUND_RADII;
        self.budget = if round { length } else { 0.0 };
        self.center = body.base();
        self.list.clear();
        let (reach, list) = (reach + self.budget, &mut self.list);
        let probe = Probe::new(body, DVec3::ZERO, reach);
        let add = |outlines: &Outlines| list.add(&probe, outlines);
        world.tree.visit_near(body, reach, add);
    }

    /// Forgets what was gathered: later questions are answered by the tree.
    pub fn forget(&mut self) {
        self.list.clear();
        self.budget = -1.0;
    }

    /// How far from where the body was, in any direction, nothing is missing; metres, 0 for a long way.
    pub fn budget(&self) -> f64 {
        self.budget
    }

    /// All that was gathered, in no order.
    pub fn colliders(&self, world: &World) -> impl Iterator<Item = ColliderId> {
        self.list
            .numbers()
            .map(|number| world.collider(number).id())
    }

    /// Whether nothing is missing as far as `length` from where `body` is.
    fn covers(&self, body: &Capsule, length: f64) -> bool {
        let gone = body.base().distance(self.center);
        gone + length <= self.budget * (1.0 + 1e-9)
    }

    /// Fills `found` with the surfaces that `filter` allows and that are no farther from `body` than
    /// `reach`.
    pub fn surfaces(
        &self,
        world: &World,
        body: &Capsule,
        reach: f64,
        filter: Filter,
        found: &mut Vec<Surface>,
    ) {
        found.clear();
        let look = |number| {
            let surface = world.surface(number, body);
            if surface.separation <= reach && filter.allows(surface.collider) {
                found.push(surface);
            }
        };
        if self.covers(body, 0.0) {
            let probe = Probe::new(body, DVec3::ZERO, reach);
            self.list.visit(&probe, look);
        } else {
            world.visit_near(body, reach, look);
        }
    }

    /// The first touch of `body` on its `way` with what `filter` allows; of equally early ones the first
    /// by id. What the way only grazes does not stop it.
    pub fn sweep(
        &self,
        world: &World,
        body: &Capsule,
        way: DVec3,
        filter: Filter,
    ) -> Option<(ColliderId, SweepHit)> {
        let length = way.length();
        if self.covers(body, length) {
            return self.sweep_list(world, body, way, filter);
        }
        // What is met before the list ends is met first.
        let left = self.budget - body.base().distance(self.center);
        if left > 0.0 {
            let share = left / length;
            if let Some((collider, hit)) = self.sweep_list(world, body, way * share, filter) {
                let fraction = hit.fraction * share;
                return Some((collider, SweepHit { fraction, ..hit }));
            }
        }
        world.first_hit(body, way, FirstHit::new(way, filter))
    }

    fn sweep_list(
        &self,
        world: &World,
        body: &Capsule,
        way: DVec3,
        filter: Filter,
    ) -> Option<(ColliderId, SweepHit)> {
        let mut first = FirstHit::new(way, filter);
        let probe = Probe::new(body, way, 0.0);
        self.list.visit(&probe, |number| {
            first.consider(world.sweep_collider(number, body, way, first.limit()));
        });
        first.hit
    }
}

/// The earliest hit so far; of equally early ones the first by id, so that no order of asking shows.
pub(super) struct FirstHit {
    way: DVec3,
    grazing: f64,
    filter: Filter,
    pub hit: Option<(ColliderId, SweepHit)>,
}

impl FirstHit {
    pub fn new(way: DVec3, filter: Filter) -> Self {
        Self {
            way,
            grazing: -GRAZING * way.length(),
            filter,
            hit: None,
        }
    }

    /// The fraction of the way beyond which nothing matters any more.
    pub fn limit(&self) -> f32 {
        // Rounded up, so that equally early ones are still looked at.
        let limit = |(_, hit): &(ColliderId, SweepHit)| (hit.fraction as f32).next_up();
        self.hit.as_ref().map_or(1.0, limit)
    }

    /// Takes `hit` if it is earlier, and more than grazed.
    pub fn consider(&mut self, hit: Option<(ColliderId, SweepHit)>) {
        let Some((collider, hit)) = hit else {
            return;
        };
        let earlier = self
            .hit
            .as_ref()
            .is_none_or(|(known, first)| (hit.fraction, collider) < (first.fraction, *known));
        let stops = hit.normal.dot(self.way) < self.grazing && self.filter.allows(collider);
        if earlier && stops {
            self.hit = Some((collider, hit));
        }
    }
}

impl World {
    /// Names what may be no farther from `body` than `reach`.
    pub(super) fn visit_near(&self, body: &Capsule, reach: f64, mut visit: impl FnMut(u32)) {
        let probe = Probe::new(body, DVec3::ZERO, reach);
        self.tree.visit_near(body, reach, |outlines| {
            probe.visit(outlines, 1.0, &mut visit)
        });
    }

    /// Adds the numbers of all that may be no farther from `body` than `reach`, in order: triangles come
    /// before boxes.
    pub(crate) fn numbers_near(&self, body: &Capsule, reach: f64, found: &mut Vec<u32>) {
        let first = found.len();
        self.visit_near(body, reach, |number| found.push(number));
        found[first..].sort_unstable();
    }

    /// The surface of the collider that the tree knows by `number`, as `body` meets it.
    pub(super) fn surface(&self, number: u32, body: &Capsule) -> Surface {
        match (self.collider(number), body.as_sphere()) {
            (Collider::Triangle(id, triangle), Some(sphere)) => {
                Surface::of_triangle(id, triangle, &sphere)
            }
            (Collider::Box(id, obb), Some(sphere)) => Surface::of_box(id, obb, &sphere),
            (Collider::Triangle(id, triangle), None) => {
                Surface::of_triangle_to_capsule(id, triangle, body)
            }
            (Collider::Box(id, obb), None) => Surface::of_box_to_capsule(id, obb, body),
        }
    }

    /// The touch of the moving `body` with the collider that the tree knows by `number`. Later ones than
    /// at the fraction `limit` need not be found.
    pub(super) fn sweep_collider(
        &self,
        number: u32,
        body: &Capsule,
        motion: DVec3,
        limit: f32,
    ) -> Option<(ColliderId, SweepHit)> {
        match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => {
                        sweep_sphere_triangle_until(&sphere, motion, f64::from(limit), triangle)
                    }
                    None => sweep_capsule_triangle(body, motion, triangle),
                };
                Some((ColliderId::Triangle(id), hit?))
            }
            Collider::Box(id, obb) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => sweep_sphere_obb(&sphere, motion, obb),
                    None => sweep_capsule_obb(body, motion, obb),
                };
                Some((ColliderId::Box(id), hit?))
            }
        }
    }
}
