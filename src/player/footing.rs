//! Where a walker of the swept controller stands: which touched surfaces carry it, and how.
//!
//! Contact normals alone do not show this. On an edge they point anywhere between the faces that meet
//! there, and the edge of a slope's next triangle touches at a slant. So a floor needs a *face* that is
//! flat enough, and several surfaces carry the body together only if their faces do.

use core::cmp::Ordering;

use glam::DVec3;

use super::ground::level_between;
use super::{Body, Contacts, Ground};
use crate::geometry::float::{max, total_cmp};
use crate::tolerance::{REST_SPEED, SAME_NORMAL_COS, TOUCH, VOID_COS, VOID_HEIGHT, WALL_COS};
use crate::world::{Faces, FilteredWorld, SlopeLimit, Surface};

/// How far before a crest the body may already roll over it, as a share of the distance between both faces.
///
/// Smaller: exactly where a crest begins, the face beyond it counts; larger: the same a little earlier.
const CREST_MARGIN: f64 = 1e-6;

/// Minimum `normal.y` of a contact that supports a walker. Smaller: the walker hangs by its side; larger:
/// it slips off the edges of steps.
const MIN_SUPPORT_COS: f64 = 0.3;

/// Decides whether a walker can stand on a surface.
#[derive(Clone, Copy)]
pub(super) struct Footing<'w> {
    pub world: &'w FilteredWorld<'w>,
    /// How steep a floor may be.
    pub slope: SlopeLimit,
    body: Body,
    /// Minimum `normal.y` of a contact with the edge of a step without a separate height.
    edge_cos: f64,
}

impl<'w> Footing<'w> {
    /// The footing of a walker with this `body` that climbs steps of this height, and whose slope limit has the cosine
    /// `floor_cos`.
    pub fn new(world: &'w FilteredWorld<'w>, body: Body, step_height: f64, floor_cos: f64) -> Self {
        Self {
            world,
            slope: SlopeLimit::of_walker(world.world(), floor_cos),
            body,
            edge_cos: edge_cos(step_height, body.rounding()),
        }
    }

    /// Minimum `normal.y` of a floor that is this surface's.
    #[inline]
    pub fn floor_cos(&self, surface: &Surface) -> f64 {
        self.slope.cos_of(self.world.world(), surface.collider)
    }

    /// Minimum `normal.y` of a contact with this surface where it is the edge of a step.
    #[inline]
    pub fn edge_cos(&self, surface: &Surface) -> f64 {
        let world = self.world.world();
        if !world.has_step_rules() {
            return self.edge_cos;
        }
        let own = world.own_step_height(surface.collider);
        own.map_or(self.edge_cos, |height| {
            edge_cos(height, self.body.rounding())
        })
    }

    /// The normal of a touched surface as ground, the contact normal, or, on the edge of a low step, the
    /// normal of the face that ends there.
    pub fn ground_normal(&self, surface: &Surface, position: DVec3) -> DVec3 {
        if surface.normal.y < self.edge_cos(surface) {
            return surface.normal;
        }
        self.face_normal(surface, position)
    }

    /// As [`Self::ground_normal`], however far the body overhangs the edge.
    pub fn face_normal(&self, surface: &Surface, position: DVec3) -> DVec3 {
        let mut flattest = surface.normal;
        let floor_cos = self.floor_cos(surface);
        for face in self.all_faces(surface, position).iter() {
            if face.y >= floor_cos && face.y > flattest.y {
                flattest = face;
            }
        }
        flattest
    }

    /// The ground of a walker at `position` with `velocity`. The flattest floor counts first. Without one,
    /// the walker may be wedged between several surfaces, or stand on the upper edge of a wall. Otherwise
    /// the flattest slope counts, and without one there is no ground.
    ///
    /// A walker that `walked` stays on the ground even when it moves away from it. Any other one is rising.
    /// `normals` is reused memory.
    pub fn ground(
        &self,
        contacts: &Contacts,
        position: DVec3,
        velocity: DVec3,
        walked: bool,
        normals: &mut Vec<DVec3>,
    ) -> Ground {
        let touching = contacts.touching();
        if touching.is_empty() {
            return Ground::None;
        }
        let stays = |surface: &&Surface| walked || velocity.dot(surface.normal) <= REST_SPEED;
        let touched = || touching.iter().filter(stays);
        let below = || touched().filter(|surface| surface.normal.y > WALL_COS);
        let acts = |surface: &&Surface| !self.is_redundant(surface, touching, position);

        let floors = below()
            .filter_map(|surface| Some((surface, self.floor_normal(surface, touching, position)?)));
        let floor = flattest(floors, acts);
        if let Some(normal) = floor {
            return Ground::Floor { normal };
        }
        self.ground_without_floor(touching, position, stays, normals)
    }

