//! The features that convex solids share: vertices, faces and edges, by index.
//!
//! A contact cache matches features by index from tick to tick, "vertex 3 on face 2".

use glam::DVec3;

use super::{HalfSpace, Obb, Plane, Segment};

/// An edge of a solid, with its two adjacent faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidEdge {
    /// The edge, from vertex to vertex.
    pub segment: Segment,
    /// Unit outward normals of the two faces; not parallel.
    pub normals: [DVec3; 2],
}

/// A convex solid, described by its vertices, faces and edges. Indices start at 0.
pub trait Solid {
    /// The number of vertices.
    fn vertex_count(&self) -> usize;
    /// A vertex; metres. `number` is below [`vertex_count`](Self::vertex_count).
    fn vertex(&self, number: usize) -> DVec3;
    /// The number of faces.
    fn face_count(&self) -> usize;
    /// The plane of a face, facing out. `number` is below [`face_count`](Self::face_count).
    fn face(&self, number: usize) -> Plane;
    /// The number of edges.
    fn edge_count(&self) -> usize;
    /// An edge. `number` is below [`edge_count`](Self::edge_count).
    fn edge(&self, number: usize) -> SolidEdge;
}

/// Vertex: one bit per axis, set on the positive side (vertex 5 is at +X -Y +Z). Face: two per
/// axis, the positive one first (3 is -Y). Edge: four per axis that it runs along, plus one bit for
/// each of the next two axes, set on the positive side.
impl Solid for Obb {
    fn vertex_count(&self) -> usize {
        8
    }

    fn vertex(&self, number: usize) -> DVec3 {
        let signs = DVec3::new(sign(number), sign(number >> 1), sign(number >> 2));
        self.to_world(signs * self.half_extents())
    }

    fn face_count(&self) -> usize {
        6
    }

    fn face(&self, number: usize) -> Plane {
        let axis = number / 2;
        let normal = self.axes().col(axis) * -sign(number);
        Plane::from_unit_normal(
            normal,
            -normal.dot(self.center()) - self.half_extents()[axis],
        )
    }

    fn edge_count(&self) -> usize {
        12
    }

    fn edge(&self, number: usize) -> SolidEdge {
        let axis = number / 4;
        let sides = [
            DVec3::AXES[(axis + 1) % 3] * sign(number),
            DVec3::AXES[(axis + 2) % 3] * sign(number >> 1),
        ];
        let end = |along: f64| {
            let signs = DVec3::AXES[axis] * along + sides[0] + sides[1];
            self.to_world(signs * self.half_extents())
        };
        SolidEdge {
            segment: Segment::new(end(-1.0), end(1.0)),
            normals: sides.map(|side| self.axes() * side),
        }
    }
}

/// A half-space has one unbounded face, number 0.
impl Solid for HalfSpace {
    fn vertex_count(&self) -> usize {
        0
    }

    fn vertex(&self, _: usize) -> DVec3 {
        DVec3::ZERO
    }

    fn face_count(&self) -> usize {
        1
    }

    fn face(&self, _: usize) -> Plane {
        *self.surface()
    }

    fn edge_count(&self) -> usize {
        0
    }

    fn edge(&self, _: usize) -> SolidEdge {
        SolidEdge {
            segment: Segment::new(DVec3::ZERO, DVec3::ZERO),
            normals: [self.surface().normal(); 2],
        }
    }
}

/// +1 when the lowest bit is set, else -1.
fn sign(bits: usize) -> f64 {
    if bits & 1 == 1 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;

    #[test]
    fn a_box_has_every_vertex_face_and_edge_once_and_they_are_consistent() {
        let rotation = rotation_from_degrees(DVec3::new(20.0, 45.0, -70.0));
        let obb = Obb::new(
            DVec3::new(3.0, 1.0, -2.0),
            rotation,
            DVec3::new(0.5, 2.0, 1.0),
        )
        .unwrap();
        let on_face =
            |face: usize, point: DVec3| obb.face(face).signed_distance(point).abs() < 1e-12;
        for face in 0..6 {
            assert!(
                obb.face(face).signed_distance(obb.center()) < 0.0,
                "face {face} faces out"
            );
            let corners = (0..8).filter(|corner| on_face(face, obb.vertex(*corner)));
            assert_eq!(corners.count(), 4, "face {face}");
        }
        let mut middles: Vec<DVec3> = Vec::new();
        for number in 0..12 {
            let edge = obb.edge(number);
            let faces = (0..6).filter(|face| {
                on_face(*face, edge.segment.start) && on_face(*face, edge.segment.end)
            });
            let normals: Vec<DVec3> = faces.map(|face| obb.face(face).normal()).collect();
            assert_eq!(normals.len(), 2, "edge {number}");
            assert!(
                normals
                    .iter()
                    .all(|normal| edge.normals.iter().any(|n| n.abs_diff_eq(*normal, 1e-12)))
            );
            let middle = edge.segment.point_at(0.5);
            assert!(middles.iter().all(|other| other.distance(middle) > 0.1));
            middles.push(middle);
        }
        // As documented: vertex 5 is at +X -Y +Z, face 3 is -Y, edge 4 + 1 runs along Y at +Z -X.
        let local = |point| obb.to_local(point) / obb.half_extents();
        assert!(local(obb.vertex(5)).abs_diff_eq(DVec3::new(1.0, -1.0, 1.0), 1e-12));
        assert!(obb.face(3).normal().abs_diff_eq(-obb.axes().y_axis, 1e-12));
        let middle = local(obb.edge(5).segment.point_at(0.5));
        assert!(middle.abs_diff_eq(DVec3::new(-1.0, 0.0, 1.0), 1e-12));
    }
}
