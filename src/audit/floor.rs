//! The floor of a level by its faces: where a body could stand, and which parts of it belong together.

use core::ops::RangeInclusive;
use std::collections::BTreeMap;

use glam::DVec3;

use super::cell::Grid;
use crate::geometry::Triangle;
use crate::geometry::angle::cos_deg;
use crate::geometry::float::{max, min};
use crate::parallel::Workers;
use crate::player::{Ground, PlayerState, Tuning};
use crate::sim::Sim;
use crate::tolerance::STOP_GAP;
use crate::world::{ColliderId, FilteredWorld, PlacedBody, World, floor_plan};

/// The most points of a floor. Larger: a level whose floors lie above one another a thousand times takes too much memory.
const MOST_POINTS: usize = 4_000_000;

/// How often a body is lifted out of another floor face beside the one that it stands on.
const LIFTS: usize = 4;

/// How far apart two floors may be for a player to expect a way between them; metres: level, and upwards beyond what a
/// walker can climb. Smaller: a ledge that is too high is no finding; larger: every roof is one.
const NEAR_FLOOR: f64 = 2.5;
const NEAR_RISE: f64 = 1.0;

/// A point where a body could stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloorPoint {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The point of the floor below it.
    pub contact: DVec3,
    /// How much the floor rises in a metre.
    pub slope: f64,
    /// The patch that it belongs to.
    pub patch: u32,
    /// How many of the four points beside it belong to the same patch directly.
    pub neighbours: u8,
}

impl FloorPoint {
    /// Whether the patch ends beside it: at a wall, an edge or a slope.
    pub fn is_rim(&self) -> bool {
        self.neighbours < 4
    }
}

