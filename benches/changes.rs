//! What a change of a world costs, and what it leaves to the casts after it.
//!
//! ```sh
//! cargo bench --package benches --bench changes
//! ```

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sidle::geometry::{Obb, Pose, Sphere, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::world::{BoxId, ColliderId, World};

use common::random::Random;

const MANY: u32 = 100_000;
const MOVING: usize = 1000;

/// Half the size of the room; metres. A box has about 30 m³.
const SIZE: f64 = 72.0;

fn crates(count: u32, random: &mut Random) -> Vec<Obb> {
    let mut one = || {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(SIZE), rotation, random.vec3(0.7).abs())
    };
    (0..count).filter_map(|_| one()).collect()
}

fn added(boxes: &[Obb]) -> (World, Vec<BoxId>) {
    let mut world = World::default();
    let ids = boxes.iter().filter_map(|obb| world.add_box(*obb)).collect();
    (world, ids)
}

/// One of a hundred thousand boxes.
fn single(criterion: &mut Criterion) {
    let boxes = crates(MANY, &mut Random::new(3));
    let mut group = criterion.benchmark_group("one of 100 000");
    let worlds = [
        ("built", World::new(vec![], boxes.clone())),
        ("added", added(&boxes).0),
    ];
    for (name, mut world) in worlds {
        let mut numbers = boxes.iter().cycle();
        group.bench_function(format!("{name}: add and remove"), |bencher| {
            bencher.iter(|| {
                let obb = *numbers.next().expect("an endless list");
                let id = world.add_box(obb).expect("an id");
                assert!(world.remove(ColliderId::Box(id)));
            });
        });
        let ids: Vec<_> = world.colliders().collect();
        let mut ids = ids.iter().cycle();
        group.bench_function(format!("{name}: disable and enable"), |bencher| {
            bencher.iter(|| {
                let id = *ids.next().expect("an endless list");
                assert!(world.set_enabled(id, false) && world.set_enabled(id, true));
            });
        });
        let copy = world.clone();
        group.bench_function(format!("{name}: copy"), |bencher| {
            bencher.iter(|| black_box(copy.clone()));
        });
    }
    group.finish();
}

/// A thousand boxes that move by 5 cm each, and meshes.
fn moving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves");
    let mut random = Random::new(4);
    let boxes = crates(MOVING as u32, &mut random);
    let mut terrain = World::new(common::terrain(224, 0.6), vec![]);
    let ids: Vec<_> = boxes
        .iter()
        .filter_map(|cuboid| terrain.add_box(*cuboid))
        .collect();
    // There and back again, 1 m each way.
    let ways: Vec<_> = ids.iter().map(|_| random.vec3(0.05)).collect();
    let frame = |step: u32| -> Vec<_> {
        let at = |obb: &Obb, way: DVec3| obb.center() + way * f64::from(20 - step.abs_diff(20));
        let pairs = boxes.iter().zip(&ways);
        let moved = pairs.map(|(obb, way)| Obb::new(at(obb, *way), obb.axes(), obb.half_extents()));
        moved.flatten().collect()
    };
    let frames: Vec<Vec<Obb>> = (0..40).map(frame).collect();
    let mut tick = 0_u32;
    group.throughput(Throughput::Elements(MOVING as u64));
    group.bench_function("1000 added boxes", |bencher| {
        bencher.iter(|| {
            tick += 1;
            for (id, obb) in ids.iter().zip(&frames[tick as usize % frames.len()]) {
                terrain.move_box(*id, *obb);
            }
        });
    });
    let mesh = common::terrain(22, 0.5);
    let count = mesh.len();
    let id = terrain.add_mesh(mesh, &Pose::IDENTITY).expect("a mesh");
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function(format!("a mesh of {count} triangles"), |bencher| {
        bencher.iter(|| {
            tick += 1;
            let place = DVec3::Y * f64::from(tick % 9);
            let pose = Pose::new(place, DVec3::splat(f64::from(tick % 40)));
            assert!(terrain.move_mesh(id, &pose.expect("a pose")));
        });
    });
    group.finish();
}

/// Casts in what is left, as it is and built anew.
fn casts(criterion: &mut Criterion) {
    let boxes = crates(MANY, &mut Random::new(3));
    let mut random = Random::new(8);
    let casts: Vec<_> = (0..1000)
        .filter_map(|_| Some((Sphere::new(random.vec3(SIZE), 0.3)?, random.vec3(3.0))))
        .collect();
    let mut group = criterion.benchmark_group("casts");
    group.throughput(Throughput::Elements(casts.len() as u64));
    let mut measure = |name: &str, world: &World| {
        let cast = |(ball, way): &(Sphere, DVec3)| {
            let hit = world.sweep_sphere(ball, *way);
            hit.map_or(1.0, |(_, hit)| hit.fraction)
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(casts.iter().map(cast).sum::<f64>()));
        });
    };
    for (name, kept) in [("all", 1), ("a half", 2), ("a tenth", 10)] {
        let left: Vec<_> = boxes.iter().copied().step_by(kept).collect();
        measure(&format!("{name}: a new world"), &World::new(vec![], left));
        let mut built = World::new(vec![], boxes.clone());
        let (mut late, ids) = added(&boxes);
        for at in (0..MANY).filter(|at| at % kept as u32 != 0) {
            assert!(built.remove(ColliderId::Box(BoxId(at))));
            assert!(late.remove(ColliderId::Box(ids[at as usize])));
        }
        measure(&format!("{name}: removed from a built world"), &built);
        measure(&format!("{name}: removed from added ones"), &late);
        late.rebuild();
        measure(&format!("{name}: added ones, rebuilt"), &late);
    }
    group.finish();
}

criterion_group!(benches, single, moving, casts);
criterion_main!(benches);
