//! The replay of a race of which a clip is made: from outside, with no text but its clock. A page makes the clip itself, and the window by
//! [`race_film`](crate::app::records::race_film).

use crate::app::Game;

impl Game {
    /// Whether the frame belongs to the replay of a race of which a clip is made.
    pub(in crate::app) fn films(&self) -> bool {
        let now = self.session.sim.ticks();
        self.session.paused && self.film.is_some_and(|finish| now < finish)
    }

    /// Ends the replay, once the game goes on.
    pub(in crate::app) fn end_film(&mut self) {
        if !self.session.paused {
            self.film = None;
        }
    }
}
