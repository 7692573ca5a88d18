//! The section: where the plane through the body cuts what is around it.

use sidle::geometry::{Obb, Plane, Segment, Solid, Sphere, Triangle};
use sidle::glam::DVec3;
use sidle::order::sort_by;
use sidle::player::Event;
use sidle::query::closest_triangle_point;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, Surface};

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::session::observe::SAME_WALL_COS;
use crate::session::play::ClipTick;
use crate::view::palette::{ACTED, MUTED};

/// How many colliders are cut at most. Smaller: parts of a fine mesh have no outline; larger: more to draw.
const MAX_CUT: usize = 600;

/// Two triangles lie in one plane if the cosine of the angle between their normals is at least this, and their planes are at
/// most this far apart; metres.
const SAME_PLANE_COS: f64 = 0.9999;
const SAME_PLANE_DISTANCE: f64 = 1e-3;

/// A plane is drawn beyond its triangle if it pushes at least so far from it; radii of the body.
const MIN_EXTENSION: f64 = 0.1;

/// The colliders that a tick met, and the normals from them to the body: those that stopped it, pushed it or touched
/// it. The ones that belong to one of its `walls` come alone, if there are any, since the floor is always touched.
pub fn met(tick: &ClipTick, walls: &[DVec3]) -> Vec<(ColliderId, DVec3)> {
    let events = tick.events.iter().filter_map(|event| match event {
        Event::Sweep { hit, .. } => *hit,
        Event::Push {
            collider, offset, ..
        } => Some((*collider, offset.normalize_or_zero())),
        _ => None,
    });
    let mut met: Vec<_> = events.chain(tick.touching.iter().copied()).collect();
    let is_wall = |(_, normal): &(ColliderId, DVec3)| {
        walls.iter().any(|wall| wall.dot(*normal) >= SAME_WALL_COS)
    };
    if met.iter().any(is_wall) {
        met.retain(is_wall);
    }
    let mut known: Vec<ColliderId> = Vec::new();
    met.retain(|(collider, _)| {
        let is_new = !known.contains(collider);
        known.push(*collider);
        is_new
    });
    met
}

/// Something thinner is a sheet; metres. Smaller: its thickness would read as 0.0 mm.
const MIN_THICKNESS: f64 = 5e-5;

/// A wall that the body passed through.
#[derive(Clone, Copy, Debug)]
pub struct PassedWall {
    pub collider: ColliderId,
    /// The straight way through it; metres.
    pub inside: Segment,
}

impl PassedWall {
    /// Its thickness; metres. `None` if it is a sheet without one.
    pub fn thickness(&self) -> Option<f64> {
        let thickness = self.inside.start.distance(self.inside.end);
        (thickness > MIN_THICKNESS).then_some(thickness)
    }
}

/// The wall that the middle of the body passed in `tick`, from the first surface on its way to the last.
pub fn passed(tick: &ClipTick, sim: &Sim) -> Option<PassedWall> {
    let (from, to) = (tick.before.position, tick.after.position);
    if tick.respawned || tick.after.controller == sidle::player::Controller::Swept {
        return None;
    }
    let (collider, hit) = sim.world().intersect_segment(&Segment::new(from, to))?;
    let (_, back) = sim.world().intersect_segment(&Segment::new(to, from))?;
    let start = from.lerp(to, hit.fraction);
    let end = to.lerp(from, back.fraction);
    Some(PassedWall {
        collider,
        inside: Segment::new(start, end),
    })
}

