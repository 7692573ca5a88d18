//! Complete moves of the swept controller, ticks with and without a trace, casts, and building
//! worlds.
//!
//! ```sh
//! cargo bench --package benches --bench moves
//! ```

mod common;

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::level::{Disk, load_level, load_script};
use sidle::player::{Body, Command, Controller, MoveSettings, Scratch, move_and_slide};
use sidle::sim::Sim;
use sidle::world::World;

use common::random::Random;
use common::{room, terrain};

const RADIUS: f64 = 0.3;

/// The number of moves per measurement, so that a walk visits many places.
const MOVES: u64 = 1000;

/// Forward and slightly down, turning with time.
fn heading(time: f64) -> DVec3 {
    DVec3::new(common::wave(time), -0.4, common::wave(time * 0.37))
}

fn walks_over_terrain(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("walk");
    group.throughput(Throughput::Elements(MOVES));
    for (name, cells, cell) in [
        ("20k", 100, 0.5),
        ("500k", 500, 0.1),
        ("1M sparse", 707, 0.5),
    ] {
        let world = World::new(terrain(cells, cell), vec![]);
        let body = Body::sphere(RADIUS).expect("a radius");
        let settings = MoveSettings::default();
        let mut scratch = Scratch::new();
        let extent = f64::from(cells) * cell * 0.4;
        let ways: Vec<_> = (0..MOVES)
            .map(|number| heading(number as f64 * 0.01))
            .collect();
        let mut position = DVec3::Y * 2.0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for way in &ways {
                    let motion = *way * (5.0 / 60.0);
                    let result = move_and_slide(
                        &world,
                        body,
                        position,
                        motion,
                        &settings,
                        &mut scratch,
                        None,
                    );
                    position = result.position;
                    if position.x.abs().max(position.z.abs()) > extent {
                        position = DVec3::Y * 2.0;
                    }
                }
                black_box(position)
            });
        });
    }
    group.finish();
}

fn flights_in_a_room(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("room");
    group.throughput(Throughput::Elements(MOVES));
    let (walls, crates) = room();
    let boxed = World::new(walls.clone(), crates.clone());
    let mut all = walls;
    for obb in &crates {
        all.extend(common::faces(obb.center(), obb.axes(), obb.half_extents()));
    }
    let meshed = World::new(all, vec![]);
    let body = Body::sphere(RADIUS).expect("a radius");
    for (kind, world) in [("boxes", &boxed), ("triangles", &meshed)] {
        for speed in [5.0, 60.0, 600.0] {
            let mut random = Random::new(3);
            let mut scratch = Scratch::new();
            let mut position = DVec3::new(0.0, 4.5, 0.0);
            let mut heading = DVec3::X;
            group.bench_function(format!("{kind} at {speed} m/s"), |bencher| {
                bencher.iter(|| {
                    for number in 0..MOVES {
                        if number % 20 == 0 {
                            heading = random.vec3(1.0).normalize_or(DVec3::X);
                        }
                        let motion = heading * (speed / 60.0);
                        let settings = &MoveSettings::FLIGHT;
                        let result = move_and_slide(
                            world,
                            body,
                            position,
                            motion,
                            settings,
                            &mut scratch,
                            None,
                        );
                        position = result.position;
                    }
                    black_box(position)
                });
            });
        }
    }
    group.finish();
}

/// The courtyard tour of the tests, with and without the trace that overlays read.
fn ticks_traced_or_not(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tick");
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let level = load_level(&project.join("levels/courtyard.toml"), &Disk)
        .level
        .expect("a good level");
    let script = load_script(&project.join("recordings/tour.toml"), &Disk).script;
    let script = script.expect("a good script");
    let mut inputs: Vec<_> = script.inputs(&level.rules.spawn, 120).collect();
    inputs.truncate(MOVES as usize);
    group.throughput(Throughput::Elements(inputs.len() as u64));
    let sim = Sim::of_level(level, 120).0;
    let start = sim.snapshot();
    for (name, controller) in Controller::NAMES {
        for (kind, traced) in [("off", false), ("on", true)] {
            let mut sim = sim.clone();
            sim.set_tracing(traced);
            group.bench_function(format!("{name}, trace {kind}"), |bencher| {
                bencher.iter(|| {
                    sim.restore(&start);
                    for input in &inputs {
                        sim.tick(&Command {
                            controller,
                            ..input.command
                        });
                    }
                    black_box(sim.player().position)
                });
            });
        }
    }
    group.finish();
}

fn casts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cast");
    group.throughput(Throughput::Elements(MOVES));
    for (name, cells, cell) in [("20k", 100, 0.5), ("500k", 500, 0.1)] {
        let world = World::new(terrain(cells, cell), vec![]);
        for length in [0.1, 1.0, 5.0] {
            let mut random = Random::new(8);
            let casts: Vec<_> = (0..MOVES)
                .map(|_| {
                    let place = random.vec3(20.0);
                    let from = DVec3::new(place.x, 1.4, place.z);
                    let way = random.vec3(1.0).normalize_or(DVec3::X) * length;
                    (Sphere::new(from, RADIUS).expect("a sphere"), way)
                })
                .collect();
            group.bench_function(format!("{name}, {length} m"), |bencher| {
                bencher.iter(|| {
                    let hits = casts
                        .iter()
                        .filter(|(sphere, way)| world.sweep_sphere(sphere, *way).is_some());
                    black_box(hits.count())
                });
            });
        }
    }
    group.finish();
}

fn builds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for (name, cells, cell) in [("20k", 100, 0.5), ("500k", 500, 0.1)] {
        let triangles = terrain(cells, cell);
        group.throughput(Throughput::Elements(triangles.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || triangles.clone(),
                |triangles| World::new(triangles, vec![]),
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(
    benches,
    walks_over_terrain,
    flights_in_a_room,
    ticks_traced_or_not,
    casts,
    builds
);
criterion_main!(benches);
