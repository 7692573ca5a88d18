//! The goal of the level that is played. The game notices once that it is reached.

use sidle::glam::DVec3;
use sidle::player::Command;

use crate::app::Game;
use crate::options::action::Action;
use crate::options::overlay_set::Overlay;
use crate::platform;
use crate::session::guide::{goal_of, goals_json};

impl Game {
    /// Notes the last tick, in which `command` moved the player from `before`.
    pub(in crate::app) fn note_goal_tick(&mut self, before: DVec3, command: &Command) {
        let document = &self.slot.document;
        let Some(goal) = goal_of(document.path()).filter(|_| document.keeps_times()) else {
            return;
        };
        let reached = &mut self.settings.values.goals;
        let is_known = reached.iter().any(|level| level == goal.level);
        // The walkers of an audit reach it for nobody.
        if is_known || self.playback.is_active() || self.audit.visits() {
            return;
        }
        if self
            .goal_watch
            .reaches(goal, &self.session, before, command)
        {
            reached.push(goal.level.to_owned());
            platform::notify_page(&format!("goals {}", goals_json(reached)));
            let mut message = format!("Goal reached: {}", goal.sentence);
            if goal.is_contact() && !self.views.overlays.shown.moves() {
                self.change_overlays(|shown| shown.set(Overlay::Moves, true));
                self.guidance.note_action(&Action::ToggleOverlays(5));
                message.push_str(" {overlay_5} closes the contact inspector.");
            }
            self.show_message_with_keys(&message);
        }
    }
}
