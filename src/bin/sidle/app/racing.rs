//! What zones say to the player, and the best times that are kept.

use sidle::sim::{ZoneEffect, ZoneEvent};

use crate::app::Game;
use crate::session::best_times;
use crate::session::race::{RaceTime, recorded_time};

/// Between the words of several zones that act in the same tick.
const AND: &str = "  ·  ";

/// Why a finished race has no place among the best times.
const DOES_NOT_COUNT: &str =
    "it does not count: not all of it was played, or the level or the tuning was changed";

impl Game {
    /// Shows what the zones did in the last tick, and keeps the time of a race that has ended.
    pub(super) fn announce_zones(&mut self) {
        let events = self.session.sim.zone_events().to_vec();
        let mut words = Vec::new();
        for event in &events {
            self.know_best_race(event);
            words.extend(self.words_of(event));
        }
        if !words.is_empty() {
            self.show_message(words.join(AND));
        }
    }

    /// Loads the best race of the player's class, once a race is prepared.
    fn know_best_race(&mut self, event: &ZoneEvent) {
        let begins = matches!(event.effect, ZoneEffect::Ready | ZoneEffect::Go);
        if begins && !self.session.knows_best_race() {
            let path = self.best_time_path();
            let recording = path.and_then(|path| best_times::load(&path));
            self.session.set_best_race(recording.as_ref());
        }
    }

    /// The file of the best time; `None`: this level keeps none.
    fn best_time_path(&self) -> Option<std::path::PathBuf> {
        let document = &self.slot.document;
        let path = document.path();
        let name = &self.session.level.name;
        document
            .keeps_times()
            .then(|| best_times::path_of(path, name, self.session.race_class()))?
    }

    /// The words for what a zone did: its own, or those of the game.
    fn words_of(&mut self, event: &ZoneEvent) -> Option<String> {
        let own = self.session.level.zone_texts.get(event.zone);
        let own = own.cloned().flatten();
        let hz = self.session.sim.hz();
        let time = |ticks| RaceTime { ticks, hz };
        match event.effect {
            ZoneEffect::Ready => {
                Some(own.unwrap_or("At the start: the clock runs when you leave it".to_owned()))
            }
            ZoneEffect::Checkpoint { number } => {
                let all = self.session.sim.checkpoints();
                let head = own.unwrap_or_else(|| format!("Checkpoint {number} of {all}"));
                let time = time(event.race_ticks.unwrap_or_default());
                Some(format!("{head}: {time}"))
            }
            ZoneEffect::Missed { next } => Some(format!("Checkpoint {next} comes first")),
            ZoneEffect::Finish { ticks } => {
                let head = own.unwrap_or("Finish".to_owned());
                let verdict = self.end_race(time(ticks));
                Some(format!("{head}: {}, {verdict}", time(ticks)))
            }
            ZoneEffect::Teleport | ZoneEffect::Notice => own,
            _ => None,
        }
    }

    /// Compares the `time` of the race that has just ended with the best one, and keeps it if it is better. Returns the
    /// verdict in words.
    fn end_race(&mut self, time: RaceTime) -> String {
        let Some(recording) = self.session.take_finished_race() else {
            return DOES_NOT_COUNT.to_owned();
        };
        let best = self.session.best_time();
        if let Some(best) = best.filter(|best| !time.beats(*best)) {
            return format!("and your best is {best}");
        }
        debug_assert_eq!(recorded_time(&recording), Some(time));
        self.session.set_best_race(Some(&recording));
        let kept = self
            .best_time_path()
            .map(|path| best_times::keep(&path, &recording));
        match (kept, best) {
            (Some(Err(message)), _) => message,
            (_, Some(before)) => format!("a new best (before: {before})"),
            (_, None) => "your first time here: its ghost runs along from now on".to_owned(),
        }
    }
}
