//! An audit of a level: what it does in which order.
//!
//! Reading order: [`Audit`] here, `rounds.rs` (which walks come next, and what becomes of their results) and `trails.rs` (known
//! ways, walked again after an edit).

mod rounds;
mod trails;

pub use trails::Trails;

use core::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::find::{
    self, Approaches, Explored, HeatSquare, Incidents, KnownLevel, Tried, heat_squares,
};
use crate::floor::{Floor, Grid, PlaceId, Sector};
use crate::navmesh::{Navmesh, Samples};
use crate::places::{Archive, Frontier, Title};
use crate::random::scrambled;
use crate::report::{Finding, Report};
use crate::walk::{Job, MakeWalker, Pool, Surroundings};

use sidle::geometry::Aabb;
use sidle::level::{Level, Scene};
use sidle::player::Controller;
use sidle::replay::LevelHash;
use sidle::sim::Sim;
use sidle::world::World;

/// What a run does until which share of its budget. A search that is complete leaves the rest to walks.
const PHASES: [(f64, Work); 11] = [
    (0.3, Work::Explore),
    (0.5, Work::Conclude),
    (0.6, Work::Explore),
    (1.0, Work::Approach),
    (0.75, Work::Conclude),
    (0.8, Work::Explore),
    (1.0, Work::Approach),
    (0.83, Work::Explore),
    (1.0, Work::Examine),
    (1.0, Work::Conclude),
    (1.0, Work::Explore),
];

/// A part of the work of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Explore,
    Conclude,
    Approach,
    Examine,
}

/// Directed walks take at most one tick for each [`EXAMINED`] ticks before them. A last search for traps takes one for each
/// [`LAST_SEARCH`]. Smaller: less is left to explore; larger: fewer seams are crossed, and a trap found last is missed.
const EXAMINED: u64 = 6;
const LAST_SEARCH: u64 = 32;

/// Walks at floor that nobody reached take at most one tick for each [`APPROACHED`] ticks before them. Smaller: less is left to explore;
/// larger: more floor is left untried.
const APPROACHED: u64 = 20;

/// A run calls its watcher about [`SLICES`] times, but after at least [`MIN_SLICE`] and at most [`MAX_SLICE`] ticks. Smaller
/// slices: cores wait for one another at the end of each; larger: progress is reported less often.
const SLICES: u64 = 16;
const MIN_SLICE: u64 = 200_000;
const MAX_SLICE: u64 = 2_000_000;

/// The choices of an audit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuditOptions {
    /// The seed of all walks.
    pub seed: u64,
    /// Which of several explorations with this seed it is, from 1, and how many there are.
    pub shard: (u32, u32),
    /// About how much memory the floor and the places may take; bytes. The states of well-known places are dropped then. A
    /// level of more than two million squares gets larger ones if they do not fit.
    pub memory: usize,
    /// How far above the highest climb floor may be for a player to expect a way to it; metres. Smaller: a ledge that is too
    /// high is not found; larger: every roof is a finding.
    pub rise: f64,
    /// Ticks per second.
    pub hz: u32,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            shard: (1, 1),
            memory: 1 << 30,
            rise: 1.0,
            hz: Sim::DEFAULT_HZ,
        }
    }
}

