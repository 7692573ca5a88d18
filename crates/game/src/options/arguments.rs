//! Arguments that several commands share, and their parsers.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser};
use clap::{Args, builder::TypedValueParser};

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Controller, Rules, Tuning};
use sidle::replay::{Header, Moment};
#[cfg(not(target_arch = "wasm32"))]
use sidle_movers::MoverCommand;

/// Programs that move the player, as `docs/movers.md` describes. Only the command line names them: no level, recording, link or
/// page does.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, Args)]
pub struct MoverArguments {
    /// Add a controller that is a program, such as jolt="node jolt.mjs"; see docs/movers.md (repeatable)
    #[arg(long = "mover", value_name = "NAME=COMMAND")]
    pub movers: Vec<MoverCommand>,
    /// The longest time for an answer of a mover; milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub mover_timeout: u64,
}

#[cfg(not(target_arch = "wasm32"))]
impl MoverArguments {
    /// Checks that a game can have these movers: there are few, and each has another name.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check_count(&self) -> Result<(), String> {
        let most = Controller::MAX_OUTER;
        if self.movers.len() > usize::from(most) {
            return Err(format!("--mover: at most {most} movers can run at once"));
        }
        self.check_names()
    }

    /// Checks that one run has one controller: one of these movers, or `controller`.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check_one(&self, controller: Option<Controller>) -> Result<(), String> {
        match (self.movers.len(), controller) {
            (0, _) | (1, None) => Ok(()),
            (1, Some(_)) => Err("--mover is the controller, so leave out --controller".to_owned()),
            _ => Err("--mover: one run has one mover; `sidle compare` runs several".to_owned()),
        }
    }

    /// Checks that each has another name.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check_names(&self) -> Result<(), String> {
        let mut names: Vec<_> = self.movers.iter().map(MoverCommand::name).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("--mover: two movers are called `{}`", pair[0])),
            None => Ok(()),
        }
    }
}

/// Overrides of the level's start.
#[derive(Debug, Args)]
pub struct StartArguments {
    /// The controller to start with, instead of the level's
    #[arg(long, value_name = "C", value_parser = named_parser(&Controller::NAMES))]
    pub controller: Option<Controller>,
    /// Start here instead of at the level's spawn: metres and degrees
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", value_parser = parse_spawn, allow_hyphen_values = true)]
    pub spawn: Option<SpawnArgument>,
}

impl StartArguments {
    /// Overrides the level's start.
    ///
    /// # Errors
    /// When the controller cannot move the level's body, or the start is below `kill_y`, where the player would respawn
    /// for ever.
    pub fn apply(&self, rules: &mut Rules, tuning: &Tuning) -> Result<(), String> {
        let Rules { spawn, kill_y } = rules;
        if let Some(controller) = self.controller {
            spawn.controller = suitable(controller, tuning)?;
        }
        if let Some(start) = self.spawn {
            let y = start.position[1];
            if y < *kill_y {
                return Err(format!(
                    "--spawn: the height {y} is below the level's `kill_y`, {kill_y}"
                ));
            }
            spawn.position = DVec3::from_array(start.position);
            (spawn.yaw, spawn.pitch) = start.view();
        }
        Ok(())
    }
}

/// `controller`, if it can move the level's body.
///
/// # Errors
/// A message about the body.
pub fn suitable(controller: Controller, tuning: &Tuning) -> Result<Controller, String> {
    if controller.suits(tuning.body) {
        return Ok(controller);
    }
    let (name, moves, body) = (controller.name(), controller.moves(), tuning.body.words());
    Err(format!(
        "--controller: the {name} controller moves {moves}, and this level's body is {body}"
    ))
}

/// The source of the player's commands. Without one, there is live input in the window, else five seconds without
/// input.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// A walk script: what the player does; in the window, live input follows it
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A recording, or a link that holds one: what the player does, and the start, tuning and tick rate with which it was made
    #[arg(long, value_name = "FILE|LINK", value_parser = recorded_parser(), conflicts_with = "script")]
    pub replay: Option<Recorded>,
}

/// The most ticks of a link that a command runs, more than half an hour at 120 ticks per second. Smaller: a long race needs the
/// option; larger: a stranger's link takes longer.
const MAX_LINK_TICKS: u64 = 250_000;

/// How much of a link a command runs.
#[derive(Clone, Copy, Debug, Args)]
pub struct TickLimit {
    /// Run a link of at most this many ticks
    #[arg(long, value_name = "N", default_value_t = MAX_LINK_TICKS)]
    pub max_ticks: u64,
}

impl TickLimit {
    /// Checks that a link has no more ticks. `moment` is `None` where the commands do not come from a link.
    ///
    /// # Errors
    /// A message with both numbers, and how to run it all the same.
    pub fn check(self, moment: Option<&Moment>) -> Result<(), String> {
        let ticks = moment.map_or(0, |moment| moment.recording().inputs.ticks());
        let most = self.max_ticks;
        if ticks <= most {
            return Ok(());
        }
        Err(format!(
            "this link has {ticks} ticks, and at most {most} of a link are run\n\
             if you trust it, --max-ticks {ticks} runs it"
        ))
    }
}

/// A recording on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    File(PathBuf),
    /// The text of a link.
    Link(String),
}

/// Reads the path of a recording, or a link that holds one.
pub fn recorded_parser() -> impl TypedValueParser<Value = Recorded> {
    OsStringValueParser::new().map(|text| match text.into_string() {
        Ok(text) if text.contains(Moment::KEY) => Recorded::Link(text),
        Ok(text) => Recorded::File(text.into()),
        Err(text) => Recorded::File(text.into()),
    })
}

/// Where to start; metres and degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnArgument {
    pub position: [f64; 3],
    pub yaw_deg: f64,
    pub pitch_deg: f64,
}

impl SpawnArgument {
    /// The view's yaw and pitch.
    pub fn view(&self) -> (BinaryAngle, BinaryAngle) {
        (
            BinaryAngle::from_degrees(self.yaw_deg),
            BinaryAngle::from_degrees(self.pitch_deg),
        )
    }
}

/// Reads one of these names, as the value that it stands for.
pub fn named_parser<T: Copy + Send + Sync + 'static>(
    names: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let find = |name: String| names.iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name))
        .try_map(move |name| find(name).map(|(_, value)| *value).ok_or("unknown"))
}

/// Reads a tick rate; per second.
pub fn hz_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=i64::from(Header::MAX_HZ))
}

/// Reads `X,Y,Z,YAW,PITCH`; metres and degrees.
///
/// # Errors
/// A message with the expected form.
pub fn parse_spawn(text: &str) -> Result<SpawnArgument, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .filter_map(|part| parse_finite(part.trim()))
        .collect();
    match numbers[..] {
        [x, y, z, yaw_deg, pitch_deg]
            if text.split(',').count() == 5
                && (-90.0..=90.0).contains(&pitch_deg)
                && [x, y, z].iter().all(|coordinate| coordinate.abs() <= 1e9) =>
        {
            Ok(SpawnArgument {
                position: [x, y, z],
                yaw_deg,
                pitch_deg,
            })
        }
        _ => Err("expected five numbers X,Y,Z,YAW,PITCH, the pitch from -90 to 90".to_owned()),
    }
}

/// Reads a finite number.
pub fn parse_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
