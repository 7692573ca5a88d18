//! One walk of an audit: from a known state, with seeded keys, and its incidents.

use std::sync::Arc;

use sidle::glam::DVec3;

use super::course::Course;
use super::keys::{HeldKeys, Keys, every_way};
use super::known::Known;
use super::stuck::is_stuck;
use crate::floor::{Cell, Floor, Grid, PlaceId, Support};
use sidle::geometry::Aabb;
use sidle::player::Command;
use sidle::sim::{Sim, Snapshot};
use sidle::world::Obstacle;

/// The length of a walk; seconds. Smaller: more time is spent on starts; larger: a walk strays from the frontier.
const WALK: f64 = 4.0;

/// The length of each run of an exhaustive search, and how much longer one in the air may take, and takes mostly;
/// seconds. The search from the place where a run ends finds the rest.
const RUN: f64 = 0.25;
const FALL: f64 = 8.0;
const FLIGHT: f64 = 0.4;

/// A walker that stays this long within [`REST_SHARE`] radii may be stuck; seconds.
const REST: f64 = 1.5;
const REST_SHARE: f64 = 0.1;

/// A straight walk that gets no farther for this long ends; seconds.
const BARRED: f64 = 0.4;

/// How many visits a walk lists that goes back and forth between two cells.
const MAX_VISITS: usize = 256;

/// About how many ticks a job of `plan` takes in the level of `sim`.
pub fn cost_of(plan: Plan, sim: &Sim) -> u64 {
    let seconds = match plan {
        Plan::Seeded(_) => WALK,
        Plan::EveryWay => (RUN + FLIGHT) * every_way(sim).count() as f64,
        Plan::Straight(course) => return u64::from(course.ticks + course.wait),
    };
    ((seconds * f64::from(sim.hz())) as u64).max(1)
}

/// The task of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// Presses the keys of this seed.
    Seeded(u64),
    /// Goes to every side, again and again from the start.
    EveryWay,
    /// Goes along a line.
    Straight(Course),
}

/// A walk to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    pub start: PlaceId,
    pub plan: Plan,
}

/// A walk to make, and where it begins.
#[derive(Clone, Debug)]
pub struct Start {
    pub job: Job,
    pub state: Arc<Snapshot>,
    /// Where the walker stood last before it came there.
    pub stood: DVec3,
}

/// Where a walk can be repeated up to: a tick of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The number of the run: a seeded walk has one.
    pub run: u32,
    /// How many ticks of that run have passed.
    pub tick: u32,
}

/// A place that a walk came through.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The cell of the place, and the box of positions.
    pub cell: Cell,
    pub at: [i32; 3],
    pub moment: Moment,
    /// The place, if somebody was there before.
    pub known: Option<PlaceId>,
    /// The state, if nobody was.
    pub state: Option<Arc<Snapshot>>,
}

/// The incidents of a walk, apart from places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Incident {
    /// It fell out of the level, after it stood here last.
    Escaped { at: DVec3 },
    /// It is in a box that no walker may enter.
    Forbidden { at: DVec3 },
    /// No key moves it.
    Stuck { at: DVec3 },
    /// This mover presses it against something.
    Squeezed { at: DVec3, mover: usize },
}

/// The result of a walk.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The visits of each run, in order.
    pub visits: Vec<Visit>,
    pub incidents: Vec<(Incident, Moment)>,
    /// How many ticks it took.
    pub ticks: u64,
    /// Whether a run of an exhaustive search ended in the air, or led home.
    pub is_open: bool,
}

impl Outcome {
    /// Adds the result of the next run.
    pub fn add(&mut self, next: Self) {
        self.visits.extend(next.visits);
        self.incidents.extend(next.incidents);
        self.ticks += next.ticks;
        self.is_open |= next.is_open;
    }
}

/// The data that all walks of an audit share.
#[derive(Clone, Debug)]
pub struct Surroundings {
    pub grid: Grid,
    /// The boxes that no walker may enter.
    pub forbidden: Vec<Aabb>,
    /// The smallest box around everything that a walker collides with.
    pub bounds: Option<Aabb>,
    /// Below this height, nothing can stop a fall; metres.
    pub bottom: f64,
}

impl Surroundings {
    /// Whether no walker may be at `position`.
    pub fn is_forbidden(&self, position: DVec3) -> bool {
        self.forbidden
            .iter()
            .any(|bounds| bounds.contains(position))
    }
}

/// The commands of each run of a plan, tick by tick.
pub enum Commands {
    Seeded(Keys),
    Held(HeldKeys),
    Straight(Course),
}

impl Commands {
    /// The commands of run `number` of `plan` from the state of `sim`.
    pub fn of(plan: Plan, number: u32, sim: &Sim) -> Self {
        match plan {
            Plan::Seeded(seed) => Self::Seeded(Keys::new(seed, sim)),
            Plan::EveryWay => {
                let held = every_way(sim).nth(number as usize);
                Self::Held(held.unwrap_or_else(|| HeldKeys::idle(sim)))
            }
            Plan::Straight(course) => Self::Straight(course),
        }
    }

    /// The command of the run's tick `tick`.
    pub fn next(&mut self, tick: u32, sim: &Sim) -> Command {
        match self {
            Self::Seeded(keys) => keys.next(sim),
            Self::Held(held) => held.at(tick),
            Self::Straight(course) => course.at(tick, sim),
        }
    }
}

