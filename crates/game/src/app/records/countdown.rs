//! A race that begins again: the player is back in its start, where time stands still until a countdown ends.

use crate::app::Game;
use crate::options::action::Seek;
use crate::session::Session;
use crate::view::hud::race_clock::RaceView;

/// How long each number is shown, and the first of them. Longer: who tries again and again waits; shorter: no time to look ahead.
const NUMBER_SECONDS: f64 = 0.6;
const NUMBERS: u32 = 3;

/// A countdown in a start.
pub struct Countdown {
    /// How long it still takes; seconds.
    left: f64,
    /// The tick in which time stands still.
    tick: u64,
    /// Whether the player has let go of the keys that move: those may still be held from before.
    let_go: bool,
}

impl Countdown {
    /// The number that is shown.
    pub fn number(&self) -> u32 {
        ((self.left / NUMBER_SECONDS).ceil() as u32).clamp(1, NUMBERS)
    }
}

/// The race of `session`, as it is shown.
pub(in crate::app) fn race_view<'n>(
    session: &'n Session,
    countdown: Option<&Countdown>,
    keys: &'n str,
) -> Option<RaceView<'n>> {
    let clock = session.race_clock();
    let clock = clock.map(|clock| RaceView::Clock(clock, countdown.map(Countdown::number)));
    clock.or_else(|| {
        let result = session.shown_race_result()?;
        Some(RaceView::Result {
            result,
            keys,
            is_short: false,
        })
    })
}

impl Game {
    /// Back to the start of the race that is on or over, if the player asks for a respawn, and counts down there. Rewinding leads
    /// there, so a recording that runs must not be cut by it.
    pub(in crate::app) fn begin_race_again(&mut self) {
        let may_rewind = !self.playback.is_active() && self.session.recorded_seconds().is_none();
        let asks = may_rewind && self.input.player.wants_respawn();
        let Some(ticks) = self.session.ticks_since_start().filter(|_| asks) else {
            return;
        };
        self.seek(Seek::Ticks(-(ticks as isize)));
        self.input.player.clear_presses();
        let player = self.session.sim.player();
        self.input.view.set_body(player.yaw, player.pitch);
        self.views.hud.hide_message();
        self.countdown = Some(Countdown {
            left: NUMBER_SECONDS * f64::from(NUMBERS),
            tick: self.session.sim.ticks(),
            let_go: false,
        });
        self.session.listener.note_count();
    }

    /// Counts down by `seconds`. The race begins at the end, or once the player presses a key that moves.
    pub(in crate::app) fn count_down(&mut self, seconds: f64) {
        let Some(countdown) = &mut self.countdown else {
            return;
        };
        let before = countdown.number();
        countdown.left -= seconds;
        let (respawns, moves) = (self.input.player.wants_respawn(), self.input.moves());
        let goes = respawns || (moves && countdown.let_go);
        countdown.let_go |= !moves;
        let number = countdown.number();
        if !self.session.paused || self.session.sim.ticks() != countdown.tick {
            // The player has gone on, or looks at something else.
            self.countdown = None;
        } else if countdown.left <= 0.0 || goes {
            self.countdown = None;
            if let Some(input) = self.session.toggle_pause() {
                self.input.player.resume_from(input);
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

    #[test]
    fn a_countdown_shows_each_number_for_as_long() {
        let number = |left| {
            Countdown {
                left,
                tick: 0,
                let_go: false,
            }
            .number()
        };
        assert_eq!(
            [1.8, 1.21, 1.2, 0.61, 0.6, 0.1, 0.0, -1.0].map(number),
            [3, 3, 2, 2, 1, 1, 1, 1]
        );
    }
}
