//! The expectations of a trial, and the figures that judge a run by them.

use core::ops::Range;

use sidle::glam::DVec3;
use sidle_movers::MoverGround;

use crate::body::Body;
use crate::run::Run;
use crate::trial::Trial;

/// One expectation: a figure and its limits.
#[derive(Clone, Debug)]
pub struct Check {
    /// The figure.
    pub measure: Measure,
    /// A run passes up to this figure, or from it on for [`Measure::Kept`].
    pub limit: f64,
    /// It passes in part up to this figure, or from it on.
    pub loose: f64,
    /// How many paddings both limits grow by, since a padding counts as neither a gap nor a height.
    pub paddings: f64,
}

/// A figure of a run. All but [`Self::Kept`] are better the smaller they are.
#[derive(Clone, Debug)]
pub enum Measure {
    /// How deep the body is in something after a tick; mm.
    Inside,
    /// [`Self::Inside`] after the last tick.
    InsideAtEnd,
    /// How far the body's reference point comes behind a plane; mm.
    Passed {
        /// On the plane.
        point: DVec3,
        /// Towards the side where the body belongs.
        normal: DVec3,
    },
    /// How far the body ends behind where it started, seen along a unit direction; mm.
    Behind(DVec3),
    /// How far the body's reference point ends in front of a plane that it should reach; mm.
    Short {
        /// On the plane.
        point: DVec3,
        /// Towards the side where the body comes from.
        normal: DVec3,
    },
    /// The displacement along a unit direction, as a share of the one expected; %.
    Kept {
        /// The direction.
        along: DVec3,
        /// The displacement expected.
        of: Expected,
    },
    /// How much the motion of a tick differs from that of the tick before; µm.
    Jitter(Range<usize>),
    /// How far the body strays along a unit direction, to either side; mm.
    Strayed(DVec3),
    /// How far the body ends from this height of its reference point; mm.
    Height(f64),
    /// How far the highest place of the body's reference point is from this height; mm.
    Peak(f64),
    /// How far the body ends from where it started; mm.
    Moved,
    /// How far the body ends from this displacement; mm.
    Lag(DVec3),
    /// The farthest that the body comes down in a tick; mm.
    Dropped,
    /// For how many ticks the body is in the air.
    Air,
    /// How often the ground changes between floor and anything else.
    Flicker,
    /// How far the second run ends from the first; mm.
    Apart,
    /// The median time of a request; µs.
    Cost,
}

/// How far a body should come.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// So far; metres.
    Metres(f64),
    /// This share of the way that the mover makes in the same time on an open floor.
    Open(f64),
}

impl Measure {
    /// The unit of its figure.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Kept { .. } => "% kept",
            Self::Jitter(_) => "µm of jitter",
            Self::Inside | Self::InsideAtEnd => "mm inside",
            Self::Passed { .. } => "mm passed",
            Self::Behind(_) | Self::Short { .. } => "mm short",
            Self::Strayed(_) => "mm astray",
            Self::Height(_) | Self::Peak(_) => "mm off its height",
            Self::Moved => "mm moved",
            Self::Lag(_) => "mm off its place",
            Self::Dropped => "mm in a tick",
            Self::Air => "ticks in the air",
            Self::Flicker => "changes of ground",
            Self::Apart => "mm apart",
            Self::Cost => "µs a request",
        }
    }

    /// Whether a larger figure is better.
    #[must_use]
    pub fn is_share(&self) -> bool {
        matches!(self, Self::Kept { .. })
    }

    /// Whether it compares with a run on an open floor.
    pub(crate) fn needs_open_floor(&self) -> bool {
        let open = Expected::Open(0.0);
        let is_open = |of: &Expected| core::mem::discriminant(of) == core::mem::discriminant(&open);
        matches!(self, Self::Kept { of, .. } if is_open(of))
    }

    /// The figure of `run`, and the tick in which it is worst.
    fn figure(&self, trial: &Trial, run: &Run, body: &Body) -> (f64, usize) {
        let last = run.states.len().saturating_sub(1);
        let (start, end) = (run.start(trial), run.end());
        let judged = || run.states.iter().enumerate().skip(trial.settle);
        let worst = |value: &dyn Fn(usize, DVec3) -> f64| {
            let values = judged().map(|(tick, state)| (value(tick, state.position), tick));
            let first = (0.0, last);
            values.fold(first, |most, each| {
                if each.0 > most.0 || each.0.is_nan() {
                    each
                } else {
                    most
                }
            })
        };
        let at_end = |value: f64| (value, last);
        match self {
            Self::Inside => worst(&|tick, position| {
                body.depth(&run.shapes, trial.moving_for(tick + 1), position) * 1e3
            }),
            Self::InsideAtEnd => {
                let depth = body.depth(&run.shapes, trial.moving_for(last + 1), end);
                at_end(depth.max(0.0) * 1e3)
            }
            Self::Passed { point, normal } => {
                worst(&|_, position| (*point - position).dot(*normal) * 1e3)
            }
            Self::Behind(along) => at_end(((start - end).dot(*along) * 1e3).max(0.0)),
            Self::Short { point, normal } => at_end(((end - *point).dot(*normal) * 1e3).max(0.0)),
            Self::Kept { along, of } => {
                let expected = match of {
                    Expected::Metres(metres) => *metres,
                    Expected::Open(share) => run.open_way.unwrap_or(f64::NAN) * share,
                };
                at_end((end - start).dot(*along) / expected * 100.0)
            }
            Self::Jitter(ticks) => {
                let position =
                    |tick: usize| run.states.get(tick).map_or(end, |state| state.position);
                let change = |tick: usize| {
                    let (before, now, after) = (tick - 1, tick, tick + 1);
                    (position(after) - position(now) * 2.0 + position(before)).length() * 1e6
                };
                let ticks = ticks.start.max(1)..ticks.end.min(last);
                ticks
                    .map(|tick| (change(tick), tick))
                    .fold(
                        (0.0, last),
                        |most, each| {
                            if each.0 > most.0 { each } else { most }
                        },
                    )
            }
            Self::Strayed(along) => {
                worst(&|_, position| (position - start).dot(*along).abs() * 1e3)
            }
            Self::Height(height) => at_end((end.y - height).abs() * 1e3),
            Self::Peak(height) => {
                let highest = judged().map(|(_, state)| state.position.y);
                at_end((highest.fold(f64::NEG_INFINITY, f64::max) - height).abs() * 1e3)
            }
            Self::Moved => at_end((end - start).length() * 1e3),
            Self::Lag(displacement) => at_end((end - start - *displacement).length() * 1e3),
            Self::Dropped => worst(&|tick, position| {
                let before = run
                    .states
                    .get(tick.wrapping_sub(1))
                    .map_or(position, |state| state.position);
                (before.y - position.y) * 1e3
            }),
            Self::Air => {
                let in_air = judged().filter(|(_, state)| state.ground != MoverGround::Floor);
                let ticks: Vec<usize> = in_air.map(|(tick, _)| tick).collect();
                (ticks.len() as f64, ticks.first().copied().unwrap_or(last))
            }
            Self::Flicker => {
                let on_floor: Vec<bool> = judged()
                    .map(|(_, state)| state.ground == MoverGround::Floor)
                    .collect();
                at_end(
                    on_floor
                        .windows(2)
                        .filter(|pair| pair[0] != pair[1])
                        .count() as f64,
                )
            }
            Self::Apart => at_end(run.apart.unwrap_or(f64::NAN) * 1e3),
            Self::Cost => at_end(run.micros.unwrap_or(f64::NAN)),
        }
    }
}

