//! The places that an audit has been to, with the states to go on from.
//!
//! Source: A. Ecoffet et al., "First return, then explore", Nature 590, 2021: keep a state of every place, return to
//! one that was seldom chosen, and explore from there. We differ. Nothing is random, and all walks of a round begin
//! before the first of them ends, so that the number of threads changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sidle::glam::DVec3;

use super::graph::Graph;
use crate::floor::{Cell, PlaceId, Support};
use crate::random::scrambled;
use crate::walk::{Incident, Job, Kept, Known, Moment, Outcome, Plan, Start};
use sidle::sim::Snapshot;

/// How often a place in the air counts as chosen before it is chosen. Larger: jumps are explored later than floors.
const AIR_HANDICAP: u32 = 2;

/// The handicap of a place on open floor, which straight walks explore.
const OPEN_HANDICAP: u32 = 6;

/// A place that walkers have been to.
#[derive(Clone, Debug)]
pub struct Place {
    pub cell: Cell,
    /// Where the first walker was.
    pub position: DVec3,
    /// The first walker's state; `None`: dropped, to save memory.
    pub state: Option<Arc<Kept>>,
    /// The walk that came here first, and when.
    pub found_by: (Job, Moment),
    /// How many ticks after the first of all walks the first walker came here.
    pub tick: u32,
    /// Where the first walker stood last before it came here, or stands.
    pub stood: Option<PlaceId>,
    /// How often walks came through.
    pub visits: u32,
    /// How often walks began here.
    pub chosen: u32,
    /// Whether every way from here was tried.
    pub searched: bool,
    /// Whether one of these ways ended in the air, so that it is unknown where it leads, or led home.
    pub is_open: bool,
    pub homeward: Homeward,
}

/// Whether walkers tried to go home from a place straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Homeward {
    Untried,
    /// One was to come through.
    Passed,
    /// One went from there itself.
    Walked,
}

/// All places, and which of them comes next.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    places: Vec<Place>,
    /// Those of the rounds before this one, and those that it has found.
    known: Known,
    fresh: BTreeMap<Cell, PlaceId>,
    graph: Graph,
    /// The places by how much they were explored, and then in a scrambled order.
    queue: BTreeSet<(u32, u64, PlaceId)>,
    /// How many places hold a state.
    states: usize,
}

impl Archive {
    /// The archive of a walker in its first state.
    pub fn new(cell: Cell, state: Kept) -> Self {
        let mut archive = Self::default();
        let job = Job {
            start: PlaceId(0),
            plan: Plan::EveryDirection,
        };
        let moment = Moment { run: 0, tick: 0 };
        archive.add(cell, Arc::new(state), (job, moment), None);
        archive.end_round();
        archive
    }

