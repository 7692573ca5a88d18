//! A persistent contact cache: contacts of earlier ticks, matched by their features.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13, on coherence. With one contact
//! per tick, a box rocks from corner to corner. When contacts are kept and refreshed, those of a
//! few ticks form the full manifold: four corners under a resting box. We also drop a contact whose
//! vertex has slid off the face sideways; otherwise it would stay below the face's plane for ever.

use super::solid_solid::{edges_crossing, height_above, outermost_crossing};
use super::{Contact, ContactBuffer, Feature};
use crate::geometry::Solid;
use crate::geometry::float::max;
use crate::tolerance::{CONTACT_BREAKING_DISTANCE, CONTACT_BREAKING_TILT};

/// The contacts of one pair of solids, from tick to tick.
///
/// Its memory is allocated once, in [`new`](Self::new). When it is full, a new contact replaces the
/// shallowest one if it is deeper.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactCache {
    kept: ContactBuffer,
}

impl ContactCache {
    /// An empty cache with room for `limit` contacts; 8 are enough for boxes.
    ///
    /// # Example
    /// ```
    /// use sidle::contact::{ContactBuffer, ContactCache, contact_obb_half_space};
    /// use sidle::{geometry::{HalfSpace, Obb, Plane}, glam::{DMat3, DVec3}};
    /// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
    /// let cube = |y| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let (mut found, mut cache) = (ContactBuffer::new(8), ContactCache::new(8));
    /// contact_obb_half_space(&cube(0.75), &ground, &mut found);
    /// cache.update(&cube(0.75), &ground, found.contacts());
    /// // The box is moved out. The cache keeps its corners, although a generator would find none.
    /// cache.update(&cube(1.0001), &ground, &[]);
    /// assert_eq!(cache.contacts().len(), 4);
    /// cache.update(&cube(2.0), &ground, &[]);
    /// assert_eq!(cache.contacts().len(), 0);
    /// ```
    pub fn new(limit: usize) -> Self {
        Self {
            kept: ContactBuffer::new(limit),
        }
    }

    /// Advances one tick: moves the cached contacts to the current solids, drops those that
    /// separated, and adds `found`, this tick's contacts; each replaces a cached one with the same
    /// features.
    ///
    /// A contact is kept while its separation, along the normal and sideways, is at most
    /// [`CONTACT_BREAKING_DISTANCE`]; once separated its depth is 0. Contacts of curved surfaces
    /// are not kept, because the shape rolls on them, and the generators find all of them again in
    /// every tick.
    pub fn update(&mut self, first: &dyn Solid, second: &dyn Solid, found: &[Contact]) {
        self.kept.contacts_mut().retain_mut(|contact| {
            let refreshed = refresh(contact, first, second);
            *contact = refreshed.unwrap_or(*contact);
            refreshed.is_some()
        });
        for contact in found {
            self.insert(contact);
        }
    }

    fn insert(&mut self, found: &Contact) {
        let same = |kept: &&mut Contact| (kept.first, kept.second) == (found.first, found.second);
        if let Some(kept) = self.kept.contacts_mut().iter_mut().find(same) {
            *kept = *found;
        } else if self.kept.append([*found]) == 0 {
            let by_depth = |a: &&mut Contact, b: &&mut Contact| a.depth.total_cmp(&b.depth);
            match self.kept.contacts_mut().iter_mut().min_by(by_depth) {
                Some(shallowest) if shallowest.depth < found.depth => *shallowest = *found,
                _ => {}
            }
        }
    }

    /// The current contacts.
    pub fn contacts(&self) -> &[Contact] {
        self.kept.contacts()
    }

    /// The deepest contact; the oldest on a tie.
    #[must_use]
    pub fn deepest(&self) -> Option<&Contact> {
        self.kept.deepest()
    }

    /// Removes all contacts.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

/// The contact of the same features at their current places. `None` if they separated.
fn refresh(contact: &Contact, first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    match (contact.first, contact.second) {
        (Feature::Vertex(vertex), Feature::Face(face)) => {
            refresh_point_face(contact, first, vertex.into(), second, face.into())
        }
        (Feature::Face(face), Feature::Vertex(vertex)) => {
            let swapped = contact.swapped();
            refresh_point_face(&swapped, second, vertex.into(), first, face.into())
                .map(|contact| contact.swapped())
        }
        (Feature::Edge(edge), Feature::Edge(other)) => {
            refresh_edge_edge(contact, first, edge.into(), second, other.into())
        }
        _ => None,
    }
}

fn refresh_point_face(
    contact: &Contact,
    first: &dyn Solid,
    vertex: usize,
    second: &dyn Solid,
    face: usize,
) -> Option<Contact> {
    if vertex >= first.vertex_count() || face >= second.face_count() {
        return None;
    }
    let (corner, plane) = (first.vertex(vertex), second.face(face));
    let height = plane.signed_distance(corner);
    let point = corner - plane.normal() * height;
    let touches = height <= CONTACT_BREAKING_DISTANCE
        && height_above(second, point) <= CONTACT_BREAKING_DISTANCE;
    touches.then_some(Contact {
        point,
        normal: plane.normal(),
        depth: max(-height, 0.0),
        ..*contact
    })
}

fn refresh_edge_edge(
    contact: &Contact,
    first: &dyn Solid,
    edge: usize,
    second: &dyn Solid,
    other: usize,
) -> Option<Contact> {
    if edge >= first.edge_count() || other >= second.edge_count() {
        return None;
    }
    let (a, b) = (first.edge(edge), second.edge(other));
    let (normal, depth) = outermost_crossing(&a, &b, CONTACT_BREAKING_TILT)?;
    let (refreshed, off_solids) = edges_crossing(&a, edge, &b, other, normal, depth);
    (depth >= -CONTACT_BREAKING_DISTANCE && off_solids <= CONTACT_BREAKING_DISTANCE).then_some(
        Contact {
            depth: max(depth, 0.0),
            parts: contact.parts,
            ..refreshed
        },
    )
}

#[cfg(test)]
mod tests;