/// The result of an expectation or of a trial, the better the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Met.
    Passed,
    /// Met in part.
    Partly,
    /// Not met.
    Failed,
    /// The mover cannot do it.
    NotOffered,
}

impl Outcome {
    /// All outcomes with their names in reports.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("passed", Self::Passed),
        ("partly", Self::Partly),
        ("failed", Self::Failed),
        ("not offered", Self::NotOffered),
    ];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}

/// An expectation of a trial with its figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Whether it is met.
    pub outcome: Outcome,
    /// The figure. NaN if the mover gave no answer.
    pub figure: f64,
    /// Its unit.
    pub unit: &'static str,
    /// A run passes up to this figure, or from it on for a share.
    pub limit: f64,
    /// The tick in which the figure is worst.
    pub tick: usize,
}

impl Check {
    /// Judges `run`. The mover's own padding counts as neither a gap nor a height.
    pub(crate) fn judge(&self, trial: &Trial, run: &Run, body: &Body, padding: f64) -> Judged {
        let (figure, tick) = self.measure.figure(trial, run, body);
        let allowed = padding * self.paddings * 1e3;
        let is_within = |limit: f64| {
            if self.measure.is_share() {
                figure >= limit
            } else {
                figure <= limit + allowed
            }
        };
        let outcome = if is_within(self.limit) {
            Outcome::Passed
        } else if is_within(self.loose) {
            Outcome::Partly
        } else {
            Outcome::Failed
        };
        Judged {
            outcome,
            figure,
            unit: self.measure.unit(),
            limit: if self.measure.is_share() {
                self.limit
            } else {
                self.limit + allowed
            },
            tick,
        }
    }

    /// An expectation of this figure with both limits. A height and a place may be off by a padding.
    #[must_use]
    pub fn new(measure: Measure, limit: f64, loose: f64) -> Self {
        let paddings = match measure {
            Measure::Height(_) | Measure::Peak(_) | Measure::Lag(_) => 1.0,
            _ => 0.0,
        };
        Self {
            measure,
            limit,
            loose,
            paddings,
        }
    }
}

/// At most 1 mm inside anything.
pub(crate) fn not_inside() -> Check {
    Check::new(Measure::Inside, 1.0, 10.0)
}

/// Never behind the plane, nor on its way through.
pub(crate) fn not_past(point: DVec3, normal: DVec3) -> Check {
    Check::new(Measure::Passed { point, normal }, 0.0, 0.0)
}

/// At least 99 % of this displacement.
pub(crate) fn comes(along: DVec3, metres: f64) -> Check {
    let of = Expected::Metres(metres);
    Check::new(Measure::Kept { along, of }, 99.0, 90.0)
}

/// At least 98 % of this share of the way on an open floor.
pub(crate) fn keeps_speed(along: DVec3, share: f64) -> Check {
    let of = Expected::Open(share);
    Check::new(Measure::Kept { along, of }, 98.0, 90.0)
}

/// Reaches the plane.
pub(crate) fn reaches(point: DVec3, normal: DVec3) -> Check {
    Check::new(Measure::Short { point, normal }, 0.0, 0.0)
}

/// Motions that differ by at most 1 mm from tick to tick.
pub(crate) fn steady(ticks: Range<usize>) -> Check {
    Check::new(Measure::Jitter(ticks), 1e3, 5e3)
}

/// Strays by at most so many mm.
pub(crate) fn straight(across: DVec3, mm: f64) -> Check {
    Check::new(Measure::Strayed(across), mm, mm * 10.0)
}

/// Ends within 10 mm of this height.
pub(crate) fn ends_at_height(height: f64) -> Check {
    Check::new(Measure::Height(height), 10.0, 20.0)
}

/// On the floor in every tick.
pub(crate) fn on_floor() -> Check {
    Check::new(Measure::Air, 0.0, 3.0)
}
