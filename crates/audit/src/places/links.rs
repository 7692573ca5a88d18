//! Walks along the links of a navmesh, in each of their directions, and whether walkers get from one end to the other.

use std::collections::BTreeSet;

use sidle::glam::DVec3;

use super::archive::Archive;
use super::tree_memory;
use crate::floor::{Floor, PlaceId};
use crate::navmesh::{NavmeshLink, height_tolerance};
use crate::walk::Gait;
use sidle::geometry::Segment;
use sidle::geometry::float::max;
use sidle::query::closest_segment_point;
use sidle::sim::Sim;

/// From how many points at its beginning a link is tried, in each direction. Smaller: a way is missed; larger: it takes longer.
const MAX_TRIES: u8 = 12;

/// How many walks a try is at most.
pub const WALKS: u32 = 4;

/// How far from a link walkers may go around on their way, as a share of its length, and at least; metres. Smaller: a curve around an
/// obstacle is no way; larger: a bridge far away is.
const AROUND: f64 = 0.5;
const MIN_AROUND: f64 = 2.0;

/// How many squares off its true place a place of open floor may be.
const OFF: f64 = 4.0;

/// The links of a navmesh, and which of them are to be tried next.
#[derive(Clone, Debug, Default)]
pub struct Links {
    ways: Vec<Way>,
    /// The points of the floor at the beginnings of ways, each with its way; sorted.
    starts: Vec<(u32, u32)>,
}

/// A direction of a link.
#[derive(Clone, Debug)]
pub struct Way {
    pub from: DVec3,
    pub to: DVec3,
    radius: f64,
    /// The points at its beginning that were reached and not tried, by the bits of their squared distance from it.
    reached: BTreeSet<(u64, u32)>,
    /// From how many points it was tried.
    pub tries: u8,
    /// Whether a walker has gone it.
    is_gone: bool,
}

impl Way {
    fn new([from, to]: [DVec3; 2], radius: f64) -> Self {
        Self {
            from,
            to,
            radius,
            reached: BTreeSet::new(),
            tries: 0,
            is_gone: false,
        }
    }

    /// Whether all tries of it were made.
    pub fn is_tried(&self) -> bool {
        self.tries > 0 && (self.tries == MAX_TRIES || self.reached.is_empty())
    }
}

/// The points of the floor at an end of a link: one of each column near it, as far above or below it as a navmesh may be wrong.
pub fn points_at(end: DVec3, radius: f64, floor: &Floor, sim: &Sim) -> Vec<u32> {
    // A navmesh keeps the body's radius away from walls, rounded up to a cell.
    let reach = max(radius, sim.tuning().radius) + floor.side * 2.0;
    let tolerance = max(height_tolerance(sim), radius);
    let mut found: Vec<([i32; 2], f64, u32)> = Vec::new();
    for at in floor.near(end, reach) {
        let point = &floor.points[at];
        let off = point.contact - end;
        if off.y.abs() > tolerance || off.with_y(0.0).length_squared() > reach * reach {
            continue;
        }
        let entry = (floor.column(point.position), off.y.abs(), at as u32);
        match found.last_mut().filter(|last| last.0 == entry.0) {
            None => found.push(entry),
            Some(last) if entry.1 < last.1 => *last = entry,
            Some(_) => {}
        }
    }
    found.into_iter().map(|(_, _, point)| point).collect()
}

impl Links {
    /// The ways of these links on `floor`: those of a link lie behind one another.
    pub(super) fn new(links: &[NavmeshLink], floor: &Floor, sim: &Sim) -> Self {
        let directions = links.iter().flat_map(|link| {
            let [start, end] = link.ends;
            let back = link.is_two_way.then_some([end, start]);
            let both = core::iter::once(link.ends).chain(back);
            both.map(|ends| Way::new(ends, link.radius))
        });
        let ways: Vec<Way> = directions.collect();
        let starts = (0..).zip(&ways).flat_map(|(number, way)| {
            let points = points_at(way.from, way.radius, floor, sim);
            points.into_iter().map(move |point| (point, number))
        });
        let mut starts: Vec<_> = starts.collect();
        starts.sort_unstable();
        Self { ways, starts }
    }

