//! The floor of a level by its faces: where a body could stand, and which parts of it belong together.
//!
//! Reading order: [`Floor`] here, `columns.rs` (finds a column of its plan), `solid.rs` (insides of solids, where nobody is
//! meant to be), `open.rs` (far from rims and walls), `cell.rs` (which states count as the same place) and `sector.rs` (the
//! part that one of several audits explores first).

mod cell;
mod columns;
mod open;
mod sector;
mod solid;

pub use cell::{Cell, Grid, PlaceId, Support};
pub use sector::Sector;

use core::ops::RangeInclusive;

use sidle::glam::DVec3;

use crate::parallel;
use columns::Columns;
use sidle::geometry::Triangle;
use sidle::geometry::float::{max, min};
use sidle::player::{Ground, PlayerState, Tuning};
use sidle::sim::Sim;
use sidle::tolerance::STOP_GAP;
use sidle::world::{
    BoxId, ColliderId, FilteredWorld, PlacedBody, SlopeLimit, TriangleId, World, floor_cos,
    floor_plan,
};

/// The most points of a floor. Larger: a level whose floors lie above one another a thousand times takes too much memory.
const MAX_POINTS: usize = 12_000_000;

/// How often a body is lifted out of another floor face next to the one that it stands on.
const LIFTS: usize = 4;

/// How far apart two floors may be for a player to expect a way between them; metres: level, and upwards beyond the
/// reach of a climb. Smaller: a ledge that is too high is no finding; larger: every roof is one.
const NEAR_FLOOR: f64 = 2.5;
const NEAR_RISE: f64 = 1.0;

/// How far away the sides of a solid are, at most; metres. Larger: it takes longer.
const LARGEST_SOLID: f64 = 500.0;

/// How far above or below a point of the floor a walker may be to have reached it, in layers of cells.
const NEAR_LAYER: u32 = 1;

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
    /// How many of the four points next to it belong to the same patch directly.
    pub neighbours: u8,
}

impl FloorPoint {
    /// Whether the patch ends next to it: at a wall, an edge or a slope.
    pub fn is_rim(&self) -> bool {
        self.neighbours < 4
    }
}

/// A part of the floor: its points can be walked between without a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The point nearest to its middle.
    pub middle: u32,
    pub points: u32,
    /// How many of them are surrounded by others.
    pub inner: u32,
    /// Whether a player would expect a way to it.
    pub is_expected: bool,
}

/// The floor of a level.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// In the order of columns along X, then along Z, then from below.
    pub points: Vec<FloorPoint>,
    pub patches: Vec<Patch>,
    /// How many points a player would expect to reach.
    pub expected: usize,
    /// The area of a point; square metres.
    pub area: f64,
    /// The points of each column.
    columns: Columns,
    /// Whether each point lies far from everything: a walker there can walk to every side.
    pub open: Vec<bool>,
    /// The distance of two points; metres.
    pub side: f64,
}

impl Floor {
    /// The floor of the level of `sim`, which is before its first tick.
    pub fn of(sim: &Sim, grid: &Grid) -> Self {
        let finder = Finder::new(sim, grid);
        let mut floor = Self {
            area: grid.side * grid.side,
            side: grid.side,
            ..Self::default()
        };
        for column in finder.points().chunk_by(|a, b| a.0 == b.0) {
            floor.points.extend(column.iter().map(|(_, point)| *point));
            floor.columns.push(column[0].0, floor.points.len() as u32);
        }
        floor.connect();
        floor.open = floor.open_points(sim);
        let climb = highest_climb(sim.tuning(), sim.world());
        floor.mark_expected(sim, climb);
        let expected = floor.patches.iter().filter(|patch| patch.is_expected);
        floor.expected = expected.map(|patch| patch.points as usize).sum();
        floor
    }

    /// Whether a player would expect a way to a point.
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

