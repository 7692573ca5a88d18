//! A recorded run: how it began, its inputs, and hashes of its states.

use super::{InputLog, LevelHash, StateHash};
use crate::level::Level;
use crate::player::{Command, PlayerState, Spawn, TickInput, Tuning};
use crate::sim::{Sim, Snapshot};

/// Where and how a recorded run began.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Header {
    /// The version of the program that made it.
    pub program: String,
    /// The level's name.
    pub level: String,
    /// The level's file, without its folders: it may lie elsewhere on another machine.
    pub file: String,
    /// The hash of the level.
    pub level_hash: LevelHash,
    /// The player's tuning. It replaces that of the level.
    pub tuning: Tuning,
    /// Where the player started, and returned to.
    pub spawn: Spawn,
    /// Ticks per second; 1 to [`Self::MOST_HZ`].
    pub hz: u32,
    /// The state in which the run began; `None` when that is the level's start.
    pub state: Option<Snapshot>,
}

impl Header {
    /// The fastest tick rate of a recording; per second.
    pub const MOST_HZ: u32 = 100_000;

    /// Gives `level` the recorded spawn and tuning, for [`Sim::of_level`].
    pub fn apply_to(&self, level: &mut Level) {
        level.tuning = self.tuning;
        level.rules.spawn = self.spawn;
    }

    /// The player as it was when the recording began.
    pub fn start(&self) -> PlayerState {
        let state = self.state.as_ref().map(|state| state.player);
        state.unwrap_or_else(|| PlayerState::at_spawn(&self.spawn))
    }

    /// Takes `sim`, of that level and at its spawn, to where the recording began. Where the recorded state
    /// does not fit the level, it stays at the spawn.
    pub fn begin(&self, sim: &mut Sim) {
        if let Some(state) = self.state.as_ref().filter(|state| state.fits(sim)) {
            sim.restore(state);
        }
    }
}

/// A run that replays bit-exactly in the same level on every machine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recording {
    /// Where and how it began.
    pub header: Header,
    /// What the simulation was given.
    pub inputs: InputLog,
    /// For each tick, the hash of all states up to it, folded into 16 bits. Or none at all: the file is much
    /// smaller then, and a replay cannot tell where a difference began.
    pub checks: Vec<u16>,
    /// The hash of all states.
    pub end: StateHash,
}

impl Recording {
    /// How long it is; seconds.
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
    /// After each tick.
    hashes: Vec<StateHash>,
}

impl Recorder {
    /// A recorder of `sim` from now on. `level` is the level's name, `path` its file; the folders are left
    /// out.
    #[must_use]
    pub fn new(level: &str, path: &str, sim: &Sim) -> Self {
        let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
        // What is printed must not steer a terminal.
        let plain = |text: &str| text.replace(char::is_control, " ");
        let spawn = PlayerState::at_spawn(&sim.rules().spawn);
        let starts = sim.ticks() == 0 && *sim.player() == spawn;
        Self {
            header: Header {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                level: plain(level),
                file: plain(file),
                level_hash: LevelHash::of(sim),
                tuning: *sim.tuning(),
                spawn: sim.rules().spawn,
                hz: sim.hz(),
                state: (!starts).then(|| sim.snapshot()),
            },
            inputs: InputLog::default(),
            hashes: Vec::new(),
        }
    }

    /// Where and how the run began.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How long the run is so far; ticks.
    pub fn ticks(&self) -> u64 {
        self.inputs.ticks()
    }

    /// Adds a tick: the command that was given, and `sim` after it.
    pub fn add(&mut self, command: &Command, sim: &Sim) {
        let mut hash = self.hash();
        hash.add(sim);
        self.hashes.push(hash);
        self.inputs.push(&TickInput {
            command: *command,
            box_fit: sim.box_fit(),
        });
    }

    /// Forgets everything after the first `ticks`: the simulation returned there.
    pub fn rewind(&mut self, ticks: u64) {
        let ticks = ticks.min(self.inputs.ticks()) as usize;
        self.hashes.truncate(ticks);
        self.inputs = self.inputs.iter().take(ticks).collect();
    }

    /// The hash of all states so far.
    pub fn hash(&self) -> StateHash {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// The run so far.
    #[must_use]
    pub fn recording(&self) -> Recording {
        Recording {
            header: self.header.clone(),
            inputs: self.inputs.clone(),
            checks: self.hashes.iter().map(|hash| hash.folded()).collect(),
            end: self.hash(),
        }
    }
}