    /// Both ways of each link, in the order of the links. The second one is `None` if the link leads one way only.
    pub fn of_links<'w>(
        &'w self,
        links: &'w [NavmeshLink],
    ) -> impl Iterator<Item = (&'w NavmeshLink, &'w Way, Option<&'w Way>)> {
        let mut ways = self.ways.iter();
        links.iter().filter_map(move |link| {
            let there = ways.next()?;
            let back = if link.is_two_way { ways.next() } else { None };
            Some((link, there, back))
        })
    }

    /// How much memory it takes; bytes, about.
    pub(super) fn memory(&self) -> usize {
        let reached = self.ways.iter().map(|way| way.reached.len()).sum();
        self.ways.len() * size_of::<Way>()
            + self.starts.len() * size_of::<(u32, u32)>()
            + tree_memory::<(u64, u32), ()>(reached)
    }

    /// Notes a point of the floor that was reached.
    pub(super) fn add(&mut self, point: u32, position: DVec3) {
        let first = self.starts.partition_point(|(start, _)| *start < point);
        let own = self.starts[first..].iter();
        for (_, way) in own.take_while(|(start, _)| *start == point) {
            let way = &mut self.ways[*way as usize];
            let distance = position.distance_squared(way.from);
            way.reached.insert((distance.to_bits(), point));
        }
    }

    /// The next walks, about up to `count`, each with its start and its end: from each point one that walks, one that jumps all the way, and
    /// both with a run-up. `place` is the place from which a point was reached, and `run_up` are those on the line in front of one.
    pub(super) fn next(
        &mut self,
        count: usize,
        place: &dyn Fn(usize) -> Option<PlaceId>,
        run_up: &dyn Fn(usize, [DVec3; 2]) -> Vec<PlaceId>,
        (floor, sim, archive): (&Floor, &Sim, &Archive),
    ) -> Vec<(PlaceId, DVec3, Gait)> {
        let mut walks = Vec::new();
        let left = |way: &&mut Way| !way.is_gone && way.tries < MAX_TRIES;
        for way in self.ways.iter_mut().filter(left) {
            if walks.len() >= count {
                break;
            }
            let Some((_, point)) = way.reached.pop_first() else {
                continue;
            };
            way.is_gone = goes(way, place, (floor, sim, archive), &|_| Vec::new());
            if way.is_gone {
                continue;
            }
            way.tries += 1;
            let edge = floor.points[point as usize].position;
            let starts = run_up(point as usize, [edge, way.to]);
            let (near, far) = (starts.first(), starts.last());
            let gaits = [
                (near, Gait::Walk),
                (near, Gait::Hop),
                (far, Gait::Run),
                (far, Gait::Leap),
            ];
            let of_way = gaits.into_iter();
            walks.extend(of_way.filter_map(|(id, gait)| Some((*id?, way.to, gait))));
        }
        walks
    }
}

/// Whether walkers got from the beginning of `way` to its end without going far around. `place` is the place from which a point was reached, and `others` are the places near an end that are on
/// no floor, such as those in water.
pub fn goes(
    way: &Way,
    place: &dyn Fn(usize) -> Option<PlaceId>,
    (floor, sim, archive): (&Floor, &Sim, &Archive),
    others: &dyn Fn(DVec3) -> Vec<PlaceId>,
) -> bool {
    let places = |end: DVec3| {
        let points = points_at(end, way.radius, floor, sim).into_iter();
        let places = points.filter_map(|point| place(point as usize));
        places.chain(others(end)).collect::<BTreeSet<PlaceId>>()
    };
    let ends = places(way.to);
    let mut known = places(way.from);
    let mut open: Vec<PlaceId> = known.iter().copied().collect();
    if ends.is_empty() {
        return false;
    }
    let line = Segment::new(way.from, way.to);
    let around = max(way.from.distance(way.to) * AROUND, MIN_AROUND) + way.radius;
    let around = around + OFF * floor.side;
    while let Some(id) = open.pop() {
        if ends.contains(&id) {
            return true;
        }
        for next in archive.graph().next(id) {
            let position = archive.place(*next).position;
            let is_near = closest_segment_point(&line, position)
                .point
                .distance_squared(position)
                <= around * around;
            if (is_near || ends.contains(next)) && known.insert(*next) {
                open.push(*next);
            }
        }
    }
    false
}
