//! From a command to the motion of a tick: acceleration, gravity and jumps.
//!
//! Positions follow the exact integrals (constant acceleration, then constant speed), so a walk or a jump
//! covers the same distance at every tick rate.

use glam::DVec3;

use super::trace::Tracer;
use super::{Command, Event, Ground, PlayerState, Tuning, accelerate, slow_down};
use crate::geometry::float::max;
use crate::tolerance::{CONE_MARGIN, REST_SPEED};

/// The flying camera's motion in this tick; metres. It reaches the requested velocity at once.
#[inline]
pub(super) fn fly(tuning: &Tuning, state: &mut PlayerState, command: &Command, dt: f64) -> DVec3 {
    state.velocity = command.fly_wish() * tuning.fly_speed * speed_factor(tuning, command);
    state.velocity * dt
}

/// The walker's motion in this tick; metres. `wish` is the direction that the command requests.
#[inline(always)]
pub(super) fn walk(
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
    wish: DVec3,
    dt: f64,
    tracer: &mut Tracer<'_>,
) -> DVec3 {
    if take_off(tuning, state) {
        tracer.push(Event::Launch);
    }
    if jumps(tuning, state, command, dt) {
        tracer.push(Event::Jump);
        // The jump adds to the upward speed of an uphill run. Otherwise the ramp would catch up at once.
        let climb = |normal| along_ground(state.velocity, normal).y;
        let climb = state.ground.support().map_or(0.0, climb);
        state.ground = Ground::None;
        state.velocity.y = max(climb, 0.0) + tuning.jump_speed;
    }
    let factor = if state.crouched && state.ground.stands() {
        tuning.crouch_factor
    } else {
        speed_factor(tuning, command)
    };
    let wish = wish * tuning.walk_speed * factor;
    match state.ground.support() {
        Some(normal) => on_the_ground(tuning, state, wish, normal, dt),
        None => through_the_air(tuning, state, wish, dt),
    }
}

/// Lets a player on the ground take off if its velocity was changed so that it leads up, and away from the ground
/// faster than the launch speed. A slower change loses the part that leads away, so a nudge does not become a slide.
/// Returns whether the player takes off.
///
/// The velocity that the last tick has left is no change, even where a crest has turned the ground away from it. Nor is
/// a level velocity down a slope, with which a game may move a walker.
///
/// Source: the kick-off of Quake III Arena's `PM_GroundTrace`, whose threshold is a quarter of a metre a second, and which
/// has no exception for crests.
#[inline]
pub(crate) fn take_off(tuning: &Tuning, state: &mut PlayerState) -> bool {
    // The first comparison alone decides for most walkers.
    state.velocity.y > 0.0 && state.ground.stands() && take_off_upwards(tuning, state)
}

/// The same where the velocity leads up.
#[cold]
fn take_off_upwards(tuning: &Tuning, state: &mut PlayerState) -> bool {
    let change = state.speed_off_ground() - state.leaving;
    if change <= 0.0 {
        return false;
    }
    if is_launch(change, tuning.launch_speed) {
        state.leave_ground();
        return true;
    }
    if let Some(normal) = state.ground.support() {
        state.velocity -= normal * change;
    }
    false
}

/// Whether this speed off the ground takes a body off it; m/s.
pub(super) fn is_launch(speed: f64, launch_speed: f64) -> bool {
    speed > max(launch_speed, REST_SPEED)
}

/// Whether a jump begins: jump is pressed or was just before, and the player is on the ground or was just
/// before.
fn jumps(tuning: &Tuning, state: &mut PlayerState, command: &Command, dt: f64) -> bool {
    let stands = state.ground.stands();
    if stands {
        state.coyote = tuning.coyote_time;
    }
    let on_ground = stands || state.coyote > 0.0;
    let wanted = command.jump || state.jump_wanted > 0.0;
    if on_ground && wanted {
        (state.coyote, state.jump_wanted) = (0.0, 0.0);
        return true;
    }
    state.coyote = max(state.coyote - dt, 0.0);
    state.jump_wanted = if command.jump {
        tuning.jump_buffer
    } else {
        max(state.jump_wanted - dt, 0.0)
    };
    false
}

/// The motion of a player who stands. The velocity lies in the ground's plane, and gravity has no effect.
#[inline]
fn on_the_ground(
    tuning: &Tuning,
    state: &mut PlayerState,
    wish: DVec3,
    normal: DVec3,
    dt: f64,
) -> DVec3 {
    let current = along_ground(state.velocity, normal);
    let target = along_ground(wish, normal);
    if tuning.ground_gain > 0.0 {
        let slowed = slow_down(current, tuning.ground_friction, tuning.stop_speed, dt);
        state.velocity = accelerate(slowed, target, tuning.ground_gain, f64::INFINITY, dt);
        return state.velocity * dt;
    }
    let (velocity, motion) = approach(current, target, tuning.ground_accel, dt);
    state.velocity = velocity;
    motion
}

