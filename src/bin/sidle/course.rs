//! What a headless run is made of: a level at its start, and the commands of every tick.

use std::path::Path;

use sidle::level::{Disk, Level, Step, WalkScript};
use sidle::player::{Command, Controller};
use sidle::replay::{Header, LevelHash, Recording};
use sidle::sim::Sim;

use super::cli::InputArguments;
use super::report;

/// What a player does whom nobody tells what to do.
const STAND_SECONDS: f64 = 5.0;

/// A level, and what is done in it.
pub struct Course {
    pub level: Level,
    pub hz: u32,
    input: Input,
}

enum Input {
    Script(WalkScript),
    Recording(Box<Recording>),
}

impl Course {
    /// The level at `path`, and what `input` says is done in it; at `hz`, unless a recording has its own.
    /// A recording also brings its start and tuning. `None` when a text has problems, which are printed.
    ///
    /// # Errors
    /// When the recording cannot be read.
    pub fn load(path: &Path, input: &InputArguments, hz: u32) -> Result<Option<Self>, String> {
        let level = report::load(path, &Disk);
        let read = match (&input.script, &input.replay) {
            (Some(path), _) => report::load_walk(path).map(Input::Script),
            (_, Some(path)) => Some(Input::Recording(Box::new(load_recording(path)?))),
            _ => Some(Input::Script(standing())),
        };
        let (Some(mut level), Some(input)) = (level, read) else {
            return Ok(None);
        };
        let mut own_hz = hz;
        if let Input::Recording(recording) = &input {
            recording.header.apply_to(&mut level);
            own_hz = recording.header.hz;
        }
        Ok(Some(Self {
            level,
            hz: own_hz,
            input,
        }))
    }

    /// Warns of a recording that was made in another level than `sim` plays in.
    pub fn warn_of_another_level(&self, path: &Path, sim: &Sim) {
        if let Input::Recording(recording) = &self.input
            && let Some(difference) = difference(&recording.header, path, &self.level.name, sim)
        {
            report::warning(&difference);
        }
    }

    /// What is done, tick by tick; with `controller`, if one is given, all along.
    pub fn commands(&self, controller: Option<Controller>) -> impl Iterator<Item = Command> {
        let commands: Box<dyn Iterator<Item = Command>> = match &self.input {
            Input::Script(script) => Box::new(script.commands(&self.level.rules.spawn, self.hz)),
            Input::Recording(recording) => Box::new(recording.commands.iter()),
        };
        commands.map(move |command| Command {
            controller: controller.unwrap_or(command.controller),
            ..command
        })
    }
}

fn standing() -> WalkScript {
    WalkScript {
        steps: vec![Step {
            seconds: STAND_SECONDS,
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
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    Recording::decode(&bytes).map_err(|error| format!("{shown}: {error}"))
}

/// In what the level at `path`, called `name`, in which `sim` stands at its start, is not the recorded one.
pub fn difference(header: &Header, path: &Path, name: &str, sim: &Sim) -> Option<String> {
    let hash = LevelHash::of(sim);
    let (shown, recorded) = (path.display(), &header.level);
    (hash != header.level_hash).then(|| {
        let called = if name == recorded {
            format!("{shown} is not what it was when this was recorded")
        } else {
            format!("{shown} is the level `{name}`, and this was recorded in `{recorded}`")
        };
        format!(
            "{called}\nexpected a level of hash {}, found {hash}: its meshes, props, movers or `kill_y` \
             differ",
            header.level_hash
        )
    })
}
