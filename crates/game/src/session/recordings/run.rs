//! A headless run: a level at its start, and the command of every tick.

use std::path::{Path, PathBuf};

use sidle::level::{Files, Level, Step, WalkScript, load_script};
use sidle::player::{Command, Controller, Spawn, TickInput};
use sidle::replay::{Header, LevelHash, Moment, Recording};
use sidle::sim::{Sim, Snapshot};

use crate::options::arguments::{InputArguments, Recorded};
use crate::platform::built_in::TEST_LEVEL;
use crate::platform::{HostFiles, terminal};
use crate::session::load::{LevelSource, MeshReport, load_and_report};
use crate::session::recordings::level_files::find_level;
use crate::session::recordings::recorded_space::recorded_source;

/// The length of a run without a script or a recording, in which the player stands still; seconds.
const IDLE_SECONDS: f64 = 5.0;

/// Where the player's commands come from.
pub enum CommandSource {
    /// The player's devices.
    Live,
    Script(WalkScript),
    Recording(Box<Recording>),
    /// A link: a recording with its level.
    Moment(Box<Moment>),
}

impl CommandSource {
    /// Loads the script, recording or link in `arguments`. `None` when the script has errors; all problems are printed.
    ///
    /// # Errors
    /// When a recording, or a link, cannot be read.
    pub fn load(arguments: &InputArguments) -> Result<Option<Self>, String> {
        Ok(match (&arguments.script, &arguments.replay) {
            (Some(path), _) => load_script_and_report(path).map(Self::Script),
            (_, Some(Recorded::File(path))) => {
                Some(Self::Recording(Box::new(load_recording(path)?)))
            }
            (_, Some(Recorded::Link(link))) => Some(Self::Moment(Box::new(load_moment(link)?))),
            _ => Some(Self::Live),
        })
    }

    /// The recording, also that of a link.
    pub fn recording(&self) -> Option<&Recording> {
        match self {
            Self::Live | Self::Script(_) => None,
            Self::Recording(recording) => Some(recording),
            Self::Moment(moment) => Some(moment.recording()),
        }
    }

    /// The link's recording with its level.
    pub fn moment(&self) -> Option<&Moment> {
        match self {
            Self::Moment(moment) => Some(moment),
            Self::Live | Self::Script(_) | Self::Recording(_) => None,
        }
    }

    /// Gives `level` the start and the tuning of a recording.
    pub fn apply_to(&self, level: &mut Level) {
        if let Some(recording) = self.recording() {
            recording.header.apply_to(level);
        }
    }

    /// Restores in `sim`, of that level, the state in which a recording started. In a level that differs from the
    /// recorded one, `sim` may stay at the spawn.
    ///
    /// # Errors
    /// When the state cannot belong to the recorded level.
    pub fn restore_start(&self, sim: &mut Sim) -> Result<(), String> {
        let Some(recording) = self.recording() else {
            return Ok(());
        };
        check_start(&recording.header, sim, || LevelHash::of(sim))?;
        // In another level, the run starts at the spawn; a warning says that the level differs.
        recording.begin(sim).ok();
        Ok(())
    }

    /// Why a recording cannot start in `sim`, whose level has this `hash`; see [`Self::restore_start`].
    pub fn start_problem(&self, sim: &Sim, hash: LevelHash) -> Option<String> {
        check_start(&self.recording()?.header, sim, || hash).err()
    }

    /// The state in which a recording started, unless it is the level's start.
    pub fn start_state(&self) -> Option<Snapshot> {
        self.recording()?.header.state.clone()
    }

    /// The tick rate of a recording.
    pub fn hz(&self) -> Option<u32> {
        Some(self.recording()?.header.hz)
    }

    /// The inputs of every tick, from `spawn` at `hz`; `None` for live input.
    pub fn inputs(&self, spawn: &Spawn, hz: u32) -> Option<Box<dyn Iterator<Item = TickInput>>> {
        match self {
            Self::Script(script) => Some(Box::new(script.inputs(spawn, hz))),
            _ => Some(Box::new(self.recording()?.inputs.iter())),
        }
    }

    /// The run that a window plays back. It is the same, but a recording without a tick is only a place to start.
    pub fn playback(&self, spawn: &Spawn, hz: u32) -> Option<Box<dyn Iterator<Item = TickInput>>> {
        let plays = self
            .recording()
            .is_none_or(|recording| recording.inputs.ticks() > 0);
        self.inputs(spawn, hz).filter(|_| plays)
    }

    /// Prints a warning if a recording was made in another level than the one at `path`; see [`level_difference`].
    pub fn warn_if_level_differs(&self, path: &Path, name: &str, hash: LevelHash) {
        if let Some(difference) = self.level_difference(path, name, hash) {
            terminal::warning(&difference);
        }
    }

