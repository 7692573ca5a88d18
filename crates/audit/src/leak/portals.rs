//! The openings between the cells of a tree: where no face covers the border of two of them.

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::parallel::Workers;

use super::tree::{Divider, Node, ON_PLANE, Side, Tree, clipped};

/// The narrowest opening; metres. A third of the unit of a map. Smaller: the rounding of corners that lie on no grid opens a
/// map; larger: a gap of one unit is missed.
pub(super) const MIN_WIDTH: f64 = 0.01;

/// The most openings. Larger: a hostile map takes too much memory.
const MAX_PORTALS: usize = 8_000_000;

/// An opening between two cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portal {
    pub cells: [u32; 2],
    pub middle: DVec3,
}

/// All openings, and those of each cell.
pub(super) struct Portals {
    pub all: Vec<Portal>,
    /// The numbers of the openings of each cell, one cell after the other, and where each cell's end.
    by_cell: Vec<u32>,
    ends: Vec<u32>,
}

impl Portals {
    /// The openings of `tree`. `None`: too many.
    pub fn of(tree: &Tree) -> Option<Self> {
        let count = tree.nodes.len();
        let found = Workers::All.map_numbers(count, |number| of_node(tree, number));
        if found.iter().map(Vec::len).sum::<usize>() > MAX_PORTALS {
            return None;
        }
        let all: Vec<Portal> = found.into_iter().flatten().collect();
        let mut sides: Vec<(u32, u32)> = Vec::with_capacity(all.len() * 2);
        for (number, portal) in (0..).zip(&all) {
            sides.extend(portal.cells.map(|cell| (cell, number)));
        }
        sides.sort_unstable();
        let ends = (0..tree.cells).map(|cell| sides.partition_point(|(of, _)| *of <= cell) as u32);
        Some(Self {
            ends: ends.collect(),
            by_cell: sides.into_iter().map(|(_, number)| number).collect(),
            all,
        })
    }

    /// The openings of a cell.
    pub fn of_cell(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        let start = cell.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.by_cell[start as usize..self.ends[cell] as usize]
    }
}

/// The openings on the divider of a node.
fn of_node(tree: &Tree, number: usize) -> Vec<Portal> {
    let node = &tree.nodes[number];
    let mut whole = square(&node.divider, tree.reach);
    let mut parent = node.parent;
    while let Some((above, side)) = parent {
        let above = &tree.nodes[above as usize];
        let divider = match side {
            0 => above.divider,
            _ => above.divider.flipped(),
        };
        whole = clipped(&whole, &divider, 0.0);
        if whole.len() < 3 {
            return Vec::new();
        }
        parent = above.parent;
    }
    let mut portals = Vec::new();
    let normal = node.divider.normal;
    for (before, piece) in pieces(tree, node.sides[0], normal, whole) {
        for (behind, piece) in pieces(tree, node.sides[1], normal, piece) {
            let middle = piece.iter().sum::<DVec3>() / piece.len() as f64;
            if before != behind && !is_covered(node, middle) {
                portals.push(Portal {
                    cells: [before, behind],
                    middle,
                });
            }
        }
    }
    portals
}

/// A square of half the side `reach` on `divider`, around the point nearest to the origin.
fn square(divider: &Divider, reach: f64) -> Vec<DVec3> {
    let along = divider.normal.any_orthonormal_vector() * reach;
    let across = divider.normal.cross(along);
    let middle = divider.normal * divider.distance;
    let turns = [
        along + across,
        across - along,
        -along - across,
        along - across,
    ];
    turns.map(|corner| middle + corner).to_vec()
}

/// The pieces of a polygon with this `normal` in the cells on one side of its divider, but for narrow ones.
fn pieces(tree: &Tree, side: Side, normal: DVec3, polygon: Vec<DVec3>) -> Vec<(u32, Vec<DVec3>)> {
    let mut open = vec![(side, polygon)];
    let mut found = Vec::new();
    while let Some((side, polygon)) = open.pop() {
        let node = match side {
            Side::Cell(cell) => {
                found.push((cell, polygon));
                continue;
            }
            Side::Node(node) => &tree.nodes[node as usize],
        };
        let dividers = [node.divider, node.divider.flipped()];
        for (side, divider) in node.sides.into_iter().zip(dividers) {
            let part = clipped(&polygon, &divider, 0.0);
            if part.len() > 2 && width(&part, normal) >= MIN_WIDTH {
                open.push((side, part));
            }
        }
    }
    found
}

/// The least width of a convex polygon whose normal is `normal`.
fn width(polygon: &[DVec3], normal: DVec3) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let mut least = f64::INFINITY;
    for (from, to) in polygon.iter().zip(next) {
        let Some(across) = normal.cross(*to - *from).try_normalize() else {
            continue;
        };
        let mut widest: f64 = 0.0;
        for corner in polygon {
            widest = max(widest, across.dot(*corner - *from).abs());
        }
        least = min(least, widest);
    }
    if least.is_finite() { least } else { 0.0 }
}

/// Whether a face of the node covers a point on its divider. No face crosses a cell, so the faces of solids cover all of the
/// border of two cells or nothing.
fn is_covered(node: &Node, point: DVec3) -> bool {
    let normal = node.divider.normal;
    node.faces.iter().any(|face| {
        // It may look to either side.
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let next = face.iter().cycle().skip(1);
        for (from, to) in face.iter().zip(next) {
            let inwards = normal.cross(*to - *from).normalize_or_zero();
            let depth = inwards.dot(point - *from);
            (low, high) = (min(low, depth), max(high, depth));
        }
        low >= -ON_PLANE || high <= ON_PLANE
    })
}
