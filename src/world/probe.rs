//! The conservative test of the broad phase: which of four colliders a body may touch at rest or on its way.
//!
//! A body and a triangle are apart if an axis separates them: if along it, all of the one lies beyond all of the
//! other (S. Gottschalk, 1996). Any axis will do, so it need not be exact; only the distance along it must be. The
//! axes are the triangle's normal, those square to the motion and to an edge, and the motion itself. For a short
//! motion there is also a test within the triangle's plane, where the footprint of a sphere is a small disc: most
//! triangles of a floor are beside it.
//!
//! It works in f32. It may report false positives, never false negatives: rounding is taken from the distance along
//! the axis, or added to the reach of the body, and what is not a number separates nothing.
//!
//! | symbol | meaning |
//! |---|---|
//! | `a`, `b`, `c` | the corners, seen from the start of the body's centre |
//! | `height`, `climb` | of the triangle's plane over the start, and of the motion, along the normal, times its length |
//! | `reach` | how near the centre of the body may come without a touch |

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod pose;

use glam::{DVec3, Vec3, Vec4};

use super::batch::{Batch, F32_ERROR, Vec3x4};
use crate::geometry::Capsule;
use crate::geometry::float::max;
use pose::Pose;

/// The largest distance from the origin at which the tests below are exact enough; metres. Their high powers may
/// overflow to infinity, but then they separate nothing.
pub(super) const SAFE: f32 = 1e12;

/// How much of the size of the coordinates rounding may add to a distance along an axis: eighty rounding errors.
/// Smaller: touches are missed; larger: more exact tests of what is far away.
const AXIS_ERROR: f32 = 5e-6;

/// The same, for what deviates because two computed vectors are not square to each other.
const SKEW_ERROR: f32 = 4e-6;

/// A square below this may have lost its digits, so it decides nothing.
const LEAST_SQUARE: f32 = 1e-36;

/// A motion of at most this many radii is tested in the plane of the triangle. Smaller: more exact tests; larger: a
/// test that seldom helps.
const SHORT_RADII: f32 = 2.0;

/// A body on a straight motion, or at rest, conservatively in f32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// The body's centre at the start.
    pub start: Vec3,
    pub way: Vec3,
    length_squared: f32,
    pub length: f32,
    /// The radius of the body, with the error of its coordinates.
    pub radius: f32,
    /// Half the height of a capsule's axis; 0 for a sphere.
    pub half_rise: f32,
    is_short: bool,
    /// Whether its numbers are small enough for f32. If not, it touches everything.
    is_exact: bool,
}