    pub fn places(&self) -> &[Place] {
        &self.places
    }

    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
    }

    /// All places with their ids, in the order in which they were found.
    pub fn with_ids(&self) -> impl Iterator<Item = (PlaceId, &Place)> {
        (0..).map(PlaceId).zip(&self.places)
    }

    /// Which places lead to which.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The place of this cell.
    pub fn find(&self, cell: &Cell) -> Option<PlaceId> {
        let fresh = self.fresh.get(cell).copied();
        fresh.or_else(|| self.known.find(cell))
    }

    /// The knowledge of the walkers of the next round.
    pub fn known(&self) -> Known {
        self.known.clone()
    }

    /// Passes the findings on to the walkers of the next round. No copy of [`Self::known`] may be left, or it would be
    /// copied.
    pub fn end_round(&mut self) {
        let of_cell = Arc::make_mut(&mut self.known.of_cell);
        of_cell.extend(core::mem::take(&mut self.fresh));
    }

    /// Finds out from where a way leads home. Returns whether home is another place than before.
    pub fn look_home(&mut self) -> bool {
        let places = &self.places;
        let is_new = self.graph.find_home(|id| places[id.0 as usize].visits);
        self.known.homes = Arc::new(self.graph.homes());
        is_new
    }

    /// The start of a walk. `None` if its state was dropped.
    pub fn start(&self, job: Job) -> Option<Start> {
        let state = Arc::clone(self.place(job.start).state.as_ref()?);
        let stood = self.place(job.start).stood;
        Some(Start {
            job,
            stood: stood.map_or(state.player.position, |id| self.place(id).position),
            state,
        })
    }

    /// The places that no key searches from yet, up to `count`, the least explored first.
    pub fn choose(&mut self, count: usize) -> Vec<PlaceId> {
        let mut chosen = Vec::new();
        while chosen.len() < count {
            let Some((rank, order, id)) = self.queue.pop_first() else {
                break;
            };
            let now = self.rank(id);
            if now > rank {
                // Walks came through since it was queued.
                self.queue.insert((now, order, id));
                continue;
            }
            chosen.push(id);
        }
        for id in &chosen {
            self.places[id.0 as usize].chosen += 1;
            self.enqueue(*id);
        }
        chosen
    }

    /// How much a place was explored.
    fn rank(&self, id: PlaceId) -> u32 {
        let place = self.place(id);
        let handicap = match place.cell.support {
            Support::Stands if place.cell.is_open() => OPEN_HANDICAP,
            Support::Stands | Support::Climbs | Support::Swims => 0,
            Support::Slides | Support::Air => AIR_HANDICAP,
        };
        place.chosen * 2 + handicap + place.visits.checked_ilog2().unwrap_or(0)
    }

    fn enqueue(&mut self, id: PlaceId) {
        if self.place(id).state.is_some() {
            let order = scrambled(u64::from(id.0) ^ u64::from(self.place(id).chosen) << 32);
            self.queue.insert((self.rank(id), order, id));
        }
    }

    /// Counts a walk from `id` that is not one of [`Self::choose`].
    pub fn count(&mut self, id: PlaceId) {
        self.places[id.0 as usize].chosen += 1;
    }

    /// Whether a place is still to be searched.
    pub fn is_unsearched(&self, id: PlaceId) -> bool {
        let place = self.place(id);
        !place.searched && !self.graph.is_home(id) && place.state.is_some()
    }

    /// How many ticks after the first of all walks a moment of one is.
    pub fn tick_of(&self, (job, moment): (Job, Moment)) -> u32 {
        // The first place is its own start.
        let start = self.places.get(job.start.0 as usize);
        start.map_or(0, |start| start.tick.saturating_add(moment.tick))
    }

    /// Notes how a walker tries to go home from a place.
    pub fn mark_homeward(&mut self, id: PlaceId, homeward: Homeward) {
        self.places[id.0 as usize].homeward = homeward;
    }

    /// Marks a place from which every way was tried.
    pub fn mark_searched(&mut self, id: PlaceId) {
        self.places[id.0 as usize].searched = true;
    }

    fn add(
        &mut self,
        cell: Cell,
        state: Arc<Kept>,
        found_by: (Job, Moment),
        stood: Option<PlaceId>,
    ) -> PlaceId {
        let id = PlaceId(self.places.len() as u32);
        let stands = cell.support.is_steady();
        self.places.push(Place {
            cell,
            position: state.player.position,
            state: Some(state),
            found_by,
            stood: if stands { Some(id) } else { stood },
            visits: 0,
            chosen: 0,
            searched: false,
            is_open: false,
            homeward: Homeward::Untried,
            tick: self.tick_of(found_by),
        });
        self.graph.add(stands);
        self.fresh.insert(cell, id);
        self.states += 1;
        self.enqueue(id);
        id
    }

    /// Adds the results of a walk, and gives each visit its place.
    pub fn merge(&mut self, job: Job, outcome: &mut Outcome) {
        // Where the walker stood last, and has slid since.
        let (mut run, mut stood, mut slid) = (u32::MAX, None, Vec::new());
        for visit in &mut outcome.visits {
            if visit.moment.run != run {
                self.respawn_after(run, stood, &outcome.incidents);
                run = visit.moment.run;
                stood = self.place(job.start).stood;
                slid.clear();
            }
            let known = visit.known.or_else(|| self.find(&visit.cell));
            let id = match (known, visit.state.take()) {
                (Some(id), _) => id,
                (None, Some(state)) => self.add(visit.cell, state, (job, visit.moment), stood),
                (None, None) => continue,
            };
            visit.known = Some(id);
            let place = &mut self.places[id.0 as usize];
            place.visits = place.visits.saturating_add(1);
            match visit.cell.support {
                Support::Stands | Support::Climbs | Support::Swims => {
                    self.lead(stood, id);
                    stood = Some(id);
                    slid.drain(..).for_each(|from| self.lead(Some(from), id));
                }
                Support::Slides => slid.push(id),
                Support::Air => {}
            }
        }
        self.respawn_after(run, stood, &outcome.incidents);
        if outcome.is_open {
            self.places[job.start.0 as usize].is_open = true;
        }
    }

    /// Adds the way back of a walker that fell out of the level in this run. It returns to the spawn.
    fn respawn_after(
        &mut self,
        run: u32,
        stood: Option<PlaceId>,
        incidents: &[(Incident, Moment)],
    ) {
        let escaped = |(incident, moment): &(Incident, Moment)| {
            moment.run == run && matches!(incident, Incident::Escaped { .. })
        };
        if let Some(home) = self.graph.first().filter(|_| incidents.iter().any(escaped)) {
            self.lead(stood, home);
        }
    }

    /// Notes that a walker that stood at `from` stood at `to` next.
    fn lead(&mut self, from: Option<PlaceId>, to: PlaceId) {
        if let Some(from) = from.filter(|from| *from != to) {
            self.graph.lead(from, to);
        }
    }

    /// How much memory it takes; bytes, about.
    pub fn memory(&self) -> usize {
        let first = self.places.first().and_then(|place| place.state.as_deref());
        let state = first.map_or(0, |state| {
            size_of::<Snapshot>() + size_of_val(&*state.movers) + state.zones.inside.len() + 64
        });
        // What a controller outside of the library needs is about the same everywhere, and least at the start.
        let mut latest = self.places.iter().rev();
        let latest = latest.find_map(|place| place.state.as_deref());
        let state = state + latest.map_or(0, Kept::more_memory);
        // A place is in the list, in the map, in the queue and in the graph.
        self.places.len() * (size_of::<Place>() + 72 + Graph::MEMORY) + self.states * state
    }

    /// Drops the states of the places that were explored most, until the archive takes at most `limit` bytes or only half
    /// of its states are left. The first state stays.
    pub fn shrink(&mut self, limit: usize) {
        if self.memory() <= limit {
            return;
        }
        let mut ranked: Vec<_> = (1..self.places.len() as u32)
            .map(PlaceId)
            .filter(|id| self.place(*id).state.is_some())
            .map(|id| (core::cmp::Reverse(self.rank(id)), id))
            .collect();
        ranked.sort_unstable();
        for (_, id) in ranked.iter().take(ranked.len() / 2) {
            self.places[id.0 as usize].state = None;
            self.states -= 1;
        }
        let places = &self.places;
        self.queue
            .retain(|(_, _, id)| places[id.0 as usize].state.is_some());
    }
}
