//! What is seen from where.

use macroquad::math::{Mat4, Vec3};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;

use crate::draw::convert::to_drawn;

/// Nothing nearer than this is drawn, whatever the player's size; metres. Smaller: far surfaces that
/// lie close together flicker, since the depth buffer is finest near the camera.
const FARTHEST_NEAR: f32 = 0.05;

/// At the corners of the picture, nothing nearer than this share of the player's radius is drawn. A camera sphere stays farther
/// from what it touches, also from edges on the classic controller, which are felt at half its
/// radius. Larger: walls that are touched are cut open at the picture's corners.
const NEAR_PER_RADIUS: f32 = 0.465;

/// The view of one frame, relative to the scene's origin.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    origin: DVec3,
    pub eye: Vec3,
    pub look: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    /// Half the size of the picture at a distance of 1.
    pub half_width: f32,
    pub half_height: f32,
    /// Size of the picture; pixels.
    pub size: (f32, f32),
    /// Nothing nearer than this is drawn; metres.
    pub near: f32,
    far: f32,
}

impl Camera {
    /// The view from `eye` along `axes`, on a window of `size` pixels.
    ///
    /// - `origin`: the scene's; metres.
    /// - `field_of_view`: vertical; radians.
    /// - `radius`: the player's; metres.
    /// - `far`: nothing farther than this is drawn; metres.
    pub fn new(
        eye: DVec3,
        origin: DVec3,
        axes: &ViewAxes,
        (size, field_of_view): ((f32, f32), f32),
        radius: f64,
        far: f32,
    ) -> Self {
        let half_height = (field_of_view * 0.5).tan();
        let half_width = half_height * size.0 / size.1.max(1.0);
        Self {
            origin,
            eye: to_drawn(eye - origin),
            look: to_drawn(axes.look),
            right: to_drawn(axes.right),
            up: to_drawn(axes.right.cross(axes.look)),
            half_width,
            half_height,
            size,
            near: near_distance(radius, (half_width, half_height)),
            far,
        }
    }

    /// From the scene to the screen.
    pub fn view_projection(&self) -> Mat4 {
        let aspect = self.half_width / self.half_height;
        let field_of_view = 2.0 * self.half_height.atan();
        Mat4::perspective_rh_gl(field_of_view, aspect, self.near, self.far)
            * Mat4::look_to_rh(self.eye, self.look, self.up)
    }

    /// `point` relative to the scene's origin; metres.
    pub fn relative(&self, point: DVec3) -> Vec3 {
        to_drawn(point - self.origin)
    }

    /// Where on the picture `point` is seen, from its left and its top, each from 0 to 1 within it;
    /// `None` when it is behind the eye. In metres, and not relative to the scene's origin.
    pub fn project(&self, point: DVec3) -> Option<(f32, f32)> {
        let ray = self.relative(point) - self.eye;
        let ahead = ray.dot(self.look);
        (ahead > self.near).then(|| {
            let across = ray.dot(self.right) / (ahead * self.half_width);
            let up = ray.dot(self.up) / (ahead * self.half_height);
            (0.5 + 0.5 * across, 0.5 - 0.5 * up)
        })
    }
}

/// The nearest that is drawn for a player of `radius`, in a picture of this half size at a distance of
/// 1; metres all.
fn near_distance(radius: f64, (half_width, half_height): (f32, f32)) -> f32 {
    let corner = (1.0 + half_width * half_width + half_height * half_height).sqrt();
    (NEAR_PER_RADIUS * radius as f32 / corner).min(FARTHEST_NEAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::angle::BinaryAngle;

    /// Half a picture of 16:9 and 60 degrees from top to bottom.
    const WIDE: (f32, f32) = (1.026, 0.577);

    #[test]
    fn a_small_player_sees_the_wall_that_it_touches() {
        // The corner of a 16:9 picture of 60 degrees is 1.55 times as far as the near plane, and of one of
        // 120 degrees 3.67 times.
        for (half, corner) in [(WIDE, 1.55), ((3.079, 1.732), 3.67)] {
            for radius in [1e-3, 0.02, 0.1, 0.5] {
                assert!(f64::from(near_distance(radius, half)) * corner < 0.5 * radius);
            }
        }
    }

    #[test]
    fn points_are_projected_where_the_gpu_draws_them() {
        let (yaw, pitch) = (
            BinaryAngle::from_degrees(30.0),
            BinaryAngle::from_degrees(-20.0),
        );
        let (eye, origin) = (DVec3::new(1005.0, 2.0, -7.0), DVec3::new(1000.0, 0.0, 0.0));
        let axes = ViewAxes::new(yaw, pitch);
        let camera = Camera::new(eye, origin, &axes, ((1600.0, 900.0), 1.2), 0.5, 400.0);
        let (x, y) = camera.project(eye + axes.look * 5.0).unwrap();
        assert!((x - 0.5).abs() < 1e-5 && (y - 0.5).abs() < 1e-5, "{x} {y}");
        assert_eq!(camera.project(eye - axes.look * 5.0), None);
        let point = eye + axes.look * 9.0 + axes.right * 2.0 + DVec3::Y;
        let drawn = camera
            .view_projection()
            .project_point3(to_drawn(point - origin));
        let (x, y) = camera.project(point).unwrap();
        assert!((x - (0.5 + 0.5 * drawn.x)).abs() < 1e-5, "{x} {drawn}");
        assert!((y - (0.5 - 0.5 * drawn.y)).abs() < 1e-5, "{y} {drawn}");
    }

    #[test]
    fn a_large_player_sees_as_near_as_any() {
        assert_eq!(near_distance(0.5, WIDE), FARTHEST_NEAR);
        assert_eq!(near_distance(1e3, WIDE), FARTHEST_NEAR);
    }
}