impl Probe {
    /// `body`, inflated by `reach`, moving by `way`.
    #[inline]
    pub fn new(body: &Capsule, way: DVec3, reach: f64) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let (radius, half_rise) = (max(body.radius() + reach, 0.0) as f32, half_rise as f32);
        let (start, way) = (middle.as_vec3(), way.as_vec3());
        let coordinates = start.abs().max_element() + way.abs().max_element();
        let size = coordinates + radius + half_rise;
        let (length_squared, length) = (way.length_squared(), way.length());
        Self {
            start,
            way,
            length_squared,
            length,
            radius: radius + size * F32_ERROR,
            half_rise,
            is_short: length <= radius * SHORT_RADII,
            // Not true of what is not a number, either.
            is_exact: size <= SAFE && length <= SAFE,
        }
    }

    /// Whether its numbers are small enough for f32.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The colliders that the body may reach at rest, by their bounds and planes: a bit for each.
    #[inline(always)]
    pub fn near(&self, batch: &Batch) -> u32 {
        self.near_where(batch, |_| 0)
    }

    /// The same if every triangle reached beyond its edges by the share `growth` of its longest edge.
    pub fn near_grown(&self, batch: &Batch, growth: f32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        let pose = Pose::new(self, batch);
        batch.used & !(pose.beyond_grown_bounds(self, growth) | pose.off_plane())
    }

    /// The colliders that the body may touch at rest: a bit for each.
    #[inline(always)]
    pub fn touched(&self, batch: &Batch) -> u32 {
        self.near_where(batch, |pose| pose.beside_footprint(self, 0.0))
    }

    /// The colliders near the body at rest, without the triangles that `are_apart` finds: a bit for each.
    #[inline(always)]
    fn near_where(&self, batch: &Batch, are_apart: impl Fn(&Pose) -> u32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        if batch.round == batch.used {
            return batch.used & !self.apart_from_rounds(batch);
        }
        let pose = Pose::new(self, batch);
        let bits = batch.used & !pose.beyond_bounds(self);
        if bits == 0 {
            return 0;
        }
        let bits = bits & !pose.off_plane();
        if bits == 0 {
            return 0;
        }
        bits & !are_apart(&pose)
    }

    /// Calls `visit` with each collider that the moving body may touch before the fraction `limit` of its motion.
    /// `visit` returns a new limit, and this the last one.
    #[inline(always)]
    pub fn visit(&self, batch: &Batch, mut limit: f32, mut visit: impl FnMut(u32) -> f32) -> f32 {
        let mut bits = self.met(batch, limit);
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            limit = limit.min(visit(batch.numbers[lane]));
        }
        limit
    }

    /// The colliders that the moving body may touch before the fraction `limit` of its motion: a bit for each.
    #[inline(always)]
    pub fn met(&self, batch: &Batch, limit: f32) -> u32 {
        if !self.is_exact {
            return batch.used;
        }
        if batch.round == batch.used {
            return batch.used & !self.rounds_beside_way(batch, limit);
        }
        let mut pose = Pose::new(self, batch);
        pose.move_by(self, limit);
        let mut bits = batch.used & !pose.off_plane();
        if bits != 0 && !self.is_short {
            bits &= !pose.beside_way(self, limit);
        }
        if bits != 0 {
            bits &= !pose.beside_footprint(self, limit);
        }
        if bits & batch.round != 0 {
            bits &= !(batch.round & self.rounds_beside_way(batch, limit));
        }
        bits
    }

    /// The bounding spheres that the body at rest does not reach: a bit for each.
    #[inline(always)]
    fn apart_from_rounds(&self, batch: &Batch) -> u32 {
        let (center, reach) = self.rounds(batch);
        let y = (center.y.abs() - self.half_rise).max(Vec4::ZERO);
        let distance_squared = center.x * center.x + y * y + center.z * center.z;
        distance_squared
            .cmpgt(reach * reach + LEAST_SQUARE)
            .bitmask()
    }

    /// The bounding spheres that the body does not reach before the fraction `limit` of its motion: a bit for each.
    #[inline(always)]
    fn rounds_beside_way(&self, batch: &Batch, limit: f32) -> u32 {
        let (center, reach) = self.rounds(batch);
        let way = Vec3x4::splat(self.way);
        let length_squared = self.length_squared.max(f32::MIN_POSITIVE);
        let share = (center.dot(way) / length_squared).clamp(Vec4::ZERO, Vec4::splat(limit));
        let moved = Vec3x4 {
            x: center.x - way.x * share,
            y: center.y - way.y * share,
            z: center.z - way.z * share,
        };
        // A capsule is within the sphere around it.
        let reach = reach + self.half_rise;
        moved
            .length_squared()
            .cmpgt(reach * reach + LEAST_SQUARE)
            .bitmask()
    }

    /// The centres of bounding spheres, seen from the start, and how near the body's centre may come to each without a
    /// touch.
    #[inline(always)]
    fn rounds(&self, batch: &Batch) -> (Vec3x4, Vec4) {
        let center = batch.corners[0] - Vec3x4::splat(self.start);
        let largest = center.max(center.negated()).largest();
        let reach = batch.margin + self.radius + largest * AXIS_ERROR;
        (center, reach * (1.0 + F32_ERROR * 4.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, Sphere, Triangle, rotation_from_degrees};
    use crate::query::{
        closest_segment_obb, closest_segment_triangle, closest_triangle_point, sweep_capsule_obb,
        sweep_capsule_triangle, sweep_sphere_obb, sweep_sphere_triangle,
    };
    use crate::test_support::Random;
    use crate::world::batch::{Round, Shapes};

    /// How many touches and passes a test has seen.
    #[derive(Default)]
    struct Count {
        cases: usize,
        touched: usize,
        passed: usize,
    }

    impl Count {
        fn add(&mut self, touches: bool, passes: bool, what: &str) {
            assert!(passes || !touches, "{what}");
            self.cases += 1;
            self.touched += usize::from(touches);
            self.passed += usize::from(passes);
        }

        /// It also rejects most of the others.
        fn check(&self, most: f64) {
            let Self {
                cases,
                touched,
                passed,
            } = self;
            assert!(touched * 10 > *cases, "{touched} of {cases} touched");
            let share = *passed as f64 / *touched as f64;
            assert!(share < most, "{passed} passed for {touched} touched");
        }
    }

    /// Whether `test` passes the collider with this number, in each lane of a batch.
    fn passes(shapes: Shapes<'_>, number: u32, test: impl Fn(&Batch) -> u32) -> bool {
        let bits = test(&shapes.batch(&[number, 0, number]));
        assert_eq!(bits & 1, bits >> 2 & 1);
        assert_eq!(bits & 8, 0, "an empty lane");
        bits & 1 != 0
    }

    #[test]
    fn the_broad_phase_never_misses_a_touched_collider_of_any_size_anywhere() {
        let mut random = Random::new(61);
        let mut counts: [Count; 7] = Default::default();
        for case in 0..120_000 {
            // Near the origin and 10 km out; bodies of a centimetre and of metres; triangles from a twentieth of them
            // to the twentyfold.
            let far = random.vec3([0.0, 1.0, 1e4][case % 3]);
            let size = [0.01, 0.3, 5.0][case / 3 % 3];
            let extent = size * [0.05, 0.3, 1.0, 4.0, 20.0][case / 9 % 5];
            let middle = far + random.vec3(size * 2.0);
            let mut corners = [0; 3].map(|_: i32| (middle + random.vec3(extent)).as_vec3());
            if case % 7 == 0 {
                // A needle.
                corners[2] =
                    corners[0].lerp(corners[1], 0.3) + random.vec3(extent * 1e-4).as_vec3();
            }
            let Some(triangle) = Triangle::new(corners) else {
                continue;
            };
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let obb = Obb::new(middle, rotation, random.vec3(extent).abs()).unwrap();
            let shapes = Shapes {
                triangles: &[triangle],
                rounds: &[Round::of_box(&obb)],
                added: None,
            };
            let away = random.vec3(1.0).normalize_or(DVec3::Y);
            let start =
                triangle.vertices()[case % 3] + away * (size * (0.5 + random.signed().abs() * 3.0));
            let aim = triangle.vertices()[0].lerp(triangle.vertices()[1], random.signed().abs());
            let way =
                (aim + random.vec3(size * 1.5) - start) * [0.05, 0.7, 2.0, 20.0][case / 45 % 4];
            let sphere = Sphere::new(start, size).unwrap();
            let ball = Capsule::from(sphere);
            let person = Capsule::new(start, size, size * 3.0).unwrap();
            let limit = [1.0, 0.5, 0.1][case % 3];
            let what = format!("seed 61, case {case}");

            let met = |body: &Capsule, number| {
                let probe = Probe::new(body, way, 0.0);
                passes(shapes, number, |batch| probe.met(batch, limit))
            };
            let in_time = |hit: Option<crate::query::SweepHit>| {
                hit.is_some_and(|hit| hit.fraction <= f64::from(limit))
            };
            let hit = in_time(sweep_sphere_triangle(&sphere, way, &triangle));
            counts[0].add(hit, met(&ball, 0), &what);
            let hit = in_time(sweep_capsule_triangle(&person, way, &triangle));
            counts[1].add(hit, met(&person, 0), &what);
            let hit = in_time(sweep_sphere_obb(&sphere, way, &obb));
            counts[2].add(hit, met(&ball, 1), &what);
            let hit = in_time(sweep_capsule_obb(&person, way, &obb));
            counts[3].add(hit, met(&person, 1), &what);

            let reach = size * random.signed().abs();
            let rests = |body: &Capsule, number, gap: f64, what: &str| {
                let probe = Probe::new(body, DVec3::ZERO, reach);
                let near = passes(shapes, number, |batch| probe.near(batch));
                let touched = passes(shapes, number, |batch| probe.touched(batch));
                assert!(near || !touched, "{what}");
                (gap <= body.radius() + reach, touched)
            };
            let gap = closest_triangle_point(&triangle, start).distance(start);
            let (touches, passes) = rests(&ball, 0, gap, &what);
            counts[4].add(touches, passes, &what);
            let pair = closest_segment_triangle(&person.axis(), &triangle);
            let (touches, passes) = rests(&person, 0, pair.distance_squared().sqrt(), &what);
            counts[5].add(touches, passes, &what);
            let pair = closest_segment_obb(&person.axis(), &obb);
            let (touches, passes) = rests(&person, 1, pair.distance_squared().sqrt(), &what);
            counts[6].add(touches, passes, &what);
        }
        let most = [1.4, 1.5, 4.0, 6.0, 1.2, 1.2, 2.0];
        for (count, most) in counts.iter().zip(most) {
            count.check(most);
        }
    }

    #[test]
    fn a_collider_exactly_at_the_limit_of_the_reach_passes() {
        // A floor of 2 m, 1 m below; a ball of 0.25 m that reaches 0.75 m, and one that falls by as much.
        let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 2.0, Vec3::X * 2.0]).unwrap();
        let shapes = Shapes {
            triangles: &[floor],
            rounds: &[],
            added: None,
        };
        let ball = Capsule::from(Sphere::new(DVec3::new(0.5, 1.0, 0.5), 0.25).unwrap());
        let rests = |reach| {
            let probe = Probe::new(&ball, DVec3::ZERO, reach);
            passes(shapes, 0, |batch| probe.touched(batch))
        };
        assert!(rests(0.75) && !rests(0.7499));
        let falls = |height, limit| {
            let probe = Probe::new(&ball, DVec3::NEG_Y * height, 0.0);
            passes(shapes, 0, |batch| probe.met(batch, limit))
        };
        assert!(falls(0.75, 1.0) && falls(1.5, 0.5));
        assert!(!falls(0.7499, 1.0) && !falls(1.5, 0.4999));
    }

    #[test]
    fn what_is_too_large_for_its_numbers_passes() {
        let wall = Triangle::new([Vec3::ZERO, Vec3::Y, Vec3::Z]).unwrap();
        let shapes = Shapes {
            triangles: &[wall],
            rounds: &[],
            added: None,
        };
        let huge = Capsule::from(Sphere::new(DVec3::X * 1e20, 1e20).unwrap());
        for (body, way) in [
            (huge, DVec3::ZERO),
            (huge, DVec3::X),
            (huge, DVec3::X * 1e25),
        ] {
            let probe = Probe::new(&body, way, 0.0);
            assert!(!probe.is_exact());
            assert!(passes(shapes, 0, |batch| probe.met(batch, 1.0)));
            assert!(passes(shapes, 0, |batch| probe.touched(batch)));
        }
    }
}
