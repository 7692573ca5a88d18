//! The floors of two levels: where walkers get now, or no longer, and what they reach later or sooner.

use std::collections::{BTreeMap, BTreeSet};

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle_audit::{HeatSquare, WayBack};

/// How far apart two heights may be to be the same floor in both levels; metres.
const SAME_FLOOR: f64 = 0.6;

/// How far above or below a place a walker is near it; metres.
const NEAR: f64 = 2.0;

/// The least area that is reported; square metres. Smaller: the border of what random walks reach is reported.
const MIN_AREA: f64 = 2.0;
/// The least area that is reached later or sooner; square metres.
const MIN_LATER_AREA: f64 = 6.0;

/// How much later or sooner is reported: by this factor, and by so many seconds. Smaller: the luck of random walks is reported.
const MIN_FACTOR: f64 = 1.5;
const MIN_SECONDS: f64 = 3.0;

/// The floor of a level, as walkers found it.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// The side of a square; metres. 0: there is no floor.
    pub side: f64,
    columns: BTreeMap<[i64; 2], Vec<HeatSquare>>,
}

/// What has happened to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FloorChange {
    /// Walkers no longer get there, or the floor is gone.
    Lost,
    /// Walkers get there now.
    Gained,
    Later,
    Sooner,
}

impl FloorChange {
    /// All of them with their names in a report.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("lost", Self::Lost),
        ("gained", Self::Gained),
        ("later", Self::Later),
        ("sooner", Self::Sooner),
    ];

    /// Its name in a report.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, change)| *change == self);
        named.map_or("", |(name, _)| name)
    }
}

/// A connected part of the floor to which the same has happened.
#[derive(Clone, Debug)]
pub struct Region {
    pub change: FloorChange,
    /// The square in its middle; metres.
    pub at: DVec3,
    /// Square metres.
    pub area: f64,
    /// How soon walkers get to that square, in the old and in the new level; seconds. `None`: not at all.
    pub seconds: [Option<f64>; 2],
    /// Its squares, sorted, each with the height of its floor.
    squares: Vec<([i64; 2], f64)>,
}

impl Region {
    /// The middle between how soon walkers get there in both levels; seconds. `None`: they do not get there in one of them.
    pub fn middle(&self) -> Option<f64> {
        let [old, new] = self.seconds;
        Some((old? + new?) / 2.0)
    }

    /// Whether the floor at a place is part of it. `side` is that of a square; metres.
    pub fn contains(&self, place: DVec3, side: f64) -> bool {
        let at = column_at(place, side);
        let first = self.squares.partition_point(|(square, _)| *square < at);
        let column = self.squares[first..].iter();
        column
            .take_while(|(square, _)| *square == at)
            .any(|(_, height)| (height - place.y).abs() <= SAME_FLOOR)
    }
}

impl Floor {
    /// The floor of these squares, as the audit of a level lists them.
    pub fn of(squares: &[HeatSquare]) -> Self {
        let side = squares.first().map_or(0.0, |square| square.side);
        let mut floor = Self {
            side,
            columns: BTreeMap::new(),
        };
        for square in squares {
            let column = floor.columns.entry(floor.column_of(square)).or_default();
            column.push(*square);
        }
        floor
    }

    fn column_of(&self, square: &HeatSquare) -> [i64; 2] {
        // The corner of a square is a multiple of its side.
        square
            .corner
            .map(|along| (along / self.side).round() as i64)
    }

    /// What both audits of one level have found.
    pub fn joined(mut self, other: Self) -> Self {
        if self.side == 0.0 {
            return other;
        }
        for (at, column) in other.columns {
            let known = self.columns.entry(at).or_default();
            for square in column {
                match nearest(known.iter_mut(), square.height) {
                    Some(same) => {
                        same.visits += square.visits;
                        same.soonest = match (same.soonest, square.soonest) {
                            (Some(a), Some(b)) => Some(min(a, b)),
                            (a, b) => a.or(b),
                        };
                        same.way_back = same.way_back.max(square.way_back);
                    }
                    None => known.push(square),
                }
            }
        }
        self
    }

    /// Whether squares of both are of one size, so that they can be compared.
    pub fn is_like(&self, other: &Self) -> bool {
        self.side == other.side || self.side == 0.0 || other.side == 0.0
    }

    /// All squares.
    pub fn squares(&self) -> impl Iterator<Item = &HeatSquare> {
        self.columns.values().flatten()
    }

    fn square(&self, at: [i64; 2], height: f64) -> Option<&HeatSquare> {
        nearest(self.columns.get(&at)?.iter(), height)
    }

    /// The squares of the floor around a place.
    fn around(&self, place: DVec3) -> impl Iterator<Item = &HeatSquare> {
        let columns = columns_around(column_at(place, self.side), 1);
        columns.filter_map(move |at| self.square(at, place.y))
    }

