//! The convex hull of points.
//!
//! Source: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996. The test on which side
//! of a face a point lies is exact (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997), so no tolerance is
//! needed, and the hull is closed and convex for every input. A point in the plane of a face belongs to the hull already.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use robust::{Coord3D, orient3d};

use super::TessellationError;
use crate::geometry::Triangle;
use crate::tolerance::SLIVER;

/// The edges of a triangle: edge `i` leads from corner `i` to the next.
const EDGES: usize = 3;

/// How many faces a hull may have while it grows, with those that are replaced, and how often a side is tested for it.
///
/// A ball of 100 000 corners takes 600 000 faces and 10 million tests. Smaller: scans have no hull; larger: a mesh made for it
/// keeps the computer busy for minutes.
const MAX_FACES: usize = 1 << 20;
const MAX_TESTS: usize = 1 << 28;

/// Why points have no hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullError {
    /// All lie in a plane, or so nearly that only rounding keeps them apart.
    Flat,
    /// It has too many corners.
    TooLarge,
}

/// A face of the hull while it grows.
struct Face {
    /// Indices of points, counter-clockwise from outside.
    corners: [u32; 3],
    /// The faces across its edges.
    neighbors: [u32; EDGES],
    /// The points outside of it that no earlier face has.
    outside: Vec<u32>,
    /// Whether a later point has replaced it.
    is_gone: bool,
}

/// The triangles of the convex hull of `points`, metres: the smallest convex solid that contains all of them.
///
/// Faces with more than three corners are divided into triangles. One that is thinner than [`SLIVER`] of its length has
/// no area for a [`Triangle`] and is left out. What is missing is narrower than a millionth of its length.
///
/// # Errors
/// [`NotFinite`](TessellationError::NotFinite), [`Flat`](TessellationError::Flat) if there is no volume, such as for less than
/// four points, and [`TooLarge`](TessellationError::TooLarge) for some hundred thousand corners.
/// # Example
/// ```
/// use sidle::geometry::tessellate::{TessellationError, convex_hull};
/// use sidle::glam::Vec3;
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let inside = Vec3::splat(0.1);
/// assert_eq!(convex_hull(&[&corners[..], &[inside]].concat())?.len(), 4);
/// assert_eq!(convex_hull(&corners[..3]), Err(TessellationError::Flat));
/// # Ok::<(), TessellationError>(())
/// ```
pub fn convex_hull(points: &[Vec3]) -> Result<Vec<Triangle>, TessellationError> {
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(TessellationError::NotFinite { index });
    }
    let faces = hull_faces(points.iter().copied()).map_err(|error| match error {
        HullError::Flat => TessellationError::Flat,
        HullError::TooLarge => TessellationError::TooLarge,
    })?;
    Ok(faces.into_iter().filter_map(Triangle::new).collect())
}

/// The faces of the convex hull of `corners`, which are finite, counter-clockwise from outside.
pub(crate) fn hull_faces(corners: impl Iterator<Item = Vec3>) -> Result<Vec<[Vec3; 3]>, HullError> {
    let points: Vec<Vec3> = corners.collect();
    let mut hull = Hull {
        first: first_tetrahedron(&points).ok_or(HullError::Flat)?,
        faces: Vec::new(),
        points,
        tests: 0,
    };
    hull.begin();
    hull.grow().ok_or(HullError::TooLarge)?;
    let standing = hull.faces.iter().filter(|face| !face.is_gone);
    Ok(standing
        .map(|face| face.corners.map(|corner| hull.points[corner as usize]))
        .collect())
}

/// Four points far apart, the fourth behind the first three. `None` if there are no four that are not flat.
fn first_tetrahedron(points: &[Vec3]) -> Option<[u32; 4]> {
    let wide = |axis: usize| {
        let by_axis = |a: &usize, b: &usize| points[*a][axis].total_cmp(&points[*b][axis]);
        let least = (0..points.len()).min_by(by_axis)?;
        let most = (0..points.len()).max_by(by_axis)?;
        let extent = f64::from(points[most][axis]) - f64::from(points[least][axis]);
        Some((extent, least, most))
    };
    let mut widest = wide(0)?;
    for axis in [1, 2] {
        let other = wide(axis)?;
        if other.0 > widest.0 {
            widest = other;
        }
    }
    let (_, a, b) = widest;
    let at = |index: usize| points[index].as_dvec3();
    let along = at(b) - at(a);
    let extent = along.length();
    let from_line = |point: DVec3| along.cross(point - at(a)).length() / extent;
    let c = farthest(points, from_line, extent)?;
    let normal = along.cross(at(c) - at(a)).normalize();
    let from_plane = |point: DVec3| normal.dot(point - at(a)).abs();
    let d = farthest(points, from_plane, extent)?;
    let [a, b, c, d] = [a, b, c, d].map(|index| index as u32);
    let front = side(points, [a, b, c], d);
    // Exactly flat, although rounding says otherwise.
    if front == 0.0 {
        return None;
    }
    Some(if front < 0.0 {
        [a, b, c, d]
    } else {
        [b, a, c, d]
    })
}

