//! Finds the points where a body could stand: the middle of each column of the floor plan, on every face that is flat
//! enough and has room above it.

use core::ops::RangeInclusive;

use sidle::glam::DVec3;

use super::{FloorPoint, Grid};
use sidle::geometry::Triangle;
use sidle::geometry::float::{max, min};
use sidle::parallel::Workers;
use sidle::player::{Ground, PlayerState, Tuning};
use sidle::sim::Sim;
use sidle::tolerance::STOP_GAP;
use sidle::world::{
    BoxId, ColliderId, FilteredWorld, PlacedBody, SlopeLimit, TriangleId, World, floor_cos,
    floor_plan,
};

/// The most points of a floor. Larger: a level whose floors lie above one another a thousand times takes too much memory.
const MAX_POINTS: usize = 12_000_000;

/// How often a body is lifted, at most, out of other floor faces next to the one that it stands on.
const MAX_LIFTS: usize = 4;

/// Finds the points where a body could stand.
pub(super) struct Finder<'s> {
    world: &'s World,
    tuning: &'s Tuning,
    player: PlayerState,
    side: f64,
    height: f64,
    slope: SlopeLimit,
    /// The boxes of movers, which do not count as floor.
    movers: Vec<u32>,
}

impl<'s> Finder<'s> {
    pub(super) fn new(sim: &'s Sim, grid: &Grid) -> Self {
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

    /// The points with their columns, sorted by column, and then from below.
    pub(super) fn points(&self) -> Vec<([i32; 2], FloorPoint)> {
        let triangles = self.world.triangles();
        let columns_of = |piece: &[Triangle]| {
            let sizes = piece.iter().map(|triangle| {
                let [x, z] = self.columns(&triangle.vertices());
                x.size_hint().0 as f64 * z.size_hint().0 as f64
            });
            sizes.sum::<f64>()
        };
        let counts = Workers::All.map_pieces(triangles, |_, piece| columns_of(piece));
        let mut found = Vec::new();
        let add_all = |first: usize, piece: &[Triangle], found: &mut Vec<_>| {
            for (id, triangle) in (first as u32..).map(TriangleId).zip(piece) {
                self.add(ColliderId::Triangle(id), triangle.vertices(), found);
            }
        };
        // Where too many floors lie above one another, one thread finds all of them, so that memory stays bounded.
        if counts.iter().sum::<f64>() > MAX_POINTS as f64 * 2.0 {
            add_all(0, triangles, &mut found);
        } else {
            let pieces = Workers::All.map_pieces(triangles, |first, piece| {
                let mut found = Vec::new();
                add_all(first, piece, &mut found);
                found
            });
            found.extend(pieces.into_iter().flatten().take(MAX_POINTS));
        }
        for (number, obb) in (0..).zip(self.world.boxes()) {
            if !self.movers.contains(&number) {
                let collider = ColliderId::Box(BoxId(number));
                for [a, b, c, d] in floor_plan::faces_above(obb) {
                    self.add(collider, [a, b, c], &mut found);
                    self.add(collider, [a, c, d], &mut found);
                }
            }
        }
        found.sort_by(|(column, a), (other, b)| {
            let by_column = column.cmp(other);
            by_column.then(a.position.y.total_cmp(&b.position.y))
        });
        found.dedup_by(|(column, b), (other, a)| {
            column == other && b.position.y - a.position.y < self.height
        });
        found
    }

    /// The columns whose middles lie in the bounds of a triangle, along X and along Z.
    fn columns(&self, [a, b, c]: &[DVec3; 3]) -> [RangeInclusive<i32>; 2] {
        [0, 2].map(|axis| {
            let low = min(min(a[axis], b[axis]), c[axis]) / self.side;
            let high = max(max(a[axis], b[axis]), c[axis]) / self.side;
            (low - 0.5).ceil() as i32..=(high - 0.5).floor() as i32
        })
    }

    /// Adds the points on a triangle of `collider`, if it is flat enough to stand on.
    fn add(
        &self,
        collider: ColliderId,
        corners: [DVec3; 3],
        found: &mut Vec<([i32; 2], FloorPoint)>,
    ) {
        let [a, b, c] = corners;
        let Some(normal) = self.floor_normal((b - a).cross(c - a), collider) else {
            return;
        };
        let own_step_height = self.world.own_step_height(collider);
        let step_height = own_step_height.unwrap_or(self.tuning.step_height);
        let [along_x, along_z] = self.columns(&corners);
        for x in along_x {
            for z in along_z.clone() {
                if found.len() >= MAX_POINTS {
                    return;
                }
                let middle = |number: i32| (f64::from(number) + 0.5) * self.side;
                let point = DVec3::new(middle(x), 0.0, middle(z));
                // The sign is the side of the edge, seen from above.
                let side_of = |from: DVec3, to: DVec3| {
                    let (edge, off) = (to - from, point - from);
                    edge.z * off.x - edge.x * off.z
                };
                let sides = [side_of(a, b), side_of(b, c), side_of(c, a)];
                let is_inside =
                    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
                if !is_inside {
                    continue;
                }
                let off = point - a;
                let height = a.y - (normal.x * off.x + normal.z * off.z) / normal.y;
                let contact = point.with_y(height);
                if let Some(position) = self.standing_position(contact, normal) {
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

    /// The unit normal of a face of `collider` that is flat enough to stand on. `normal` has any length, and points up or down.
    pub(super) fn floor_normal(&self, normal: DVec3, collider: ColliderId) -> Option<DVec3> {
        let normal = normal.try_normalize()?;
        // Triangles are solid from both sides.
        let normal = if normal.y < 0.0 { -normal } else { normal };
        let least = self.slope.cos_of(self.world, collider);
        (normal.y >= least && normal.y > 0.0).then_some(normal)
    }

    /// Where the body stands on a floor with this `normal` at `contact`. `None` if there is no room.
    pub(super) fn standing_position(&self, contact: DVec3, normal: DVec3) -> Option<DVec3> {
        let body_at_origin = |crouched| {
            let player = PlayerState {
                position: DVec3::ZERO,
                crouched,
                ..self.player
            };
            self.tuning.placed_body(&player)
        };
        let bodies = [
            body_at_origin(false),
            self.tuning
                .can_crouch()
                .then(|| body_at_origin(true))
                .flatten(),
        ];
        bodies.into_iter().flatten().find_map(|body| {
            let lift = match body {
                // So does an upright box.
                PlacedBody::Upright(body) if body.is_box() => {
                    let aside = (normal.x.abs() + normal.z.abs()) / normal.y;
                    DVec3::Y * (body.radius() * (1.0 + aside))
                }
                PlacedBody::Upright(body) => normal * body.radius(),
                // The box touches a slope with its edge.
                PlacedBody::Box(obb) => {
                    let half = obb.half_extents();
                    DVec3::Y * (half.y + max(half.x, half.z) * slope(normal))
                }
            };
            self.free_position(&body, contact + lift + normal * STOP_GAP)
        })
    }

    /// Where `body` overlaps nothing: at `position`, or a little higher if another floor face lifts it.
    fn free_position(&self, body: &PlacedBody, position: DVec3) -> Option<DVec3> {
        let world = FilteredWorld::from(self.world);
        let mut position = position;
        for _ in 0..MAX_LIFTS {
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
            let min_cos = self.slope.cos_of(self.world, surface.collider);
            if surface.normal.y < min_cos || depth > self.height {
                return None;
            }
            position.y += depth / surface.normal.y + STOP_GAP;
        }
        None
    }
}

/// How much a floor with this `normal` rises in a metre.
fn slope(normal: DVec3) -> f64 {
    (1.0 - min(normal.y * normal.y, 1.0)).sqrt() / normal.y
}
