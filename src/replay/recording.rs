//! A run as a file: where it began, what the player did, and proof of what came of it.

use super::{CommandLog, LevelHash, StateHash};
use crate::level::Level;
use crate::player::{Command, Spawn, Tuning};
use crate::sim::Sim;

/// Where and how a recorded run began.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The version of the program that made it.
    pub program: String,
    /// What the level calls itself.
    pub level: String,
    /// The level's file, without its folders: it may lie elsewhere on another machine.
    pub file: String,
    /// Which level that was, to the bit.
    pub level_hash: LevelHash,
    /// How the player felt, whatever the level says now.
    pub tuning: Tuning,
    /// Where the player started, and returned to.
    pub spawn: Spawn,
    /// Ticks per second; 1 to [`Self::MOST_HZ`].
    pub hz: u32,
}

impl Header {
    /// The fastest tick rate of a recording; per second.
    pub const MOST_HZ: u32 = 100_000;

    /// Gives `level` the recorded start and tuning: [`Sim::of_level`] then begins as the recording did.
    pub fn apply_to(&self, level: &mut Level) {
        level.tuning = self.tuning;
        level.rules.spawn = self.spawn;
    }
}

/// A run that can be played again: to the bit, in the same level, on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Where and how it began.
    pub header: Header,
    /// What the player did.
    pub commands: CommandLog,
    /// Of each tick, the hash of all states up to it, folded into 16 bits; or none at all, for a file of a
    /// fraction of the size, in which a difference is seen and not where it began.
    pub checks: Vec<u16>,
    /// The hash of all states.
    pub end: StateHash,
}

/// Records a run, tick by tick.
///
/// # Example
/// ```
/// use sidle::{player::Command, replay::{Recorder, verify}, sim::Sim, world::World};
/// let start = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let (mut sim, mut recorder) = (start.clone(), Recorder::new("Void", "void.toml", &start).unwrap());
/// for _ in 0..60 {
///     sim.tick(&Command::default());
///     recorder.add(&Command::default(), &sim);
/// }
/// assert_eq!(verify(&recorder.recording(), start).unwrap().ticks, 60);
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    header: Header,
    commands: CommandLog,
    /// After each tick.
    hashes: Vec<StateHash>,
}

impl Recorder {
    /// A recorder of `sim`, which has not begun yet: `None` if it has. `level` is what the level calls
    /// itself, `path` its file, of which the folders are left out.
    pub fn new(level: &str, path: &str, sim: &Sim) -> Option<Self> {
        let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
        // What is printed must not steer a terminal.
        let plain = |text: &str| text.replace(char::is_control, " ");
        (sim.ticks() == 0).then(|| Self {
            header: Header {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                level: plain(level),
                file: plain(file),
                level_hash: LevelHash::of(sim),
                tuning: *sim.tuning(),
                spawn: sim.rules().spawn,
                hz: sim.hz(),
            },
            commands: CommandLog::default(),
            hashes: Vec::new(),
        })
    }

    /// Adds a tick: the command that was given, and `sim` after it.
    pub fn add(&mut self, command: &Command, sim: &Sim) {
        let mut hash = self.hash();
        hash.add(sim);
        self.hashes.push(hash);
        self.commands.push(command);
    }

    /// Forgets what came after the first `ticks`: the simulation was returned to there.
    pub fn rewind(&mut self, ticks: u64) {
        let ticks = ticks.min(self.commands.ticks()) as usize;
        self.hashes.truncate(ticks);
        self.commands = self.commands.iter().take(ticks).collect();
    }

    /// The hash of all states so far.
    pub fn hash(&self) -> StateHash {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// The run so far.
    pub fn recording(&self) -> Recording {
        Recording {
            header: self.header.clone(),
            commands: self.commands.clone(),
            checks: self.hashes.iter().map(|hash| hash.folded()).collect(),
            end: self.hash(),
        }
    }
}
