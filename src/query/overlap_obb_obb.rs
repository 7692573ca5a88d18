//! Whether two oriented boxes overlap, by separating axes.
//!
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, as taught by a course page of Seoul
//! National University and "OBB collision 2" (blog, 2016). They answer yes or no. We also keep the
//! direction and depth of the shallowest axis, which a push needs. Nearly parallel edges are skipped,
//! because their cross product has no direction; the texts do not guard them. The page's table has
//! the radii `R0` and `R1` of the boxes and the distance `R` of the centres for each axis, and the
//! boxes are apart where `R > R0 + R1`. Its cross products keep their length. We divide by it, so that
//! gaps are in metres; that changes no answer.
//!
//! `D` goes from the second centre to the first, `C_ij = A_i·B_j`, and `i1 i2`, `j1 j2` are the two
//! indices after `i` and `j`, cyclically:
//!
//! | axis | distance of the centres | both radii |
//! |---|---|---|
//! | `A_i` | `A_i·D` | `a_i + Σ_j b_j·abs(C_ij)` |
//! | `B_j` | `B_j·D` | `b_j + Σ_i a_i·abs(C_ij)` |
//! | `A_i × B_j` | `C_i1j (A_i2·D) - C_i2j (A_i1·D)` | `a_i1·abs(C_i2j) + a_i2·abs(C_i1j) + b_j1·abs(C_ij2) + b_j2·abs(C_ij1)` |

use glam::{DMat3, DVec3};

use super::axis_gap::{AxisGap, ObbOverlap, first_gap_or_shallowest};
use crate::geometry::Obb;
use crate::tolerance::PARALLEL_EDGES;

/// One of the 15 axes that can separate two boxes. The numbers are box axes: 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObbAxis {
    /// The normal of a face of the first box.
    FirstFace(usize),
    /// The normal of a face of the second box.
    SecondFace(usize),
    /// The cross product of an edge of the first box and an edge of the second.
    Edges(usize, usize),
}

use ObbAxis::{Edges, FirstFace, SecondFace};

impl ObbAxis {
    /// All axes in the order of the text: the cheapest and most selective first.
    pub const ALL: [Self; 15] = [
        FirstFace(0),
        FirstFace(1),
        FirstFace(2),
        SecondFace(0),
        SecondFace(1),
        SecondFace(2),
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

/// Tests whether `first` and `second` overlap, by the 15 axes of [`ObbAxis::ALL`].
///
/// # Arguments
/// - Boxes with any rotation; an AABB has the identity.
/// # Returns
/// `Apart` with the first separating axis, which ends the test; else `Overlapping` with the axis of
/// least penetration. Just touching counts as overlapping. Ties go to the first axis. An edge-edge
/// axis must be shallower than the best face by
/// [`FACE_PREFERENCE`](crate::tolerance::FACE_PREFERENCE). When the centres are level along an
/// axis, its direction is the positive one.
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}};
/// use sidle::query::{ObbAxis, ObbOverlap, overlap_obb_obb};
/// let cube = |center| Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // Two cubes of 2 m, 1.75 m apart along X: 0.25 m deep; the left one moves out to the left.
/// let ObbOverlap::Overlapping(gap) = overlap_obb_obb(&cube(DVec3::X * -1.75), &cube(DVec3::ZERO))
///     else { panic!() };
/// assert_eq!((gap.axis, gap.direction, gap.separation), (ObbAxis::FirstFace(0), DVec3::NEG_X, -0.25));
/// ```
#[must_use]
pub fn overlap_obb_obb(first: &Obb, second: &Obb) -> ObbOverlap {
    let pair = Pair::new(first, second);
    let (faces, edges) = (&ObbAxis::ALL[1..6], &ObbAxis::ALL[6..]);
    first_gap_or_shallowest(
        pair.first_face(0),
        faces.iter().filter_map(|axis| pair.gap(*axis)),
        edges.iter().filter_map(|axis| pair.gap(*axis)),
    )
}

