//! The moment at which a moving point enters a ball: the root that all sphere sweeps share.

use glam::DVec3;

/// A ball is far when the point starts more than this many radii before it, squared. Smaller: one
/// more cross product for most sweeps; larger: more than four of 16 digits are lost.
const FAR_SQUARED: f64 = 1e4;

/// The fraction of `motion` at which a point at `from` enters the ball around the origin; it may
/// exceed 1. `None` if the point moves away or passes by.
///
/// `outside` is `from² - radius²`, which the caller knows to be positive.
///
/// Solves `a·t² + 2·b·t + outside = 0` with `a = motion²` and `b = from·motion`. The form
/// `t = outside / (-b + √(b² - a·outside))` loses no digits when the ball is near. When it is far,
/// both products are about the square of the distance, and their difference is lost. It is then
/// computed from the perpendicular between the ball and the line, `|from × motion| / |motion|`, as
/// `a·radius² - (from × motion)²`.
#[inline]
pub(super) fn enter_ball(from: DVec3, motion: DVec3, radius: f64, outside: f64) -> Option<f64> {
    let b = from.dot(motion);
    // Moving away: rejects half of all balls.
    if b >= 0.0 {
        return None;
    }
    let a = motion.length_squared();
    let reach = a * (radius * radius);
    let discriminant = if b * b > FAR_SQUARED * reach {
        reach - from.cross(motion).length_squared()
    } else {
        b * b - a * outside
    };
    (discriminant >= 0.0).then(|| outside / (-b + discriminant.sqrt()))
}

#[cfg(test)]
mod tests;
