//! The query of the broad phase for a moving body: what may be in its way.
//!
//! A cast waits for memory, and for branches that nobody can predict. So it looks into the first nodes in the order in
//! which it finds them, without such branches: the next node is known before the last one is done, and a processor
//! works on several at once. When many nodes or leaves are found, nearer ones come first, since the first hit excludes
//! most of the others.

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::bounds::{is_in_world, is_within_edge};
use super::{Bvh, LEAF, Node};
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{F32_ERROR, LANES, Shapes, lanes, square_root};
use crate::world::probe::Probe;

/// As many leaves, and as many waiting nodes, are found at most before nearer ones come first; a power of two. Smaller:
/// more waiting for memory; larger: more visits of what a hit would exclude.
const MOST: usize = 16;

/// In a tree of at most so many nodes, nearer ones always come first: it stays in the nearest cache. Smaller: more work
/// in a room with a few crates; larger: more waiting.
const FEW_NODES: usize = 64;

/// The stack of nodes and leaves, with the fraction of the motion where the body enters each. It spills to the heap in
/// an uncommonly deep tree.
type Stack = SmallVec<[(u32, f32); 96]>;

impl Bvh {
    /// Calls `visit` with the colliders that `body` may touch while it moves by `motion`, roughly from near to far.
    /// `visit` returns the fraction of the motion beyond which hits no longer matter.
    pub fn visit_in_order(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        motion: DVec3,
        mut visit: impl FnMut(u32) -> f32,
    ) {
        let probe = Probe::new(body, motion, 0.0);
        let in_world = probe.is_exact() || (is_in_world(body) && is_within_edge(motion));
        if !in_world {
            return;
        }
        let mut limit = 1.0;
        for number in self.outside(body, 0.0) {
            limit = visit(*number);
        }
        if !probe.is_exact() {
            for number in &self.order {
                visit(*number);
            }
            return;
        }
        if self.nodes.is_empty() {
            return;
        }
        let mut cast = Cast {
            bvh: self,
            shapes: self.shapes(triangles),
            probe,
            ray: InflatedRay::new(body, motion),
            limit,
        };
        let mut stack = Stack::new();
        if self.nodes.len() > FEW_NODES {
            cast.in_breadth(&mut stack);
        } else {
            stack.push((0, 0.0));
        }
        cast.in_depth(&mut stack, &mut visit);
    }
}

/// A cast under way.
struct Cast<'w> {
    bvh: &'w Bvh,
    shapes: Shapes<'w>,
    probe: Probe,
    ray: InflatedRay,
    /// The fraction of the motion beyond which hits no longer matter.
    limit: f32,
}

impl Cast<'_> {
    /// Looks into nodes in the order in which they are found, and finds leaves, until no node waits, or much is found.
    /// Puts all that is left to visit on the stack. Not inlined, so that all kinds of casts share it.
    #[inline(never)]
    fn in_breadth(&self, stack: &mut Stack) {
        let mut found = Found::new();
        while let Some(index) = found.next_node() {
            let node = &self.bvh.nodes[index as usize];
            let entry = self.ray.enter(node, self.limit);
            let leaf_lanes = entry.met & node.leaves();
            let enters = if leaf_lanes != 0 || found.are_several() {
                self.ray.exact_enters(&entry)
            } else {
                entry.enter.to_array()
            };
            // Without branches, which would depend on chance.
            for (lane, child) in node.children.into_iter().enumerate() {
                let met = (entry.met & !leaf_lanes) >> lane & 1;
                found.add_node(key(enters[lane], child), met);
            }
            for lane in lanes(leaf_lanes) {
                found.add_leaf(key(enters[lane], node.children[lane]));
            }
        }
        stack.extend(found.farthest_first());
    }

    /// Visits what is on the stack, the top first, and in each node nearer children first.
    #[inline(always)]
    fn in_depth(&mut self, stack: &mut Stack, visit: &mut impl FnMut(u32) -> f32) {
        let mut next = stack.pop();
        while let Some((index, enter)) = next.take().or_else(|| stack.pop()) {
            if enter > self.limit {
                continue;
            }
            if index & LEAF != 0 {
                let batch = self.shapes.batch(self.bvh.leaf(index));
                self.limit = self.probe.visit(&batch, self.limit, &mut *visit);
                continue;
            }
            let node = &self.bvh.nodes[index as usize];
            let entry = self.ray.enter(node, self.limit);
            let (mut bits, enters) = (entry.met, self.ray.exact_enters(&entry));
            // The farthest first, so that the nearest is visited next.
            while bits != 0 {
                let mut farthest = bits.trailing_zeros() as usize;
                for lane in lanes(bits & (bits - 1)) {
                    if enters[lane] > enters[farthest] {
                        farthest = lane;
                    }
                }
                bits &= !(1 << farthest);
                let child = (node.children[farthest], enters[farthest]);
                if bits == 0 {
                    next = Some(child);
                } else {
                    stack.push(child);
                }
            }
        }
    }
}

