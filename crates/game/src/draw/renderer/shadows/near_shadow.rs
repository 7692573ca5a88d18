//! The near half of the sun's shadow map: its place, and when it is rendered around another place.

use macroquad::math::{Mat4, Vec3};

use crate::draw::renderer::shadows::shadow_map::SIZE;

/// How far the near half reaches from its middle; metres. Larger: coarser shadows near the eye, a blurred edge farther away.
const NEAR_REACH: f32 = 12.0;

/// How far the eye may move before the near half is rendered around it again; metres. Smaller: more often; larger: the
/// blurred edge comes nearer.
const NEAR_STEP: f32 = 3.0;

/// A magnification that is not worth rendering a second half.
const MIN_MAGNIFICATION: f32 = 1.25;

/// The place of the near half: the part of the far half's space, from -1 to 1, that it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    pub center: [f32; 2],
    /// How many times as large as in the far half everything is.
    pub magnification: f32,
}

impl Near {
    /// The near half around `eye`, unless the far half of this `projection` is nearly as sharp.
    pub fn around(projection: &Mat4, eye: Vec3) -> Option<Self> {
        let magnification = half_extent(projection) / NEAR_REACH;
        // On whole texels, so that shadows do not crawl when it moves.
        let texel = 2.0 / (SIZE as f32 * magnification);
        let seen = projection.transform_point3(eye);
        let center = [seen.x, seen.y].map(|place| (place / texel).round() * texel);
        (magnification >= MIN_MAGNIFICATION).then_some(Self {
            center,
            magnification,
        })
    }

    /// Whether `other` is so close that this one may stay.
    pub fn may_stay_for(&self, other: &Self, projection: &Mat4) -> bool {
        let step = NEAR_STEP / half_extent(projection);
        let mut off = self.center.iter().zip(other.center);
        self.magnification == other.magnification
            && off.all(|(now, then)| (now - then).abs() <= step)
    }

    /// The matrix from the scene to the near half, from -1 to 1.
    pub fn projection(&self, far: &Mat4) -> Mat4 {
        let [x, y] = self.center;
        let scale = Vec3::new(self.magnification, self.magnification, 1.0);
        Mat4::from_scale(scale) * Mat4::from_translation(Vec3::new(-x, -y, 0.0)) * *far
    }
}

/// Half the side of the cube that an orthographic projection of one scale shows; metres.
fn half_extent(projection: &Mat4) -> f32 {
    1.0 / projection.row(0).truncate().length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::renderer::level::bounds::Bounds;
    use crate::draw::renderer::level::sun::{projection, seen_from_sun};

    /// The projection of a level that is a cube with this half side.
    fn far(half: f32) -> Mat4 {
        let cube = Bounds {
            min: Vec3::splat(-half),
            max: Vec3::splat(half),
        };
        projection(seen_from_sun(cube.corners().into_iter()))
    }

    #[test]
    fn the_near_half_shows_twelve_metres_around_the_eye_at_the_same_depth() {
        let far = far(40.0);
        let eye = Vec3::new(5.0, 1.0, -9.0);
        let near = Near::around(&far, eye).expect("a near half");
        let projection = near.projection(&far);
        let seen = projection.transform_point3(eye);
        let texel = 2.0 / SIZE as f32;
        assert!(seen.x.abs() <= texel && seen.y.abs() <= texel, "{seen}");
        for off in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::ONE] {
            let (one, other) = (
                far.transform_point3(eye + off),
                projection.transform_point3(eye + off),
            );
            assert!((one.z - other.z).abs() < 1e-6);
            // In both halves the same way, and in the near one a metre is a twelfth.
            let far_eye = far.transform_point3(eye);
            let in_far = (one - far_eye).truncate() * near.magnification;
            assert!((in_far - (other - seen).truncate()).length() < 1e-4);
        }
        assert!((half_extent(&projection) - NEAR_REACH).abs() < 1e-3);
    }

    #[test]
    fn the_near_half_stays_until_the_eye_has_moved_three_metres() {
        let far = far(40.0);
        let at = |x: f32| Near::around(&far, Vec3::new(x, 0.0, 0.0)).expect("a near half");
        assert!(at(0.0).may_stay_for(&at(0.0), &far));
        assert!(at(0.0).may_stay_for(&at(2.0), &far));
        assert!(!at(0.0).may_stay_for(&at(-9.0), &far));
    }

    #[test]
    fn a_small_level_needs_no_near_half() {
        assert_eq!(Near::around(&far(4.0), Vec3::ZERO), None);
        assert!(Near::around(&far(60.0), Vec3::ZERO).is_some());
    }
}
