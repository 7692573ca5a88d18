//! Walks to where nobody may be: at boxes and zones that `never` forbids, from the nearest places first. Seeded keys seldom do just
//! what a player would try there.

use std::collections::BTreeSet;

use super::archive::Archive;
use super::frontier::{Frontier, straight};
use super::leaps::{reach, run_up};
use super::tree_memory;
use crate::floor::{Floor, highest_climb};
use crate::walk::{Gait, Job, Surroundings};
use sidle::geometry::Aabb;
use sidle::geometry::float::min;
use sidle::glam::DVec3;
use sidle::sim::Sim;

/// From farther away, nobody jumps at a forbidden place at once; metres. Larger: more is tried in vain.
const MAX_REACH: f64 = 12.0;

/// From how many points of the floor a place is tried. Smaller: a way in is missed; larger: it takes longer.
const MAX_TRIES: u32 = 400;

/// Where nobody may be, and from where that was not tried yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    aims: Vec<Aim>,
    reach: f64,
    climb: f64,
}

#[derive(Clone, Debug)]
struct Aim {
    bounds: Aabb,
    /// The points of the floor that were reached, by the bits of their squared distance.
    points: BTreeSet<(u64, u32)>,
    tries: u32,
}

impl Aims {
    pub(super) fn new(surroundings: &Surroundings, sim: &Sim) -> Self {
        let zones = surroundings.forbidden_zones.iter();
        let zones = zones.filter_map(|zone| {
            let obb = sim.zones().get(*zone as usize)?.obb;
            let half = obb.aligned().half_extents();
            Aabb::from_points([obb.center() - half, obb.center() + half])
        });
        let boxes = surroundings.forbidden.iter().copied();
        let aims = boxes.chain(zones).map(|bounds| Aim {
            bounds,
            points: BTreeSet::new(),
            tries: 0,
        });
        Self {
            aims: aims.collect(),
            reach: min(reach(sim, 0.0), MAX_REACH),
            climb: highest_climb(sim),
        }
    }

    /// How much memory it takes; bytes, about.
    pub(super) fn memory(&self) -> usize {
        let points = self.aims.iter().map(|aim| aim.points.len());
        self.aims.len() * size_of::<Aim>() + tree_memory::<(u64, u32), ()>(points.sum())
    }

    /// Notes a point of the floor that was reached.
    pub(super) fn add(&mut self, point: u32, position: DVec3) {
        for aim in &mut self.aims {
            let off = aim.nearest(position) - position;
            let distance = off.length_squared();
            if distance <= self.reach * self.reach && off.y <= self.climb {
                aim.points.insert((distance.to_bits(), point));
            }
        }
    }

    /// The next walks, at least up to `count`: from each point one that jumps all the way, and one with a run-up.
    pub(super) fn next(
        &mut self,
        count: usize,
        frontier: &Frontier,
        floor: &Floor,
        sim: &Sim,
        archive: &Archive,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut is_left = true;
        while jobs.len() < count && is_left {
            is_left = false;
            for aim in self.aims.iter_mut().filter(|aim| aim.tries < MAX_TRIES) {
                let Some((_, point)) = aim.points.pop_first() else {
                    continue;
                };
                (is_left, aim.tries) = (true, aim.tries + 1);
                let from = floor.points[point as usize].position;
                // Through the box, so that one that jumps does not stop in front of it.
                let end = (aim.nearest(from) + aim.bounds.center()) * 0.5;
                let starts = run_up(point as usize, [from, end], frontier, floor);
                let ends = [(starts.first(), Gait::Hop), (starts.last(), Gait::Leap)];
                for (start, gait) in ends {
                    jobs.extend(start.and_then(|id| straight(archive, *id, end, gait, sim)));
                }
            }
        }
        jobs
    }
}

impl Aim {
    /// The point of the box that is nearest to a place.
    fn nearest(&self, place: DVec3) -> DVec3 {
        place.clamp(self.bounds.min(), self.bounds.max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_with_the_points_in_reach() {
        let mut aims = Aims {
            aims: vec![Aim {
                bounds: Aabb::from_points([DVec3::ZERO, DVec3::ONE]).expect("a box"),
                points: BTreeSet::new(),
                tries: 0,
            }],
            reach: 5.0,
            climb: 1.0,
        };
        let before = aims.memory();
        aims.add(0, DVec3::X * 99.0);
        assert_eq!(aims.memory(), before);
        (1..100).for_each(|point| aims.add(point, DVec3::X * 2.0));
        assert!(aims.memory() >= before + 99 * size_of::<(u64, u32)>());
    }
}
