//! Divides space by the faces of a map into cells that no face crosses: a binary space partitioning (BSP) tree.
//!
//! Source: H. Fuchs, Z. Kedem, B. Naylor, "On visible surface generation by a priori tree structures", 1980, and the compilers of
//! Quake's maps. Differences: faces are kept even inside of solids, and a cell does not know whether it is solid.

use sidle::geometry::float::{max, min};
use sidle::geometry::{Aabb, Triangle};
use sidle::glam::DVec3;

/// A point this near to a plane is on it; metres. Smaller: the rounding of corners makes slivers; larger: small details vanish.
pub(super) const ON_PLANE: f64 = 5e-4;

/// How far the outermost cells go beyond all faces; metres.
const MARGIN: f64 = 1.0;

/// How many faces are tried as the next divider. Fewer: the tree has more cells; more: it takes longer to build.
const CANDIDATES: usize = 24;

/// A face that a divider cuts counts as this many more on one side of it than on the other.
const CUT_COST: usize = 6;

/// A tree that is deeper, or whose faces are compared with dividers more often, is given up. Larger: a hostile map takes longer.
const MAX_DEPTH: u32 = 1000;
const MAX_WORK: usize = 800_000_000;

/// The cell of everything outside.
pub(super) const VOID: u32 = 0;

/// A plane between cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divider {
    pub normal: DVec3,
    /// From the origin along the normal.
    pub distance: f64,
}

impl Divider {
    pub fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.distance
    }

    /// The same plane, seen from the other side.
    pub fn flipped(&self) -> Self {
        Self {
            normal: -self.normal,
            distance: -self.distance,
        }
    }

    fn is_along_axis(&self) -> bool {
        self.normal.abs().max_element() > 1.0 - 1e-9
    }
}

/// What lies on one side of a divider.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Node(u32),
    Cell(u32),
}

/// A divider with what lies before and behind it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub divider: Divider,
    /// Before it, where its normal points, and behind it.
    pub sides: [Side; 2],
    /// The node above it, and on which side of that it lies.
    pub parent: Option<(u32, usize)>,
    /// The faces on it.
    pub faces: Vec<Vec<DVec3>>,
}

/// A face, with its own plane.
struct Face {
    corners: Vec<DVec3>,
    plane: Divider,
}

/// The nodes, the root first, and how many cells they divide.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    pub cells: u32,
    /// Half the side of a square on any divider that covers all of the level.
    pub reach: f64,
}

impl Tree {
    /// The tree of `triangles`. `None`: there are none, or too many.
    pub fn of(triangles: &[Triangle]) -> Option<Self> {
        let corners = triangles.iter().flat_map(Triangle::vertices);
        let bounds = Aabb::from_points(corners)?;
        let (low, high) = (bounds.min() - MARGIN, bounds.max() + MARGIN);
        let mut tree = Self {
            nodes: Vec::new(),
            cells: VOID + 1,
            reach: (high - low).length() + low.length() + high.length(),
        };
        // What is before one of six sides is outside.
        for axis in 0..3 {
            for (sign, distance) in [(1.0, high[axis]), (-1.0, -low[axis])] {
                let mut normal = DVec3::ZERO;
                normal[axis] = sign;
                let number = tree.nodes.len() as u32;
                tree.nodes.push(Node {
                    divider: Divider { normal, distance },
                    sides: [Side::Cell(VOID), Side::Node(number + 1)],
                    parent: number.checked_sub(1).map(|parent| (parent, 1)),
                    faces: Vec::new(),
                });
            }
        }
        tree.divide(faces_of(triangles))?;
        Some(tree)
    }

