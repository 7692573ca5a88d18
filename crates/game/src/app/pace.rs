//! How long the ticks of a frame may take. What is not done in time is done in the next frames, and after a second of that the
//! game says so.
//!
//! A level or recording of a stranger decides how much there is to do. Its ticks may take a thousand times as long as those of
//! the shipped levels, or be a thousand times as many. Without a limit, a frame would run all that are due, and while it
//! does, more become due.

use std::time::Duration;

use crate::options::ranges::MAX_SLOWNESS;

/// A longer frame counts as one of this length, so that after a stall the game continues where it was, instead of catching up
/// in one giant step; seconds.
pub const MAX_FRAME_SECONDS: f64 = 0.1;

/// How long a frame runs ticks, unless one of them takes longer. Smaller: slow levels are slower than need be; larger: a frame
/// of a slow level is late.
const TICK_TIME: Duration = Duration::from_millis(20);

/// After ticks have been late for this long, the game asks; seconds. Smaller: it asks after a hitch; larger: the player
/// wonders.
const PATIENCE: f64 = 1.0;

/// The share of the time that ticks take in slow motion. Larger: the picture stutters; smaller: it is slower than need be.
const TICK_SHARE: f64 = 0.5;

/// Something whose ticks are due as time passes.
pub trait Ticking {
    /// Whether a tick is due.
    fn is_due(&self) -> bool;

    /// Runs a tick that is due.
    fn tick_due(&mut self);
}

/// The ticks of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    pub ticks: u32,
    pub time: Duration,
    /// Whether more were due.
    pub is_late: bool,
}

/// Runs the ticks of `game` that are due, until `elapsed`, the time of the frame, is too long. At least one runs.
pub fn run_due(game: &mut impl Ticking, elapsed: &mut dyn FnMut() -> Duration) -> Ran {
    let mut ran = Ran {
        ticks: 0,
        time: Duration::ZERO,
        is_late: false,
    };
    while game.is_due() {
        if ran.time >= TICK_TIME {
            ran.is_late = true;
            break;
        }
        game.tick_due();
        ran.ticks += 1;
        ran.time = elapsed();
    }
    ran
}

/// How long the ticks have been late.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Seconds.
    late: f64,
    /// The time of a tick in the last late frame.
    pub tick_time: Duration,
    /// Whether the player has been asked about this level, and goes on.
    is_accepted: bool,
    /// How many ticks a seek still has to run. Going on drops them.
    pub ahead: usize,
}

impl Pace {
    /// Notes the ticks of a frame that took `seconds`, of which there are `rate` in a second. Returns whether it is time to ask.
    pub fn note(&mut self, ran: Ran, seconds: f64, rate: f64) -> bool {
        let tick_time = ran.time / ran.ticks.max(1);
        // Where the ticks leave enough time, slow drawing makes them late. No slow motion helps there.
        if !ran.is_late || tick_time.as_secs_f64() * rate <= TICK_SHARE {
            self.late = 0.0;
            return false;
        }
        self.tick_time = tick_time;
        self.late += seconds;
        let asks = self.late >= PATIENCE && !self.is_accepted;
        if asks {
            self.late = 0.0;
        }
        asks
    }

