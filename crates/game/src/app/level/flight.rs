//! In the editor, a player flies where no ground is below, and so does not fall out of the level.

use sidle::player::Mode;
use sidle::sim::Sim;

use crate::app::Game;
use crate::session::editor::{falls_out, has_no_ground};

/// The message when the player begins to fly by itself.
const FLIES: &str = "no ground is below you, so you fly: {jump} up, {down} down, {fly} walk";

impl Game {
    /// Lets the player fly, if the editor is on and it would fall out of the level.
    pub(in crate::app) fn catch_fall(&mut self) {
        self.fly_in_editor_if(falls_out);
    }

    /// Lets the player fly, if the editor is on and no ground is below it.
    pub(in crate::app) fn fly_without_ground(&mut self) {
        self.fly_in_editor_if(has_no_ground);
    }

    fn fly_in_editor_if(&mut self, needs_flight: fn(&Sim) -> bool) {
        let walks = self.input.player.mode() == Mode::Walk;
        let can_fly = walks && self.slot.edits() && !self.playback.is_active();
        if can_fly && needs_flight(&self.session.sim) {
            self.input.player.set_mode(Mode::Fly);
            self.show_message_with_keys(FLIES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::bindings::Bindings;

    #[test]
    fn the_message_of_a_flight_names_known_rows_only() {
        assert_eq!(Bindings::default().unknown(FLIES), None);
    }
}
