//! Oriented boxes by separating axes: a course page of Seoul National University after S. Gottschalk,
//! and "OBB collision 2" (blog, 2016).
//!
//! The page's `D` goes from the first box to the second. Only its absolute values count.

use sidle::geometry::{Aabb, Obb, Placement, Pose};
use sidle::glam::{DMat3, DVec3};
use sidle::query::{ObbAxis, ObbOverlap, overlap_obb_obb};

use crate::random::Random;
use crate::transcriptions::CASES;
use crate::transcriptions::vector::{
    Vector, add, apply, cross, dot, grid_point, length, near, point, rotation, sub, times,
};

/// Edges whose cross product is shorter than this have no axis in the library.
const PARALLEL: f64 = 1e-6;

/// A box as the texts give it: centre, three unit axes, three half extents.
#[derive(Clone, Copy, Debug)]
pub struct Cuboid {
    pub center: Vector,
    pub axes: [Vector; 3],
    pub half: Vector,
}

impl Cuboid {
    pub fn obb(&self) -> Obb {
        let axes = DMat3::from_cols_array_2d(&self.axes);
        Obb::new(self.center.into(), axes, self.half.into()).unwrap()
    }

    /// The eight corners: one bit per axis, set on the positive side.
    pub fn corners(&self) -> [Vector; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|bits: usize| {
            let sign = |axis: usize| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 };
            let local = [0, 1, 2].map(|axis| sign(axis) * self.half[axis]);
            add(self.center, apply(self.axes, local))
        })
    }

    /// The point in box space: relative to the centre, along the three axes.
    pub fn local(&self, at: Vector) -> Vector {
        self.axes.map(|axis| dot(axis, sub(at, self.center)))
    }
}

/// A box near the origin: with any rotation, or on the grid with quarter turns.
pub fn cuboid(random: &mut Random, on_grid: bool) -> Cuboid {
    let side = |random: &mut Random| {
        if on_grid {
            0.25 + random.below(6) as f64 * 0.25
        } else {
            0.05 + random.signed().abs()
        }
    };
    let half = [side(random), side(random), side(random)];
    // Cyclic permutations of the axes are the exact quarter turns.
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    if on_grid {
        axes.rotate_left(random.below(3));
    } else {
        axes = rotation(random.vec3(180.0).to_array());
    }
    Cuboid {
        center: point(random, on_grid, 1),
        axes,
        half,
    }
}

/// The 15 tests in the order of the text: those that separate the boxes, and the length of each axis.
fn separating_axes(a: &Cuboid, b: &Cuboid) -> Vec<(usize, f64)> {
    let d = sub(b.center, a.center);
    let c = a.axes.map(|ai| b.axes.map(|bj| dot(ai, bj)));
    let ad = a.axes.map(|ai| dot(ai, d));
    let mut found = Vec::new();
    for i in 0..3 {
        let rb: f64 = (0..3).map(|j| b.half[j] * c[i][j].abs()).sum();
        if ad[i].abs() > a.half[i] + rb {
            found.push((i, 1.0));
        }
    }
    for j in 0..3 {
        let ra: f64 = (0..3).map(|i| a.half[i] * c[i][j].abs()).sum();
        if dot(b.axes[j], d).abs() > ra + b.half[j] {
            found.push((3 + j, 1.0));
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let distance = (c[i1][j] * ad[i2] - c[i2][j] * ad[i1]).abs();
            let ra = a.half[i1] * c[i2][j].abs() + a.half[i2] * c[i1][j].abs();
            let rb = b.half[j1] * c[i][j2].abs() + b.half[j2] * c[i][j1].abs();
            if distance > ra + rb {
                found.push((6 + 3 * i + j, length(cross(a.axes[i], b.axes[j]))));
            }
        }
    }
    found
}

/// The verdict of the library: the number of the first separating axis.
fn first_separating_axis(a: &Cuboid, b: &Cuboid) -> Option<usize> {
    match overlap_obb_obb(&a.obb(), &b.obb()) {
        ObbOverlap::Overlapping(_) => None,
        ObbOverlap::Apart(gap) => ObbAxis::ALL.iter().position(|axis| *axis == gap.axis),
    }
}

