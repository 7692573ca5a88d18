//! Simulations of one level, one for each walk that is made at the same time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::job::{Outcome, Start, Surroundings, runs, walk};
use super::known::Known;
use crate::floor::Floor;
use sidle::parallel::Workers;
use sidle::sim::Sim;

/// Simulations of one level. Which of them makes a walk changes nothing, because each walk begins with a separate
/// state.
pub struct Pool {
    first: Sim,
    idle: Mutex<Vec<Sim>>,
}

impl Pool {
    /// A pool of simulations like `first`.
    pub fn new(first: Sim) -> Self {
        Self {
            first,
            idle: Mutex::default(),
        }
    }

    /// The simulation before its first tick.
    pub fn first(&self) -> &Sim {
        &self.first
    }

    /// The result of `work` with one of the simulations, in any state.
    pub fn with<R>(&self, work: impl FnOnce(&mut Sim) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut sim = taken.unwrap_or_else(|| self.first.clone());
        let result = work(&mut sim);
        idle().push(sim);
        result
    }

    /// The result of `work` for each of `items`, in their order, on all cores.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&mut Sim, &T) -> R + Sync,
    ) -> Vec<R> {
        Workers::All.map(items, |item| self.with(|sim| work(sim, item)))
    }

    /// Makes walks, and returns the result of each, in the order of `starts`. All their runs are made at the
    /// same time. A search ends with its first open run, as if they were made in order.
    pub fn walk(
        &self,
        starts: &[Start],
        known: &Known,
        surroundings: &Surroundings,
        floor: &Floor,
    ) -> Vec<Outcome> {
        let first_open: Vec<_> = starts.iter().map(|_| AtomicU32::new(u32::MAX)).collect();
        let runs_of = |start: &Start| runs(start.job.plan, &self.first);
        let each = starts.iter().enumerate();
        let all: Vec<(usize, u32)> = each
            .flat_map(|(walk, start)| (0..runs_of(start)).map(move |run| (walk, run)))
            .collect();
        let made = self.map(&all, |sim, (number, run)| {
            let first_open = &first_open[*number];
            if first_open.load(Ordering::Relaxed) < *run {
                return Outcome::default();
            }
            let outcome = walk(sim, &starts[*number], *run, known, surroundings, floor);
            if outcome.is_open {
                first_open.fetch_min(*run, Ordering::Relaxed);
            }
            outcome
        });
        let mut outcomes = vec![Outcome::default(); starts.len()];
        for ((number, run), outcome) in all.into_iter().zip(made) {
            if run <= first_open[number].load(Ordering::Relaxed) {
                outcomes[number].add(outcome);
            }
        }
        outcomes
    }
}
