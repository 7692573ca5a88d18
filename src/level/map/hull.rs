//! From the planes of a brush to the corners of its hull.
//!
//! The face in each plane is a large square, cut by all other planes. A corner is always computed anew from the three planes that
//! meet in it, in an order that depends on the planes alone. So errors do not add up, the order in the file does not matter,
//! and two brushes with the same planes have the same corners.

use core::cmp::Ordering;

use glam::DVec3;

use crate::geometry::float::max;
use crate::order::sort_by;

/// A corner this near to a plane is on it; units of the map. Far above rounding, which is a billionth of a unit, and far below
/// [`WELD`].
const ON_PLANE: f64 = 1e-5;

/// Corners nearer than this are one; units of the map. Editors round to a thousandth, too. Smaller: planes that editors have
/// rounded make slivers; larger: small details vanish.
const WELD: f64 = 1e-3;

/// Half the side of the square that a face begins as; units of the map. It is four times as far as a point may be.
const REACH: f64 = 4.0 * MAX_COORDINATE;

/// The largest coordinate of a point, some 30 km.
pub(super) const MAX_COORDINATE: f64 = 1e6;

/// The most faces of a brush. Smaller: large cylinders are refused; larger: a hostile brush takes long, since every face is cut by
/// every other.
pub(super) const MAX_FACES: usize = 256;

/// Planes are the same within this difference of their normals, and this distance; units of the map.
const SAME_NORMAL: f64 = 1e-6;
const SAME_DISTANCE: f64 = 1e-4;

/// Planes with a larger cosine between their normals are nearly the same, within a quarter of a degree.
const NEARLY_SAME: f64 = 0.99999;

/// If that is not enough for faces that meet, planes are the same within this distance, wherever they touch the solid; units of
/// the map.
const NEAR: f64 = 0.01;

/// Three points with a smaller sine between their directions are on a line.
const COLLINEAR: f64 = 1e-9;

/// Planes with a smaller determinant do not meet in a point that can be computed.
const MIN_DETERMINANT: f64 = 1e-7;

/// The fewest faces of a solid.
const MIN_FACES: usize = 4;

/// A plane of a brush, with the solid behind it; units and axes of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HullPlane {
    /// Unit length, outwards.
    pub normal: DVec3,
    /// From the origin along the normal.
    pub distance: f64,
}

impl HullPlane {
    /// The plane through three points, clockwise as seen from outside. `None` if they are on a line.
    pub fn through([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let (along, across) = (c - a, b - a);
        let cross = along.cross(across);
        let (length, full) = (cross.length(), along.length() * across.length());
        if length.is_nan() || length <= COLLINEAR * full {
            return None;
        }
        let normal = cross / length;
        Some(Self {
            normal,
            distance: normal.dot(a),
        })
    }

    /// The plane with this normal of any length, for which `normal · p + offset = 0`. `None` without a length.
    pub fn of_equation(normal: DVec3, offset: f64) -> Option<Self> {
        let length = normal.length();
        (length > 0.0 && length.is_finite()).then(|| Self {
            normal: normal / length,
            distance: -offset / length,
        })
    }

    fn flipped(self) -> Self {
        Self {
            normal: -self.normal,
            distance: -self.distance,
        }
    }

    fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.distance
    }

    fn is_same(&self, other: &Self) -> bool {
        let apart = (self.normal - other.normal).abs().max_element();
        apart < SAME_NORMAL && (self.distance - other.distance).abs() < SAME_DISTANCE
    }