#[test]
fn the_15_axes_match_the_text_and_the_first_separating_one_ends_the_test() {
    let mut random = Random::new(15);
    let (mut overlapping, mut ended_by) = (0, [0; 15]);
    for case in 0..CASES {
        let on_grid = case % 4 == 0;
        let a = cuboid(&mut random, on_grid);
        let b = cuboid(&mut random, on_grid);
        let expected = separating_axes(&a, &b).first().map(|(axis, _)| *axis);
        assert_eq!(first_separating_axis(&a, &b), expected, "{a:?} {b:?}");
        match expected {
            Some(axis) => ended_by[axis] += 1,
            None => overlapping += 1,
        }
    }
    assert!(overlapping > 20_000, "{overlapping}");
    assert!(ended_by.into_iter().all(|count| count > 20), "{ended_by:?}");
}

#[test]
fn only_the_axes_of_nearly_parallel_edges_are_left_out() {
    let mut random = Random::new(16);
    let (mut same, mut false_gaps) = (0, 0);
    for case in 0..CASES {
        // Two boxes that share a rotation, up to rounding, and nearly touch.
        let a = cuboid(&mut random, false);
        let mut b = cuboid(&mut random, false);
        b.axes = a.axes.map(|axis| {
            let noise = random.vec3(1e-15).to_array();
            add(axis, noise)
        });
        let (reach, axis) = (add(a.half, b.half), random.below(3));
        let mut between = random.vec3(1.0).to_array();
        for (part, reach) in between.iter_mut().zip(reach) {
            *part *= reach;
        }
        between[axis] = reach[axis] * (1.0 - 1e-9 * random.signed().abs());
        b.center = add(a.center, apply(a.axes, between));
        let expected = separating_axes(&a, &b);
        let found = first_separating_axis(&a, &b);
        if expected.is_empty() {
            same += 1;
            assert_eq!(found, None, "case {case}");
        } else {
            // The boxes overlap by up to a nanometre. Rounding separates them along an axis
            // that has no direction, in the text alone.
            false_gaps += 1;
            assert!(
                found.is_none() && expected.iter().all(|(_, length)| *length < PARALLEL),
                "case {case}: {expected:?} {found:?}"
            );
        }
    }
    assert!(same > 20_000 && false_gaps > 1000, "{same} {false_gaps}");
}

#[test]
fn the_box_of_a_mesh_matches_the_blog_except_for_its_centre_and_for_mirrors() {
    let mut random = Random::new(2016);
    let (mut around_the_origin, mut off_the_position, mut mirrored) = (0, 0, 0);
    for case in 0..CASES {
        let mut vertices: Vec<Vector> = (0..8).map(|_| grid_point(&mut random, 3)).collect();
        if case % 4 == 0 {
            // A mesh around its own origin.
            vertices = vertices.iter().flat_map(|&v| [v, times(v, -1.0)]).collect();
        }
        let position = random.vec3(9.0).to_array();
        let degrees = random.vec3(180.0).to_array();
        let scale = [0; 3].map(|_| random.signed() * 3.0);

        // The blog: minima and maxima of the vertices, the extent times the scale, the rotation's
        // rows as axes (columns here), and the translation as the centre.
        let (mut min, mut max) = (vertices[0], vertices[0]);
        for vertex in &vertices {
            for axis in 0..3 {
                min[axis] = min[axis].min(vertex[axis]);
                max[axis] = max[axis].max(vertex[axis]);
            }
        }
        let middle = times(add(min, max), 0.5);
        let half = [0, 1, 2].map(|axis| (max[axis] - middle[axis]) * scale[axis]);
        let axes = rotation(degrees);

        let bounds = Aabb::from_points(vertices.iter().map(|&vertex| vertex.into())).unwrap();
        let placement = Placement::new(position.into(), degrees.into(), scale.into());
        let found = Obb::from_bounds(&bounds, &placement).unwrap();
        for axis in 0..3 {
            assert!(near(found.axes().col(axis), axes[axis], 1e-12), "{case}");
        }
        // A mirrored mesh has a negative extent in the blog. Ours is never negative.
        let sizes = half.map(f64::abs);
        assert!(near(found.half_extents(), sizes, 1e-12), "case {case}");
        // The blog's AABB is the same code without the rotation, around the position.
        let kept = found.without_rotation();
        assert_eq!(kept.axes(), DMat3::IDENTITY, "case {case}");
        assert!(near(kept.half_extents(), sizes, 1e-12), "case {case}");
        mirrored += usize::from(half.into_iter().any(|part| part < 0.0));
        // The blog's centre is right for a mesh around its own origin. Ours moves the middle too.
        let scaled = [0, 1, 2].map(|axis| middle[axis] * scale[axis]);
        let center = add(position, apply(axes, scaled));
        assert!(near(found.center(), center, 1e-12), "case {case}");
        // Without its rotation, our box keeps that centre. The blog's stays at the position.
        assert!(near(kept.center(), center, 1e-12), "case {case}");
        let unturned = Placement::new(position.into(), DVec3::ZERO, scale.into());
        let still = Obb::from_bounds(&bounds, &unturned).unwrap();
        assert!(near(still.center(), add(position, scaled), 1e-12), "{case}");
        if middle == [0.0; 3] {
            around_the_origin += 1;
            for same in [found, kept, still] {
                assert!(near(same.center(), position, 1e-12), "case {case}");
            }
        } else {
            off_the_position += usize::from(!near(kept.center(), position, 1e-3));
        }
    }
    assert!(
        around_the_origin > 20_000 && off_the_position > 50_000 && mirrored > 20_000,
        "{around_the_origin} {off_the_position} {mirrored}"
    );
}

