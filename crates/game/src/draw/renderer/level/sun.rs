//! The projection from the scene to the sun's shadow map.

use macroquad::math::{Mat4, Vec3};

use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::target::program::SUN_DIRECTION;

/// Geometry farther from the origin than this casts no shadow; metres. Larger: coarser shadows.
const MAX_DISTANCE: f32 = 60.0;

/// The direction of the sun. Most walls run along the axes, so a box around them is smallest with Z upwards.
fn sun_view() -> Mat4 {
    Mat4::look_to_rh(Vec3::ZERO, -SUN_DIRECTION.normalize(), Vec3::Z)
}

/// The box around `positions` as the sun sees them, clamped to [`MAX_DISTANCE`].
pub fn seen_from_sun(positions: impl Iterator<Item = Vec3>) -> Bounds {
    let (view, limit) = (sun_view(), Vec3::splat(MAX_DISTANCE));
    Bounds::around(positions.map(|position| view.transform_point3(position).clamp(-limit, limit)))
}

/// The projection of the sun for a scene that the sun sees in these bounds, the smallest cube around them.
pub fn projection(seen: Bounds) -> Mat4 {
    let limit = Vec3::splat(MAX_DISTANCE);
    let (min, max) = (seen.min.min(limit), seen.max.max(-limit));
    let center = (min + max) * 0.5;
    // A margin, so that the filter finds light beyond the last shadow.
    let half = ((max - min).max_element() * 0.5).max(0.5) * 1.01;
    Mat4::orthographic_rh_gl(-half, half, -half, half, -half, half)
        * Mat4::from_translation(-center)
        * sun_view()
}