/// An audit of a level.
///
/// # Example
/// ```
/// use sidle_audit::{Audit, FindingKind};
/// use sidle::level::{Disk, load_level};
/// let level = load_level("../../levels/courtyard.toml".as_ref(), &Disk).level.unwrap();
/// let mut audit = Audit::new(level, "levels/courtyard.toml", Default::default());
/// audit.explore(50_000);
/// audit.conclude(10_000);
/// audit.examine(10_000);
/// let report = audit.report();
/// assert!(report.coverage.share() > 0.2);
/// assert!(report.findings.iter().all(|finding| finding.kind() != FindingKind::Stuck));
/// ```
pub struct Audit {
    explored: Explored,
    options: AuditOptions,
    /// The seed of this exploration.
    seed: u64,
    /// How many ticks other audits of the same level had walked once more before.
    again_before: u64,
    /// How many walks were begun.
    walks: u64,
    ticks: u64,
    /// About how many ticks the round takes that is being made.
    under_way: u64,
    /// The places without a way back, so far, and which of them comes next.
    lost: Vec<PlaceId>,
    next_lost: usize,
    /// The straight walks home to make, the next one last.
    homeward: Vec<Job>,
    /// The round after which to look for them again.
    next_look: u64,
    rounds: u64,
    /// The searches to make, the next one last.
    searches: Vec<Job>,
    /// What directed walks have found.
    examined: Vec<Finding>,
}

impl Audit {
    /// An audit of `level`, whose file is at `path`, before its first walk.
    #[must_use]
    pub fn new(level: Level, path: &str, options: AuditOptions) -> Self {
        Self::with_walkers(level, path, options, None)
    }

    /// The same with walkers that a controller outside of the library moves. `make` makes one for each walk that is made at the
    /// same time. If one answers nothing any longer, its walkers stand still, so that the caller should end the audit.
    #[must_use]
    pub fn of_outer(mut level: Level, path: &str, options: AuditOptions, make: MakeWalker) -> Self {
        level.rules.spawn.controller = Controller::Outer(0);
        Self::with_walkers(level, path, options, Some(make))
    }

    fn with_walkers(
        level: Level,
        path: &str,
        options: AuditOptions,
        make: Option<MakeWalker>,
    ) -> Self {
        let hash = LevelHash::of_level(&level);
        let expectations = level.expectations.clone();
        let (sim, scene) = Sim::of_level(level, options.hz);
        let sim = sim.without_trace();
        let bounds = bounds(&sim);
        let grid = Grid::new(sim.tuning().radius, bounds, options.memory);
        let floor = Floor::of(
            &sim,
            &grid,
            options.rise,
            bounds.filter(|_| has_map(&scene)),
        );
        let title = Title {
            level: scene.name.clone(),
            path: path.to_owned(),
            hash,
        };
        let surroundings = Surroundings {
            forbidden: expectations.never.clone(),
            forbidden_zones: expectations.never_zones.clone(),
            wanted_zones: expectations.reach_zones.clone(),
            grid,
            bounds,
            bottom: bounds.map_or(f64::NEG_INFINITY, |bounds| {
                bounds.min().y - sim.tuning().radius * 2.0
            }),
        };
        // The first of several explorations looks for them.
        let leaks = match options.shard {
            (0 | 1, _) => OnceLock::new(),
            _ => OnceLock::from(Vec::new()),
        };
        let known = KnownLevel {
            scene: Arc::new(scene),
            expectations: Arc::new(expectations),
            title,
            pool: Arc::new(Pool::new(sim, make)),
            surroundings: Arc::new(surroundings),
            floor: Arc::new(floor),
            navmesh: None,
            leaks: Arc::new(leaks),
        };
        Self::of_known(known, options)
    }

    /// A new audit of the same level, which has made no walk yet, with the walks of another seed. What is known without a walk, the
    /// floor and the leaks of a map, is not looked for again.
    #[must_use]
    pub fn anew(&self, seed: u64) -> Self {
        let options = AuditOptions {
            seed,
            ..self.options
        };
        Self::of_known(self.explored.level.clone(), options)
    }

