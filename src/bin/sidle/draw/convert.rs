//! From the library's vectors (glam 0.34) to macroquad's (glam 0.27): the one place where they meet.

use macroquad::math::Vec3;

use sidle::glam::DVec3;

/// For drawing only: the precision of the simulation is lost.
pub fn to_drawn(vector: DVec3) -> Vec3 {
    Vec3::from_array(vector.as_vec3().to_array())
}