    /// The ground among those of the `touching` surfaces that count, where none of them is a floor.
    #[inline(never)]
    fn ground_without_floor(
        &self,
        touching: &[Surface],
        position: DVec3,
        stays: impl Fn(&&Surface) -> bool,
        normals: &mut Vec<DVec3>,
    ) -> Ground {
        let touched = || touching.iter().filter(&stays);
        let below = || touched().filter(|surface| surface.normal.y > WALL_COS);
        let acts = |surface: &&Surface| !self.is_redundant(surface, touching, position);
        if below().next().is_none() {
            return Ground::None;
        }
        // The body must find no steep way down, and neither must a point, which slips past no edge. Surfaces in one place, which are
        // next to each other, count once.
        normals.clear();
        let mut last = None;
        for surface in touched() {
            let is_new = last.is_none_or(|last| !in_one_place(last, surface));
            if is_new && acts(&surface) {
                normals.push(surface.normal);
            }
            last = Some(surface);
        }
        let slopes = normals.iter().filter(|normal| normal.y > WALL_COS);
        let Some(slope) = slopes.copied().max_by(flatter) else {
            return Ground::None;
        };
        let floor_cos = self.slope.strictest(self.world.world(), touched());
        let wedged = level_between(normals, floor_cos);
        if let Some(normal) = wedged {
            normals.clear();
            for surface in touched() {
                normals.extend(self.faces(surface, position).iter());
            }
            if level_between(normals, floor_cos).is_some() {
                return Ground::Wedged { normal };
            }
        }
        let edges = below().filter(|surface| self.is_upper_edge_of_wall(surface, position));
        match flattest(edges.map(|surface| (surface, surface.normal)), acts) {
            Some(normal) => Ground::Floor { normal },
            None => Ground::Steep { normal: slope },
        }
    }

    /// All faces of a surface that a body at `position` can touch.
    #[inline]
    pub fn all_faces(&self, surface: &Surface, position: DVec3) -> Faces {
        if self.body.is_box() {
            return self.all_faces_at_box(surface);
        }
        self.world.world().faces_at(surface, position)
    }

    /// Whether a body at `position` touches a surface within a face, not at an edge or a corner.
    #[inline]
    pub fn is_over_face(&self, surface: &Surface, position: DVec3) -> bool {
        if self.body.is_box() {
            return self.is_box_over_face(surface);
        }
        self.world.world().is_over_face(surface, position)
    }

    #[inline(never)]
    fn all_faces_at_box(&self, surface: &Surface) -> Faces {
        let ball = surface.ball(self.body.rounding());
        self.world.world().faces_at(surface, ball)
    }

    #[inline(never)]
    fn is_box_over_face(&self, surface: &Surface) -> bool {
        let ball = surface.ball(self.body.rounding());
        self.world.world().is_over_face(surface, ball)
    }

    /// Whether `normal` is that of a face flat enough to stand on, and the body touches this face.
    #[inline]
    pub fn is_floor_face(&self, surface: &Surface, position: DVec3, normal: DVec3) -> bool {
        normal.y >= self.floor_cos(surface)
            && surface.normal.dot(normal) >= SAME_NORMAL_COS
            && self.is_over_face(surface, position)
    }

    /// The normal of a touched surface as a floor. One of its faces there must be flat enough, and so must
    /// the contact, unless it is the edge of a low step. `None` if it is not floor.
    fn floor_normal(
        &self,
        surface: &Surface,
        touching: &[Surface],
        position: DVec3,
    ) -> Option<DVec3> {
        let mut flattest = None;
        let floor_cos = self.floor_cos(surface);
        for face in self.faces(surface, position).iter() {
            if face.y >= floor_cos && flattest.is_none_or(|best: DVec3| face.y > best.y) {
                flattest = Some(face);
            }
        }
        let (face, normal) = (flattest?, surface.normal);
        let is_edge_of_step = face.y > normal.y
            && normal.y >= self.edge_cos(surface)
            && !self.is_on_crest(surface, face, touching, position);
        let normal = if is_edge_of_step { face } else { normal };
        (normal.y >= floor_cos).then_some(normal)
    }

