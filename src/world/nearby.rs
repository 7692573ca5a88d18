//! Exact queries for the surfaces near a sphere, a capsule or an upright box.

use glam::DVec3;

#[cfg(feature = "level")]
use super::probe::Probe;
use super::{BoxId, Collider, ColliderId, Filter, FilteredWorld, TriangleId, World};
use crate::geometry::float::{max, min};
use crate::geometry::{Capsule, Obb, Segment, Sphere, Triangle, UprightBody};
use crate::query::{
    capsule_capsule_normal, closest_capsule_capsule, closest_obb_surface, closest_segment_obb,
    closest_segment_vertices, closest_vertices_point,
};
use crate::tolerance::{GRAZING, SAME_NORMAL_COS, TOUCH};

/// How long the face of a round body is, in radii, before it turns away. Smaller: more pieces of a way over it; larger:
/// the way leads farther above it.
const ROUND_FACE: f64 = 0.15;

/// A surface near the player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Surface {
    /// The collider that has this surface.
    pub collider: ColliderId,
    /// Its point nearest to the body; metres.
    pub point: DVec3,
    /// Unit normal from that point to the body, from the world to the player.
    pub normal: DVec3,
    /// Signed distance between body and surface; metres, negative when they overlap.
    pub separation: f64,
}

/// The unit normals of up to three faces that meet in one place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Faces {
    normals: [DVec3; 3],
    count: usize,
}

impl Faces {
    fn push(&mut self, normal: DVec3) {
        self.normals[self.count] = normal;
        self.count += 1;
    }

    pub fn iter(&self) -> impl Iterator<Item = DVec3> {
        self.normals[..self.count].iter().copied()
    }

    /// Keeps those that `keep` allows, or all of them if it allows none.
    #[inline]
    pub fn prefer(&mut self, keep: impl Fn(DVec3) -> bool) {
        if self.count > 1 && self.iter().any(&keep) {
            self.keep(keep);
        }
    }

    #[cold]
    fn keep(&mut self, keep: impl Fn(DVec3) -> bool) {
        let mut kept = Self::default();
        self.iter()
            .filter(|normal| keep(*normal))
            .for_each(|normal| kept.push(normal));
        *self = kept;
    }
}

impl World {
    /// Fills `found` with every surface within `reach` of `body`, a sphere, a capsule or an upright box, sorted by
    /// id.
    ///
    /// # Arguments
    /// - `reach` in metres, finite, 0 or more; else nothing is found. Triangles are two-sided; boxes are solid.
    /// - `found` is cleared first; its memory is reused.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Sphere, Triangle}, glam::{DVec3, Vec3}, world::World};
    /// let triangle = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
    /// let world = World::new(vec![triangle], vec![]);
    /// let ball = Sphere::new(DVec3::new(0.25, 0.75, 0.25), 0.5).unwrap();
    /// let mut found = Vec::new();
    /// world.surfaces_near(ball, 0.5, &mut found);
    /// assert_eq!((found[0].normal, found[0].separation), (DVec3::Y, 0.25));
    /// ```
    pub fn surfaces_near(
        &self,
        body: impl Into<UprightBody>,
        reach: f64,
        found: &mut Vec<Surface>,
    ) {
        self.filtered(Filter::ALL).surfaces_near(body, reach, found);
    }

    /// Fills `found` with the boxes that may be within [`TOUCH`] of `obb`, sorted by id.
    pub fn boxes_near(&self, obb: &Obb, found: &mut Vec<BoxId>) {
        self.filtered(Filter::ALL).boxes_near(obb, found);
    }

    /// The surface of the collider with this tree index nearest to `body`.
    #[inline]
    pub(super) fn surface(&self, number: u32, body: &UprightBody) -> Surface {
        let Some(body) = body.as_capsule() else {
            return self.surface_to_box(number, body);
        };
        match (self.collider(number), body.as_sphere()) {
            (Collider::Triangle(id, triangle), Some(sphere)) => {
                Surface::of_triangle(id, triangle, &sphere)
            }
            (Collider::Box(id, obb), Some(sphere)) => Surface::of_box(id, obb, &sphere),
            (Collider::Triangle(id, triangle), None) => {
                Surface::of_triangle_to_capsule(id, triangle, body)
            }
            (Collider::Box(id, obb), None) => Surface::of_box_to_capsule(id, obb, body),
            (Collider::Round(id, other), _) => Surface::of_body(id, &other.capsule, body),
        }
    }