/// The motion in the air. The command steers the level part of the velocity, and gravity changes the
/// vertical part.
pub(super) fn through_the_air(
    tuning: &Tuning,
    state: &mut PlayerState,
    wish: DVec3,
    dt: f64,
) -> DVec3 {
    let level = level(state.velocity);
    if tuning.air_gain > 0.0 {
        let cap = match tuning.air_speed_cap {
            0.0 => f64::INFINITY,
            cap => cap,
        };
        let level = accelerate(level, wish, tuning.air_gain, cap, dt);
        return fall(tuning, state, level, level * dt, dt);
    }
    // Without a command nothing slows the player down.
    let target = match state.ground {
        _ if wish == DVec3::ZERO => level,
        Ground::Steep { normal } => beside_slope(level, wish, normal),
        _ => wish,
    };
    let (level, level_motion) = approach(level, target, tuning.air_accel, dt);
    fall(tuning, state, level, level_motion, dt)
}

/// The motion of a fall that moves by `level_motion` along the level, and has the velocity `level` there afterwards.
#[inline]
fn fall(
    tuning: &Tuning,
    state: &mut PlayerState,
    level: DVec3,
    level_motion: DVec3,
    dt: f64,
) -> DVec3 {
    let rise = state.velocity.y;
    let rise_after = rise - tuning.gravity * dt;
    state.velocity = DVec3::new(level.x, rise_after, level.z);
    level_motion + DVec3::Y * ((rise + rise_after) * 0.5 * dt)
}

/// The level velocity that a command requests on a slope too steep to stand on, whose unit normal is
/// `normal`.
///
/// The part of `wish` that points away from the slope less than the current velocity `level` does not
/// count, because it would press the player against the slope, and so brake the slide.
fn beside_slope(level: DVec3, wish: DVec3, normal: DVec3) -> DVec3 {
    let Some(outward) = self::level(normal).try_normalize() else {
        return wish;
    };
    wish + outward * max(level.dot(outward) - wish.dot(outward), 0.0)
}

/// The level part of `vector`.
pub(super) fn level(vector: DVec3) -> DVec3 {
    DVec3::new(vector.x, 0.0, vector.z)
}

/// `velocity` turned into the plane of the ground, with the same heading and the same speed.
///
/// So a walker loses no speed on a crest, where the ground falls away.
pub(super) fn along_ground(velocity: DVec3, normal: DVec3) -> DVec3 {
    let climb = -(normal.x * velocity.x + normal.z * velocity.z) / normal.y;
    let along = DVec3::new(velocity.x, climb, velocity.z);
    let length = along.length();
    if length > 0.0 {
        along * (velocity.length() / length)
    } else {
        DVec3::ZERO
    }
}

/// A motion or a velocity, turned uphill where `floors` rise ahead, with the same heading and the same
/// length. So a walker loses no speed at the foot of a ramp.
pub(super) fn uphill(motion: DVec3, floors: &[DVec3]) -> DVec3 {
    let margin = CONE_MARGIN * motion.length();
    let blocks = |normal: &&DVec3| normal.dot(motion) < -margin;
    let climb = |normal: &DVec3| -(normal.x * motion.x + normal.z * motion.z) / normal.y;
    let Some(climb) = floors.iter().filter(blocks).map(climb).reduce(max) else {
        return motion;
    };
    let along = DVec3::new(motion.x, climb, motion.z);
    let length = along.length();
    if length > 0.0 {
        along * (motion.length() / length)
    } else {
        motion
    }
}

/// The velocity after `dt` seconds of acceleration from `current` towards `target` by `accel`, and the
/// displacement meanwhile. While it accelerates, the mean velocity counts; after that, `target`.
fn approach(current: DVec3, target: DVec3, accel: f64, dt: f64) -> (DVec3, DVec3) {
    let change = target - current;
    let needed = change.length();
    let possible = accel * dt;
    if needed <= possible {
        // An infinite `accel` takes no time.
        let time = if needed > 0.0 { needed / accel } else { 0.0 };
        (
            target,
            (current + target) * (0.5 * time) + target * (dt - time),
        )
    } else {
        let reached = current + change * (possible / needed);
        (reached, (current + reached) * (0.5 * dt))
    }
}

pub(super) fn speed_factor(tuning: &Tuning, command: &Command) -> f64 {
    if command.fast {
        tuning.fast_factor
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;