    fn of_known(level: KnownLevel, options: AuditOptions) -> Self {
        let sim = level.pool.first();
        let sector = Sector::new(&level.floor, sim.player().position, options.shard);
        let archive = Archive::new(level.surroundings.grid.cell_of(sim), sim.snapshot().into());
        let (number, count) = options.shard;
        let shard = u64::from(number.max(1) - 1) << 32 | u64::from(count);
        let mut frontier = Frontier::new(&level.floor, sim, &level.surroundings, sector);
        if let Some(navmesh) = &level.navmesh {
            frontier.follow(&navmesh.links, &level.floor, sim);
        }
        Self {
            again_before: level.pool.again(),
            explored: Explored {
                frontier,
                level,
                archive,
                incidents: Incidents::default(),
                tried: Tried::default(),
            },
            options,
            seed: scrambled(options.seed ^ scrambled(shard)),
            walks: 0,
            ticks: 0,
            under_way: 0,
            lost: Vec::new(),
            next_lost: 0,
            homeward: Vec::new(),
            next_look: 8,
            rounds: 0,
            searches: Vec::new(),
            examined: Vec::new(),
        }
    }

    /// Compares the floor that walkers reach with `navmesh`, in every report from now on, and lets walkers go along its links.
    ///
    /// # Errors
    /// The navmesh lies over itself too many times, or has more than 10 000 links.
    pub fn compare_with(&mut self, navmesh: &Navmesh) -> Result<(), String> {
        let explored = &mut self.explored;
        let (floor, bounds) = (&explored.level.floor, explored.level.surroundings.bounds);
        let samples = Samples::of(navmesh, floor, bounds)?;
        let sim = explored.level.pool.first();
        explored.frontier.follow(&samples.links, floor, sim);
        explored.level.navmesh = Some(Arc::new(samples));
        Ok(())
    }

    /// How many ticks all walkers together have made.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The share of the expected floor that was reached so far; 0 to 1.
    #[must_use]
    pub fn covered(&self) -> f64 {
        let explored = &self.explored;
        explored.frontier.expected() as f64 / explored.floor.expected.max(1) as f64
    }

    /// How many places walkers have been to.
    pub fn cells(&self) -> usize {
        self.explored.archive.places().len()
    }

    /// About how much memory the places and the floor take; bytes.
    pub fn memory(&self) -> usize {
        self.explored.archive.memory() + self.floor_memory()
    }

    fn floor_memory(&self) -> usize {
        self.explored.floor.memory() + self.explored.frontier.memory()
    }

    /// Explores for about `ticks`, to the end of the round in which they end.
    pub fn explore(&mut self, ticks: u64) {
        let end = self.ticks.saturating_add(ticks);
        while self.ticks < end {
            self.make(|audit| {
                let Some(budget) = audit.budget(ticks, end) else {
                    return Vec::new();
                };
                let memory = audit.options.memory;
                let left = memory.saturating_sub(audit.floor_memory());
                audit.explored.archive.shrink(left.max(memory / 2));
                audit.rounds += 1;
                audit.next_jobs(budget)
            });
        }
    }

    /// Explores, concludes and examines in about `ticks`. The same number gives the same run. Calls `watch` now and then.
    pub fn run(&mut self, ticks: u64, watch: &mut dyn FnMut(&Self)) {
        let (start, slice) = (self.ticks, (ticks / SLICES).clamp(MIN_SLICE, MAX_SLICE));
        // Nothing ends it early.
        let _ = self.run_while(&mut |audit, share| {
            watch(audit);
            let end = start.saturating_add((ticks as f64 * share) as u64);
            ControlFlow::Continue(end.saturating_sub(audit.ticks).min(slice))
        });
    }

    /// Explores, concludes and examines as long as the budget allows: `next` returns how many ticks to make next, before this share of
    /// the budget is spent. 0: it is. `Break` ends the run at once.
    pub fn run_while(
        &mut self,
        next: &mut dyn FnMut(&Self, f64) -> ControlFlow<(), u64>,
    ) -> ControlFlow<()> {
        for (share, work) in PHASES {
            loop {
                let slice = next(self, share)?;
                if slice == 0 {
                    break;
                }
                let is_done = match work {
                    Work::Explore => {
                        self.explore(slice);
                        false
                    }
                    Work::Conclude => !self.conclude(slice),
                    Work::Approach => {
                        self.approach(self.ticks / APPROACHED);
                        true
                    }
                    Work::Examine => {
                        self.examine(self.ticks / EXAMINED);
                        true
                    }
                };
                if is_done {
                    break;
                }
            }
        }
        self.conclude(self.ticks / LAST_SEARCH);
        ControlFlow::Continue(())
    }