    /// The distance between a collider and `body`; metres. Negative: how deep they overlap. Infinite, if there is no
    /// such collider.
    pub(crate) fn separation(&self, collider: ColliderId, body: &UprightBody) -> f64 {
        let number = self.number(collider);
        number.map_or(f64::INFINITY, |number| {
            self.surface(number, body).separation
        })
    }

    /// Calls `visit` with each collider within `reach` of `body`, sensors among them, in no particular order, until it
    /// returns false.
    #[cfg(feature = "level")]
    pub(crate) fn visit_touched(
        &self,
        body: &UprightBody,
        reach: f64,
        visit: &mut dyn FnMut(ColliderId) -> bool,
    ) {
        let mut goes_on = true;
        let mut look = |number| {
            let surface = self.surface(number, body);
            goes_on = goes_on && (surface.separation > reach || visit(surface.collider));
            goes_on
        };
        let around = body.around();
        self.visit_near(&around, reach, Probe::touched, &mut look);
        self.visit_rest(&around, reach, &mut |number, _| look(number));
    }

    /// The collider of `surface`, if it still exists.
    fn touched(&self, surface: &Surface) -> Option<Collider<'_>> {
        let number = self.number(surface.collider)?;
        Some(self.collider(number))
    }

    /// The unit normals of the faces of `surface` that a ball at `position` can touch there, such as
    /// the one of a body that touches it: one over a
    /// face, two or three at an edge or a corner of a box. A triangle has one, on the body's side.
    pub(crate) fn faces_at(&self, surface: &Surface, position: DVec3) -> Faces {
        let mut faces = Faces::default();
        match self.touched(surface) {
            None => {}
            Some(Collider::Triangle(_, triangle)) => {
                let plane = triangle.plane();
                let side = plane.signed_distance(position);
                faces.push(plane.normal() * if side < 0.0 { -1.0 } else { 1.0 });
            }
            Some(Collider::Box(_, obb)) => {
                let (local, half) = (obb.to_local(position), obb.half_extents());
                for axis in 0..3 {
                    let side = local[axis];
                    if side.abs() > half[axis] {
                        faces.push(obb.axes().col(axis) * if side < 0.0 { -1.0 } else { 1.0 });
                    }
                }
            }
            // It is round, so its face is wherever it is touched.
            Some(Collider::Round(..)) => faces.push(surface.normal),
        }
        faces
    }

    /// Whether a body at `position` touches `surface` within a face, not at an edge or a corner.
    pub(crate) fn is_over_face(&self, surface: &Surface, position: DVec3) -> bool {
        let faces = self.faces_at(surface, position);
        faces
            .iter()
            .any(|face| face.dot(surface.normal) >= SAME_NORMAL_COS)
    }

    /// Whether `body` touches `surface` within a face, not at an edge or a corner.
    #[inline]
    pub(crate) fn is_body_over_face(&self, surface: &Surface, body: &UprightBody) -> bool {
        if body.is_box() {
            return self.is_over_face(surface, surface.ball(body.rounding()));
        }
        self.is_over_face(surface, body.base())
    }

    /// After which share of `way`, a displacement along the touched face, the point of contact leaves that face. It may
    /// be more than 1.
    pub(crate) fn share_on_face(&self, surface: &Surface, way: DVec3) -> f64 {
        let mut least = f64::INFINITY;
        let mut leave = |room: f64, rate: f64| {
            if rate > GRAZING * way.length() {
                least = min(least, max(room, 0.0) / rate);
            }
        };
        match self.touched(surface) {
            None => {}
            Some(Collider::Triangle(_, triangle)) => {
                let normal = triangle.plane().normal();
                for edge in triangle.edges() {
                    let outward = (edge.end - edge.start).cross(normal).normalize_or_zero();
                    leave((edge.start - surface.point).dot(outward), way.dot(outward));
                }
            }
            Some(Collider::Box(_, obb)) => {
                let (local, half) = (obb.to_local(surface.point), obb.half_extents());
                let rates = obb.axes().transpose() * way;
                for axis in 0..3 {
                    let side = if rates[axis] < 0.0 { -1.0 } else { 1.0 };
                    leave(half[axis] - local[axis] * side, rates[axis] * side);
                }
            }
            Some(Collider::Round(_, body)) => {
                leave(body.capsule.radius() * ROUND_FACE, way.length());
            }
        }
        least
    }

    /// The deepest penetration of `body`, a sphere, a capsule or an upright box, into the world; metres; 0 when
    /// it is clear.
    #[must_use]
    pub fn worst_overlap(&self, body: impl Into<UprightBody>) -> f64 {
        self.filtered(Filter::ALL).worst_overlap(body)
    }
}

