//! Rounds of walks: which walks come next, and where their results go.
//!
//! While a round of walks is made, one thread takes the results of the round before and chooses the next one, so that no core
//! waits. What a walk knows and what the next round is chosen by are therefore a round old, on any number of threads.

use std::sync::Arc;

use super::Audit;
use sidle::parallel::Workers;

use crate::find::trap_searches;
use crate::floor::Support;
use crate::places::{Basin, walks_home};
use crate::random::scrambled;
use crate::walk::{Job, Outcome, Plan, Start, cost_of};

/// One walk out of this many has seeded keys, while straight ones are left. Smaller: the floor is reached later;
/// larger: the finds of luck come later.
const SEEDED: usize = 8;

/// A round has one walk for each [`PLACES_PER_WALK`] places, but at least [`ROUND`] and at most [`MAX_WALKS`]. Fewer: cores
/// wait for one another; more: walks begin where others have been meanwhile.
const PLACES_PER_WALK: usize = 128;
pub(super) const ROUND: usize = 64;
const MAX_WALKS: usize = 1024;

/// A round has at least [`FIRST_ROUND`] walks, and one more for each [`PLACES_PER_NEW_WALK`] places until there are
/// [`ROUND`]. More: all of them begin at the same few places; fewer: cores wait for one another.
const FIRST_ROUND: usize = 8;
const PLACES_PER_NEW_WALK: usize = 16;

/// How many places are searched between two looks at the graph of places, at least; in a large level, a quarter of all.
/// Smaller: more looks; larger: more is searched in vain.
const SEARCHES: usize = 128;

/// The last round of a run takes at least about one tick in this many of the run. Smaller: runs get longer than they
/// should be; larger: cores wait for one another.
const LAST_ROUND: u64 = 16;

impl Audit {
    /// About how many ticks the next round may take in a run of `ticks` up to the tick `end`. None if those of the
    /// round under way are enough, but no tiny rest, for which all cores but one would wait.
    pub(super) fn budget(&self, ticks: u64, end: u64) -> Option<u64> {
        let left = end.saturating_sub(self.ticks + self.under_way);
        (left > 0).then(|| left.max(ticks / LAST_ROUND))
    }

    /// How many walks a round has at most.
    fn round(&self) -> usize {
        let known = self.explored.archive.places().len();
        let least = ROUND.min(FIRST_ROUND + known / PLACES_PER_NEW_WALK);
        (known / PLACES_PER_WALK).clamp(least, MAX_WALKS)
    }

    /// The next walks, which take about `ticks` together: straight ones home and over the border of the reached floor, and from
    /// seeds. Half of the seeded ones begin at places without a way back, if there are any.
    pub(super) fn next_jobs(&mut self, ticks: u64) -> Vec<Job> {
        let sim = self.explored.sim();
        let most = ticks.div_ceil(cost_of(Plan::Seeded(0), sim.player(), sim));
        let round = most.min(self.round() as u64) as usize;
        if self.rounds >= self.next_look {
            self.next_look = self.rounds + self.rounds / 4 + 8;
            let basins = self.look();
            let lost = basins.into_iter().flat_map(|basin| basin.places);
            self.lost = lost
                .filter(|id| self.explored.archive.place(*id).state.is_some())
                .collect();
        }
        let straight = round - round / SEEDED;
        let rest = self.homeward.len().saturating_sub(straight / 2);
        let archive = &self.explored.archive;
        let mut jobs: Vec<Job> = self.homeward.drain(rest..).rev().collect();
        jobs.retain(|job| archive.place(job.start).state.is_some());
        let explored = &mut self.explored;
        jobs.extend(explored.frontier.next(
            straight - jobs.len(),
            explored.level.pool.first(),
            &explored.level.floor,
            &explored.level.surroundings,
            &explored.archive,
        ));
        let rest = round.saturating_sub(jobs.len());
        if rest > 0 {
            jobs.extend(self.seeded(rest));
        }
        jobs
    }

    /// The next walks with seeded keys.
    fn seeded(&mut self, round: usize) -> Vec<Job> {
        let of_lost = self.lost.len().min(round / 2);
        let mut starts = Vec::with_capacity(round);
        for _ in 0..of_lost {
            self.next_lost = (self.next_lost + 1) % self.lost.len();
            let id = self.lost[self.next_lost];
            // Its state may have been dropped meanwhile.
            if self.explored.archive.place(id).state.is_some() {
                self.explored.archive.count(id);
                starts.push(id);
            }
        }
        starts.extend(self.explored.archive.choose(round - starts.len()));
        // A young archive has fewer places than a round has walks.
        let known = starts.len();
        for number in 0..round - known {
            starts.push(starts[number % known]);
        }
        starts
            .into_iter()
            .map(|start| {
                self.walks += 1;
                let seed = scrambled(self.seed ^ self.walks);
                Job {
                    start,
                    plan: Plan::Seeded(seed),
                }
            })
            .collect()
    }

