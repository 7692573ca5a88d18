//! Tests of `duplicates.rs`.

use super::*;
use crate::test_support::Random;

const A: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

#[test]
fn the_first_stays_and_corner_order_does_not_matter() {
    let [a, b, c] = A;
    let all = [[a, b, c], [a, b, Vec3::Z], [b, c, a], [c, a, b], [a, c, b]];
    assert_eq!(duplicates(&[&all], |corners| *corners, false), [2, 3, 4]);
    // The last one faces the other way.
    assert_eq!(duplicates(&[&all], |corners| *corners, true), [2, 3]);
}

#[test]
fn zero_has_no_sign_and_near_corners_differ() {
    let minus = [Vec3::new(-0.0, 0.0, -0.0), Vec3::X, Vec3::Y];
    let near = [Vec3::X * 1e-30, Vec3::X, Vec3::Y];
    assert_eq!(
        duplicates(&[&[A, minus, near]], |corners| *corners, false),
        [1]
    );
}

#[test]
fn looking_at_every_pair_finds_the_same() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut corner = || Vec3::from_array([0; 3].map(|_| random.below(2) as f32));
        let all: Vec<[Vec3; 3]> = (0..60).map(|_| [corner(), corner(), corner()]).collect();
        for sided in [false, true] {
            let same = |a: &[Vec3; 3], b: &[Vec3; 3]| {
                let [x, y, z] = *b;
                let mut orders = vec![[x, y, z], [y, z, x], [z, x, y]];
                if !sided {
                    orders.extend([[x, z, y], [z, y, x], [y, x, z]]);
                }
                orders.contains(a)
            };
            // Triangles with two equal corners have no sides; they are dropped before.
            let flat = |t: &[Vec3; 3]| t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
            let all: Vec<_> = all.iter().copied().filter(|t| !flat(t)).collect();
            let slow: Vec<usize> = (0..all.len())
                .filter(|at| all[..*at].iter().any(|earlier| same(earlier, &all[*at])))
                .collect();
            // However they are cut into lists.
            let (head, tail) = all.split_at(random.below(all.len()));
            let lists: [&[&[_]]; 3] = [&[&all], &[head, &[], tail], &[&[], tail, head]];
            assert_eq!(
                duplicates(lists[0], |corners| *corners, sided),
                slow,
                "seed {seed}"
            );
            assert_eq!(
                duplicates(lists[1], |corners| *corners, sided),
                slow,
                "seed {seed}"
            );
            assert_eq!(
                duplicates(lists[2], |corners| *corners, sided).len(),
                slow.len(),
                "seed {seed}"
            );
        }
    }
}
