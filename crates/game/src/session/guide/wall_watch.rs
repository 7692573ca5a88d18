//! Notices what the player does over many ticks: slide along a wall, or rest where two walls stop it.

use sidle::glam::DVec3;
use sidle::player::Command;
use sidle::sim::metrics::{own_motion, wish_velocity};

use crate::session::Session;
use crate::session::observe::{RecentWalls, ticks_until_over, touched_walls};

/// A player who pushes for this long without getting anywhere rests; seconds. Smaller: turning around in a corner counts;
/// larger: it seems that nothing was noticed.
const REST_SECONDS: f64 = 0.5;

/// A player who gets no farther than this gets nowhere; metres. The classic controller trembles in a corner.
const REST_METRES: f64 = 0.05;

/// The observations of the player since the last tick that was torn from the one before.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallWatch {
    /// The last tick that was noted.
    tick: u64,
    /// The length of the slide that lasts; metres.
    slid: f64,
    rests: bool,
    walls: RecentWalls<2>,
    /// Where the player began to push, and in which tick.
    pushed: Option<(DVec3, u64)>,
}

impl WallWatch {
    /// The length of the slide along walls that lasts; metres.
    pub fn slid(&self) -> f64 {
        self.slid
    }

    /// Whether the player has pushed against two walls for a while without getting anywhere.
    pub fn rests(&self) -> bool {
        self.rests
    }

    /// Notes the last tick of `session`, in which `command` moved the player from `before`. Returns whether it follows the tick
    /// before. A rewind, a respawn or a teleport resets the observations.
    pub fn note(&mut self, session: &Session, before: DVec3, command: &Command) -> bool {
        let sim = &session.sim;
        let follows = sim.ticks() == self.tick + 1 && !sim.relocated();
        if !follows {
            *self = Self::default();
        }
        self.tick = sim.ticks();
        if follows {
            let timeout = ticks_until_over(sim.hz());
            for normal in touched_walls(sim) {
                self.walls.note_touch(*normal, self.tick, timeout);
            }
            let touched = self.walls.count(self.tick, timeout);
            self.note_slide(session, before, touched > 0);
            self.note_rest(session, command, touched == 2);
        }
        follows
    }

    /// Adds the motion of a tick to the slide, if a wall was `touched`.
    fn note_slide(&mut self, session: &Session, before: DVec3, touched: bool) {
        let sim = &session.sim;
        let motion = own_motion(before, sim.player(), 1.0 / f64::from(sim.hz()));
        self.slid = if touched {
            self.slid + motion.with_y(0.0).length()
        } else {
            0.0
        };
    }

    fn note_rest(&mut self, session: &Session, command: &Command, is_held: bool) {
        let sim = &session.sim;
        let place = sim.player().position;
        let pushes = wish_velocity(sim.tuning(), command) != DVec3::ZERO;
        let (start, since) = match self.pushed {
            Some((start, since)) if pushes && start.distance(place) < REST_METRES => (start, since),
            _ => (place, sim.ticks()),
        };
        self.pushed = pushes.then_some((start, since));
        let lasts = (sim.ticks() - since) as f64 >= REST_SECONDS * f64::from(sim.hz());
        self.rests = pushes && lasts && is_held;
    }
}
