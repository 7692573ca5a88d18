//! One run of a trial by a mover.

use sidle::glam::DVec3;
use sidle_movers::{MovedBox, Mover, MoverError, Saved, State};

use crate::body::Shapes;
use crate::course::Course;
use crate::trial::{Script, Trial, Twin};

/// A clock; seconds since any time. The package reads no clock itself, and trials of cost are not offered without one.
pub type Clock = fn() -> f64;

/// The states of a run.
#[derive(Debug)]
pub struct Run {
    /// The state after each request.
    pub states: Vec<State>,
    /// Where the body started; metres. That of the trial, farther by the padding of the mover.
    pub began: DVec3,
    /// The world.
    pub shapes: Shapes,
    /// How far the mover comes on an open floor with the same script; metres.
    pub open_way: Option<f64>,
    /// How far the second run ends from the first; metres.
    pub apart: Option<f64>,
    /// The median time of a request; microseconds.
    pub micros: Option<f64>,
}

impl Run {
    /// Runs `trial`. The mover keeps a gap of `padding` metres, or as much as it says itself.
    ///
    /// # Errors
    /// The first error of the mover.
    pub fn of(
        trial: &Trial,
        mover: &mut dyn Mover,
        boxed: bool,
        padding: Option<f64>,
        clock: Option<Clock>,
    ) -> Result<Self, MoverError> {
        let mut runner = Runner {
            trial,
            mover,
            boxed,
            padding,
            clock,
            times: Vec::new(),
        };
        let states = runner.run(&trial.course)?;
        let micros = runner.median_micros();
        let apart = runner.twin(&states)?;
        let needs_open_floor = |check: &crate::Check| check.measure.needs_open_floor();
        let open_way = if trial.checks.iter().any(needs_open_floor) {
            Some(runner.open_way()?)
        } else {
            None
        };
        Ok(Self {
            states,
            began: runner.start(),
            shapes: Shapes::new(&trial.course),
            open_way,
            apart,
            micros,
        })
    }

    /// The place from which the run is judged.
    #[must_use]
    pub fn start(&self, trial: &Trial) -> DVec3 {
        let settled = trial
            .settle
            .checked_sub(1)
            .and_then(|last| self.states.get(last));
        settled.map_or(self.began, |state| state.position)
    }

    /// The last place.
    #[must_use]
    pub fn end(&self) -> DVec3 {
        self.states
            .last()
            .map_or(DVec3::NAN, |state| state.position)
    }
}

struct Runner<'r> {
    trial: &'r Trial,
    mover: &'r mut dyn Mover,
    boxed: bool,
    padding: Option<f64>,
    clock: Option<Clock>,
    times: Vec<f64>,
}