    /// Whether a way leads back from the floor at a place. `None`: no walker was there.
    pub fn way_back(&self, place: DVec3) -> Option<WayBack> {
        self.around(place)
            .filter_map(|square| square.way_back)
            .max()
    }

    /// How soon walkers came to the floor at a place. `None`: not at all.
    fn soonest(&self, place: DVec3) -> Option<f64> {
        self.square(column_at(place, self.side), place.y)?.soonest
    }

    /// Whether walkers came to the floor at a place in the `other` level only, or much sooner.
    pub fn differs_at(&self, other: &Self, place: DVec3) -> bool {
        match (self.soonest(place), other.soonest(place)) {
            (None, Some(_)) => true,
            (Some(here), Some(there)) => compared(there, here) == Some(FloorChange::Later),
            _ => false,
        }
    }

    /// Whether there is a floor at a place, reached or not.
    pub fn is_there(&self, place: DVec3) -> bool {
        self.around(place).next().is_some()
    }

    /// Whether walkers came to the floor at a place.
    pub fn is_reached(&self, place: DVec3) -> bool {
        self.around(place).any(|square| square.soonest.is_some())
    }

    /// Whether a walker was so near to a place that it would have met what is there.
    pub fn was_near(&self, place: DVec3) -> bool {
        columns_around(column_at(place, self.side), 2).any(|at| {
            let column = self.columns.get(&at);
            let is_near = |square: &HeatSquare| {
                square.soonest.is_some() && (square.height - place.y).abs() < NEAR
            };
            column.is_some_and(|column| column.iter().any(is_near))
        })
    }

    /// The share of the squares of `region` that walkers reached here, and how soon they were at its middle.
    pub fn look_at(&self, region: &Region) -> (f64, Option<f64>) {
        let squares = region.squares.iter();
        let found: Vec<_> = squares
            .map(|(at, height)| self.square(*at, *height).and_then(|square| square.soonest))
            .collect();
        let mut seconds: Vec<_> = found.iter().flatten().copied().collect();
        seconds.sort_unstable_by(f64::total_cmp);
        let share = seconds.len() as f64 / found.len().max(1) as f64;
        (share, seconds.get(seconds.len() / 2).copied())
    }

    /// What has happened to `square` of this level, which is the old one, or, if `is_new`, the new one.
    pub fn change_of(
        &self,
        square: &HeatSquare,
        other: &Self,
        is_new: bool,
    ) -> Option<FloorChange> {
        let same = other.square(other.column_of(square), square.height);
        let (here, there) = (square.soonest, same.and_then(|same| same.soonest));
        match (is_new, here, there) {
            (true, Some(_), None) => Some(FloorChange::Gained),
            (true, Some(now), Some(before)) => compared(before, now),
            (false, Some(_), None) => Some(FloorChange::Lost),
            _ => None,
        }
    }
}

/// The column of a place, among squares with this `side`; metres.
fn column_at(place: DVec3, side: f64) -> [i64; 2] {
    [place.x, place.z].map(|along| (along / side).floor() as i64)
}

/// The column `at`, and those at most `reach` columns away along each axis.
fn columns_around([x, z]: [i64; 2], reach: i64) -> impl Iterator<Item = [i64; 2]> {
    let along = -reach..=reach;
    let pairs = along
        .clone()
        .flat_map(move |dx| along.clone().map(move |dz| [dx, dz]));
    pairs.map(move |[dx, dz]| [x + dx, z + dz])
}

fn compared(before: f64, now: f64) -> Option<FloorChange> {
    let differs = |less: f64, more: f64| more > less * MIN_FACTOR && more - less > MIN_SECONDS;
    if differs(before, now) {
        Some(FloorChange::Later)
    } else if differs(now, before) {
        Some(FloorChange::Sooner)
    } else {
        None
    }
}

/// The square that is nearest to `height`, of those that are the same floor.
fn nearest<S: core::borrow::Borrow<HeatSquare>>(
    squares: impl Iterator<Item = S>,
    height: f64,
) -> Option<S> {
    let gap = |square: &S| (square.borrow().height - height).abs();
    squares
        .filter(|square| gap(square) <= SAME_FLOOR)
        .min_by(|a, b| gap(a).total_cmp(&gap(b)))
}

