//! The requested motion of a tick, the part taken away, and how the player moved.

use sidle::glam::DVec3;
use sidle::player::{Event, Mode, Tuning};

use crate::session::observe::{SAME_WALL_COS, thrown_back, wall_test};
use crate::session::play::ClipTick;

/// A longer way than this share of the asked one is more than the rest of it. Smaller: rounding counts; larger: a player who is
/// carried along is said to keep more than all.
const MAX_SHARE: f64 = 1.005;

/// A player thrown back by less than this is not reported; metres.
const MIN_THROWN_BACK: f64 = 1e-4;

/// The motion of a tick, in three parts; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// The motion that the keys, or the momentum, ask for.
    pub asked: DVec3,
    /// The part taken away, or added by pushes and steps. It leads from the end of `asked` to that of `moved`, always.
    pub taken: DVec3,
    /// The part of `taken` that earlier ticks have taken out of the speed. Zero at the first touch.
    pub earlier: DVec3,
    /// How the player moved.
    pub moved: DVec3,
    /// Whether pushes moved the player, and nothing was taken beforehand.
    pub is_pushed: bool,
    /// Whether a step moved the player, which adds to the motion instead of taking from it.
    pub is_step: bool,
}

impl Account {
    /// The account of `tick`; `before` is the tick before it.
    pub fn new(tick: &ClipTick, before: Option<&ClipTick>, tuning: &Tuning) -> Self {
        if tick.respawned {
            return Self::default();
        }
        let walls = walls(tick, tuning);
        let lasts = before.is_some_and(|before| {
            let known = |wall: &DVec3| {
                let mut earlier = before.planes.iter();
                earlier.any(|plane| plane.dot(*wall) >= SAME_WALL_COS)
            };
            walls.iter().any(known)
        });
        let momentum = momentum(&tick.events).map(|momentum| match on_foot(tick) {
            // The ground takes the fall, which nobody asked for.
            true => momentum.with_y(0.0),
            false => momentum,
        });
        let moved = tick.motion;
        let keys_count = lasts && tick.wish != DVec3::ZERO;
        let is_pushed = tick
            .events
            .iter()
            .any(|event| matches!(event, Event::Push { .. }));
        let is_step = tick
            .events
            .iter()
            .any(|event| matches!(event, Event::Step { .. }));
        let asked = match &walls[..] {
            // The ground shapes the way of a walker, and takes nothing from it.
            [] if on_foot(tick) && !is_step => moved,
            // The wall takes what the keys ask for into it. The rest is what the player has of its speed, which still grows.
            [wall] if keys_count && !is_pushed && !is_step => {
                moved + *wall * tick.wish.dot(*wall).min(0.0)
            }
            // The motion into the wall was already taken away in the ticks before.
            _ if keys_count => tick.wish,
            [] => momentum.unwrap_or(moved),
            _ => momentum.unwrap_or(tick.wish),
        };
        let earlier = momentum.filter(|_| keys_count && !walls.is_empty());
        Self {
            asked,
            taken: moved - asked,
            earlier: earlier.map_or(DVec3::ZERO, |momentum| momentum - asked),
            moved,
            is_pushed,
            is_step,
        }
    }

    /// The part of `taken` that was taken in this tick.
    pub fn of_this_tick(&self) -> DVec3 {
        self.taken - self.earlier
    }

    /// How far the player was moved back against the requested motion; metres. `None` if it was not.
    pub fn thrown_back(&self) -> Option<f64> {
        self.back_by(self.moved)
    }

    /// How far `motion` leads back against the requested motion; metres. `None` if it does not.
    pub fn back_by(&self, motion: DVec3) -> Option<f64> {
        let back = thrown_back(motion, self.asked.try_normalize()?);
        (back > MIN_THROWN_BACK).then_some(back)
    }

    /// How far the body went before anything was tested: the motion that it has the speed for; metres.
    pub fn untested(&self) -> f64 {
        (self.asked + self.earlier).length()
    }

    /// Whether the player moved farther than was asked for, as who starts inside of something does.
    pub fn exceeds(&self) -> bool {
        self.moved.length() > self.asked.length() * MAX_SHARE
    }

    /// The length of the way as a share of the asked one; `None` if nothing was asked for.
    pub fn share(&self) -> Option<f64> {
        let asked = self.asked.length();
        (asked > 1e-9).then(|| self.moved.length() / asked)
    }
}

/// The normals of the planes that blocked the motion, without the floor under a walker.
pub fn walls(tick: &ClipTick, tuning: &Tuning) -> Vec<DVec3> {
    let is_wall = wall_test(tick.after.mode, tuning);
    tick.planes.iter().copied().filter(is_wall).collect()
}

/// How many of these `walls` are different ones. To a walker, a front that leans is the same as the upright plane that keeps it
/// from going up there.
pub fn different_walls(tick: &ClipTick, walls: &[DVec3]) -> usize {
    let direction = |wall: &DVec3| match tick.after.mode {
        Mode::Walk => wall.with_y(0.0).try_normalize().unwrap_or(*wall),
        Mode::Fly => *wall,
    };
    let mut known: Vec<DVec3> = Vec::new();
    for wall in walls.iter().map(direction) {
        if !known.iter().any(|other| other.dot(wall) >= SAME_WALL_COS) {
            known.push(wall);
        }
    }
    known.len()
}

/// Whether the player walks on a floor before and after the tick.
fn on_foot(tick: &ClipTick) -> bool {
    tick.before.ground.stands() && tick.after.ground.stands() && tick.after.mode == Mode::Walk
}

/// The motion with which the tick began, before anything limited it; metres.
fn momentum(events: &[Event]) -> Option<DVec3> {
    events.iter().find_map(|event| match event {
        Event::Turn { left, .. } => Some(*left),
        Event::Move { from, to } => Some(*to - *from),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