    /// The order in which planes are computed with, whichever side is outside.
    fn order(&self, other: &Self) -> Ordering {
        let key = |plane: &Self| {
            let [x, y, z] = plane.normal.to_array().map(|part| part + 0.0);
            let is_flipped = [x, y, z].into_iter().find(|part| *part != 0.0);
            match is_flipped.is_some_and(|part| part < 0.0) {
                true => [-x, -y, -z, -plane.distance],
                false => [x, y, z, plane.distance],
            }
        };
        let pairs = key(self).into_iter().zip(key(other));
        pairs
            .map(|(a, b)| a.total_cmp(&b))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// Why planes enclose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HullFault {
    /// Fewer than four faces.
    Few,
    /// More than [`MAX_FACES`].
    Many,
    /// A way leads out.
    Open,
    /// All faces look inwards.
    InsideOut,
    /// Nothing is behind all of them, or so little that all corners are one.
    Empty,
}

/// The solid behind all planes of a brush.
#[derive(Clone, Debug, Default)]
pub(super) struct Hull {
    /// Its corners; units and axes of the map.
    pub corners: Vec<DVec3>,
    /// The face in each plane: indices of corners, counter-clockwise from outside. Empty if the plane does not touch the solid.
    pub faces: Vec<Vec<u32>>,
}

/// The solid behind all `planes`.
pub(super) fn hull(planes: &[HullPlane]) -> Result<Hull, HullFault> {
    if planes.len() < MIN_FACES {
        return Err(HullFault::Few);
    }
    if planes.len() > MAX_FACES {
        return Err(HullFault::Many);
    }
    match Cutter::new(planes).hull() {
        Ok(hull) if !hull.is_closed() => Ok(without_near_planes(planes, hull)),
        Err(HullFault::Empty) => {
            let flipped: Vec<_> = planes.iter().map(|plane| plane.flipped()).collect();
            match Cutter::new(&flipped).hull() {
                Ok(_) => Err(HullFault::InsideOut),
                Err(_) => Err(HullFault::Empty),
            }
        }
        other => other,
    }
}

impl Hull {
    /// Whether each edge of a face is one of another face, the other way round.
    fn is_closed(&self) -> bool {
        let faces = self.faces.iter();
        let edges = faces.flat_map(|face| {
            let next = face.iter().cycle().skip(1);
            face.iter().copied().zip(next.copied())
        });
        let mut edges: Vec<(u32, u32)> = edges.collect();
        edges.sort_unstable();
        let is_there = |(from, to): &(u32, u32)| edges.binary_search(&(*to, *from)).is_ok();
        edges.iter().all(is_there)
    }
}

/// The solid of `planes`, of which some are so nearly the same that their faces in `torn` do not meet. Of such planes, the first one
/// in the order of computing counts.
fn without_near_planes(planes: &[HullPlane], torn: Hull) -> Hull {
    let is_near = |a: &HullPlane, b: &HullPlane| {
        let touches = |at: &DVec3| a.height(*at).abs() <= WELD || b.height(*at).abs() <= WELD;
        let is_between = |at: &DVec3| a.height(*at).abs() <= NEAR && b.height(*at).abs() <= NEAR;
        a.normal.dot(b.normal) > NEARLY_SAME
            && torn.corners.iter().filter(|at| touches(at)).all(is_between)
    };
    let order = Cutter::new(planes).order;
    let mut kept: Vec<usize> = Vec::new();
    for number in order {
        let plane = &planes[number as usize];
        if !kept.iter().any(|known| is_near(&planes[*known], plane)) {
            kept.push(number as usize);
        }
    }
    kept.sort_unstable();
    let chosen: Vec<HullPlane> = kept.iter().map(|number| planes[*number]).collect();
    match Cutter::new(&chosen).hull() {
        Ok(hull) => {
            let mut faces = vec![Vec::new(); planes.len()];
            for (number, face) in kept.into_iter().zip(hull.faces) {
                faces[number] = face;
            }
            Hull { faces, ..hull }
        }
        Err(_) => torn,
    }
}

/// A corner of a face that is being cut.
#[derive(Clone, Copy)]
struct Corner {
    at: DVec3,
    /// The plane of the edge to the next corner.
    edge: u32,
}

/// On which side of a plane a corner is.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Inside,
    On,
    Outside,
}

/// Cuts faces by planes.
struct Cutter<'p> {
    planes: &'p [HullPlane],
    /// The planes in the order of computing, and the place of each in it.
    order: Vec<u32>,
    ranks: Vec<u32>,
    /// The planes that are nearly the same as another one, and cut nothing.
    is_idle: Vec<bool>,
    /// The sides of the square that the current face began as. Their numbers follow those of the planes.
    frame: [HullPlane; 4],
    corners: Vec<Corner>,
    cut: Vec<Corner>,
}

