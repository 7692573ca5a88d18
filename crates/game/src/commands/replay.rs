//! `sidle replay` replays a recording in the window, or verifies it without one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, FromArgMatches};

use sidle::level::Level;
use sidle::player::Tuning;
use sidle::replay::{Divergence, LevelHash, Recording, Verified, verify};
use sidle::sim::Sim;

use crate::commands::play;
use crate::commands::play::arguments::PlayArguments;
use crate::exit::Exit;
use crate::options::arguments::{Recorded, TickLimit, recorded_parser};
use crate::options::controllers;
use crate::platform;
use crate::platform::terminal;
use crate::session::load::{LevelSource, load_and_report};
use crate::session::recordings::{
    check_start, find_level, level_difference, load_moment, load_recording, recorded_source,
};

#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// The recording, or a link that holds one
    #[arg(value_name = "FILE|LINK", value_parser = recorded_parser())]
    pub file: Recorded,
    /// Replay without a window, as fast as possible, and report the first tick that differs
    #[arg(long)]
    pub verify: bool,
    /// The level [default: the recorded name, next to the recording or in `levels`; or the level of the link]
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    /// Verify even if the level differs from the recorded one
    #[arg(long, requires = "verify")]
    pub force: bool,
    #[command(flatten)]
    pub limit: TickLimit,
}

pub fn run(arguments: &ReplayArguments) -> Result<Exit, String> {
    match &arguments.file {
        Recorded::File(file) => run_file(arguments, file),
        Recorded::Link(link) => run_link(arguments, link),
    }
}

fn run_file(arguments: &ReplayArguments, file: &Path) -> Result<Exit, String> {
    let recording = load_recording(file)?;
    let path = match &arguments.level {
        Some(path) => path.clone(),
        None => find_level(&recording.header.file, file)?,
    };
    if !arguments.verify {
        // Without a file, the window plays the built-in level.
        return play(file.as_os_str(), platform::exists(&path).then_some(&path));
    }
    describe(&recording)?;
    match load_and_report(recorded_source(&path, &recording.header)) {
        Some((level, _)) => compare_with(&recording, level, &path, arguments.force),
        None => Ok(Exit::Problems),
    }
}

fn run_link(arguments: &ReplayArguments, link: &str) -> Result<Exit, String> {
    let moment = load_moment(link)?;
    if !arguments.verify {
        return play(link.as_ref(), arguments.level.as_ref());
    }
    arguments.limit.check(Some(&moment))?;
    describe(moment.recording())?;
    let source = match &arguments.level {
        Some(path) => LevelSource::at(path),
        None => LevelSource::of_moment(&moment)?,
    };
    let path = source.path().to_owned();
    match load_and_report(source) {
        Some((level, _)) => compare_with(moment.recording(), level, &path, arguments.force),
        None => Ok(Exit::Problems),
    }
}

/// Replays `recorded` in the window.
fn play(recorded: &OsStr, level: Option<&PathBuf>) -> Result<Exit, String> {
    play_with(recorded, level.map(PathBuf::as_path), &[])
}

/// Replays `recorded` in `level` in the window, cut open by the contact inspector.
pub fn show_side(recorded: &Path, level: &Path) -> Result<Exit, String> {
    let overlays = ["--overlays".as_ref(), "moves,contacts,ghosts".as_ref()];
    play_with(recorded.as_os_str(), Some(level), &overlays)
}

fn play_with(recorded: &OsStr, level: Option<&Path>, more: &[&OsStr]) -> Result<Exit, String> {
    let mut play = vec!["sidle".as_ref(), "--replay".as_ref(), recorded];
    play.extend(more);
    play.extend(level.map(Path::as_os_str));
    let command = PlayArguments::augment_args(clap::Command::new("sidle"));
    let matches = command.try_get_matches_from(play);
    let arguments = matches.and_then(|matches| PlayArguments::from_arg_matches(&matches));
    play::run(arguments.map_err(|error| error.to_string())?)
}

