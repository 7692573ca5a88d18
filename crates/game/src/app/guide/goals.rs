//! The goal of the level that is played. The game notices once that it is reached.

use sidle::glam::DVec3;
use sidle::player::Command;

use crate::app::Game;
use crate::options::action::Action;
use crate::options::overlay_set::Overlay;
use crate::platform;
use crate::session::guide::{Goal, goal_count, goal_of, goals_json};

/// The end of a praise that opens the contact inspector.
const CLOSES: &str = " {overlay_5} closes the contact inspector.";

impl Game {
    /// Says no longer what closes the contact inspector, which is closed.
    pub(in crate::app) fn forget_closing_words(&mut self) {
        let words = self.key_labels().fill(CLOSES);
        self.views.hud.cut_message(&words);
    }

    /// The goal of the level that is played, if it counts.
    fn goal(&self) -> Option<&'static Goal> {
        let document = &self.slot.document;
        goal_of(document.path()).filter(|_| document.keeps_times())
    }

    /// The goal in words, and whether it was reached; `None` if there is none, or others play.
    pub(in crate::app) fn goal_text(&self) -> Option<(String, bool)> {
        let goal = self.goal()?;
        let is_reached = goal.is_among(&self.settings.values.goals);
        let head = if is_reached { "Goal reached" } else { "Goal" };
        let plays = !self.playback.is_active() && !self.audit.visits() && !self.slot.edits();
        let (met, all) = self.challenge_count(goal);
        let count = if all > 0 && !is_reached {
            format!(" {met} of {all}")
        } else {
            String::new()
        };
        plays.then(|| (format!("{head}: {}{count}", goal.sentence), is_reached))
    }

    /// How many challenges of `goal` were met, and how many it has.
    fn challenge_count(&self, goal: &Goal) -> (usize, usize) {
        let met = goal.challenges_met(&self.settings.values.goals);
        (met, goal.challenges().len())
    }

    /// Notes the last tick, in which `command` moved the player from `before`.
    pub(in crate::app) fn note_goal_tick(&mut self, before: DVec3, command: &Command) {
        // The walkers of an audit reach it for nobody.
        if self.playback.is_active() || self.audit.visits() {
            return;
        }
        let Some(goal) = self.goal() else { return };
        let reached = &mut self.settings.values.goals;
        if goal.is_among(reached) {
            return;
        }
        let challenge = goal.meet_challenge(&self.session, reached);
        let watch = &mut self.goal_watch;
        let (met, all) = (goal.challenges_met(reached), goal.challenges().len());
        if let Some(challenge) = challenge.filter(|_| met < all) {
            let message = format!("{met} of {all}. {}", challenge.lesson);
            return self.show_success(&message);
        }
        if challenge.is_none() && !watch.reaches(goal, &self.session, before, command) {
            return;
        }
        reached.push(goal.level.to_owned());
        platform::notify_page(&format!("goals {}", goals_json(reached)));
        let (count, all) = goal_count(reached);
        let next = if count < all {
            "{level_after} next level."
        } else {
            "That was the last goal."
        };
        let last = challenge.map_or(String::new(), |last| format!("{} ", last.lesson));
        let lesson = goal.lesson;
        let mut message = format!("Goal {count} of {all} reached. {last}{lesson} {next}");
        if goal.is_contact() && !self.views.overlays.shown.moves() {
            self.change_overlays(|shown| shown.set(Overlay::Moves, true));
            self.guidance.note_action(&Action::ToggleOverlays(5));
            message.push_str(CLOSES);
        }
        self.show_success(&message);
    }

    /// Shows that something has succeeded, in a message with the keys of rows, and lets it be heard.
    fn show_success(&mut self, message: &str) {
        self.session.listener.note_success();
        let message = self.key_labels().fill(message);
        self.views.hud.show_success(message);
    }
}
