//! The planes that a slide must not enter, and the faces that turn it uphill.

use core::cmp::Ordering;

use glam::DVec3;

use super::workspace::active_among;
use super::{Slider, Workspace};
use crate::geometry::float::{max, total_cmp};
use crate::tolerance::{BACK_OFF, VOID_COS, VOID_HEIGHT, WALL_COS};
use crate::world::{ColliderId, SlopeLimit, Surface, World};

/// How many contacts give planes at the same time, the nearest ones. The sweep also tests the
/// others. Smaller: rough ground stops a slide; larger: the projection costs more time.
const MAX_PLANES: usize = 12;

impl Slider<'_, '_> {
    /// The normals of the floor faces that the body touches and that rise ahead, but not those of edges,
    /// because on the edge of a tread, the tangent leads into the air.
    pub(super) fn choose_faces(&mut self, motion: DVec3) {
        let (world, body) = (self.world.world(), &self.body);
        let (velocity, slope) = (*self.velocity, self.request.slope);
        let Workspace {
            contacts,
            active,
            faces,
            ..
        } = self.work;
        faces.clear();
        for surface in active_among(contacts, active) {
            let normal = surface.normal;
            let rises = (normal.dot(motion) < 0.0 || normal.dot(velocity) < 0.0)
                && normal.y >= slope.cos_of(world, surface.collider);
            if rises && world.is_body_over_face(surface, body) {
                faces.push(normal);
            }
        }
    }

    /// The planes that the motion must not enter, from the contacts.
    pub(super) fn choose_planes(&mut self) {
        let Workspace {
            contacts,
            active,
            unexplained,
            planes,
            rooms,
            floor_cos,
            ..
        } = self.work;
        active.clear();
        // Nothing hides the nearest contact.
        if !contacts.is_empty() {
            active.push(0);
        }
        for (place, contact) in contacts.iter().enumerate().skip(1) {
            // A contact on or behind the plane of a nearer contact is redundant. The usual case is the edge
            // of the next triangle of the same floor.
            let redundant = |nearer: &Surface| {
                let height = (contact.point - nearer.point).dot(nearer.normal);
                height <= VOID_HEIGHT && contact.normal.dot(nearer.normal) > VOID_COS
            };
            if active.len() < MAX_PLANES && !active_among(contacts, active).any(redundant) {
                active.push(place as u32);
            }
        }
        planes.clear();
        rooms.clear();
        floor_cos.clear();
        let slope = self.request.slope;
        if slope.has_own() {
            return self.choose_planes_with_limits();
        }
        let mut add = |normal| {
            planes.push(normal);
            if let Some(wall) = wall_below(normal, slope.usual_cos()) {
                planes.push(wall);
            }
        };
        active_among(contacts, active).for_each(|surface| add(surface.normal));
        unexplained.iter().for_each(|(_, normal)| add(*normal));
        for normal in planes.iter() {
            self.contacts.add_plane(*normal);
        }
        if has_opposed(planes) {
            self.find_rooms();
        }
    }

    /// The planes of the active contacts where surfaces may have separate slope limits.
    #[cold]
    fn choose_planes_with_limits(&mut self) {
        let (world, slope) = (self.world.world(), self.request.slope);
        let work = &mut *self.work;
        let of_contact = |surface: &Surface| {
            let least = strictest(world, slope, &work.contacts, surface);
            (surface.normal, least)
        };
        let of_hit =
            |(collider, normal): &(ColliderId, DVec3)| (*normal, slope.cos_of(world, *collider));
        let of_contacts = active_among(&work.contacts, &work.active).map(of_contact);
        for (normal, least) in of_contacts.chain(work.unexplained.iter().map(of_hit)) {
            for plane in [Some(normal), wall_below(normal, least)]
                .into_iter()
                .flatten()
            {
                work.planes.push(plane);
                work.floor_cos.push(least);
            }
        }
        for (normal, floor_cos) in work.planes.iter().zip(&work.floor_cos) {
            self.contacts.add_plane_of(*normal, *floor_cos);
        }
        if has_opposed(&work.planes) {
            self.find_rooms();
        }
    }

    /// How far a motion may enter the planes. Between two walls that are nearly opposed, the planes alone leave no way. Each of
    /// them may be entered by half of the room that the body has before its wall.
    #[cold]
    fn find_rooms(&mut self) {
        let (work, usual_cos) = (&mut *self.work, self.request.slope.usual_cos());
        let (planes, rooms) = (&work.planes, &mut work.rooms);
        let of_contact = |surface: &Surface| {
            let room = max(surface.separation - BACK_OFF, 0.0) * 0.5;
            (surface.normal, room)
        };
        let of_contacts = active_among(&work.contacts, &work.active).map(of_contact);
        let of_hits = work.unexplained.iter().map(|(_, normal)| (*normal, 0.0));
        for (normal, room) in of_contacts.chain(of_hits) {
            let floor_cos = work.floor_cos.get(rooms.len()).copied();
            rooms.push(room);
            rooms.extend(wall_below(normal, floor_cos.unwrap_or(usual_cos)).map(|_| 0.0));
        }
        for (one, room) in planes.iter().zip(rooms) {
            if !planes.iter().any(|other| oppose(one, other)) {
                *room = 0.0;
            }
        }
    }
}

/// Two planes whose normals have a cosine below this are nearly opposed. Smaller: a body that fits between two walls is held; larger: a
/// body may creep into a wedge by its gap.
const OPPOSED_COS: f64 = -1.0 + 1e-9;

/// Whether two planes are nearly opposed.
fn oppose(one: &DVec3, other: &DVec3) -> bool {
    one.dot(*other) < OPPOSED_COS
}

/// Whether two of the planes are nearly opposed.
#[inline]
fn has_opposed(planes: &[DVec3]) -> bool {
    let mut pairs = planes.iter().enumerate();
    pairs.any(|(place, one)| planes[..place].iter().any(|other| oppose(one, other)))
}

/// The wall that a surface also is if it is too steep to walk up, with a `normal.y` below `floor_cos`.
#[inline]
fn wall_below(normal: DVec3, floor_cos: f64) -> Option<DVec3> {
    if normal.y > WALL_COS && normal.y < floor_cos {
        DVec3::new(normal.x, 0.0, normal.z).try_normalize()
    } else {
        None
    }
}

/// The slope limit of a contact. Of contacts in the same place, such as those on the seam between two surfaces, the
/// strictest limit counts, so the order of the colliders decides nothing.
#[cold]
fn strictest(world: &World, slope: SlopeLimit, contacts: &[Surface], surface: &Surface) -> f64 {
    let is_there =
        |other: &&Surface| other.separation == surface.separation && other.normal == surface.normal;
    slope.strictest(world, contacts.iter().filter(is_there))
}

/// A total order of contacts that does not depend on the order of the colliders. Only between equals the
/// id decides.
#[inline]
pub(super) fn nearest_first(a: &Surface, b: &Surface) -> Ordering {
    a.separation
        .total_cmp(&b.separation)
        .then_with(|| order_of_equally_near(a, b))
}

#[cold]
fn order_of_equally_near(a: &Surface, b: &Surface) -> Ordering {
    total_cmp(a.normal, b.normal)
        .then_with(|| total_cmp(a.point, b.point))
        .then_with(|| a.collider.cmp(&b.collider))
}
