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

/// So many different texts of refusals are kept. Larger: a mover that never says the same twice fills the reports.
const MAX_REFUSALS: usize = 3;

/// A mover to be examined.
pub struct Subject<'s> {
    /// Starts the mover, and starts it again after an error.
    pub start: &'s mut dyn FnMut() -> Result<Box<dyn Mover>, MoverError>,
    /// Whether its body is a box instead of a sphere.
    pub boxed: bool,
    /// The gap that it keeps on purpose; metres. `None`: as it says itself.
    pub padding: Option<f64>,
}

/// All results of a mover, in the order of the scenes.
#[derive(Debug)]
pub struct Examination {
    /// Who it is. Its name is empty if it did not even start.
    pub hello: Hello,
    /// The least and the greatest padding that it had; metres. `None` if it never got a world.
    pub padding: Option<[f64; 2]>,
    /// The first texts with which it has refused a world or body, and for how many trials.
    pub refusals: Vec<(String, usize)>,
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
    let (mut held, mut errors, mut results) = (Held::default(), 0, Vec::new());
    for (number, scene) in scenes.iter().enumerate() {
        progress(number);
        let mut of_scene = Vec::new();
        for trial in &scene.trials {
            if errors >= MAX_ERRORS {
                let note = format!("not asked after {MAX_ERRORS} errors in a row");
                of_scene.push(TrialResult::without_run(Outcome::Failed, note));
                continue;
            }
            match held.one(subject, scene, trial, clock) {
                Ok(result) => {
                    errors = 0;
                    of_scene.push(result);
                }
                Err(error) => {
                    errors += 1;
                    held.mover = None;
                    of_scene.push(TrialResult::without_run(Outcome::Failed, error.to_string()));
                }
            }
        }
        results.push(of_scene);
    }
    Examination {
        hello: held.hello,
        padding: held.padding,
        refusals: held.refusals,
        results,
    }
}

/// The mover while it runs, and what it has said of itself.
#[derive(Default)]
struct Held {
    mover: Option<Box<dyn Mover>>,
    hello: Hello,
    padding: Option<[f64; 2]>,
    refusals: Vec<(String, usize)>,
}

impl Held {
    fn one(
        &mut self,
        subject: &mut Subject<'_>,
        scene: &Scene,
        trial: &Trial,
        clock: Option<Clock>,
    ) -> Result<TrialResult, MoverError> {
        let mover = match &mut self.mover {
            Some(mover) => mover,
            none => {
                let mut started = (subject.start)()?;
                self.hello = started.hello()?;
                none.insert(started)
            }
        };
        let not_offered = |note| Ok(TrialResult::without_run(Outcome::NotOffered, note));
        if let Some(missing) = missing(trial, self.hello.can, clock) {
            return not_offered(missing);
        }
        if let Some(lacked) = lacked(scene, &self.hello.lacks) {
            return not_offered(format!("its authors do not offer `{lacked}`"));
        }
        let run = match Run::of(trial, &mut **mover, subject.boxed, subject.padding, clock) {
            Ok(run) => run,
            Err(error) => {
                let Some(text) = refusal(&error) else {
                    return Err(error);
                };
                self.note_refusal(text);
                // A program has ended with its refusal.
                self.mover = None;
                return not_offered(error.to_string());
            }
        };
        let padding = subject.padding.unwrap_or_else(|| mover.padding());
        let [least, greatest] = self.padding.unwrap_or([padding; 2]);
        self.padding = Some([least.min(padding), greatest.max(padding)]);
        if trial.room <= padding * 2.0 {
            return not_offered(format!("no room for a padding of {padding} m"));
        }
        Ok(judge(trial, run, subject.boxed, padding))
    }

    fn note_refusal(&mut self, text: &str) {
        let known = self.refusals.iter_mut().find(|(known, _)| known == text);
        if let Some((_, count)) = known {
            *count += 1;
        } else if self.refusals.len() < MAX_REFUSALS {
            self.refusals.push((text.to_owned(), 1));
        }
    }
}

/// The name of the scene, or of its family, among those that a mover lacks.
fn lacked<'l>(scene: &Scene, lacks: &'l [String]) -> Option<&'l str> {
    let (family, name) = (scene.family.name(), scene.name);
    let is_meant = |lacked: &&String| match lacked.split_once('/') {
        Some((of_family, of_name)) => (of_family, of_name) == (family, name),
        None => lacked.as_str() == family,
    };
    lacks.iter().find(is_meant).map(String::as_str)
}

/// What a trial needs and this mover does not offer.
fn missing(trial: &Trial, can: Can, clock: Option<Clock>) -> Option<String> {
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
    let is_timed = |check: &crate::Check| matches!(check.measure, crate::Measure::Cost);
    let is_timed = trial.checks.iter().any(is_timed);
    (is_timed && clock.is_none()).then(|| "no clock".to_owned())
}

/// The text with which the mover refuses the world or the body, which it may.
fn refusal(error: &MoverError) -> Option<&str> {
    match &error.fault {
        MoverFault::Unsuitable(text) | MoverFault::Refused(text) if error.request == "world" => {
            Some(text)
        }
        _ => None,
    }
}

/// The worst of all expectations decides.
fn judge(trial: &Trial, run: Run, boxed: bool, padding: f64) -> TrialResult {
    let body = Body(trial.setup(&trial.course, boxed).body());
    let body = if trial.is_low {
        body.crouched(&trial.tuning)
    } else {
        body
    };
    let judged = trial.checks.iter();
    let judged = judged.map(|check| check.judge(trial, &run, &body, padding));
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
