//! Rounds of walks: which walks come next, and what becomes of their results.

use super::cell::Support;
use super::graph::{Basin, Graph};
use super::job::{self, Job, Plan};
use super::random::scrambled;
use super::{Audit, frontier, traps};

/// One of so many walks of a round has seeded keys, while straight ones are left. Smaller: the floor is reached later; larger:
/// what only luck finds is.
const SEEDED: usize = 8;

/// How many places are searched between two looks at what leads where, at least; in a large level, a quarter of all. Smaller:
/// more looks; larger: more is searched in vain.
pub(super) const SEARCHES: usize = 128;

impl Audit {
    /// How many jobs of `plan` can be made up to the tick `end`: from 1 to `most`.
    pub(super) fn affordable(&self, plan: Plan, end: u64, most: usize) -> usize {
        let left = end.saturating_sub(self.ticks);
        let jobs = left / job::cost(plan, self.explored.sim());
        jobs.clamp(1, most as u64) as usize
    }

    /// The next `round` walks: straight ones home and over the border of what was reached, and from seeds. Half of the
    /// seeded ones begin at places without a way back, if there are any.
    pub(super) fn next_jobs(&mut self, round: usize) -> Vec<Job> {
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
            explored.pool.first(),
            &explored.floor,
            &explored.around,
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

    /// Makes walks, and takes their results in order.
    pub(super) fn make(&mut self, jobs: &[Job]) {
        let outcomes = self.explored.pool.walk(
            jobs,
            &self.explored.archive,
            &self.explored.around,
            &self.explored.floor,
        );
        for (job, mut outcome) in jobs.iter().zip(outcomes) {
            self.ticks += outcome.ticks;
            let explored = &mut self.explored;
            explored.archive.merge(*job, &mut outcome);
            for visit in &outcome.visits {
                let Some(id) = visit.known.filter(|_| visit.cell.support != Support::Air) else {
                    continue;
                };
                let tick = explored.archive.tick_of((*job, visit.moment));
                for point in explored.floor.in_box(visit.at, &explored.around.grid) {
                    explored.frontier.add(&explored.floor, point, id, tick);
                }
            }
            self.explored.incidents.add(*job, &outcome);
        }
    }

    /// Looks at what leads where, for the searches to make next: straight walks home come before them.
    pub(super) fn look_for_searches(&mut self) {
        let basins = self.look();
        self.searches = core::mem::take(&mut self.homeward);
        if self.searches.is_empty() {
            self.searches = traps::searches(&self.explored.archive, basins);
            // What the first of them find leaves others without need: most places that are new lead home.
            self.searches
                .truncate(SEARCHES.max(self.searches.len() / 4));
            self.searches.reverse();
        }
    }

    /// Looks at what leads where, and for walks home. Returns the places without a way back.
    fn look(&mut self) -> Vec<Basin> {
        let explored = &mut self.explored;
        let graph = Graph::of(&explored.archive);
        explored.archive.mark_home(|id| graph.returns(id));
        let basins = graph.basins(&explored.archive);
        let sim = explored.pool.first();
        let archive = &mut explored.archive;
        let mut homeward = frontier::homeward(&explored.frontier, &explored.floor, sim, archive);
        homeward.reverse();
        homeward.append(&mut self.homeward);
        self.homeward = homeward;
        basins
    }
}
