//! What is seen from where.

use macroquad::math::{Mat4, Vec3};
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;

use super::convert::to_drawn;

/// Vertical field of view; radians. At 16:9 this is 91 degrees from left to right.
const FIELD_OF_VIEW: f32 = 60.0 * std::f32::consts::PI / 180.0;

/// Nothing nearer than this is drawn; metres. A camera sphere stays farther from what it touches,
/// but for edges on the classic controller, which are felt at half its radius.
const NEAR: f32 = 0.05;

/// The view of one frame, relative to the scene's origin.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    pub eye: Vec3,
    pub look: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    /// Half the size of the picture at a distance of 1.
    pub half_width: f32,
    pub half_height: f32,
    /// Size of the picture; pixels.
    pub size: (f32, f32),
    far: f32,
}

impl Camera {
    /// The view from `eye` along `axes` on a window of `size` pixels, as far as `far` metres.
    pub fn new(eye: DVec3, origin: DVec3, axes: &ViewAxes, size: (f32, f32), far: f32) -> Self {
        let half_height = (FIELD_OF_VIEW * 0.5).tan();
        Self {
            eye: to_drawn(eye - origin),
            look: to_drawn(axes.look),
            right: to_drawn(axes.right),
            up: to_drawn(axes.right.cross(axes.look)),
            half_width: half_height * size.0 / size.1.max(1.0),
            half_height,
            size,
            far,
        }
    }

    /// From the scene to the screen.
    pub fn view_projection(&self) -> Mat4 {
        let aspect = self.half_width / self.half_height;
        Mat4::perspective_rh_gl(FIELD_OF_VIEW, aspect, NEAR, self.far)
            * Mat4::look_to_rh(self.eye, self.look, self.up)
    }
}
