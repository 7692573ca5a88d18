//! Conversion from the library's vectors (glam 0.34) to macroquad's (glam 0.27). Both versions meet in this file only.

use macroquad::math::Vec3;

use sidle::glam::DVec3;

/// Converts to `f32`, which is precise enough for drawing only.
pub fn to_render_vec3(vector: DVec3) -> Vec3 {
    Vec3::from_array(vector.as_vec3().to_array())
}
