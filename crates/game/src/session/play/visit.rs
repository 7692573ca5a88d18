//! A visit to the start of a recording in the level that is played, and the way back.

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Mode, PlayerState, Spawn, Tuning};
use sidle::replay::Header;
use sidle::sim::Snapshot;

use crate::session::Session;
use crate::session::eye::Stature;
use crate::session::history::Ghosts;

/// Where a player was before a visit, and with which body.
pub struct PlaceBefore {
    state: Snapshot,
    tuning: Tuning,
    stature: Stature,
    hz: u32,
}

impl Session {
    /// Goes to where the recording of `header` began, in this level. Returns the way back.
    ///
    /// # Errors
    /// A message, when the recording does not fit the level, and then nothing changes.
    pub fn visit(&mut self, header: &Header) -> Result<PlaceBefore, String> {
        header.check_fit(&self.sim).map_err(|why| why.to_string())?;
        let before = PlaceBefore {
            state: self.sim.snapshot(),
            tuning: *self.sim.tuning(),
            stature: self.stature,
            hz: self.sim.hz(),
        };
        let there = PlaceBefore {
            state: header.state.clone().unwrap_or_else(|| self.start.clone()),
            tuning: header.tuning,
            stature: Stature::of_level(self.level.eye, header.tuning.body),
            hz: header.hz,
        };
        self.go_to(&there)?;
        Ok(before)
    }

    /// Puts the player at rest onto the ground at `place`, looking along `yaw`. Earlier ticks are forgotten.
    ///
    /// # Errors
    /// A message, when there is no room.
    pub fn move_to(&mut self, place: DVec3, yaw: BinaryAngle) -> Result<(), String> {
        let mut state = self.sim.snapshot();
        state.player = PlayerState::at_spawn(&Spawn {
            position: place + DVec3::Y * self.sim.tuning().radius,
            yaw,
            pitch: BinaryAngle::ZERO,
            controller: state.player.controller,
            mode: Mode::Walk,
        });
        self.go_to(&PlaceBefore {
            state,
            tuning: *self.sim.tuning(),
            stature: self.stature,
            hz: self.sim.hz(),
        })
    }

    /// Goes back to a place of the same level, after a visit.
    ///
    /// # Errors
    /// A message, when the level has changed and there is no room any longer. Then nothing changes.
    pub fn go_to(&mut self, place: &PlaceBefore) -> Result<(), String> {
        if let Some(part) = place.state.misfit(&self.sim) {
            return Err(format!("the level has changed: its {part} differ"));
        }
        let before = self.sim.snapshot();
        self.sim.restore(&place.state);
        if *self.sim.tuning() != place.tuning {
            if let Err(why) = self.sim.retune(place.tuning) {
                self.sim.restore(&before);
                return Err(why.to_string());
            }
            // It may have lifted the body.
            self.sim.restore(&place.state);
        }
        self.stature = place.stature;
        self.sim.set_hz(place.hz);
        self.ghosts = Ghosts::default();
        self.ghosts.set_hz(place.hz);
        self.clear_history();
        self.previous = self.sim.player().position;
        self.trail.restart(self.sim.ticks(), self.previous);
        self.paused = false;
        self.snap_to_last_tick();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
