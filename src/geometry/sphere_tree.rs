//! A tree of bounding spheres around a mesh.
//!
//! Source: a course page on bounding volumes (Seoul National University, 1990s) names the tree of
//! spheres beside the tree of boxes; S. Quinlan, "Efficient Distance Computation between Non-Convex
//! Objects", 1994, builds one from the top down, as here. Each sphere of ours is the smallest one
//! around its triangles.
//!
//! A sphere is the cheapest volume to test and to turn, and the least tight one. The world's own
//! tree has boxes for that reason; this tree serves the comparison.

use core::ops::Range;

use glam::DVec3;

use super::{Aabb, Sphere};

/// Spheres around ever smaller parts of a mesh: one around all, two around its halves, four around
/// its quarters, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct SphereTree {
    /// From the root down; a node's children stand behind it.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    sphere: Sphere,
    /// The distance from the root.
    level: usize,
    /// Two children, or none.
    children: Option<[usize; 2]>,
}

impl SphereTree {
    /// The tree around `triangles` with at most `levels` levels below the root. A part with a
    /// single triangle is not divided.
    ///
    /// Parts are divided at the middle triangle along the longest side of their box, so both halves
    /// have the same number of triangles, or differ by one. `None` when there is no triangle or a
    /// number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::SphereTree, glam::DVec3};
    /// let at = |x: f64| [DVec3::X * x, DVec3::X * (x + 1.0), DVec3::new(x, 1.0, 0.0)];
    /// let tree = SphereTree::new(&[at(0.0), at(8.0)], 3).unwrap();
    /// // One sphere around both triangles, and one around each.
    /// assert_eq!((tree.level(0).count(), tree.level(1).count()), (1, 2));
    /// assert!(tree.volume_of_level(1) < tree.volume_of_level(0) / 50.0);
    /// ```
    #[must_use]
    pub fn new(triangles: &[[DVec3; 3]], levels: usize) -> Option<Self> {
        let mut sorted: Vec<[DVec3; 3]> = triangles.to_vec();
        let mut nodes = Vec::new();
        // The parts whose children are still missing: a node and its triangles.
        let mut open: Vec<(usize, Range<usize>)> = Vec::new();
        nodes.push(Node {
            sphere: around(&sorted)?,
            level: 0,
            children: None,
        });
        open.push((0, 0..sorted.len()));
        while let Some((parent, part)) = open.pop() {
            let level = nodes[parent].level + 1;
            if part.len() < 2 || level > levels {
                continue;
            }
            let middle = part.start + part.len() / 2;
            sort_along_longest_side(&mut sorted[part.clone()])?;
            let mut children = [0; 2];
            for (child, part) in children
                .iter_mut()
                .zip([part.start..middle, middle..part.end])
            {
                *child = nodes.len();
                nodes.push(Node {
                    sphere: around(&sorted[part.clone()])?,
                    level,
                    children: None,
                });
                open.push((*child, part));
            }
            nodes[parent].children = Some(children);
        }
        Some(Self { nodes })
    }

    /// The spheres that enclose the whole mesh at `level`: those of that level, and those above it
    /// that are not divided.
    pub fn level(&self, level: usize) -> impl Iterator<Item = Sphere> {
        let belongs = move |node: &&Node| {
            node.level == level || (node.level < level && node.children.is_none())
        };
        self.nodes.iter().filter(belongs).map(|node| node.sphere)
    }

    /// The sum of the volumes of the spheres of a level; cubic metres. Where spheres overlap, their
    /// common part counts twice.
    #[must_use]
    pub fn volume_of_level(&self, level: usize) -> f64 {
        self.level(level).map(|sphere| sphere.volume()).sum()
    }
}

/// The smallest sphere around `triangles`.
fn around(triangles: &[[DVec3; 3]]) -> Option<Sphere> {
    Sphere::bounding(triangles.as_flattened())
}