/// How many runs a plan has in the level of `sim`.
pub(super) fn runs(plan: Plan, sim: &Sim) -> u32 {
    match plan {
        Plan::Seeded(_) | Plan::Straight(_) => 1,
        Plan::EveryWay => every_way(sim).count() as u32,
    }
}

/// Makes run `number` of the walk from `start`.
pub(super) fn walk(
    sim: &mut Sim,
    start: &Start,
    number: u32,
    known: &Known,
    around: &Surroundings,
    floor: &Floor,
) -> Outcome {
    let mut walk = Walk {
        known,
        around,
        floor,
        stood: start.stood,
        outcome: Outcome::default(),
    };
    let hz = f64::from(sim.hz());
    let length = match start.job.plan {
        Plan::Seeded(_) => (WALK * hz) as u32,
        Plan::Straight(course) => u32::from(course.ticks) + u32::from(course.wait),
        Plan::EveryWay => (RUN * hz) as u32,
    };
    walk.run(sim, &start.state, start.job.plan, number, length);
    walk.outcome
}

struct Walk<'w> {
    known: &'w Known,
    around: &'w Surroundings,
    floor: &'w Floor,
    /// Where the walker stood last before it came to the start.
    stood: DVec3,
    outcome: Outcome,
}

impl Walk<'_> {
    /// Makes run `number` of `length` ticks.
    fn run(&mut self, sim: &mut Sim, start: &Snapshot, plan: Plan, number: u32, length: u32) {
        sim.restore(start);
        let mut commands = Commands::of(plan, number, sim);
        let grid = &self.around.grid;
        let mut cell = grid.cell_of(sim);
        let mut before = cell;
        let mut stood = self.stood;
        let (mut anchor, mut anchored) = (start.player.position, 0);
        let rest = sim.tuning().radius * REST_SHARE;
        let has_movers = !sim.movers().is_empty();
        let mut squeezed = false;
        self.visit(
            Moment {
                run: number,
                tick: 0,
            },
            sim,
        );
        let is_search = plan == Plan::EveryWay;
        let is_straight = matches!(plan, Plan::Straight(_));
        let longest = if is_search || is_straight {
            length + (FALL * f64::from(sim.hz())) as u32
        } else {
            length
        };
        let patience = if is_straight {
            (BARRED * f64::from(sim.hz())) as u32
        } else {
            u32::MAX
        };
        for tick in 1..=longest {
            if tick > length && cell.support == Support::Stands {
                return;
            }
            let command = commands.next(tick - 1, sim);
            sim.tick(&command);
            self.outcome.ticks += 1;
            let moment = Moment { run: number, tick };
            let position = sim.player().position;
            if sim.respawned() || self.is_lost(sim) {
                let incident = Incident::Escaped { at: stood };
                self.outcome.incidents.push((incident, moment));
                return;
            }
            if self.around.is_forbidden(position) {
                let incident = Incident::Forbidden { at: position };
                self.outcome.incidents.push((incident, moment));
                return;
            }
            let now = grid.cell_of(sim);
            if now.support == Support::Stands {
                stood = position;
            }
            if now != cell {
                // One on the border of two cells would fill the list.
                if now != before || self.outcome.visits.len() < MAX_VISITS {
                    let known = self.visit(moment, sim);
                    if is_search && known.is_some_and(|id| self.known.is_home(id)) {
                        self.outcome.is_open = true;
                        return;
                    }
                }
                (before, cell) = (cell, now);
            }
            if position.distance_squared(anchor) > rest * rest {
                (anchor, anchored) = (position, tick);
            } else if tick - anchored > patience {
                return;
            }
            if has_movers && !squeezed {
                let mut movers = sim.movers().iter();
                let presses =
                    movers.position(|driven| driven.state.blocked_by == Some(Obstacle::Player));
                if let Some(mover) = presses {
                    squeezed = true;
                    let incident = Incident::Squeezed {
                        at: position,
                        mover,
                    };
                    self.outcome.incidents.push((incident, moment));
                }
            }
        }
        if is_search {
            self.outcome.is_open |= cell.support != Support::Stands;
        }
        if is_search || is_straight {
            return;
        }
        let rested = f64::from(length - anchored) >= REST * f64::from(sim.hz());
        if rested {
            let (at, state) = (sim.player().position, sim.snapshot());
            if is_stuck(sim, &state, &mut self.outcome.ticks) {
                let moment = Moment {
                    run: number,
                    tick: length,
                };
                let incident = Incident::Stuck { at };
                self.outcome.incidents.push((incident, moment));
            }
        }
    }

    /// Notes that the walker is in another cell. Returns the place, if somebody was there before.
    fn visit(&mut self, moment: Moment, sim: &Sim) -> Option<PlaceId> {
        let grid = &self.around.grid;
        let cell = grid.place_of(sim, self.floor)?;
        let known = self.known.find(&cell);
        let last = self.outcome.visits.last();
        // The first state of a place is enough.
        let is_new = known.is_none() && last.is_none_or(|last| last.cell != cell);
        let state = is_new.then(|| Arc::new(sim.snapshot()));
        self.outcome.visits.push(Visit {
            cell,
            at: grid.at(sim.player().position),
            moment,
            known,
            state,
        });
        known
    }

    /// Whether the player falls below everything, and no zone can catch it.
    fn is_lost(&self, sim: &Sim) -> bool {
        let player = sim.player();
        player.position.y < self.around.bottom
            && player.velocity.y < 0.0
            && sim.zones().is_empty()
            && sim.tuning().gravity > 0.0
    }
}
