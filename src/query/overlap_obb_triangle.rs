//! Whether an oriented box and a triangle overlap, by separating axes.
//!
//! Source: T. Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001, after S. Gottschalk, M.
//! C. Lin, D. Manocha, "OBBTree", 1996. They answer yes or no. We also keep the direction and depth
//! of the shallowest axis, and we test the faces first, as for two boxes.

use glam::DVec3;

use super::axis_gap::{AxisGap, ObbOverlap, first_gap_or_shallowest};
use crate::geometry::{Obb, Triangle};
use crate::tolerance::PARALLEL_EDGES;

/// One of the 13 axes that can separate a box and a triangle. The numbers are 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObbTriangleAxis {
    /// The normal of a face of the box.
    ObbFace(usize),
    /// The normal of the triangle.
    TriangleFace,
    /// The cross product of an edge of the box, named by its axis, and an edge of the triangle.
    Edges(usize, usize),
}

use crate::geometry::float::{max, min};
use ObbTriangleAxis::{Edges, ObbFace, TriangleFace};

impl ObbTriangleAxis {
    /// All axes, in the order in which they are tested.
    pub const ALL: [Self; 13] = [
        ObbFace(0),
        ObbFace(1),
        ObbFace(2),
        TriangleFace,
        Edges(0, 0),
        Edges(0, 1),
        Edges(0, 2),
        Edges(1, 0),
        Edges(1, 1),
        Edges(1, 2),
        Edges(2, 0),
        Edges(2, 1),
        Edges(2, 2),
    ];
}

/// Tests whether `obb` and `triangle` overlap, by the 13 axes of [`ObbTriangleAxis::ALL`].
///
/// # Arguments
/// - A box with any rotation, and a two-sided triangle. The box's centre decides on which side of
///   the triangle the box belongs.
/// # Returns
/// `Apart` with the first separating axis, which ends the test; else `Overlapping` with the axis of
/// least penetration. Directions point from the triangle to the box. Just touching counts as
/// overlapping. Ties go to the first axis. An edge-edge axis must be shallower than the best face
/// by [`FACE_PREFERENCE`](crate::tolerance::FACE_PREFERENCE). With the centre in the triangle's
/// plane, the box counts as in front.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}};
/// use sidle::query::{ObbOverlap, ObbTriangleAxis, overlap_obb_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
/// // The centre of a cube of 2 m is 0.75 m above the floor, so the cube is 0.25 m deep.
/// let cube = Obb::new(DVec3::new(3.0, 0.75, 3.0), DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ObbOverlap::Overlapping(gap) = overlap_obb_triangle(&cube, &floor) else { panic!() };
/// assert_eq!((gap.direction, gap.separation), (DVec3::Y, -0.25));
/// ```
#[must_use]
pub fn overlap_obb_triangle(obb: &Obb, triangle: &Triangle) -> ObbOverlap<ObbTriangleAxis> {
    let pair = Pair::new(obb, triangle);
    let (faces, edges) = (&ObbTriangleAxis::ALL[1..4], &ObbTriangleAxis::ALL[4..]);
    first_gap_or_shallowest(
        pair.obb_face(0),
        faces.iter().filter_map(|axis| pair.gap(*axis)),
        edges.iter().filter_map(|axis| pair.gap(*axis)),
    )
}

/// The gaps along all 13 axes, in the order of [`ObbTriangleAxis::ALL`]. `None` for nearly parallel
/// edges, which have no cross product.
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}, query::overlap_obb_triangle_axes};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
/// let cube = Obb::new(DVec3::Y * 4.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let gaps = overlap_obb_triangle_axes(&cube, &floor);
/// // The centre is 4 m above the plane; 1 m of that is the cube: 3 m apart.
/// assert_eq!(gaps[3].map(|gap| (gap.direction, gap.separation)), Some((DVec3::Y, 3.0)));
/// assert_eq!(gaps[6], None); // X × X
/// ```
#[must_use]
pub fn overlap_obb_triangle_axes(
    obb: &Obb,
    triangle: &Triangle,
) -> [Option<AxisGap<ObbTriangleAxis>>; 13] {
    let pair = Pair::new(obb, triangle);
    ObbTriangleAxis::ALL.map(|axis| pair.gap(axis))
}

/// A box and a triangle, with the triangle's corners in box space.
struct Pair<'s> {
    obb: &'s Obb,
    triangle: &'s Triangle,
    corners: [DVec3; 3],
}

impl<'s> Pair<'s> {
    fn new(obb: &'s Obb, triangle: &'s Triangle) -> Self {
        Self {
            obb,
            triangle,
            corners: triangle.vertices().map(|vertex| obb.to_local(vertex)),
        }
    }

    fn gap(&self, axis: ObbTriangleAxis) -> Option<AxisGap<ObbTriangleAxis>> {
        match axis {
            ObbFace(face) => Some(self.obb_face(face)),
            TriangleFace => Some(self.triangle_face()),
            Edges(of_obb, of_triangle) => self.edges(of_obb, of_triangle),
        }
    }

    fn obb_face(&self, face: usize) -> AxisGap<ObbTriangleAxis> {
        let direction = self.obb.axes().col(face);
        self.along(ObbFace(face), direction, DVec3::AXES[face])
    }

    fn triangle_face(&self) -> AxisGap<ObbTriangleAxis> {
        let normal = self.triangle.plane().normal();
        let local = self.obb.axes().transpose() * normal;
        // One corner is enough: the three differ by rounding only.
        let height = local.dot(self.corners[0]);
        let radius = self.obb.half_extents().dot(local.abs());
        AxisGap::new(TriangleFace, normal, [height; 2], radius)
    }

    /// `None` if the edges are nearly parallel.
    fn edges(&self, of_obb: usize, of_triangle: usize) -> Option<AxisGap<ObbTriangleAxis>> {
        let edge = self.corners[(of_triangle + 1) % 3] - self.corners[of_triangle];
        let cross = DVec3::AXES[of_obb].cross(edge);
        let length = cross.length();
        if length < PARALLEL_EDGES * edge.length() {
            return None;
        }
        let local = cross / length;
        let axis = Edges(of_obb, of_triangle);
        Some(self.along(axis, self.obb.axes() * local, local))
    }

    /// The gap along `direction`; `local` is the same direction in box space.
    fn along(
        &self,
        axis: ObbTriangleAxis,
        direction: DVec3,
        local: DVec3,
    ) -> AxisGap<ObbTriangleAxis> {
        let [a, b, c] = self.corners.map(|corner| local.dot(corner));
        let radius = self.obb.half_extents().dot(local.abs());
        AxisGap::new(
            axis,
            direction,
            [min(min(a, b), c), max(max(a, b), c)],
            radius,
        )
    }
}

#[cfg(test)]
mod tests;
