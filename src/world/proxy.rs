//! Conservative broad-phase proxies: bounding spheres and planes in f32, tested four at a time.
//!
//! The bounds of a moving sphere cull little on a floor of small triangles: the sphere is above all
//! of them and touches one. The *planes* of the triangles cull more. In a triangle's plane the
//! sphere's footprint is only a small disc, and most triangles are beside it.
//!
//! A test may report false positives, never false negatives.

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

use glam::{DVec3, Vec3, Vec4};

use crate::geometry::packing::Packed;
use crate::geometry::{Capsule, Obb, Triangle};

/// The number of proxies tested together.
pub(super) const LANES: usize = 4;

/// A generous bound on the relative rounding error of an f32 coordinate.
const F32_ERROR: f32 = 1e-6;

/// So far away that no probe reaches it, though its square is still finite.
pub(super) const NOWHERE: f32 = 1e18;

/// The largest distance from the origin at which the tests below are exact enough; metres. Their
/// fourth powers may overflow to infinity, but no square does, so no difference is undefined.
pub(super) const SAFE: f32 = 1e12;

/// The radius of a proxy that every probe touches: the squares of all smaller numbers are lost
/// beside its square.
const EVERYWHERE: f32 = 1e15;

/// The broad-phase proxy of a collider.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proxy {
    /// The centre of its bounding sphere; for a triangle, in its plane.
    center: Vec3,
    /// The radius of the bounding sphere.
    radius: f32,
    /// The normal of a triangle's plane; zero for a box.
    normal: Vec3,
    /// The collider's index in the tree.
    number: u32,
}

impl Proxy {
    /// Centred on the middle of the longest edge, with the distance to the farthest corner as
    /// radius. For most triangles that is half the longest edge.
    pub fn of_triangle(number: u32, triangle: &Triangle) -> Self {
        let [a, b, c] = triangle.stored_vertices();
        let (ab, bc, ca) = (
            a.distance_squared(b),
            b.distance_squared(c),
            c.distance_squared(a),
        );
        let center = if ab >= bc && ab >= ca {
            a.midpoint(b)
        } else if bc >= ca {
            b.midpoint(c)
        } else {
            c.midpoint(a)
        };
        let farthest = center.distance_squared(a).max(center.distance_squared(b));
        let radius = farthest.max(center.distance_squared(c)).sqrt();
        let normal = triangle.plane().normal().as_vec3();
        Self::rounded_up(number, center, radius, normal)
    }

    pub fn of_box(number: u32, obb: &Obb) -> Self {
        let radius = obb.half_extents().length() as f32;
        Self::rounded_up(number, obb.center().as_vec3(), radius, Vec3::ZERO)
    }

    /// The proxy of a collider that every query must test exactly.
    pub fn everywhere(number: u32) -> Self {
        Self {
            center: Vec3::ZERO,
            radius: EVERYWHERE,
            normal: Vec3::ZERO,
            number,
        }
    }

    fn rounded_up(number: u32, center: Vec3, radius: f32, normal: Vec3) -> Self {
        let slack = (center.abs().max_element() + radius) * F32_ERROR;
        Self {
            center,
            radius: radius + slack,
            normal,
            number,
        }
    }
}

/// Up to four proxies as a structure of arrays, for SIMD.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct ProxyBatch {
    center: [[f32; LANES]; 3],
    radius: [f32; LANES],
    normal: [[f32; LANES]; 3],
    number: [u32; LANES],
}

impl ProxyBatch {
    /// Four empty lanes. No comparison with their radius is true, so no probe touches them.
    pub const EMPTY: Self = Self {
        center: [[NOWHERE; LANES]; 3],
        radius: [f32::NAN; LANES],
        normal: [[0.0; LANES]; 3],
        number: [0; LANES],
    };

    pub fn set(&mut self, lane: usize, proxy: &Proxy) {
        for axis in 0..3 {
            self.center[axis][lane] = proxy.center[axis];
            self.normal[axis][lane] = proxy.normal[axis];
        }
        self.radius[lane] = proxy.radius;
        self.number[lane] = proxy.number;
    }

    fn get(&self, lane: usize) -> Proxy {
        let vector =
            |part: &[[f32; LANES]; 3]| Vec3::from_array([0, 1, 2].map(|axis| part[axis][lane]));
        Proxy {
            center: vector(&self.center),
            radius: self.radius[lane],
            normal: vector(&self.normal),
            number: self.number[lane],
        }
    }

    /// The indices of all colliders in it.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let (x, number) = (self.center[0], self.number);
        let there = move |lane: &usize| x[*lane] < NOWHERE;
        (0..LANES).filter(there).map(move |lane| number[lane])
    }
}

impl Packed for ProxyBatch {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.center.pack(bytes);
        self.radius.pack(bytes);
        self.normal.pack(bytes);
        self.number.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            center: Packed::unpack(bytes)?,
            radius: Packed::unpack(bytes)?,
            normal: Packed::unpack(bytes)?,
            number: Packed::unpack(bytes)?,
        })
    }
}