impl<'p> Cutter<'p> {
    fn new(planes: &'p [HullPlane]) -> Self {
        let mut order: Vec<u32> = (0..planes.len() as u32).collect();
        sort_by(&mut order, |a, b| {
            planes[*a as usize].order(&planes[*b as usize])
        });
        let mut ranks = vec![0; planes.len()];
        for (rank, number) in (0..).zip(&order) {
            ranks[*number as usize] = rank;
        }
        Self {
            planes,
            is_idle: vec![false; order.len()],
            order,
            ranks,
            frame: [planes[0]; 4],
            corners: Vec::new(),
            cut: Vec::new(),
        }
    }

    fn hull(&mut self) -> Result<Hull, HullFault> {
        let (mut polygons, mut is_open) = (vec![Vec::new(); self.planes.len()], false);
        // In the order of computing, since of planes that are nearly the same, the last one counts.
        for at in 0..self.order.len() {
            let face = self.order[at] as usize;
            self.cut_face(face);
            let frame = self.planes.len() as u32;
            is_open |= self.corners.iter().any(|corner| corner.edge >= frame);
            let corners = self.corners.iter().map(|corner| corner.at);
            polygons[face] = corners.collect();
        }
        if is_open {
            return Err(HullFault::Open);
        }
        let hull = weld(&polygons);
        let faces = hull.faces.iter().filter(|face| !face.is_empty());
        match faces.count() >= MIN_FACES {
            true => Ok(hull),
            false => Err(HullFault::Empty),
        }
    }

    /// Makes the corners of a face: none if nothing is left of it.
    fn cut_face(&mut self, face: usize) {
        let plane = self.planes[face];
        self.begin(&plane);
        // Planes that are nearly the same come last, so that both cut what all others leave of the faces.
        for is_near in [false, true] {
            for at in 0..self.order.len() {
                let other = self.order[at] as usize;
                let cosine = plane.normal.dot(self.planes[other].normal);
                if other == face || self.is_idle[other] || (cosine > NEARLY_SAME) != is_near {
                    continue;
                }
                if self.planes[other].is_same(&plane) {
                    // A plane may stand in the file twice.
                    self.is_idle[face] = true;
                    self.corners.clear();
                } else {
                    self.cut_by(face, other, is_near);
                }
                if self.corners.is_empty() {
                    return;
                }
            }
        }
    }

    /// Begins with a large square in `plane`.
    fn begin(&mut self, plane: &HullPlane) {
        let normal = plane.normal;
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let least = |a: &DVec3, b: &DVec3| normal.dot(*a).abs().total_cmp(&normal.dot(*b).abs());
        let axis = axes.into_iter().min_by(least).unwrap_or(DVec3::X);
        let right = axis.cross(normal).normalize();
        let up = normal.cross(right);
        let middle = normal * plane.distance;
        let side = |normal: DVec3| HullPlane {
            normal,
            distance: REACH,
        };
        self.frame = [right, up, -right, -up].map(side);
        let ends = [right - up, right + up, up - right, -right - up];
        let first = self.planes.len() as u32;
        self.corners.clear();
        let edges = (first..).zip(ends);
        self.corners.extend(edges.map(|(edge, end)| Corner {
            at: middle + end * REACH,
            edge,
        }));
    }

    /// Cuts off what is in front of the plane `by`.
    fn cut_by(&mut self, face: usize, by: usize, is_near: bool) {
        let plane = self.planes[by];
        let side = |corner: &Corner| match plane.height(corner.at) {
            height if height > ON_PLANE => Side::Outside,
            height if height < -ON_PLANE => Side::Inside,
            _ => Side::On,
        };
        let (mut has_inside, mut has_outside) = (false, false);
        for corner in &self.corners {
            has_inside |= side(corner) == Side::Inside;
            has_outside |= side(corner) == Side::Outside;
        }
        if !has_inside {
            let heights = self.corners.iter().map(|corner| plane.height(corner.at));
            let highest = heights.fold(0.0, max);
            // Then it cuts nothing off. Otherwise each of two such planes would take the other's face away.
            self.is_idle[face] |= is_near && highest <= SAME_DISTANCE;
            self.corners.clear();
        }
        if !has_outside || !has_inside {
            return;
        }
        let mut cut = core::mem::take(&mut self.cut);
        cut.clear();
        for (number, corner) in self.corners.iter().enumerate() {
            let next = &self.corners[(number + 1) % self.corners.len()];
            let (here, there) = (side(corner), side(next));
            if here != Side::Outside {
                let is_last = here == Side::On && there == Side::Outside;
                let edge = if is_last { by as u32 } else { corner.edge };
                cut.push(Corner { edge, ..*corner });
            }
            let edge = match (here, there) {
                (Side::Inside, Side::Outside) => by as u32,
                (Side::Outside, Side::Inside) => corner.edge,
                _ => continue,
            };
            let at = self
                .meeting_point([face as u32, corner.edge, by as u32])
                .unwrap_or_else(|| {
                    // The edge hardly crosses the plane: the point divides it as the heights of its ends say.
                    let (from, to) = (plane.height(corner.at), plane.height(next.at));
                    corner.at + (next.at - corner.at) * (from / (from - to))
                });
            cut.push(Corner { at, edge });
        }
        self.cut = core::mem::replace(&mut self.corners, cut);
    }

