//! Boxes from and to a matrix and a quaternion, and a box without its rotation.
//!
//! Sources: "OBB collision 2" (blog, 2016) takes a box's axes from the rows of a rotation matrix, and
//! makes an AABB by leaving the rotation out. I. Millington, *Game Physics Engine Development*, ch. 13,
//! takes points into and out of a box by its transform. A course page on oriented boxes (Seoul
//! National University) projects the box on an axis.

use glam::{DMat3, DMat4, DQuat, DVec3};

use super::Obb;

impl Obb {
    /// The box that `matrix` places. Its first three columns are the axes, the fourth is the
    /// centre.
    ///
    /// `None` when the axes are not a rotation (scale belongs in the half extents), the last row
    /// is not `0 0 0 1`, or [`new`](Self::new) refuses a number.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat4, DVec3}};
    /// let moved = Obb::from_matrix(&DMat4::from_translation(DVec3::X), DVec3::ONE).unwrap();
    /// assert_eq!((moved.center(), moved.to_world(DVec3::Y)), (DVec3::X, DVec3::X + DVec3::Y));
    /// assert_eq!(Obb::from_matrix(&DMat4::from_scale(DVec3::splat(2.0)), DVec3::ONE), None);
    /// ```
    pub fn from_matrix(matrix: &DMat4, half_extents: DVec3) -> Option<Self> {
        let center = matrix.w_axis.truncate();
        let affine = matrix.row(3) == DMat4::IDENTITY.row(3);
        let placed = Self::new(center, DMat3::from_mat4(*matrix), half_extents);
        placed.filter(|_| affine)
    }

    /// The matrix that takes box space to world space, as [`to_world`](Self::to_world) does.
    #[must_use]
    pub fn to_matrix(&self) -> DMat4 {
        let axes = self.axes();
        let column = |axis: usize| axes.col(axis).extend(0.0);
        let center = self.center().extend(1.0);
        DMat4::from_cols(column(0), column(1), column(2), center)
    }

    /// The box around `center`, rotated by a unit quaternion.
    ///
    /// `None` when `rotation` is not a unit quaternion or [`new`](Self::new) refuses a number.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DQuat, DVec3}};
    /// // Half a turn about Y: w = 0, y = 1. X becomes -X.
    /// let half_turn = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    /// let turned = Obb::from_quaternion(DVec3::ZERO, half_turn, DVec3::ONE).unwrap();
    /// assert_eq!(turned.axes().x_axis, DVec3::NEG_X);
    /// assert_eq!(Obb::from_quaternion(DVec3::ZERO, half_turn * 2.0, DVec3::ONE), None);
    /// ```
    pub fn from_quaternion(center: DVec3, rotation: DQuat, half_extents: DVec3) -> Option<Self> {
        // The matrix of a zero quaternion is the identity, so the length has a check of its own.
        let off = rotation.length_squared() - 1.0;
        let placed = Self::new(center, DMat3::from_quat(rotation), half_extents);
        placed.filter(|_| off.abs() <= 1e-6)
    }

    /// The rotation as a unit quaternion. Its opposite is the same rotation.
    #[must_use]
    pub fn to_quaternion(&self) -> DQuat {
        DQuat::from_mat3(&self.axes())
    }

    /// The box with the same centre and half extents and the axes of the world.
    ///
    /// The blog calls such a box the AABB of a rotated mesh. It does not enclose the mesh unless the
    /// rotation leaves the axes in place; [`aligned`](Self::aligned) does. Use this one for a
    /// character whose box must not change while it turns about its own centre.
    ///
    /// We differ in the centre. The blog's box is around the position of the mesh, which stays where
    /// it is when the mesh turns. Ours is around the middle of the mesh, which circles around the
    /// position unless it is there. For a box that stays there too, leave the rotation out earlier,
    /// in the placement of [`from_bounds`](Self::from_bounds).
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Aabb, Obb, Placement, rotation_from_degrees}, glam::DVec3};
    /// let turned = rotation_from_degrees(DVec3::Y * 90.0);
    /// let plank = Obb::new(DVec3::ZERO, turned, DVec3::new(1.0, 0.1, 4.0)).unwrap();
    /// // The plank now reaches 4 m along X, and this box 1 m.
    /// assert_eq!(plank.without_rotation().half_extents(), DVec3::new(1.0, 0.1, 4.0));
    ///
    /// // A mesh from 0 to 2 m along X turns around its end. Its middle goes from X to -Z.
    /// let mesh = Aabb::from_points([DVec3::ZERO, DVec3::new(2.0, 1.0, 1.0)]).unwrap();
    /// let at = |degrees: f64| Placement::new(DVec3::ZERO, DVec3::Y * degrees, DVec3::ONE);
    /// let center = |degrees| Obb::from_bounds(&mesh, &at(degrees)).unwrap().without_rotation().center();
    /// assert_eq!(center(0.0), DVec3::new(1.0, 0.5, 0.5));
    /// assert!(center(90.0).abs_diff_eq(DVec3::new(0.5, 0.5, -1.0), 1e-12));
    /// ```
    #[must_use]
    pub fn without_rotation(&self) -> Self {
        self.moved(self.center(), DMat3::IDENTITY)
    }

    /// The interval that the box covers along `direction`: the least and the greatest `p·direction`
    /// of its points. In metres when `direction` is a unit vector.
    ///
    /// Two boxes are apart when their intervals along some direction are apart. For 15 directions
    /// the [separating-axis test](fn@crate::query::overlap_obb_obb) knows the intervals in advance.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}};
    /// let slab = Obb::new(DVec3::Y * 5.0, DMat3::IDENTITY, DVec3::new(3.0, 1.0, 2.0)).unwrap();
    /// assert_eq!(slab.project(DVec3::Y), [4.0, 6.0]);
    /// assert_eq!(slab.project(DVec3::X), [-3.0, 3.0]);
    /// ```
    #[must_use]
    pub fn project(&self, direction: DVec3) -> [f64; 2] {
        let middle = self.center().dot(direction);
        // The radius of the texts: Σ a_i·abs(A_i·direction).
        let cosines = self.axes().transpose() * direction;
        let radius = self.half_extents().dot(cosines.abs());
        [middle - radius, middle + radius]
    }
}

#[cfg(test)]
mod tests;