/// Nodes and leaves that were found, by their keys.
struct Found {
    leaves: [u64; MOST],
    leaf_count: usize,
    /// The nodes that wait, in a ring.
    nodes: [u64; MOST],
    /// How many have been taken from the front of the ring, and how many were added at its back.
    first: usize,
    end: usize,
}

impl Found {
    /// The root waits.
    fn new() -> Self {
        Self {
            leaves: [0; MOST],
            leaf_count: 0,
            nodes: [key(0.0, 0); MOST],
            first: 0,
            end: 1,
        }
    }

    /// Takes the first node that waits. `None` if there is none, or if there may be no room for its children.
    #[inline(always)]
    fn next_node(&mut self) -> Option<u32> {
        let waiting = self.end - self.first;
        let has_room = waiting.max(self.leaf_count) <= MOST - LANES;
        if waiting == 0 || !has_room {
            return None;
        }
        let node = self.nodes[self.first % MOST] as u32;
        self.first += 1;
        Some(node)
    }

    /// Whether so many nodes wait that their order may matter.
    #[inline(always)]
    fn are_several(&self) -> bool {
        self.end - self.first >= MOST / 4
    }

    /// Adds a node if `met` is 1, and not if it is 0.
    #[inline(always)]
    fn add_node(&mut self, key: u64, met: u32) {
        self.nodes[self.end % MOST] = key;
        self.end += met as usize;
    }

    #[inline(always)]
    fn add_leaf(&mut self, key: u64) {
        self.leaves[self.leaf_count % MOST] = key;
        self.leaf_count += 1;
    }

    /// Everything, with the fraction at which it is entered.
    #[inline(always)]
    fn farthest_first(&mut self) -> impl Iterator<Item = (u32, f32)> {
        let mut all =
            SmallVec::<[u64; 2 * MOST]>::from_slice(&self.leaves[..self.leaf_count.min(MOST)]);
        all.extend((self.first..self.end).map(|place| self.nodes[place % MOST]));
        all.sort_unstable();
        all.into_iter().rev().map(entry_of)
    }
}

/// A child that is entered at this fraction, as a number. The numbers have the order of the fractions.
#[inline(always)]
fn key(enter: f32, child: u32) -> u64 {
    // All bits of a negative number are inverted, and only the sign of another one.
    let bits = enter.to_bits();
    let bits = bits ^ (((bits as i32 >> 31) as u32) | 1 << 31);
    u64::from(bits) << 32 | u64::from(child)
}

/// The child of a key, and the fraction.
#[inline(always)]
fn entry_of(key: u64) -> (u32, f32) {
    let bits = (key >> 32) as u32;
    let bits = bits ^ ((!(bits as i32 >> 31) as u32) | 1 << 31);
    (key as u32, f32::from_bits(bits))
}

/// The entry of a body into the bounds of a node's children.
struct Entry {
    /// The children that are met: a bit for each.
    met: u32,
    /// The fractions of the motion, not too large. Negative for what is near at the start.
    enter: Vec4,
    /// The squared distance at the start.
    distance_squared: Vec4,
}

/// The motion of a body's centre, for tests against bounds inflated by the body; f32, conservative.
struct InflatedRay {
    start: Vec3,
    /// The reciprocal of the motion along each axis.
    inverse: Vec3,
    length: f32,
    per_length: f32,
    size: Vec3,
    /// The radius, with all errors.
    radius: f32,
    half_rise: f32,
}

