//! The worlds of the benchmarks.

#![allow(dead_code)] // Each benchmark uses only a part of this module.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::angle::ViewAxes;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};

#[path = "../../src/test_support/random.rs"]
pub mod random;

use random::Random;

/// A terrain of waves 2 m high: `cells` by `cells` squares of `cell` metres, two triangles each.
pub fn terrain(cells: u32, cell: f64) -> Vec<Triangle> {
    let half = f64::from(cells) * cell * 0.5;
    let at = |i: u32, j: u32| {
        let (x, z) = (f64::from(i) * cell - half, f64::from(j) * cell - half);
        DVec3::new(x, height(x, z), z).as_vec3()
    };
    let mut triangles = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            triangles.extend([[a, b, c], [a, c, d]].into_iter().filter_map(Triangle::new));
        }
    }
    triangles
}

/// The height of the terrain.
pub fn height(x: f64, z: f64) -> f64 {
    wave(x * 0.7) * wave(z * 0.7 + 1.0)
}

/// The sine, from the library's own trigonometry.
pub fn wave(angle: f64) -> f64 {
    let degrees = angle.rem_euclid(core::f64::consts::TAU).to_degrees();
    -ViewAxes::new(BinaryAngle::from_degrees(degrees), BinaryAngle::ZERO)
        .heading
        .x
}

/// The faces of a box, two triangles each.
pub fn faces(center: DVec3, rotation: DMat3, half: DVec3) -> Vec<Triangle> {
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut place = [side; 3];
                place[(axis + 1) % 3] = u;
                place[(axis + 2) % 3] = v;
                (center + rotation * (half * DVec3::from_array(place))).as_vec3()
            };
            let [a, b, c, d] = [
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ];
            triangles.extend([[a, b, c], [a, c, d]].into_iter().filter_map(Triangle::new));
        }
    }
    triangles
}

/// A closed room of 10 m with twelve turned crates.
pub fn room() -> (Vec<Triangle>, Vec<Obb>) {
    let mut random = Random::new(12);
    let walls = faces(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(5.0));
    let crates = (0..12).filter_map(|_| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = DVec3::splat(0.3) + random.vec3(0.5).abs();
        Obb::new(random.vec3(4.0), rotation, half)
    });
    (walls, crates.collect())
}
