//! `sidle conformance`: scenes that test our controllers, or programs that move, and reports of the results.

mod arguments;
mod recordings;
mod records;

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use sidle::player::Controller;
use sidle_conformance::{
    Clock, Examined, Family, Outcome, Scene, Subject, counts, examine, html, is_clean, junit,
};
use sidle_movers::{Mover, MoverError, Ours, Process};

pub use self::arguments::ConformanceArguments;
use self::arguments::Padding;
use self::recordings::Recordings;
use crate::exit::Exit;
use crate::platform::Instant;
use crate::platform::terminal::{self, ProgressLine};

/// How much of a refusal's text is shown; characters. A mover may answer with a megabyte.
const MAX_REFUSAL: usize = 160;

/// Seconds since the first call.
fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

pub fn run(arguments: &ConformanceArguments) -> Result<Exit, String> {
    let asked = &arguments.only;
    let families = Family::NAMES.iter().map(|(_, family)| *family);
    let families = families.filter(|family| asked.is_empty() || asked.contains(family));
    let scenes: Vec<Scene> = families.flat_map(Family::scenes).collect();
    if arguments.list {
        return list(&scenes);
    }
    // Not after the minutes that the scenes may take.
    for path in [&arguments.json, &arguments.html, &arguments.junit] {
        path.iter().try_for_each(|path| check_folder(path))?;
    }
    let mut movers = Vec::new();
    for controller in arguments.controllers() {
        movers.push(ours(controller, &scenes));
    }
    for command in &arguments.movers.movers {
        let limit = Duration::from_millis(arguments.movers.mover_timeout);
        let mut start = || Process::start(command, limit).map(boxed);
        let padding = arguments.padding_of(command.name());
        let mut subject = Subject {
            start: &mut start,
            boxed: false,
            padding,
        };
        movers.push(examined(command.name(), &mut subject, &scenes));
    }
    table(&scenes, &movers)?;
    for mover in &movers {
        if let Some(words) = failed_words(&scenes, mover) {
            terminal::warning(&words);
        }
    }
    if let Some(json) = &arguments.json {
        Recordings::new(json).write(&scenes, &mut movers)?;
        records::write(json, &scenes, &movers)?;
    }
    if let Some(path) = &arguments.html {
        terminal::write(path, html(&scenes, &movers, &run_by()))?;
    }
    if let Some(path) = &arguments.junit {
        terminal::write(path, junit(&scenes, &movers))?;
    }
    let untested = movers.iter().filter(|mover| offers_nothing(mover));
    let untested: Vec<_> = untested.map(untested_words).collect();
    if untested.len() == movers.len() {
        return Err(format!(
            "nothing was tested: {}\nchoose families with --only that it offers; --list shows them",
            untested.join("; ")
        ));
    }
    for words in untested {
        terminal::warning(&words);
    }
    let clean = movers.iter().all(|mover| is_clean(&mover.examination));
    Ok(if clean { Exit::Fine } else { Exit::Problems })
}

/// Checks that there is a folder for a report.
fn check_folder(report: &Path) -> Result<(), String> {
    let folder = report.parent().filter(|folder| *folder != Path::new(""));
    match folder {
        Some(folder) if !folder.is_dir() => {
            let (report, folder) = (report.display(), folder.display());
            Err(format!(
                "cannot write {report}: there is no folder {folder}\ncreate it, or choose another place for the report"
            ))
        }
        _ => Ok(()),
    }
}

/// The first error of a mover, and how many variants fail by an error; `None` without any.
fn failed_words(scenes: &[Scene], mover: &Examined) -> Option<String> {
    let results = scenes.iter().zip(&mover.examination.results);
    let results = results.flat_map(|(scene, results)| {
        let trials = scene.trials.iter().zip(results);
        trials.map(move |(trial, result)| (scene, trial, result))
    });
    let mut errors = results.filter_map(|(scene, trial, result)| {
        let note = result.note.as_ref()?;
        (result.outcome == Outcome::Failed).then_some((scene, trial, note))
    });
    let (scene, trial, note) = errors.next()?;
    let (count, family) = (1 + errors.count(), scene.family.name());
    Some(format!(
        "`{}` answered {count} variants with an error or not at all, which counts as failed; the first is {family} {}, {}:\n{note}",
        mover.name, scene.name, trial.variant
    ))
}

/// Whether a mover offers none of the variants.
fn offers_nothing(mover: &Examined) -> bool {
    let mut results = mover.examination.results.iter().flatten();
    results.all(|result| result.outcome == Outcome::NotOffered)
}

/// That a mover offers nothing, and the first reason.
fn untested_words(mover: &Examined) -> String {
    let results = mover.examination.results.iter().flatten();
    let mut notes = results.filter_map(|result| result.note.as_deref()?.lines().next());
    let why = notes
        .next()
        .map_or(String::new(), |note| format!(" ({note})"));
    format!("`{}` offers none of these variants{why}", mover.name)
}