impl InflatedRay {
    fn new(body: &Capsule, motion: DVec3) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let largest = middle.abs().max_element() + motion.abs().max_element();
        let slack = 1e-6 * (largest + body.radius() + body.rise());
        let radius = body.radius() + slack;
        let size = DVec3::splat(radius) + DVec3::Y * half_rise;
        // Along an axis without motion, every bound is infinitely far away, on one side or the
        // other.
        let inverse = |way: f32| if way.abs() > 1e-30 { 1.0 / way } else { 1e30 };
        let (way, length) = (motion.as_vec3(), motion.length() as f32);
        Self {
            start: middle.as_vec3(),
            inverse: Vec3::new(inverse(way.x), inverse(way.y), inverse(way.z)),
            length: length * (1.0 + 4.0 * F32_ERROR),
            per_length: inverse(length),
            size: size.as_vec3(),
            radius: radius as f32 * (1.0 + 4.0 * F32_ERROR),
            half_rise: half_rise as f32,
        }
    }

    /// The entry into the children of `node`. Those are met that the body enters before the fraction `limit` of its
    /// motion. In a page, which computes one lane after the other, this is long code, so all kinds of casts share it.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn enter(&self, node: &Node, limit: f32) -> Entry {
        let axis = |axis: usize| {
            let low = Vec4::from_array(node.min[axis]) - self.start[axis];
            let high = Vec4::splat(self.start[axis]) - Vec4::from_array(node.max[axis]);
            let one = (low - self.size[axis]) * self.inverse[axis];
            let other = (Vec4::splat(self.size[axis]) - high) * self.inverse[axis];
            (one.min(other), one.max(other), low.max(high))
        };
        let (x_in, x_out, x_gap) = axis(0);
        let (y_in, y_out, y_gap) = axis(1);
        let (z_in, z_out, z_gap) = axis(2);
        let (x, z) = (x_gap.max(Vec4::ZERO), z_gap.max(Vec4::ZERO));
        let y = (y_gap - self.half_rise).max(Vec4::ZERO);
        let distance_squared = x * x + y * y + z * z;
        // Allows for the precision of an f32 fraction.
        let enter = (x_in.max(y_in).max(z_in) - 1e-5) * 0.999_99;
        let leave = (x_out.min(y_out).min(z_out) + 1e-5).min(Vec4::splat(limit));
        // The body gets no farther than this until it leaves them.
        let reach = leave * self.length + self.radius;
        let within = distance_squared.cmple(reach * reach);
        let meets = enter.cmple(leave) & leave.cmpge(Vec4::ZERO) & within;
        Entry {
            met: meets.bitmask(),
            enter,
            distance_squared,
        }
    }

    /// The entry fractions, which also allow for the corners of the bounds, where the body is round.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn exact_enters(&self, entry: &Entry) -> [f32; LANES] {
        // The body cannot be there before it has made the distance at the start.
        let distance = square_root(entry.distance_squared) * (1.0 - 1e-6);
        let made = (distance - self.radius) * self.per_length;
        let made = (made - 1e-5) * 0.999_99;
        entry.enter.max(made).to_array()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Sphere;
    use crate::query::{sweep_capsule_triangle, sweep_sphere_triangle};
    use crate::test_support::Random;
    use crate::tolerance::GRAZING;
    use crate::world::World;

    #[test]
    fn casts_of_any_length_find_the_first_touch_in_trees_of_any_size() {
        let mut random = Random::new(47);
        // Trees that are visited in depth only, in breadth, and in breadth until much is found.
        for (count, size) in [(1, 1.0), (60, 3.0), (3000, 12.0), (3000, 1.5)] {
            let corner = |random: &mut Random, at: DVec3| (at + random.vec3(0.3)).as_vec3();
            let triangles = (0..count).filter_map(|_| {
                let at = random.vec3(size);
                Triangle::new([0; 3].map(|_: i32| corner(&mut random, at)))
            });
            let world = World::new(triangles.collect(), vec![]);
            let (mut hits, cases) = (0, 240);
            for case in 0..cases {
                let start = random.vec3(size * 1.1);
                let length = [1e-6, 0.05, 0.5, 3.0, 100.0][case % 5];
                // Some motions are parallel to an axis, and some aim at a triangle.
                let aim = world.triangles()[random.below(world.triangles().len())].vertices()[0];
                let way = match case / 5 % 4 {
                    0 => DVec3::AXES[case % 3] * length,
                    1 | 2 => (aim - start).normalize() * length,
                    _ => random.vec3(1.0).normalize_or(DVec3::Y) * length,
                };
                let radius = [0.001, 0.01, 0.2][case % 3];
                let what = format!("seed 47, {count} triangles, case {case}");
                let ball = Sphere::new(start, radius).unwrap();
                let person = Capsule::new(start, ball.radius(), 0.4).unwrap();
                let (mut of_ball, mut of_person) = (f64::INFINITY, f64::INFINITY);
                for triangle in world.triangles() {
                    let first = |hit: Option<crate::query::SweepHit>, first: f64| {
                        // A touch that only grazes does not stop a body.
                        hit.filter(|hit| hit.normal.dot(way) < -GRAZING * length)
                            .map_or(first, |hit| first.min(hit.fraction))
                    };
                    of_ball = first(sweep_sphere_triangle(&ball, way, triangle), of_ball);
                    of_person = first(sweep_capsule_triangle(&person, way, triangle), of_person);
                }
                let found = |hit: Option<(_, crate::query::SweepHit)>| {
                    hit.map_or(f64::INFINITY, |(_, hit)| hit.fraction)
                };
                assert_eq!(found(world.sweep_sphere(&ball, way)), of_ball, "{what}");
                assert_eq!(
                    found(world.sweep_capsule(&person, way)),
                    of_person,
                    "{what}"
                );
                hits += usize::from(of_ball.is_finite());
            }
            assert!(hits < cases, "every cast hits");
            assert!(count == 1 || hits * 20 > cases, "{hits} of {cases} hit");
        }
    }

    #[test]
    fn keys_have_the_order_of_the_fractions() {
        let fractions = [f32::NEG_INFINITY, -7.5, -1e-30, 0.0, 1e-30, 0.25, 1.0];
        let keys = fractions.map(|fraction| key(fraction, 3));
        assert!(keys.is_sorted());
        assert_eq!(keys.map(entry_of), fractions.map(|fraction| (3, fraction)));
        assert!(key(0.25, u32::MAX) < key(0.5, 0));
    }
}
