//! Vectors as plain arrays, and random numbers for the transcriptions.

use sidle::glam::DVec3;

use crate::random::Random;

pub type Vector = [f64; 3];

pub fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn times(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub fn unit(a: Vector) -> Vector {
    times(a, 1.0 / length(a))
}

/// Whether `found` is at `expected`, to within `slack`.
pub fn near(found: DVec3, expected: Vector, slack: f64) -> bool {
    length(sub(found.to_array(), expected)) <= slack
}

/// A quarter number in [-`size`, `size`]: sums and products of such numbers are exact.
pub fn quarter(random: &mut Random, size: usize) -> f64 {
    random.below(8 * size + 1) as f64 * 0.25 - size as f64
}

/// A point on the grid of quarters.
pub fn grid_point(random: &mut Random, size: usize) -> Vector {
    [0; 3].map(|_| quarter(random, size))
}

/// A point anywhere, or on the grid.
pub fn point(random: &mut Random, on_grid: bool, size: usize) -> Vector {
    if on_grid {
        grid_point(random, size)
    } else {
        random.vec3(size as f64).to_array()
    }
}

/// A unit vector in any direction, or along an axis.
pub fn direction(random: &mut Random, on_axis: bool) -> Vector {
    let mut axis = [0.0; 3];
    axis[random.below(3)] = if random.below(2) == 0 { 1.0 } else { -1.0 };
    let any = random.vec3(1.0).to_array();
    if on_axis || length(any) < 0.1 {
        axis
    } else {
        unit(any)
    }
}

/// A radius, or on the grid a multiple of a quarter.
pub fn radius(random: &mut Random, on_grid: bool) -> f64 {
    if on_grid {
        0.25 + random.below(12) as f64 * 0.25
    } else {
        0.05 + random.signed().abs() * 2.0
    }
}

/// A rotation by degrees about Z, then X, then Y, as columns.
pub fn rotation(degrees: Vector) -> [Vector; 3] {
    let [(sx, cx), (sy, cy), (sz, cz)] = degrees.map(|degrees| degrees.to_radians().sin_cos());
    let rotate = |[x, y, z]: Vector| {
        let [x, y] = [x * cz - y * sz, x * sz + y * cz];
        let [y, z] = [y * cx - z * sx, y * sx + z * cx];
        [x * cy + z * sy, y, z * cy - x * sy]
    };
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(rotate)
}

/// A matrix of columns times a vector.
pub fn apply(columns: [Vector; 3], vector: Vector) -> Vector {
    let parts = [0, 1, 2].map(|axis| times(columns[axis], vector[axis]));
    add(add(parts[0], parts[1]), parts[2])
}
