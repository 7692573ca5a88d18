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
    /// The identity: at the origin, not rotated.
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

    /// The body's orientation: a pure rotation.
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

    /// This pose translated by `shift`, metres, and rotated about its position by the rotation
    /// vector `turn`: its direction is the axis, its length the angle in radians. The true angle is
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
    /// quaternions: exact at both ends and in the middle, and for a quarter turn at most 1 degree
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
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn a_small_rotation_turns_about_its_axis_by_its_angle() {
        let turned = Pose::IDENTITY.translated_and_rotated(DVec3::ZERO, DVec3::Z * 1e-3);
        // cos ≈ 1 - 5e-7, sin ≈ 1e-3.
        let expected = DVec3::new(1.0 - 5e-7, 1e-3, 0.0);
        assert!(turned.apply(DVec3::X).abs_diff_eq(expected, 1e-9));
    }

    #[test]
    fn a_million_rotations_leave_a_pure_rotation() {
        let mut pose = Pose::new(DVec3::ONE, DVec3::new(10.0, 20.0, 30.0)).unwrap();
        for _ in 0..1_000_000 {
            pose = pose.translated_and_rotated(DVec3::ZERO, DVec3::new(0.3, -0.2, 0.1));
        }
        let square = pose.rotation.transpose() * pose.rotation;
        assert!(square.abs_diff_eq(DMat3::IDENTITY, 1e-14));
        assert!((pose.rotation.determinant() - 1.0).abs() < 1e-14);
        assert_eq!(pose.position, DVec3::ONE);
    }

    #[test]
    fn shapes_transform_with_their_body() {
        let pose = Pose::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(30.0, 70.0, -20.0)).unwrap();
        let offset = Pose::new(DVec3::X, DVec3::new(0.0, 45.0, 0.0)).unwrap();
        let both = pose.compose(&offset);
        let point = DVec3::new(0.3, -0.4, 0.9);
        assert!(
            both.apply(point)
                .abs_diff_eq(pose.apply(offset.apply(point)), 1e-14)
        );
        let plane = Plane::new(DVec3::Y, DVec3::new(1.0, 2.0, 2.0)).unwrap();
        let height = plane.signed_distance(point);
        let moved = plane.transformed(&pose).signed_distance(pose.apply(point));
        assert!((moved - height).abs() < 1e-14);
        let obb = Obb::new(DVec3::Z, DMat3::IDENTITY, DVec3::ONE).unwrap();
        let local = obb.transformed(&pose).to_local(pose.apply(point));
        assert!(local.abs_diff_eq(obb.to_local(point), 1e-14));
    }

    #[test]
    fn an_interpolated_pose_takes_the_shorter_way_and_stays_a_rotation() {
        let mut random = Random::new(51);
        for case in 0..20_000 {
            let mut pose = || Pose::new(random.vec3(5.0), random.vec3(180.0)).unwrap();
            let (from, to) = (pose(), pose());
            let angle = |a: &Pose, b: &Pose| {
                let turn = a.rotation.transpose() * b.rotation;
                let trace = turn.x_axis.x + turn.y_axis.y + turn.z_axis.z;
                libm::acos(((trace - 1.0) / 2.0).clamp(-1.0, 1.0))
            };
            let whole = angle(&from, &to);
            for fraction in [0.0, 0.25, 0.5, 0.8, 1.0] {
                let between = from.interpolated(&to, fraction);
                let square = between.rotation.transpose() * between.rotation;
                assert!(square.abs_diff_eq(DMat3::IDENTITY, 1e-14), "case {case}");
                // On the shorter way, both angles add up to the whole.
                let [done, left] = [angle(&from, &between), angle(&between, &to)];
                assert!(
                    (done + left - whole).abs() < 1e-6,
                    "case {case}: {done} {left}"
                );
                let uneven = (done - whole * fraction).abs();
                let bound = match fraction {
                    0.0 | 0.5 | 1.0 => 1e-6,
                    _ if whole <= core::f64::consts::FRAC_PI_2 => 0.018,
                    _ => 0.15,
                };
                assert!(
                    uneven < bound,
                    "case {case}: {uneven} of {whole} at {fraction}"
                );
                let way = from.position + (to.position - from.position) * fraction;
                assert_eq!(between.position, way);
            }
        }
    }

    #[test]
    fn non_finite_numbers_make_no_pose() {
        assert_eq!(Pose::new(DVec3::NAN, DVec3::ZERO), None);
        assert_eq!(Pose::new(DVec3::ZERO, DVec3::splat(f64::INFINITY)), None);
    }
}
