//! An oriented bounding box.
//!
//! Source: "OBB collision 2" (blog, 2016) for the box of a mesh. The blog centres the box on the
//! mesh's translation, which is right only for a mesh around its own origin. We centre it on the
//! transformed middle of the mesh's bounds.

use glam::{DMat3, DVec3};

use super::{Aabb, Placement};

/// A box with axes of its own.
///
/// The axes are orthonormal and hold the rotation alone; scale goes into the half extents. A half
/// extent may be zero (a sheet).
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

    /// Converts a world point to box space: the centre is the origin, the axes are X, Y and Z.
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
mod tests {
    use super::*;

    #[test]
    fn scale_goes_into_the_half_extents_and_never_into_the_axes() {
        let bounds = Aabb::from_points([-DVec3::ONE, DVec3::ONE]).unwrap();
        let placement = Placement::new(
            DVec3::ZERO,
            DVec3::new(20.0, 30.0, 40.0),
            DVec3::new(0.1, 5.0, 2.0),
        );
        let obb = Obb::from_bounds(&bounds, &placement).unwrap();
        assert_eq!(obb.axes(), placement.rotation);
        assert_eq!(obb.half_extents(), DVec3::new(0.1, 5.0, 2.0));
    }

    #[test]
    fn the_centre_of_the_bounds_is_scaled_and_rotated_with_the_mesh() {
        // Bounds centred on (0, 1, 0); scaled by 2 that is (0, 2, 0); rolled a quarter, (-2, 0, 0).
        let bounds =
            Aabb::from_points([DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 2.0, 1.0)]).unwrap();
        let placement = Placement::new(DVec3::Z, DVec3::new(0.0, 0.0, 90.0), DVec3::splat(2.0));
        let obb = Obb::from_bounds(&bounds, &placement).unwrap();
        assert_eq!(obb.center(), DVec3::new(-2.0, 0.0, 1.0));
    }

    #[test]
    fn every_corner_of_the_mesh_bounds_is_a_corner_of_the_box() {
        let corners = [DVec3::new(-1.0, 0.0, -0.5), DVec3::new(3.0, 2.0, 0.5)];
        let bounds = Aabb::from_points(corners).unwrap();
        let placement = Placement::new(
            DVec3::new(9.0, -4.0, 2.0),
            DVec3::new(50.0, 10.0, -70.0),
            DVec3::new(2.0, 0.5, 3.0),
        );
        let obb = Obb::from_bounds(&bounds, &placement).unwrap();
        for corner in corners {
            let local = obb.to_local(placement.apply(corner)).abs();
            assert!(local.abs_diff_eq(obb.half_extents(), 1e-12), "{local}");
            assert!(
                obb.to_world(obb.to_local(corner))
                    .abs_diff_eq(corner, 1e-12)
            );
        }
    }

    #[test]
    fn a_mirror_is_no_rotation() {
        let mirror = DMat3::from_diagonal(DVec3::new(1.0, -1.0, 1.0));
        assert_eq!(Obb::new(DVec3::ZERO, mirror, DVec3::ONE), None);
        // Two mirrored axes are half a turn.
        let half_turn = DMat3::from_diagonal(DVec3::new(1.0, -1.0, -1.0));
        assert!(Obb::new(DVec3::ZERO, half_turn, DVec3::ONE).is_some());
    }

    #[test]
    fn shear_negative_extents_and_non_finite_numbers_make_no_box() {
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z);
        assert_eq!(Obb::new(DVec3::ZERO, shear, DVec3::ONE), None);
        assert_eq!(
            Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(1.0, -1.0, 1.0)),
            None
        );
        assert_eq!(Obb::new(DVec3::NAN, DMat3::IDENTITY, DVec3::ONE), None);
    }

    #[test]
    fn a_mirror_makes_no_box_and_a_mirrored_mesh_does() {
        let turned = super::super::rotation_from_degrees(DVec3::new(20.0, -130.0, 70.0));
        let bounds = Aabb::from_points([DVec3::new(-1.0, 0.0, -0.5), DVec3::ONE]).unwrap();
        for signs in 0..8 {
            let sign = |bit: i32| if signs & bit == 0 { 1.0 } else { -1.0 };
            let flip = DVec3::new(sign(1), sign(2), sign(4));
            let mirrors = flip.element_product() < 0.0;
            for rotation in [DMat3::IDENTITY, turned] {
                let axes = rotation * DMat3::from_diagonal(flip);
                let made = Obb::new(DVec3::ONE, axes, DVec3::ONE);
                assert_eq!(made.is_none(), mirrors, "{flip}");
                // The scale of a placement carries its mirror, and its rotation stays one.
                let placement = Placement {
                    position: DVec3::Y,
                    rotation,
                    scale: flip * 2.0,
                };
                let obb = Obb::from_bounds(&bounds, &placement).unwrap();
                assert_eq!(obb.half_extents(), bounds.half_extents() * 2.0, "{flip}");
                for corner in [bounds.center() - bounds.half_extents(), DVec3::ONE] {
                    let local = obb.to_local(placement.apply(corner)).abs();
                    assert!(local.abs_diff_eq(obb.half_extents(), 1e-12), "{flip}");
                }
            }
        }
    }
}
