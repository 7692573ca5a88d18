//! A family of cases, and how to run many of them at the same time.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use sidle::level::Level;

use crate::meshes::Meshes;
use sidle_tools::random::Random;

/// A kind of difficult world, which random cases explore.
pub struct Family {
    /// The name for `--family`.
    pub name: &'static str,
    /// The meaning of the worst figure in the report, with its unit.
    pub figure: &'static str,
    /// About how many moves a case makes. A tick of a walker counts as a move.
    pub moves: u64,
    /// Runs a case. An error describes the violation.
    pub run: fn(&mut Case<'_>) -> Result<(), String>,
}

/// The inputs that all cases share.
pub struct Shared {
    /// Meshes from the command line.
    pub meshes: Meshes,
    /// The shipped levels with their names.
    pub levels: Vec<(String, Level)>,
}

/// One case of a family. It depends on the seed and its number only.
pub struct Case<'s> {
    pub number: u64,
    pub random: Random,
    pub shared: &'s Shared,
    moves: Cell<u64>,
    worst: Cell<f64>,
    counts: BTreeMap<&'static str, u64>,
}

impl<'s> Case<'s> {
    fn new(seed: u64, number: u64, shared: &'s Shared) -> Self {
        let start = seed.wrapping_mul(0x9E37_79B9).wrapping_add(number);
        Self {
            number,
            random: Random::new(start),
            shared,
            moves: Cell::new(0),
            worst: Cell::new(0.0),
            counts: BTreeMap::new(),
        }
    }

    /// Counts a move.
    pub fn moved(&self) {
        self.moves.set(self.moves.get() + 1);
    }

    /// Adds a value of the family's figure. The report shows the largest.
    pub fn measure(&self, value: f64) {
        self.worst.set(self.worst.get().max(value));
    }

    /// Counts an `event`. The report shows the counts, so that a reader sees which situations the cases reach.
    pub fn count(&mut self, event: &'static str) {
        *self.counts.entry(event).or_default() += 1;
    }
}

/// How many violations a tally keeps. Smaller: `--show` lists fewer; larger: a broken family takes more memory.
const MAX_SHOWN: usize = 1000;

/// The sum of many cases. It does not depend on their order.
#[derive(Default)]
pub struct Tally {
    pub cases: u64,
    pub moves: u64,
    pub violations: u64,
    pub worst: f64,
    /// The violations of the cases with the lowest numbers.
    pub first: BTreeMap<u64, String>,
    pub counts: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn add(&mut self, case: &Case<'_>, result: Result<(), String>) {
        let violation = result.err().map(|text| (case.number, text));
        self.merge(Self {
            cases: 1,
            moves: case.moves.get(),
            violations: u64::from(violation.is_some()),
            worst: case.worst.get(),
            first: violation.into_iter().collect(),
            counts: case.counts.clone(),
        });
    }

    fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        self.moves += other.moves;
        self.violations += other.violations;
        self.worst = self.worst.max(other.worst);
        for (event, count) in other.counts {
            *self.counts.entry(event).or_default() += count;
        }
        self.first.extend(other.first);
        while self.first.len() > MAX_SHOWN {
            self.first.pop_last();
        }
    }
}

impl Family {
    /// Runs these cases on several threads. Any number of threads gives the same tally.
    pub fn run_cases(
        &self,
        cases: std::ops::Range<u64>,
        seed: u64,
        threads: usize,
        shared: &Shared,
    ) -> Tally {
        let (next, tally) = (AtomicU64::new(cases.start), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut thread_tally = Tally::default();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= cases.end {
                            break;
                        }
                        let mut case = Case::new(seed, number, shared);
                        let run = catch_unwind(AssertUnwindSafe(|| (self.run)(&mut case)));
                        let result = run.unwrap_or_else(|_| Err("panicked".to_owned()));
                        thread_tally.add(&case, result);
                    }
                    tally.lock().expect("no thread panics").merge(thread_tally);
                });
            }
        });
        tally.into_inner().expect("no thread panics")
    }
}
