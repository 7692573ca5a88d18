//! Tests of long sweeps of small bodies, which must stop where they touch.

// Long sweeps of small bodies: the error stays relative to the size of the numbers, and does not
// grow with their square.

use super::*;
use crate::geometry::{Capsule, Obb, Plane, Sphere, Triangle, rotation_from_degrees};
use crate::query::{
    SweepHit, closest_obb_point, closest_triangle_point, sweep_capsule_obb, sweep_capsule_triangle,
    sweep_sphere_obb, sweep_sphere_plane, sweep_sphere_sphere, sweep_sphere_triangle,
};
use crate::test_support::Random;
use crate::tolerance::MIN_DISTANCE;

/// The lengths of the sweeps; metres.
const LENGTHS: [f64; 5] = [1.0, 1e2, 1e4, 1e5, 1e6];
/// The radii of the bodies; metres.
const RADII: [f64; 4] = [1e-4, 1e-3, 0.3, 5.0];
/// The error allowed per metre of the sweep: 1 µm in 100 km is 1e-11.
const PER_METRE: f64 = 1e-14;

/// The least value of a convex function in [0, 1], by golden sections.
fn least(value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let share = (5.0_f64.sqrt() - 1.0) * 0.5;
    for _ in 0..80 {
        let (a, b) = (high - (high - low) * share, low + (high - low) * share);
        if value(a) <= value(b) {
            high = b;
        } else {
            low = a;
        }
    }
    value(low).min(value(high)).min(value((low + high) * 0.5))
}

/// A body on a long way past `aim`, its centre, radius and motion, and the size of these numbers.
struct Throw {
    start: DVec3,
    radius: f64,
    motion: DVec3,
    size: f64,
    /// The error allowed; metres.
    slack: f64,
}

/// A throw that passes `aim` at up to two radii, so that about half of them hit.
fn throw(random: &mut Random, aim: DVec3) -> Throw {
    let radius = RADII[random.below(4)];
    let size = LENGTHS[random.below(5)] * (0.5 + random.signed().abs()) + radius * 4.0;
    let direction = random.vec3(1.0).normalize_or(DVec3::NEG_Y);
    let sideways = direction.cross(random.vec3(1.0)).normalize_or(DVec3::ZERO);
    let passed = aim + sideways * (radius * 2.0 * random.signed());
    Throw {
        start: passed - direction * size,
        radius,
        motion: direction * (size * (0.9 + random.signed().abs())),
        size: size + 5.0,
        slack: (size + 5.0) * PER_METRE,
    }
}

/// Checks a sweep against the distance of the centre, a convex function of the fraction. Whether it
/// hits.
fn check(
    throw: &Throw,
    hit: Option<SweepHit>,
    distance: impl Fn(DVec3) -> f64,
    label: &str,
) -> bool {
    let gap = |fraction: f64| distance(throw.start + throw.motion * fraction) - throw.radius;
    let slack = throw.slack;
    if gap(0.0) <= slack {
        return false;
    }
    match hit {
        Some(hit) => {
            let off = [gap(hit.fraction), distance(hit.center) - throw.radius];
            let wrong = off.iter().any(|off| off.abs() > slack);
            assert!(
                !wrong,
                "{label}: stops {off:?} m off after {} m",
                throw.size
            );
            // A convex function that falls to zero here was not there before.
            assert!(hit.normal.dot(throw.motion) < 0.0, "{label}: leaves");
        }
        None => {
            let nearest = least(gap);
            assert!(nearest >= -slack, "{label}: misses by {nearest} m");
        }
    }
    hit.is_some()
}

/// A point of a face, an edge or a corner, as weights of the corners.
fn outline(random: &mut Random, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (u, v) = (random.signed().abs(), random.signed().abs());
    match random.below(3) {
        0 => a,
        1 => a.lerp(b, u),
        _ => a + (b - a) * (u * 0.5) + (c - a) * (v * 0.5),
    }
}

fn random_triangle(random: &mut Random) -> Triangle {
    loop {
        let mut corner = || random.vec3(3.0).as_vec3();
        if let Some(triangle) = Triangle::new([corner(), corner(), corner()]) {
            return triangle;
        }
    }
}

fn random_box(random: &mut Random) -> Obb {
    let rotation = rotation_from_degrees(random.vec3(180.0));
    Obb::new(random.vec3(2.0), rotation, random.vec3(2.0).abs()).unwrap()
}