/// Draws where the plane through `focus` with the unit `normal` cuts the colliders within `reach`, and stresses those that
/// were `met`.
pub fn draw(
    debug: &mut DebugDraw,
    sim: &Sim,
    tick: &ClipTick,
    (focus, normal): (DVec3, DVec3),
    reach: f64,
    met: &[ColliderId],
) {
    let (Some(plane), Some(around)) = (Plane::new(focus, normal), Sphere::new(focus, reach)) else {
        return;
    };
    let mut near: Vec<Surface> = Vec::new();
    sim.world().surfaces_near(around, 0.0, &mut near);
    sort_by(&mut near, |one, other| {
        one.separation.total_cmp(&other.separation)
    });
    // The triangles of one wall lie in one plane.
    let walls: Vec<Plane> = met.iter().filter_map(|met| face(sim, *met)).collect();
    let is_met = |collider: ColliderId| {
        let same = |plane: Plane| walls.iter().any(|wall| is_same(wall, &plane));
        met.contains(&collider) || face(sim, collider).is_some_and(same)
    };
    let thin = Pen::new(MUTED, 1.4);
    let bold = Pen::new(ACTED, 3.4);
    for surface in near.iter().take(MAX_CUT) {
        if !is_met(surface.collider) {
            cut(debug, sim, tick, surface.collider, &plane, thin);
        }
    }
    let near = near.iter().take(MAX_CUT).map(|surface| surface.collider);
    let others = met.iter().copied().filter(|met| {
        let mut near = near.clone();
        !near.any(|near| near == *met)
    });
    for collider in near.clone().filter(|near| is_met(*near)).chain(others) {
        cut(debug, sim, tick, collider, &plane, bold);
    }
    // A triangle that lies in front of the cut or behind it is drawn as a whole: else nothing shows what pushed.
    let triangles = met.iter().filter_map(|met| match met {
        ColliderId::Triangle(id) => sim.world().triangles().get(id.0 as usize),
        ColliderId::Box(_) => None,
    });
    for triangle in triangles.filter(|triangle| cut_triangle(triangle, &plane).is_none()) {
        for edge in triangle.edges() {
            debug.segment(bold, edge.start, edge.end);
        }
    }
}

/// Draws the planes by which the classic controller pushes beyond their triangles: from the triangle to the place where the body
/// of this `radius` around `middle` touches its plane.
pub fn draw_extensions(
    debug: &mut DebugDraw,
    sim: &Sim,
    surfaces: &[(ColliderId, DVec3)],
    (middle, radius): (DVec3, f64),
) {
    for (collider, normal) in surfaces {
        let ColliderId::Triangle(id) = collider else {
            continue;
        };
        let touch = middle - *normal * radius;
        let triangle = sim.world().triangles().get(id.0 as usize);
        let Some(nearest) = triangle.map(|triangle| closest_triangle_point(triangle, touch)) else {
            continue;
        };
        if nearest.distance(touch) > MIN_EXTENSION * radius {
            debug.dashed_segment(Pen::new(ACTED, 2.0), nearest, touch);
        }
    }
}

/// The plane of a triangle; `None` for a box.
fn face(sim: &Sim, collider: ColliderId) -> Option<Plane> {
    match collider {
        ColliderId::Triangle(id) => {
            let triangle = sim.world().triangles().get(id.0 as usize)?;
            Some(triangle.plane())
        }
        ColliderId::Box(_) => None,
    }
}

fn is_same(one: &Plane, other: &Plane) -> bool {
    let apart = (one.offset() - other.offset()).abs();
    one.normal().dot(other.normal()) > SAME_PLANE_COS && apart < SAME_PLANE_DISTANCE
}

/// Draws where `plane` cuts a collider.
fn cut(
    debug: &mut DebugDraw,
    sim: &Sim,
    tick: &ClipTick,
    collider: ColliderId,
    plane: &Plane,
    pen: Pen,
) {
    match collider {
        ColliderId::Triangle(id) => {
            if let Some([start, end]) = sim
                .world()
                .triangles()
                .get(id.0 as usize)
                .and_then(|triangle| cut_triangle(triangle, plane))
            {
                debug.segment(pen, start, end);
            }
        }
        ColliderId::Box(id) => {
            if let Some(obb) = box_at(sim, tick, id) {
                let corners = cut_box(&obb, plane);
                debug.polyline(pen, corners.iter().chain(corners.first()).copied());
            }
        }
    }
}

