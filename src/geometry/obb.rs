//! An oriented bounding box.
//!
//! Source: "OBB collision 2" (blog, 2016) for the box of a mesh. The blog centres the box on the
//! mesh's translation, which is right only for a mesh around its own origin. We centre it on the
//! transformed middle of the mesh's bounds. The blog's box begins as a default, with half extents of
//! zero and the axes of the world. Ours has no default, since a forgotten one would be a point that
//! collides.

use glam::{DMat3, DVec3};

use super::{Aabb, Placement};

/// A box with any axes.
///
/// The axes are orthonormal and hold the rotation alone; scale goes into the half extents. A half
/// extent may be zero (a sheet).
#[doc(alias = "oriented bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    center: DVec3,
    axes: DMat3,
    half_extents: DVec3,
}

impl Obb {
    /// The box around `center` with the columns of `rotation` as its axes.
    ///
    /// `None` when a half extent is negative, a number is not finite, or `rotation` is not a
    /// rotation (to 1e-6). A mirror is not a rotation.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}};
    /// let crate_box = Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap();
    /// assert_eq!(crate_box.to_local(DVec3::new(0.0, 3.0, 0.0)), DVec3::new(0.0, 2.0, 0.0));
    /// ```
    pub fn new(center: DVec3, rotation: DMat3, half_extents: DVec3) -> Option<Self> {
        let finite = center.is_finite() && rotation.is_finite() && half_extents.is_finite();
        let square = (rotation.transpose() * rotation).abs_diff_eq(DMat3::IDENTITY, 1e-6);
        let mirror = rotation.determinant() < 0.0;
        (finite && square && !mirror && half_extents.min_element() >= 0.0).then_some(Self {
            center,
            axes: rotation,
            half_extents,
        })
    }

    /// The box of a mesh with these `bounds` in mesh space, after `placement`.
    ///
    /// Half extents are the bounds' half extents times the scale, the axes come from the rotation
    /// alone, and the centre is the transformed centre of the bounds.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Aabb, Obb, Placement}, glam::DVec3};
    /// // A fence panel 0.8 m high stands on its origin. It is moved aside and scaled to 2 m.
    /// let panel = Aabb::from_points([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.8, 0.0)]).unwrap();
    /// let placement = Placement::new(DVec3::X * 5.0, DVec3::ZERO, DVec3::new(1.0, 2.5, 1.0));
    /// let fence = Obb::from_bounds(&panel, &placement).unwrap();
    /// assert_eq!(fence.center(), DVec3::new(5.0, 1.0, 0.0));
    /// assert_eq!(fence.half_extents(), DVec3::new(1.0, 1.0, 0.0));
    /// ```
    #[must_use]
    pub fn from_bounds(bounds: &Aabb, placement: &Placement) -> Option<Self> {
        let half_extents = bounds.half_extents() * placement.scale.abs();
        Self::new(
            placement.apply(bounds.center()),
            placement.rotation,
            half_extents,
        )
    }

    /// The centre; metres.
    pub fn center(&self) -> DVec3 {
        self.center
    }

    /// The same box with another centre.
    pub(crate) fn at(&self, center: DVec3) -> Self {
        Self { center, ..*self }
    }

    /// The three unit axes, as columns.
    pub fn axes(&self) -> DMat3 {
        self.axes
    }

    /// Half the size along each axis; metres, none negative.
    pub fn half_extents(&self) -> DVec3 {
        self.half_extents
    }

    /// The smallest world-aligned box around this box.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, rotation_from_degrees}, glam::DVec3};
    /// let turned = rotation_from_degrees(DVec3::Y * 90.0);
    /// let plank = Obb::new(DVec3::ZERO, turned, DVec3::new(1.0, 0.1, 4.0)).unwrap();
    /// assert_eq!(plank.aligned().half_extents(), DVec3::new(4.0, 0.1, 1.0));
    /// ```
    #[must_use]
    pub fn aligned(&self) -> Self {
        let columns = [0, 1, 2].map(|axis| self.axes.col(axis).abs() * self.half_extents[axis]);
        Self {
            axes: DMat3::IDENTITY,
            half_extents: columns.into_iter().sum(),
            ..*self
        }
    }

    /// The volume; cubic metres.
    #[must_use]
    pub fn volume(&self) -> f64 {
        8.0 * self.half_extents.element_product()
    }

    /// The same box with another centre and other axes; `axes` must be a rotation.
    pub(super) const fn moved(&self, center: DVec3, axes: DMat3) -> Self {
        Self {
            center,
            axes,
            half_extents: self.half_extents,
        }
    }

    /// Converts a world point to box space. The centre is the origin, the axes are X, Y and Z.
    #[must_use]
    pub fn to_local(&self, point: DVec3) -> DVec3 {
        self.axes.transpose() * (point - self.center)
    }

    /// Converts a point of box space to world space.
    #[must_use]
    pub fn to_world(&self, local: DVec3) -> DVec3 {
        self.center + self.axes * local
    }

    /// The velocity at `point` of a box that has come here from the pose `before` within `dt` seconds; m/s; zero when `dt` is
    /// not positive.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, rotation_from_degrees}, glam::{DMat3, DVec3}};
    /// let at = |x, rotation| Obb::new(DVec3::X * x, rotation, DVec3::ONE).unwrap();
    /// let start = at(0.0, DMat3::IDENTITY);
    /// assert_eq!(at(1.0, DMat3::IDENTITY).velocity_since(&start, DVec3::Y, 0.5), DVec3::X * 2.0);
    /// // A quarter turn to the left brings the point at the right to the front.
    /// let turned = at(0.0, rotation_from_degrees(DVec3::Y * 90.0));
    /// let velocity = turned.velocity_since(&start, DVec3::NEG_Z, 1.0);
    /// assert!(velocity.abs_diff_eq(DVec3::NEG_Z - DVec3::X, 1e-15));
    /// ```
    #[must_use]
    pub fn velocity_since(&self, before: &Self, point: DVec3, dt: f64) -> DVec3 {
        if dt > 0.0 {
            (point - before.to_world(self.to_local(point))) / dt
        } else {
            DVec3::ZERO
        }
    }
}

#[cfg(test)]
mod tests;