/// Replays `recording`, and prints the result or where it differs.
fn compare_with(
    recording: &Recording,
    mut level: Level,
    path: &Path,
    force: bool,
) -> Result<Exit, String> {
    let header = &recording.header;
    header.apply_to(&mut level);
    let hash = LevelHash::of_level(&level);
    let (sim, scene) = Sim::of_level(level, header.hz);
    if let Some(difference) = level_difference(header, path, &scene.name, hash) {
        if !force {
            return Err(format!(
                "{difference}\npass the level as it was recorded by --level, or use --force to see \
                 where the run differs"
            ));
        }
        terminal::warning(&difference);
    }
    check_start(header, &sim, || hash)?;
    match verify(recording, sim) {
        Ok(Verified { ticks, hash, .. }) => {
            terminal::line(&format!("verified    {ticks} ticks, hash {hash}"))?;
            Ok(Exit::Fine)
        }
        Err(Divergence { tick, position, .. }) => {
            let [x, y, z] = position.to_array();
            let place = format!("{x:.4} {y:.4} {z:.4} m");
            Err(match tick {
                Some(tick) => {
                    let seconds = tick as f64 / f64::from(header.hz);
                    format!(
                        "tick {tick}, after {seconds:.3} s, is the first that differs from the \
                         recording: now it ends at {place}"
                    )
                }
                None => format!(
                    "the run differs from the recording: now it ends at {place}\nits {} checks do \
                     not show where it first differs",
                    recording.checks.len()
                ),
            })
        }
    }
}

/// Prints the contents of a recording.
fn describe(recording: &Recording) -> Result<(), String> {
    let Recording {
        header,
        inputs,
        checks,
        ..
    } = recording;
    let (start, ticks) = (header.start(), inputs.ticks());
    let [x, y, z] = start.position.to_array();
    let (yaw, pitch) = (start.yaw.degrees(), start.pitch.degrees());
    let tick = header.state.as_ref().map_or(String::new(), |state| {
        format!(", at tick {} of its run", state.tick)
    });
    let checks = if checks.is_empty() {
        "a check of the end alone"
    } else {
        "a check of every tick"
    };
    let seconds = recording.seconds();
    for line in [
        format!("made by     sidle {}", header.program),
        format!(
            "level       {} ({}), hash {}",
            header.level, header.file, header.level_hash
        ),
        format!("start       {x:.4} {y:.4} {z:.4} m, yaw {yaw:.2}, pitch {pitch:.2} degrees{tick}"),
        format!(
            "controller  {}, {}",
            controllers::name(start.controller),
            start.mode.name()
        ),
        format!("tuning      {}", tuning_in_words(&header.tuning)),
        format!(
            "length      {seconds:.3} s: {ticks} ticks at {} Hz",
            header.hz
        ),
        format!("commands    {} bytes, {checks}", inputs.bytes().len()),
    ] {
        terminal::line(&line)?;
    }
    Ok(())
}

/// The values of a tuning that differ from the defaults.
fn tuning_in_words(tuning: &Tuning) -> String {
    let default = Tuning::default();
    let numbers = tuning.numbers().zip(default.numbers());
    let mut words: Vec<_> = numbers
        .filter(|(own, default)| own != default)
        .map(|((name, own), _)| format!("{name} {own}"))
        .collect();
    if tuning.body != default.body {
        words.insert(0, "capsule".to_owned());
    }
    if tuning.one_sided {
        words.push("one_sided".to_owned());
    }
    if let Some(half) = tuning.box_half_extents {
        words.push(format!("box_half_extents {} {} {}", half.x, half.y, half.z));
    }
    if !tuning.box_turns {
        words.push("box_turns off".to_owned());
    }
    if tuning.crouch_lifts_feet {
        words.push("crouch_lifts_feet".to_owned());
    }
    if words.is_empty() {
        words.push("default".to_owned());
    }
    words.join(", ")
}
