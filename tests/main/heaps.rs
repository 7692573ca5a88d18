//! A body inside a heap of hundreds of boxes: its ticks stay short, and the order of the boxes does not matter.

use std::time::{Duration, Instant};

use crate::random::Random;
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Body, MoveSettings, Scratch, move_and_slide};
use sidle::world::World;

const SEED: u64 = 5;

/// Far more than a move in a heap of a thousand boxes takes, and far less than it takes to try six ways out
/// of each of them.
const LIMIT: Duration = Duration::from_millis(500);

/// Boxes that all hold the origin: at random, in one place, and around one centre.
fn heaps(count: usize, random: &mut Random) -> [(&'static str, Vec<Obb>); 3] {
    let turned = |random: &mut Random| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(0.4), rotation, DVec3::splat(1.5))
    };
    let level = |half: f64| Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(half));
    [
        (
            "at random",
            (0..count).filter_map(|_| turned(random)).collect(),
        ),
        (
            "in one place",
            (0..count).filter_map(|_| level(1.5)).collect(),
        ),
        (
            "around one centre",
            (0..count)
                .filter_map(|number| level(1.0 + number as f64 * 1e-3))
                .collect(),
        ),
    ]
}

fn bodies() -> [Body; 2] {
    [Body::sphere(0.3), Body::capsule(0.3, 0.9)].map(|body| body.expect("a body of a valid size"))
}

/// Where a body at `start` that does not move ends.
fn moved(world: &World, body: Body, start: DVec3) -> DVec3 {
    let (settings, mut scratch) = (MoveSettings::default(), Scratch::new());
    move_and_slide(
        world,
        body,
        start,
        DVec3::ZERO,
        &settings,
        &mut scratch,
        None,
    )
    .position
}

#[test]
fn a_body_in_a_heap_of_a_thousand_boxes_moves_in_bounded_time() {
    let mut random = Random::new(SEED);
    for (name, boxes) in heaps(1000, &mut random) {
        let world = World::new(vec![], boxes);
        for body in bodies() {
            let start = random.vec3(0.1);
            // The fastest of a few, since the machine may be busy.
            let times = (0..5).map(|_| {
                let begin = Instant::now();
                assert!(moved(&world, body, start).is_finite());
                begin.elapsed()
            });
            let took = times.min().unwrap_or(Duration::MAX);
            println!("{name}: {took:?}");
            assert!(took < LIMIT, "seed {SEED}, {name}: {took:?}");
        }
    }
}

#[test]
fn the_order_of_the_boxes_of_a_heap_changes_no_bit() {
    let mut random = Random::new(SEED);
    for count in [1, 2, 8, 9, 20, 100] {
        for (name, mut boxes) in heaps(count, &mut random) {
            let in_order = World::new(vec![], boxes.clone());
            for last in (1..boxes.len()).rev() {
                boxes.swap(last, random.below(last + 1));
            }
            let shuffled = World::new(vec![], boxes);
            for body in bodies() {
                let start = random.vec3(0.3);
                let ends = [&in_order, &shuffled].map(|world| moved(world, body, start));
                assert_eq!(ends[0], ends[1], "seed {SEED}, {count} {name}");
            }
        }
    }
}
