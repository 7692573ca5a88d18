//! A tree of bounding spheres around a mesh.
//!
//! Source: a course page on bounding volumes (Seoul National University, 1990s) names the tree of
//! spheres next to the tree of boxes; S. Quinlan, "Efficient Distance Computation between
//! Non-Convex Objects", 1994, builds one from the top down, as here. He divides the triangles; we
//! cut them, so that a mesh of few large faces also gets small spheres. Each sphere is the smallest
//! one around its part.
//!
//! A sphere is the cheapest volume to test and to turn, and the least tight one. The world's own
//! tree has boxes for that reason; this tree serves the comparison.

use glam::DVec3;

use super::{Aabb, Sphere};

/// Spheres around ever smaller parts of a mesh, one around all, two around its halves, four around
/// its quarters, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct SphereTree {
    /// The root first.
    nodes: Vec<Node>,
}

/// The corners of a convex polygon, a triangle, or what cuts have left of one.
type Polygon = Vec<DVec3>;

#[derive(Clone, Debug, PartialEq)]
struct Node {
    sphere: Sphere,
    /// The distance from the root.
    level: usize,
    /// Whether the next level has two spheres in its place.
    is_cut: bool,
}

impl Node {
    fn around(part: &[Polygon], level: usize) -> Option<Self> {
        Some(Self {
            sphere: Sphere::bounding(&part.concat())?,
            level,
            is_cut: false,
        })
    }
}

impl SphereTree {
    /// The tree around `triangles` (metres), with at most `levels` levels below the root.
    ///
    /// Each part is cut in two in the middle of the longest side of its box. A part without an
    /// extent is not cut. Each level can double the number of spheres. `None` when there is no triangle or a number is not finite.
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
        let whole: Vec<Polygon> = triangles.iter().map(|corners| corners.to_vec()).collect();
        let mut nodes = vec![Node::around(&whole, 0)?];
        // The parts that are still to be cut, each with its node.
        let mut open = vec![(0, whole)];
        while let Some((parent, part)) = open.pop() {
            let level = nodes[parent].level + 1;
            if level > levels {
                continue;
            }
            let Some(halves) = halves(&part) else {
                continue;
            };
            nodes[parent].is_cut = true;
            for half in halves {
                nodes.push(Node::around(&half, level)?);
                open.push((nodes.len() - 1, half));
            }
        }
        Some(Self { nodes })
    }

    /// The spheres that enclose the whole mesh at `level`, those of that level, and those above it
    /// that are not cut. Level 0 is the root.
    pub fn level(&self, level: usize) -> impl Iterator<Item = Sphere> {
        let belongs =
            move |node: &&Node| node.level == level || (node.level < level && !node.is_cut);
        self.nodes.iter().filter(belongs).map(|node| node.sphere)
    }

    /// The sum of the volumes of the spheres of a [`level`](Self::level); cubic metres. Where spheres overlap, their
    /// common part counts twice.
    #[must_use]
    pub fn volume_of_level(&self, level: usize) -> f64 {
        self.level(level).map(|sphere| sphere.volume()).sum()
    }
}

/// A part, cut in the middle of the longest side of its box. `None` if it has no extent to cut.
fn halves(part: &[Polygon]) -> Option<[Vec<Polygon>; 2]> {
    let bounds = Aabb::from_points(part.iter().flatten().copied())?;
    let axis = bounds.half_extents().max_position();
    let middle = bounds.center()[axis];
    let halves = [-1.0, 1.0].map(|side| {
        let cut = part.iter().map(|polygon| cut(polygon, axis, middle, side));
        cut.filter(|polygon| !polygon.is_empty())
            .collect::<Vec<_>>()
    });
    let is_cut = bounds.half_extents()[axis] > 0.0 && halves.iter().all(|half| !half.is_empty());
    is_cut.then_some(halves)
}

/// The part of `polygon` beyond the plane across `axis` at `middle`: `side` is -1 for the part
/// below, 1 for the part above (I. Sutherland, G. Hodgman, 1974).
fn cut(polygon: &[DVec3], axis: usize, middle: f64, side: f64) -> Polygon {
    let height = |corner: &DVec3| (corner[axis] - middle) * side;
    let mut kept = Polygon::new();
    let nexts = polygon.iter().cycle().skip(1);
    for (corner, next) in polygon.iter().zip(nexts) {
        let (from, to) = (height(corner), height(next));
        if from >= 0.0 {
            kept.push(*corner);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            kept.push(*corner + (*next - *corner) * (from / (from - to)));
        }
    }
    kept
}

#[cfg(test)]
mod tests;