impl FilteredWorld<'_> {
    /// [`World::surfaces_near`] among the filtered colliders.
    pub fn surfaces_near(
        &self,
        body: impl Into<UprightBody>,
        reach: f64,
        found: &mut Vec<Surface>,
    ) {
        found.clear();
        let (body, world) = (body.into(), self.world());
        self.visit_near(&body.around(), reach, |number| {
            if body.is_box() && world.is_far_from_box(number, &body, reach) {
                return;
            }
            let surface = world.surface(number, &body);
            if surface.separation <= reach && self.can_stop(number, &body) {
                found.push(surface);
            }
        });
        found.sort_unstable_by_key(|surface| surface.collider);
    }

    /// [`World::boxes_near`] among the filtered colliders.
    pub fn boxes_near(&self, obb: &Obb, found: &mut Vec<BoxId>) {
        found.clear();
        let around = obb.half_extents().length();
        let Some(sphere) = Sphere::new(obb.center(), max(around, TOUCH)) else {
            return;
        };
        self.visit_near(&Capsule::from(sphere), TOUCH, |number| {
            if let Collider::Box(id, _) | Collider::Round(id, _) = self.collider(number) {
                found.push(id);
            }
        });
        found.sort_unstable();
    }

    /// [`World::worst_overlap`] among the filtered colliders.
    #[must_use]
    pub fn worst_overlap(&self, body: impl Into<UprightBody>) -> f64 {
        let mut found = Vec::new();
        self.surfaces_near(body, 0.0, &mut found);
        found
            .iter()
            .map(|surface| -surface.separation)
            .fold(0.0, max)
    }
}

impl Surface {
    /// The centre of the ball of a body that touches it, if the body's edges have this radius. By it, the body sees the faces here.
    #[inline(never)]
    pub(crate) fn ball(&self, rounding: f64) -> DVec3 {
        self.point + self.normal * (self.separation + rounding)
    }

    /// The surface of `triangle` nearest to `sphere`.
    pub(super) fn of_triangle(id: TriangleId, triangle: &Triangle, sphere: &Sphere) -> Self {
        let (center, plane) = (sphere.center(), triangle.plane());
        let point = closest_vertices_point(triangle.vertices(), || plane, center);
        let away = center - point;
        let distance = away.length();
        let plane_distance = plane.signed_distance(center);
        // Over the face, and with the centre on the triangle, the plane's own normal is exact.
        let side = if plane_distance < 0.0 { -1.0 } else { 1.0 };
        let over_face = distance <= plane_distance.abs() * (1.0 + 1e-9);
        let (normal, distance) = if over_face {
            (plane.normal() * side, plane_distance.abs())
        } else {
            (away / distance, distance)
        };
        Self {
            collider: ColliderId::Triangle(id),
            point,
            normal,
            separation: distance - sphere.radius(),
        }
    }

    /// The surface of `obb` nearest to `sphere`; with the centre inside, the nearest face.
    pub(super) fn of_box(id: BoxId, obb: &Obb, sphere: &Sphere) -> Self {
        let surface = closest_obb_surface(obb, sphere.center());
        Self {
            collider: ColliderId::Box(id),
            point: surface.point,
            normal: surface.normal,
            separation: surface.separation - sphere.radius(),
        }
    }

    /// The surface of an upright capsule nearest to another one, `body`.
    pub(super) fn of_body(id: BoxId, capsule: &Capsule, body: &Capsule) -> Self {
        let (normal, distance) = capsule_capsule_normal(body, capsule);
        let on_axis = closest_capsule_capsule(body, capsule).on_second;
        Self {
            collider: ColliderId::Box(id),
            point: on_axis + normal * capsule.radius(),
            normal,
            separation: distance - capsule.radius() - body.radius(),
        }
    }

    /// The surface of `triangle` nearest to an upright capsule. Where the axis crosses the face,
    /// the normal takes the shorter way off it.
    pub(super) fn of_triangle_to_capsule(
        id: TriangleId,
        triangle: &Triangle,
        capsule: &Capsule,
    ) -> Self {
        let (axis, radius, plane) = (capsule.axis(), capsule.radius(), triangle.plane());
        let pair = closest_segment_vertices(&axis, &triangle.vertices(), &plane);
        let distance = pair.distance_squared().sqrt();
        let [start, end] = [axis.start, axis.end].map(|end| plane.signed_distance(end));
        let (low, high) = (min(start, end), max(start, end));
        let (normal, separation) = if distance <= f64::MIN_POSITIVE {
            if low + high >= 0.0 {
                (plane.normal(), low - radius)
            } else {
                (-plane.normal(), -high - radius)
            }
        } else if distance <= low * (1.0 + 1e-9) {
            (plane.normal(), low - radius)
        } else if distance <= -high * (1.0 + 1e-9) {
            (-plane.normal(), -high - radius)
        } else {
            let away = pair.on_first - pair.on_second;
            (away / distance, distance - radius)
        };
        Self {
            collider: ColliderId::Triangle(id),
            point: pair.on_second,
            normal,
            separation,
        }
    }

