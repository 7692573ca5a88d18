//! The ways of air from the start of a map to the void, the shortest first, and the hole in the hull on each of them.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use sidle::geometry::Segment;
use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::world::World;

use super::Leak;
use super::portals::{MIN_WIDTH, Portals};
use super::tree::VOID;

/// How far one looks for walls; metres.
const FAR: f64 = 1e4;

/// How far apart one looks around on a way; metres. Smaller: it takes longer; larger: a gap in a thin wall is passed over.
const STEP: f64 = 0.1;

/// In about how many places at most.
const MAX_PLACES: f64 = 4000.0;

/// Places are equally narrow if their widths differ by less than this factor.
const ABOUT: f64 = 1.05;

/// The directions in which one looks for walls: to a cube's faces, edges and corners. The other half is opposite to these.
const AXES: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [1.0, -1.0, -1.0],
];

/// In place of an opening: the start.
const START: u32 = u32::MAX;

/// Looks for ways to the void, past what was closed.
pub(super) struct Ways<'p> {
    portals: &'p Portals,
    first: u32,
    start: DVec3,
    closed: Vec<bool>,
}

impl<'p> Ways<'p> {
    pub fn new(portals: &'p Portals, first: u32, start: DVec3) -> Self {
        Self {
            portals,
            first,
            start,
            closed: vec![false; portals.all.len()],
        }
    }

    /// The shortest way from the start to the void, from opening to opening.
    pub fn next(&self) -> Option<Vec<DVec3>> {
        let all = &self.portals.all;
        // How long the shortest way to each opening is, and the opening before it.
        let mut known = vec![(f64::INFINITY, START); all.len()];
        let mut open = BinaryHeap::from([Reverse((0, START, self.first))]);
        while let Some(Reverse((bits, portal, cell))) = open.pop() {
            // Lengths are positive, so their bits are in their order.
            let length = f64::from_bits(bits);
            let from = all.get(portal as usize);
            if from.is_some() && length > known[portal as usize].0 {
                continue;
            }
            if cell == VOID {
                return Some(self.way_to(portal, &known));
            }
            let from = from.map_or(self.start, |portal| portal.middle);
            for next in self.portals.of_cell(cell) {
                let (number, through) = (*next as usize, &all[*next as usize]);
                let length = length + from.distance(through.middle);
                if self.closed[number] || length >= known[number].0 {
                    continue;
                }
                known[number] = (length, portal);
                let [a, b] = through.cells;
                let beyond = if a == cell { b } else { a };
                open.push(Reverse((length.to_bits(), *next, beyond)));
            }
        }
        None
    }

    /// The way from the start to an opening.
    fn way_to(&self, portal: u32, known: &[(f64, u32)]) -> Vec<DVec3> {
        let mut way = Vec::new();
        let mut next = portal;
        while let Some(portal) = self.portals.all.get(next as usize) {
            way.push(portal.middle);
            next = known[next as usize].1;
        }
        way.push(self.start);
        way.reverse();
        way
    }

    /// Closes all openings within `radius` of `place`.
    pub fn close(&mut self, place: DVec3, radius: f64) {
        for (closed, portal) in self.closed.iter_mut().zip(&self.portals.all) {
            *closed |= portal.middle.distance(place) <= radius;
        }
    }
}

/// What one sees from a place.
struct Sight {
    /// In how many of all directions nothing is.
    open: usize,
    /// The least distance between two walls, one on each side; metres.
    width: f64,
}

fn look(world: &World, at: DVec3) -> Sight {
    let mut sight = Sight {
        open: 0,
        width: f64::INFINITY,
    };
    for axis in AXES {
        let axis = DVec3::from_array(axis).normalize();
        let distances = [axis, -axis].map(|direction| {
            let line = Segment::new(at, at + direction * FAR);
            let hit = world.intersect_segment(&line);
            hit.map(|(_, hit)| hit.fraction * FAR)
        });
        sight.open += distances.iter().filter(|wall| wall.is_none()).count();
        if let [Some(ahead), Some(back)] = distances {
            sight.width = min(sight.width, ahead + back);
        }
    }
    sight
}

/// Places along a way: its corners, at least one between two of them, since openings lie in the planes of walls, and one each
/// [`STEP`].
fn places_along(way: &[DVec3]) -> Vec<DVec3> {
    let length: f64 = way.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let step = max(STEP, length / MAX_PLACES);
    let mut places = Vec::new();
    for ends in way.windows(2) {
        let count = max((ends[0].distance(ends[1]) / step).ceil(), 2.0);
        places.extend(
            (0..count as u32).map(|number| ends[0].lerp(ends[1], f64::from(number) / count)),
        );
    }
    places.extend(way.last());
    places
}

/// The leak that `way` shows.
pub(super) fn leak(world: &World, way: Vec<DVec3>) -> Leak {
    let places = places_along(&way).into_iter();
    let places: Vec<(DVec3, Sight)> = places.map(|at| (at, look(world, at))).collect();
    // From the hull, nothing is seen in half of the directions. Between two parts of a map that are apart, walls are seen again.
    let last = places
        .iter()
        .rposition(|(_, sight)| sight.open < AXES.len());
    let Some(last) = last else {
        return Leak {
            at: way[0],
            width: None,
            way,
        };
    };
    let inside = places[..=last]
        .iter()
        .rposition(|(_, sight)| sight.open == 0);
    let beyond = &places[inside.unwrap_or(0)..places.len().min(last + 2)];
    // A line of sight along a face may end at once, though air has more room.
    let beyond = || beyond.iter().filter(|(_, sight)| sight.width >= MIN_WIDTH);
    let widths = beyond().map(|(_, sight)| sight.width);
    let least = widths.fold(f64::INFINITY, min);
    // Of equally narrow places, the one next to the void.
    let mut narrow = beyond().rev();
    let narrow = narrow.find(|(_, sight)| sight.width <= least * ABOUT);
    let (at, width) = narrow.map_or((way[0], least), |(at, sight)| (*at, sight.width));
    Leak {
        at,
        width: Some(width).filter(|width| width.is_finite()),
        way,
    }
}
