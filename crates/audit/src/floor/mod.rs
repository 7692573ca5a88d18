//! The floor of a level by its faces: where a body could stand, and which parts of it belong together.
//!
//! Reading order: [`Floor`] here, `finder.rs` (finds its points), `columns.rs` (looks up a column of the plan), `solid.rs` (insides
//! of solids, where no player should be), `sight.rs` (closed walls between two points), `air.rs` (what is outside of a map),
//! `open.rs` (open floor, far from rims and walls), `platforms.rs` (floors of movers), `reach.rs` (to which floor one expects a way),
//! `cell.rs` (which states count as the same place) and `sector.rs` (the part that one of several audits explores first).

mod air;
mod cell;
mod columns;
mod finder;
mod open;
mod platforms;
mod reach;
mod sector;
mod sight;
mod solid;

pub use cell::{Cell, Grid, PlaceId, Support};
pub use columns::{Columns, around};
pub use platforms::Platform;
pub use sector::Sector;
pub use sight::{is_free, is_free_for_ball};

use std::sync::OnceLock;

use sidle::glam::DVec3;

use finder::Finder;
use sidle::geometry::Aabb;
use sidle::geometry::float::max;
use sidle::player::Controller;
use sidle::sim::Sim;

/// How far above or below a point of the floor a walker may be to have reached it, in layers of cells.
const NEAR_LAYER: u32 = 1;

/// Neighbouring points on a slope may differ in height by this many times what their distance and the slope give. Smaller: a
/// bumpy slope falls apart into patches; larger: a ledge counts as a slope.
const SLOPE_MARGIN: f64 = 1.1;

/// A point where a body could stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorPoint {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The point of the floor below it.
    pub contact: DVec3,
    /// How much the floor rises in a metre.
    pub slope: f64,
    /// The highest step up onto it; metres.
    pub step_height: f64,
    /// The patch that it belongs to.
    pub patch: u32,
    /// How many of the four points next to it a walker gets to from here, and back.
    pub neighbours: u8,
}

impl FloorPoint {
    /// Whether the patch ends next to it, at a wall, an edge or a slope.
    pub fn is_rim(&self) -> bool {
        self.neighbours < 4
    }
}

/// A connected part of the floor. A walker gets from each of its points to all others without a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The point nearest to its middle.
    pub middle: u32,
    pub points: u32,
    /// How many of the points are not at the rim.
    pub inner: u32,
    /// Whether a player at the spawn would expect a way to it.
    pub is_expected: bool,
}

/// The floor of a level.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// Sorted by column along X, then along Z, then from below.
    pub points: Vec<FloorPoint>,
    pub patches: Vec<Patch>,
    pub platforms: Vec<Platform>,
    /// How many points a player at the spawn would expect to reach.
    pub expected: usize,
    /// How far above other floor they may be; metres.
    pub limit: f64,
    /// The area of a point; square metres.
    pub area: f64,
    /// The points of each column.
    columns: Columns,
    /// Whether each point is open floor, far from every rim and wall.
    pub open: Vec<bool>,
    /// The distance between neighbouring points; metres.
    pub side: f64,
    /// For each patch, and then for each platform, the others to which a player there would expect a way.
    leads_to: Vec<Vec<u32>>,
    /// Whether air leads to each of them in a map from the spawn. `None`: it leads everywhere.
    air: Option<Vec<bool>>,
    /// Whether walls are the brushes of a map.
    pub is_map: bool,
    /// The patch on which a player stands first.
    first: u32,
    /// Whether each of them lies in a solid, once somebody has asked.
    solid: Vec<OnceLock<bool>>,
}

impl Floor {
    /// The floor of the level of `sim`, which is before its first tick. A player expects a way to floor that is up to `rise` above
    /// the highest climb, and to a closed room, unless walls are the brushes of a map: between those, not everything that is closed is a
    /// room. `map` has the bounds of such a level.
    pub fn of(sim: &Sim, grid: &Grid, rise: f64, map: Option<Aabb>) -> Self {
        let finder = Finder::new(sim, grid);
        let mut floor = Self {
            area: grid.side * grid.side,
            side: grid.side,
            limit: highest_climb(sim) + rise,
            is_map: map.is_some(),
            ..Self::default()
        };
        for column in finder.points().chunk_by(|a, b| a.0 == b.0) {
            floor.points.extend(column.iter().map(|(_, point)| *point));
            floor.columns.push(column[0].0, floor.points.len() as u32);
        }
        floor.connect();
        floor.open = floor.open_points(sim);
        floor.platforms = Platform::all(sim, &finder);
        floor.mark_expected(sim, map);
        let expected = floor.patches.iter().filter(|patch| patch.is_expected);
        floor.expected = expected.map(|patch| patch.points as usize).sum();
        floor
    }

    /// Whether a player at the spawn would expect a way to a point.
    pub fn is_expected(&self, point: usize) -> bool {
        self.patches[self.points[point].patch as usize].is_expected
    }

    /// The column of a position.
    pub fn column(&self, position: DVec3) -> [i32; 2] {
        [position.x, position.z].map(|along| (along / self.side).floor() as i32)
    }

    /// The points of a column, from below.
    pub fn of_column(&self, column: [i32; 2]) -> core::ops::Range<usize> {
        self.columns.items(column)
    }