    /// The point in which three planes meet.
    fn meeting_point(&self, mut numbers: [u32; 3]) -> Option<DVec3> {
        let rank = |number: u32| self.ranks.get(number as usize).copied().unwrap_or(number);
        for (one, next) in [(0, 1), (1, 2), (0, 1)] {
            if rank(numbers[one]) > rank(numbers[next]) {
                numbers.swap(one, next);
            }
        }
        let count = self.planes.len();
        let [a, b, c] = numbers.map(|number| match number as usize {
            number if number < count => &self.planes[number],
            number => &self.frame[number - count],
        });
        let crosses = [
            b.normal.cross(c.normal),
            c.normal.cross(a.normal),
            a.normal.cross(b.normal),
        ];
        let determinant = a.normal.dot(crosses[0]);
        let sum = crosses[0] * a.distance + crosses[1] * b.distance + crosses[2] * c.distance;
        (determinant.abs() > MIN_DETERMINANT).then(|| sum / determinant)
    }
}

/// The hull of these polygons, whose near corners become one.
fn weld(polygons: &[Vec<DVec3>]) -> Hull {
    let mut all: Vec<(DVec3, usize, usize)> = Vec::new();
    for (face, polygon) in polygons.iter().enumerate() {
        // Zero has no sign, so that the same corner is the same everywhere.
        let corners = polygon.iter().enumerate();
        all.extend(corners.map(|(corner, at)| (*at + DVec3::ZERO, face, corner)));
    }
    let order = |a: &DVec3, b: &DVec3| {
        let pairs = a.to_array().into_iter().zip(b.to_array());
        let mut orders = pairs.map(|(a, b)| a.total_cmp(&b));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    sort_by(&mut all, |(a, ..), (b, ..)| order(a, b));
    let mut hull = Hull {
        corners: Vec::new(),
        faces: polygons
            .iter()
            .map(|polygon| vec![0; polygon.len()])
            .collect(),
    };
    for (at, face, corner) in all {
        let near = (0..hull.corners.len()).rev();
        let near = near.take_while(|known| at.x - hull.corners[*known].x <= WELD);
        let known = near.filter(|known| (at - hull.corners[*known]).abs().max_element() <= WELD);
        let number = known.last().unwrap_or_else(|| {
            hull.corners.push(at);
            hull.corners.len() - 1
        });
        hull.faces[face][corner] = number as u32;
    }
    for face in &mut hull.faces {
        face.dedup();
        while face.len() > 1 && face.first() == face.last() {
            face.pop();
        }
        if face.len() < 3 {
            face.clear();
        }
    }
    hull
}

/// The smallest and the largest coordinates of `points`. `None` without points.
pub(super) fn ends_of(points: impl IntoIterator<Item = DVec3>) -> Option<[DVec3; 2]> {
    let mut points = points.into_iter();
    let first = points.next()?;
    Some(points.fold([first; 2], |[low, high], point| {
        let lower = |axis: usize| -max(-low[axis], -point[axis]);
        let higher = |axis: usize| max(high[axis], point[axis]);
        [
            DVec3::new(lower(0), lower(1), lower(2)),
            DVec3::new(higher(0), higher(1), higher(2)),
        ]
    }))
}

#[cfg(test)]
mod tests;
