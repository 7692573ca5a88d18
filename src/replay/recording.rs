//! A recorded run: its start, its inputs, and the hashes of its states.

use super::{InputLog, LevelHash, RecordingError, StateHash};
#[cfg(feature = "level")]
use crate::level::Level;
use crate::player::{Command, Controller, PlayerState, Spawn, TickInput, Tuning};
use crate::sim::{OuterLog, Sim, Snapshot};

/// The start of a recorded run: program, level, tuning and state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Header {
    /// The version of the program that made the recording.
    pub program: String,
    /// The level's name.
    pub level: String,
    /// The name of the level's file, without folders, which may differ on another machine.
    pub file: String,
    /// The hash of the level.
    pub level_hash: LevelHash,
    /// The player's tuning. It replaces the level's tuning.
    pub tuning: Tuning,
    /// The spawn of the run.
    pub spawn: Spawn,
    /// Ticks per second; 1 to [`Self::MAX_HZ`].
    pub hz: u32,
    /// The state in which the run began; `None` for the level's start.
    pub state: Option<Snapshot>,
}

impl Header {
    /// The fastest tick rate of a recording; ticks per second.
    pub const MAX_HZ: u32 = 100_000;

    /// Gives `level` the recorded spawn and tuning, for [`Sim::of_level`].
    #[cfg(feature = "level")]
    pub fn apply_to(&self, level: &mut Level) {
        level.tuning = self.tuning;
        level.rules.spawn = self.spawn;
    }

    /// The player's state when the recording began.
    pub fn start(&self) -> PlayerState {
        let state = self.state.as_ref().map(|state| state.player);
        state.unwrap_or_else(|| PlayerState::at_spawn(&self.spawn))
    }

    /// Puts `sim`, which is of the same level and at its spawn, into the state in which the recording
    /// began.
    ///
    /// # Errors
    /// When the recorded state does not fit the level. Then `sim` stays at the spawn.
    pub fn begin(&self, sim: &mut Sim) -> Result<(), RecordingError> {
        self.check_fit(sim)?;
        if let Some(state) = &self.state {
            sim.restore(state);
        }
        Ok(())
    }

    /// Checks that the state in which the recording began can be a state of `sim`.
    ///
    /// # Errors
    /// The recorded state's tick, and its part that does not fit.
    pub fn check_fit(&self, sim: &Sim) -> Result<(), RecordingError> {
        let misfit = |state: &Snapshot| Some((state.tick, state.misfit(sim)?));
        match self.state.as_ref().and_then(misfit) {
            Some((tick, part)) => Err(RecordingError::State { tick, part }),
            None => Ok(()),
        }
    }
}

/// A run that replays bit-exactly in the same level on every machine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recording {
    /// The start of the run.
    pub header: Header,
    /// The inputs of the simulation.
    pub inputs: InputLog,
    /// The steps of controllers outside of the library, which a replay repeats.
    pub outer: OuterLog,
    /// For each tick, the hash of all states so far, folded into 16 bits. May be empty. Then the file is
    /// much smaller, but a replay cannot find the first tick that differs.
    pub checks: Vec<u16>,
    /// The hash of all states.
    pub end: StateHash,
}

impl Recording {
    /// The most ticks of a recording, a day at 360 ticks per second. A few bytes stand for any number of ticks without
    /// input. Smaller: a long run cannot be replayed; larger: a malicious file takes longer to replay.
    pub const MAX_TICKS: u64 = 1 << 25;

    /// [`Header::begin`], with the steps of outer controllers for the replay.
    ///
    /// # Errors
    /// As there. Then `sim` stays at the spawn.
    pub fn begin(&self, sim: &mut Sim) -> Result<(), RecordingError> {
        sim.set_outer_log(self.outer.clone());
        self.header.begin(sim)
    }

    /// The length of the recording; seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.inputs.ticks() as f64 / f64::from(self.header.hz)
    }
}

