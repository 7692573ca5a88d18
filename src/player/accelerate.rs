//! The acceleration of Quake and its relatives: friction, and keys that only add speed along their direction.
//!
//! Keys add speed until the velocity has the wanted speed *along their direction*. The speed across does not count. So keys that lead
//! away from the motion, nearly at a right angle, make a fast player faster still, which is the strafe jump. With a gain `g`, a
//! wanted speed `w` and ticks of `dt`, a tick adds at most `a = g·w·dt`. A player of speed `v` gains most where the speed along the keys is
//! `w - a`, and then has `√(v² + 2·a·w - a²)`. A cap `c` below `a`, as Source's, replaces both: the most is `√(v² + c²)`.
//!
//! Source: `SV_Friction`, `SV_Accelerate` and `SV_AirAccelerate` of Quake; `PM_Friction` and `PM_Accelerate` of Quake III Arena;
//! `CGameMovement` of Source.
//! How this differs: nothing rounds positions or velocities, the ground's plane replaces the level one for walkers, and the path is
//! exact for gravity. As there, the gain depends a little on the tick rate, and a jump in the tick of the landing meets no friction.

use glam::DVec3;

use crate::geometry::float::{clamp, max, min};

/// The velocity after `dt` seconds in which keys ask for the velocity `wish`.
///
/// # Arguments
/// - `velocity`: m/s.
/// - `wish`: the wanted velocity, in any direction; m/s.
/// - `gain`: how fast the keys add speed, in wanted speeds a second; 1/s.
/// - `cap`: beyond this speed along the keys, nothing is added; m/s. Infinity is only limited by the wanted speed.
///
/// # Example
/// In the air of Quake III, keys at a right angle to a flight of 8.13 m/s add `1·8.13/125` m/s.
/// ```
/// use sidle::{glam::DVec3, player::accelerate};
/// let flight = DVec3::X * 8.13;
/// let faster = accelerate(flight, DVec3::Z * 8.13, 1.0, f64::INFINITY, 1.0 / 125.0);
/// assert!((faster - DVec3::new(8.13, 0.0, 8.13 / 125.0)).length() < 1e-12);
/// assert_eq!(accelerate(flight, DVec3::X * 8.13, 1.0, f64::INFINITY, 1.0 / 125.0), flight);
/// ```
#[must_use]
pub fn accelerate(velocity: DVec3, wish: DVec3, gain: f64, cap: f64, dt: f64) -> DVec3 {
    let speed = wish.length();
    if speed <= 0.0 {
        return velocity;
    }
    let ahead = wish / speed;
    let missing = min(speed, cap) - velocity.dot(ahead);
    velocity + ahead * clamp(missing, 0.0, gain * speed * dt)
}

/// The velocity after `dt` seconds of friction on the ground.
///
/// # Arguments
/// - `velocity`: m/s.
/// - `friction`: which share of its speed the body loses; 1/s.
/// - `stop_speed`: a slower body loses as much as one of this speed, so it comes to rest; m/s.
///
/// # Example
/// ```
/// use sidle::{glam::DVec3, player::slow_down};
/// assert_eq!(slow_down(DVec3::X * 8.0, 6.0, 2.54, 0.125), DVec3::X * 2.0);
/// assert_eq!(slow_down(DVec3::X * 0.1, 6.0, 2.54, 0.125), DVec3::ZERO);
/// ```
#[must_use]
pub fn slow_down(velocity: DVec3, friction: f64, stop_speed: f64, dt: f64) -> DVec3 {
    let speed = velocity.length();
    if speed <= 0.0 {
        return DVec3::ZERO;
    }
    let left = max(speed - max(speed, stop_speed) * friction * dt, 0.0);
    velocity * (left / speed)
}

#[cfg(test)]
mod tests;
