//! Straight walks: along a line to a place that is known.

use sidle::glam::{DVec2, DVec3};

use super::keys::{PRESS, SLOW, idle};
use crate::floor::foot;
use sidle::geometry::Segment;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::float::{max, min};
use sidle::player::{Axis, Command};
use sidle::sim::Sim;

/// How much longer a walker goes than the way takes; seconds. Smaller: it stops before it is there.
const MARGIN: f64 = 0.15;

/// How much longer one that jumps goes, and how long one that creeps waits in the end; seconds.
const JUMP: f64 = 0.6;
const WAIT: f64 = 0.6;

/// How much longer one that leaps goes, because it begins at rest; seconds.
const RUN_UP: f64 = 1.5;

/// How far ahead on its line a walker aims; metres. Smaller: it swings to and fro; larger: it comes to its line later.
const AHEAD: f64 = 1.0;

/// The longest walk; seconds.
const MAX_WALK: f64 = 8.0;

/// How a walker goes straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    Walk,
    Run,
    /// It jumps again and again.
    Hop,
    /// It runs, and jumps as late as it can where the floor ends.
    Leap,
    /// It is slow, and stops where it wants to be.
    Creep,
    /// It walks crouched.
    Duck,
}

/// A straight walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The X and Z of both ends of the way; metres.
    from: [f32; 2],
    to: [f32; 2],
    gait: Gait,
    /// How many ticks it goes, and how many it waits then.
    pub ticks: u16,
    pub wait: u16,
}

impl Course {
    /// A walk from `start` along the line between two places. `None` if it takes too long.
    pub fn new(start: DVec3, [from, to]: [DVec3; 2], gait: Gait, sim: &Sim) -> Option<Self> {
        let tuning = sim.tuning();
        let speed = tuning.walk_speed
            * match gait {
                Gait::Walk | Gait::Hop => 1.0,
                Gait::Run | Gait::Leap => tuning.fast_factor,
                Gait::Creep => SLOW,
                Gait::Duck => tuning.crouch_factor,
            };
        let (more, wait) = match gait {
            Gait::Walk | Gait::Run | Gait::Duck => (MARGIN, 0.0),
            Gait::Hop => (JUMP, 0.0),
            Gait::Leap => (RUN_UP, 0.0),
            Gait::Creep => (0.0, WAIT),
        };
        let level = |from: DVec3, to: DVec3| (to - from).with_y(0.0).length();
        let seconds = (level(start, from) + level(from, to)) / speed + more;
        let ticks = |seconds: f64| (seconds * f64::from(sim.hz())) as u16;
        let plan = |at: DVec3| [at.x as f32, at.z as f32];
        // Without a speed, there is no time in which it is there.
        (seconds <= MAX_WALK).then(|| Self {
            from: plan(from),
            to: plan(to),
            gait,
            ticks: ticks(seconds).max(1),
            wait: ticks(wait),
        })
    }

    /// The command of tick `tick`, from 0.
    pub fn at(&self, tick: u32, sim: &Sim) -> Command {
        let goes = tick < u32::from(self.ticks);
        let direction = if goes {
            self.direction(sim.player().position)
        } else {
            DVec2::ZERO
        };
        let pace = if self.gait == Gait::Creep { SLOW } else { 1.0 };
        // A walker that looks along -Z.
        Command {
            forward: Axis::new(-direction.y * pace),
            right: Axis::new(direction.x * pace),
            yaw: BinaryAngle::ZERO,
            up: Axis::new(if goes && self.gait == Gait::Duck {
                -1.0
            } else {
                0.0
            }),
            fast: matches!(self.gait, Gait::Run | Gait::Leap),
            jump: goes
                && match self.gait {
                    Gait::Hop => tick.is_multiple_of(PRESS),
                    Gait::Leap => is_last_moment(sim),
                    _ => false,
                },
            ..idle(sim)
        }
    }

    /// The direction to go from `position`, along X and Z: to a place of the line a little ahead.
    fn direction(&self, position: DVec3) -> DVec2 {
        let [from, to] = [self.from, self.to].map(|[x, z]| DVec2::new(x.into(), z.into()));
        let here = DVec2::new(position.x, position.z);
        let (line, off) = (to - from, here - from);
        let length = line.length();
        let along = line.normalize_or_zero();
        let ahead = min(max(off.dot(along) + AHEAD, 0.0), length);
        (from + along * ahead - here).normalize_or_zero()
    }
}

/// Whether a jump off an edge that the walker of `sim` comes to is possible now, and not a moment later.
fn is_last_moment(sim: &Sim) -> bool {
    let (player, tuning) = (sim.player(), sim.tuning());
    if !player.ground.stands() {
        return player.coyote > 0.0;
    }
    let next = player.velocity.with_y(0.0) / f64::from(sim.hz());
    // Without time to jump in the air, it must be while the body stands.
    let ahead = player.position + next;
    let below = Segment::new(ahead, ahead - DVec3::Y * (foot(sim) + tuning.step_height));
    tuning.coyote_time * f64::from(sim.hz()) < 1.0
        && sim.world().intersect_segment(&below).is_none()
}