    /// Divides the cell inside of all nodes so far by `faces`.
    fn divide(&mut self, faces: Vec<Face>) -> Option<()> {
        let last = self.nodes.len() as u32 - 1;
        let mut open = vec![(faces, (last, 1), 0)];
        let mut work = 0_usize;
        while let Some((faces, parent, depth)) = open.pop() {
            let (above, side) = (parent.0 as usize, parent.1);
            if faces.is_empty() {
                self.nodes[above].sides[side] = Side::Cell(self.cells);
                self.cells += 1;
                continue;
            }
            work = work.saturating_add(faces.len() * CANDIDATES.min(faces.len()));
            if depth > MAX_DEPTH || work > MAX_WORK {
                return None;
            }
            let number = self.nodes.len() as u32;
            self.nodes[above].sides[side] = Side::Node(number);
            let divider = best_divider(&faces);
            let (mut parts, mut on) = ([Vec::new(), Vec::new()], Vec::new());
            for face in faces {
                match place(&face.corners, &divider) {
                    Place::On => on.push(face.corners),
                    Place::Before => parts[0].push(face),
                    Place::Behind => parts[1].push(face),
                    Place::Across => {
                        let planes = [divider, divider.flipped()];
                        for (part, plane) in parts.iter_mut().zip(planes) {
                            let corners = clipped(&face.corners, &plane, ON_PLANE);
                            if corners.len() > 2 {
                                let plane = face.plane;
                                part.push(Face { corners, plane });
                            }
                        }
                    }
                }
            }
            self.nodes.push(Node {
                divider,
                sides: [Side::Cell(VOID); 2],
                parent: Some(parent),
                faces: on,
            });
            for (side, part) in parts.into_iter().enumerate() {
                open.push((part, (number, side), depth + 1));
            }
        }
        Some(())
    }

    /// The cell at `position`.
    pub fn cell_at(&self, position: DVec3) -> u32 {
        let mut at = Side::Node(0);
        loop {
            match at {
                Side::Cell(cell) => return cell,
                Side::Node(node) => {
                    let node = &self.nodes[node as usize];
                    let is_behind = node.divider.height(position) < 0.0;
                    at = node.sides[usize::from(is_behind)];
                }
            }
        }
    }
}

/// The faces of `triangles`. A face of a brush is a fan of several, one after the other.
fn faces_of(triangles: &[Triangle]) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for triangle in triangles {
        let [a, b, c] = triangle.vertices();
        let normal = triangle.plane().normal();
        if let Some(face) = faces.last_mut() {
            let goes_on = face.corners[0] == a && face.corners.last() == Some(&b);
            if goes_on && face.plane.normal == normal {
                face.corners.push(c);
                continue;
            }
        }
        faces.push(Face {
            corners: vec![a, b, c],
            plane: Divider {
                normal,
                distance: normal.dot(a),
            },
        });
    }
    faces
}

/// The plane of a face that divides `faces` best: few are cut, and about as many lie on each side. Planes along the axes come first.
fn best_divider(faces: &[Face]) -> Divider {
    let count = CANDIDATES.min(faces.len());
    let candidates = (0..count).map(|number| faces[number * faces.len() / count].plane);
    let cost = |divider: &Divider| {
        let (mut sides, mut cut) = ([0_usize; 2], 0);
        for face in faces {
            match place(&face.corners, divider) {
                Place::On => {}
                Place::Before => sides[0] += 1,
                Place::Behind => sides[1] += 1,
                Place::Across => cut += 1,
            }
        }
        let uneven = sides[0].abs_diff(sides[1]) + cut * CUT_COST;
        uneven * if divider.is_along_axis() { 1 } else { 2 }
    };
    let best = candidates.min_by_key(cost);
    best.unwrap_or(faces[0].plane)
}

/// Where a face lies.
enum Place {
    On,
    Before,
    Behind,
    Across,
}

fn place(corners: &[DVec3], divider: &Divider) -> Place {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for corner in corners {
        let height = divider.height(*corner);
        (low, high) = (min(low, height), max(high, height));
    }
    match (low >= -ON_PLANE, high <= ON_PLANE) {
        (true, true) => Place::On,
        (true, false) => Place::Before,
        (false, true) => Place::Behind,
        (false, false) => Place::Across,
    }
}

/// What of a convex polygon lies before `divider`. Corners this near to it are on it.
pub(super) fn clipped(polygon: &[DVec3], divider: &Divider, near: f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let next = polygon.iter().cycle().skip(1);
    for (from, to) in polygon.iter().zip(next) {
        let heights = [divider.height(*from), divider.height(*to)];
        if heights[0] >= -near {
            kept.push(*from);
        }
        let crosses = heights[0] > near && heights[1] < -near;
        if crosses || heights[0] < -near && heights[1] > near {
            kept.push(*from + (*to - *from) * (heights[0] / (heights[0] - heights[1])));
        }
    }
    kept
}
