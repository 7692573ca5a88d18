//! One walk of an audit: from a known state, by a plan, with the places it visits and its incidents.

use std::sync::Arc;

use sidle::glam::DVec3;

use super::course::Course;
use super::keys::{HeldKeys, Keys, WALL, every_direction};
use super::known::Known;
use super::stuck::{is_stuck, pressing_mover};
use super::walker::{Kept, Walker};
use crate::floor::{Cell, Floor, Grid, PlaceId, Support};
use sidle::geometry::Aabb;
use sidle::player::{Command, PlayerState, Water};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId};

/// The length of a walk; seconds. Smaller: more time is spent on starts; larger: a walk strays from the frontier.
const WALK: f64 = 4.0;

/// The length of each run of an exhaustive search; seconds. The search from the place where a run ends finds the rest.
const RUN: f64 = 0.25;

/// How much longer a run may take if the walker is in the air at its end, and how much longer it takes on average;
/// seconds.
const FALL: f64 = 8.0;
const FLIGHT: f64 = 0.4;

/// A walker that stays this long within [`REST_SHARE`] radii may be stuck; seconds.
const REST: f64 = 1.5;
const REST_SHARE: f64 = 0.1;

/// A straight walk ends if the walker gets no farther for this long; seconds.
const BARRED: f64 = 0.4;

/// The most visits that a run lists while the walker goes back and forth between two cells.
const MAX_VISITS: usize = 256;

/// About how many ticks a job of `plan` takes in the level of `sim`, if it begins with `player`.
pub fn cost_of(plan: Plan, player: &PlayerState, sim: &Sim) -> u64 {
    let seconds = match plan {
        Plan::Seeded(_) => WALK,
        Plan::EveryDirection => (RUN + FLIGHT) * runs(plan, player, sim).count() as f64,
        Plan::Straight(course) => return u64::from(course.ticks + course.wait),
    };
    ((seconds * f64::from(sim.hz())) as u64).max(1)
}

/// How a walker goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// Presses the keys of this seed.
    Seeded(u64),
    /// An exhaustive search: a run in every direction, each from the start.
    EveryDirection,
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
    pub state: Arc<Kept>,
    /// Where the walker last stood before it came there.
    pub stood: DVec3,
}

/// A tick of a run, up to which the walk can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The number of the run, from 0. Only an exhaustive search has several.
    pub run: u32,
    /// How many ticks of that run have passed.
    pub tick: u32,
}

/// A place that a walk came through.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The cell of the place.
    pub cell: Cell,
    /// The box of the grid that the position lies in.
    pub at: [i32; 3],
    pub moment: Moment,
    /// The place, if a walker was there before this round.
    pub known: Option<PlaceId>,
    /// The state, if none was.
    pub state: Option<Arc<Kept>>,
}

/// Something that went wrong during a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Incident {
    /// The walker fell out of the level. It last stood here.
    Escaped { at: DVec3 },
    /// The walker is in a box that no walker may enter.
    Forbidden { at: DVec3 },
    /// No key moves the walker.
    Stuck { at: DVec3 },
    /// This mover presses the walker against something.
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
    /// Whether there may be a way home, because a run of an exhaustive search led home or ended in the air.
    pub is_open: bool,
    /// The wanted zones that the walker has entered.
    pub entered: Vec<u32>,
    /// The boxes of the movers that it stood on.
    pub ridden: Vec<BoxId>,
}

impl Outcome {
    /// Adds the result of the next run.
    pub fn add(&mut self, next: Self) {
        self.visits.extend(next.visits);
        self.incidents.extend(next.incidents);
        self.ticks += next.ticks;
        self.is_open |= next.is_open;
        self.entered.extend(next.entered);
        self.ridden.extend(next.ridden);
    }
}

/// The data that all walks of an audit share.
#[derive(Clone, Debug)]
pub struct Surroundings {
    pub grid: Grid,
    /// The boxes that no walker may enter.
    pub forbidden: Vec<Aabb>,
    /// The zones that no walker may enter, and those that one must enter.
    pub forbidden_zones: Vec<u32>,
    pub wanted_zones: Vec<u32>,
    /// The smallest box around everything that a walker collides with.
    pub bounds: Option<Aabb>,
    /// Below this height, nothing can stop a fall; metres.
    pub bottom: f64,
}

impl Surroundings {
    /// Whether no walker may be where that of `sim` is.
    pub fn is_forbidden(&self, sim: &Sim) -> bool {
        let position = sim.player().position;
        let mut boxes = self.forbidden.iter();
        boxes.any(|bounds| bounds.contains(position)) || self.forbidden_zone(sim).is_some()
    }

    /// The zone that the walker of `sim` is in or has passed in the last tick, though it may not.
    pub fn forbidden_zone(&self, sim: &Sim) -> Option<u32> {
        let mut zones = self.forbidden_zones.iter();
        zones.find(|zone| is_entered(sim, **zone)).copied()
    }
}

