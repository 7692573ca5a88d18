//! The ranges of the numbers in a player's state.

use glam::DVec3;

use super::PlayerState;

/// The farthest that levels and players reach from the origin, along each axis; metres.
///
/// A player that leaves this range returns to the spawn. Smaller: less room; larger: 64 bits no longer
/// keep the squares of a collision apart.
pub const MAX_COORDINATE: f64 = 1e9;

/// The fastest that a player moves, along each axis; m/s.
///
/// A player that gets faster returns to the spawn. A fall from end to end of the largest level at the
/// strongest gravity takes 2e7. Smaller: such a fall ends early; larger: a single tick leaves the level
/// by many times its size.
pub const MAX_SPEED: f64 = 1e9;

/// The longest time for which a tuning lets a jump wait; seconds.
const MAX_JUMP_WAIT: f64 = 10.0;

/// The longest time for which a player has not stood; seconds, 31 years.
const MAX_AIR_TIME: f64 = 1e9;

/// How far the length of a normal may be from 1.
///
/// Smaller: rounding makes a normal invalid; larger: a normal scales velocities.
const UNIT_MARGIN: f64 = 1e-6;

/// Whether each number of `vector` is at most `limit`, whatever its sign.
fn is_within(vector: DVec3, limit: f64) -> bool {
    vector.abs().cmple(DVec3::splat(limit)).all()
}

impl PlayerState {
    /// The first part of the state that is out of range, such as `position`, beyond [`MAX_COORDINATE`] or
    /// [`MAX_SPEED`], or not a number.
    ///
    /// # Example
    /// ```
    /// use sidle::{glam::DVec3, player::PlayerState};
    /// let mut state = PlayerState::default();
    /// assert_eq!(state.out_of_range(), None);
    /// state.position = DVec3::X * 1e9;
    /// assert_eq!(state.out_of_range(), None);
    /// state.position.x += 1.0;
    /// assert_eq!(state.out_of_range(), Some("position"));
    /// ```
    #[must_use]
    pub fn out_of_range(&self) -> Option<&'static str> {
        let ride = self.ride.map(|ride| ride.velocity).unwrap_or_default();
        let wait = 0.0..=MAX_JUMP_WAIT;
        let is_unit = |normal: DVec3| (normal.length_squared() - 1.0).abs() <= UNIT_MARGIN;
        if !is_within(self.position, MAX_COORDINATE) {
            Some("position")
        } else if !is_within(self.velocity, MAX_SPEED) {
            Some("velocity")
        } else if !self.ground.normal().is_none_or(is_unit) {
            Some("ground")
        } else if !self.last_wall.is_none_or(is_unit) {
            Some("last wall")
        } else if !is_within(ride, MAX_SPEED) {
            Some("ride")
        } else if !wait.contains(&self.coyote) {
            Some("coyote time")
        } else if !wait.contains(&self.jump_wanted) {
            Some("jump buffer")
        } else if !(0.0..=MAX_AIR_TIME).contains(&self.air_time) {
            Some("air time")
        } else if !(0.0..=MAX_SPEED * 2.0).contains(&self.leaving) {
            Some("speed off the ground")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
