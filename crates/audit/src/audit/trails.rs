//! Ways that an audit has found, walked again after the level was edited, near the change, and to earlier findings.
//!
//! Nothing is taken over unseen. Every walk is made in the level as it is now, so that nothing is reported which an
//! audit from the beginning would refute. Where nothing has changed, walks in the same order lead through the same
//! states.

use std::collections::BTreeSet;

use sidle::glam::DVec3;

use super::Audit;
use super::rounds::ROUND;
use crate::floor::{Cell, PlaceId, Support};
use crate::walk::Job;
use sidle::geometry::{Aabb, Obb};
use sidle::world::World;

/// How far around a change places are visited again; metres.
const AROUND: f64 = 3.0;

/// How many places near the change, places without a way back, and walks that met something are visited again, at most.
/// Larger: a new audit has less time left.
const MAX: usize = 256;

/// How many places are visited again at most because somebody asks for them.
const MAX_WANTED: usize = 4096;

/// The ways that an audit has found.
#[derive(Clone, Debug)]
pub struct Trails {
    /// The shapes of the level, which share their memory with it.
    world: World,
    /// The places in the order in which they were found.
    places: Vec<Stop>,
    /// Walks that have met something.
    met: Vec<Job>,
    /// Places without a way back.
    lost: Vec<PlaceId>,
}

/// A place on a trail.
#[derive(Clone, Copy, Debug)]
struct Stop {
    cell: Cell,
    position: DVec3,
    /// The walk that came here first.
    job: Job,
}

impl Audit {
    /// The ways that walkers have found: for [`Self::retrace`], after an edit of the level.
    #[must_use]
    pub fn trails(&self) -> Trails {
        let archive = &self.explored.archive;
        let places = archive.places().iter().map(|place| Stop {
            cell: place.cell,
            position: place.position,
            job: place.found_by.0,
        });
        let lost = archive.with_ids().filter(|(id, place)| {
            place.searched
                && !place.is_open
                && !archive.graph().is_home(*id)
                && place.cell.support == Support::Stands
        });
        Trails {
            world: self.explored.sim().world().clone(),
            places: places.collect(),
            met: spread(self.explored.incidents.jobs().collect(), MAX),
            lost: spread(lost.map(|(id, _)| id).collect(), MAX),
        }
    }

    /// Walks again, before the first other walk, the ways of an audit of the level before it was edited, those to its
    /// findings, and to the places near the change. Returns how many of these places were reached again, of how many.
    ///
    /// # Example
    /// ```
    /// use sidle_audit::Audit;
    /// use sidle::level::{Disk, load_level};
    /// let level = || load_level("../../levels/courtyard.toml".as_ref(), &Disk).level.unwrap();
    /// let mut before = Audit::new(level(), "levels/courtyard.toml", Default::default());
    /// before.explore(50_000);
    /// let mut now = Audit::new(level(), "levels/courtyard.toml", Default::default());
    /// let (reached, all) = now.retrace(&before.trails());
    /// assert_eq!(reached, all); // nothing has changed
    /// ```
    pub fn retrace(&mut self, trails: &Trails) -> (usize, usize) {
        let changed = changed(&trails.world, self.explored.sim().world());
        let near = (0..).map(PlaceId).zip(&trails.places).filter(|(_, stop)| {
            let mut changed = changed.iter();
            changed.any(|bounds| bounds.contains(stop.position))
        });
        let mut goals = spread(near.map(|(id, _)| id).collect(), MAX);
        goals.extend(&trails.lost);
        goals.extend(trails.met.iter().map(|job| job.start));
        goals.sort_unstable();
        goals.dedup();
        self.walk_again(trails, &goals, &trails.met)
    }

    /// Walks again, before the first other walk, the ways to floor that is `wanted`, by where a body stood there. Where nothing on
    /// its way has changed, a walk leads to the same place in the same time. Returns how many of these places were reached again,
    /// of how many.
    ///
    /// # Example
    /// ```
    /// use sidle_audit::Audit;
    /// use sidle::level::{Disk, load_level};
    /// let level = || load_level("../../levels/courtyard.toml".as_ref(), &Disk).level.unwrap();
    /// let mut before = Audit::new(level(), "levels/courtyard.toml", Default::default());
    /// before.explore(50_000);
    /// let mut now = Audit::new(level(), "levels/courtyard.toml", Default::default());
    /// let (reached, all) = now.retrace_to(&before.trails(), &|position| position.x > 10.0);
    /// assert!(reached == all && all > 10); // nothing has changed
    /// ```
    pub fn retrace_to(
        &mut self,
        trails: &Trails,
        wanted: &dyn Fn(DVec3) -> bool,
    ) -> (usize, usize) {
        let goals = (0..)
            .map(PlaceId)
            .zip(&trails.places)
            .filter(|(_, stop)| stop.cell.support == Support::Stands && wanted(stop.position));
        let goals = spread(goals.map(|(id, _)| id).collect(), MAX_WANTED);
        self.walk_again(trails, &goals, &[])
    }

