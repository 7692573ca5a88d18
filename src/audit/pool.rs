//! Simulations of one level, one for each walk that is made at the same time.

use std::sync::{Mutex, PoisonError};

use super::archive::Archive;
use super::floor::Floor;
use super::job::{Job, Outcome, Surroundings, walk};
use crate::parallel::Workers;
use crate::sim::Sim;

/// Simulations of one level. Which of them makes a walk changes nothing: each walk begins with a state of its own.
pub(super) struct Pool {
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

    /// Makes walks, and returns what came of each, in the order of `jobs`.
    pub fn walk(
        &self,
        jobs: &[Job],
        archive: &Archive,
        around: &Surroundings,
        floor: &Floor,
    ) -> Vec<Outcome> {
        self.map(jobs, |sim, job| {
            let start = archive.place(job.start).state.as_deref();
            start.map_or_else(Outcome::default, |start| {
                walk(sim, start, *job, archive, around, floor)
            })
        })
    }
}
