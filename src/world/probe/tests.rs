//! Tests of the broad phase, which must never miss a collider.

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
    fn add(&mut self, touches: bool, passes: bool, label: &str) {
        assert!(passes || !touches, "{label}");
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
            corners[2] = corners[0].lerp(corners[1], 0.3) + random.vec3(extent * 1e-4).as_vec3();
        }
        let Some(triangle) = Triangle::new(corners) else {
            continue;
        };
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let obb = Obb::new(middle, rotation, random.vec3(extent).abs()).unwrap();
        let shapes = Shapes {
            triangles: &[triangle],
            rounds: &[Round::of_box(&obb)],
        };
        let away = random.vec3(1.0).normalize_or(DVec3::Y);
        let start =
            triangle.vertices()[case % 3] + away * (size * (0.5 + random.signed().abs() * 3.0));
        let aim = triangle.vertices()[0].lerp(triangle.vertices()[1], random.signed().abs());
        let way = (aim + random.vec3(size * 1.5) - start) * [0.05, 0.7, 2.0, 20.0][case / 45 % 4];
        let sphere = Sphere::new(start, size).unwrap();
        let ball = Capsule::from(sphere);
        let person = Capsule::new(start, size, size * 3.0).unwrap();
        let limit = [1.0, 0.5, 0.1][case % 3];
        let label = format!("seed 61, case {case}");

        let met = |body: &Capsule, number| {
            let probe = Probe::new(body, way, 0.0);
            passes(shapes, number, |batch| probe.met(batch, limit))
        };
        let in_time = |hit: Option<crate::query::SweepHit>| {
            hit.is_some_and(|hit| hit.fraction <= f64::from(limit))
        };
        let hit = in_time(sweep_sphere_triangle(&sphere, way, &triangle));
        counts[0].add(hit, met(&ball, 0), &label);
        let hit = in_time(sweep_capsule_triangle(&person, way, &triangle));
        counts[1].add(hit, met(&person, 0), &label);
        let hit = in_time(sweep_sphere_obb(&sphere, way, &obb));
        counts[2].add(hit, met(&ball, 1), &label);
        let hit = in_time(sweep_capsule_obb(&person, way, &obb));
        counts[3].add(hit, met(&person, 1), &label);

        let reach = size * random.signed().abs();
        let rests = |body: &Capsule, number, gap: f64, label: &str| {
            let probe = Probe::new(body, DVec3::ZERO, reach);
            let near = passes(shapes, number, |batch| probe.near(batch));
            let touched = passes(shapes, number, |batch| probe.touched(batch));
            assert!(near || !touched, "{label}");
            (gap <= body.radius() + reach, touched)
        };
        let gap = closest_triangle_point(&triangle, start).distance(start);
        let (touches, passes) = rests(&ball, 0, gap, &label);
        counts[4].add(touches, passes, &label);
        let pair = closest_segment_triangle(&person.axis(), &triangle);
        let (touches, passes) = rests(&person, 0, pair.distance_squared().sqrt(), &label);
        counts[5].add(touches, passes, &label);
        let pair = closest_segment_obb(&person.axis(), &obb);
        let (touches, passes) = rests(&person, 1, pair.distance_squared().sqrt(), &label);
        counts[6].add(touches, passes, &label);
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
