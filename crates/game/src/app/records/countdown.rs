//! A race that begins again: the player is back in its start, where time stands still until a countdown ends.

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
    /// A countdown at its first number, in the `tick`.
    pub(super) fn new(tick: u64) -> Self {
        Self {
            left: NUMBER_SECONDS * f64::from(NUMBERS),
            tick,
            let_go: false,
        }
    }

    /// Whether the tick `now` is the one in which time stands still.
    pub(super) fn stands_at(&self, now: u64) -> bool {
        self.tick == now
    }

    /// Counts down by `seconds`. Returns whether it ends: by itself, or since the player has just pressed a key that moves.
    pub(super) fn ends_after(&mut self, seconds: f64, moves: bool) -> bool {
        self.left -= seconds;
        let goes = moves && self.let_go;
        self.let_go |= !moves;
        self.left <= 0.0 || goes
    }

    /// The number that is shown.
    pub fn number(&self) -> u32 {
        ((self.left / NUMBER_SECONDS).ceil() as u32).clamp(1, NUMBERS)
    }
}

/// The race of `session`, as it is shown.
pub fn race_view<'n>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_countdown_shows_each_number_for_as_long() {
        let number = |left| {
            let new = Countdown::new(0);
            Countdown { left, ..new }.number()
        };
        assert_eq!(
            [1.8, 1.21, 1.2, 0.61, 0.6, 0.1, 0.0, -1.0].map(number),
            [3, 3, 2, 2, 1, 1, 1, 1]
        );
    }

    #[test]
    fn a_key_that_is_held_from_before_does_not_end_a_countdown() {
        let mut countdown = Countdown::new(7);
        assert!(countdown.stands_at(7) && !countdown.stands_at(8));
        let ends = [true, true, false, true].map(|moves| countdown.ends_after(0.1, moves));
        assert_eq!(ends, [false, false, false, true]);
        assert!(Countdown::new(7).ends_after(1.9, false), "by itself");
    }
}