fn boxed(mover: Process) -> Box<dyn Mover> {
    Box::new(mover)
}

fn run_by() -> String {
    format!("Run by sidle {}.", env!("CARGO_PKG_VERSION"))
}

fn ours(controller: Controller, scenes: &[Scene]) -> Examined {
    let mut start =
        || -> Result<Box<dyn Mover>, MoverError> { Ok(Box::new(Ours::new(controller))) };
    let mut subject = Subject {
        start: &mut start,
        boxed: controller == Controller::Boxed,
        padding: None,
    };
    examined(controller.name(), &mut subject, scenes)
}

fn examined(name: &str, subject: &mut Subject<'_>, scenes: &[Scene]) -> Examined {
    let mut line = ProgressLine::new();
    let mut progress = |number: usize| {
        let scene: &Scene = &scenes[number];
        line.show_scene(name, &format!("{} {}", scene.family.name(), scene.name));
    };
    let clock: Clock = clock;
    let examination = examine(subject, scenes, Some(clock), &mut progress);
    drop(line);
    let mut settings = match examination.padding {
        None | Some([_, 0.0]) => String::new(),
        Some([least, greatest]) if least == greatest => {
            format!(", with a padding of {} m", millimetres(least))
        }
        Some([least, greatest]) => format!(
            ", with a padding of {} to {} m",
            millimetres(least),
            millimetres(greatest)
        ),
    };
    let lacks = examination.hello.lacks.join(", ");
    if !lacks.is_empty() {
        settings.push_str(&format!(", which does not offer {lacks}"));
    }
    // It may also be a fault of the program, so nobody should have to look for it.
    for (text, count) in &examination.refusals {
        let line = text.lines().next().unwrap_or_default();
        let line: String = line.chars().take(MAX_REFUSAL).collect();
        settings.push_str(&format!(", and refuses {count} variants: {line}"));
    }
    Examined {
        name: name.to_owned(),
        settings,
        examination,
        recordings: Vec::new(),
    }
}

/// A length without the digits that single precision adds; metres.
fn millimetres(metres: f64) -> f64 {
    (metres * 1e4).round() / 1e4
}

/// Prints the families with their scenes.
fn list(scenes: &[Scene]) -> Result<Exit, String> {
    let mut family = None;
    for scene in scenes {
        if family != Some(scene.family) {
            family = Some(scene.family);
            terminal::line(&format!(
                "{}  {}",
                scene.family.name(),
                scene.family.about()
            ))?;
        }
        let count = scene.trials.len();
        terminal::line(&format!("  {:14} {count:4}  {}", scene.name, scene.asks))?;
    }
    let variants: usize = scenes.iter().map(|scene| scene.trials.len()).sum();
    terminal::line(&format!("{} scenes, {variants} variants", scenes.len()))?;
    Ok(Exit::Fine)
}

/// Prints how many variants of each family each mover passes, of those that it offers.
fn table(scenes: &[Scene], movers: &[Examined]) -> Result<(), String> {
    let mut head = format!("{:12}", "family");
    for mover in movers {
        head.push_str(&format!(" {:>14}", mover.name));
    }
    terminal::line(&head)?;
    let families = Family::NAMES
        .iter()
        .map(|(name, family)| (*name, Some(*family)));
    for (name, family) in families.chain([("all", None)]) {
        let is_in = |scene: &Scene| family.is_none_or(|family| scene.family == family);
        if !scenes.iter().any(is_in) {
            continue;
        }
        let mut row = format!("{name:12}");
        for mover in movers {
            let results = scenes.iter().zip(&mover.examination.results);
            let results = results.filter(|(scene, _)| is_in(scene));
            let [passed, partly, failed, _] = counts(results.flat_map(|(_, results)| results));
            let cell = match passed + partly + failed {
                0 => "not offered".to_owned(),
                offered => format!("{passed} of {offered}"),
            };
            row.push_str(&format!(" {cell:>14}"));
        }
        terminal::line(&row)?;
    }
    for mover in movers {
        let settings = &mover.settings;
        let hello = &mover.examination.hello;
        let title = match hello.name.as_str() {
            "" => "did not say who it is".to_owned(),
            name => format!("{name} {}", hello.version),
        };
        terminal::line(&format!("{}: {title}{settings}", mover.name))?;
    }
    Ok(())
}

impl ConformanceArguments {
    /// The controllers to examine: those asked for, or the three of this library if no mover is.
    fn controllers(&self) -> Vec<Controller> {
        if !self.controllers.is_empty() || !self.movers.movers.is_empty() {
            return self.controllers.clone();
        }
        Controller::NAMES.map(|(_, controller)| controller).into()
    }

    fn padding_of(&self, name: &str) -> Option<f64> {
        let mut known = self.padding.iter();
        let known = known.find(|padding| padding.mover == name);
        known.map(|Padding { metres, .. }| *metres)
    }
}