    /// Makes the rounds of walks that `next` chooses, until it chooses none. Returns whether there were any.
    pub(super) fn make(&mut self, mut next: impl FnMut(&mut Self) -> Vec<Job> + Send) -> bool {
        let explored = &self.explored;
        let pool = Arc::clone(&explored.level.pool);
        let (surroundings, floor) = (
            Arc::clone(&explored.level.surroundings),
            Arc::clone(&explored.level.floor),
        );
        let mut chosen = |audit: &mut Self| -> Vec<Start> {
            let jobs = next(audit).into_iter();
            jobs.filter_map(|job| audit.explored.archive.start(job))
                .collect()
        };
        let mut round = chosen(self);
        let made_any = !round.is_empty();
        let mut made = Vec::new();
        while !round.is_empty() {
            let known = self.explored.archive.known();
            let costs = round
                .iter()
                .map(|start| cost_of(start.job.plan, &start.state.player, self.explored.sim()));
            self.under_way = costs.sum();
            let (following, outcomes) = Workers::All.both(
                || {
                    self.take(made);
                    chosen(self)
                },
                || pool.walk(&round, &known, &surroundings, &floor),
            );
            drop(known);
            self.explored.archive.end_round();
            let jobs = round.iter().map(|start| start.job);
            made = jobs.zip(outcomes).collect();
            round = following;
        }
        self.under_way = 0;
        self.take(made);
        self.explored.archive.end_round();
        self.look_home();
        made_any
    }

    /// Takes the results of a round, in order.
    fn take(&mut self, made: Vec<(Job, Outcome)>) {
        let explored = &mut self.explored;
        for (job, mut outcome) in made {
            self.ticks += outcome.ticks;
            explored.archive.merge(job, &mut outcome);
            for visit in &outcome.visits {
                let Some(id) = visit.known.filter(|_| visit.cell.support != Support::Air) else {
                    continue;
                };
                let tick = explored.archive.tick_of((job, visit.moment));
                let mut is_on_floor = false;
                for point in explored
                    .level
                    .floor
                    .in_box(visit.at, &explored.level.surroundings.grid)
                {
                    explored
                        .frontier
                        .add(&explored.level.floor, point, id, tick);
                    is_on_floor = true;
                }
                if !is_on_floor && visit.cell.support.is_steady() {
                    let position = explored.archive.place(id).position;
                    explored.frontier.add_place(id, position);
                }
            }
            explored.incidents.add(job, &outcome);
        }
    }

    /// The next searches of places, or walks home, which take about `ticks` together. At least one is not in vain, if there
    /// is any.
    pub(super) fn next_searches(&mut self, ticks: u64) -> Vec<Job> {
        let (mut jobs, mut cost) = (Vec::new(), 0);
        while jobs.len() < self.round() && cost < ticks {
            if self.searches.is_empty() && jobs.is_empty() {
                self.look_for_searches();
            }
            let Some(job) = self.searches.pop() else {
                break;
            };
            let archive = &mut self.explored.archive;
            let Some(state) = archive.place(job.start).state.clone() else {
                continue;
            };
            if job.plan == Plan::EveryDirection {
                if !archive.is_unsearched(job.start) {
                    continue;
                }
                archive.mark_searched(job.start);
            }
            cost += cost_of(job.plan, &state.player, self.explored.sim());
            jobs.push(job);
        }
        jobs
    }

    /// Looks at the graph of places, for the searches to make next. Straight walks home come before them.
    fn look_for_searches(&mut self) {
        let basins = self.look();
        self.searches = core::mem::take(&mut self.homeward);
        if self.searches.is_empty() {
            self.searches = trap_searches(&self.explored, basins);
            // What the first of them find leaves others without need: most places that are new lead home.
            self.searches
                .truncate(SEARCHES.max(self.searches.len() / 4));
            self.searches.reverse();
        }
    }

    /// Looks at the graph of places, and for walks home. Returns the places without a way back.
    fn look(&mut self) -> Vec<Basin> {
        self.look_home();
        let explored = &mut self.explored;
        let basins = explored.archive.graph().basins();
        let sim = explored.level.pool.first();
        let archive = &mut explored.archive;
        let mut homeward = walks_home(&mut explored.frontier, &explored.level.floor, sim, archive);
        homeward.reverse();
        homeward.append(&mut self.homeward);
        self.homeward = homeward;
        basins
    }

    /// Finds out from where a way leads home.
    fn look_home(&mut self) {
        if self.explored.archive.look_home() {
            self.explored.frontier.move_home();
        }
    }
}