/// A point on the surface of a box, a corner, a point of an edge, or one of a face.
fn on_box(random: &mut Random, obb: &Obb) -> DVec3 {
    let mut local = random.vec3(1.0);
    for axis in 0..1 + random.below(3) {
        local[axis] = if local[axis] < 0.0 { -1.0 } else { 1.0 };
    }
    obb.to_world(local * obb.half_extents())
}

#[test]
fn long_sweeps_of_small_spheres_stop_where_they_touch() {
    let mut random = Random::new(211);
    let mut hits = [0; 4];
    for case in 0..20_000 {
        let triangle = random_triangle(&mut random);
        let aim = outline(&mut random, triangle.vertices());
        let thrown = throw(&mut random, aim);
        let sphere = Sphere::new(thrown.start, thrown.radius).unwrap();
        let hit = sweep_sphere_triangle(&sphere, thrown.motion, &triangle);
        let distance = |center| closest_triangle_point(&triangle, center).distance(center);
        let label = format!("seed 211, triangle {case}");
        hits[0] += usize::from(check(&thrown, hit, distance, &label));

        let obb = random_box(&mut random);
        let aim = on_box(&mut random, &obb);
        let thrown = throw(&mut random, aim);
        let sphere = Sphere::new(thrown.start, thrown.radius).unwrap();
        let hit = sweep_sphere_obb(&sphere, thrown.motion, &obb);
        let distance = |center| closest_obb_point(&obb, center).distance(center);
        let label = format!("seed 211, box {case}");
        hits[1] += usize::from(check(&thrown, hit, distance, &label));

        let thrown = throw(&mut random, DVec3::ONE);
        let other = Sphere::new(DVec3::ONE, thrown.radius * 0.5).unwrap();
        let sphere = Sphere::new(thrown.start, thrown.radius).unwrap();
        let hit = sweep_sphere_sphere(&sphere, thrown.motion, &other);
        let distance = |center: DVec3| center.distance(other.center()) - other.radius();
        let label = format!("seed 211, sphere {case}");
        hits[2] += usize::from(check(&thrown, hit, distance, &label));

        let plane = Plane::new(random.vec3(2.0), random.vec3(1.0)).unwrap();
        let thrown = throw(&mut random, plane.normal() * -plane.offset());
        if plane.signed_distance(thrown.start) > thrown.radius {
            let sphere = Sphere::new(thrown.start, thrown.radius).unwrap();
            let hit = sweep_sphere_plane(&sphere, thrown.motion, &plane);
            let distance = |center| plane.signed_distance(center);
            let label = format!("seed 211, plane {case}");
            hits[3] += usize::from(check(&thrown, hit, distance, &label));
        }
    }
    assert!(hits.iter().all(|hits| *hits > 4000), "{hits:?}");
}

#[test]
fn long_sweeps_of_small_capsules_stop_where_they_touch() {
    let mut random = Random::new(212);
    let mut hits = [0; 2];
    for case in 0..2000 {
        let triangle = random_triangle(&mut random);
        let aim = outline(&mut random, triangle.vertices());
        let mut thrown = throw(&mut random, aim);
        thrown.slack += MIN_DISTANCE;
        let rise = thrown.radius * random.signed().abs() * 4.0;
        thrown.start -= DVec3::Y * (rise * random.signed().abs());
        let capsule = Capsule::new(thrown.start, thrown.radius, rise).unwrap();
        // The distance of the axis is the least distance of its points, which is convex too.
        let of_axis = |base: DVec3, of_point: &dyn Fn(DVec3) -> f64| {
            least(|share| of_point(base + DVec3::Y * (rise * share)))
        };
        let of_triangle = |point: DVec3| closest_triangle_point(&triangle, point).distance(point);
        let hit = sweep_capsule_triangle(&capsule, thrown.motion, &triangle);
        let distance = |base| of_axis(base, &of_triangle);
        let label = format!("seed 212, triangle {case}");
        hits[0] += usize::from(check(&thrown, hit, distance, &label));

        let obb = random_box(&mut random);
        let shift = on_box(&mut random, &obb) - aim;
        thrown.start += shift;
        let capsule = Capsule::new(thrown.start, thrown.radius, rise).unwrap();
        let of_box = |point: DVec3| closest_obb_point(&obb, point).distance(point);
        let hit = sweep_capsule_obb(&capsule, thrown.motion, &obb);
        let distance = |base| of_axis(base, &of_box);
        let label = format!("seed 212, box {case}");
        hits[1] += usize::from(check(&thrown, hit, distance, &label));
    }
    assert!(hits.iter().all(|hits| *hits > 200), "{hits:?}");
}