    /// The slow motion in which ticks at this rate would be in time, for the player who goes on.
    pub fn accept(&mut self, hz: u32) -> u32 {
        self.is_accepted = true;
        let load = self.tick_time.as_secs_f64() * f64::from(hz) / TICK_SHARE;
        let fits = |slowness: &u32| load <= f64::from(1_u32 << slowness);
        (0..MAX_SLOWNESS).find(fits).unwrap_or(MAX_SLOWNESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::lab::LabInput;
    use crate::test_support::courtyard;

    /// A session whose ticks take a given time by a clock that only they move.
    struct Clocked {
        session: Session,
        tick_time: Duration,
        now: Duration,
    }

    impl Ticking for Clocked {
        fn is_due(&self) -> bool {
            self.session.is_tick_due()
        }

        fn tick_due(&mut self) {
            assert!(self.session.take_due_tick());
            let input = self.session.idle_input();
            self.session.tick(&input, &LabInput::default(), None);
            self.now += self.tick_time;
        }
    }

    impl Clocked {
        fn new(tick_time: Duration) -> Self {
            Self {
                session: Session::new(courtyard(), None, 120),
                tick_time,
                now: Duration::ZERO,
            }
        }

        /// A frame of `seconds`.
        fn frame(&mut self, seconds: f64) -> Ran {
            self.session.add_time(seconds);
            let clock = std::cell::Cell::new(Duration::ZERO);
            let start = self.now;
            // The clock is read after each tick.
            let ticks = self.session.sim.ticks();
            let (tick_time, mut read) = (self.tick_time, 0);
            let mut elapsed = || {
                read += 1;
                clock.set(tick_time * read);
                clock.get()
            };
            let ran = run_due(self, &mut elapsed);
            assert_eq!(self.now - start, ran.time);
            assert_eq!(self.session.sim.ticks() - ticks, u64::from(ran.ticks));
            self.session.limit_backlog(MAX_FRAME_SECONDS);
            ran
        }
    }

    #[test]
    fn a_frame_runs_what_there_is_time_for_and_the_next_ones_the_rest() {
        let mut game = Clocked::new(Duration::from_millis(5));
        // A twentieth of a second has six ticks. Four take 20 ms.
        let ran = game.frame(0.05);
        assert_eq!((ran.ticks, ran.is_late), (4, true));
        let ran = game.frame(0.0);
        assert_eq!((ran.ticks, ran.is_late), (2, false));
        assert_eq!(game.session.sim.ticks(), 6);
    }

    #[test]
    fn fast_ticks_all_run() {
        let mut game = Clocked::new(Duration::from_micros(10));
        let ran = game.frame(0.1);
        assert_eq!((ran.ticks, ran.is_late), (12, false));
    }

    #[test]
    fn what_cannot_be_made_up_for_is_dropped() {
        let mut game = Clocked::new(Duration::from_millis(300));
        let mut ticks = 0;
        for _ in 0..20 {
            ticks += game.frame(0.1).ticks;
        }
        // One in each frame, and no more than a tenth of a second later.
        assert_eq!(ticks, 20);
        game.tick_time = Duration::ZERO;
        assert_eq!(game.frame(0.0).ticks, 12);
    }

    #[test]
    fn the_game_asks_after_a_second_and_once() {
        let late = Ran {
            ticks: 1,
            time: Duration::from_millis(290),
            is_late: true,
        };
        let fine = Ran {
            is_late: false,
            ..late
        };
        let mut pace = Pace::default();
        // A hitch is no reason.
        let mut note = |ran, seconds| pace.note(ran, seconds, 120.0);
        assert!(!note(late, 0.9) && !note(fine, 0.01) && !note(late, 0.9));
        assert!(note(late, 0.3));
        // Who pauses is asked again a second after going on.
        assert!(!note(late, 0.9) && note(late, 0.1));
        // 290 ms of 8.3, and as much for the picture: a 70th is not offered.
        assert_eq!(pace.accept(120), MAX_SLOWNESS);
        assert!(!pace.note(late, 5.0, 120.0));
    }

    #[test]
    fn slow_drawing_is_not_blamed_on_the_ticks() {
        let mut pace = Pace::default();
        // 15 ticks of 1.4 ms in a frame of 150 ms: they take a sixth of the time.
        let ran = Ran {
            ticks: 15,
            time: Duration::from_micros(15 * 1400),
            is_late: true,
        };
        assert!(!pace.note(ran, 5.0, 120.0));
        assert!(pace.note(ran, 5.0, 1200.0));
    }

    #[test]
    fn slow_motion_leaves_time_for_the_picture() {
        let paced = |milliseconds: u64| Pace {
            tick_time: Duration::from_millis(milliseconds),
            ..Pace::default()
        };
        // 120 ticks of 10 ms take 1.2 s. A quarter of the speed takes 0.3 s of each second, half would take 0.6.
        assert_eq!(paced(10).accept(120), 2);
        assert_eq!(paced(1).accept(120), 0);
        assert_eq!(paced(40).accept(120), 4);
    }
}
