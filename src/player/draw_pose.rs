//! Where an engine draws a player: between two ticks, in `f32`.

use glam::{DVec3, Vec3};

use super::{PlayerState, Tuning};
use crate::geometry::float::clamp;

/// Where a player is drawn, in the numbers of an engine, metres and radians in `f32`. The simulation goes on in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawPose {
    /// The body's reference point, a sphere's centre, or the centre of a capsule's bottom sphere.
    pub position: Vec3,
    /// The camera.
    pub eye: Vec3,
    /// Heading of the view, counted from -Z to the left.
    pub yaw: f32,
    /// Upward tilt of the view.
    pub pitch: f32,
}

impl DrawPose {
    /// The pose at `fraction` of the way from the tick `before` to the tick `after`, 0 to 1, seen from `origin`.
    ///
    /// - `origin` is the point that the engine draws at zero; metres. Near the player it keeps `f32` exact to less than a
    ///   micrometre, however far the player is from the world's origin.
    /// - Only the position is interpolated. The view is that of `after`, because a view that lags behind the mouse
    ///   feels slow.
    /// - After a teleport, pass the same state twice.
    ///
    /// # Example
    /// ```
    /// use sidle::glam::{DVec3, Vec3};
    /// use sidle::player::{DrawPose, PlayerState, Tuning};
    /// let far = DVec3::X * 1e9; // where one step of an `f32` is 64 m
    /// let before = PlayerState { position: far, ..PlayerState::default() };
    /// let after = PlayerState { position: far + DVec3::Z, ..before };
    /// let pose = DrawPose::between(&before, &after, 0.25, &Tuning::default(), far);
    /// assert_eq!(pose.eye, Vec3::Z * 0.25); // the eye of a sphere is its centre
    /// ```
    #[must_use]
    pub fn between(
        before: &PlayerState,
        after: &PlayerState,
        fraction: f64,
        tuning: &Tuning,
        origin: DVec3,
    ) -> Self {
        let fraction = clamp(fraction, 0.0, 1.0);
        let position = before.position + (after.position - before.position) * fraction - origin;
        let eye = position + DVec3::Y * tuning.for_player(after).eye_offset();
        Self {
            position: position.as_vec3(),
            eye: eye.as_vec3(),
            yaw: after.yaw.radians() as f32,
            pitch: after.pitch.radians() as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::angle::BinaryAngle;
    use crate::player::BodyShape;

    #[test]
    fn the_ends_are_the_two_ticks_and_a_fraction_beyond_them_counts_as_an_end() {
        let state = |position| PlayerState {
            position,
            yaw: BinaryAngle::from_degrees(90.0),
            ..PlayerState::default()
        };
        let (before, after) = (state(DVec3::X), state(DVec3::X * 2.0));
        let x = |fraction| {
            let tuning = Tuning::default();
            let pose = DrawPose::between(&before, &after, fraction, &tuning, DVec3::ZERO);
            assert_eq!(pose.yaw, core::f32::consts::FRAC_PI_2);
            pose.position.x
        };
        assert_eq!(
            [x(-1.0), x(0.0), x(0.5), x(1.0), x(7.0)],
            [1.0, 1.0, 1.5, 2.0, 2.0]
        );
    }

    #[test]
    fn the_eye_of_a_capsule_goes_down_when_it_crouches() {
        let tuning = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            ..Tuning::default()
        };
        let standing = PlayerState::default();
        let crouched = PlayerState {
            crouched: true,
            ..standing
        };
        let eye = |state: &PlayerState| {
            DrawPose::between(state, state, 1.0, &tuning, DVec3::ZERO)
                .eye
                .y
        };
        // The bottom is 0.3 m below the reference point.
        assert!((eye(&standing) - (1.65 - 0.3)).abs() < 1e-6);
        assert!(eye(&crouched) < eye(&standing) - 0.5);
    }
}