/// Sorts `triangles` by their middles along the longest side of their box. `None`: there are none.
fn sort_along_longest_side(triangles: &mut [[DVec3; 3]]) -> Option<()> {
    let bounds = Aabb::from_points(triangles.as_flattened().iter().copied())?;
    let longest = bounds.half_extents().max_position();
    let place = |triangle: &[DVec3; 3]| triangle.iter().sum::<DVec3>()[longest];
    // Stable: equal places keep the order of the mesh.
    triangles.sort_by(|a, b| place(a).total_cmp(&place(b)));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    fn soup(random: &mut Random, count: usize) -> Vec<[DVec3; 3]> {
        let mut triangle = || {
            let at = random.vec3(10.0);
            [0; 3].map(|_| at + random.vec3(1.0))
        };
        (0..count).map(|_| triangle()).collect()
    }

    fn encloses(sphere: &Sphere, triangle: &[DVec3; 3]) -> bool {
        let reach = sphere.radius() * (1.0 + 1e-9);
        triangle
            .iter()
            .all(|corner| corner.distance(sphere.center()) <= reach)
    }

    #[test]
    fn every_level_encloses_every_triangle_and_each_is_smaller_than_the_one_above() {
        let mut random = Random::new(181);
        for count in [1, 2, 3, 7, 64, 100, 1000] {
            let triangles = soup(&mut random, count);
            let tree = SphereTree::new(&triangles, 6).unwrap();
            for level in 0..=6 {
                let spheres: Vec<Sphere> = tree.level(level).collect();
                assert_eq!(
                    spheres.len(),
                    count.min(1 << level),
                    "{count}, level {level}"
                );
                for triangle in &triangles {
                    let enclosed = spheres.iter().any(|sphere| encloses(sphere, triangle));
                    assert!(enclosed, "{count}, level {level}");
                }
                let volume: f64 = spheres.iter().map(|sphere| sphere.volume()).sum();
                assert_eq!(tree.volume_of_level(level), volume);
            }
            for node in &tree.nodes {
                for child in node.children.into_iter().flatten() {
                    let child = &tree.nodes[child];
                    assert_eq!(child.level, node.level + 1);
                    assert!(child.sphere.radius() <= node.sphere.radius() * (1.0 + 1e-9));
                }
            }
        }
    }

    #[test]
    fn the_levels_of_a_row_of_cubes_have_the_volumes_worked_out_by_hand() {
        // Four unit squares in a row along X, 10 m apart, of two triangles each.
        let square = |x: f64| {
            let corner = |dx, y| DVec3::new(x + dx, y, 0.0);
            [
                [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0)],
                [corner(0.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
            ]
        };
        let triangles: Vec<_> = [30.0, 0.0, 20.0, 10.0]
            .into_iter()
            .flat_map(square)
            .collect();
        let tree = SphereTree::new(&triangles, 2).unwrap();
        // Half the diagonals: of 31 by 1, of 11 by 1, of 1 by 1.
        let ball = |length: f64| {
            let radius = (length * length + 1.0).sqrt() / 2.0;
            4.0 / 3.0 * core::f64::consts::PI * radius * radius * radius
        };
        let expected = [ball(31.0), 2.0 * ball(11.0), 4.0 * ball(1.0)];
        for (level, expected) in expected.into_iter().enumerate() {
            let volume = tree.volume_of_level(level);
            assert!(
                (volume / expected - 1.0).abs() < 1e-9,
                "{level}: {volume} {expected}"
            );
        }
        assert_eq!(tree.volume_of_level(9), tree.volume_of_level(2));
    }

    #[test]
    fn equal_triangles_are_divided_and_hostile_input_is_none() {
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let tree = SphereTree::new(&[triangle; 5], 9).unwrap();
        assert_eq!(tree.level(9).count(), 5);
        assert_eq!(SphereTree::new(&[triangle], 0).unwrap().level(0).count(), 1);
        assert_eq!(SphereTree::new(&[], 3), None);
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(
                SphereTree::new(&[triangle, [DVec3::splat(bad); 3]], 3),
                None
            );
        }
        // A mesh without an extent has the least sphere at every level.
        let points = SphereTree::new(&[[DVec3::ONE; 3]; 4], 2).unwrap();
        assert_eq!(points.level(2).count(), 4);
    }
}
