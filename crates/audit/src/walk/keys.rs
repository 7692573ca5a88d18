//! The keys that a walker of an audit presses: short bursts of one intention each.

use sidle::glam::DVec3;

use crate::random::Random;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::player::{Axis, Command, Mode};
use sidle::sim::Sim;
use sidle::world::ZoneAction;

/// The shortest and the longest burst; seconds. Shorter: a walker gets nowhere; longer: it passes doors.
const MIN_BURST: f64 = 0.1;
const MAX_BURST: f64 = 1.2;

/// How long a walker waits on a platform, at most; seconds.
const MAX_WAIT: f64 = 3.0;

/// How often a walker that follows a wall looks at it; ticks. Smaller: it costs time; larger: it loses the wall at a corner.
const LOOK: u32 = 6;

/// How often a jumping walker presses the key; ticks. A press is remembered for a moment.
pub(super) const PRESS: u32 = 8;

/// A surface is a wall if its normal is less upright.
pub(super) const WALL: f64 = 0.7;

/// The pace of a walker that takes its time, as a share. A fast one steps over a hole that is hardly larger than its body.
pub(super) const SLOW: f64 = 0.25;

/// The action of a walker during a burst.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Intention {
    /// Goes one way.
    Go,
    /// Goes one way, and jumps again and again.
    Hop,
    /// Jumps once, and turns in the air.
    Leap,
    /// Presses against the wall that it touches.
    Press,
    /// Goes along the wall that it touches; the sign gives the side.
    Follow(f64),
    /// Waits, for instance on a platform.
    Wait,
}

/// The keys of one walk.
#[derive(Clone, Debug)]
pub struct Keys {
    random: Random,
    intention: Intention,
    command: Command,
    /// How many ticks of the burst have passed, and how many it has.
    passed: u32,
    length: u32,
}

impl Keys {
    /// The keys of the walk with this `seed`, which begins in the state of `sim`.
    pub fn new(seed: u64, sim: &Sim) -> Self {
        Self {
            random: Random::new(seed),
            intention: Intention::Wait,
            command: idle(sim),
            passed: 0,
            length: 0,
        }
    }

    /// The command of the next tick.
    pub fn next(&mut self, sim: &Sim) -> Command {
        if self.passed == self.length {
            self.begin(sim);
        }
        let at = self.passed;
        self.passed += 1;
        match self.intention {
            Intention::Go | Intention::Wait => {}
            Intention::Hop => self.command.jump = at.is_multiple_of(PRESS),
            Intention::Leap => {
                self.command.jump = at == 0;
                if at * 3 == self.length {
                    self.turn(16);
                }
            }
            Intention::Press if at.is_multiple_of(LOOK) => {
                if let Some(normal) = wall(sim) {
                    self.head(-normal);
                }
            }
            Intention::Follow(side) if at.is_multiple_of(LOOK) => {
                if let Some(normal) = wall(sim) {
                    let along = DVec3::new(normal.z, 0.0, -normal.x) * side;
                    self.head(along - normal * 0.3);
                }
            }
            Intention::Press | Intention::Follow(_) => {}
        }
        self.command
    }

    /// Begins another burst.
    fn begin(&mut self, sim: &Sim) {
        let rides = sim.player().ride.is_some();
        let side = if self.random.one_in(2) { 1.0 } else { -1.0 };
        self.intention = match self.random.below(16) {
            0..6 => Intention::Go,
            6..10 => Intention::Hop,
            10..12 => Intention::Leap,
            12 => Intention::Press,
            13..15 => Intention::Follow(side),
            _ if rides || !sim.movers().is_empty() => Intention::Wait,
            _ => Intention::Go,
        };
        if rides && self.random.one_in(3) {
            self.intention = Intention::Wait;
        }
        let waits = self.intention == Intention::Wait;
        let longest = if waits { MAX_WAIT } else { MAX_BURST };
        let seconds = MIN_BURST + (longest - MIN_BURST) * f64::from(self.random.below(256)) / 255.0;
        self.length = ((seconds * f64::from(sim.hz())) as u32).max(1);
        self.passed = 0;
        let pace = if self.random.one_in(5) { SLOW } else { 1.0 };
        let crouches = sim.tuning().can_crouch() && self.random.one_in(4);
        // Who wades may swim before the burst ends.
        let rises = sim.water().is_some() && self.random.one_in(3);
        self.command = Command {
            forward: Axis::new(if waits { 0.0 } else { pace }),
            right: Axis::ZERO,
            up: Axis::new(match (rises, crouches) {
                (true, _) => 1.0,
                (false, true) => -1.0,
                (false, false) => 0.0,
            }),
            jump: false,
            fast: self.random.one_in(2),
            ..self.command
        };
        if !waits {
            // A direction along the axes of most levels, or any.
            let directions = if self.random.one_in(2) { 16 } else { 360 };
            self.turn(directions);
        }
    }