    /// Searches the places that no walker came back from in every direction, for about `ticks`. Only what was searched
    /// completely is reported as a trap. Returns whether there is more to search.
    pub fn conclude(&mut self, ticks: u64) -> bool {
        let end = self.ticks.saturating_add(ticks);
        while self.ticks < end {
            let made_any = self.make(|audit| {
                let budget = audit.budget(ticks, end);
                budget.map_or_else(Vec::new, |ticks| audit.next_searches(ticks))
            });
            if !made_any {
                self.explored.frontier.leave_sector();
                return false;
            }
        }
        true
    }

    /// Walks at floor that nobody reached, from next to it, for about `ticks` at most.
    pub fn approach(&mut self, ticks: u64) {
        let end = self.ticks.saturating_add(ticks);
        while self.ticks < end {
            let mut approaches = Approaches::of(&self.explored);
            let made_any = self.make(|audit| match audit.budget(ticks, end) {
                Some(budget) => approaches.next(&mut audit.explored, budget),
                None => Vec::new(),
            });
            if !made_any {
                break;
            }
        }
    }

    /// Makes directed walks where walkers have been, which take about `ticks` at most: over the floor for snags, into walls that
    /// may be thin, and with the same keys for both of the controllers that may differ. The report has what they find.
    pub fn examine(&mut self, ticks: u64) {
        let (found, made) = find::examine(&self.explored, ticks);
        self.ticks += made;
        self.examined = found;
    }

    /// How many ticks were walked once more to return to a place, because a controller outside of the library cannot save its
    /// state. [`Self::ticks`] does not count them.
    #[must_use]
    pub fn ticks_again(&self) -> u64 {
        self.explored.pool.again() - self.again_before
    }

    /// The squares of the floor, by X, then by Z, then from below: how often walkers came through each, how soon, and whether
    /// a way leads back. What a map draws.
    #[must_use]
    pub fn heat(&self) -> Vec<HeatSquare> {
        heat_squares(&self.explored)
    }

    /// What the audit found so far.
    #[must_use]
    pub fn report(&self) -> Report {
        let explored = &self.explored;
        let (coverage, findings) = find::all(explored, &self.examined);
        Report {
            level: self.explored.title.level.clone(),
            level_hash: self.explored.title.hash,
            seed: self.options.seed,
            ticks: self.ticks,
            coverage,
            findings,
        }
    }
}

/// Whether the walls of `scene` are the brushes of a map, between which lies more than its rooms.
fn has_map(scene: &Scene) -> bool {
    scene.collided_meshes().iter().any(|entry| {
        let extension = Path::new(&*entry.name).extension().unwrap_or_default();
        extension.eq_ignore_ascii_case("map")
    })
}

/// The smallest box around everything that a walker collides with, wherever movers go.
fn bounds(sim: &Sim) -> Option<Aabb> {
    let world: &World = sim.world();
    let corners = world
        .triangles()
        .iter()
        .flat_map(|triangle| triangle.vertices());
    let around = |obb: &sidle::geometry::Obb| {
        let (center, half) = (obb.center(), obb.aligned().half_extents());
        [center - half, center + half]
    };
    let boxes = world.boxes().iter().flat_map(around);
    let rides = sim.movers().iter().flat_map(|driven| {
        let reach = driven.mover.desc().path.length();
        let at = around(&driven.obb(0.0));
        // No mover gets farther than its path is long.
        let size = sidle::glam::DVec3::splat(reach + at[0].distance(at[1]));
        [at[0] - size, at[1] + size]
    });
    Aabb::from_points(corners.chain(boxes).chain(rides))
}
