//! A tree of bounding spheres around a mesh.
//!
//! Source: a course page on oriented boxes (Seoul National University) names a tree of spheres with
//! several levels, as the way to leave less air around an object than one sphere does. S. Quinlan,
//! "Efficient Distance Computation between Non-Convex Objects", 1994, builds one from the top down,
//! as here. He divides the triangles; we cut them, so that a mesh of few large faces also gets small
//! spheres. Each sphere is the smallest one around its part.
//!
//! A sphere is the cheapest volume to test and to turn, and the least tight one. The world's own
//! tree has boxes for that reason; this tree serves the comparison.

use crate::order::sort_by;
use glam::{DVec2, DVec3};

use super::float::{max, min};
use super::{Aabb, Sphere};

/// The rays across a sphere, along each of two axes, by which the part of it is measured that others cover. Smaller: a
/// less accurate volume; larger: a slower one.
const RAYS: u32 = 64;

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

    /// The volume of the space that the spheres of a [`level`](Self::level) enclose together; cubic metres. Where
    /// spheres overlap, their common part counts once. So this is the measure of how much air the level leaves.
    ///
    /// Exact where spheres are apart or inside each other, and within 0.3 % where they overlap. The time grows with the
    /// square of the number of spheres.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::SphereTree, glam::DVec3};
    /// // A square of two triangles: its halves have spheres that overlap.
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
    /// let tree = SphereTree::new(&[[0, 1, 2], [0, 2, 3]].map(|face| face.map(|at| square[at])), 1).unwrap();
    /// assert!(tree.volume_of_level(1) > tree.union_volume_of_level(1));
    /// assert!(tree.union_volume_of_level(1) < tree.union_volume_of_level(0));
    /// ```
    #[must_use]
    pub fn union_volume_of_level(&self, level: usize) -> f64 {
        let spheres: Vec<Sphere> = self.level(level).collect();
        let new_volume = |(number, sphere): (usize, &Sphere)| {
            sphere.volume() * share_outside(sphere, &spheres[..number])
        };
        spheres.iter().enumerate().map(new_volume).sum()
    }
}

/// The share of `sphere` that is in none of `others`, from rays along X through its disc.
fn share_outside(sphere: &Sphere, others: &[Sphere]) -> f64 {
    // In units of the radius, from the centre.
    let relative = |other: &Sphere| {
        let center = (other.center() - sphere.center()) / sphere.radius();
        (center, other.radius() / sphere.radius())
    };
    let near = |(center, radius): &(DVec3, f64)| center.length() < 1.0 + radius;
    let others: Vec<_> = others.iter().map(relative).filter(near).collect();
    if others.is_empty() {
        return 1.0;
    }
    let (mut whole, mut outside) = (0.0, 0.0);
    let mut covered = Vec::with_capacity(others.len());
    let step = |number: u32| (2.0 * f64::from(number) + 1.0) / f64::from(RAYS) - 1.0;
    for ray in 0..RAYS * RAYS {
        let at = DVec2::new(step(ray / RAYS), step(ray % RAYS));
        let Some(half) = half_chord(at, 1.0) else {
            continue;
        };
        covered.clear();
        covered.extend(others.iter().filter_map(|(center, radius)| {
            let half = half_chord(at - DVec2::new(center.y, center.z), *radius)?;
            Some([center.x - half, center.x + half])
        }));
        sort_by(&mut covered, |a, b| a[0].total_cmp(&b[0]));
        // The parts of the chord before, between and behind the covered ones.
        let mut from = -half;
        for [low, high] in &covered {
            outside += max(min(*low, half) - from, 0.0);
            from = min(max(from, *high), half);
        }
        outside += half - from;
        whole += 2.0 * half;
    }
    outside / whole
}

/// Half the length of the chord of a ray that passes a sphere's centre `aside`. `None` if it misses the sphere.
fn half_chord(aside: DVec2, radius: f64) -> Option<f64> {
    let room = radius * radius - aside.length_squared();
    (room > 0.0).then(|| room.sqrt())
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
