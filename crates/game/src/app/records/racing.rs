//! The messages of zones to the player, the best times that are kept, and races that begin again.

use std::path::PathBuf;

use sidle::replay::Recording;
use sidle::sim::{ZoneEffect, ZoneEvent};
use sidle::world::{Zone, ZoneAction};

use crate::app::Game;
use crate::app::records::countdown::Countdown;
use crate::options::action::Seek;
use crate::session::play::{RaceTime, best_times, recorded_time, verdict, words_of};

/// Separates the words of zones that act in the same tick.
const AND: &str = "  ·  ";

/// The message that a finished race has no place among the best times.
const DOES_NOT_COUNT: &str =
    "it does not count: not all of it was played, or the level or its tuning was changed";

/// The message at a finish of a level without a start, in which no race ends, and what one can do there; in the player's own level
/// also what it lacks.
const REACHED: &str = "finish reached: {respawn} again, from the spawn";
const REACHED_OWN: &str = "finish reached: {respawn} again, {editor} back to the editor, where a race start lets a clock run";

/// The words for being so many seconds behind the ghost at a checkpoint; `None` if that shows no hundredth.
fn behind_words(seconds: f64) -> Option<String> {
    (seconds >= 0.005).then(|| format!("{seconds:.2} s behind"))
}

impl Game {
    /// Shows the effects of zones in the last tick, and keeps the time of a race that has ended.
    pub(in crate::app) fn announce_zones(&mut self) {
        let events = self.session.sim.zone_events().to_vec();
        let (checkpoints, hz) = (self.session.sim.checkpoints(), self.session.sim.hz());
        let mut all_words = Vec::new();
        for event in &events {
            self.know_best_race(event);
            let text = self.session.level.zone_texts.get(event.zone);
            let text = text.and_then(Option::as_deref);
            let words = words_of(event, text, checkpoints, hz);
            all_words.extend(match event.effect {
                // The card after the race says more.
                ZoneEffect::Finish { ticks } if !self.playback.is_active() => {
                    self.end_race(RaceTime { ticks, hz });
                    None
                }
                ZoneEffect::Checkpoint { number } => {
                    let ticks = event.race_ticks.unwrap_or_default();
                    let behind = self.session.behind_ghost(number, ticks);
                    words.map(|words| match behind.and_then(behind_words) {
                        Some(behind) => format!("{words}, {behind}"),
                        None => words,
                    })
                }
                ZoneEffect::Notice if self.is_finish_without_start(event.zone) => {
                    let reached = match self.slot.document.is_own() {
                        true => REACHED_OWN,
                        false => REACHED,
                    };
                    let reached = self.key_labels().fill(reached);
                    let both: Vec<_> = words.into_iter().chain([reached]).collect();
                    Some(both.join(AND))
                }
                _ => words,
            });
        }
        if !all_words.is_empty() {
            self.show_message(all_words.join(AND));
        }
    }

    /// Whether the `zone` is a finish of a level in which no clock can run.
    fn is_finish_without_start(&self, zone: usize) -> bool {
        let zones = self.session.sim.zones();
        let is = |zone: &Zone, action| zone.action == action;
        let has_start = zones.iter().any(|zone| is(zone, ZoneAction::Start));
        let is_finish = zones.get(zone);
        !has_start && is_finish.is_some_and(|zone| is(zone, ZoneAction::Finish))
    }

    /// Loads the best race of the player's class, once a race is prepared.
    fn know_best_race(&mut self, event: &ZoneEvent) {
        let begins = matches!(event.effect, ZoneEffect::Ready | ZoneEffect::Go);
        if begins && !self.session.knows_best_race() {
            let kept = self.kept_best_race();
            self.session.set_best_race(kept.as_ref());
        }
    }

    /// Loads the best race again, if another tab of the page has kept a better one.
    pub(in crate::app) fn reload_best_race(&mut self) {
        let kept = self.kept_best_race();
        let Some(theirs) = kept.as_ref().and_then(recorded_time) else {
            return;
        };
        let own = self.session.best_time();
        if self.session.knows_best_race() && own.is_none_or(|own| theirs.beats(own)) {
            self.session.set_best_race(kept.as_ref());
        }
    }