/// What has happened to the floor from `old` to `new`: the largest parts of each kind first.
pub fn regions(old: &Floor, new: &Floor) -> Vec<Region> {
    if !old.is_like(new) {
        return Vec::new();
    }
    let of_old = old.squares().map(|square| (old, square, new, false));
    let of_new = new.squares().map(|square| (new, square, old, true));
    let mut groups: BTreeMap<FloorChange, BTreeMap<[i64; 2], Vec<f64>>> = BTreeMap::new();
    for (floor, square, other, is_new) in of_old.chain(of_new) {
        if let Some(change) = floor.change_of(square, other, is_new) {
            let columns = groups.entry(change).or_default();
            columns
                .entry(floor.column_of(square))
                .or_default()
                .push(square.height);
        }
    }
    let mut regions = Vec::new();
    for (change, mut left) in groups {
        while let Some((at, heights)) = left.first_key_value() {
            let (at, height) = (*at, heights[0]);
            let mut squares = flood(at, height, &mut left);
            squares.sort_by_key(|(at, _)| *at);
            let region = region(change, squares, old, new);
            let least = match change {
                FloorChange::Later | FloorChange::Sooner => MIN_LATER_AREA,
                _ => MIN_AREA,
            };
            regions.extend(Some(region).filter(|region| region.area >= least));
        }
    }
    regions.sort_by(|a, b| {
        (a.change, b.area)
            .partial_cmp(&(b.change, a.area))
            .unwrap_or(core::cmp::Ordering::Equal)
    });
    regions
}

/// Takes the squares that are connected with the one at `at` out of `left`.
fn flood(
    at: [i64; 2],
    height: f64,
    left: &mut BTreeMap<[i64; 2], Vec<f64>>,
) -> Vec<([i64; 2], f64)> {
    let (mut found, mut open) = (Vec::new(), vec![(at, height)]);
    while let Some((at, height)) = open.pop() {
        let Some(heights) = left.get_mut(&at) else {
            continue;
        };
        let Some(number) = heights
            .iter()
            .position(|other| (other - height).abs() <= SAME_FLOOR)
        else {
            continue;
        };
        let height = heights.remove(number);
        if heights.is_empty() {
            left.remove(&at);
        }
        found.push((at, height));
        open.extend(columns_around(at, 1).map(|at| (at, height)));
    }
    found
}

fn region(change: FloorChange, squares: Vec<([i64; 2], f64)>, old: &Floor, new: &Floor) -> Region {
    let side = max(old.side, new.side);
    let place = |(at, height): &([i64; 2], f64)| {
        let [x, z] = at.map(|along| (along as f64 + 0.5) * side);
        DVec3::new(x, *height, z)
    };
    let sum: DVec3 = squares.iter().map(place).sum();
    let middle = sum / squares.len().max(1) as f64;
    let gap = |square: &&([i64; 2], f64)| place(square).distance_squared(middle);
    let central = squares.iter().min_by(|a, b| gap(a).total_cmp(&gap(b)));
    let central = central.copied().unwrap_or_default();
    let soonest = |floor: &Floor| {
        floor
            .square(central.0, central.1)
            .and_then(|square| square.soonest)
    };
    let columns: BTreeSet<_> = squares.iter().map(|(at, _)| at).collect();
    Region {
        change,
        at: place(&central),
        area: columns.len() as f64 * side * side,
        seconds: [soonest(old), soonest(new)],
        squares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, z: f64, height: f64, soonest: Option<f64>) -> HeatSquare {
        let mut audit =
            sidle_audit::Audit::new(crate::test_support::courtyard(), "", Default::default());
        audit.explore(1);
        let mut square = audit.heat()[0];
        (square.corner, square.side, square.height, square.soonest) =
            ([x, z], 0.5, height, soonest);
        square
    }

    #[test]
    fn a_floor_is_lost_gone_gained_or_reached_later() {
        let template = square(0.0, 0.0, 0.0, Some(1.0));
        let strip = |from: i32, to: i32, height: f64, soonest: Option<f64>| {
            (from..to).flat_map(move |x| {
                (0..8).map(move |z| {
                    let mut square = template;
                    square.corner = [f64::from(x) * 0.5, f64::from(z) * 0.5];
                    (square.height, square.soonest) = (height, soonest);
                    square
                })
            })
        };
        let floor = |strips: Vec<HeatSquare>| Floor::of(&strips);
        let old = floor(
            strip(0, 8, 0.0, Some(1.0))
                .chain(strip(8, 16, 0.0, Some(2.0)))
                .chain(strip(16, 20, 3.0, Some(9.0)))
                .collect(),
        );
        let new = floor(
            strip(0, 8, 0.3, Some(9.0))
                .chain(strip(8, 16, 0.0, None))
                .chain(strip(24, 28, 0.0, Some(1.0)))
                .collect(),
        );
        let found: Vec<_> = regions(&old, &new)
            .into_iter()
            .map(|region| (region.change, region.area))
            .collect();
        assert_eq!(
            found,
            [
                (FloorChange::Lost, 16.0),
                (FloorChange::Lost, 8.0),
                (FloorChange::Gained, 8.0),
                (FloorChange::Later, 16.0),
            ]
        );
        assert_eq!(regions(&old, &old).len(), 0);
        assert_eq!(regions(&Floor::default(), &Floor::default()).len(), 0);
        // What one of two audits has reached counts.
        let both = new.joined(old.clone());
        let lost = regions(&old, &both)
            .into_iter()
            .filter(|region| region.change != FloorChange::Gained);
        assert_eq!(lost.count(), 0);
    }
}
