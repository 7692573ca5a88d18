//! A trial: one variant of a scene, with its world, its script and its expectations.

use sidle::geometry::angle::{BinaryAngle, angle_between};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Tuning};
use sidle_movers::{Can, Setup};

use crate::check::Check;
use crate::course::Course;

/// What a mover is asked to do, and which expectations it must meet.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the variant in its scene.
    pub variant: String,
    /// The world.
    pub course: Course,
    /// Body and feel.
    pub tuning: Tuning,
    /// Ticks per second. A move takes as long as a tick.
    pub hz: u32,
    /// Where the body's reference point starts; metres.
    pub start: DVec3,
    /// Where a body with a padding starts instead: so many times the padding farther, in each direction. Without it, such a body
    /// would begin in its padding, and be pushed out.
    pub clear: DVec3,
    /// The requests.
    pub script: Script,
    /// How many of the first ticks or moves only bring the body into place, and are not judged.
    pub settle: usize,
    /// The expectations. The first gives the figure of a trial that passes.
    pub checks: Vec<Check>,
    /// The abilities that it needs, besides that of its script.
    pub needs: Can,
    /// How much wider the narrowest passage is than the body; metres. A mover whose padding does not fit does not offer the
    /// trial.
    pub room: f64,
    /// Another run to compare with.
    pub twin: Twin,
    /// Whether the body is crouched wherever it is judged.
    pub is_low: bool,
    /// Whether its picture is from above.
    pub from_above: bool,
}

/// The requests of a trial.
#[derive(Clone, Debug)]
pub enum Script {
    /// Displacements, one after the other; metres.
    Moves(Vec<DVec3>),
    /// Commands for ticks.
    Walk(Vec<Leg>),
}

/// Commands that last for some ticks.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// Seconds, rounded to ticks.
    pub seconds: f64,
    /// Ahead, from -1 to 1.
    pub forward: f64,
    /// The heading.
    pub heading: Heading,
    /// Whether jump is pressed in the first tick.
    pub jump: bool,
    /// Whether it crouches.
    pub crouch: bool,
}

/// Where a walker looks.
#[derive(Clone, Copy, Debug)]
pub enum Heading {
    /// To the left of -Z; degrees.
    Fixed(f64),
    /// Around the axis of Y, counter-clockwise from above (1) or clockwise (-1), at this distance; metres.
    Around(f64, f64),
}

/// A second run of a trial.
#[derive(Clone, Debug, Default)]
pub enum Twin {
    /// None.
    #[default]
    None,
    /// The same run once more.
    Again,
    /// The second half once more, from a state that was saved in the middle.
    Resumed,
    /// The same requests in another world.
    In(Box<Course>),
}

impl Leg {
    /// Walks ahead.
    #[must_use]
    pub fn ahead(seconds: f64, heading_deg: f64) -> Self {
        Self {
            seconds,
            forward: 1.0,
            heading: Heading::Fixed(heading_deg),
            jump: false,
            crouch: false,
        }
    }

    /// Stands.
    #[must_use]
    pub fn idle(seconds: f64) -> Self {
        Self {
            forward: 0.0,
            ..Self::ahead(seconds, 0.0)
        }
    }

    fn ticks(&self, hz: u32) -> usize {
        (self.seconds * f64::from(hz)).round() as usize
    }

    /// The command for a body at `position`.
    fn command(&self, is_first: bool, position: DVec3) -> Command {
        let yaw = match self.heading {
            Heading::Fixed(deg) => BinaryAngle::from_degrees(deg),
            Heading::Around(sense, distance) => around(position, sense, distance),
        };
        Command {
            forward: Axis::new(self.forward),
            up: Axis::new(if self.crouch { -1.0 } else { 0.0 }),
            yaw,
            jump: self.jump && is_first,
            ..Command::default()
        }
    }
}

/// The heading along a circle about the axis of Y, led back to it if the body is off.
fn around(position: DVec3, sense: f64, distance: f64) -> BinaryAngle {
    let out = DVec3::new(position.x, 0.0, position.z);
    let away = out.length();
    let Some(out) = out.try_normalize() else {
        return BinaryAngle::ZERO;
    };
    let along = DVec3::Y.cross(out) * sense;
    let way = (along - out * (away - distance)).normalize();
    // The heading 0 is -Z, and a quarter turn to the left is -X.
    let turned = angle_between(DVec3::NEG_Z, way).unwrap_or_default();
    BinaryAngle::from_radians(if way.x > 0.0 { -turned } else { turned })
}

