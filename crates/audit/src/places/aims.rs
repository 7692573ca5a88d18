//! Walks to where nobody may be: at boxes and zones that `never` forbids. Seeded keys seldom do just what a player would try there.
//!
//! Every second try is from the nearest place that is left. The others are from all sides: once from every cube of [`SPREAD`] metres, then
//! once more from each.

use std::collections::{BTreeMap, BTreeSet};

use super::archive::Archive;
use super::frontier::{Frontier, straight};
use super::leaps::{reach, run_up};
use super::tree_memory;
use crate::floor::{Floor, PlaceId, highest_climb};
use crate::walk::{Gait, Job, Surroundings};
use sidle::geometry::Aabb;
use sidle::geometry::float::min;
use sidle::glam::DVec3;
use sidle::sim::Sim;

/// From farther away, nobody jumps at a forbidden place at once; metres. Larger: more is tried in vain.
const MAX_REACH: f64 = 12.0;

/// From how many points of the floor, or places, a place is tried. Smaller: a way in is missed; larger: it takes longer.
const MAX_TRIES: u32 = 400;

/// The side of the cubes from each of which a place is tried in turn; metres. Smaller: what is farther away comes later; larger: some
/// sides of an obstacle are left for later.
const SPREAD: f64 = 2.0;

/// Where nobody may be, and from where that was not tried yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    aims: Vec<Aim>,
    /// The one that was tried last.
    last: usize,
    /// The places that are no points of the floor, near at least one of them.
    places: BTreeSet<PlaceId>,
    reach: f64,
    climb: f64,
}

#[derive(Clone, Debug)]
struct Aim {
    bounds: Aabb,
    /// From where it was not tried yet, the next first: by the bits of the squared distance, and by how many in the same cube come
    /// before, and then by the distance. Both have the same origins.
    nearest: BTreeSet<(u64, u32, Origin)>,
    spread: BTreeSet<(u32, u64, Origin)>,
    /// How many there were in each cube.
    cubes: BTreeMap<[i32; 3], u32>,
    tries: u32,
}

/// Where a walk at a forbidden place begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// A point of the floor that was reached.
    Point(u32),
    /// A place that is no point of the floor: on an edge narrower than a square, on a ladder, in water.
    Place(PlaceId),
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
        Self {
            aims: boxes.chain(zones).map(Aim::new).collect(),
            reach: min(reach(sim, 0.0), MAX_REACH),
            climb: highest_climb(sim),
            ..Self::default()
        }
    }

    /// How much memory it takes; bytes, about.
    pub(super) fn memory(&self) -> usize {
        let origins = self.aims.iter().map(|aim| aim.spread.len() * 2);
        let cubes = self.aims.iter().map(|aim| aim.cubes.len());
        self.aims.len() * size_of::<Aim>()
            + tree_memory::<(u32, u64, Origin), ()>(origins.sum())
            + tree_memory::<[i32; 3], u32>(cubes.sum())
            + tree_memory::<PlaceId, ()>(self.places.len())
    }

    /// Notes a point of the floor that was reached.
    pub(super) fn add(&mut self, point: u32, position: DVec3) {
        self.note(Origin::Point(point), position);
    }

    /// Notes a place that is no point of the floor, where a walker can jump off.
    pub(super) fn add_place(&mut self, place: PlaceId, position: DVec3) {
        if !self.places.contains(&place) && self.note(Origin::Place(place), position) {
            self.places.insert(place);
        }
    }

    /// Returns whether any of them is near.
    fn note(&mut self, origin: Origin, position: DVec3) -> bool {
        let mut is_near = false;
        for aim in &mut self.aims {
            let off = aim.closest(position) - position;
            let distance = off.length_squared();
            if distance <= self.reach * self.reach && off.y <= self.climb {
                let cube = position.to_array().map(|at| (at / SPREAD).floor() as i32);
                let before = aim.cubes.entry(cube).or_default();
                let distance = distance.to_bits();
                aim.nearest.insert((distance, *before, origin));
                aim.spread.insert((*before, distance, origin));
                *before += 1;
                is_near = true;
            }
        }
        is_near
    }

    /// The next walks, about up to `count`: from each origin one that jumps all the way, and one with a run-up.
    pub(super) fn next(
        &mut self,
        count: usize,
        frontier: &Frontier,
        floor: &Floor,
        sim: &Sim,
        archive: &Archive,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut done = 0;
        while jobs.len() < count && done < self.aims.len() {
            self.last = (self.last + 1) % self.aims.len();
            let aim = &mut self.aims[self.last];
            let Some(origin) = aim.take() else {
                done += 1;
                continue;
            };
            done = 0;
            let (from, starts) = match origin {
                Origin::Point(point) => {
                    let from = floor.points[point as usize].position;
                    let line = [from, aim.end(from)];
                    (from, run_up(point as usize, line, frontier, floor))
                }
                Origin::Place(id) => (archive.place(id).position, vec![id]),
            };
            let end = aim.end(from);
            let ends = [(starts.first(), Gait::Hop), (starts.last(), Gait::Leap)];
            jobs.extend(ends.into_iter().filter_map(|(start, gait)| {
                start.and_then(|id| straight(archive, *id, end, gait, sim))
            }));
        }
        jobs
    }
}