/// Whether the body is in a zone, or has passed it in the last tick.
fn is_entered(sim: &Sim, zone: u32) -> bool {
    let zone = zone as usize;
    let mut events = sim.zone_events().iter();
    let is_inside = sim.zone_state().inside.get(zone);
    is_inside.is_some_and(|inside| *inside) || events.any(|event| event.zone == zone)
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
            Plan::EveryDirection => {
                let held = every_direction(sim).nth(number as usize);
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

/// The numbers of the runs that a plan makes in the level of `sim`, if it begins with `player`. On dry land, those are left out that
/// only lead up or down in water.
pub(super) fn runs<'s>(
    plan: Plan,
    player: &PlayerState,
    sim: &'s Sim,
) -> impl Iterator<Item = u32> + use<'s> {
    let all = match plan {
        Plan::Seeded(_) | Plan::Straight(_) => None,
        Plan::EveryDirection => Some(every_direction(sim)),
    };
    let is_dry = Water::around(sim.zones(), sim.tuning(), player).is_none();
    let one = all.is_none().then_some(0);
    let keys = (0..).zip(all.into_iter().flatten());
    let made = keys.filter(move |(_, keys)| !is_dry || !keys.need_water(sim));
    one.into_iter().chain(made.map(|(number, _)| number))
}

/// Makes run `number` of the walk from `start`.
pub(super) fn walk(
    sim: &mut Walker,
    start: &Start,
    number: u32,
    known: &Known,
    surroundings: &Surroundings,
    floor: &Floor,
) -> Outcome {
    sim.restore(&start.state);
    let cell = surroundings.grid.cell_of(sim);
    let mut run = Run {
        known,
        surroundings,
        floor,
        plan: start.job.plan,
        number,
        cell,
        cell_before: cell,
        stood: start.stood,
        rest_position: start.state.player.position,
        rest_start: 0,
        is_squeezed: false,
        outcome: Outcome::default(),
    };
    run.make(sim);
    run.outcome
}

/// A run while it is made.
struct Run<'w> {
    known: &'w Known,
    surroundings: &'w Surroundings,
    floor: &'w Floor,
    plan: Plan,
    number: u32,
    /// The cell that the walker is in, and the one that it was in before.
    cell: Cell,
    cell_before: Cell,
    /// Where the walker last stood.
    stood: DVec3,
    /// The walker has stayed within [`REST_SHARE`] radii of this position since this tick.
    rest_position: DVec3,
    rest_start: u32,
    /// Whether a mover has pressed the walker against something.
    is_squeezed: bool,
    outcome: Outcome,
}