    /// Turns to one of this many directions.
    fn turn(&mut self, directions: u32) {
        self.command.yaw = heading(self.random.below(directions), directions);
    }

    /// Goes in `direction`, which is level, without turning the view.
    fn head(&mut self, direction: DVec3) {
        let axes = ViewAxes::new(self.command.yaw, BinaryAngle::ZERO);
        let direction = direction.normalize_or_zero();
        self.command.forward = Axis::new(direction.dot(axes.heading));
        self.command.right = Axis::new(direction.dot(axes.right));
    }
}

/// The level direction of the first wall's normal that the player touches.
fn wall(sim: &Sim) -> Option<DVec3> {
    let touching = sim.contacts().touching().iter();
    let mut walls = touching.filter(|surface| surface.normal.y.abs() < WALL);
    walls.find_map(|surface| DVec3::new(surface.normal.x, 0.0, surface.normal.z).try_normalize())
}

/// The command of a walker that presses no key.
pub(super) fn idle(sim: &Sim) -> Command {
    Command {
        mode: Mode::Walk,
        ..sim.idle_command()
    }
}

/// Direction number `direction`, from 0, of `directions` around.
pub fn heading(direction: u32, directions: u32) -> BinaryAngle {
    BinaryAngle::from_degrees(360.0 / f64::from(directions) * f64::from(direction))
}

/// When a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Never,
    /// In this tick, from 0.
    At(u32),
    Always,
}

/// Keys that are held, but for that of the jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldKeys {
    pub command: Command,
    pub jump: Press,
}

impl HeldKeys {
    /// Nothing is pressed.
    pub fn idle(sim: &Sim) -> Self {
        Self {
            command: idle(sim),
            jump: Press::Never,
        }
    }

    /// Whether they do nothing on dry land that others do not do as well.
    pub fn need_water(&self, sim: &Sim) -> bool {
        match self.command.up.value() {
            up if up > 0.0 => true,
            up => up < 0.0 && !sim.tuning().can_crouch(),
        }
    }

    /// The command of tick `tick`, from 0.
    pub fn at(&self, tick: u32) -> Command {
        Command {
            jump: match self.jump {
                Press::Never => false,
                Press::At(at) => tick == at,
                Press::Always => true,
            },
            ..self.command
        }
    }
}

/// Whether a level has water in which walkers swim.
fn has_water(sim: &Sim) -> bool {
    let mut zones = sim.zones().iter();
    zones.any(|zone| matches!(zone.action, ZoneAction::Water { .. }))
}

/// The keys that an exhaustive search tries from a place. In every direction, they walk, leap, and leap with a run-up, and swim up
/// and down where there is water.
pub(super) fn every_direction(sim: &Sim) -> impl Iterator<Item = HeldKeys> + use<> {
    let idle = idle(sim);
    let swims = has_water(sim);
    let dives = swims || sim.tuning().can_crouch();
    let run_up = (RUN_UP * f64::from(sim.hz())) as u32;
    (0..DIRECTIONS).flat_map(move |direction| {
        let go = Command {
            forward: Axis::new(1.0),
            yaw: heading(direction, DIRECTIONS),
            ..idle
        };
        let low = Command {
            up: Axis::new(-1.0),
            ..go
        };
        let high = Command {
            up: Axis::new(1.0),
            ..go
        };
        let fast = Command { fast: true, ..go };
        let runs = [
            (go, Press::Never),
            (go, Press::At(0)),
            (fast, Press::At(run_up)),
        ];
        let down = dives.then_some((low, Press::Never));
        let up = swims.then_some((high, Press::Never));
        let all = runs.into_iter().chain(down).chain(up);
        all.map(|(command, jump)| HeldKeys { command, jump })
    })
}

/// How many directions an exhaustive search tries.
const DIRECTIONS: u32 = 16;

/// How long a run-up takes; seconds. Longer than a walker needs to its speed.
const RUN_UP: f64 = 0.2;

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::world::World;

    #[test]
    fn the_same_seed_presses_the_same_keys() {
        let sim = Sim::new(
            World::default(),
            Default::default(),
            Default::default(),
            120,
        );
        let keys = |seed| {
            let mut keys = Keys::new(seed, &sim);
            (0..2000).map(|_| keys.next(&sim)).collect::<Vec<_>>()
        };
        assert_eq!(keys(7), keys(7));
        assert_ne!(keys(7), keys(8));
        let commands = keys(7);
        assert!(commands.iter().any(|command| command.jump));
        assert!(commands.iter().any(|command| command.fast));
        assert!(commands.iter().all(|command| !command.respawn));
    }
}
