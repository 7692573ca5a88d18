//! Why the ticks take longer than there is time: what is dense around the player, in words.

use std::collections::BTreeMap;
use std::time::Duration;

use sidle::player::Controller;

use crate::options::controllers;
use crate::session::Session;
use crate::session::words::{QuestionText, grouped};

/// How much farther than the body a tick looks, as a share of the radius.
const REACH_SHARE: f64 = 0.1;

/// With more colliders than this around the body, they are the reason. Smaller: a floor of fine triangles is blamed for what
/// something else costs; larger: a crowd is not named.
const MIN_CROWD: usize = 100;

/// Why a mover counts that the player does not use.
const GHOST: &str = "It moves a ghost. Without ghosts, it takes no time.";

/// The words on the buttons.
const ANSWERS: [&str; 3] = ["Go on slower", "Stop", "Leave"];

impl Session {
    /// The question how to go on if the ticks take this `tick_time`, which is too long. `plays_back`: a recording or script gives
    /// the commands.
    pub fn slow_ticks_question(&self, tick_time: Duration, plays_back: bool) -> QuestionText {
        let hz = self.sim.hz();
        let milliseconds = tick_time.as_secs_f64() * 1e3;
        let due = 1e3 / f64::from(hz);
        let time = format!(
            "A tick takes about {milliseconds:.1} ms. {hz} ticks a second leave {due:.1} ms for each."
        );
        let what = if plays_back { "replay" } else { "game" };
        // A program that takes its time is no fault of the level.
        let controller = self.sim.player().controller;
        let ghosts = self.ghosts.iter();
        let ghosts = ghosts.map(|ghost| (ghost.controller(), ghost.tick_duration));
        let (name, reason) = match (slow_program(ghosts, tick_time), controller) {
            (Some(ghost), _) => (controllers::name(ghost), Some(GHOST.to_owned())),
            (None, Controller::Outer(_)) => (controllers::name(controller), None),
            (None, _) => (self.level.name.as_str(), crowd_words(self)),
        };
        QuestionText {
            title: format!("`{name}` is too slow for this computer"),
            details: [Some(time), reason].into_iter().flatten().collect(),
            note: format!(
                "The {what} is paused. Slower, it loses nothing; leaving shows the other levels."
            ),
            answers: &ANSWERS,
        }
    }
}

/// The slowest of these ghosts that a program moves, if such ghosts take most of the tick.
fn slow_program(
    ghosts: impl Iterator<Item = (Controller, Duration)>,
    tick_time: Duration,
) -> Option<Controller> {
    let programs: Vec<_> = ghosts
        .filter(|(controller, _)| matches!(controller, Controller::Outer(_)))
        .collect();
    let time: Duration = programs.iter().map(|(_, time)| *time).sum();
    let slowest = programs.iter().max_by_key(|(_, time)| *time)?;
    (time * 2 > tick_time).then_some(slowest.0)
}

/// What the player's body touches, if it is many colliders.
fn crowd_words(session: &Session) -> Option<String> {
    let sim = &session.sim;
    let body = sim.tuning().body()?.at(sim.player().position)?;
    let mut near = Vec::new();
    sim.world()
        .surfaces_near(body, body.radius() * REACH_SHARE, &mut near);
    if near.len() < MIN_CROWD {
        return None;
    }
    let mut names = BTreeMap::new();
    for surface in &near {
        *names
            .entry(session.level.name_of(surface.collider))
            .or_insert(0_u64) += 1;
    }
    let (name, count) = names.into_iter().max_by_key(|(_, count)| *count)?;
    let (all, count) = (grouped(near.len() as u64), grouped(count));
    Some(format!(
        "The body touches {all} colliders at once, {count} of them of `{name}`: move those apart."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{courtyard, pile};

    #[test]
    fn a_ghost_is_blamed_if_programs_take_most_of_the_tick() {
        let blamed = |times: &[(Controller, u64)]| {
            let ghosts = times.iter();
            let ghosts = ghosts.map(|(controller, ms)| (*controller, Duration::from_millis(*ms)));
            slow_program(ghosts, Duration::from_millis(20))
        };
        let (one, other) = (Controller::Outer(0), Controller::Outer(1));
        assert_eq!(blamed(&[]), None);
        assert_eq!(blamed(&[(Controller::Classic, 19)]), None);
        assert_eq!(blamed(&[(Controller::Classic, 9), (one, 10)]), None);
        assert_eq!(blamed(&[(one, 11)]), Some(one));
        assert_eq!(blamed(&[(one, 5), (other, 8)]), Some(other));
    }

    #[test]
    fn the_question_names_the_time_and_what_is_dense() {
        let time = Duration::from_millis(290);
        let question = Session::new(pile(120), None, 120).slow_ticks_question(time, true);
        assert_eq!(question.title, "`Pile` is too slow for this computer");
        assert_eq!(
            question.details,
            [
                "A tick takes about 290.0 ms. 120 ticks a second leave 8.3 ms for each.",
                "The body touches 120 colliders at once, 120 of them of `crate`: move those apart.",
            ]
        );
        assert!(question.note.starts_with("The replay is paused"));
        assert_eq!(question.answers.len(), 3);
        // A mover is named instead of the level.
        let mut session = Session::new(pile(120), None, 120);
        let mut slow = session.sim.snapshot();
        slow.player.controller = Controller::Outer(0);
        session.sim.restore(&slow);
        let question = session.slow_ticks_question(time, false);
        assert_eq!(question.title, "`mover` is too slow for this computer");
        assert_eq!(question.details.len(), 1);
        // In the courtyard, nothing is dense.
        let question = Session::new(courtyard(), None, 120).slow_ticks_question(time, false);
        assert_eq!(question.details.len(), 1);
        assert!(question.note.starts_with("The game is paused"));
    }
}