    fn kept_best_race(&self) -> Option<Recording> {
        best_times::load(&self.best_time_path()?)
    }

    /// The file of the best time; `None` if this level keeps none.
    fn best_time_path(&self) -> Option<PathBuf> {
        let document = &self.slot.document;
        let (path, name) = (document.path(), &self.session.level.name);
        let class = self.session.race_class();
        let keeps = document.keeps_times();
        keeps.then(|| best_times::path_of(path, name, class))?
    }

    /// Compares the `time` of the race that has just ended with the best one, keeps it if it is better, and shows the result.
    fn end_race(&mut self, time: RaceTime) {
        let recording = self.session.take_finished_race();
        let mut result = self.session.race_result(time, recording.as_ref());
        result.verdict = match &recording {
            Some(recording) => self.rank_race(time, recording),
            None => DOES_NOT_COUNT.to_owned(),
        };
        self.session.show_race_result(result);
        // That of the last checkpoint would cover the level below the card.
        if !self.views.hud.praises() {
            self.views.hud.hide_message();
        }
    }

    /// The verdict on the race of `recording`, which took `time`, in words. A best one is heard, and kept.
    fn rank_race(&mut self, time: RaceTime, recording: &Recording) -> String {
        let before = self.session.best_time();
        if before.is_none_or(|before| time.beats(before)) {
            self.session.listener.note_success();
            self.session.set_best_race(Some(recording));
            let path = self.best_time_path();
            let kept = path.map(|path| best_times::keep(&path, recording));
            if let Some(Err(message)) = kept {
                return message;
            }
        }
        verdict(time, before, self.session.medal(time))
    }

    /// Back to the start of the race that is on or over, if the player asks for a respawn, and counts down there. Rewinding leads
    /// there, so a recording that runs must not be cut by it. The editor hides the countdown: there, the player just respawns.
    pub(in crate::app) fn begin_race_again(&mut self) {
        let may_rewind = !self.playback.is_active()
            && !self.slot.edits()
            && self.session.recorded_seconds().is_none();
        let asks = may_rewind && self.input.player.wants_respawn();
        let Some(ticks) = self.session.ticks_since_start().filter(|_| asks) else {
            return;
        };
        self.film = None;
        self.seek(Seek::Ticks(-(ticks as isize)));
        self.input.player.clear_presses();
        let player = self.session.sim.player();
        self.input.view.set_body(player.yaw, player.pitch);
        self.views.hud.hide_message();
        self.countdown = Some(Countdown::new(self.session.sim.ticks()));
        self.session.listener.note_count();
    }

    /// Counts down by `seconds`. The race begins at the end, or once the player presses a key that moves.
    pub(in crate::app) fn count_down(&mut self, seconds: f64) {
        let Some(countdown) = &mut self.countdown else {
            return;
        };
        let before = countdown.number();
        let respawns = self.input.player.wants_respawn();
        let ends = countdown.ends_after(seconds, self.input.moves()) || respawns;
        let number = countdown.number();
        if !self.session.paused || !countdown.stands_at(self.session.sim.ticks()) {
            // The player has gone on, or looks at something else.
            self.countdown = None;
        } else if ends {
            self.countdown = None;
            if let Some(input) = self.session.toggle_pause() {
                self.input.player.follow(input);
                self.input.player.clear_presses();
            }
            if respawns {
                self.input.player.respawn();
            }
            self.session.listener.note_count();
        } else if number < before {
            self.session.listener.note_count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::bindings::Bindings;

    #[test]
    fn less_than_half_a_hundredth_behind_is_not_behind() {
        let words = |seconds| behind_words(seconds).unwrap_or_default();
        let shown = [-1.0, 0.0, 0.002, 0.005, 1.25].map(words);
        assert_eq!(shown, ["", "", "", "0.01 s behind", "1.25 s behind"]);
    }

    #[test]
    fn the_words_at_a_finish_name_known_keys_only() {
        for words in [REACHED, REACHED_OWN] {
            assert_eq!(Bindings::default().unknown(words), None, "{words}");
        }
    }
}
