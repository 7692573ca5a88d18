//! The player's race: its recording while it is on, the best race so far, and the ghost that runs along.
//!
//! The recording begins behind the start and ends at the finish. The ghost is that of the best race. Its recording is
//! simulated only once, a little ahead of the player's clock, and its path is kept.

use sidle::glam::DVec3;
use sidle::player::{Controller, Mode, TickInput};
use sidle::replay::{Recorder, Recording};
use sidle::sim::{Race, Sim, ZoneEffect};

use crate::session::play::medals::Medal;

/// The conditions of a race. Each has a separate best time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceClass {
    pub controller: Controller,
    pub mode: Mode,
}

/// How long a race took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceTime {
    pub ticks: u64,
    pub hz: u32,
}

impl RaceTime {
    /// Whether the time is shorter than `other`; exact at any tick rates.
    pub fn beats(self, other: Self) -> bool {
        let scaled = |time: Self, hz: u32| u128::from(time.ticks) * u128::from(hz);
        scaled(self, other.hz) < scaled(other, self.hz)
    }
}

impl std::fmt::Display for RaceTime {
    /// Minutes, seconds and thousandths, as in `1:02.508`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let thousandths = u128::from(self.ticks) * 1000 / u128::from(self.hz.max(1));
        let (minutes, rest) = (thousandths / 60_000, thousandths % 60_000);
        write!(f, "{minutes}:{:02}.{:03}", rest / 1000, rest % 1000)
    }
}

/// The race on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceClock {
    pub time: RaceTime,
    /// How many checkpoints the player has passed, of all.
    pub checkpoints: (u32, u32),
    /// The best time, if there is one.
    pub best: Option<RaceTime>,
    /// The next medal to earn.
    pub medal: Option<Medal>,
}

/// A checkpoint, or the finish at last, on the card after a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    pub time: RaceTime,
    /// How far the player was behind the ghost there; seconds. `None` without a ghost that was there.
    pub behind: Option<f64>,
}

/// A race that the player has finished, for the card after it.
#[derive(Clone, Debug)]
pub struct RaceResult {
    pub time: RaceTime,
    /// What the time is worth, in words.
    pub verdict: String,
    /// The checkpoints and the finish, and whose ghost their times are compared with.
    pub splits: Vec<Split>,
    pub ghost: Option<&'static str>,
    /// All medals of the level, the best one first, and whether the time earns each.
    pub medals: Vec<(Medal, bool)>,
    /// The race, if it counts.
    pub recording: Option<Recording>,
    /// The tick in which it ended.
    pub tick: u64,
}

/// The recording of the race that is on, and the best race.
#[derive(Default)]
pub struct RaceTracker {
    /// The last tick in which the player came into a start.
    pub(super) ready_at: Option<u64>,
    /// How many ticks had passed at each checkpoint of this race.
    pub(super) splits: Vec<u64>,
    /// The last race that was finished.
    pub(super) result: Option<RaceResult>,
    /// The race that is on, from behind the start; `None` if there is none, or it does not count.
    pub(super) recorder: Option<Recorder>,
    /// A race that has just ended and counts.
    pub(super) finished: Option<Recording>,
    /// The class whose best race is known.
    pub(super) class: Option<RaceClass>,
    /// The best time of that class, and the author's time.
    pub(super) best: Option<RaceTime>,
    pub(super) author: Option<RaceTime>,
    /// The ghost of the best race, or before there is one, of the author's.
    pub(super) ghost: Option<RaceGhost>,
}

/// The ghost of a race.
pub struct RaceGhost {
    sim: Sim,
    /// How many ticks of the clock had passed at each checkpoint, as far as it has been simulated.
    pub(super) splits: Vec<u64>,
    inputs: std::vec::IntoIter<TickInput>,
    /// The ghost's position after each tick of the race, from the first one, and whether it came there by a teleport.
    places: Vec<(DVec3, bool)>,
}

impl RaceGhost {
    /// The ghost of `recording` in the level of `sim`; `None` if that is another level.
    pub fn new(recording: &Recording, sim: &Sim) -> Option<Self> {
        let mut sim = sim.clone().without_trace();
        recording.begin(&mut sim).ok()?;
        let inputs: Vec<_> = recording.inputs.iter().collect();
        Some(Self {
            places: vec![(sim.player().position, true)],
            splits: Vec::new(),
            sim,
            inputs: inputs.into_iter(),
        })
    }

    /// Simulates the ghost up to the `tick`th tick of its race.
    pub fn advance_to(&mut self, tick: usize) {
        while self.places.len() <= tick {
            let Some(input) = self.inputs.next() else {
                return;
            };
            self.sim.play(&input);
            for event in self.sim.zone_events() {
                if let ZoneEffect::Checkpoint { .. } = event.effect {
                    self.splits.extend(event.race_ticks);
                }
            }
            let place = (self.sim.player().position, self.sim.relocated());
            self.places.push(place);
        }
    }

    /// Its ticks per second.
    pub fn hz(&self) -> u32 {
        self.sim.hz()
    }

    /// Where the ghost is `ticks` of the ghost after the first tick of its race; at most as far as it has been
    /// simulated.
    pub fn place_at(&self, ticks: f64) -> Option<DVec3> {
        let before = self.places.get(ticks as usize).or(self.places.last())?;
        let after = self.places.get(ticks as usize + 1);
        Some(match after {
            Some((after, false)) => before.0.lerp(*after, ticks.fract()),
            _ => before.0,
        })
    }
}

/// The time of the race that `recording` holds; `None` if it does not begin in a race.
pub fn recorded_time(recording: &Recording) -> Option<RaceTime> {
    let begin = recording.header.state.as_ref()?.zones.race;
    let Race::Running { ticks, .. } = begin else {
        return None;
    };
    Some(RaceTime {
        ticks: ticks.checked_add(recording.inputs.ticks())?,
        hz: recording.header.hz,
    })
}
