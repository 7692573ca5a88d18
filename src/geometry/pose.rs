//! A pose: where a rigid body is, and how it is turned.
//!
//! Source of the turn: A. Cayley, 1846. `(1 + S) / (1 - S)` is a rotation for every skew matrix `S`, so
//! that a small turn needs no sine: only what every target computes to the same bits.

use glam::{DMat3, DVec3};

use super::{HalfSpace, Obb, Plane, Sphere, rotation_from_degrees};

/// A position and a rotation, without scale: see [`Placement`](super::Placement) for that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    position: DVec3,
    rotation: DMat3,
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self {
        position: DVec3::ZERO,
        rotation: DMat3::IDENTITY,
    };

    /// At `position`, turned by degrees about X, Y and Z as
    /// [`rotation_from_degrees`] does.
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

    /// Where the body's origin is; metres.
    pub fn position(&self) -> DVec3 {
        self.position
    }

    /// How the body is turned: a pure rotation.
    pub fn rotation(&self) -> DMat3 {
        self.rotation
    }

    /// Where the body's own `point` is in the world.
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// The pose of something that has the pose `offset` as seen from this body.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// let car = Pose::new(DVec3::X * 10.0, DVec3::new(0.0, 90.0, 0.0)).unwrap();
    /// let bumper = Pose::new(DVec3::NEG_Z * 2.0, DVec3::ZERO).unwrap();
    /// assert_eq!(car.compose(&bumper).position(), DVec3::X * 8.0);
    /// ```
    pub fn compose(&self, offset: &Self) -> Self {
        Self {
            position: self.apply(offset.position),
            rotation: self.rotation * offset.rotation,
        }
    }

    /// Moved by `shift`, metres, and turned about its position by about `turn`: its direction is the
    /// axis, its length the angle in radians (2·atan of half of it: less than 1 % less below 0.3).
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Pose, glam::DVec3};
    /// // Half of it is 1, whose arc tangent is an eighth of a turn: a quarter turn about Y.
    /// let turned = Pose::IDENTITY.shifted_and_turned(DVec3::X, DVec3::Y * 2.0);
    /// assert!(turned.apply(DVec3::X).abs_diff_eq(DVec3::new(1.0, 0.0, -1.0), 1e-15));
    /// ```
    pub fn shifted_and_turned(&self, shift: DVec3, turn: DVec3) -> Self {
        let half = turn * 0.5;
        let share = 2.0 / (1.0 + half.length_squared());
        let turned = |axis: DVec3| {
            let across = half.cross(axis);
            axis + (across + half.cross(across)) * share
        };
        // Square and of unit length again, so that many small turns do not add up to a shear.
        let x = turned(self.rotation.x_axis).normalize();
        let y = turned(self.rotation.y_axis);
        let y = (y - x * x.dot(y)).normalize();
        Self {
            position: self.position + shift,
            rotation: DMat3::from_cols(x, y, x.cross(y)),
        }
    }
}

impl Sphere {
    /// The same sphere on a body with this pose.
    pub fn posed(&self, pose: &Pose) -> Self {
        self.at(pose.apply(self.center()))
    }
}

impl Plane {
    /// The same plane on a body with this pose.
    pub fn posed(&self, pose: &Pose) -> Self {
        let normal = pose.rotation * self.normal();
        Self::from_unit_normal(normal, self.offset() - normal.dot(pose.position))
    }
}

impl HalfSpace {
    /// The same half-space on a body with this pose.
    pub fn posed(&self, pose: &Pose) -> Self {
        Self::new(self.surface().posed(pose))
    }
}

impl Obb {
    /// The same box on a body with this pose.
    pub fn posed(&self, pose: &Pose) -> Self {
        self.moved(pose.apply(self.center()), pose.rotation * self.axes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_turn_is_the_turn_about_the_axis_by_the_angle() {
        let turned = Pose::IDENTITY.shifted_and_turned(DVec3::ZERO, DVec3::Z * 1e-3);
        // cos ≈ 1 - 5e-7, sin ≈ 1e-3.
        let expected = DVec3::new(1.0 - 5e-7, 1e-3, 0.0);
        assert!(turned.apply(DVec3::X).abs_diff_eq(expected, 1e-9));
    }

    #[test]
    fn a_million_turns_leave_a_rotation() {
        let mut pose = Pose::new(DVec3::ONE, DVec3::new(10.0, 20.0, 30.0)).unwrap();
        for _ in 0..1_000_000 {
            pose = pose.shifted_and_turned(DVec3::ZERO, DVec3::new(0.3, -0.2, 0.1));
        }
        let square = pose.rotation.transpose() * pose.rotation;
        assert!(square.abs_diff_eq(DMat3::IDENTITY, 1e-14));
        assert!((pose.rotation.determinant() - 1.0).abs() < 1e-14);
        assert_eq!(pose.position, DVec3::ONE);
    }

    #[test]
    fn shapes_move_with_their_body() {
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
        let moved = plane.posed(&pose).signed_distance(pose.apply(point));
        assert!((moved - height).abs() < 1e-14);
        let obb = Obb::new(DVec3::Z, DMat3::IDENTITY, DVec3::ONE).unwrap();
        let local = obb.posed(&pose).to_local(pose.apply(point));
        assert!(local.abs_diff_eq(obb.to_local(point), 1e-14));
    }

    #[test]
    fn numbers_that_are_not_finite_make_no_pose() {
        assert_eq!(Pose::new(DVec3::NAN, DVec3::ZERO), None);
        assert_eq!(Pose::new(DVec3::ZERO, DVec3::splat(f64::INFINITY)), None);
    }
}