impl Runner<'_> {
    /// The states in `course`.
    fn run(&mut self, course: &Course) -> Result<Vec<State>, MoverError> {
        self.mover.world(&self.trial.setup(course, self.boxed))?;
        self.again(course)
    }

    /// Where the mover starts in the world that it has.
    fn start(&self) -> DVec3 {
        let padding = self.padding.unwrap_or_else(|| self.mover.padding());
        self.trial.start + self.trial.clear * padding
    }

    /// The states in the world that the mover has.
    fn again(&mut self, course: &Course) -> Result<Vec<State>, MoverError> {
        let trial = self.trial;
        let start = self.start();
        let mut last = self.mover.reset(start, DVec3::ZERO, 0.0)?;
        last.position = start;
        let mut states = Vec::with_capacity(trial.len());
        for tick in 0..trial.len() {
            last = self.request(course, tick, last.position)?;
            // Nothing judges them, and a mover may send thousands.
            last.contacts.clear();
            last.contacts.shrink_to_fit();
            states.push(last.clone());
        }
        Ok(states)
    }

    fn request(
        &mut self,
        course: &Course,
        tick: usize,
        position: DVec3,
    ) -> Result<State, MoverError> {
        let trial = self.trial;
        let before = self.clock.map(|clock| clock());
        let state = match &trial.script {
            Script::Moves(moves) => self.mover.move_by(position, moves[tick]),
            Script::Walk(_) => {
                let moved = moved(course, trial, tick);
                self.mover
                    .tick(trial.dt(), &trial.command(tick, position), &moved)
            }
        };
        if let (Some(clock), Some(before)) = (self.clock, before) {
            self.times.push(clock() - before);
        }
        state
    }

    fn median_micros(&mut self) -> Option<f64> {
        self.times.sort_by(f64::total_cmp);
        let median = self.times.get(self.times.len() / 2);
        median.map(|seconds| seconds * 1e6)
    }

    /// How far the second run ends from the first, which had these `states`; metres.
    fn twin(&mut self, states: &[State]) -> Result<Option<f64>, MoverError> {
        let trial = self.trial;
        let second = match &trial.twin {
            Twin::None => return Ok(None),
            Twin::Again => self.again(&trial.course)?,
            Twin::In(course) => self.run(course)?,
            Twin::Resumed => self.resumed(states)?,
        };
        let pairs = states.iter().rev().zip(second.iter().rev());
        // Of runs in different worlds, only the ends are compared.
        let compared = match trial.twin {
            Twin::In(_) => 1,
            _ => usize::MAX,
        };
        let apart = pairs
            .take(compared)
            .map(|(first, second)| first.position.distance(second.position));
        Ok(Some(apart.fold(0.0, |most, each| {
            if each > most || each.is_nan() {
                each
            } else {
                most
            }
        })))
    }

    /// The second half, run from a state that is saved in the middle and loaded at the end.
    fn resumed(&mut self, states: &[State]) -> Result<Vec<State>, MoverError> {
        let trial = self.trial;
        let half = trial.len() / 2;
        let start = self.start();
        let mut position = start;
        self.mover.reset(start, DVec3::ZERO, 0.0)?;
        let mut saved: Option<Saved> = None;
        for tick in 0..trial.len() {
            if tick == half {
                saved = Some(self.mover.save()?);
            }
            position = self.request(&trial.course, tick, position)?.position;
        }
        let Some(saved) = saved else {
            return Ok(Vec::new());
        };
        self.mover.load(&saved)?;
        position = half
            .checked_sub(1)
            .map_or(start, |before| states[before].position);
        let mut second = Vec::new();
        for tick in half..trial.len() {
            let state = self.request(&trial.course, tick, position)?;
            position = state.position;
            second.push(state);
        }
        Ok(second)
    }

    /// How far the same script leads on an open floor; metres.
    fn open_way(&mut self) -> Result<f64, MoverError> {
        let mut open = Course::default();
        let feet = self.trial.tuning.radius;
        // As wide as the body and its way need.
        let half = 100.0 * (feet / 0.3).max(1.0) + self.trial.start.length();
        open.floor(0.0, half);
        let trial = Trial {
            start: DVec3::Y * feet * 1.01,
            clear: DVec3::Y,
            course: Course::default(),
            ..self.trial.clone()
        };
        let mut runner = Runner {
            trial: &trial,
            mover: &mut *self.mover,
            boxed: self.boxed,
            padding: self.padding,
            clock: None,
            times: Vec::new(),
        };
        let states = runner.run(&open)?;
        let place = |tick: usize| states.get(tick).map_or(DVec3::NAN, |state| state.position);
        let from = trial.settle.checked_sub(1).map_or(runner.start(), place);
        let way = place(states.len().saturating_sub(1)) - from;
        Ok(DVec3::new(way.x, 0.0, way.z).length())
    }
}

/// The boxes that move in this tick.
fn moved(course: &Course, trial: &Trial, tick: usize) -> Vec<MovedBox> {
    let (from, to) = (trial.moving_for(tick), trial.moving_for(tick + 1));
    let first = course.boxes.len() as u32;
    let moving = course.moving.iter().zip(first..);
    let moved = moving.filter_map(|(block, id)| {
        let obb = block.at(to).obb()?;
        let before = block.at(from);
        let is_moving = before != block.at(to);
        is_moving.then(|| MovedBox {
            id,
            velocity: (obb.center() - before.center) / trial.dt(),
            obb,
        })
    });
    moved.collect()
}
