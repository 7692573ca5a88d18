//! Walkers in one level, one for each walk that is made at the same time.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::job::{Outcome, Start, Surroundings, runs, walk};
use super::known::Known;
use super::walker::{MakeWalker, Walker};
use crate::floor::Floor;
use sidle::parallel::Workers;
use sidle::sim::Sim;

/// Walkers in one level. Which of them makes a walk changes nothing, because each walk begins with a separate state.
pub struct Pool {
    first: Sim,
    idle: Mutex<Vec<Walker>>,
    /// Makes the controllers of the walkers, if they are outside of the library.
    make: Option<MakeWalker>,
    /// How many ticks were walked once more, because a controller cannot save its state.
    again: AtomicU64,
}

impl Pool {
    /// A pool of walkers in `first`, before its first tick.
    pub fn new(first: Sim, make: Option<MakeWalker>) -> Self {
        Self {
            first,
            idle: Mutex::default(),
            make,
            again: AtomicU64::new(0),
        }
    }

    /// How many ticks were walked once more, because a controller cannot save its state.
    pub fn again(&self) -> u64 {
        self.again.load(Ordering::Relaxed)
    }

    /// A new walker at the start.
    fn walker(&self) -> Walker {
        let outer = self.make.as_ref().and_then(|make| make());
        Walker::new(self.first.clone(), outer)
    }

    /// The simulation before its first tick.
    pub fn first(&self) -> &Sim {
        &self.first
    }

    /// The result of `work` with one of the walkers, in any state.
    pub fn with<R>(&self, work: impl FnOnce(&mut Walker) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut walker = taken.unwrap_or_else(|| self.walker());
        let result = work(&mut walker);
        self.again.fetch_add(walker.take_again(), Ordering::Relaxed);
        idle().push(walker);
        result
    }

    /// The result of `work` for each of `items`, in their order, on all cores.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&mut Walker, &T) -> R + Sync,
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
        let runs_of = |start: &Start| runs(start.job.plan, &start.state.player, &self.first);
        let each = starts.iter().enumerate();
        let all: Vec<(usize, u32)> = each
            .flat_map(|(walk, start)| runs_of(start).map(move |run| (walk, run)))
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
