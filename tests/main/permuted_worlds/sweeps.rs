//! Sweeps into corners that touch several walls at the same moment, up to rounding.

use sidle::geometry::{Capsule, Sphere};
use sidle::glam::{DMat3, DVec3};
use sidle::world::World;

use crate::permuted_worlds::shapes::Shapes;
use crate::random::Random;

const SEED: u64 = 31;

/// Gaps to the walls, in radii. A sphere counts as touching up to 5e-10.
const GAPS: [f64; 9] = [-1e-3, -1e-10, 0.0, 1e-16, 1e-12, 2e-10, 4.9e-10, 1e-8, 1e-3];

/// A corner of three walls at the planes x, y, z = 0, each of two triangles or a box.
fn corner(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    for axis in 0..3 {
        let turned = |vector: DVec3| {
            let [x, y, z] = vector.to_array();
            DVec3::from_array([[x, y, z], [z, x, y], [y, z, x]][axis])
        };
        if random.below(3) == 0 {
            shapes.cuboid(
                turned(DVec3::new(-1.0, 4.0, 4.0)),
                DMat3::IDENTITY,
                turned(DVec3::new(1.0, 4.0, 4.0)),
            );
        } else {
            let ring = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
            shapes.quad(ring.map(|(u, v)| turned(DVec3::new(0.0, u, v))));
        }
    }
    shapes
}

#[test]
fn a_sweep_finds_the_same_touch_in_every_order_of_the_shapes() {
    let mut random = Random::new(SEED);
    let (mut hits, mut at_start) = (0, 0);
    for case in 0..20_000 {
        let worlds = corner(&mut random).orders(&mut random);
        let radius = [0.3, 1.0, 1.5][random.below(3)];
        let gaps = DVec3::from_array([0; 3].map(|_: i32| GAPS[random.below(9)]));
        let touching = (DVec3::ONE + gaps) * radius;
        let direction = match random.below(2) {
            0 => -DVec3::ONE,
            _ => -random.vec3(1.0).abs(),
        };
        let motion = direction * [1e-9, 1e-3, 1.0, 30.0][random.below(4)];
        // Half of the bodies start where they touch, the others before that.
        let start = match random.below(2) {
            0 => touching,
            _ => touching - motion * random.signed().abs(),
        };
        let sphere = Sphere::new(start, radius).expect("a sphere");
        let body = match random.below(3) {
            0 => Capsule::new(start, radius, radius).expect("a capsule"),
            _ => Capsule::from(sphere),
        };
        let touch = |world: &World| {
            let (_, hit) = world.sweep_capsule(&body, motion)?;
            let vectors = [hit.center, hit.point, hit.normal];
            let bits = vectors.map(|vector| vector.to_array().map(f64::to_bits));
            Some((hit.fraction.to_bits(), bits))
        };
        let expected = touch(&worlds[0].world);
        hits += usize::from(expected.is_some());
        at_start += usize::from(expected.is_some_and(|(fraction, _)| fraction == 0));
        for (order, permuted) in worlds.iter().enumerate() {
            let found = touch(&permuted.world);
            assert_eq!(found, expected, "seed {SEED}, case {case}, order {order}");
        }
    }
    assert!(
        hits > 10_000 && at_start > 2000,
        "{hits} hits, {at_start} at the start"
    );
}
