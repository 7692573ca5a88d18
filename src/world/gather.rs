//! What one move can meet, found once.

use glam::{DVec3, Vec3};

use super::{Collider, ColliderId, Surface, World};
use crate::geometry::Capsule;
use crate::query::{
    SweepHit, sweep_capsule_obb, sweep_capsule_triangle, sweep_sphere_obb, sweep_sphere_triangle,
};
use crate::tolerance::{GRAZING, STOP_GAP};

/// A motion no longer than this many radii is gathered for all directions at once: however it turns,
/// it stays inside. Smaller: more gathering; larger: more colliders to look at.
const ROUND_RADII: f64 = 2.0;

/// The colliders near a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    list: Vec<Near>,
    /// Where the body was when they were gathered.
    center: DVec3,
    /// How far from there, in any direction, nothing is missing.
    budget: f64,
    /// A way from there beyond that along which nothing is missing.
    way: DVec3,
}

/// A collider near a move.
#[derive(Clone, Copy, Debug)]
struct Near {
    number: u32,
    /// The ball around it: its centre relative to where the body was, and its radius; metres.
    center: Vec3,
    radius: f32,
    /// The gap between it and the body when it was gathered; metres.
    separation: f64,
}

impl Nearby {
    /// Finds what `body` can come nearer to than `reach` while its base goes no more than `length`;
    /// or, for a long way, what is within `reach` now: then [`Self::cover`] finds the rest. Fills
    /// `found` with the surfaces within `reach` now.
    pub fn gather(
        &mut self,
        world: &World,
        body: &Capsule,
        length: f64,
        reach: f64,
        found: &mut Vec<Surface>,
    ) {
        let round = length <= body.radius() * ROUND_RADII;
        self.budget = if round { length } else { 0.0 };
        found.clear();
        self.collect(world, body, DVec3::ZERO, reach, |surface| {
            if surface.separation <= reach {
                found.push(surface);
            }
        });
    }

    /// Makes sure that nothing is missing along `way`, which begins where `body` is.
    pub fn cover(&mut self, world: &World, body: &Capsule, way: DVec3, reach: f64) {
        let gone = body.base().distance(self.center);
        let known = gone == 0.0 && self.way == way;
        if !known && gone + way.length() > self.budget * (1.0 + 1e-9) {
            self.budget = 0.0;
            self.collect(world, body, way, reach, |_| {});
        }
    }

    fn collect(
        &mut self,
        world: &World,
        body: &Capsule,
        way: DVec3,
        reach: f64,
        mut report: impl FnMut(Surface),
    ) {
        self.list.clear();
        self.center = body.base();
        self.way = way;
        let farthest = self.budget + way.length() + reach;
        let path = Path::new(body, way, reach + self.budget);
        let (center, list) = (self.center, &mut self.list);
        let grown = reach + self.budget;
        world.tree.visit_swept(body, way, grown, |number, ball| {
            let relative = (ball.center.as_dvec3() - center).as_vec3();
            if !path.may_touch(relative, ball.radius) {
                return;
            }
            let surface = world.surface(number, body);
            if surface.separation <= farthest {
                list.push(Near {
                    number,
                    center: relative,
                    radius: ball.radius,
                    separation: surface.separation,
                });
                report(surface);
            }
        });
    }

    /// Fills `found` with the surfaces no farther from `body` than `reach`.
    pub fn surfaces(&self, world: &World, body: &Capsule, reach: f64, found: &mut Vec<Surface>) {
        found.clear();
        let offset = body.base() - self.center;
        let limit = reach + offset.length();
        let path = Path::new(body, DVec3::ZERO, reach).from(offset);
        for near in &self.list {
            if near.separation <= limit && path.may_touch(near.center, near.radius) {
                let surface = world.surface(near.number, body);
                if surface.separation <= reach {
                    found.push(surface);
                }
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
        let length = way.length();
        let offset = body.base() - self.center;
        let gone = offset.length();
        let path = Path::new(body, way, 0.0).from(offset);
        let mut first: Option<(ColliderId, SweepHit)> = None;
        let mut farthest = length;
        for near in &self.list {
            // It is at least this far away, and only what is nearer can be met first.
            if near.separation - gone - STOP_GAP > farthest
                || !path.may_touch(near.center, near.radius)
            {
                continue;
            }
            let Some((collider, hit)) = world.sweep_collider(near.number, body, way) else {
                continue;
            };
            let earlier = first
                .as_ref()
                .is_none_or(|(known, first)| (hit.fraction, collider) < (first.fraction, *known));
            if earlier && hit.normal.dot(way) < -GRAZING * length {
                farthest = hit.fraction * length;
                first = Some((collider, hit));
            }
        }
        first
    }
}

/// The way of a body, in 32 bits, relative to where things were gathered, a little too wide.
struct Path {
    start: Vec3,
    way: Vec3,
    /// The way's direction over its length: how far along it is, in shares of the whole.
    shares: Vec3,
    radius: f32,
}

impl Path {
    /// The way of `body`, grown by `reach`.
    fn new(body: &Capsule, way: DVec3, reach: f64) -> Self {
        // A capsule is seen as the ball around it.
        let half_rise = body.rise() * 0.5;
        let radius = body.radius() + half_rise + reach;
        let length_squared = way.length_squared();
        let shares = if length_squared > 1e-30 {
            way / length_squared
        } else {
            DVec3::ZERO
        };
        Self {
            start: Vec3::Y * half_rise as f32,
            way: way.as_vec3(),
            shares: shares.as_vec3(),
            radius: ((radius + way.length()) * 1e-5 + radius) as f32,
        }
    }

    /// The same way from elsewhere.
    fn from(mut self, offset: DVec3) -> Self {
        self.start += offset.as_vec3();
        self.radius += self.start.abs().max_element() * 1e-5;
        self
    }

    /// Whether the body on its way may touch what is in the ball.
    fn may_touch(&self, center: Vec3, radius: f32) -> bool {
        let from = center - self.start;
        let share = from.dot(self.shares).clamp(0.0, 1.0);
        let reach = (self.radius + radius) * (1.0 + 1e-5);
        (from - self.way * share).length_squared() <= reach * reach
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