/// A part of the floor: its points can be walked between without a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Patch {
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
pub(super) struct Floor {
    /// In the order of columns along X, then along Z, then from below.
    pub points: Vec<FloorPoint>,
    pub patches: Vec<Patch>,
    /// The area of a point; square metres.
    pub area: f64,
    /// The first point of each column.
    columns: BTreeMap<[i32; 2], (u32, u32)>,
    /// The distance of two points; metres.
    side: f64,
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
            let first = floor.points.len() as u32;
            floor.points.extend(column.iter().map(|(_, point)| *point));
            let end = floor.points.len() as u32;
            floor.columns.insert(column[0].0, (first, end));
        }
        floor.connect(sim.tuning());
        let climb = highest_climb(sim.tuning());
        floor.mark_expected(sim.rules().spawn.position, climb);
        floor
    }

    /// The column of a position.
    fn column(&self, position: DVec3) -> [i32; 2] {
        [position.x, position.z].map(|along| (along / self.side).floor() as i32)
    }

    /// The points of a column, from below.
    fn of_column(&self, column: [i32; 2]) -> core::ops::Range<usize> {
        let (first, end) = self.columns.get(&column).copied().unwrap_or_default();
        first as usize..end as usize
    }

    /// The points within `reach` of `position`, measured in columns.
    pub fn near(&self, position: DVec3, reach: f64) -> impl Iterator<Item = usize> + '_ {
        let [x, z] = self.column(position);
        let columns = (reach / self.side).ceil() as i32;
        let around =
            move |middle: i32| middle.saturating_sub(columns)..=middle.saturating_add(columns);
        around(x).flat_map(move |x| around(z).flat_map(move |z| self.of_column([x, z])))
    }

    /// Connects points beside one another, and makes patches of them.
    fn connect(&mut self, tuning: &Tuning) {
        let mut roots: Vec<u32> = (0..self.points.len() as u32).collect();
        for a in 0..self.points.len() {
            let [x, z] = self.column(self.points[a].position);
            for beside in [[x + 1, z], [x, z + 1]] {
                for b in self.of_column(beside) {
                    if !self.leads(a, b, tuning) {
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

    /// Whether a walker gets from one point to the other, which is beside it.
    fn leads(&self, a: usize, b: usize, tuning: &Tuning) -> bool {
        let (a, b) = (&self.points[a], &self.points[b]);
        let rise = (a.position.y - b.position.y).abs();
        rise <= tuning.step_height + max(a.slope, b.slope) * self.side * 1.1
    }

    /// Marks the patches to which a player at `spawn` would expect a way.
    fn mark_expected(&mut self, spawn: DVec3, climb: f64) {
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
        self.patches[first as usize].is_expected = true;
        while let Some(patch) = open.pop() {
            for next in &ways[patch as usize] {
                let next_patch = &mut self.patches[*next as usize];
                if !core::mem::replace(&mut next_patch.is_expected, true) {
                    open.push(*next);
                }
            }
        }
    }
}

/// How high a walker gets onto something: by a jump and a step; metres.
pub(super) fn highest_climb(tuning: &Tuning) -> f64 {
    let jump = if tuning.gravity > 0.0 {
        tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity)
    } else {
        f64::INFINITY
    };
    jump + tuning.step_height
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
    floor_cos: f64,
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
            floor_cos: cos_deg(tuning.max_slope_deg),
            movers: sim.movers().iter().map(|it| it.id.0).collect(),
        }
    }

    /// The points with their columns, sorted by column, and from below.
    fn points(&self) -> Vec<([i32; 2], FloorPoint)> {
        let triangles = self.world.triangles();
        let plan_of = |piece: &[Triangle]| {
            let sizes = piece.iter().map(|it| {
                let [x, z] = self.cells(&it.vertices());
                x.size_hint().0 as f64 * z.size_hint().0 as f64
            });
            sizes.sum::<f64>()
        };
        let plans = Workers::All.map_pieces(triangles, |_, piece| plan_of(piece));
        let mut found = Vec::new();
        let add_all = |piece: &[Triangle], found: &mut Vec<_>| {
            piece.iter().for_each(|it| self.add(it.vertices(), found));
        };
        // The floors of a level that lie above one another too often are found one by one, so that memory stays bounded.
        if plans.iter().sum::<f64>() > MOST_POINTS as f64 * 2.0 {
            add_all(triangles, &mut found);
        } else {
            let pieces = Workers::All.map_pieces(triangles, |_, piece| {
                let mut found = Vec::new();
                add_all(piece, &mut found);
                found
            });
            found.extend(pieces.into_iter().flatten().take(MOST_POINTS));
        }
        for (number, obb) in (0..).zip(self.world.boxes()) {
            if !self.movers.contains(&number) {
                for [a, b, c, d] in floor_plan::faces_above(obb) {
                    self.add([a, b, c], &mut found);
                    self.add([a, c, d], &mut found);
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

    /// Adds the points of a triangle that is flat enough to stand on.
    fn add(&self, corners: [DVec3; 3], found: &mut Vec<([i32; 2], FloorPoint)>) {
        let [a, b, c] = corners;
        let Some(mut normal) = (b - a).cross(c - a).try_normalize() else {
            return;
        };
        // Triangles are solid from both sides.
        if normal.y < 0.0 {
            normal = -normal;
        }
        if normal.y < self.floor_cos || normal.y <= 0.0 {
            return;
        }
        let [along_x, along_z] = self.cells(&corners);
        for x in along_x {
            for z in along_z.clone() {
                if found.len() >= MOST_POINTS {
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
                        patch: 0,
                        neighbours: 0,
                    };
                    found.push(([x, z], point));
                }
            }
        }
    }

    /// Where the body stands on a floor with this `normal` at `contact`. `None`: there is no room.
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
            if surface.normal.y < self.floor_cos || depth > self.height {
                return None;
            }
            position.y += depth / surface.normal.y + STOP_GAP;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Obb;
    use glam::DMat3;

    fn floor(boxes: &[(DVec3, DVec3)]) -> Floor {
        let obb = |(center, half): &(DVec3, DVec3)| Obb::new(*center, DMat3::IDENTITY, *half);
        let world = World::new(vec![], boxes.iter().filter_map(obb).collect());
        let rules = crate::player::Rules {
            spawn: crate::player::Spawn {
                position: DVec3::new(0.1, 0.5, 0.1),
                ..Default::default()
            },
            ..Default::default()
        };
        let sim = Sim::new(world, Tuning::default(), rules, 120);
        Floor::of(&sim, &Grid::new(0.5, None))
    }

    #[test]
    fn an_empty_world_has_no_floor() {
        assert_eq!(floor(&[]).points.len(), 0);
    }

    #[test]
    fn a_plate_is_one_patch_with_all_of_its_area() {
        let found = floor(&[(DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0))]);
        assert_eq!((found.points.len(), found.patches.len()), (320, 1));
        assert_eq!(found.points.len() as f64 * found.area, 80.0);
        assert!(
            found
                .points
                .iter()
                .all(|it| (it.position.y - 0.5).abs() < 1e-3)
        );
        assert!(found.patches[0].is_expected);
    }

    #[test]
    fn a_wall_parts_a_floor_and_a_low_ceiling_takes_it_away() {
        let plate = (DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0));
        let wall = (DVec3::Y, DVec3::new(0.05, 1.0, 4.0));
        let found = floor(&[plate, wall]);
        // The middle of the body keeps 0.55 m away: the columns at 0.25 m on both sides are lost.
        let low = |it: &&FloorPoint| it.position.y < 1.0;
        assert_eq!(found.points.iter().filter(low).count(), 320 - 2 * 16);
        let ceiling = (DVec3::Y * 1.9, DVec3::new(5.0, 1.0, 4.0));
        let found = floor(&[plate, ceiling]);
        assert_eq!(found.points.iter().filter(low).count(), 0);
    }

    #[test]
    fn a_ledge_just_too_high_is_expected_and_a_roof_is_not() {
        let plate = (DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0));
        for (height, is_expected) in [(1.5, true), (2.3, true), (2.5, false), (6.0, false)] {
            let ledge = (
                DVec3::new(8.0, height - 0.5, 0.0),
                DVec3::new(3.0, 0.5, 4.0),
            );
            let found = floor(&[plate, ledge]);
            let upper = found.points.iter().find(|it| it.contact.y > 1.0).unwrap();
            let patch = found.patches[upper.patch as usize];
            assert_eq!(patch.is_expected, is_expected, "{height}");
        }
    }
}