    /// The points that a walker has reached if its position lies in this box of `grid`.
    pub fn in_box(&self, [x, y, z]: [i32; 3], grid: &Grid) -> impl Iterator<Item = usize> + '_ {
        let grid = *grid;
        self.of_column([x, z]).filter(move |point| {
            let layer = grid.at(self.points[*point].position)[1];
            layer.abs_diff(y) <= NEAR_LAYER
        })
    }

    /// How much memory it takes; bytes.
    pub fn memory(&self) -> usize {
        let leads_to = self.leads_to.iter().map(|next| size_of_val(&**next));
        let platforms = self.platforms.iter().map(Platform::memory);
        self.points.len() * (size_of::<FloorPoint>() + 1)
            + self.columns.memory()
            + self.patches.len() * size_of::<Patch>()
            + self.leads_to.len() * (size_of::<Vec<u32>>() + size_of::<OnceLock<bool>>() + 1)
            + leads_to.sum::<usize>()
            + platforms.sum::<usize>()
    }

    /// The points within `reach` of `position`, measured in columns.
    pub fn near(&self, position: DVec3, reach: f64) -> impl Iterator<Item = usize> + '_ {
        let columns = (reach / self.side).ceil() as i32;
        around(self.column(position), columns).flat_map(|column| self.of_column(column))
    }

    /// Connects neighbouring points, and makes patches of them.
    fn connect(&mut self) {
        let roots = self.connect_neighbours();
        let sums = self.number_patches(roots);
        self.patches = self.with_middles(sums);
    }

    /// Counts the neighbours of each point. Returns a forest in which each point has its parent, and the points that are
    /// connected share a tree, as in a union-find algorithm.
    fn connect_neighbours(&mut self) -> Vec<u32> {
        let mut roots: Vec<u32> = (0..self.points.len() as u32).collect();
        for a in 0..self.points.len() {
            let [x, z] = self.column(self.points[a].position);
            for neighbour in [[x + 1, z], [x, z + 1]] {
                for b in self.of_column(neighbour) {
                    if !self.are_connected(a, b) {
                        continue;
                    }
                    self.points[a].neighbours = self.points[a].neighbours.saturating_add(1);
                    self.points[b].neighbours = self.points[b].neighbours.saturating_add(1);
                    let (a, b) = (root(&roots, a as u32), root(&roots, b as u32));
                    roots[a.max(b) as usize] = a.min(b);
                }
            }
        }
        roots
    }

    /// Numbers the trees of the forest as patches. Returns the patches without their middles, each with the sum of its
    /// positions.
    fn number_patches(&mut self, mut roots: Vec<u32>) -> Vec<(DVec3, Patch)> {
        let mut sums: Vec<(DVec3, Patch)> = Vec::new();
        for at in 0..self.points.len() as u32 {
            let first = root(&roots, at);
            roots[at as usize] = first;
            let patch = if first == at {
                sums.push((
                    DVec3::ZERO,
                    Patch {
                        middle: at,
                        points: 0,
                        inner: 0,
                        is_expected: false,
                    },
                ));
                sums.len() as u32 - 1
            } else {
                self.points[first as usize].patch
            };
            let point = &mut self.points[at as usize];
            point.patch = patch;
            let (sum, patch) = &mut sums[patch as usize];
            *sum += point.position;
            patch.points += 1;
            patch.inner += u32::from(!point.is_rim());
        }
        sums
    }

    /// The patches with their middles, from the sums of their positions.
    fn with_middles(&self, mut sums: Vec<(DVec3, Patch)>) -> Vec<Patch> {
        for (at, point) in (0..).zip(&self.points) {
            let (sum, patch) = &mut sums[point.patch as usize];
            let mean = *sum / f64::from(patch.points);
            let nearest = self.points[patch.middle as usize].position;
            if point.position.distance_squared(mean) < nearest.distance_squared(mean) {
                patch.middle = at;
            }
        }
        sums.into_iter().map(|(_, patch)| patch).collect()
    }

    /// Whether a walker gets from one point to the other, which is next to it, and back.
    fn are_connected(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.points[a], &self.points[b]);
        let rise = (a.position.y - b.position.y).abs();
        let upper = if a.position.y > b.position.y { a } else { b };
        rise <= upper.step_height + max(a.slope, b.slope) * self.side * SLOPE_MARGIN
    }

    /// Whether a walker gets from one point to the other, a direct or diagonal neighbour, by a step up or down of any depth.
    pub fn is_step(&self, from: usize, to: usize) -> bool {
        let (a, b) = (&self.points[from], &self.points[to]);
        let slope = max(a.slope, b.slope) * self.side * SLOPE_MARGIN * core::f64::consts::SQRT_2;
        b.position.y - a.position.y <= b.step_height + slope
    }
}

/// How far the feet of the walker of `sim` are below its position; metres.
pub fn foot(sim: &Sim) -> f64 {
    let tuning = sim.tuning();
    match (tuning.box_half_extents, sim.player().controller) {
        (Some(half), Controller::Boxed) => half.y,
        _ => tuning.radius,
    }
}

/// How high above the feet of the walker of `sim` a ledge may be that it climbs onto; metres.
pub fn highest_ledge(sim: &Sim) -> f64 {
    match sim.player().controller {
        Controller::Swept => sim.tuning().mantle_height,
        _ => 0.0,
    }
}

/// How high a thing may be for the walker of `sim` to get onto it by a jump, and then a step or a climb onto a ledge; metres.
pub fn highest_climb(sim: &Sim) -> f64 {
    let tuning = sim.tuning();
    let jump = if tuning.gravity > 0.0 {
        tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity)
    } else {
        f64::INFINITY
    };
    let step = max(tuning.step_height, sim.world().highest_step());
    jump + max(step, highest_ledge(sim))
}

/// The root of the tree that `at` belongs to, which is the tree's first point.
fn root(roots: &[u32], mut at: u32) -> u32 {
    while roots[at as usize] != at {
        at = roots[at as usize];
    }
    at
}

#[cfg(test)]
mod tests;