    /// The points that a walker reaches whose position lies in this box of `grid`.
    pub fn in_box(&self, [x, y, z]: [i32; 3], grid: &Grid) -> impl Iterator<Item = usize> + '_ {
        let grid = *grid;
        self.of_column([x, z]).filter(move |point| {
            let layer = grid.at(self.points[*point].position)[1];
            layer.abs_diff(y) <= NEAR_LAYER
        })
    }

    /// How much memory it takes; bytes.
    pub fn memory(&self) -> usize {
        self.points.len() * (size_of::<FloorPoint>() + 1) + self.columns.memory()
    }

    /// The points within `reach` of `position`, measured in columns.
    pub fn near(&self, position: DVec3, reach: f64) -> impl Iterator<Item = usize> + '_ {
        let [x, z] = self.column(position);
        let columns = (reach / self.side).ceil() as i32;
        let around =
            move |middle: i32| middle.saturating_sub(columns)..=middle.saturating_add(columns);
        around(x).flat_map(move |x| around(z).flat_map(move |z| self.of_column([x, z])))
    }

    /// Connects neighbouring points, and makes patches of them.
    fn connect(&mut self) {
        let mut roots: Vec<u32> = (0..self.points.len() as u32).collect();
        for a in 0..self.points.len() {
            let [x, z] = self.column(self.points[a].position);
            for beside in [[x + 1, z], [x, z + 1]] {
                for b in self.of_column(beside) {
                    if !self.leads(a, b) {
                        continue;
                    }
                    self.points[a].neighbours = self.points[a].neighbours.saturating_add(1);
                    self.points[b].neighbours = self.points[b].neighbours.saturating_add(1);
                    let (a, b) = (root(&roots, a as u32), root(&roots, b as u32));
                    roots[a.max(b) as usize] = a.min(b);
                }
            }
        }
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
        for (at, point) in (0..).zip(&self.points) {
            let (sum, patch) = &mut sums[point.patch as usize];
            let middle = *sum / f64::from(patch.points);
            let known = self.points[patch.middle as usize].position;
            if point.position.distance_squared(middle) < known.distance_squared(middle) {
                patch.middle = at;
            }
        }
        self.patches = sums.into_iter().map(|(_, patch)| patch).collect();
    }

    /// Whether a walker gets from one point to the other, which is next to it, and back.
    fn leads(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.points[a], &self.points[b]);
        let rise = (a.position.y - b.position.y).abs();
        let upper = if a.position.y > b.position.y { a } else { b };
        rise <= upper.step_height + max(a.slope, b.slope) * self.side * 1.1
    }

    /// Whether a walker steps from one point to the other, which is next to it, or next to it and ahead, even if it
    /// may be lower.
    pub fn is_step(&self, from: usize, to: usize) -> bool {
        let (a, b) = (&self.points[from], &self.points[to]);
        let slope = max(a.slope, b.slope) * self.side * 1.1 * core::f64::consts::SQRT_2;
        b.position.y - a.position.y <= b.step_height + slope
    }

    /// Marks the patches to which a player at the spawn would expect a way, but not those in solids.
    fn mark_expected(&mut self, sim: &Sim, climb: f64) {
        let (spawn, world) = (sim.rules().spawn.position, sim.world());
        // Whatever is below the spawn, or nearest to it.
        let mut nearest: Option<(f64, u32)> = None;
        for point in &self.points {
            let away = point.position.distance_squared(spawn);
            if nearest.is_none_or(|(least, _)| away < least) {
                nearest = Some((away, point.patch));
            }
        }
        let Some((_, first)) = nearest else { return };
        let mut ways = vec![Vec::new(); self.patches.len()];
        for point in self.points.iter().filter(|point| point.is_rim()) {
            for other in self.near(point.position, NEAR_FLOOR) {
                let other = &self.points[other];
                let rise = other.position.y - point.position.y;
                if other.patch != point.patch && rise <= climb + NEAR_RISE {
                    ways[point.patch as usize].push(other.patch);
                }
            }
            ways[point.patch as usize].sort_unstable();
            ways[point.patch as usize].dedup();
        }
        let mut open = vec![first];
        let mut known = vec![false; self.patches.len()];
        known[first as usize] = true;
        self.patches[first as usize].is_expected = true;
        while let Some(patch) = open.pop() {
            for next in &ways[patch as usize] {
                if core::mem::replace(&mut known[*next as usize], true) {
                    continue;
                }
                let patch = &mut self.patches[*next as usize];
                let middle = self.points[patch.middle as usize].position;
                patch.is_expected = !solid::encloses(world, middle, LARGEST_SOLID);
                if patch.is_expected {
                    open.push(*next);
                }
            }
        }
    }
}