    /// Whether the body rolls over a crest, an edge where the floor `face` meets another floor.
    fn is_on_crest(
        &self,
        surface: &Surface,
        face: DVec3,
        touching: &[Surface],
        position: DVec3,
    ) -> bool {
        let normal = surface.normal;
        let is_beyond = |other: DVec3, floor_cos: f64| {
            // Where a crest begins, the contact normal is still that of a face, up to rounding.
            let turn = face.dot(other);
            let least = turn - (1.0 - turn) * CREST_MARGIN;
            other.y >= floor_cos && normal.dot(face) >= least && normal.dot(other) >= least
        };
        let mut there = touching
            .iter()
            .filter(|other| other.point.distance_squared(surface.point) <= TOUCH * TOUCH);
        there.any(|other| {
            let floor_cos = self.floor_cos(other);
            let faces = self.faces(other, position);
            faces.iter().any(|face| is_beyond(face, floor_cos))
        })
    }

    /// Whether the body balances on the upper edge of an upright sheet, such as a fence.
    fn is_upper_edge_of_wall(&self, surface: &Surface, position: DVec3) -> bool {
        let is_wall = |face: DVec3| face.y.abs() <= WALL_COS;
        surface.normal.y >= self.floor_cos(surface)
            && self.faces(surface, position).iter().all(is_wall)
    }

    /// The faces of a surface that meet where the body touches it. Over the middle of a face, that is the
    /// only one.
    fn faces(&self, surface: &Surface, position: DVec3) -> Faces {
        let mut faces = self.all_faces(surface, position);
        faces.prefer(|face| face.dot(surface.normal) >= SAME_NORMAL_COS);
        faces
    }

    /// Whether a contact lies on or behind a nearer face with a similar normal. The usual case is the edge
    /// of the next triangle, or of the next box, of the same slope.
    #[inline]
    fn is_redundant(&self, contact: &Surface, touching: &[Surface], position: DVec3) -> bool {
        touching.len() > 1 && self.is_behind_nearer(contact, touching, position)
    }

    #[inline(never)]
    fn is_behind_nearer(&self, contact: &Surface, touching: &[Surface], position: DVec3) -> bool {
        let hidden_by = |nearer: &&Surface| {
            let height = || (contact.point - nearer.point).dot(nearer.normal);
            // Of two equally near ones, the order of their normals decides, not the order of the colliders.
            let before = || {
                nearer.separation < contact.separation
                    || flatter(&nearer.normal, &contact.normal).is_lt()
            };
            nearer.separation <= contact.separation
                && nearer.collider != contact.collider
                && contact.normal.dot(nearer.normal) > VOID_COS
                && height() <= VOID_HEIGHT
                && before()
        };
        let mut nearer = touching.iter().filter(hidden_by);
        nearer.any(|nearer| self.is_over_face(nearer, position))
    }
}

/// Minimum `normal.y` of a contact with the edge of a step of this height.
fn edge_cos(step_height: f64, radius: f64) -> f64 {
    max(1.0 - step_height / radius, MIN_SUPPORT_COS)
}

/// The flattest of these normals whose surfaces act. Whether one acts is asked only of flatter ones, since it is compared with all others.
fn flattest<'s>(
    normals: impl Iterator<Item = (&'s Surface, DVec3)>,
    acts: impl Fn(&&Surface) -> bool,
) -> Option<DVec3> {
    normals.fold(None, |best: Option<DVec3>, (surface, normal)| {
        let is_flatter = best.is_none_or(|best| flatter(&best, &normal).is_lt());
        if is_flatter && acts(&surface) {
            Some(normal)
        } else {
            best
        }
    })
}

/// Whether two surfaces are one, but for their colliders.
fn in_one_place(a: &Surface, b: &Surface) -> bool {
    (a.separation, a.normal, a.point) == (b.separation, b.normal, b.point)
}

/// The order of two normals by their slope. It is total, so no result depends on the order of surfaces.
pub(super) fn flatter(a: &DVec3, b: &DVec3) -> Ordering {
    a.y.total_cmp(&b.y).then_with(|| total_cmp(*a, *b))
}