    /// Makes the walks of `trails` to `goals`, then the walks that `met` something. Returns how many of the goals were reached, of
    /// how many.
    fn walk_again(&mut self, trails: &Trails, goals: &[PlaceId], met: &[Job]) -> (usize, usize) {
        let met = met.iter().copied();
        let mut jobs = trails.walks_to(goals).into_iter().chain(met).peekable();
        while jobs.peek().is_some() {
            let mut round = Vec::new();
            while let Some(job) = jobs.peek().filter(|_| round.len() < ROUND) {
                match self.explored.archive.find(&trails.stop(job.start).cell) {
                    Some(start) => round.push(Job { start, ..*job }),
                    // A walk of this round leads there, or the change bars the way.
                    None if round.is_empty() => {}
                    None => break,
                }
                jobs.next();
            }
            let mut round = Some(round);
            self.make(|_| round.take().unwrap_or_default());
        }
        let archive = &self.explored.archive;
        let reached = |id: &&PlaceId| archive.find(&trails.stop(**id).cell).is_some();
        (goals.iter().filter(reached).count(), goals.len())
    }
}

impl Trails {
    fn stop(&self, id: PlaceId) -> &Stop {
        &self.places[id.0 as usize]
    }

    /// The walks that lead to `goals`, in the order in which they were made.
    fn walks_to(&self, goals: &[PlaceId]) -> Vec<Job> {
        let mut on_way = BTreeSet::new();
        for goal in goals {
            let mut at = *goal;
            // A place is found from an earlier one.
            while on_way.insert(at) && self.stop(at).job.start < at {
                at = self.stop(at).job.start;
            }
        }
        let mut walks: Vec<Job> = Vec::new();
        for id in on_way {
            let job = self.stop(id).job;
            // All that a walk has found follows one another.
            if job.start < id && walks.last() != Some(&job) {
                walks.push(job);
            }
        }
        walks
    }
}

/// At most `most` of `items`, as far apart in their order as possible.
fn spread<T>(items: Vec<T>, most: usize) -> Vec<T> {
    let apart = items.len().div_ceil(most).max(1);
    items.into_iter().step_by(apart).collect()
}

/// The surroundings of all shapes in which the worlds differ.
fn changed(before: &World, now: &World) -> Vec<Aabb> {
    let corners = |triangle: &sidle::geometry::Triangle| Aabb::from_points(triangle.vertices());
    let mut found = differing(before.triangles(), now.triangles(), corners);
    let bounds = |obb: &Obb| {
        let half = obb.aligned().half_extents();
        Aabb::from_points([obb.center() - half, obb.center() + half])
    };
    found.extend(differing(before.boxes(), now.boxes(), bounds));
    let around = |bounds: &Aabb| {
        let reach = DVec3::splat(AROUND);
        Aabb::from_points([bounds.min() - reach, bounds.max() + reach])
    };
    found.iter().filter_map(around).collect()
}

/// The bounds of the shapes that are not in both lists, of each pair that differs, or, if one list is longer, of
/// everything between the equal ends, together.
fn differing<T: PartialEq>(
    before: &[T],
    now: &[T],
    bounds: impl Fn(&T) -> Option<Aabb>,
) -> Vec<Aabb> {
    let joined = |shapes: &[&T]| {
        let each = shapes.iter().filter_map(|shape| bounds(shape));
        Aabb::from_points(each.flat_map(|around| [around.min(), around.max()]))
    };
    let mut pairs = before.iter().zip(now);
    let first = pairs.by_ref().take_while(|(a, b)| a == b).count();
    let rest = before.len().min(now.len()) - first;
    let (before_end, now_end) = (before.iter().rev(), now.iter().rev());
    let last = before_end
        .zip(now_end)
        .take(rest)
        .take_while(|(a, b)| a == b);
    let last = last.count();
    let (before, now) = (
        &before[first..before.len() - last],
        &now[first..now.len() - last],
    );
    if before.len() == now.len() && before.len() <= MAX {
        let pairs = before.iter().zip(now).filter(|(a, b)| a != b);
        return pairs.filter_map(|(a, b)| joined(&[a, b])).collect();
    }
    joined(&before.iter().chain(now).collect::<Vec<_>>())
        .into_iter()
        .collect()
}