/// How high a walker gets onto something in `world`: by a jump and the highest step; metres.
pub fn highest_climb(tuning: &Tuning, world: &World) -> f64 {
    let jump = if tuning.gravity > 0.0 {
        tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity)
    } else {
        f64::INFINITY
    };
    jump + max(tuning.step_height, world.highest_step())
}

/// How much a floor with this `normal` rises in a metre.
fn slope(normal: DVec3) -> f64 {
    (1.0 - min(normal.y * normal.y, 1.0)).sqrt() / normal.y
}

/// The first point of the tree that `at` belongs to.
fn root(roots: &[u32], at: u32) -> u32 {
    let mut at = at;
    while roots[at as usize] != at {
        at = roots[at as usize];
    }
    at
}

/// Finds the points.
struct Finder<'s> {
    world: &'s World,
    tuning: &'s Tuning,
    player: PlayerState,
    side: f64,
    height: f64,
    slope: SlopeLimit,
    /// The boxes of movers, which are no floor.
    movers: Vec<u32>,
}

impl<'s> Finder<'s> {
    fn new(sim: &'s Sim, grid: &Grid) -> Self {
        let tuning = sim.tuning();
        Self {
            world: sim.world(),
            tuning,
            player: PlayerState {
                ground: Ground::Floor { normal: DVec3::Y },
                ..PlayerState::at_spawn(&sim.rules().spawn)
            },
            side: grid.side,
            height: grid.height,
            slope: SlopeLimit::of_walker(sim.world(), floor_cos(tuning.max_slope_deg)),
            movers: sim.movers().iter().map(|driven| driven.id.0).collect(),
        }
    }

    /// The points with their columns, sorted by column, and from below.
    fn points(&self) -> Vec<([i32; 2], FloorPoint)> {
        let triangles = self.world.triangles();
        let plan_of = |piece: &[Triangle]| {
            let sizes = piece.iter().map(|triangle| {
                let [x, z] = self.cells(&triangle.vertices());
                x.size_hint().0 as f64 * z.size_hint().0 as f64
            });
            sizes.sum::<f64>()
        };
        let plans = parallel::map_pieces(triangles, |_, piece| plan_of(piece));
        let mut found = Vec::new();
        let add_all = |first: usize, piece: &[Triangle], found: &mut Vec<_>| {
            for (id, triangle) in (first as u32..).map(TriangleId).zip(piece) {
                self.add(ColliderId::Triangle(id), triangle.vertices(), found);
            }
        };
        // The floors of a level that lie above one another too often are found one by one, so that memory stays bounded.
        if plans.iter().sum::<f64>() > MAX_POINTS as f64 * 2.0 {
            add_all(0, triangles, &mut found);
        } else {
            let pieces = parallel::map_pieces(triangles, |first, piece| {
                let mut found = Vec::new();
                add_all(first, piece, &mut found);
                found
            });
            found.extend(pieces.into_iter().flatten().take(MAX_POINTS));
        }
        for (number, obb) in (0..).zip(self.world.boxes()) {
            if !self.movers.contains(&number) {
                let of = ColliderId::Box(BoxId(number));
                for [a, b, c, d] in floor_plan::faces_above(obb) {
                    self.add(of, [a, b, c], &mut found);
                    self.add(of, [a, c, d], &mut found);
                }
            }
        }
        found.sort_by(|(column, a), (other, b)| {
            let beside = column.cmp(other);
            beside.then(a.position.y.total_cmp(&b.position.y))
        });
        found.dedup_by(|(column, b), (other, a)| {
            column == other && b.position.y - a.position.y < self.height
        });
        found
    }

