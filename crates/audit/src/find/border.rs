//! Where a level simply ends: falls over its outer edge, distinguished from those through holes in its floors
//! and walls.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sidle::glam::DVec3;

use crate::floor::Floor;
use crate::walk::Surroundings;
use sidle::geometry::Segment;
use sidle::geometry::float::max;
use sidle::world::World;

/// A void of at least this area does not count as a hole in a level, even if the level surrounds it; square metres.
const MIN_VOID: f64 = 400.0;

/// How high above a walker's way a wall makes an opening of it; metres. Smaller: a gate in an outer wall is the end of a level;
/// larger: a bridge above an edge makes a gate of it.
const ABOVE: f64 = 4.0;

/// How closely it is looked for; metres. Smaller: it takes longer; larger: a thin beam is missed.
const STEP: f64 = 0.25;

/// Where a walker leaves a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Below something, such as through a window.
    Opening,
    /// Into a hole that the level surrounds. The column names it.
    Hole([i32; 2]),
    /// Over the edge of the whole level.
    End,
}

/// The voids of a level: columns of its plan without anything in them.
pub(super) struct Border<'e> {
    world: &'e World,
    floor: &'e Floor,
    surroundings: &'e Surroundings,
    /// The owners of the columns that were looked at.
    voids: BTreeMap<[i32; 2], Exit>,
}

impl<'e> Border<'e> {
    /// The border of a level.
    pub fn new(world: &'e World, floor: &'e Floor, surroundings: &'e Surroundings) -> Self {
        Self {
            world,
            floor,
            surroundings,
            voids: BTreeMap::new(),
        }
    }

    /// Where a walker falls that could stand at `from`, and had nothing below it at `beyond`.
    pub fn exit(&mut self, from: DVec3, beyond: DVec3) -> Exit {
        let direction = (beyond - from).with_y(0.0).normalize_or_zero();
        if self.is_opening(from, beyond + direction * STEP) {
            return Exit::Opening;
        }
        let near = [beyond, beyond + direction * self.surroundings.grid.side];
        let columns = near.map(|at| self.floor.column(at));
        match columns.into_iter().find(|column| self.is_empty(*column)) {
            Some(column) => self.void_at(column),
            None => Exit::Opening,
        }
    }

    /// Whether there is a wall above the way.
    fn is_opening(&self, from: DVec3, to: DVec3) -> bool {
        let to = to.with_y(from.y);
        (1..=(ABOVE / STEP) as u32).any(|step| {
            let up = DVec3::Y * (f64::from(step) * STEP);
            let above = Segment::new(from + up, to + up);
            self.world.intersect_segment(&above).is_some()
        })
    }

    /// The void that an empty column belongs to.
    fn void_at(&mut self, first: [i32; 2]) -> Exit {
        if let Some(known) = self.voids.get(&first) {
            return *known;
        }
        let side = self.surroundings.grid.side;
        let most = (MIN_VOID / (side * side)) as usize;
        let (mut seen, mut open) = (BTreeSet::from([first]), VecDeque::from([first]));
        let mut exit = Exit::Hole(first);
        while let Some([x, z]) = open.pop_front() {
            if seen.len() >= most || self.is_beyond([x, z]) {
                exit = Exit::End;
                break;
            }
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            for next in steps.map(|(dx, dz)| [x.saturating_add(dx), z.saturating_add(dz)]) {
                if self.is_empty(next) && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        self.voids
            .extend(seen.into_iter().map(|column| (column, exit)));
        exit
    }

    /// The middle of a column, along X and Z.
    fn middle(&self, column: [i32; 2]) -> [f64; 2] {
        column.map(|along| (f64::from(along) + 0.5) * self.surroundings.grid.side)
    }

    /// Whether a column lies next to the whole level.
    fn is_beyond(&self, column: [i32; 2]) -> bool {
        let [x, z] = self.middle(column);
        self.surroundings.bounds.is_none_or(|bounds| {
            let (low, high) = (bounds.min(), bounds.max());
            x < low.x || x > high.x || z < low.z || z > high.z
        })
    }

    /// Whether nothing lies in a column.
    fn is_empty(&self, column: [i32; 2]) -> bool {
        let [x, z] = self.middle(column);
        let bottom = self.surroundings.bottom;
        self.surroundings.bounds.is_none_or(|bounds| {
            let top = DVec3::new(x, max(bounds.max().y, bottom) + 1.0, z);
            let fall = Segment::new(top, top.with_y(bottom));
            self.is_beyond(column) || self.world.intersect_segment(&fall).is_none()
        })
    }
}