/// The first point with the largest `distance`, unless that is nothing compared with `extent`.
fn farthest(points: &[Vec3], distance: impl Fn(DVec3) -> f64, extent: f64) -> Option<usize> {
    let mut best = (SLIVER * extent, None);
    for (index, point) in points.iter().enumerate() {
        let distance = distance(point.as_dvec3());
        if distance > best.0 {
            best = (distance, Some(index));
        }
    }
    best.1
}

/// Positive for a point in front of the triangle, by six times the volume between them; exactly 0 in its plane.
fn side(points: &[Vec3], corners: [u32; 3], point: u32) -> f64 {
    let coordinates = |index: u32| {
        let DVec3 { x, y, z } = points[index as usize].as_dvec3();
        Coord3D { x, y, z }
    };
    let [a, b, c] = corners.map(coordinates);
    -orient3d(a, b, c, coordinates(point))
}

/// A hull that grows point by point.
struct Hull {
    points: Vec<Vec3>,
    first: [u32; 4],
    faces: Vec<Face>,
    /// How often a side was tested.
    tests: usize,
}

/// An edge between a face that is replaced and one that stays.
struct HorizonEdge {
    from: u32,
    to: u32,
    /// The face that stays, and its edge.
    beyond: u32,
    edge: usize,
}

impl Hull {
    /// Makes the first tetrahedron, with all points outside of it.
    fn begin(&mut self) {
        let [a, b, c, d] = self.first;
        // Every edge occurs once in each direction.
        for (corners, neighbors) in [
            ([a, b, c], [1, 2, 3]),
            ([b, a, d], [0, 3, 2]),
            ([c, b, d], [0, 1, 3]),
            ([a, c, d], [0, 2, 1]),
        ] {
            self.faces.push(Face {
                corners,
                neighbors,
                outside: Vec::new(),
                is_gone: false,
            });
        }
        let all = (0..self.points.len() as u32).collect();
        self.assign(all, 0);
    }

    /// Gives each point to the first face from `first` on that it is in front of. Others are inside.
    fn assign(&mut self, points: Vec<u32>, first: usize) {
        for point in points {
            let faces = &mut self.faces[first..];
            let sees = |face: &Face| side(&self.points, face.corners, point) > 0.0;
            let found = faces.iter().position(sees);
            self.tests += found.unwrap_or(faces.len());
            if let Some(face) = found {
                faces[face].outside.push(point);
            }
        }
    }

    /// Adds points until none is outside. `None` if it has too many corners.
    fn grow(&mut self) -> Option<()> {
        let mut next = 0;
        while next < self.faces.len() {
            let face = &self.faces[next];
            if face.is_gone || face.outside.is_empty() {
                next += 1;
                continue;
            }
            self.tests += face.outside.len();
            if self.faces.len() > MAX_FACES || self.tests > MAX_TESTS {
                return None;
            }
            let mut best = (0.0, face.outside[0]);
            for point in &face.outside {
                let distance = side(&self.points, face.corners, *point);
                if distance > best.0 {
                    best = (distance, *point);
                }
            }
            self.add(best.1, next as u32)?;
        }
        Some(())
    }

    /// Adds `point`, which is in front of `face`. `None` never happens, because the faces in front of a point form one
    /// region with one border.
    fn add(&mut self, point: u32, face: u32) -> Option<()> {
        let (mut stack, mut horizon, mut outside) = (vec![face], Vec::new(), Vec::new());
        self.faces[face as usize].is_gone = true;
        while let Some(seen) = stack.pop() {
            let Face {
                corners, neighbors, ..
            } = self.faces[seen as usize];
            outside.append(&mut self.faces[seen as usize].outside);
            for edge in 0..EDGES {
                let beyond = neighbors[edge];
                let other = &mut self.faces[beyond as usize];
                self.tests += 1;
                if other.is_gone {
                    continue;
                }
                if side(&self.points, other.corners, point) > 0.0 {
                    other.is_gone = true;
                    stack.push(beyond);
                    continue;
                }
                horizon.push(HorizonEdge {
                    from: corners[edge],
                    to: corners[(edge + 1) % EDGES],
                    beyond,
                    edge: other.neighbors.iter().position(|back| *back == seen)?,
                });
            }
        }
        let first = self.faces.len();
        let starts: BTreeMap<u32, u32> = (first as u32..)
            .zip(&horizon)
            .map(|(face, edge)| (edge.from, face))
            .collect();
        let ends: BTreeMap<u32, u32> = (first as u32..)
            .zip(&horizon)
            .map(|(face, edge)| (edge.to, face))
            .collect();
        for (number, edge) in (first as u32..).zip(&horizon) {
            self.faces[edge.beyond as usize].neighbors[edge.edge] = number;
            self.faces.push(Face {
                corners: [edge.from, edge.to, point],
                neighbors: [edge.beyond, *starts.get(&edge.to)?, *ends.get(&edge.from)?],
                outside: Vec::new(),
                is_gone: false,
            });
        }
        outside.retain(|other| *other != point);
        self.assign(outside, first);
        Some(())
    }
}

#[cfg(test)]
mod tests;