    /// The columns whose middles lie in the bounds of a triangle, along X and along Z.
    fn cells(&self, [a, b, c]: &[DVec3; 3]) -> [RangeInclusive<i32>; 2] {
        [0, 2].map(|axis| {
            let low = min(min(a[axis], b[axis]), c[axis]) / self.side;
            let high = max(max(a[axis], b[axis]), c[axis]) / self.side;
            (low - 0.5).ceil() as i32..=(high - 0.5).floor() as i32
        })
    }

    /// Adds the points of a triangle of a collider that is flat enough to stand on.
    fn add(&self, of: ColliderId, corners: [DVec3; 3], found: &mut Vec<([i32; 2], FloorPoint)>) {
        let [a, b, c] = corners;
        let Some(mut normal) = (b - a).cross(c - a).try_normalize() else {
            return;
        };
        // Triangles are solid from both sides.
        if normal.y < 0.0 {
            normal = -normal;
        }
        if normal.y < self.slope.cos_of(self.world, of) || normal.y <= 0.0 {
            return;
        }
        let own = self.world.own_step_height(of);
        let step_height = own.unwrap_or(self.tuning.step_height);
        let [along_x, along_z] = self.cells(&corners);
        for x in along_x {
            for z in along_z.clone() {
                if found.len() >= MAX_POINTS {
                    return;
                }
                let middle = |number: i32| (f64::from(number) + 0.5) * self.side;
                let point = DVec3::new(middle(x), 0.0, middle(z));
                let beside = |from: DVec3, to: DVec3| {
                    let (way, off) = (to - from, point - from);
                    way.z * off.x - way.x * off.z
                };
                let sides = [beside(a, b), beside(b, c), beside(c, a)];
                let is_inside =
                    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
                if !is_inside {
                    continue;
                }
                let off = point - a;
                let height = a.y - (normal.x * off.x + normal.z * off.z) / normal.y;
                let contact = point.with_y(height);
                if let Some(position) = self.stand(contact, normal) {
                    let point = FloorPoint {
                        position,
                        contact,
                        slope: slope(normal),
                        step_height,
                        patch: 0,
                        neighbours: 0,
                    };
                    found.push(([x, z], point));
                }
            }
        }
    }

    /// Where the body stands on a floor with this `normal` at `contact`. `None` if there is no room.
    fn stand(&self, contact: DVec3, normal: DVec3) -> Option<DVec3> {
        let place = |crouched| {
            let player = PlayerState {
                position: DVec3::ZERO,
                crouched,
                ..self.player
            };
            self.tuning.placed_body(&player)
        };
        let bodies = [
            place(false),
            self.tuning.can_crouch().then(|| place(true)).flatten(),
        ];
        bodies.into_iter().flatten().find_map(|body| {
            let lift = match body {
                PlacedBody::Capsule(capsule) => normal * capsule.radius(),
                // The box touches a slope with its edge.
                PlacedBody::Box(obb) => {
                    let half = obb.half_extents();
                    DVec3::Y * (half.y + max(half.x, half.z) * slope(normal))
                }
            };
            self.free(&body, contact + lift + normal * STOP_GAP)
        })
    }

    /// The free place of `body` at `position`, or a little above, where another floor face lifts it.
    fn free(&self, body: &PlacedBody, position: DVec3) -> Option<DVec3> {
        let world = FilteredWorld::from(self.world);
        let mut position = position;
        for _ in 0..LIFTS {
            let placed = body.moved(position);
            let Some(surface) = world.blocking_surface(&placed, None) else {
                return Some(position);
            };
            let is_mover =
                matches!(surface.collider, ColliderId::Box(id) if self.movers.contains(&id.0));
            if is_mover {
                return Some(position);
            }
            let depth = -surface.separation;
            let least = self.slope.cos_of(self.world, surface.collider);
            if surface.normal.y < least || depth > self.height {
                return None;
            }
            position.y += depth / surface.normal.y + STOP_GAP;
        }
        None
    }
}

#[cfg(test)]
mod tests;
