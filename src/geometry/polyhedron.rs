//! A convex polyhedron.

use std::sync::Arc;

use glam::DVec3;

use super::float::max;
use super::{Obb, Plane, Pose, Segment, Solid, SolidEdge};
use crate::order::sort_by_key;
use crate::tolerance::{PARALLEL_EDGES, SLIVER};

/// A convex, closed solid with flat faces.
///
/// A copy shares the vertices, faces and edges with its original and has a separate pose, so
/// cloning and [`transformed`](Self::transformed) allocate nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    shared: Arc<Features>,
    pose: Pose,
}

/// The vertices, faces and edges, in the polyhedron's own space.
#[derive(Clone, Debug, PartialEq)]
struct Features {
    vertices: Vec<DVec3>,
    faces: Vec<Plane>,
    edges: Vec<EdgeNumbers>,
}

/// An edge by index with its two vertices and its two faces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct EdgeNumbers {
    ends: [usize; 2],
    faces: [usize; 2],
}

impl Polyhedron {
    /// The solid with these vertices (metres) and faces. A face lists vertex indices
    /// counter-clockwise, seen from outside.
    ///
    /// `None` when the solid is not closed (every edge must belong to two faces, which run along it
    /// in opposite directions), is not convex, or is flat; when a face is bent or has no area (all
    /// to [`SLIVER`] of its size); when a vertex belongs to no face; when there are more than 65536
    /// vertices, faces or edges; or when a number is not finite. Two coplanar faces have no edge
    /// between them.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Polyhedron, Solid}, glam::DVec3};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
    /// let tetrahedron = Polyhedron::new(corners.clone(), &faces).unwrap();
    /// assert_eq!((tetrahedron.vertex_count(), tetrahedron.edge_count()), (4, 6));
    /// assert_eq!(Polyhedron::new(corners, &faces[1..]), None); // open
    /// ```
    pub fn new(vertices: Vec<DVec3>, faces: &[&[usize]]) -> Option<Self> {
        let limit = usize::from(u16::MAX) + 1;
        let first = *vertices.first()?;
        let size = vertices
            .iter()
            .map(|vertex| vertex.distance(first))
            .fold(0.0, max);
        let margin = SLIVER * size;
        let mut planes = Vec::with_capacity(faces.len());
        let mut used = vec![false; vertices.len()];
        for face in faces {
            let corners: Option<Vec<DVec3>> =
                face.iter().map(|at| vertices.get(*at).copied()).collect();
            let corners = corners?;
            let plane = Plane::from_polygon(&corners)?;
            let heights = || vertices.iter().map(|vertex| plane.signed_distance(*vertex));
            let convex = heights().all(|height| height <= margin);
            let flat = corners
                .iter()
                .all(|corner| plane.signed_distance(*corner) >= -margin);
            let has_volume = heights().any(|height| height < -margin);
            if !(convex && flat && has_volume) {
                return None;
            }
            for corner in *face {
                used[*corner] = true;
            }
            planes.push(plane);
        }
        let edges = edges_between(faces, &planes)?;
        let few = vertices.len().max(planes.len()).max(edges.len()) <= limit;
        (few && used.into_iter().all(|used| used)).then(|| Self {
            shared: Arc::new(Features {
                vertices,
                faces: planes,
                edges,
            }),
            pose: Pose::IDENTITY,
        })
    }

