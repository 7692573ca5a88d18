//! What one move can meet, found once.

use glam::DVec3;

use super::outline::{Outline, Probe};
use super::{Collider, ColliderId, Surface, World};
use crate::geometry::Capsule;
use crate::query::{
    SweepHit, sweep_capsule_obb, sweep_capsule_triangle, sweep_sphere_obb, sweep_sphere_triangle,
};
use crate::tolerance::GRAZING;

/// A motion no longer than this many radii is gathered for all directions at once: however it turns,
/// it stays inside. Smaller: more gathering; larger: more colliders to look at.
const ROUND_RADII: f64 = 2.0;

/// The colliders near a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    list: Vec<Outline>,
    /// Where the body was when they were gathered.
    center: DVec3,
    /// How far from there, in any direction, nothing is missing.
    budget: f64,
    /// A way from there along which nothing is missing.
    way: DVec3,
}

impl Nearby {
    /// Finds what `body` can come nearer to than `reach` while its base goes no more than `length`;
    /// or, for a long way, what is within `reach` now: then [`Self::cover`] finds the rest.
    pub fn gather(&mut self, world: &World, body: &Capsule, length: f64, reach: f64) {
        let round = length <= body.radius() * ROUND_RADII;
        self.budget = if round { length } else { 0.0 };
        self.collect(world, body, DVec3::ZERO, reach);
    }

    /// Makes sure that nothing is missing along `way`, which begins where `body` is.
    pub fn cover(&mut self, world: &World, body: &Capsule, way: DVec3, reach: f64) {
        let gone = body.base().distance(self.center);
        let known = gone == 0.0 && self.way == way;
        if !known && gone + way.length() > self.budget * (1.0 + 1e-9) {
            self.budget = 0.0;
            self.collect(world, body, way, reach);
        }
    }

    fn collect(&mut self, world: &World, body: &Capsule, way: DVec3, reach: f64) {
        self.list.clear();
        self.center = body.base();
        self.way = way;
        let list = &mut self.list;
        let reach = reach + self.budget;
        let probe = Probe::new(body, way, reach);
        world.tree.visit_swept(body, way, reach, |outline| {
            if probe.may_touch(outline) {
                list.push(*outline);
            }
        });
    }

    /// Fills `found` with the surfaces no farther from `body` than `reach`.
    pub fn surfaces(&self, world: &World, body: &Capsule, reach: f64, found: &mut Vec<Surface>) {
        found.clear();
        let probe = Probe::new(body, DVec3::ZERO, reach);
        for outline in self.list.iter().filter(|outline| probe.may_touch(outline)) {
            let surface = world.surface(outline.number, body);
            if surface.separation <= reach {
                found.push(surface);
            }
        }
    }

    /// The first touch of `body` on its `way`; of equally early ones the first by id. What the way
    /// only grazes does not stop it.
    pub fn sweep(
        &self,
        world: &World,
        body: &Capsule,
        way: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        let mut first = FirstHit::new(way);
        let probe = Probe::new(body, way, 0.0);
        for outline in self.list.iter().filter(|outline| probe.may_touch(outline)) {
            first.consider(world.sweep_collider(outline.number, body, way));
        }
        first.hit
    }
}

/// The earliest hit so far; of equally early ones the first by id, so that no order of asking shows.
pub(super) struct FirstHit {
    way: DVec3,
    grazing: f64,
    pub hit: Option<(ColliderId, SweepHit)>,
}

impl FirstHit {
    pub fn new(way: DVec3) -> Self {
        Self {
            way,
            grazing: -GRAZING * way.length(),
            hit: None,
        }
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
        if earlier && hit.normal.dot(self.way) < self.grazing {
            self.hit = Some((collider, hit));
        }
    }
}

impl World {
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

    /// The touch of the moving `body` with the collider that the tree knows by `number`.
    pub(super) fn sweep_collider(
        &self,
        number: u32,
        body: &Capsule,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => sweep_sphere_triangle(&sphere, motion, triangle),
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