/// The box as it was in `tick`, when its mover may have been elsewhere.
fn box_at(sim: &Sim, tick: &ClipTick, id: BoxId) -> Option<Obb> {
    let mut movers = sim.movers().iter().zip(&tick.movers);
    let moved = movers.find(|(driven, _)| driven.id == id);
    match moved {
        Some((driven, distance)) => Some(driven.obb(*distance)),
        None => sim.world().boxes().get(id.0 as usize).copied(),
    }
}

/// The line along which a plane cuts a triangle.
fn cut_triangle(triangle: &Triangle, plane: &Plane) -> Option<[DVec3; 2]> {
    let mut ends = triangle
        .edges()
        .into_iter()
        .filter_map(|edge| cut_edge(&edge, plane));
    Some([ends.next()?, ends.next()?])
}

/// The corners of the area that a plane cuts out of a box, in their order around it.
pub fn cut_box(obb: &Obb, plane: &Plane) -> Vec<DVec3> {
    let edges = (0..obb.edge_count()).map(|number| obb.edge(number).segment);
    let mut corners: Vec<_> = edges.filter_map(|edge| cut_edge(&edge, plane)).collect();
    let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
    let (across, up) = plane.normal().any_orthonormal_pair();
    // Only the order matters, so any number that grows with the angle will do.
    let turn = |corner: &DVec3| {
        let ray = *corner - middle;
        let (x, y) = (ray.dot(across), ray.dot(up));
        let length = (x.abs() + y.abs()).max(f64::MIN_POSITIVE);
        if y >= 0.0 {
            1.0 - x / length
        } else {
            3.0 + x / length
        }
    };
    sort_by(&mut corners, |one, other| turn(one).total_cmp(&turn(other)));
    corners
}

/// Where a plane cuts an edge whose ends lie on different sides.
fn cut_edge(edge: &Segment, plane: &Plane) -> Option<DVec3> {
    let [start, end] = [edge.start, edge.end].map(|point| plane.signed_distance(point));
    ((start < 0.0) != (end < 0.0)).then(|| edge.point_at(start / (start - end)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::slab;
    use sidle::glam::Vec3;

    #[test]
    fn a_plane_through_the_middle_of_a_box_cuts_out_its_rectangle() {
        let wall = slab(DVec3::ZERO, DVec3::new(4.0, 2.0, 0.05));
        let plane = Plane::new(DVec3::X, DVec3::X).unwrap();
        let corners = cut_box(&wall, &plane);
        assert_eq!(corners.len(), 4);
        for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            assert!(
                (corner.x - 1.0).abs() < 1e-12 && corner.y.abs() == 2.0,
                "{corner}"
            );
            // Neighbours differ on one axis only.
            let step = *next - *corner;
            assert!(step.y.abs() < 1e-12 || step.z.abs() < 1e-12, "{corners:?}");
        }
    }

    #[test]
    fn a_plane_beside_a_box_or_along_a_triangle_cuts_nothing() {
        let wall = slab(DVec3::ZERO, DVec3::ONE);
        let beside = Plane::new(DVec3::X * 1.5, DVec3::X).unwrap();
        assert!(cut_box(&wall, &beside).is_empty());
        let corners = [Vec3::ZERO, Vec3::Y, Vec3::Z];
        let triangle = Triangle::new(corners).unwrap();
        let along = Plane::new(DVec3::ZERO, DVec3::X).unwrap();
        assert_eq!(cut_triangle(&triangle, &along), None);
        let across = Plane::new(DVec3::Y * 0.5, DVec3::Y).unwrap();
        let [start, end] = cut_triangle(&triangle, &across).unwrap();
        assert!((start.distance(end) - 0.5).abs() < 1e-12);
    }
}