impl Run<'_> {
    /// Makes the run in `sim`, which is in its first state.
    fn make(&mut self, sim: &mut Walker) {
        let mut commands = Commands::of(self.plan, self.number, sim);
        let (length, longest) = self.lengths(sim.hz());
        self.visit(0, sim);
        for tick in 1..=longest {
            if tick > length && self.cell.support.is_steady() {
                return;
            }
            let command = commands.next(tick - 1, sim);
            sim.tick(&command);
            self.outcome.ticks += 1;
            if self.leaves(tick, sim) || self.comes_home(tick, sim) || self.is_barred(tick, sim) {
                return;
            }
            self.check_squeezed(tick, sim);
            self.note_rides(sim);
        }
        match self.plan {
            Plan::Seeded(_) => self.check_stuck(length, sim),
            Plan::EveryDirection => self.outcome.is_open |= !self.cell.support.is_steady(),
            Plan::Straight(_) => {}
        }
    }

    /// How many ticks the run has, and the most that it may take until the walker stands again.
    fn lengths(&self, hz: u32) -> (u32, u32) {
        let ticks = |seconds: f64| (seconds * f64::from(hz)) as u32;
        let (length, fall) = match self.plan {
            Plan::Seeded(_) => (ticks(WALK), 0),
            Plan::Straight(course) => (
                u32::from(course.ticks) + u32::from(course.wait),
                ticks(FALL),
            ),
            Plan::EveryDirection => (ticks(RUN), ticks(FALL)),
        };
        (length, length + fall)
    }

    fn moment(&self, tick: u32) -> Moment {
        Moment {
            run: self.number,
            tick,
        }
    }

    fn add_incident(&mut self, incident: Incident, tick: u32) {
        let moment = self.moment(tick);
        self.outcome.incidents.push((incident, moment));
    }

    /// Whether the walker has fallen out of the level, or is in a forbidden box or zone. Both are incidents that end the run.
    fn leaves(&mut self, tick: u32, sim: &Sim) -> bool {
        for zone in &self.surroundings.wanted_zones {
            if is_entered(sim, *zone) && !self.outcome.entered.contains(zone) {
                self.outcome.entered.push(*zone);
            }
        }
        if sim.respawned() || self.is_lost(sim) {
            self.add_incident(Incident::Escaped { at: self.stood }, tick);
            true
        } else if self.surroundings.is_forbidden(sim) {
            // A zone may have moved it far away.
            let at = match sim.teleported() {
                true => self.stood,
                false => sim.player().position,
            };
            self.add_incident(Incident::Forbidden { at }, tick);
            true
        } else {
            false
        }
    }

    /// Notes the cell that the walker is in. Returns whether a search has led to a place with a way home, which ends
    /// the run.
    fn comes_home(&mut self, tick: u32, sim: &mut Walker) -> bool {
        let cell = self.surroundings.grid.cell_of(sim);
        if cell.support == Support::Stands {
            self.stood = sim.player().position;
        }
        if cell == self.cell {
            return false;
        }
        // A walker that swings between two cells would fill the list.
        if cell != self.cell_before || self.outcome.visits.len() < MAX_VISITS {
            let known = self.visit(tick, sim);
            if self.plan == Plan::EveryDirection && known.is_some_and(|id| self.known.is_home(id)) {
                self.outcome.is_open = true;
                return true;
            }
        }
        (self.cell_before, self.cell) = (self.cell, cell);
        false
    }

    /// Notes whether the walker rests. Returns whether it goes straight and has got no farther for [`BARRED`], which
    /// ends the run.
    fn is_barred(&mut self, tick: u32, sim: &Sim) -> bool {
        let position = sim.player().position;
        let radius = sim.tuning().radius * REST_SHARE;
        if position.distance_squared(self.rest_position) > radius * radius {
            (self.rest_position, self.rest_start) = (position, tick);
            return false;
        }
        let patience = (BARRED * f64::from(sim.hz())) as u32;
        matches!(self.plan, Plan::Straight(_)) && tick - self.rest_start > patience
    }

    /// Notes the first mover that presses the walker against something.
    fn check_squeezed(&mut self, tick: u32, sim: &Sim) {
        if self.is_squeezed {
            return;
        }
        if let Some(mover) = pressing_mover(sim) {
            self.is_squeezed = true;
            let at = sim.player().position;
            self.add_incident(Incident::Squeezed { at, mover }, tick);
        }
    }

    /// Notes the movers that the walker stands on.
    fn note_rides(&mut self, sim: &Sim) {
        if sim.movers().is_empty() {
            return;
        }
        for surface in sim.contacts().touching() {
            if let ColliderId::Box(id) = surface.collider
                && surface.normal.y > WALL
                && !self.outcome.ridden.contains(&id)
                && sim.movers().iter().any(|driven| driven.id == id)
            {
                self.outcome.ridden.push(id);
            }
        }
    }

    /// Tries all keys at the end of the run, at tick `length`, if the walker has rested for [`REST`].
    fn check_stuck(&mut self, length: u32, sim: &mut Walker) {
        if f64::from(length - self.rest_start) < REST * f64::from(sim.hz()) {
            return;
        }
        let (at, state) = (sim.player().position, sim.snapshot());
        if is_stuck(sim, &state, &mut self.outcome.ticks) {
            self.add_incident(Incident::Stuck { at }, length);
        }
    }

    /// Notes that the walker is in another cell. Returns the place, if a walker was there before.
    fn visit(&mut self, tick: u32, sim: &mut Walker) -> Option<PlaceId> {
        let grid = &self.surroundings.grid;
        let cell = grid.place_of(sim, self.floor)?;
        let known = self.known.find(&cell);
        let last = self.outcome.visits.last();
        // The first state of a place is enough.
        let is_new = known.is_none() && last.is_none_or(|last| last.cell != cell);
        let state = is_new.then(|| Arc::new(sim.snapshot()));
        let moment = self.moment(tick);
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
        player.position.y < self.surroundings.bottom
            && player.velocity.y < 0.0
            && sim.zones().is_empty()
            && sim.tuning().gravity > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Obb;
    use sidle::glam::DMat3;
    use sidle::player::{BodyShape, Tuning};
    use sidle::world::{World, Zone, ZoneAction};

    #[test]
    fn a_search_on_dry_land_leaves_out_the_keys_of_swimmers_and_keeps_the_numbers_of_the_others() {
        let pool = Zone {
            obb: Obb::new(DVec3::NEG_Y * 5.0, DMat3::IDENTITY, DVec3::splat(5.0)).unwrap(),
            action: ZoneAction::Water {
                current: DVec3::ZERO,
            },
        };
        let runs_at = |height: f64, tuning: Tuning| {
            let sim = Sim::new(World::default(), tuning, Default::default(), 120);
            let sim = sim.with_zones(vec![pool]);
            let player = PlayerState {
                position: DVec3::Y * height,
                ..*sim.player()
            };
            let runs: Vec<u32> = runs(Plan::EveryDirection, &player, &sim).collect();
            runs
        };
        let all: Vec<u32> = (0..80).collect();
        assert_eq!(runs_at(-5.0, Tuning::default()), all);
        let dry = all.iter().copied().filter(|number| number % 5 < 3);
        assert_eq!(runs_at(5.0, Tuning::default()), dry.collect::<Vec<_>>());
        let crouches = Tuning {
            body: BodyShape::Capsule,
            ..Tuning::default()
        };
        assert!(crouches.can_crouch());
        let dry = all.iter().copied().filter(|number| number % 5 < 4);
        assert_eq!(runs_at(5.0, crouches), dry.collect::<Vec<_>>());
    }
}
