//! An affine transform of a mesh or prop: scale, rotation and translation.

use glam::{DMat3, DVec3};

use super::angle::sin_cos_deg;

/// The rotation for degrees about X, Y and Z as level files give them: `R = Ry · Rx · Rz`.
///
/// A point is rolled about Z first, then pitched about X, then turned about Y. Multiples of 90
/// degrees are exact.
///
/// # Example
/// ```
/// use sidle::{geometry::rotation_from_degrees, glam::DVec3};
/// // A quarter turn to the left takes -Z (forward) to -X.
/// let left = rotation_from_degrees(DVec3::new(0.0, 90.0, 0.0));
/// assert_eq!(left * DVec3::NEG_Z, DVec3::NEG_X);
/// ```
pub fn rotation_from_degrees(degrees: DVec3) -> DMat3 {
    let (sx, cx) = sin_cos_deg(degrees.x);
    let (sy, cy) = sin_cos_deg(degrees.y);
    let (sz, cz) = sin_cos_deg(degrees.z);
    let about_x = DMat3::from_cols(DVec3::X, DVec3::new(0.0, cx, sx), DVec3::new(0.0, -sx, cx));
    let about_y = DMat3::from_cols(DVec3::new(cy, 0.0, -sy), DVec3::Y, DVec3::new(sy, 0.0, cy));
    let about_z = DMat3::from_cols(DVec3::new(cz, sz, 0.0), DVec3::new(-sz, cz, 0.0), DVec3::Z);
    about_y * about_x * about_z
}

/// Maps mesh space to world space: scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The world position of the mesh's origin; metres.
    pub position: DVec3,
    /// A pure rotation.
    pub rotation: DMat3,
    /// Scale factors along the mesh's own axes. A negative factor mirrors.
    pub scale: DVec3,
}

impl Placement {
    /// The identity transform.
    pub const IDENTITY: Self = Self {
        position: DVec3::ZERO,
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
    };

    /// The transform for a position, degrees as in [`rotation_from_degrees`], and a scale.
    pub fn new(position: DVec3, rotation_deg: DVec3, scale: DVec3) -> Self {
        Self {
            position,
            rotation: rotation_from_degrees(rotation_deg),
            scale,
        }
    }

    /// The world position of the mesh's `point`.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Placement, glam::DVec3};
    /// let placed = Placement::new(DVec3::Y, DVec3::new(0.0, 0.0, 90.0), DVec3::new(2.0, 1.0, 1.0));
    /// // (1,0,0) scaled to (2,0,0), rolled to (0,2,0), moved to (0,3,0).
    /// assert_eq!(placed.apply(DVec3::X), DVec3::new(0.0, 3.0, 0.0));
    /// ```
    #[must_use]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * (self.scale * point)
    }

    /// Whether the transform turns the mesh inside out. Its faces must then be wound the other way.
    pub fn mirrors(&self) -> bool {
        self.scale.x * self.scale.y * self.scale.z < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_positive_rotation_is_counter_clockwise_seen_against_its_axis() {
        let turn = |x, y, z| rotation_from_degrees(DVec3::new(x, y, z));
        assert_eq!(turn(90.0, 0.0, 0.0) * DVec3::Y, DVec3::Z);
        assert_eq!(turn(0.0, 90.0, 0.0) * DVec3::Z, DVec3::X);
        assert_eq!(turn(0.0, 0.0, 90.0) * DVec3::X, DVec3::Y);
    }

    #[test]
    fn rotations_apply_z_then_x_then_y() {
        // X, rolled about Z, is Y; pitched about X, it is Z; turned about Y, it is X.
        assert_eq!(
            rotation_from_degrees(DVec3::splat(90.0)) * DVec3::X,
            DVec3::X
        );
        // Z, rolled, stays Z; pitched, it is -Y; turned, it stays -Y.
        assert_eq!(
            rotation_from_degrees(DVec3::splat(90.0)) * DVec3::Z,
            DVec3::NEG_Y
        );
    }

    #[test]
    fn a_rotation_keeps_lengths_and_handedness() {
        let rotation = rotation_from_degrees(DVec3::new(17.0, -123.0, 301.0));
        assert!((rotation.determinant() - 1.0).abs() < 1e-14);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            assert!(((rotation * axis).length() - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn one_or_three_negative_factors_mirror_and_two_do_not() {
        let mirrors = |x, y, z| {
            Placement {
                scale: DVec3::new(x, y, z),
                ..Placement::IDENTITY
            }
            .mirrors()
        };
        assert!(mirrors(-1.0, 1.0, 1.0));
        assert!(mirrors(-1.0, -1.0, -1.0));
        assert!(!mirrors(-1.0, 2.0, -1.0));
        assert!(!mirrors(1.0, 1.0, 1.0));
    }
}