#[test]
fn a_box_that_is_initialised_and_moved_has_the_axes_and_the_centre_of_the_course_page() {
    let mut random = Random::new(2000);
    for case in 0..CASES / 10 {
        // `initBox`: the middle of the least and the greatest corner, and the axes of the world.
        let [a, b] = [0; 2].map(|_| grid_point(&mut random, 3));
        let [min, max] = [0, 1].map(|end: usize| {
            [0, 1, 2].map(|axis| {
                let ends = [a[axis].min(b[axis]), a[axis].max(b[axis])];
                ends[end]
            })
        });
        let mut written = Cuboid {
            center: times(add(min, max), 0.5),
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            half: times(sub(max, min), 0.5),
        };
        let bounds = Aabb::from_points([min.into(), max.into()]).unwrap();
        let mut found = Obb::from_bounds(&bounds, &Placement::IDENTITY).unwrap();
        // `moveBox`: the rotation goes to the axes, rotation and translation to the centre.
        for _ in 0..4 {
            let way = random.vec3(5.0).to_array();
            let degrees = random.vec3(180.0).to_array();
            let turn = rotation(degrees);
            written.center = add(apply(turn, written.center), way);
            written.axes = written.axes.map(|axis| apply(turn, axis));
            found = found.transformed(&Pose::new(way.into(), degrees.into()).unwrap());
            assert!(near(found.center(), written.center, 1e-12), "case {case}");
            assert!(near(found.half_extents(), written.half, 0.0), "case {case}");
            for axis in 0..3 {
                let expected = written.axes[axis];
                assert!(near(found.axes().col(axis), expected, 1e-12), "{case}");
            }
        }
    }
}

#[test]
fn the_aligned_box_and_every_projection_span_the_least_and_the_greatest_corner() {
    let mut random = Random::new(8);
    for case in 0..CASES {
        let a = cuboid(&mut random, case % 4 == 0);
        let aligned = a.obb().aligned();
        let corners = a.corners();
        for axis in 0..3 {
            let along = corners.map(|corner| corner[axis]);
            let low = along.into_iter().fold(f64::INFINITY, f64::min);
            let high = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let [from, to] = [-1.0, 1.0]
                .map(|side| aligned.center()[axis] + side * aligned.half_extents()[axis]);
            assert!((from - low).abs() < 1e-12, "case {case}: {from} {low}");
            assert!((to - high).abs() < 1e-12, "case {case}: {to} {high}");
        }
        let along = random.vec3(1.0).to_array();
        let heights = corners.map(|corner| dot(corner, along));
        let low = heights.into_iter().fold(f64::INFINITY, f64::min);
        let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [from, to] = a.obb().project(along.into());
        let off = (from - low).abs() + (to - high).abs();
        assert!(off < 1e-12, "case {case}: off by {off}");
        assert_eq!(aligned.axes(), DMat3::IDENTITY);
        assert!(DVec3::from_array(a.center).abs_diff_eq(aligned.center(), 0.0));
    }
}
