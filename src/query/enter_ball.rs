//! When a moving point enters a ball. All sphere sweeps end in this quadratic equation.

use glam::DVec3;

/// The square of the distance, in radii, from which on a ball counts as far. Smaller: one more cross
/// product for most sweeps; larger: more than four of 16 digits are lost.
const FAR_SQUARED: f64 = 1e4;

/// The fraction of `motion` at which a point at `from` enters the ball around the origin; it may
/// exceed 1. `None` if the point moves away or passes by.
///
/// `power` is the power of the start with respect to the ball, `from² - radius²`. The caller knows that
/// it is positive, because the point starts outside.
///
/// The fraction `t` solves `a·t² + 2·b·t + power = 0` with `a = motion²` and `b = from·motion`. The form
/// `t = power / (-b + √(b² - a·power))` loses no digits when the ball is near. When it is far, `b²` and
/// `a·power` nearly cancel. The discriminant is then computed from the distance between the centre and the
/// line, `|from × motion| / |motion|`, as `a·radius² - (from × motion)²`.
#[inline]
pub(super) fn enter_ball(from: DVec3, motion: DVec3, radius: f64, power: f64) -> Option<f64> {
    let b = from.dot(motion);
    // The point moves away, which is so for half of all balls.
    if b >= 0.0 {
        return None;
    }
    let a = motion.length_squared();
    let scaled_radius_squared = a * (radius * radius);
    let discriminant = if b * b > FAR_SQUARED * scaled_radius_squared {
        scaled_radius_squared - from.cross(motion).length_squared()
    } else {
        b * b - a * power
    };
    (discriminant >= 0.0).then(|| power / (-b + discriminant.sqrt()))
}

/// The fraction of `motion`, at most 1, at which a point at `from` enters the ball around the origin
/// from outside.
#[inline]
pub(super) fn enter_from_outside(from: DVec3, motion: DVec3, radius: f64) -> Option<f64> {
    if from.dot(motion) >= 0.0 {
        return None;
    }
    let power = from.length_squared() - radius * radius;
    if power <= 0.0 {
        return None;
    }
    enter_ball(from, motion, radius, power).filter(|fraction| *fraction <= 1.0)
}

#[cfg(test)]
mod tests;
