//! The camera: its position, its directions and its projection.

use macroquad::math::{Mat4, Vec3};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;

use crate::draw::glam_interop::to_render_vec3;

/// The near plane is never farther than this; metres. Smaller: distant surfaces that lie close together flicker, since
/// the depth buffer is finest near the camera. Larger: nearby surfaces are cut open.
const MAX_NEAR: f32 = 0.05;

/// The near plane of a section is never nearer than this; metres. Smaller: distant surfaces flicker; larger: a tiny body is
/// cut away.
const MIN_NEAR: f32 = 1e-4;

/// Distance of the near plane at the picture's corners, as a share of the clearance. The eye may come as close to an
/// edge as half the clearance. Larger: the picture's corners cut a touched wall open.
const NEAR_PER_CLEARANCE: f32 = 0.465;

/// The view of one frame, relative to the scene's origin.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    origin: DVec3,
    pub eye: Vec3,
    pub look: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    /// Half the size of the picture at distance 1 from the eye.
    pub half_width: f32,
    pub half_height: f32,
    /// Size of the picture; pixels.
    pub size: (f32, f32),
    /// Distance of the near plane; metres.
    pub near: f32,
    far: f32,
}

impl Camera {
    /// The camera at `eye` with the directions `axes`, for a picture of `size` pixels.
    ///
    /// - `origin`: the scene's origin; metres.
    /// - `field_of_view`: vertical; radians.
    /// - `clearance`: radius of the free room around the eye; metres.
    /// - `far`: distance of the far plane; metres.
    pub fn new(
        eye: DVec3,
        origin: DVec3,
        axes: &ViewAxes,
        (size, field_of_view): ((f32, f32), f32),
        clearance: f64,
        far: f32,
    ) -> Self {
        let half_height = (field_of_view * 0.5).tan();
        let half_width = half_height * size.0 / size.1.max(1.0);
        Self {
            origin,
            eye: to_render_vec3(eye - origin),
            look: to_render_vec3(axes.look),
            right: to_render_vec3(axes.right),
            up: to_render_vec3(axes.right.cross(axes.look)),
            half_width,
            half_height,
            size,
            near: near_distance(clearance, (half_width, half_height)),
            far,
        }
    }

    /// The same camera with its near plane at this distance, which cuts the level open; metres.
    pub fn cut_at(self, distance: f64) -> Self {
        let near = (distance as f32).clamp(MIN_NEAR, self.far * 0.5);
        Self { near, ..self }
    }

    /// The matrix from the scene to clip space.
    pub fn view_projection(&self) -> Mat4 {
        let aspect = self.half_width / self.half_height;
        let field_of_view = 2.0 * self.half_height.atan();
        Mat4::perspective_rh_gl(field_of_view, aspect, self.near, self.far)
            * Mat4::look_to_rh(self.eye, self.look, self.up)
    }

    /// Converts `point` to the scene's coordinates; metres.
    pub fn relative(&self, point: DVec3) -> Vec3 {
        to_render_vec3(point - self.origin)
    }

    /// The unit direction from the eye through a place of the picture, from the left and from the top, as shares of it.
    pub fn direction(&self, (x, y): (f32, f32)) -> DVec3 {
        let across = self.right * ((2.0 * x - 1.0) * self.half_width);
        let up = self.up * ((1.0 - 2.0 * y) * self.half_height);
        let through = self.look + across + up;
        let [x, y, z] = through.to_array().map(f64::from);
        DVec3::new(x, y, z).normalize_or_zero()
    }

    /// Projects `point`, in world coordinates, onto the picture.
    ///
    /// # Returns
    /// The place from the left and from the top, each from 0 to 1 within the picture. `None` if the point is
    /// behind the eye.
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

/// Distance of the near plane for an eye with this `clearance`, and a picture of this half size at distance 1; metres.
fn near_distance(clearance: f64, (half_width, half_height): (f32, f32)) -> f32 {
    let corner = (1.0 + half_width * half_width + half_height * half_height).sqrt();
    (NEAR_PER_CLEARANCE * clearance as f32 / corner).min(MAX_NEAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::angle::BinaryAngle;

    /// Half the size of a 16:9 picture with a vertical field of view of 60 degrees.
    const WIDE: (f32, f32) = (1.026, 0.577);

    #[test]
    fn the_near_plane_does_not_cut_a_touched_wall() {
        // The corner of a 16:9 picture of 60 degrees is 1.55 times as far as the near plane, and of one of
        // 120 degrees 3.67 times.
        for (half, corner) in [(WIDE, 1.55), ((3.079, 1.732), 3.67)] {
            for clearance in [1e-3, 0.02, 0.1, 0.5] {
                assert!(f64::from(near_distance(clearance, half)) * corner < 0.5 * clearance);
            }
        }
    }

    #[test]
    fn a_direction_leads_to_the_place_that_it_was_made_for() {
        let axes = ViewAxes::new(
            BinaryAngle::from_degrees(30.0),
            BinaryAngle::from_degrees(-20.0),
        );
        let eye = DVec3::new(3.0, 1.5, -2.0);
        let camera = Camera::new(eye, DVec3::X, &axes, ((640.0, 400.0), 1.2), 0.5, 100.0);
        for place in [(0.5, 0.5), (0.1, 0.9), (0.97, 0.03)] {
            let seen = camera
                .project(eye + camera.direction(place) * 5.0)
                .expect("ahead");
            let off = (seen.0 - place.0).hypot(seen.1 - place.1);
            assert!(off < 1e-4, "{place:?}: {seen:?}");
        }
    }

    #[test]
    fn project_agrees_with_the_view_projection_matrix() {
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
            .project_point3(to_render_vec3(point - origin));
        let (x, y) = camera.project(point).unwrap();
        assert!((x - (0.5 + 0.5 * drawn.x)).abs() < 1e-5, "{x} {drawn}");
        assert!((y - (0.5 - 0.5 * drawn.y)).abs() < 1e-5, "{y} {drawn}");
    }

    #[test]
    fn a_large_clearance_does_not_move_the_near_plane() {
        assert_eq!(near_distance(0.5, WIDE), MAX_NEAR);
        assert_eq!(near_distance(1e3, WIDE), MAX_NEAR);
    }
}