impl Aim {
    fn new(bounds: Aabb) -> Self {
        Self {
            bounds,
            nearest: BTreeSet::new(),
            spread: BTreeSet::new(),
            cubes: BTreeMap::new(),
            tries: 0,
        }
    }

    /// From where to try it next.
    fn take(&mut self) -> Option<Origin> {
        if self.tries == MAX_TRIES {
            return None;
        }
        let origin = if self.tries.is_multiple_of(2) {
            let (distance, before, origin) = self.nearest.pop_first()?;
            self.spread.remove(&(before, distance, origin));
            origin
        } else {
            let (before, distance, origin) = self.spread.pop_first()?;
            self.nearest.remove(&(distance, before, origin));
            origin
        };
        self.tries += 1;
        Some(origin)
    }

    /// The point of the box that is closest to a place.
    fn closest(&self, place: DVec3) -> DVec3 {
        place.clamp(self.bounds.min(), self.bounds.max())
    }

    /// Where a walk from a place ends: in the box, so that one that jumps does not stop in front of it.
    fn end(&self, from: DVec3) -> DVec3 {
        (self.closest(from) + self.bounds.center()) * 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aims() -> Aims {
        let bounds = Aabb::from_points([DVec3::ZERO, DVec3::ONE]).expect("a box");
        Aims {
            aims: vec![Aim::new(bounds)],
            reach: 5.0,
            climb: 1.0,
            ..Aims::default()
        }
    }

    #[test]
    fn memory_grows_with_the_origins_in_reach() {
        let mut aims = aims();
        let before = aims.memory();
        aims.add(0, DVec3::X * 99.0);
        aims.add_place(PlaceId(0), DVec3::X * 99.0);
        assert_eq!(aims.memory(), before);
        (1..100).for_each(|point| aims.add(point, DVec3::X * 2.0));
        aims.add_place(PlaceId(1), DVec3::X * 2.0);
        assert!(aims.memory() >= before + 100 * size_of::<(u64, u32)>());
    }

    #[test]
    fn tries_are_from_the_nearest_place_and_from_another_cube_in_turn() {
        let mut aims = aims();
        // Four points in a cube that is near the box, and a place in one that is farther away, which is noted twice.
        (0..4).for_each(|point| aims.add(point, DVec3::X * (2.0 + f64::from(point) * 0.25)));
        aims.add_place(PlaceId(7), DVec3::X * 5.0);
        aims.add_place(PlaceId(7), DVec3::X * 5.0);
        let taken: Vec<Origin> = core::iter::from_fn(|| aims.aims[0].take()).collect();
        let points = [1, 2, 3].map(Origin::Point);
        let expected = [Origin::Point(0), Origin::Place(PlaceId(7))];
        assert_eq!(taken, [&expected[..], &points].concat());
    }
}