/// A list of proxies in batches of four.
#[derive(Clone, Debug, Default)]
pub(super) struct ProxyList {
    blocks: Vec<ProxyBatch>,
    length: usize,
}

impl ProxyList {
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.length = 0;
    }

    /// How many proxies it has.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Adds the proxies in `batch` that `probe` may touch.
    #[inline]
    pub fn add(&mut self, probe: &Probe, batch: &ProxyBatch) {
        for lane in lanes(probe.may_touch(batch, 1.0)) {
            if self.length.is_multiple_of(LANES) {
                self.blocks.push(ProxyBatch::EMPTY);
            }
            if let Some(block) = self.blocks.last_mut() {
                block.set(self.length % LANES, &batch.get(lane));
            }
            self.length += 1;
        }
    }

    /// Yields the indices of all colliders.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(ProxyBatch::numbers)
    }

    /// Calls `visit` with the index of each collider that `probe` may touch.
    pub fn visit(&self, probe: &Probe, mut visit: impl FnMut(u32)) {
        for batch in &self.blocks {
            probe.visit(batch, 1.0, &mut visit);
        }
    }

    /// The same, for a moving probe. `visit` returns the fraction of the motion beyond which hits no longer
    /// matter.
    pub fn visit_until(&self, probe: &Probe, mut visit: impl FnMut(u32) -> f32) {
        let mut limit = 1.0;
        for batch in &self.blocks {
            probe.visit(batch, limit, |number| limit = visit(number));
        }
    }
}

/// The lanes whose bits are set, lowest first.
pub(super) fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// A body on a straight motion, or at rest, conservatively in f32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// The body's centre at the start.
    start: Vec3,
    way: Vec3,
    length_squared: f32,
    /// The reciprocal of the motion's length.
    per_length: f32,
    /// The radius of the body, or of its bounding sphere.
    radius: f32,
    /// 1 if the body is a sphere, so that its height over a plane is meaningful; else 0.
    round: f32,
    /// A bound on the rounding error of coordinates here.
    slack: f32,
}

