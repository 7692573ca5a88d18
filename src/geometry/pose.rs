//! A pose: the position and rotation of a rigid body.
//!
//! Source of the rotation: A. Cayley, 1846. `(1 + S) / (1 - S)` is a rotation for every skew matrix
//! `S`. A small rotation thus needs no sine, only operations that every target computes bit for bit
//! the same.

use glam::{DMat3, DQuat, DVec3};

use super::{HalfSpace, Obb, Plane, Sphere, rotation_from_degrees};

/// A position and a rotation, without scale. [`Placement`](super::Placement) has scale too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    position: DVec3,
    rotation: DMat3,
}

impl Pose {
    /// The identity, at the origin, not rotated.
    pub const IDENTITY: Self = Self {
        position: DVec3::ZERO,
        rotation: DMat3::IDENTITY,
    };

    /// The pose at `position`, rotated by degrees about X, Y and Z as in [`rotation_from_degrees`].
    ///
    /// `None` when a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// let pose = Pose::new(DVec3::Y, DVec3::new(0.0, 90.0, 0.0)).unwrap();
    /// // A quarter turn to the left takes -Z to -X; then up by 1 m.
    /// assert_eq!(pose.apply(DVec3::NEG_Z), DVec3::new(-1.0, 1.0, 0.0));
    /// ```
    pub fn new(position: DVec3, rotation_deg: DVec3) -> Option<Self> {
        (position.is_finite() && rotation_deg.is_finite()).then(|| Self {
            position,
            rotation: rotation_from_degrees(rotation_deg),
        })
    }

    /// The world position of the body's origin; metres.
    pub fn position(&self) -> DVec3 {
        self.position
    }

    /// The body's orientation, a pure rotation.
    pub fn rotation(&self) -> DMat3 {
        self.rotation
    }

    /// Converts `point` from body space to world space.
    #[must_use]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// The world pose of a child whose pose relative to this body is `offset`.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// let car = Pose::new(DVec3::X * 10.0, DVec3::new(0.0, 90.0, 0.0)).unwrap();
    /// let bumper = Pose::new(DVec3::NEG_Z * 2.0, DVec3::ZERO).unwrap();
    /// assert_eq!(car.compose(&bumper).position(), DVec3::X * 8.0);
    /// ```
    #[must_use]
    pub fn compose(&self, offset: &Self) -> Self {
        Self {
            position: self.apply(offset.position),
            rotation: self.rotation * offset.rotation,
        }
    }

    /// This pose translated by `shift`, metres, and rotated about its position by the rotation vector
    /// `turn`. Its direction is the axis, its length the angle in radians. The true angle is
    /// 2·atan(length / 2), which is less than 1 % smaller below 0.3.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// // Half of the length is 1, and atan 1 is an eighth of a turn: a quarter turn about Y.
    /// let turned = Pose::IDENTITY.translated_and_rotated(DVec3::X, DVec3::Y * 2.0);
    /// assert!(turned.apply(DVec3::X).abs_diff_eq(DVec3::new(1.0, 0.0, -1.0), 1e-15));
    /// ```
    #[must_use]
    pub fn translated_and_rotated(&self, shift: DVec3, turn: DVec3) -> Self {
        let half = turn * 0.5;
        let share = 2.0 / (1.0 + half.length_squared());
        let turned = |axis: DVec3| {
            let across = half.cross(axis);
            axis + (across + half.cross(across)) * share
        };
        // Orthonormalise, so that many small rotations do not accumulate shear.
        let x = turned(self.rotation.x_axis).normalize();
        let y = turned(self.rotation.y_axis);
        let y = (y - x * x.dot(y)).normalize();
        Self {
            position: self.position + shift,
            rotation: DMat3::from_cols(x, y, x.cross(y)),
        }
    }

    /// The pose at `fraction` of the way to `to`: 0 is this pose, 1 is `to`. A sweep's normalised
    /// time of touch interpolates the pose of the body at the touch.
    ///
    /// The position moves evenly. The rotation takes the shorter way around, by normalised
    /// quaternions, exact at both ends and in the middle, and for a quarter turn at most 1 degree
    /// off an even rotation in between.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// let turned = Pose::new(DVec3::X * 4.0, DVec3::new(0.0, 90.0, 0.0)).unwrap();
    /// let halfway = Pose::IDENTITY.interpolated(&turned, 0.5);
    /// assert_eq!(halfway.position(), DVec3::X * 2.0);
    /// let forward = halfway.rotation() * DVec3::NEG_Z;
    /// assert!((forward.x - forward.z).abs() < 1e-15); // 45 degrees to the left
    /// ```
    #[must_use]
    pub fn interpolated(&self, to: &Self, fraction: f64) -> Self {
        let [from_turn, to_turn] = [self, to].map(|pose| DQuat::from_mat3(&pose.rotation));
        // A quaternion and its opposite are the same rotation; the nearer one is the shorter way.
        let near = if from_turn.dot(to_turn) < 0.0 {
            -to_turn
        } else {
            to_turn
        };
        let turn = (from_turn * (1.0 - fraction) + near * fraction).normalize();
        Self {
            position: self.position + (to.position - self.position) * fraction,
            rotation: DMat3::from_quat(turn),
        }
    }
}

impl Sphere {
    /// The same sphere, transformed by `pose`.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        self.at(pose.apply(self.center()))
    }
}

impl Plane {
    /// The same plane, transformed by `pose`.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        let normal = pose.rotation * self.normal();
        Self::from_unit_normal(normal, self.offset() - normal.dot(pose.position))
    }
}

impl HalfSpace {
    /// The same half-space, transformed by `pose`.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self::new(self.surface().transformed(pose))
    }
}

impl Obb {
    /// The same box, transformed by `pose`.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        self.moved(pose.apply(self.center()), pose.rotation * self.axes())
    }
}

#[cfg(test)]
mod tests;