/// The gaps along all 15 axes, in the order of [`ObbAxis::ALL`]. `None` for nearly parallel edges,
/// which have no cross product.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::overlap_obb_obb_axes};
/// let cube = |center| Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let gaps = overlap_obb_obb_axes(&cube(DVec3::Y * 5.0), &cube(DVec3::ZERO));
/// // 5 m between the centres, minus 1 m of each cube: 3 m apart along Y.
/// assert_eq!(gaps[1].map(|gap| (gap.direction, gap.separation)), Some((DVec3::Y, 3.0)));
/// assert_eq!(gaps[6], None); // X × X
/// ```
#[must_use]
pub fn overlap_obb_obb_axes(first: &Obb, second: &Obb) -> [Option<AxisGap>; 15] {
    let pair = Pair::new(first, second);
    ObbAxis::ALL.map(|axis| pair.gap(axis))
}

/// Two boxes and the terms that all axes share.
struct Pair<'b> {
    first: &'b Obb,
    second: &'b Obb,
    /// `C`: column `j` is the second box's axis `j` in the first box's space.
    cosines: DMat3,
    abs_cosines: DMat3,
    /// From the second centre to the first, in the first box's space, `A_i·D`.
    between: DVec3,
}

impl<'b> Pair<'b> {
    fn new(first: &'b Obb, second: &'b Obb) -> Self {
        let cosines = first.axes().transpose() * second.axes();
        let [x, y, z] = [0, 1, 2].map(|column| cosines.col(column).abs());
        Self {
            first,
            second,
            cosines,
            abs_cosines: DMat3::from_cols(x, y, z),
            between: -first.to_local(second.center()),
        }
    }

    fn gap(&self, axis: ObbAxis) -> Option<AxisGap> {
        match axis {
            FirstFace(i) => Some(self.first_face(i)),
            SecondFace(j) => Some(self.second_face(j)),
            Edges(i, j) => self.edges(i, j),
        }
    }

    fn first_face(&self, i: usize) -> AxisGap {
        let radii =
            self.first.half_extents()[i] + self.abs_cosines.row(i).dot(self.second.half_extents());
        AxisGap::new(
            FirstFace(i),
            self.first.axes().col(i),
            [-self.between[i]; 2],
            radii,
        )
    }

    fn second_face(&self, j: usize) -> AxisGap {
        let radii =
            self.second.half_extents()[j] + self.abs_cosines.col(j).dot(self.first.half_extents());
        let distance = self.cosines.col(j).dot(self.between);
        AxisGap::new(
            SecondFace(j),
            self.second.axes().col(j),
            [-distance; 2],
            radii,
        )
    }

    /// `None` if the edges are nearly parallel.
    fn edges(&self, i: usize, j: usize) -> Option<AxisGap> {
        let ([i1, i2], [j1, j2]) = (others(i), others(j));
        let (cosine, abs_cosine) = (self.cosines.col(j), self.abs_cosines.col(j));
        let length = (cosine[i1] * cosine[i1] + cosine[i2] * cosine[i2]).sqrt();
        if length < PARALLEL_EDGES {
            return None;
        }
        let (a, b) = (self.first.half_extents(), self.second.half_extents());
        let distance = cosine[i1] * self.between[i2] - cosine[i2] * self.between[i1];
        let radii = a[i1] * abs_cosine[i2]
            + a[i2] * abs_cosine[i1]
            + b[j1] * self.abs_cosines.col(j2)[i]
            + b[j2] * self.abs_cosines.col(j1)[i];
        // A_i × B_j from the entries of C: accurate to rounding, however small the angle.
        let axes = self.first.axes();
        let cross = axes.col(i2) * cosine[i1] - axes.col(i1) * cosine[i2];
        Some(AxisGap::new(
            Edges(i, j),
            cross / length,
            [-distance / length; 2],
            radii / length,
        ))
    }
}

/// The two indices after `index`, cyclically.
fn others(index: usize) -> [usize; 2] {
    [(index + 1) % 3, (index + 2) % 3]
}

#[cfg(test)]
mod tests;