impl Trial {
    /// A trial of `moves`.
    #[must_use]
    pub fn of_moves(course: Course, tuning: Tuning, start: DVec3, moves: Vec<DVec3>) -> Self {
        Self {
            variant: String::new(),
            course,
            tuning,
            hz: 60,
            start,
            clear: DVec3::ZERO,
            script: Script::Moves(moves),
            settle: 0,
            checks: Vec::new(),
            needs: Can::default(),
            room: f64::INFINITY,
            twin: Twin::None,
            is_low: false,
            from_above: false,
        }
    }

    /// A trial of a walk that begins with half a second of rest, which is not judged.
    #[must_use]
    pub fn of_walk(course: Course, tuning: Tuning, hz: u32, start: DVec3, legs: &[Leg]) -> Self {
        let rest = Leg::idle(0.5);
        let mut all = vec![rest];
        all.extend(legs);
        Self {
            hz,
            script: Script::Walk(all),
            settle: rest.ticks(hz),
            // It falls the rest of its way to the floor.
            clear: DVec3::Y,
            ..Self::of_moves(course, tuning, start, Vec::new())
        }
    }

    /// With this name.
    #[must_use]
    pub fn named(self, variant: impl Into<String>) -> Self {
        Self {
            variant: variant.into(),
            ..self
        }
    }

    /// With this expectation.
    #[must_use]
    pub fn with_check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }

    /// Judged only after it has walked for so long; seconds. Movers accelerate in different ways.
    #[must_use]
    pub fn after_run_up(mut self, seconds: f64) -> Self {
        self.settle += (seconds * f64::from(self.hz)).round() as usize;
        self
    }

    /// With a passage that is so much wider than the body; metres.
    #[must_use]
    pub fn with_room(self, room: f64) -> Self {
        Self { room, ..self }
    }

    /// With a start that is farther by `clear` times the padding of the mover.
    #[must_use]
    pub fn clear_by(self, clear: DVec3) -> Self {
        Self { clear, ..self }
    }

    /// With a second run.
    #[must_use]
    pub fn with_twin(self, twin: Twin) -> Self {
        Self { twin, ..self }
    }

    /// With a picture from above.
    #[must_use]
    pub fn seen_from_above(self) -> Self {
        Self {
            from_above: true,
            ..self
        }
    }

    /// For movers that crouch.
    #[must_use]
    pub fn crouching(mut self) -> Self {
        self.needs.crouch = true;
        self
    }

    /// For movers that ride on boxes that move.
    #[must_use]
    pub fn on_platforms(mut self) -> Self {
        self.needs.platforms = true;
        self
    }

    /// How many ticks or moves it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.script {
            Script::Moves(moves) => moves.len(),
            Script::Walk(legs) => legs.iter().map(|leg| leg.ticks(self.hz)).sum(),
        }
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it walks, by ticks.
    #[must_use]
    pub fn walks(&self) -> bool {
        matches!(self.script, Script::Walk(_))
    }

    /// The command of tick `tick`, from 0, for a body at `position`.
    #[must_use]
    pub fn command(&self, tick: usize, position: DVec3) -> Command {
        let Script::Walk(legs) = &self.script else {
            return Command::default();
        };
        let mut first = 0;
        for leg in legs {
            let ticks = leg.ticks(self.hz);
            if tick < first + ticks {
                return leg.command(tick == first, position);
            }
            first += ticks;
        }
        Command::default()
    }

    /// The length of a tick; seconds.
    #[must_use]
    pub fn dt(&self) -> f64 {
        1.0 / f64::from(self.hz)
    }

    /// How long the boxes have moved after `ticks` ticks; seconds. They rest while the body comes into place.
    #[must_use]
    pub fn moving_for(&self, ticks: usize) -> f64 {
        ticks.saturating_sub(self.settle) as f64 * self.dt()
    }

    /// What the mover gets.
    #[must_use]
    pub fn setup(&self, course: &Course, boxed: bool) -> Setup {
        Setup {
            boxed,
            triangles: course.triangles.clone(),
            boxes: (0..).zip(course.obbs(0.0)).collect(),
            ..Setup::new(self.hz, self.tuning)
        }
    }
}