/// Records a run, tick by tick.
///
/// # Example
/// ```
/// use sidle::{player::Command, replay::{Recorder, verify}, sim::Sim, world::World};
/// let start = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let (mut sim, mut recorder) = (start.clone(), Recorder::new("Void", "void.toml", &start));
/// for _ in 0..60 {
///     sim.tick(&Command::default());
///     recorder.add(&Command::default(), &sim);
/// }
/// assert_eq!(verify(&recorder.recording(), start).unwrap().ticks, 60);
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    header: Header,
    inputs: InputLog,
    outer: OuterLog,
    /// The hash after each tick.
    hashes: Vec<StateHash>,
    /// The most ticks.
    limit: u64,
}

impl Recorder {
    /// A recorder that starts at the current tick of `sim`. `level` is the level's name, and `path` the path of its
    /// file, of which only the file name is stored.
    #[must_use]
    pub fn new(level: &str, path: &str, sim: &Sim) -> Self {
        Self::with_level_hash(level, path, sim, LevelHash::of(sim))
    }

    /// Like [`Self::new`], with a precomputed [`LevelHash`] of `sim`. Hashing a large level is slow.
    #[must_use]
    pub fn with_level_hash(level: &str, path: &str, sim: &Sim, level_hash: LevelHash) -> Self {
        let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
        // These texts are printed, and control characters would act on the terminal.
        let plain = |text: &str| text.replace(char::is_control, " ");
        let spawn = PlayerState::at_spawn(&sim.rules().spawn);
        let starts = sim.ticks() == 0 && *sim.player() == spawn;
        Self {
            header: Header {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                level: plain(level),
                file: plain(file),
                level_hash,
                tuning: *sim.tuning(),
                spawn: sim.rules().spawn,
                hz: sim.hz(),
                state: (!starts).then(|| {
                    let mut state = sim.snapshot();
                    // A file does not hold it.
                    state.player.air_time = 0.0;
                    state
                }),
            },
            inputs: InputLog::default(),
            outer: OuterLog::default(),
            hashes: Vec::new(),
            limit: Recording::MAX_TICKS,
        }
    }

    /// The same recorder, which is full after `ticks` ticks, or after [`Recording::MAX_TICKS`].
    #[must_use]
    pub fn limited_to(self, ticks: u64) -> Self {
        Self {
            limit: ticks.min(Recording::MAX_TICKS),
            ..self
        }
    }

    /// Whether there are as many ticks as a recording may have.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.ticks() >= self.limit
    }

    /// The start of the run.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The length of the run so far; ticks.
    pub fn ticks(&self) -> u64 {
        self.inputs.ticks()
    }

    /// Adds a tick with its command, and `sim` after the tick. A full recorder adds nothing, so the recorded part can
    /// be replayed.
    pub fn add(&mut self, command: &Command, sim: &Sim) {
        if self.is_full() {
            return;
        }
        let mut hash = self.hash();
        hash.add(sim);
        self.hashes.push(hash);
        if matches!(command.controller, Controller::Outer(_)) {
            let tick = sim.ticks().saturating_sub(1);
            if let Some(step) = sim.outer_log().step_after(tick) {
                self.outer.push(tick, *step);
            }
        }
        self.inputs.push(&TickInput {
            command: *command,
            box_fit: sim.box_fit(),
        });
    }

    /// Removes all ticks after the first `ticks`, because the simulation has returned to that state.
    pub fn rewind(&mut self, ticks: u64) {
        if ticks >= self.inputs.ticks() {
            return;
        }
        let start = self.header.state.as_ref().map_or(0, |state| state.tick);
        self.outer.truncate(start.saturating_add(ticks));
        let ticks = ticks as usize;
        self.hashes.truncate(ticks);
        self.inputs = self.inputs.iter().take(ticks).collect();
    }

    /// The hash of all states so far.
    pub fn hash(&self) -> StateHash {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// The recording of the run so far.
    #[must_use]
    pub fn recording(&self) -> Recording {
        Recording {
            header: self.header.clone(),
            inputs: self.inputs.clone(),
            outer: self.outer.clone(),
            checks: self.hashes.iter().map(|hash| hash.folded()).collect(),
            end: self.hash(),
        }
    }
}
