//! The part of a level that one of several shards explores first: a sector around its start.
//!
//! Shards that differ in nothing but their seeds all walk over the same floor first. In a large level, none gets far.

use core::ops::Range;

use sidle::glam::DVec3;

use super::Floor;
use sidle::geometry::float::max;

/// How many directions are distinguished. Smaller: sectors differ in their floor; larger: they are found more slowly.
const DIRECTIONS: usize = 4096;

/// The directions from a start in which one of several shards explores first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sector {
    start: DVec3,
    directions: Range<usize>,
    points: usize,
}

impl Sector {
    /// The sector of a shard, the K-th of N. Each has about as much of `floor`.
    pub fn new(floor: &Floor, start: DVec3, (number, count): (u32, u32)) -> Self {
        let mut points = vec![0; DIRECTIONS];
        for point in &floor.points {
            points[direction(start, point.position)] += 1;
        }
        let total = floor.points.len().max(1) as u64;
        let mut before = 0;
        let owners = points.iter().map(|points| {
            let owner = before * u64::from(count) / total;
            before += *points as u64;
            owner
        });
        let owners: Vec<u64> = owners.collect();
        let first = |number: u32| owners.partition_point(|owner| *owner < u64::from(number));
        let directions = first(number.saturating_sub(1))..first(number);
        Self {
            start,
            points: points[directions.clone()].iter().sum(),
            directions,
        }
    }

    /// How many of its points are most of them. Some are never reached, tops of walls, for instance.
    pub fn most_points(&self) -> usize {
        self.points / 10 * 9
    }

    /// Whether a position is in it.
    pub fn contains(&self, position: DVec3) -> bool {
        self.directions.contains(&direction(self.start, position))
    }
}

/// The number of the direction of a position, around the vertical through `start`. Equal numbers are not equal angles.
fn direction(start: DVec3, position: DVec3) -> usize {
    let [x, z] = [position.x - start.x, position.z - start.z];
    let along = x / max(x.abs() + z.abs(), f64::MIN_POSITIVE);
    let quarters = if z >= 0.0 { 1.0 - along } else { 3.0 + along };
    // Less than `DIRECTIONS` but for rounding.
    ((quarters / 4.0 * DIRECTIONS as f64) as usize).min(DIRECTIONS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::FloorPoint;

    /// A floor with this many points along X and Z, a metre apart.
    fn floor(along: [i32; 2]) -> Floor {
        let mut floor = Floor::default();
        for x in 0..along[0] {
            for z in 0..along[1] {
                let position = DVec3::new(f64::from(x), 0.0, f64::from(z));
                floor.points.push(FloorPoint {
                    position,
                    contact: position,
                    slope: 0.0,
                    step_height: 0.0,
                    patch: 0,
                    neighbours: 4,
                });
            }
        }
        floor
    }

    #[test]
    fn sectors_share_the_floor_evenly() {
        for start in [[100.0, 100.0], [0.0, 0.0], [30.5, 170.2], [-50.0, 300.0]] {
            let (floor, start) = (floor([200, 200]), DVec3::new(start[0], 0.0, start[1]));
            for count in [1, 2, 4, 7] {
                let sectors: Vec<Sector> = (1..=count)
                    .map(|number| Sector::new(&floor, start, (number, count)))
                    .collect();
                let mut shares = vec![0; sectors.len()];
                for point in &floor.points {
                    let owners = (0..sectors.len())
                        .filter(|number| sectors[*number].contains(point.position))
                        .collect::<Vec<_>>();
                    assert_eq!(owners.len(), 1, "{point:?}");
                    shares[owners[0]] += 1;
                }
                let even = floor.points.len() / sectors.len();
                let is_even = |share: &usize| share.abs_diff(even) * 20 <= even;
                assert!(shares.iter().all(is_even), "{start} {count} {shares:?}");
            }
        }
    }

    #[test]
    fn sectors_of_a_line_a_point_and_nothing_have_each_point_once() {
        for along in [[50, 1], [1, 1], [0, 0]] {
            let floor = floor(along);
            for count in [1, 2, 5, u32::MAX] {
                let owned = |point: &FloorPoint| {
                    let numbers = [1, 2, 3, 4, 5]
                        .into_iter()
                        .filter(|number| *number <= count);
                    let sectors =
                        numbers.map(|number| Sector::new(&floor, DVec3::X, (number, count)));
                    sectors
                        .filter(|sector| sector.contains(point.position))
                        .count()
                };
                let is_once = |point: &FloorPoint| owned(point) <= 1;
                assert!(floor.points.iter().all(is_once));
                if count <= 5 {
                    assert!(floor.points.iter().all(|point| owned(point) == 1));
                }
            }
        }
    }
}
