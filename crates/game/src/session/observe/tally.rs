//! Measures a run tick by tick: the share of the speed that was kept, and the deepest overlap. `sidle compare` and the
//! verdicts on contacts use it.

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::Command;
use sidle::sim::Sim;
use sidle::sim::metrics::{counted_motion, overlap, own_motion, wish_velocity};
use sidle::world::Surface;

/// The measurements of some ticks of one controller.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Distance moved while a motion was commanded; metres.
    moved: f64,
    /// Commanded distance; metres.
    commanded: f64,
    /// The deepest overlap after a tick; metres.
    deepest: f64,
}

impl Tally {
    /// Adds the motion of the last tick of `sim`, in which `command` moved the player from `before`. Callers leave out a tick
    /// that respawned or teleported the player.
    pub fn add_motion(&mut self, before: DVec3, command: &Command, sim: &Sim) {
        let dt = 1.0 / f64::from(sim.hz());
        let wish = wish_velocity(sim.tuning(), command) * dt;
        if wish != DVec3::ZERO {
            let own = own_motion(before, sim.player(), dt);
            self.moved += counted_motion(own, command.mode).length();
            self.commanded += wish.length();
        }
    }

    /// Measures how deep the player of `sim` is inside of anything. Returns whether that is the deepest overlap so far. `near`
    /// is scratch memory.
    pub fn add_overlap(&mut self, sim: &Sim, near: &mut Vec<Surface>) -> bool {
        let depth = overlap(sim, near);
        let is_deepest = depth > self.deepest;
        if is_deepest {
            self.deepest = depth;
        }
        is_deepest
    }

    /// The measurements of all `parts`.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let all = parts.into_iter();
        all.fold(Self::default(), |sum, part| Self {
            moved: sum.moved + part.moved,
            commanded: sum.commanded + part.commanded,
            deepest: float::max(sum.deepest, part.deepest),
        })
    }

    /// The deepest overlap after a tick; metres.
    pub fn deepest(&self) -> f64 {
        self.deepest
    }

    /// Distance moved as a share of the commanded distance; `None` if no motion was commanded.
    pub fn speed_kept(&self) -> Option<f64> {
        (self.commanded > 0.0).then(|| self.moved / self.commanded)
    }
}