impl Probe {
    /// `body`, inflated by `reach`, moving by `way`. Where the numbers are too large for f32, it
    /// touches every proxy.
    #[inline]
    pub fn new(body: &Capsule, way: DVec3, reach: f64) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let radius = (body.radius() + half_rise + reach) as f32;
        let (start, way) = (middle.as_vec3(), way.as_vec3());
        let coordinates = start.abs().max_element() + way.abs().max_element();
        let size = coordinates + radius;
        // Not true of what is not a number, either.
        if size <= SAFE {
            Self {
                start,
                way,
                length_squared: way.length_squared(),
                per_length: way.length_recip(),
                radius: radius * (1.0 + F32_ERROR),
                round: f32::from(u8::from(body.rise() == 0.0)),
                slack: size * F32_ERROR,
            }
        } else {
            Self::EVERYWHERE
        }
    }

    /// Touches every proxy.
    const EVERYWHERE: Self = Self {
        start: Vec3::ZERO,
        way: Vec3::ZERO,
        length_squared: 0.0,
        per_length: 0.0,
        radius: EVERYWHERE,
        round: 0.0,
        slack: 0.0,
    };

    /// Whether its numbers are small enough for f32.
    pub fn is_exact(&self) -> bool {
        self.radius < EVERYWHERE
    }

    /// Calls `visit` with each collider that the body may touch before the fraction `limit` of its
    /// motion.
    #[inline]
    pub fn visit(&self, batch: &ProxyBatch, limit: f32, mut visit: impl FnMut(u32)) {
        for lane in lanes(self.may_touch(batch, limit)) {
            visit(batch.number[lane]);
        }
    }

    /// The proxies that the body may touch before the fraction `limit` of its motion: a bit for
    /// each.
    ///
    /// | symbol | meaning |
    /// |---|---|
    /// | `height`, `climb` | along the normal: the centre of the proxy over the start; the motion |
    /// | `first`, `last` | the interval of the motion within the bounding sphere |
    /// | `along`, `ahead` | the part of the motion towards the centre; the same within the plane |
    /// | `lateral` | squared distance of the disc from the centre, in the plane |
    fn may_touch(&self, batch: &ProxyBatch, limit: f32) -> u32 {
        let [x, y, z] = batch.center.map(Vec4::from_array);
        let (x, y, z) = (x - self.start.x, y - self.start.y, z - self.start.z);
        let [nx, ny, nz] = batch.normal.map(|part| Vec4::from_array(part) * self.round);
        let radius = Vec4::from_array(batch.radius);

        let height = nx * x + ny * y + nz * z;
        let distance_squared = x * x + y * y + z * z;
        let mut lowest = height.abs();
        let mut in_time = height.cmpeq(height);
        let mut lateral = distance_squared - height * height;
        if self.length_squared > 0.0 {
            let way = self.way;
            let climb = nx * way.x + ny * way.y + nz * way.z;
            let along = x * way.x + y * way.y + z * way.z;
            // The interval in which the body is within the bounding sphere. Only that part of the
            // motion counts over the plane.
            let middle = along / self.length_squared;
            let spread =
                (radius + (self.radius + self.slack)) * (self.per_length * 1.000_01) + F32_ERROR;
            let first = (middle - spread).clamp(Vec4::ZERO, Vec4::ONE);
            let last = (middle + spread).clamp(Vec4::ZERO, Vec4::splat(limit));
            let (start, end) = (height - climb * first, height - climb * last);
            let crosses = (start * end).cmple(Vec4::ZERO);
            lowest = Vec4::select(crosses, Vec4::ZERO, start.abs().min(end.abs()));
            in_time = first.cmple(Vec4::splat(limit));
            let length_squared = Vec4::splat(self.length_squared) - climb * climb;
            let ahead = along - height * climb;
            let share = ahead / length_squared.max(Vec4::splat(f32::MIN_POSITIVE));
            let share = share.clamp(Vec4::ZERO, Vec4::ONE);
            lateral += share * (share * length_squared - ahead * 2.0);
        }
        let reach = radius * (1.0 + F32_ERROR) + self.slack;
        let lowest = (lowest - (radius * F32_ERROR + self.slack)).max(Vec4::ZERO);
        let disc_squared = Vec4::splat(self.radius * self.radius) - lowest * lowest;
        // The disc reaches the bounding sphere: √lateral ≤ √disc² + reach, without the roots.
        let slack = (distance_squared + self.length_squared) * (F32_ERROR * 4.0);
        let beyond = lateral - disc_squared - reach * reach - slack;
        let near = beyond.cmple(Vec4::ZERO)
            | (beyond * beyond).cmple(reach * reach * disc_squared * (4.0 + F32_ERROR * 16.0));
        (near & in_time & disc_squared.cmpge(Vec4::ZERO)).bitmask()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Sphere, rotation_from_degrees};
    use crate::query::{
        closest_triangle_point, sweep_capsule_triangle, sweep_sphere_obb, sweep_sphere_triangle,
    };
    use crate::test_support::Random;

    /// In the third of four lanes.
    fn alone(proxy: &Proxy) -> ProxyBatch {
        let mut batch = ProxyBatch::EMPTY;
        batch.set(2, proxy);
        batch
    }

    #[test]
    fn the_broad_phase_never_misses_a_touched_collider() {
        let mut random = Random::new(61);
        let (mut touched, mut passed, mut cases) = (0, 0, 0);
        for case in 0..60_000 {
            // Near the origin and 10 km out; bodies of a centimetre and of metres.
            let far = random.vec3([0.0, 1.0, 1e4][case % 3]);
            let size = [0.01, 0.3, 5.0][case / 3 % 3];
            let mut corner = || (far + random.vec3(size * 4.0)).as_vec3();
            let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
                continue;
            };
            let proxy = alone(&Proxy::of_triangle(0, &triangle));
            let sphere = Sphere::new(far + random.vec3(size * 6.0), size).unwrap();
            let aim = triangle.vertices()[0] + random.vec3(size * 1.5);
            let way = (aim - sphere.center()) * (random.signed() + 0.7);
            let what = format!("seed 61, case {case}");

            let body = Capsule::from(sphere);
            let sees = Probe::new(&body, way, 0.0).may_touch(&proxy, 1.0) != 0;
            let hit = sweep_sphere_triangle(&sphere, way, &triangle);
            assert!(sees || hit.is_none(), "{what}: sweep");
            cases += 1;
            touched += usize::from(hit.is_some());
            passed += usize::from(sees);

            let gap = closest_triangle_point(&triangle, sphere.center()).distance(sphere.center());
            let reach = (gap - size).max(0.0);
            let sees = Probe::new(&body, DVec3::ZERO, reach).may_touch(&proxy, 1.0) != 0;
            assert!(sees, "{what}: at rest, {gap}");

            let person = Capsule::new(sphere.center(), size, size * 3.0).unwrap();
            let hit = sweep_capsule_triangle(&person, way, &triangle);
            let sees = Probe::new(&person, way, 0.0).may_touch(&proxy, 1.0) != 0;
            assert!(sees || hit.is_none(), "{what}: capsule");

            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(size * 2.0).abs();
            let obb = Obb::new(far + random.vec3(size), rotation, half).unwrap();
            let sees =
                Probe::new(&body, way, 0.0).may_touch(&alone(&Proxy::of_box(0, &obb)), 1.0) != 0;
            assert!(
                sees || sweep_sphere_obb(&sphere, way, &obb).is_none(),
                "{what}: box"
            );
        }
        // It also rejects most of the others.
        assert!(touched * 10 > cases, "{touched} of {cases} touched");
        assert!(
            passed < touched * 2,
            "{passed} passed for {touched} touched"
        );
    }
}