    /// The level of a recording: that at `path`, or else the one that its file names. `None` for other commands.
    ///
    /// # Errors
    /// When the level cannot be found.
    pub fn recorded_level(
        &self,
        path: Option<&Path>,
        arguments: &InputArguments,
    ) -> Result<Option<LevelSource>, String> {
        let (Self::Recording(recording), Some(Recorded::File(file))) = (self, &arguments.replay)
        else {
            return Ok(None);
        };
        let header = &recording.header;
        let source = match path {
            Some(path) => recorded_source(path, header),
            None => recorded_source(&find_level(&header.file, file)?, header),
        };
        Ok(Some(source))
    }

    /// How the level at `path` differs from the recorded one; see [`level_difference`].
    pub fn level_difference(&self, path: &Path, name: &str, hash: LevelHash) -> Option<String> {
        level_difference(&self.recording()?.header, path, name, hash)
    }
}

/// A level, and the commands to simulate in it.
pub struct Run {
    /// The level's path.
    pub path: PathBuf,
    pub level: Level,
    /// How it takes a bare mesh.
    pub mesh: Option<MeshReport>,
    pub hz: u32,
    pub input: CommandSource,
}

impl Run {
    /// Loads the level at `path`, or else that of the recording, or else the test level, with the commands that
    /// `arguments` name. A recording brings its own start, tuning and tick rate; otherwise the rate is `hz`. `None` when
    /// the level or the script has errors; all problems are printed.
    ///
    /// # Errors
    /// When the recording cannot be read, or its level cannot be found.
    pub fn load(
        path: Option<&Path>,
        arguments: &InputArguments,
        hz: u32,
    ) -> Result<Option<Self>, String> {
        let Some(input) = CommandSource::load(arguments)? else {
            // Print the level's problems too, so that one run shows all of them.
            load_and_report(LevelSource::at(path.unwrap_or(TEST_LEVEL.as_ref())));
            return Ok(None);
        };
        let recorded = input.recorded_level(path, arguments)?;
        let source = match (recorded, path, &input) {
            (Some(source), ..) => source,
            (None, None, CommandSource::Moment(moment)) => LevelSource::of_moment(moment)?,
            (None, path, _) => LevelSource::at(path.unwrap_or(TEST_LEVEL.as_ref())),
        };
        let path = source.path().to_owned();
        let loaded = load_and_report(source);
        Ok(loaded.map(|(mut level, mesh)| {
            input.apply_to(&mut level);
            let hz = input.hz().unwrap_or(hz);
            Self {
                path,
                level,
                mesh,
                hz,
                input,
            }
        }))
    }

    /// The inputs of every tick, all with `controller` if one is given.
    pub fn inputs(
        &self,
        controller: Option<Controller>,
    ) -> impl Iterator<Item = TickInput> + use<> {
        let spawn = &self.level.rules.spawn;
        let inputs = self.input.inputs(spawn, self.hz);
        let inputs =
            inputs.unwrap_or_else(|| Box::new(idle_script().inputs(spawn, self.hz)) as Box<_>);
        inputs.map(move |input| TickInput {
            command: Command {
                controller: controller.unwrap_or(input.command.controller),
                ..input.command
            },
            ..input
        })
    }
}

/// Loads the walk script at `path` and prints its problems. `None` when one of them is an error.
fn load_script_and_report(path: &Path) -> Option<WalkScript> {
    let loaded = load_script(path, &HostFiles);
    terminal::diagnostics(&loaded.diagnostics);
    loaded.script
}

/// A script in which the player stands still.
fn idle_script() -> WalkScript {
    WalkScript {
        steps: vec![Step {
            seconds: IDLE_SECONDS,
            ..Step::default()
        }],
    }
}

/// Reads the recording at `path`.
///
/// # Errors
/// When there is none, or it is damaged.
pub fn load_recording(path: &Path) -> Result<Recording, String> {
    let shown = path.display();
    let bytes = HostFiles
        .read(path)
        .map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    Recording::decode(&bytes).map_err(|error| format!("{shown}: {error}"))
}

/// Reads the moment in `link`.
///
/// # Errors
/// When there is none, or it is damaged.
pub fn load_moment(link: &str) -> Result<Moment, String> {
    Moment::decode(link).map_err(|error| error.to_string())
}

/// Checks that a recording can start in `sim`, if `sim` is of the recorded level. `hash` returns the hash of the level of
/// `sim`.
///
/// # Errors
/// When its state cannot belong to that level.
pub fn check_start(
    header: &Header,
    sim: &Sim,
    hash: impl FnOnce() -> LevelHash,
) -> Result<(), String> {
    match header.check_fit(sim) {
        Err(error) if hash() == header.level_hash => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// How the level at `path`, named `name` and with this `hash`, differs from the one in which a recording was made.
/// `None` if the levels are the same.
pub fn level_difference(
    header: &Header,
    path: &Path,
    name: &str,
    hash: LevelHash,
) -> Option<String> {
    let (shown, recorded) = (path.display(), &header.level);
    (hash != header.level_hash).then(|| {
        let called = if name == recorded {
            format!("{shown} has changed since this was recorded")
        } else {
            format!("{shown} is the level `{name}`, and this was recorded in `{recorded}`")
        };
        format!(
            "{called}\nexpected a level of hash {}, found {hash}: its meshes, props, movers, zones or `kill_y` \
             differ",
            header.level_hash
        )
    })
}