    /// The surface of `obb` nearest to an upright capsule; with the axis inside, the nearest face.
    pub(super) fn of_box_to_capsule(id: BoxId, obb: &Obb, capsule: &Capsule) -> Self {
        let (axis, radius) = (capsule.axis(), capsule.radius());
        let pair = closest_segment_obb(&axis, obb);
        let away = pair.on_first - pair.on_second;
        let distance = away.length();
        if distance > 1e-12 * (1.0 + pair.on_first.abs().max_element()) {
            return Self {
                collider: ColliderId::Box(id),
                point: pair.on_second,
                normal: away / distance,
                separation: distance - radius,
            };
        }
        let [(outward, depth), ..] = faces_by_depth(obb, &axis);
        Self {
            collider: ColliderId::Box(id),
            point: pair.on_second,
            normal: outward,
            separation: -depth - radius,
        }
    }
}

/// The outward normals of a box's faces, each with the greatest depth of `axis` behind it; the
/// nearest face first.
fn faces_by_depth(obb: &Obb, axis: &Segment) -> [(DVec3, f64); 6] {
    let ends = [axis.start, axis.end].map(|end| obb.to_local(end));
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let half = obb.half_extents();
    let mut faces = [0, 1, 2, 3, 4, 5].map(|face| {
        let side = face % 3;
        let outward = obb.axes().col(side);
        if face < 3 {
            (outward, half[side] - low[side])
        } else {
            (-outward, half[side] + high[side])
        }
    });
    faces.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{BoxId, TriangleId};
    use glam::{DMat3, Vec3};

    fn floor_and_crate() -> World {
        let [a, b, c, d] =
            [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
        let floor = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
        let crate_box = Obb::new(DVec3::new(3.0, 1.0, 0.0), DMat3::IDENTITY, DVec3::ONE);
        World::new(floor.to_vec(), vec![crate_box.unwrap()])
    }

    fn near(center: DVec3, reach: f64) -> Vec<Surface> {
        let mut found = Vec::new();
        floor_and_crate().surfaces_near(Sphere::new(center, 0.5).unwrap(), reach, &mut found);
        found
    }

    #[test]
    fn all_surfaces_within_reach_are_found_in_id_order() {
        // 0.1 m above the floor, over its diagonal, 0.2 m from the crate's side at x = 2.
        let found = near(DVec3::new(1.3, 0.6, 1.3), 10.0);
        let ids: Vec<_> = found.iter().map(|surface| surface.collider).collect();
        assert_eq!(
            ids,
            [
                ColliderId::Triangle(TriangleId(0)),
                ColliderId::Triangle(TriangleId(1)),
                ColliderId::Box(BoxId(0)),
            ]
        );
        assert!((found[0].separation - 0.1).abs() < 1e-12);
        assert_eq!(found[0].normal, DVec3::Y);
    }

    #[test]
    fn a_centre_on_the_surface_still_has_a_normal() {
        let found = near(DVec3::new(-1.0, 0.0, 2.0), 0.0);
        assert_eq!(found[0].normal, DVec3::Y);
        assert_eq!(found[0].separation, -0.5);
    }

    #[test]
    fn a_triangle_is_found_from_below_too() {
        let found = near(DVec3::new(-1.0, -0.4, 2.0), 0.0);
        assert_eq!(found[0].normal, DVec3::NEG_Y);
        assert!((found[0].separation + 0.1).abs() < 1e-12);
    }

    #[test]
    fn the_worst_overlap_is_the_deepest_penetration() {
        let world = floor_and_crate();
        let at = |x, y| world.worst_overlap(Sphere::new(DVec3::new(x, y, 0.0), 0.5).unwrap());
        assert_eq!(at(-3.0, 2.0), 0.0);
        assert!((at(-3.0, 0.3) - 0.2).abs() < 1e-12);
        // Just inside the crate's side: 0.1 m in, plus the radius.
        assert!((at(2.1, 1.0) - 0.6).abs() < 1e-12);
    }
}