    /// The same solid, transformed by `pose`.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            pose: pose.compose(&self.pose),
        }
    }

    /// The vertices; metres.
    pub fn vertices(&self) -> impl Iterator<Item = DVec3> {
        (0..self.vertex_count()).map(|number| self.vertex(number))
    }

    /// The mean of the vertices, which is inside; metres.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Polyhedron}, glam::{DMat3, DVec3}};
    /// let cube = Obb::new(DVec3::X, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// assert_eq!(Polyhedron::from_obb(&cube).unwrap().center(), DVec3::X);
    /// ```
    #[must_use]
    pub fn center(&self) -> DVec3 {
        let sum: DVec3 = self.shared.vertices.iter().sum();
        self.pose.apply(sum / self.shared.vertices.len() as f64)
    }

    /// A box as a polyhedron, with the same vertex, face and edge indices. `None` when the box has
    /// no volume.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Polyhedron, Solid}, glam::{DMat3, DVec3}};
    /// let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// assert_eq!(Polyhedron::from_obb(&cube).unwrap().vertex(7), cube.vertex(7));
    /// ```
    #[must_use]
    pub fn from_obb(obb: &Obb) -> Option<Self> {
        let vertices = (0..8).map(|number| obb.vertex(number)).collect();
        const FACES: [[usize; 4]; 6] = [
            [1, 3, 7, 5],
            [0, 4, 6, 2],
            [2, 6, 7, 3],
            [0, 1, 5, 4],
            [4, 5, 7, 6],
            [0, 2, 3, 1],
        ];
        let mut solid = Self::new(vertices, &FACES.each_ref().map(|face| &face[..]))?;
        // Along X, then Y, then Z: the order of the box's own indices.
        sort_by_key(&mut Arc::make_mut(&mut solid.shared).edges, |edge| {
            let [low, high] = edge.ends;
            let (axis, low) = ((high - low).trailing_zeros(), low);
            let side = |by: u32| (low >> ((axis + by) % 3)) & 1;
            (axis, side(2), side(1))
        });
        Some(solid)
    }
    /// A regular octahedron around the origin with six vertices, `radius` metres away along each
    /// axis, in the order +X, -X, +Y, -Y, +Z, -Z. `None` unless `radius` is positive and finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Polyhedron, Solid}, glam::DVec3};
    /// let solid = Polyhedron::octahedron(2.0).unwrap();
    /// assert_eq!((solid.face_count(), solid.edge_count()), (8, 12));
    /// assert_eq!(solid.vertex(2), DVec3::Y * 2.0);
    /// assert_eq!(Polyhedron::octahedron(0.0), None);
    /// ```
    #[must_use]
    pub fn octahedron(radius: f64) -> Option<Self> {
        let tips = [
            DVec3::X,
            DVec3::NEG_X,
            DVec3::Y,
            DVec3::NEG_Y,
            DVec3::Z,
            DVec3::NEG_Z,
        ];
        let faces = [
            &[0, 2, 4][..],
            &[4, 2, 1],
            &[1, 2, 5],
            &[5, 2, 0],
            &[0, 4, 3],
            &[4, 1, 3],
            &[1, 5, 3],
            &[5, 0, 3],
        ];
        Self::new(tips.map(|tip| tip * radius).to_vec(), &faces)
    }

    /// A wedge around the origin: half of the box with these half extents (metres), cut along a
    /// diagonal. It is high at -Z and falls to a sharp edge at the bottom of +Z. `None` unless all
    /// three are positive and finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Polyhedron, Solid}, glam::DVec3};
    /// let ramp = Polyhedron::wedge(DVec3::new(1.0, 0.5, 2.0)).unwrap();
    /// assert_eq!((ramp.vertex_count(), ramp.face_count(), ramp.edge_count()), (6, 5, 9));
    /// assert!(ramp.vertices().all(|corner| corner.y < 0.5 || corner.z == -2.0));
    /// ```
    #[must_use]
    pub fn wedge(half_extents: DVec3) -> Option<Self> {
        if !half_extents.cmpgt(DVec3::ZERO).all() {
            return None;
        }
        let corners = [
            DVec3::new(-1.0, -1.0, 1.0),
            DVec3::new(1.0, -1.0, 1.0),
            DVec3::new(1.0, -1.0, -1.0),
            DVec3::new(-1.0, -1.0, -1.0),
            DVec3::new(1.0, 1.0, -1.0),
            DVec3::new(-1.0, 1.0, -1.0),
        ];
        let faces = [
            &[0, 3, 2, 1][..],
            &[0, 1, 4, 5],
            &[2, 3, 5, 4],
            &[0, 5, 3],
            &[1, 2, 4],
        ];
        let corners = corners.map(|corner| corner * half_extents);
        Self::new(corners.to_vec(), &faces)
    }
}

/// Every edge, from its lower to its higher vertex index. `None` when the faces do not close.
fn edges_between(faces: &[&[usize]], planes: &[Plane]) -> Option<Vec<EdgeNumbers>> {
    // Each side of each face as (from, to, face), sorted so that its opposite side can be looked
    // up.
    let mut sides = Vec::new();
    for (number, face) in faces.iter().enumerate() {
        let ends = face.iter().zip(face.iter().cycle().skip(1));
        sides.extend(ends.map(|(from, to)| (*from, *to, number)));
    }
    sides.sort_unstable();
    let twice = sides
        .windows(2)
        .any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    if twice {
        return None;
    }
    let mut edges = Vec::new();
    for (from, to, face) in &sides {
        let opposite = sides
            .binary_search_by_key(&(*to, *from), |side| (side.0, side.1))
            .ok()?;
        let other = sides[opposite].2;
        let bend = planes[*face]
            .normal()
            .cross(planes[other].normal())
            .length();
        if from < to && bend > PARALLEL_EDGES {
            edges.push(EdgeNumbers {
                ends: [*from, *to],
                faces: [*face, other],
            });
        }
    }
    Some(edges)
}

impl Solid for Polyhedron {
    fn vertex_count(&self) -> usize {
        self.shared.vertices.len()
    }

    fn vertex(&self, number: usize) -> DVec3 {
        self.pose.apply(self.shared.vertices[number])
    }

    fn face_count(&self) -> usize {
        self.shared.faces.len()
    }

    fn face(&self, number: usize) -> Plane {
        self.shared.faces[number].transformed(&self.pose)
    }

    fn edge_count(&self) -> usize {
        self.shared.edges.len()
    }

    fn edge(&self, number: usize) -> SolidEdge {
        let EdgeNumbers { ends, faces } = self.shared.edges[number];
        SolidEdge {
            segment: Segment::new(self.vertex(ends[0]), self.vertex(ends[1])),
            normals: faces.map(|face| self.pose.rotation() * self.shared.faces[face].normal()),
        }
    }
}

#[cfg(test)]
mod tests;
