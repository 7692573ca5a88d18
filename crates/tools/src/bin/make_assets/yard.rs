//! Shared parts of the gallery levels: a paved yard in a low wall, a starting terrace, ramps.

use crate::courtyard::tree;
use crate::mesh::{Face, Object, Point, face, object};
use crate::solids::{Axis, Ends, moved, prism, regular, revolve};

/// The height of the starting terrace, which overlooks the yard.
const TERRACE: f64 = 1.9;

/// A square yard that extends to `half` on all sides, with trees along its sides, and a terrace
/// whose back is at `terrace_at`. A paving slab of 2 m is left out where `is_hole` returns `true`
/// for its middle. `stones` are the materials of the ground and of the path ahead, which are
/// different in each yard.
pub fn yard(
    half: f64,
    terrace_at: f64,
    stones: [&'static str; 2],
    is_hole: impl Fn(f64, f64) -> bool,
) -> Vec<Object> {
    let mut objects = vec![
        object("ground", paving(half, stones, is_hole)),
        object("wall", low_wall(half)),
        object("terrace", terrace(terrace_at)),
    ];
    let tree_at = half - 2.6;
    let trees = [
        (-tree_at, tree_at),
        (tree_at, tree_at),
        (-tree_at, 0.0),
        (tree_at, 0.0),
    ];
    for (number, (x, z)) in (1..).zip(trees) {
        let stretch = 0.95 + 0.05 * f64::from(number);
        let placed = moved(tree(stretch), [x, 0.0, z]);
        objects.push(object(format!("tree_{number}"), placed));
    }
    objects
}

/// Slabs of 2 m: a path ahead, a border, and the ground between them.
fn paving(
    half: f64,
    [ground, path]: [&'static str; 2],
    is_hole: impl Fn(f64, f64) -> bool,
) -> Vec<Face> {
    let count = half.round() as i32;
    let mut faces = Vec::new();
    for i in 0..count {
        for k in 0..count {
            let [x, z] = [i, k].map(|slab| -half + 2.0 * f64::from(slab));
            let (mid_x, mid_z) = (x + 1.0, z + 1.0);
            if is_hole(mid_x, mid_z) {
                continue;
            }
            let stone = match mid_x.abs().max(mid_z.abs()) > half - 2.0 {
                true => "border_stone",
                false if mid_x.abs() < 2.0 => path,
                false => ground,
            };
            let (x2, z2) = (x + 2.0, z + 2.0);
            let slab = [[x, 0.0, z], [x, 0.0, z2], [x2, 0.0, z2], [x2, 0.0, z]];
            faces.push(face(stone, slab));
        }
    }
    faces
}

/// A wall around the yard, 1.2 m high and 0.4 m thick, with a coping.
fn low_wall(half: f64) -> Vec<Face> {
    let (inside, outside) = (half - 0.4, half);
    let profile = [
        (inside, 0.0, "plaster"),
        (outside, 0.0, "plaster"),
        (outside, 1.05, "terracotta"),
        (outside + 0.06, 1.05, "terracotta"),
        (outside + 0.06, 1.14, "terracotta"),
        (half - 0.2, 1.2, "terracotta"),
        (inside - 0.06, 1.14, "terracotta"),
        (inside - 0.06, 1.05, "terracotta"),
        (inside, 1.05, "plaster"),
    ];
    let square = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
    revolve(&profile, &square, Ends::Joined)
}

/// The starting terrace, 6 m wide, with a ramp towards -Z. Its back is at the z of `back`.
fn terrace(back: f64) -> Vec<Face> {
    let outline = [
        [0.0, back],
        [0.0, back - 9.0],
        [TERRACE, back - 3.0],
        [TERRACE, back],
    ];
    profile_along_x("limestone", &outline, -3.0, 3.0)
}

/// A prism along X over an outline of (height, z), in either winding.
pub fn profile_along_x(
    material: &'static str,
    outline: &[[f64; 2]],
    from: f64,
    to: f64,
) -> Vec<Face> {
    prism(material, Axis::X, &counter_clockwise(outline), from, to)
}

/// A prism along Y over an outline of (x, z), in either winding.
pub fn prism_up(material: &'static str, outline: &[[f64; 2]], from: f64, to: f64) -> Vec<Face> {
    let outline: Vec<[f64; 2]> = outline.iter().map(|[x, z]| [*z, *x]).collect();
    prism(material, Axis::Y, &counter_clockwise(&outline), from, to)
}

/// The outline, reversed if necessary so that its inside is on the left.
fn counter_clockwise(outline: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let next = outline.iter().cycle().skip(1);
    let area: f64 = outline
        .iter()
        .zip(next)
        .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
        .sum();
    let mut outline = outline.to_vec();
    if area < 0.0 {
        outline.reverse();
    }
    outline
}

/// A round column of `radius` and `height` on a base.
pub fn column(radius: f64, height: f64, shaft: &'static str) -> Vec<Face> {
    let profile = [
        (radius, 0.0, "slate"),
        (radius, 0.25, shaft),
        (radius, height - 0.3, "limestone"),
        (radius, height - 0.06, "limestone"),
        (radius * 0.8, height, "limestone"),
    ];
    revolve(&profile, &regular(16, 0.0), Ends::Capped)
}

/// A flat parallelogram in triangles; the diagonals alternate from cell to cell.
pub fn cut(
    faces: &mut Vec<Face>,
    material: &'static str,
    corner: Point,
    along: Point,
    up: Point,
    cells: [u32; 2],
) {
    let at = |i: u32, k: u32| {
        let [s, t] = [
            f64::from(i) / f64::from(cells[0]),
            f64::from(k) / f64::from(cells[1]),
        ];
        [0, 1, 2].map(|a| corner[a] + along[a] * s + up[a] * t)
    };
    for i in 0..cells[0] {
        for k in 0..cells[1] {
            let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
            let halves = match (i + k) % 2 {
                0 => [[a, b, c], [a, c, d]],
                _ => [[a, b, d], [b, c, d]],
            };
            faces.extend(halves.map(|half| face(material, half)));
        }
    }
}
