//! Each query between two shapes, on a thousand random pairs.
//!
//! ```sh
//! cargo bench --package benches --bench queries
//! ```

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sidle::contact::contact_sphere_obb;
use sidle::geometry::{Capsule, Obb, Segment, Sphere, Triangle, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::query::*;
use sidle::world::World;

use common::random::Random;

const PAIRS: usize = 1000;

/// A sphere near the origin with a motion, and the shapes to test it against.
struct Pair {
    sphere: Sphere,
    capsule: Capsule,
    way: DVec3,
    triangle: Triangle,
    obb: Obb,
}

fn pairs() -> Vec<Pair> {
    let mut random = Random::new(5);
    let mut pair = || {
        let mut corner = || random.vec3(1.0).as_vec3();
        let triangle = Triangle::new([corner(), corner(), corner()])?;
        let center = random.vec3(2.0);
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Some(Pair {
            sphere: Sphere::new(center, 0.3)?,
            capsule: Capsule::new(center, 0.3, 1.2)?,
            way: random.vec3(0.5) - center,
            triangle,
            obb: Obb::new(random.vec3(0.5), rotation, random.vec3(1.0).abs())?,
        })
    };
    std::iter::repeat_with(&mut pair)
        .flatten()
        .take(PAIRS)
        .collect()
}

fn queries(criterion: &mut Criterion) {
    let pairs = pairs();
    let mut group = criterion.benchmark_group("query");
    group.throughput(Throughput::Elements(PAIRS as u64));
    let mut measure = |name: &str, query: &dyn Fn(&Pair) -> f64| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(pairs.iter().map(query).sum::<f64>()));
        });
    };
    let fraction = |hit: Option<SweepHit>| hit.map_or(0.0, |hit| hit.fraction);
    measure("classify sphere plane", &|pair| {
        classify_sphere_plane(&pair.sphere, &pair.triangle.plane()).distance
    });
    measure("contains polygon point", &|pair| {
        contains_polygon_point(&pair.triangle.vertices(), pair.sphere.center()).angle_sum
    });
    measure("overlap sphere polygon", &|pair| {
        let (plane, vertices) = (&pair.triangle.plane(), pair.triangle.vertices());
        let overlap = overlap_sphere_polygon(&pair.sphere, plane, &vertices, 0.5);
        overlap.map_or(0.0, |overlap| overlap.projected.x)
    });
    measure("closest triangle point", &|pair| {
        closest_triangle_point(&pair.triangle, pair.sphere.center()).x
    });
    measure("closest box point", &|pair| {
        closest_obb_point(&pair.obb, pair.sphere.center()).x
    });
    measure("closest segment triangle", &|pair| {
        closest_segment_triangle(&pair.capsule.axis(), &pair.triangle)
            .on_first
            .x
    });
    measure("closest segment box", &|pair| {
        closest_segment_obb(&pair.capsule.axis(), &pair.obb)
            .on_first
            .x
    });
    measure("closest segment segment", &|pair| {
        let edge = Segment::new(pair.obb.center(), pair.way);
        closest_segment_segment(&pair.capsule.axis(), &edge)
            .on_first
            .x
    });
    measure("contact sphere box", &|pair| {
        contact_sphere_obb(&pair.sphere, &pair.obb).map_or(0.0, |contact| contact.depth)
    });
    measure("sweep sphere plane", &|pair| {
        fraction(sweep_sphere_plane(
            &pair.sphere,
            pair.way,
            &pair.triangle.plane(),
        ))
    });
    measure("sweep sphere triangle", &|pair| {
        fraction(sweep_sphere_triangle(
            &pair.sphere,
            pair.way,
            &pair.triangle,
        ))
    });
    measure("sweep sphere box", &|pair| {
        fraction(sweep_sphere_obb(&pair.sphere, pair.way, &pair.obb))
    });
    measure("sweep capsule triangle", &|pair| {
        fraction(sweep_capsule_triangle(
            &pair.capsule,
            pair.way,
            &pair.triangle,
        ))
    });
    measure("sweep capsule box", &|pair| {
        fraction(sweep_capsule_obb(&pair.capsule, pair.way, &pair.obb))
    });
    for count in [0, 1, 2, 3, 5] {
        let mut random = Random::new(6);
        let normals: Vec<_> = (0..count).map(|_| random.vec3(1.0).normalize()).collect();
        measure(&format!("closest cone point, {count} planes"), &|pair| {
            closest_cone_point(&normals, pair.way).x
        });
    }
    group.finish();
}

/// The surfaces near a body, as a move gathers them.
fn gather(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("surfaces near");
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (name, cells, cell) in [("20k", 100, 0.5), ("500k", 500, 0.1)] {
        let world = World::new(common::terrain(cells, cell), vec![]);
        let mut random = Random::new(9);
        let places = (0..PAIRS)
            .filter_map(|_| Sphere::new(random.vec3(20.0) * DVec3::new(1.0, 0.05, 1.0), 0.3));
        let places: Vec<_> = places.collect();
        let mut found = Vec::new();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut count = 0;
                for place in &places {
                    world.surfaces_near(*place, 0.1, &mut found);
                    count += found.len();
                }
                black_box(count)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, queries, gather);
criterion_main!(benches);
