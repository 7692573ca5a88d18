//! Lets a mover run all trials, and judges its runs.

use sidle_movers::{Can, Hello, Mover, MoverError, MoverFault};

use crate::body::Body;
use crate::check::{Judged, Outcome};
use crate::run::{Clock, Run};
use crate::scene::Scene;
use crate::trial::Trial;

/// After so many errors in a row a mover gets no more trials. Smaller: a mover that fails in one scene is judged by few; larger:
/// a silent program keeps everybody waiting.
const MAX_ERRORS: usize = 5;

/// A mover to be examined.
pub struct Subject<'s> {
    /// Starts the mover, and starts it again after an error.
    pub start: &'s mut dyn FnMut() -> Result<Box<dyn Mover>, MoverError>,
    /// Whether its body is a box instead of a sphere.
    pub boxed: bool,
    /// The gap that it keeps on purpose; metres.
    pub padding: f64,
}

/// All results of a mover, in the order of the scenes.
#[derive(Debug)]
pub struct Examination {
    /// Who it is. Its name is empty if it did not even start.
    pub hello: Hello,
    /// For each scene, the result of each trial.
    pub results: Vec<Vec<TrialResult>>,
}

/// The result of a trial.
#[derive(Debug)]
pub struct TrialResult {
    /// Whether the mover passes.
    pub outcome: Outcome,
    /// The figure of the expectation that decided; `None` if there was no run.
    pub judged: Option<Judged>,
    /// The run, if it did not pass.
    pub run: Option<Box<Run>>,
    /// Why there was no run.
    pub note: Option<String>,
}

impl TrialResult {
    fn without_run(outcome: Outcome, note: impl Into<String>) -> Self {
        Self {
            outcome,
            judged: None,
            run: None,
            note: Some(note.into()),
        }
    }
}

/// Runs all trials of `scenes`. `progress` hears of each scene before it begins.
pub fn examine(
    subject: &mut Subject<'_>,
    scenes: &[Scene],
    clock: Option<Clock>,
    progress: &mut dyn FnMut(usize),
) -> Examination {
    let (mut mover, mut hello, mut errors) = (None, Hello::default(), 0);
    let mut results = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        progress(number);
        let mut of_scene = Vec::new();
        for trial in &scene.trials {
            if errors >= MAX_ERRORS {
                let note = format!("not asked after {MAX_ERRORS} errors in a row");
                of_scene.push(TrialResult::without_run(Outcome::Failed, note));
                continue;
            }
            match one(subject, &mut mover, &mut hello, trial, clock) {
                Ok(result) => {
                    errors = 0;
                    of_scene.push(result);
                }
                Err(error) => {
                    errors += 1;
                    mover = None;
                    of_scene.push(TrialResult::without_run(Outcome::Failed, error.to_string()));
                }
            }
        }
        results.push(of_scene);
    }
    Examination { hello, results }
}

fn one(
    subject: &mut Subject<'_>,
    held: &mut Option<Box<dyn Mover>>,
    hello: &mut Hello,
    trial: &Trial,
    clock: Option<Clock>,
) -> Result<TrialResult, MoverError> {
    let mover = match held {
        Some(mover) => mover,
        None => {
            let mut started = (subject.start)()?;
            *hello = started.hello()?;
            held.insert(started)
        }
    };
    if let Some(missing) = missing(trial, hello.can, subject, clock) {
        return Ok(TrialResult::without_run(Outcome::NotOffered, missing));
    }
    let run = match Run::of(trial, &mut **mover, subject.boxed, clock) {
        Ok(run) => run,
        Err(error) if is_refusal(&error) => {
            // A program has ended with its refusal.
            *held = None;
            return Ok(TrialResult::without_run(
                Outcome::NotOffered,
                error.to_string(),
            ));
        }
        Err(error) => return Err(error),
    };
    Ok(judge(trial, run, subject))
}

/// What a trial needs and this mover does not offer.
fn missing(trial: &Trial, can: Can, subject: &Subject<'_>, clock: Option<Clock>) -> Option<String> {
    let needs = Can {
        tick: trial.walks(),
        move_by: !trial.walks(),
        ..trial.needs
    };
    let abilities = needs.named().into_iter().zip(can.named());
    let mut missing = abilities.filter(|((_, needed), (_, offered))| *needed && !offered);
    if let Some(((name, _), _)) = missing.next() {
        return Some(format!("needs \"{name}\""));
    }
    if trial.room <= subject.padding * 2.0 {
        return Some(format!("no room for a padding of {} m", subject.padding));
    }
    let is_timed = |check: &crate::Check| matches!(check.measure, crate::Measure::Cost);
    let is_timed = trial.checks.iter().any(is_timed);
    (is_timed && clock.is_none()).then(|| "no clock".to_owned())
}

/// Whether the mover refuses the world or the body, which it may.
fn is_refusal(error: &MoverError) -> bool {
    let refuses = matches!(
        error.fault,
        MoverFault::Unsuitable(_) | MoverFault::Refused(_)
    );
    refuses && error.request == "world"
}

/// The worst of all expectations decides.
fn judge(trial: &Trial, run: Run, subject: &Subject<'_>) -> TrialResult {
    let body = Body(trial.setup(&trial.course, subject.boxed).body());
    let body = if trial.is_low {
        body.crouched(&trial.tuning)
    } else {
        body
    };
    let judged = trial.checks.iter();
    let judged = judged.map(|check| check.judge(trial, &run, &body, subject.padding));
    // Of equally bad ones, the first.
    let worst = judged.reduce(|worst, each| {
        if each.outcome > worst.outcome {
            each
        } else {
            worst
        }
    });
    let outcome = worst.map_or(Outcome::Passed, |judged| judged.outcome);
    TrialResult {
        outcome,
        judged: worst,
        run: (outcome != Outcome::Passed).then(|| Box::new(run)),
        note: None,
    }
}
